package dev.ralph.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One setting: its name in the file, in the environment and on the command line, its kind, its default, its meaning.
public final class Key<T> {
    static final String PREFIX = "RALPH_";

    private final String name;
    private final Group group;
    private final Kind<T> kind;
    private final @Nullable T standard;
    private final String help;

    Key(String name, Group group, Kind<T> kind, @Nullable T standard, String help) {
        this.name = name;
        this.group = group;
        this.kind = kind;
        this.standard = standard;
        this.help = help;
    }

    /// How the flags and the documentation order the keys.
    public enum Group {
        AGENT("The agent"),
        LOOP("The loop"),
        LIMITS("Limits"),
        MONEY("Tokens and money"),
        PROOF("Proof"),
        PLACE("Where things are"),
        OUTPUT("Output");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /// As in `.ralph/config.yaml`: `max_restarts`.
    public String name() {
        return name;
    }

    /// As on the command line, without the dashes: `max-restarts`. Of a list, the name of one item: `--check`.
    public String flag() {
        return switch (name) {
            case "checks" -> "check";
            case "agents" -> "agent";
            default -> name.replace('_', '-');
        };
    }

    /// As in the environment: `RALPH_MAX_RESTARTS`.
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT);
    }

    public Group group() {
        return group;
    }

    /// One sentence about its meaning.
    public String help() {
        return help;
    }

    /// What value it takes, completing "expected …".
    public String expected() {
        return kind.expected();
    }

    /// Stands for the value in a usage line; empty where [#onlyInFiles].
    public String placeholder() {
        return kind.placeholder();
    }

    /// Whether neither a variable nor a flag can hold its value.
    public boolean onlyInFiles() {
        return kind instanceof RolesKind;
    }

    /// Whether its flag may be given several times, one item each.
    public boolean repeated() {
        return kind instanceof ListKind
                || kind instanceof ChecksKind
                || (kind instanceof OrWord<?> or && or.kind() instanceof ListKind);
    }

    /// The words it takes if there are only a few, for completion; else empty.
    public List<String> choices() {
        return kind instanceof ChoiceKind<?> choice ? choice.words() : List.of();
    }

    /// The default as it could be written in the file; empty where there is none.
    public String standardText() {
        return text(standard);
    }

    Kind<T> kind() {
        return kind;
    }

    @Nullable
    T standard() {
        return standard;
    }

    String text(@Nullable T value) {
        return value == null ? kind.absent() : kind.text(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
