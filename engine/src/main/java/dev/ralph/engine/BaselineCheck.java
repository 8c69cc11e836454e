package dev.ralph.engine;

import dev.ralph.verify.Check;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What came of running a check before any work: whether it fails honestly.
///
/// @param output the end of what it printed
/// @param why    what it says about the task, for people
public record BaselineCheck(String line, Colour colour, int code, String output, String why) {
    /// How a check ended that no work has been done for yet.
    public enum Colour {
        /// It fails because what it asks for is not there: this is how a task begins.
        RED,
        /// It passes already, so it would prove nothing.
        GREEN,
        /// It fails because it cannot be run: it would fail forever, or pass without any work.
        UNRUNNABLE
    }

    private static final String GONE = "the script it names does not exist";

    /// What programs print that could not even begin to check.
    private static final Map<Pattern, String> CANNOT = Map.of(
            Pattern.compile("(?mi)^\\S*sh: .*syntax error"), "the shell does not understand it",
            Pattern.compile(
                            "(?m)^(?:(?:\\S*/)?(?:ba|da|a|k|z)?sh: .*|\\S+: (?:line )?\\d+: .*): (?:command )?not found$"),
                    "a program it needs was not found",
            Pattern.compile("No rule to make target"), "its makefile has no such target",
            Pattern.compile("(?mi)^npm err(?:or|!) Missing script:"), "package.json has no such script",
            Pattern.compile("can't open file '[^']*'"), GONE,
            Pattern.compile("Cannot find module '[^']*'[\\s\\S]*requireStack: \\[\\]"), GONE,
            Pattern.compile("No module named '?(?:pytest|tox|nox)\\b"), "its test runner is not installed");

    private static final Pattern CANNOT_OPEN = Pattern.compile(
            "(?mi)(?:(?:cannot|can't) open (?<dash>.*)|^\\S*sh: (?:line \\d+: )?(?<bash>.*): No such file or directory)$");

    private static final Pattern WHY = Pattern.compile("(?i): no such file.*$");

    /// @param code    128 and the signal's number where a signal ended it, -1 when it did not end in time
    static BaselineCheck of(String line, int code, String output) {
        return switch (code) {
            case 0 -> new BaselineCheck(line, Colour.GREEN, code, output, "already passes");
            case -1 -> unrunnable(line, code, output, "it did not end in time");
            case 126 -> unrunnable(line, code, output, "a program it names cannot be executed");
            case 127 -> unrunnable(line, code, output, "a program it names was not found");
            default -> failed(line, code, output);
        };
    }

    private static BaselineCheck failed(String line, int code, String output) {
        if (code > 128 && code < 160) {
            return unrunnable(line, code, output, "it was ended by signal " + (code - 128));
        }
        if (isScriptGone(line, output)) {
            return unrunnable(line, code, output, GONE);
        }
        return CANNOT.entrySet().stream()
                .filter(cannot -> cannot.getKey().matcher(output).find())
                .map(cannot -> unrunnable(line, code, output, cannot.getValue()))
                .findFirst()
                .orElseGet(() -> new BaselineCheck(line, Colour.RED, code, output, "fails (exit " + code + ")"));
    }

    /// What a check reads may be what the work is to make; what it runs is not.
    private static boolean isScriptGone(String line, String output) {
        Matcher cannot = CANNOT_OPEN.matcher(output);
        while (cannot.find()) {
            String file = file(cannot.group("dash") == null ? cannot.group("bash") : cannot.group("dash"));
            if (Check.of(line).scripts().stream().anyMatch(script -> isSame(script, file))) {
                return true;
            }
        }
        return false;
    }

    /// The file that a message ends with, before it says why.
    private static String file(String words) {
        String named = WHY.matcher(words).replaceFirst("").replaceAll("[\"'`‘’]", "");
        return named.substring(named.lastIndexOf(' ') + 1).replaceFirst("^(?:[.]/)+", "");
    }

    /// The two may be told from different folders.
    private static boolean isSame(String script, String file) {
        return !file.isEmpty() && (("/" + script).endsWith("/" + file) || file.endsWith("/" + script));
    }

    private static BaselineCheck unrunnable(String line, int code, String output, String why) {
        return new BaselineCheck(line, Colour.UNRUNNABLE, code, output, why);
    }
}
