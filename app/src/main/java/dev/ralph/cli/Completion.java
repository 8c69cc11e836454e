package dev.ralph.cli;

import java.util.ArrayList;
import java.util.List;

/// Completion scripts for shells, made from the table of commands. They never start Ralph, so a tab costs nothing.
public enum Completion {
    BASH {
        @Override
        public String script(CommandLine line) {
            return new BashCompletion(line).script();
        }
    },
    ZSH {
        @Override
        public String script(CommandLine line) {
            return new ZshCompletion(line).script();
        }
    },
    FISH {
        @Override
        public String script(CommandLine line) {
            return new FishCompletion(line).script();
        }
    };

    /// The text to load into the shell.
    public abstract String script(CommandLine line);

    /// Every path of words that leads to a command, whole or not: `run`, `bus`, `bus post`.
    static List<String> paths(CommandLine line) {
        List<String> paths = new ArrayList<>();
        for (Command command : line.commands()) {
            if (!command.isHidden()) {
                String path = command.path();
                for (int end = path.indexOf(' '); end >= 0; end = path.indexOf(' ', end + 1)) {
                    add(paths, path.substring(0, end));
                }
                add(paths, path);
            }
        }
        return paths;
    }

    /// What comes before the last word of a path.
    static String before(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf(' ')));
    }

    /// The last word of a path.
    static String last(String path) {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// The options a command takes, with those it takes like every other.
    static List<Option> options(CommandLine line, Command command) {
        List<Option> options = new ArrayList<>(command.options());
        options.addAll(line.everywhere());
        return options;
    }

    private static void add(List<String> paths, String path) {
        if (!paths.contains(path)) {
            paths.add(path);
        }
    }
}
