package dev.ralph.verify;

import dev.ralph.verify.Check.Room;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The types of checks by the names their definitions use.
final class CheckTypes {
    private static final String ALL = "command, file_exists, test_passing, validate, tree_clean, changed, committed,"
            + " multi_stage, claim, tamper, ratchet, review";

    private CheckTypes() {}

    static Check read(Fields fields) {
        String type = fields.text("type");
        Fields rest = fields.without("type");
        return switch (type) {
            case "command" -> command(rest);
            case "file_exists" -> {
                rest.allow("path");
                yield new Check.FileExists(rest.text("path"));
            }
            case "test_passing" -> {
                rest.allow("grep", "command");
                yield new Check.TestPassing(rest.textOrNull("grep"), rest.textOrNull("command"));
            }
            case "validate" -> {
                rest.allow("script");
                yield new Check.Validate(rest.text("script"));
            }
            case "multi_stage" -> SpecifiedForms.stages(rest);
            case "tree_clean" -> bare(rest, GitFact.TREE_CLEAN);
            case "changed" -> bare(rest, GitFact.CHANGED);
            case "committed" -> bare(rest, GitFact.COMMITTED);
            case "claim" -> new Check.Claim(rest);
            case "tamper" -> tamper(rest);
            case "ratchet" -> bare(rest, new Check.Ratchet());
            case "review" -> new Review(rest);
            default -> throw new InvalidCheck("type", "is " + type + ", and there is no such check: it can be " + ALL);
        };
    }

    /// Rules of the tamper guard and what becomes of their findings.
    private static Check tamper(Fields rest) {
        Check.Tamper check = new Check.Tamper(rest);
        check.measures();
        return check;
    }

    private static Check bare(Fields rest, Check check) {
        if (!rest.names().isEmpty()) {
            throw new InvalidCheck(rest.names().iterator().next(), "is not known here: this check has no options");
        }
        return check;
    }

    static Check command(Fields fields) {
        fields.allow(
                "command",
                "success_exit_code",
                "output_contains",
                "output_not_contains",
                "timeout",
                "working_dir",
                "reports",
                "room",
                "pinned");
        return new Check.Command(
                fields.text("command"),
                fields.number("success_exit_code", 0),
                fields.textOrNull("output_contains"),
                fields.textOrNull("output_not_contains"),
                fields.seconds("timeout"),
                fields.textOrNull("working_dir"),
                fields.texts("reports"),
                room(fields.textOrNull("room")),
                fields.flag("pinned", true));
    }

    private static @Nullable Room room(@Nullable String word) {
        if (word == null) {
            return null;
        }
        try {
            return Room.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new InvalidCheck("room", "is " + word + ": it can be clean or workspace");
        }
    }
}
