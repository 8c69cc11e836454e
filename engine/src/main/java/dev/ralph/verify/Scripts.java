package dev.ralph.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The scripts that a check runs by name and that are part of the check, not of what it looks at: nobody but their
/// owner may change them while a loop runs.
///
/// A command also runs the program that the agent works on (`./greet.sh | grep Hello`). Only the name tells the two
/// apart: a script of a check is called after what it does.
final class Scripts {
    private static final Set<String> INTERPRETERS = Set.of(
            "sh", "bash", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php", "bun", "tsx",
            "ts-node", "source", ".");
    private static final Set<String> WRAPPERS = Set.of(
            "env",
            "exec",
            "command",
            "time",
            "nice",
            "nohup",
            "timeout",
            "sudo",
            "xvfb-run",
            "!",
            "if",
            "elif",
            "then",
            "else",
            "while",
            "until",
            "do",
            "<");
    private static final Pattern COMMANDS = Pattern.compile("[;|&()\\n`{}]+|\\$\\(");
    private static final Pattern CHECKS =
            Pattern.compile("check|test|spec|verif|valid|accept|lint|smoke|e2e|assert|gate|(^|[^a-z])ci([^a-z]|$)");

    private Scripts() {}

    /// Paths from the folder that the check runs in, whether or not there is such a file.
    static List<String> of(Check check) {
        return switch (check) {
            case Check.Command command -> command.pinned() ? named(command.folder(), command.command()) : List.of();
            case Check.TestPassing tests -> tests.command() == null ? List.of() : named(null, tests.command());
            case Check.Validate validate -> List.of(validate.script());
            case MultiStage several ->
                several.stages().stream()
                        .flatMap(stage -> of(stage.check()).stream())
                        .distinct()
                        .toList();
            case Check.FileExists _, GitFact _, Check.Claim _, Check.Tamper _, Check.Ratchet _, Review _ -> List.of();
        };
    }

    /// What a command in brackets does with its folder ends with them.
    private static List<String> named(@Nullable String folder, String line) {
        List<String> scripts = new ArrayList<>();
        Deque<String> outside = new ArrayDeque<>();
        String here = folder == null ? "" : folder;
        int from = 0;
        Matcher end = COMMANDS.matcher(line);
        while (from <= line.length()) {
            boolean ends = end.find();
            List<String> words = words(line.substring(from, ends ? end.start() : line.length()));
            String script = script(words);
            if (words.size() > 1 && words.getFirst().equals("cd")) {
                here = below(here, words.getLast());
            } else if (script != null && isCheck(script)) {
                scripts.add(below(here, script));
            }
            from = ends ? end.end() : line.length() + 1;
            for (char sign : (ends ? end.group() : "").toCharArray()) {
                if (sign == '(') {
                    outside.push(here);
                } else if (sign == ')' && !outside.isEmpty()) {
                    here = outside.pop();
                }
            }
        }
        return scripts;
    }

    private static String below(String folder, String path) {
        return folder.isEmpty() || path.startsWith("/") ? path : folder + "/" + path;
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        for (String word : command.strip().split("\\s+")) {
            words.add(word.replace("\"", "").replace("'", "").replaceFirst("^<(?=[^<(])", ""));
        }
        return words;
    }

    private static boolean isCheck(String script) {
        return CHECKS.matcher(script.toLowerCase(Locale.ROOT)).find();
    }

    /// What one command runs: its own program, or what an interpreter is given.
    private static @Nullable String script(List<String> words) {
        boolean interpreted = false;
        for (String word : words) {
            if (word.isEmpty() || isPassedOver(word)) {
                continue;
            }
            if (INTERPRETERS.contains(word.substring(word.lastIndexOf('/') + 1))) {
                interpreted = true;
                continue;
            }
            return interpreted || word.contains("/") ? word : null;
        }
        return null;
    }

    /// Options, variables, and what only starts another command, with its figures.
    private static boolean isPassedOver(String word) {
        return (word.length() > 1 && word.startsWith("-"))
                || WRAPPERS.contains(word)
                || word.indexOf('=') > 0
                || word.matches("[0-9.]+[smhd]?");
    }
}
