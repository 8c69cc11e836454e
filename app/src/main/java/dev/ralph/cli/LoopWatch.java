package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import java.util.List;

/// Looks at one loop from outside while it goes on.
record LoopWatch(Ralph ralph, JournalView journal, String loop) {
    /// @param alive    a process runs the loop; asked before the attempts were read, so a loop that is not alive has
    ///                 no other attempts
    /// @param attempts in order
    record Look(boolean alive, List<AttemptSummary> attempts) {}

    Look look() {
        boolean alive = alive();
        return new Look(alive, journal.attempts(loop));
    }

    boolean alive() {
        return journal.loop(loop).filter(ralph::isRunning).isPresent();
    }
}
