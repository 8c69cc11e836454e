package dev.ralph.cli;

import java.util.List;

/// One `complete` line for each word and option, in force where the words before it lead to its command.
final class FishCompletion {
    private final CommandLine line;
    private final StringBuilder out = new StringBuilder();

    FishCompletion(CommandLine line) {
        this.line = line;
    }

    String script() {
        String name = line.program();
        out.append("# Completion of ")
                .append(name)
                .append(" for fish. Load it with: ")
                .append(name)
                .append(" completion fish | source\n");
        out.append("""
                function __NAME_tasks
                    for task in .ralph/tasks/*/
                        basename $task
                    end
                end

                function __NAME_path
                    set -l path ''
                    set -l words (commandline -opc)
                    for word in $words[2..-1]
                        if test "$word" = --
                            echo --
                            return
                        end
                        switch "$path $word"
                """.replace("NAME", name));
        for (String path : Completion.paths(line)) {
            String step = Completion.before(path) + " " + Completion.last(path);
            out.append("            case '")
                    .append(step)
                    .append("'\n                set path '")
                    .append(path)
                    .append("'\n");
        }
        out.append("""
                        end
                    end
                    echo "$path"
                end

                function __NAME_at
                    test (__NAME_path) = "$argv"
                end

                complete -c NAME -e
                complete -c NAME -n 'not __NAME_at --' -f
                """.replace("NAME", name));
        words("");
        for (Option option : line.everywhere()) {
            option("", option);
        }
        complete("", "-l version -d 'Show the version.'");
        complete("", "-s h -l help -d 'Show how it works.'");
        for (String path : Completion.paths(line)) {
            words(path);
            Command command = line.commandAt(List.of(path.split(" ")), 0);
            if (command != null && command.path().equals(path)) {
                command(command);
            }
            complete(path, "-s h -l help -d 'Show how it works.'");
        }
        return out.toString();
    }

    private void words(String path) {
        for (String word : line.nextWords(path)) {
            String full = path.isEmpty() ? word : path + " " + word;
            Command command = line.commandAt(List.of(full.split(" ")), 0);
            String help = command == null ? "" : " -d '" + quoted(command.summary()) + "'";
            complete(path, "-a " + word + help);
        }
    }

    private void command(Command command) {
        for (Option option : Completion.options(line, command)) {
            option(command.path(), option);
        }
        if (!command.arguments().isEmpty()) {
            CompletionSource first = command.arguments().getFirst().completes();
            if (first != CompletionSource.NOTHING) {
                complete(command.path(), value(first, List.of()));
            }
        }
    }

    private void option(String path, Option option) {
        String letter = option.letter() == 0 ? "" : "-s " + option.letter() + " ";
        String value = option.takesValue() ? " " + required(option) : "";
        complete(path, letter + "-l " + option.name() + value + " -d '" + quoted(option.help()) + "'");
    }

    private String required(Option option) {
        return switch (option.completes()) {
            case NOTHING -> "-x";
            case FILES -> "-r -F";
            case FOLDERS, TASKS, WORDS -> "-x " + value(option.completes(), option.words());
        };
    }

    private String value(CompletionSource completes, List<String> words) {
        return switch (completes) {
            case NOTHING -> "";
            case FILES -> "-F";
            case FOLDERS -> "-a '(__fish_complete_directories)'";
            case TASKS -> "-a '(__" + line.program() + "_tasks)'";
            case WORDS -> "-a '" + quoted(String.join(" ", words)) + "'";
        };
    }

    private void complete(String path, String what) {
        String name = line.program();
        out.append("complete -c ")
                .append(name)
                .append(" -n \"__")
                .append(name)
                .append("_at '")
                .append(path)
                .append("'\" ");
        out.append(what).append('\n');
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
