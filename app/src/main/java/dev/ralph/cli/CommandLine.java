package dev.ralph.cli;

import dev.ralph.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The table of all commands, and the way from what somebody typed to one of them.
///
/// `--help`, `-h`, `help COMMAND` and `--version` work everywhere without being in the table.
public final class CommandLine {
    private final String program;
    private final String summary;
    private final List<Option> everywhere;
    private final List<Command> commands;

    /// @param everywhere options that every command takes, which may also stand before the command's name
    public CommandLine(String program, String summary, List<Option> everywhere, List<Command> commands) {
        this.program = program;
        this.summary = summary;
        this.everywhere = List.copyOf(everywhere);
        this.commands = List.copyOf(commands);
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

    public List<Option> everywhere() {
        return everywhere;
    }

    public List<Command> commands() {
        return commands;
    }

    /// The longest command whose words stand at that place, or null.
    @Nullable
    Command commandAt(List<String> words, int from) {
        Command found = null;
        for (Command command : commands) {
            List<String> path = List.of(command.path().split(" "));
            int to = from + path.size();
            if (to <= words.size()
                    && words.subList(from, to).equals(path)
                    && (found == null || command.path().length() > found.path().length())) {
                found = command;
            }
        }
        return found;
    }

    /// The commands whose path begins with that word and goes on: `bus` has `bus post`, `bus read`, `bus tail`.
    List<Command> below(String word) {
        List<Command> below = new ArrayList<>();
        for (Command command : commands) {
            if (command.path().startsWith(word + " ")) {
                below.add(command);
            }
        }
        return below;
    }

    /// What can be typed next after the word, or at first if it is empty.
    List<String> nextWords(String word) {
        List<String> next = new ArrayList<>();
        int skipped = word.isEmpty() ? 0 : word.length() + 1;
        for (Command command : commands) {
            if (!command.isHidden() && (word.isEmpty() || command.path().startsWith(word + " "))) {
                String path = command.path().substring(skipped);
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
        String named = before.isEmpty() ? word : before + " " + word;
        return "unknown command '" + named + "'" + NearestName.hint(word, nextWords(before));
    }
}
