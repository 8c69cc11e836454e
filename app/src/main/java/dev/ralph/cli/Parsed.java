package dev.ralph.cli;

/// What a command line turned out to be.
public sealed interface Parsed permits Invocation, Parsed.Help, Parsed.Version, Parsed.Misuse {
    /// Somebody wants to know how it works; the text is for standard output.
    record Help(String text) implements Parsed {}

    /// `ralph --version`.
    record Version() implements Parsed {}

    /// It cannot be understood; exit code 2.
    ///
    /// @param message what is wrong, on one line
    /// @param help the line that shows how it is right, such as `ralph run --help`
    record Misuse(String message, String help) implements Parsed {}
}
