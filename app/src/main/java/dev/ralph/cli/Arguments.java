package dev.ralph.cli;

import dev.ralph.cli.Option.Value;
import dev.ralph.config.NearestName;
import dev.ralph.wording.DurationText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One pass over the words of a command line.
final class Arguments {
    private final CommandLine line;
    private final List<String> words;
    private final Map<String, List<String>> values = new HashMap<>();
    private final List<String> loose = new ArrayList<>();
    private final List<String> rest = new ArrayList<>();
    private @Nullable Command command;
    private List<Option> options;
    private int at;
    /// What to say of a flag before any command, unless a sentence follows that it may belong to.
    private @Nullable Ended early;

    /// Ends the pass early.
    private static final class Ended extends Exception {
        private final transient ParsedCommandLine parsed;

        Ended(ParsedCommandLine parsed) {
            super(null, null, false, false);
            this.parsed = parsed;
        }
    }

    Arguments(CommandLine line, List<String> words) {
        this.line = line;
        this.words = List.copyOf(words);
        this.options = line.everywhere();
    }

    ParsedCommandLine parse() {
        try {
            while (at < words.size()) {
                next();
            }
            if (command == null) {
                throw new Ended(new ParsedCommandLine.Help(HelpText.overview(line)));
            }
            if (early != null && loose.isEmpty()) {
                throw early;
            }
            return new Invocation(command, options, values, placed(command), rest);
        } catch (Ended end) {
            return end.parsed;
        }
    }

    private void next() throws Ended {
        String word = words.get(at++);
        if (word.equals("--")) {
            afterDashes();
        } else if (word.equals("--help") || word.equals("-h")) {
            throw new Ended(
                    new ParsedCommandLine.Help(command == null ? HelpText.overview(line) : HelpText.of(line, command)));
        } else if (word.startsWith("--")) {
            longOption(word);
        } else if (word.length() > 1 && word.charAt(0) == '-') {
            shortOption(word);
        } else if (command == null) {
            name(word);
        } else if (early != null && loose.isEmpty() && !isSentence(word)) {
            throw early;
        } else {
            loose.add(word);
        }
    }

    static boolean isSentence(String word) {
        return word.strip().chars().anyMatch(Character::isWhitespace);
    }

    private void name(String word) throws Ended {
        Command found = line.commandAt(words, at - 1);
        if (found != null) {
            use(found);
            at += found.path().split(" ").length - 1;
            return;
        }
        Command sentences = line.forSentences();
        if (sentences != null && isSentence(word)) {
            use(sentences);
            loose.add(word);
            return;
        }
        if (word.equals("help")) {
            help();
        }
        List<Command> below = line.below(word);
        if (below.isEmpty()) {
            List<String> sentence = words.subList(at - 1, words.size()).stream()
                    .takeWhile(next -> !next.startsWith("-"))
                    .toList();
            throw misuse(line.unknown("", word, sentence));
        }
        if (at < words.size()
                && (words.get(at).equals("--help") || words.get(at).equals("-h"))) {
            throw new Ended(new ParsedCommandLine.Help(HelpText.group(line, word)));
        }
        String choices = String.join(", ", line.nextWords(word));
        String helpLine = line.program() + " " + word + " --help";
        throw new Ended(new ParsedCommandLine.Misuse(
                at < words.size() && !words.get(at).startsWith("-")
                        ? line.unknown(word, words.get(at))
                        : "'" + word + "' needs to know what to do: " + choices,
                helpLine));
    }

    private void use(Command found) {
        command = found;
        options = new ArrayList<>(found.options());
        options.addAll(line.everywhere());
    }

    private void help() throws Ended {
        Command about = line.commandAt(words, at);
        if (about != null) {
            throw new Ended(new ParsedCommandLine.Help(HelpText.of(line, about)));
        }
        if (at == words.size()) {
            throw new Ended(new ParsedCommandLine.Help(HelpText.overview(line)));
        }
        if (line.below(words.get(at)).isEmpty()) {
            throw misuse(line.unknown("", words.get(at)));
        }
        throw new Ended(new ParsedCommandLine.Help(HelpText.group(line, words.get(at))));
    }

    private void longOption(String word) throws Ended {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
        for (Option option : options) {
            if (option.name().equals(name)) {
                take(option, equals < 0 ? null : word.substring(equals + 1));
                return;
            }
        }
        if (command == null && word.equals("--version")) {
            throw new Ended(new ParsedCommandLine.Version());
        }
        Ended unknown = misuse(unknownOption("--" + name));
        Command sentences = command == null ? line.forSentences() : null;
        boolean isItsOwn = sentences != null
                && sentences.options().stream().anyMatch(option -> option.name().equals(name));
        if (sentences == null || !isItsOwn) {
            throw unknown;
        }
        use(sentences); // `ralph --plan "Fix the flaky test"`
        early = unknown;
        longOption(word);
    }

    private void shortOption(String word) throws Ended {
        if (word.length() == 2) {
            for (Option option : options) {
                if (option.letter() == word.charAt(1)) {
                    take(option, null);
                    return;
                }
            }
        }
        throw misuse(unknownOption(word));
    }

    private void take(Option option, @Nullable String attached) throws Ended {
        String value = "";
        if (option.takesValue()) {
            value = attached == null ? following(option) : attached;
            check(option, value);
        } else if (attached != null) {
            throw misuse(option.dashed() + " takes no value, but was given '" + attached + "'");
        }
        List<String> given = new ArrayList<>(values.getOrDefault(option.name(), List.of()));
        if (!given.isEmpty() && option.value() != Value.REPEATED && option.takesValue()) {
            throw misuse(
                    option.dashed() + " is given twice, as '" + given.getFirst() + "' and '" + value + "'; keep one");
        }
        given.add(value);
        values.put(option.name(), given);
    }

    /// The next word, unless it is plainly an option itself.
    private String following(Option option) throws Ended {
        if (at < words.size() && !looksLikeOption(words.get(at))) {
            return words.get(at++);
        }
        String found = at < words.size()
                ? ", but '" + words.get(at) + "' follows (if that is the value, write " + option.dashed() + "="
                        + words.get(at) + ")"
                : "";
        throw misuse(option.dashed() + " needs a value: " + option.dashed() + " " + option.placeholder() + found);
    }

    private boolean looksLikeOption(String word) {
        if (word.startsWith("--")) {
            return true;
        }
        if (word.length() == 2 && word.charAt(0) == '-') {
            for (Option option : options) {
                if (option.letter() == word.charAt(1)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void check(Option option, String value) throws Ended {
        try {
            switch (option.value()) {
                case DURATION -> DurationText.parse(value);
                case INTEGER -> Long.parseLong(value);
                case PATH, TEXT, REPEATED, FLAG -> {}
            }
        } catch (NumberFormatException e) {
            throw misuse(option.dashed() + ": found '" + value + "', expected a whole number");
        } catch (IllegalArgumentException e) {
            throw misuse(option.dashed() + ": " + e.getMessage());
        }
        if (option.value() == Value.PATH && (value.isEmpty() || value.indexOf('\0') >= 0)) {
            throw misuse(option.dashed() + ": found '" + value + "', expected a path");
        }
    }

    private void afterDashes() throws Ended {
        if (command == null) {
            throw misuse("name a command before --, as in " + line.program() + " run -- AGENT");
        }
        (command.rest() == null ? loose : rest).addAll(words.subList(at, words.size()));
        at = words.size();
    }

    private Map<String, List<String>> placed(Command found) throws Ended {
        Map<String, List<String>> placed = new HashMap<>();
        int from = 0;
        for (Argument argument : found.arguments()) {
            int to = argument.count() == Argument.Count.ANY ? loose.size() : Math.min(from + 1, loose.size());
            if (argument.count() == Argument.Count.ONE && to == from) {
                throw misuse(argument.name() + " is missing: " + HelpText.usage(line, found));
            }
            placed.put(argument.name(), List.copyOf(loose.subList(from, to)));
            from = to;
        }
        if (from < loose.size()) {
            throw misuse("'" + loose.get(from) + "' is one argument too many"
                    + (found.rest() == null
                            ? ""
                            : "; put quotes around the text, and -- before "
                                    + found.rest().name()));
        }
        return placed;
    }

    private String unknownOption(String word) {
        List<String> names = new ArrayList<>(List.of("--help"));
        for (Option option : options) {
            names.add(option.dashed());
        }
        String hint = NearestName.hint(word, names);
        if (hint.isEmpty() && command == null) {
            for (Command any : line.commands()) {
                for (Option option : any.options()) {
                    if (option.dashed().equals(word)) {
                        hint = "; it goes after a command, as in " + line.program() + " " + any.path() + " " + word;
                        return "unknown flag " + word + hint;
                    }
                }
            }
        }
        if (hint.isEmpty() && command != null && command.rest() != null) {
            hint = "; put -- before " + command.rest().name() + " if it belongs there";
        }
        return "unknown flag " + word + hint;
    }

    private Ended misuse(String message) {
        String of = command == null ? "" : " " + command.path();
        return new Ended(new ParsedCommandLine.Misuse(message, line.program() + of + " --help"));
    }
}
