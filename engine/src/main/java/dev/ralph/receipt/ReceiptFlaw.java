package dev.ralph.receipt;

/// Something about the receipts of a loop that cannot be if nobody changed them.
///
/// @param line the line of the file it is about, 0 for all of it
/// @param words what is wrong
public record ReceiptFlaw(long line, Kind kind, String words) {
    /// What is wrong.
    public enum Kind {
        /// A line is not what was written.
        CHANGED,
        /// A line does not follow the one before it: something was removed, added or moved.
        UNCHAINED,
        /// A line belongs to another loop.
        FOREIGN,
        /// The journal names a receipt that is not there.
        MISSING,
        /// What a check printed is not what its receipt says.
        OUTPUT_CHANGED,
        /// The file cannot be read.
        UNREADABLE
    }

    @Override
    public String toString() {
        return (line == 0 ? "" : "line " + line + ": ") + words;
    }
}
