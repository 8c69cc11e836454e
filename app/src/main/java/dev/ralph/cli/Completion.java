package dev.ralph.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a shell offers for the last of some words when somebody presses tab.
final class Completion {
    private final CommandLine line;
    private final Supplier<? extends Iterable<String>> tasks;
    private String path = "";
    private @Nullable Command command;
    private @Nullable Option open;
    private int arguments;
    private boolean afterDashes;

    private Completion(CommandLine line, Supplier<? extends Iterable<String>> tasks) {
        this.line = line;
        this.tasks = tasks;
    }

    /// What to offer.
    ///
    /// @param candidates each with what it means behind a tab, where that is known
    record Offer(CompletionSource source, List<String> candidates) {
        private static Offer of(CompletionSource source) {
            return new Offer(source, List.of());
        }

        private static Offer words(String beginning, List<String> words) {
            List<String> fitting = new ArrayList<>(words);
            fitting.removeIf(word -> !word.startsWith(beginning));
            return new Offer(CompletionSource.WORDS, fitting);
        }
    }

    /// @param words what is typed behind the program's name, up to where the cursor is: the last one is completed
    /// @param tasks the names of the project's tasks
    static Offer of(CommandLine line, List<String> words, Supplier<? extends Iterable<String>> tasks) {
        List<String> before = new ArrayList<>(words);
        String last = before.isEmpty() ? "" : before.removeLast();
        // bash takes --task=x apart.
        if (last.equals("=")) {
            last = "";
        } else if (!before.isEmpty() && before.getLast().equals("=")) {
            before.removeLast();
        }
        Completion completion = new Completion(line, tasks);
        before.forEach(completion::pass);
        return completion.offer(last);
    }

    private void pass(String word) {
        if (open != null) {
            open = null;
        } else if (afterDashes || word.equals("--")) {
            afterDashes = true;
        } else if (word.startsWith("-")) {
            open = word.contains("=") ? null : valued(word);
        } else if (command == null && path.isEmpty() && Arguments.isSentence(word)) {
            command = line.forSentences();
            arguments++;
        } else if (command == null && line.nextWords(path).contains(word)) {
            path = path.isEmpty() ? word : path + " " + word;
            command = line.commandAt(List.of(path.split(" ")), 0);
        } else {
            arguments++;
        }
    }

    private Offer offer(String last) {
        if (open != null) {
            return value(open, "", last);
        }
        if (afterDashes) {
            return Offer.of(CompletionSource.FILES);
        }
        int equals = last.indexOf('=');
        if (last.startsWith("--") && equals > 0) {
            Option option = valued(last.substring(0, equals));
            return option == null
                    ? Offer.of(CompletionSource.NOTHING)
                    : value(option, last.substring(0, equals + 1), last.substring(equals + 1));
        }
        if (last.startsWith("-")) {
            return Offer.words(last, flags());
        }
        return command == null ? Offer.words(last, next()) : argument(command, last);
    }

    private @Nullable Option valued(String word) {
        for (Option option : options()) {
            boolean named = word.equals(option.dashed()) || word.equals("-" + option.letter());
            if (named && option.takesValue()) {
                return option;
            }
        }
        return null;
    }

    private List<Option> options() {
        List<Option> options = new ArrayList<>(command == null ? List.of() : command.options());
        options.addAll(line.everywhere());
        return options;
    }

    private List<String> flags() {
        List<String> flags = new ArrayList<>();
        for (Option option : options()) {
            flags.add(option.dashed() + "\t" + option.help());
            if (option.letter() != 0) {
                flags.add("-" + option.letter() + "\t" + option.help());
            }
        }
        flags.add("--help\tShow how it works.");
        if (command == null && path.isEmpty()) {
            flags.add("--version\tShow the version.");
        }
        return flags;
    }

    private List<String> next() {
        List<String> next = new ArrayList<>();
        for (String word : line.nextWords(path)) {
            String full = path.isEmpty() ? word : path + " " + word;
            Command named = line.commandAt(List.of(full.split(" ")), 0);
            next.add(named == null ? word : word + "\t" + named.summary());
        }
        return next;
    }

    private Offer argument(Command found, String last) {
        List<Argument> known = found.arguments();
        boolean any = !known.isEmpty() && known.getLast().count() == Argument.Count.ANY;
        if (arguments >= known.size() && !any) {
            return Offer.of(CompletionSource.NOTHING);
        }
        Argument argument = known.get(Math.min(arguments, known.size() - 1));
        return argument.completes() == CompletionSource.TASKS ? tasks("", last) : Offer.of(argument.completes());
    }

    private Offer value(Option option, String before, String last) {
        return switch (option.completes()) {
            case TASKS -> tasks(before, last);
            case WORDS -> {
                boolean list = option.value() == Option.Value.REPEATED;
                String head = before + (list ? last.substring(0, last.lastIndexOf(',') + 1) : "");
                yield Offer.words(before + last, with(head, option.words()));
            }
            case NOTHING, FILES, FOLDERS -> Offer.of(option.completes());
        };
    }

    private Offer tasks(String before, String last) {
        return Offer.words(before + last, with(before, tasks.get()));
    }

    private static List<String> with(String before, Iterable<String> words) {
        List<String> all = new ArrayList<>();
        words.forEach(word -> all.add(before + word));
        return all;
    }
}
