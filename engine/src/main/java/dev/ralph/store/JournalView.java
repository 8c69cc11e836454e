package dev.ralph.store;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The journal as those see it who only read.
public interface JournalView extends AutoCloseable {

    /// All entries of a loop in order; none when there is no such loop.
    List<Entry> entries(String loop);

    /// Entries with a `seq` greater than `after`.
    List<Entry> entriesAfter(String loop, long after);

    /// All loops, the one begun last first, whatever the clock said.
    List<LoopSummary> loops();

    Optional<LoopSummary> loop(String loop);

    /// Loops of a task, the one begun last first.
    List<LoopSummary> loopsOf(String task);

    /// Loops that have not ended and were ordered from inside one of this loop's runs, the one begun last first.
    default List<LoopSummary> openOrderedFrom(String loop) {
        Set<String> runs = new HashSet<>();
        attempts(loop).forEach(attempt -> runs.add(attempt.run()));
        return loops().stream()
                .filter(ordered ->
                        ordered.open() && runs.contains(ordered.head().parentRun()))
                .toList();
    }

    /// Attempts of a loop in order.
    List<AttemptSummary> attempts(String loop);

    @Override
    void close();
}
