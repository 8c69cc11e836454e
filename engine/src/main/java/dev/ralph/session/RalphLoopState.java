package dev.ralph.session;

import dev.ralph.signal.PromiseRule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A loop of one session, as it is stored.
///
/// @param iteration the turn the agent is in, from 1; a prompt counts once it was accepted
/// @param maxIterations how many turns the agent gets, at least one
/// @param startedAt to the millisecond, as it is stored
/// @param prompt the user's task
/// @param lastIterationAt when the last prompt was accepted; null before the first
/// @param description what people call the loop
public record RalphLoopState(
        boolean active,
        int iteration,
        int maxIterations,
        String completionPromise,
        Instant startedAt,
        String prompt,
        String sessionId,
        @Nullable Instant lastIterationAt,
        @Nullable String description) {

    /// The most characters a task may have: it is sent with every turn.
    public static final int LONGEST_PROMPT = 1 << 20;

    private static final int LONGEST_NAME = 4096;
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    public RalphLoopState {
        check(!sessionId.isBlank(), "the session id is empty, and an empty one never means any session");
        check(sessionId.length() <= LONGEST_NAME, "the session id has more than " + LONGEST_NAME + " characters");
        check(maxIterations >= 1, "maxIterations is " + maxIterations + "; a loop needs a finite limit of at least 1");
        check(iteration >= 1, "iteration is " + iteration + "; the first one is 1");
        check(!prompt.isBlank(), "the task is empty; say what to do");
        check(prompt.length() <= LONGEST_PROMPT, "the task has more than " + LONGEST_PROMPT + " characters");
        check(
                description == null || description.length() <= LONGEST_NAME,
                "the description has more than " + LONGEST_NAME + " characters");
        completionPromise = PromiseRule.session(completionPromise).promise();
        startedAt = millis(startedAt);
        lastIterationAt = lastIterationAt == null ? null : millis(lastIterationAt);
    }

    /// The state once the next prompt was accepted.
    RalphLoopState next(Instant now) {
        return with(iteration + 1, startedAt, now);
    }

    RalphLoopState begunAt(Instant at) {
        return with(iteration, at, lastIterationAt);
    }

    private RalphLoopState with(int turn, Instant begun, @Nullable Instant last) {
        return new RalphLoopState(
                active, turn, maxIterations, completionPromise, begun, prompt, sessionId, last, description);
    }

    /// Whether both are of the same start: a session may have one loop after another.
    boolean isSameLoop(RalphLoopState other) {
        return sessionId.equals(other.sessionId) && startedAt.equals(other.startedAt);
    }

    private static Instant millis(Instant at) {
        check(!at.isBefore(FIRST) && at.isBefore(LAST), "the time " + at + " is beyond all reason");
        return at.truncatedTo(ChronoUnit.MILLIS);
    }

    private static void check(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
