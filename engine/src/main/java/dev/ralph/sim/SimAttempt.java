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
/// @param findings    why it sends the work back where it may, none for one that does not
public record SimAttempt(
        How ending,
        int code,
        Duration takes,
        @Nullable Signal leaves,
        Duration leavesAfter,
        boolean right,
        List<Duration> children,
        @Nullable Duration limited,
        SimUsage uses,
        List<String> findings) {

    /// How an agent ends by itself.
    public enum How {
        EXITS,
        DIES_BY_SIGNAL,
        HANGS,
        CANNOT_START
    }

    public SimAttempt {
        children = List.copyOf(children);
        findings = List.copyOf(findings);
        if (takes.isNegative() || leavesAfter.isNegative()) {
            throw new IllegalArgumentException("an agent takes no negative time: " + takes + ", " + leavesAfter);
        }
    }

    private static SimAttempt of(How ending, int code, Duration takes) {
        return new SimAttempt(
                ending, code, takes, null, Duration.ZERO, true, List.of(), null, SimUsage.NOTHING, List.of());
    }

    /// Works for ten seconds and exits.
    public static SimAttempt exits(int code) {
        return of(How.EXITS, code, Duration.ofSeconds(10));
    }

    public static SimAttempt diesBySignal(int number) {
        return of(How.DIES_BY_SIGNAL, number, Duration.ofSeconds(10));
    }

    /// Says nothing and never ends: only a limit or a stop ends it.
    public static SimAttempt hangs() {
        return of(How.HANGS, -1, Duration.ZERO);
    }

    /// The program is not there, or may not be run.
    public static SimAttempt cannotStart() {
        return of(How.CANNOT_START, -1, Duration.ZERO);
    }

    public SimAttempt taking(Duration changed) {
        return new SimAttempt(ending, code, changed, leaves, leavesAfter, right, children, limited, uses, findings);
    }

    /// Writes DONE just before it ends.
    public SimAttempt leavingDone() {
        return leaving(Signal.DONE, takes);
    }

    /// Leaves a signal while it still runs, and goes on.
    public SimAttempt leaving(Signal signal, Duration after) {
        return new SimAttempt(ending, code, takes, signal, after, right, children, limited, uses, findings);
    }

    /// Its provider ends it, and says when it may work again.
    public SimAttempt limitedFor(Duration changed) {
        return new SimAttempt(ending, code, takes, leaves, leavesAfter, right, children, changed, uses, findings);
    }

    /// Uses this up, if it gets to its end.
    public SimAttempt using(SimUsage changed) {
        return new SimAttempt(ending, code, takes, leaves, leavesAfter, right, children, limited, changed, findings);
    }

    /// Sends the work back, where it may.
    public SimAttempt rejecting(String... why) {
        return new SimAttempt(ending, code, takes, leaves, leavesAfter, right, children, limited, uses, List.of(why));
    }

    /// The checks will fail on what it left.
    public SimAttempt butWrong() {
        return new SimAttempt(ending, code, takes, leaves, leavesAfter, false, children, limited, uses, findings);
    }

    /// Starts a child that goes on for this long, counted from the start of the agent.
    public SimAttempt withChild(Duration running) {
        List<Duration> more = new ArrayList<>(children);
        more.add(running);
        return new SimAttempt(ending, code, takes, leaves, leavesAfter, right, more, limited, uses, findings);
    }
}
