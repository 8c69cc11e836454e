package dev.ralph.session;

import dev.ralph.session.LoopStates.Stored;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What one process remembers of one session's loop between events: one thing at a time happens to a loop.
///
/// Time is told by whoever calls, through [Timer]: a clock that is set does not matter here.
final class SessionWatch {
    private enum Phase {
        /// The agent works, or nothing is known.
        FREE,
        /// A turn has ended; it is judged, and the next prompt waits for its delay.
        LOOKING,
        /// The next prompt is being handed over.
        DISPATCHING,
        /// It was accepted a moment ago; programs tell the end of the turn before once more.
        SETTLING,
        /// Nothing more is done for this loop, whatever its state on disk says.
        OVER
    }

    enum Answer {
        LOOK,
        /// Told twice, or already being dealt with.
        DUPLICATE,
        RECOVERING
    }

    /// What lies before is not looked at.
    ///
    /// @param messages the number of messages in the session
    record Since(int messages, Instant at) {}

    private static final int MOST_FAILURES = 3;

    private Phase phase = Phase.FREE;
    /// An end of a turn was told when nobody could say which turn it was.
    private boolean unclear;
    /// A window of recovery ended while the session was being looked at.
    private boolean again;
    /// Counts errors; a window ends only with the last one.
    private int errors;
    private boolean recovering;
    private int failures;
    private int messagesAtDispatch;
    private @Nullable Since refused;

    /// A turn has ended.
    synchronized Answer idle() {
        if (recovering) {
            return Answer.RECOVERING;
        }
        return switch (phase) {
            case FREE -> {
                phase = Phase.LOOKING;
                yield Answer.LOOK;
            }
            case LOOKING, OVER -> Answer.DUPLICATE;
            case DISPATCHING, SETTLING -> {
                unclear = true;
                yield Answer.DUPLICATE;
            }
        };
    }

    /// An error begins a window of recovery, or prolongs it; the number of the window.
    synchronized int failed() {
        recovering = true;
        return ++errors;
    }

    /// A window of recovery has ended: true when it was the last one, and the session is to be looked at now.
    synchronized boolean recovered(int window) {
        if (window != errors) {
            return false;
        }
        recovering = false;
        again = phase == Phase.LOOKING;
        return idle() == Answer.LOOK;
    }

    /// False when an error came between: the end of its window looks again.
    ///
    /// @param messages how many there are now
    synchronized boolean beginsDispatch(int messages) {
        if (recovering || phase == Phase.OVER) {
            return false;
        }
        phase = Phase.DISPATCHING;
        unclear = false;
        again = false;
        messagesAtDispatch = messages;
        return true;
    }

    synchronized void dispatched() {
        phase = Phase.SETTLING;
    }

    /// The moment after a dispatch is over: true when the end of a turn was told in it and has to be looked into.
    synchronized boolean settled() {
        if (phase != Phase.SETTLING) {
            return false;
        }
        boolean look = unclear && !recovering;
        unclear = false;
        phase = look ? Phase.LOOKING : Phase.FREE;
        return look;
    }

    /// The session was looked at, or a prompt was handed over: true when it has to be looked at once more.
    synchronized boolean done() {
        boolean look = again && phase == Phase.LOOKING;
        again = false;
        if (!look && (phase == Phase.LOOKING || phase == Phase.DISPATCHING)) {
            phase = Phase.FREE;
        }
        return look;
    }

    synchronized void over() {
        phase = Phase.OVER;
    }

    synchronized int messagesAtDispatch() {
        return messagesAtDispatch;
    }

    /// A promise was not accepted: it has to be given anew.
    synchronized void refuse(Since all) {
        refused = all;
    }

    synchronized Since since(Stored loop) {
        return refused == null ? new Since(loop.messages(), loop.state().startedAt()) : refused;
    }

    /// The session could not be read: true when it has been so too often in a row.
    synchronized boolean unreadable() {
        return ++failures >= MOST_FAILURES;
    }

    synchronized void readable() {
        failures = 0;
    }
}
