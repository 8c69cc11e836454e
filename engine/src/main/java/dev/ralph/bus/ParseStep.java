package dev.ralph.bus;

/// What a parser found at the place it was asked about.
sealed interface ParseStep {
    /// @param end where to go on
    /// @param whole false for a record of a foreign writer that ends with the file: more of its body may follow
    record Found(BusMessage message, int end, boolean whole) implements ParseStep {}

    /// A legacy one-line record; its id is its line number, which the reader knows.
    record FoundLegacy(BusLines.Legacy legacy, int start, int end) implements ParseStep {}

    /// Something that is no message.
    record Skipped(String what, int start, int end) implements ParseStep {}

    /// Nothing but blank lines.
    record Blank(int end) implements ParseStep {}

    /// It cannot be told without more bytes; at the end of the file: not written to the end, or still being written.
    record Incomplete() implements ParseStep {}
}
