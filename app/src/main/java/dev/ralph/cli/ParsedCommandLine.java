package dev.ralph.cli;

/// What a command line turned out to be.
sealed interface ParsedCommandLine
        permits Invocation, ParsedCommandLine.Help, ParsedCommandLine.Version, ParsedCommandLine.Misuse {
    /// Somebody wants to know how it works; the text is for standard output.
    record Help(String text) implements ParsedCommandLine {}

    /// `ralph --version`.
    record Version() implements ParsedCommandLine {}

    /// It cannot be understood; exit code 2.
    ///
    /// @param message what is wrong, on one line
    /// @param help the line that shows how it is right, such as `ralph run --help`
    record Misuse(String message, String help) implements ParsedCommandLine {}
}
