package dev.ralph.cli;

import java.util.List;
import java.util.function.Supplier;

/// A flag of a command.
///
/// @param name the long name without dashes
/// @param letter the short name, or 0 for none
/// @param placeholder stands for the value in usage lines; empty for [Value#FLAG]
/// @param usual what holds when it is not given, for the help text, made when that is shown; empty for nothing to say
/// @param words the words offered by completion where only a few make sense
/// @param title what it stands under in the help text; empty for among the first
record Option(
        String name,
        char letter,
        Value value,
        String placeholder,
        String help,
        Supplier<String> usual,
        CompletionSource completes,
        List<String> words,
        String title) {

    /// What follows the name.
    enum Value {
        /// Nothing: it is there or not.
        FLAG,
        TEXT,
        DURATION,
        INTEGER,
        PATH,
        /// A text, and the option may be given again.
        REPEATED
    }

    public Option {
        words = List.copyOf(words);
        if (name.isEmpty() || name.charAt(0) == '-' || name.indexOf('=') >= 0 || name.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("not the name of an option: '" + name + "'");
        }
        if ((value == Value.FLAG) != placeholder.isEmpty()) {
            throw new IllegalArgumentException("--" + name + ": a placeholder goes with a value, and only with one");
        }
    }

    public static Option flag(String name, String help) {
        return of(name, Value.FLAG, "", help, CompletionSource.NOTHING);
    }

    public static Option text(String name, String placeholder, String help) {
        return of(name, Value.TEXT, placeholder, help, CompletionSource.NOTHING);
    }

    public static Option duration(String name, String help) {
        return of(name, Value.DURATION, "DURATION", help, CompletionSource.NOTHING);
    }

    public static Option integer(String name, String placeholder, String help) {
        return of(name, Value.INTEGER, placeholder, help, CompletionSource.NOTHING);
    }

    public static Option path(String name, String placeholder, String help) {
        return of(name, Value.PATH, placeholder, help, CompletionSource.FILES);
    }

    public static Option repeated(String name, String placeholder, String help) {
        return of(name, Value.REPEATED, placeholder, help, CompletionSource.NOTHING);
    }

    /// The same option, also as `-f`.
    public Option letter(char shortName) {
        return new Option(name, shortName, value, placeholder, help, usual, completes, words, title);
    }

    /// The same option with its default named in the help text.
    public Option standard(String text) {
        return standard(() -> text);
    }

    public Option standard(Supplier<String> text) {
        return new Option(name, letter, value, placeholder, help, text, completes, words, title);
    }

    String standard() {
        return usual.get();
    }

    /// The same option with something to offer for completion.
    public Option completes(CompletionSource what) {
        return new Option(name, letter, value, placeholder, help, usual, what, words, title);
    }

    /// The same option with the few words that make sense. They are offered, not enforced.
    public Option words(List<String> offered) {
        return new Option(name, letter, value, placeholder, help, usual, CompletionSource.WORDS, offered, title);
    }

    /// The same option in another part of the help text.
    public Option under(String other) {
        return new Option(name, letter, value, placeholder, help, usual, completes, words, other);
    }

    /// `--name`.
    public String dashed() {
        return "--" + name;
    }

    boolean takesValue() {
        return value != Value.FLAG;
    }

    private static Option of(String name, Value value, String placeholder, String help, CompletionSource completes) {
        return new Option(name, (char) 0, value, placeholder, help, () -> "", completes, List.of(), "");
    }
}
