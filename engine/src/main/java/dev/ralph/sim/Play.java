package dev.ralph.sim;

import dev.ralph.loop.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent does in one attempt: `exits(0).leavingDone().taking(Duration.ofMinutes(3))`.
///
/// @param ending      how it would end by itself
/// @param code        exit code or signal number
/// @param takes       how long it runs; one that hangs is silent from the start
/// @param leaves      the signal it leaves, or says in its last words; null for none
/// @param leavesAfter how long after its start it does so
/// @param right       whether the checks pass on what it left
/// @param children    how long each child goes on after the agent's start
/// @param limited     how long after its end its provider lets it work again, null when it does not limit it
/// @param uses        what it uses up
public record Play(
        How ending,
        int code,
        Duration takes,
        @Nullable Signal leaves,
        Duration leavesAfter,
        boolean right,
        List<Duration> children,
        @Nullable Duration limited,
        Use uses) {

    /// How an agent ends by itself.
    public enum How {
        EXITS,
        DIES_BY_SIGNAL,
        HANGS,
        CANNOT_START
    }

    public Play {
        children = List.copyOf(children);
        if (takes.isNegative() || leavesAfter.isNegative()) {
            throw new IllegalArgumentException("an agent takes no negative time: " + takes + ", " + leavesAfter);
        }
    }

    /// Works for ten seconds and exits.
    public static Play exits(int code) {
        return new Play(
                How.EXITS, code, Duration.ofSeconds(10), null, Duration.ZERO, true, List.of(), null, Use.NOTHING);
    }

    public static Play diesBySignal(int number) {
        return new Play(
                How.DIES_BY_SIGNAL,
                number,
                Duration.ofSeconds(10),
                null,
                Duration.ZERO,
                true,
                List.of(),
                null,
                Use.NOTHING);
    }

    /// Says nothing and never ends: only a limit or a stop ends it.
    public static Play hangs() {
        return new Play(How.HANGS, -1, Duration.ZERO, null, Duration.ZERO, true, List.of(), null, Use.NOTHING);
    }

    /// The program is not there, or may not be run.
    public static Play cannotStart() {
        return new Play(How.CANNOT_START, -1, Duration.ZERO, null, Duration.ZERO, true, List.of(), null, Use.NOTHING);
    }

    public Play taking(Duration changed) {
        return new Play(ending, code, changed, leaves, leavesAfter, right, children, limited, uses);
    }

    /// Writes DONE just before it ends.
    public Play leavingDone() {
        return leaving(Signal.DONE, takes);
    }

    /// Leaves a signal while it still runs, and goes on.
    public Play leaving(Signal signal, Duration after) {
        return new Play(ending, code, takes, signal, after, right, children, limited, uses);
    }

    /// Its provider ends it, and says when it may work again.
    public Play limitedFor(Duration changed) {
        return new Play(ending, code, takes, leaves, leavesAfter, right, children, changed, uses);
    }

    /// Uses this up, if it gets to its end.
    public Play using(Use changed) {
        return new Play(ending, code, takes, leaves, leavesAfter, right, children, limited, changed);
    }

    /// The checks will fail on what it left.
    public Play butWrong() {
        return new Play(ending, code, takes, leaves, leavesAfter, false, children, limited, uses);
    }

    /// Starts a child that goes on for this long, counted from the start of the agent.
    public Play withChild(Duration running) {
        List<Duration> more = new ArrayList<>(children);
        more.add(running);
        return new Play(ending, code, takes, leaves, leavesAfter, right, more, limited, uses);
    }
}
