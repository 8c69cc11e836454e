package dev.ralph.store;

import java.util.List;
import java.util.Optional;

/// The journal promises:
/// 1. Entries that [#append] returned for survive a power cut.
/// 2. Two writers of the same loop: exactly one succeeds, the other gets [NotOurs] and has written nothing.
/// 3. Entries of one append appear together or not at all.
/// 4. Reading yields a prefix of what was appended, never a torn entry.
/// 5. The summaries say what the entries imply; they change in the same transaction.
public interface Journal extends AutoCloseable {

    /// Makes the loop known. Its first entry must be appended next.
    void begin(LoopHead head);

    /// Appends entries whose `seq` goes on exactly where the loop's journal ends.
    void append(String loop, List<Entry> entries);

    /// All entries of a loop in order.
    List<Entry> entries(String loop);

    /// Entries with a `seq` greater than `after`.
    List<Entry> entriesAfter(String loop, long after);

    /// All loops, newest first.
    List<LoopSummary> loops();

    Optional<LoopSummary> loop(String loop);

    /// Loops of a task, newest first.
    List<LoopSummary> loopsOf(String task);

    /// Attempts of a loop in order.
    List<AttemptSummary> attempts(String loop);

    @Override
    void close();
}
