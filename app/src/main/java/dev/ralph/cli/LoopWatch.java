package dev.ralph.cli;

import dev.ralph.paths.StateLayout;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.FileLeases;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import java.util.List;

/// Looks at one loop from outside while it goes on.
record LoopWatch(StateLayout layout, JournalView journal, String loop) {
    /// @param alive    a process runs the loop; asked before the attempts were read, so a loop that is not alive has
    ///                 no other attempts
    /// @param attempts in order
    record Look(boolean alive, List<AttemptSummary> attempts) {}

    Look look() {
        boolean alive = alive();
        return new Look(alive, journal.attempts(loop));
    }

    boolean alive() {
        LoopSummary summary = journal.loop(loop).orElse(null);
        if (summary == null || !summary.open()) {
            return false;
        }
        return new FileLeases(layout.locks())
                .whoHolds(Leases.key(summary.head()))
                .isPresent();
    }
}
