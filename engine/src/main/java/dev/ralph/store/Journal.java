package dev.ralph.store;

import java.util.List;

/// The journal promises:
/// 1. Entries that [#append] returned for survive a power cut.
/// 2. Two writers of the same loop: exactly one succeeds, the other gets [NotOurs] and has written nothing.
/// 3. Entries of one append appear together or not at all.
/// 4. Reading yields a prefix of what was appended, never a torn entry.
/// 5. The summaries say what the entries imply; they change in the same transaction.
///
/// Whatever goes wrong with the file is a [JournalTrouble].
public interface Journal extends JournalView {

    /// Makes the loop known. It becomes visible, and durable, together with its first entry, which must be appended
    /// next.
    void begin(LoopHead head);

    /// Appends entries whose `seq` goes on exactly where the loop's journal ends.
    ///
    /// @throws NotOurs when somebody else already wrote an entry of that `seq`
    /// @throws dev.ralph.machine.IllegalEvent when an event cannot follow the ones before it
    /// @throws IllegalArgumentException when the loop never began, or entries in between are missing
    void append(String loop, List<Entry> entries);
}
