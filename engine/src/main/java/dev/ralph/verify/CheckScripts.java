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
final class CheckScripts {
    private static final Set<String> INTERPRETERS = Set.of(
            "sh", "bash", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php", "bun", "tsx",
            "ts-node", "source", ".");
    private static final Set<String> WRAPPERS = Set.of("""
            env exec command time nice nohup timeout sudo xvfb-run ! if elif then else while until do""".split("\\s+"));
    private static final Pattern COMMANDS = Pattern.compile("[;|&()\\n`{}]+|\\$\\(");
    /// Of one stream into another, and the sign that would end a command but says which streams are meant.
    private static final Pattern JOINED = Pattern.compile("(?:(?<!\\S)[0-9]+)?[<>]&[0-9-]+|&(?=>)");

    private static final Pattern REDIRECTION =
            Pattern.compile("(?<stream>(?<!\\S)[0-9]+)?(?<sign><<<|<<-?|<>|<|>>|>)\\s*(?<file>[^\\s<>]*)");
    private static final Pattern READS_COMMANDS = Pattern.compile("-[a-z]*s[a-z]*");
    private static final Pattern CHECKS =
            Pattern.compile("check|test|spec|verif|valid|accept|lint|smoke|e2e|assert|gate|(^|[^a-z])ci([^a-z]|$)");

    private CheckScripts() {}

    /// What a shell line runs, as paths from the project's folder, whether or not there are such files. What a command
    /// in
    /// brackets does with its folder ends with them.
    ///
    /// @param folder where the line runs, null for the project's folder
    static List<String> named(@Nullable String folder, String given) {
        String line = JOINED.matcher(given).replaceAll(" ");
        List<String> scripts = new ArrayList<>();
        Deque<String> outside = new ArrayDeque<>();
        String here = folder == null ? "" : folder;
        int from = 0;
        Matcher end = COMMANDS.matcher(line);
        while (from <= line.length()) {
            boolean ends = end.find();
            Words command = Words.of(line.substring(from, ends ? end.start() : line.length()));
            List<String> words = command.words();
            String script = script(command);
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

    /// One command, its redirections apart.
    ///
    /// @param input the file that it reads as its standard input, null for none
    private record Words(List<String> words, @Nullable String input) {
        static Words of(String command) {
            String input = null;
            StringBuilder rest = new StringBuilder();
            Matcher redirection = REDIRECTION.matcher(command);
            while (redirection.find()) {
                String stream = redirection.group("stream");
                boolean standard = stream == null || stream.equals("0");
                if (standard && redirection.group("sign").equals("<")) {
                    input = bare(redirection.group("file"));
                }
                redirection.appendReplacement(rest, " ");
            }
            redirection.appendTail(rest);
            List<String> words = new ArrayList<>();
            for (String word : rest.toString().strip().split("\\s+")) {
                words.add(bare(word));
            }
            return new Words(words, input);
        }

        private static String bare(String word) {
            return word.replace("\"", "").replace("'", "");
        }
    }

    private static boolean isCheck(String script) {
        return CHECKS.matcher(script.toLowerCase(Locale.ROOT)).find();
    }

    /// What one command runs: its own program, or what an interpreter is given or reads.
    private static @Nullable String script(Words command) {
        String interpreter = null;
        for (String word : command.words()) {
            boolean reads = interpreter != null
                    && interpreter.endsWith("sh")
                    && READS_COMMANDS.matcher(word).matches();
            if (reads) {
                return command.input();
            }
            if (interpreter != null && interpreter.startsWith("python") && word.equals("-m")) {
                return null; // a module, wherever it lies
            }
            if (word.isEmpty() || isPassedOver(word)) {
                continue;
            }
            String name = word.substring(word.lastIndexOf('/') + 1);
            if (INTERPRETERS.contains(name)) {
                interpreter = name;
                continue;
            }
            return interpreter != null || word.contains("/") ? word : null;
        }
        return interpreter == null ? null : command.input();
    }

    /// Options, variables, and what only starts another command, with its figures.
    private static boolean isPassedOver(String word) {
        return (word.length() > 1 && word.startsWith("-"))
                || WRAPPERS.contains(word)
                || word.indexOf('=') > 0
                || word.matches("[0-9.]+[smhd]?");
    }
}
