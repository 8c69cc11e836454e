package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import java.time.Duration;

/// Something that comes from outside, neither from the engine nor from the agent.
public sealed interface OutsideEvent {

    /// A person asks; stays asked until the journal has it.
    record Asks(Event request) implements OutsideEvent {}

    /// A person or another program leaves a signal in the task folder.
    record Leaves(Signal signal) implements OutsideEvent {}

    /// The world finds something that makes no sense, such as a directory named DONE.
    record Breaks(Event.TroubleFound trouble) implements OutsideEvent {}

    /// Somebody sets the clock.
    record SetsClock(Duration by) implements OutsideEvent {}

    /// A child of an earlier run is still there for this long.
    record StartsChild(Duration running) implements OutsideEvent {}

    /// Somebody commits to the branch that accepted work goes to.
    ///
    /// @param right whether checks pass on top of it, if they did before
    record MovesBranch(boolean right) implements OutsideEvent {}

    static OutsideEvent stop() {
        return new Asks(new Event.StopRequested(StopKind.STOP, "a user"));
    }

    static OutsideEvent cancel() {
        return new Asks(new Event.StopRequested(StopKind.CANCEL, "a user"));
    }

    static OutsideEvent stopAfterAttempt() {
        return new Asks(new Event.StopRequested(StopKind.AFTER_ATTEMPT, "a user"));
    }

    static OutsideEvent hold() {
        return new Asks(new Event.Held("a user"));
    }

    static OutsideEvent release() {
        return new Asks(new Event.Released("a user"));
    }

    static OutsideEvent tell(String text) {
        return new Asks(new Event.Told(text));
    }

    static OutsideEvent allow(int attempts) {
        return new Asks(new Event.TermsChanged(attempts, null, "a user"));
    }

    static OutsideEvent done() {
        return new Leaves(Signal.DONE);
    }

    static OutsideEvent waitMarker() {
        return new Leaves(Signal.WAIT_MARKER);
    }

    static OutsideEvent trouble(Reason.Trouble trouble) {
        return new Breaks(new Event.TroubleFound(trouble));
    }

    static OutsideEvent clockJump(Duration by) {
        return new SetsClock(by);
    }

    static OutsideEvent branchMoves(boolean right) {
        return new MovesBranch(right);
    }

    static OutsideEvent child(Duration running) {
        return new StartsChild(running);
    }
}
