package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import java.time.Duration;

/// Something that comes from outside, neither from the engine nor from the agent.
public sealed interface Visit {

    /// A person asks; stays asked until the journal has it.
    record Asks(Event request) implements Visit {}

    /// A person or another program leaves a signal in the task folder.
    record Leaves(Signal signal) implements Visit {}

    /// The world finds something that makes no sense, such as a directory named DONE.
    record Breaks(Event.TroubleFound trouble) implements Visit {}

    /// Somebody sets the clock.
    record SetsClock(Duration by) implements Visit {}

    /// A child of an earlier run is still there for this long.
    record StartsChild(Duration running) implements Visit {}

    /// Somebody commits to the branch that accepted work goes to.
    ///
    /// @param right whether checks pass on top of it, if they did before
    record MovesBranch(boolean right) implements Visit {}

    static Visit stop() {
        return new Asks(new Event.StopRequested(StopKind.STOP, "a user"));
    }

    static Visit cancel() {
        return new Asks(new Event.StopRequested(StopKind.CANCEL, "a user"));
    }

    static Visit stopAfterAttempt() {
        return new Asks(new Event.StopRequested(StopKind.AFTER_ATTEMPT, "a user"));
    }

    static Visit hold() {
        return new Asks(new Event.Held("a user"));
    }

    static Visit release() {
        return new Asks(new Event.Released("a user"));
    }

    static Visit done() {
        return new Leaves(Signal.DONE);
    }

    static Visit waitMarker() {
        return new Leaves(Signal.WAIT_MARKER);
    }

    static Visit trouble(Reason.Trouble trouble) {
        return new Breaks(new Event.TroubleFound(trouble));
    }

    static Visit clockJump(Duration by) {
        return new SetsClock(by);
    }

    static Visit branchMoves(boolean right) {
        return new MovesBranch(right);
    }

    static Visit child(Duration running) {
        return new StartsChild(running);
    }
}
