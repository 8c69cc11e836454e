package dev.ralph.bus;

/// What a parser found at the place it was asked about.
sealed interface Step {
    /// @param end where to go on
    /// @param whole false for a record of a foreign writer that ends with the file: more of its body may follow
    record Found(Message message, int end, boolean whole) implements Step {}

    /// A legacy one-line record; its id is its line number, which the reader knows.
    record FoundLegacy(Lines.Legacy legacy, int start, int end) implements Step {}

    /// Something that is no message.
    record Skipped(String what, int start, int end) implements Step {}

    /// Nothing but blank lines.
    record Blank(int end) implements Step {}

    /// It cannot be told without more bytes; at the end of the file: not written to the end, or still being written.
    record Incomplete() implements Step {}
}
