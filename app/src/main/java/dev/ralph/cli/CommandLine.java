package dev.ralph.cli;

import dev.ralph.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The table of all commands, and the way from what somebody typed to one of them.
///
/// `--help`, `-h`, `help COMMAND` and `--version` work everywhere without being in the table.
final class CommandLine {
    private static final String SENTENCES = "run";

    private final String program;
    private final String summary;
    private final List<Command.Example> examples;
    private final List<Option> everywhere;
    private final List<String> paths;
    private final Function<String, Command> command;

    /// @param examples what the overview begins with
    /// @param everywhere options that every command takes, which may also stand before the command's name
    /// @param paths what names each command, in the order of the overview
    /// @param command makes the one of a path; only those that are looked at are made
    public CommandLine(
            String program,
            String summary,
            List<Command.Example> examples,
            List<Option> everywhere,
            List<String> paths,
            Function<String, Command> command) {
        this.program = program;
        this.summary = summary;
        this.examples = List.copyOf(examples);
        this.everywhere = List.copyOf(everywhere);
        this.paths = List.copyOf(paths);
        this.command = command;
    }

    public CommandLine(String program, String summary, List<Option> everywhere, List<Command> commands) {
        this(
                program,
                summary,
                List.of(),
                everywhere,
                commands.stream().map(Command::path).toList(),
                path -> commands.stream()
                        .filter(any -> any.path().equals(path))
                        .findFirst()
                        .orElseThrow());
    }

    /// Understands the words after the program's name. Without any of them, shows the overview.
    public ParsedCommandLine parse(List<String> words) {
        return new Arguments(this, words).parse();
    }

    public String program() {
        return program;
    }

    public String summary() {
        return summary;
    }

    List<Command.Example> examples() {
        return examples;
    }

    public List<Option> everywhere() {
        return everywhere;
    }

    public List<Command> commands() {
        return made(paths);
    }

    private List<Command> made(List<String> some) {
        List<Command> made = new ArrayList<>();
        for (String path : some) {
            made.add(command.apply(path));
        }
        return made;
    }

    /// The longest command whose words stand at that place, or null.
    @Nullable
    Command commandAt(List<String> words, int from) {
        String found = "";
        for (String path : paths) {
            List<String> named = List.of(path.split(" "));
            int to = from + named.size();
            if (to <= words.size() && words.subList(from, to).equals(named) && path.length() > found.length()) {
                found = path;
            }
        }
        return found.isEmpty() ? null : command.apply(found);
    }

    /// The command that a whole sentence is for, where a command's name could stand: `ralph "Fix the flaky test"`.
    @Nullable
    Command forSentences() {
        return paths.contains(SENTENCES) ? command.apply(SENTENCES) : null;
    }

    /// The commands whose path begins with that word and goes on: `bus` has `bus post`, `bus read`, `bus tail`.
    List<Command> below(String word) {
        List<String> below = new ArrayList<>(paths);
        below.removeIf(path -> !path.startsWith(word + " "));
        return made(below);
    }

    /// What can be typed next after the word, or at first if it is empty.
    List<String> nextWords(String word) {
        List<String> next = new ArrayList<>();
        int skipped = word.isEmpty() ? 0 : word.length() + 1;
        for (Command any : commands()) {
            if (!any.isHidden() && (word.isEmpty() || any.path().startsWith(word + " "))) {
                String path = any.path().substring(skipped);
                int end = path.indexOf(' ');
                String first = end < 0 ? path : path.substring(0, end);
                if (!next.contains(first)) {
                    next.add(first);
                }
            }
        }
        return next;
    }

    /// The message for a word that names no command.
    String unknown(String before, String word) {
        return unknown(before, word, List.of(word));
    }

    /// @param sentence the words that may be meant as a task
    String unknown(String before, String word, List<String> sentence) {
        String text = String.join(" ", sentence);
        if (text.isBlank() && before.isEmpty()) {
            return RunCommand.NO_TEXT;
        }
        String named = before.isEmpty() ? word : before + " " + word;
        String hint = NearestName.hint(word, nextWords(before));
        boolean task = hint.isEmpty() && before.isEmpty() && paths.contains(SENTENCES);
        String start = sentence.size() > 1 && text.matches("[\\w .,:;/-]+")
                ? program + " \"" + text + "\""
                : program + " " + SENTENCES + " " + ShellWord.of(text);
        return "unknown command '" + named + "'" + hint + (task ? "; to start a task: " + start : "");
    }
}
