package dev.ralph;

import dev.ralph.budget.Spent;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.StreamHead;
import dev.ralph.process.Progress;
import java.util.Optional;

/// A task that somebody looks at while it runs, in this process or in another one.
public sealed interface WatchedTask permits RunningTask, AttachedTask {
    StreamHead head();

    /// Where it stands, as of the last entry that became durable.
    LoopState state();

    /// What the running attempt has used so far, as its agent says; empty where none runs, or nobody knows.
    Optional<Spent> spent();

    /// Of the running attempt, if one runs and this process knows.
    Optional<Progress> progress();
}
