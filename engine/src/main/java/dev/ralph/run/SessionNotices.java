package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Talk;
import dev.ralph.session.Notice;
import dev.ralph.session.Notice.Variant;
import dev.ralph.signal.PromiseRule;
import java.util.Optional;

/// The notices of profile `session`, in the words of its specification: each follows from one entry of the journal.
public final class SessionNotices {
    private SessionNotices() {}

    /// @param state the one that the event led to
    public static Optional<Notice> of(Event event, LoopState state) {
        PromiseRule promise = state.policy().talk().promise();
        if (!isSession(state.policy()) || promise == null) {
            return Optional.empty();
        }
        int max = state.policy().limits().attempts();
        return switch (event) {
            case Event.LoopStarted _ -> Optional.of(Notice.started(max, promise.promise()));
            case Event.AttemptStarted _
            when state.iteration() > 1 -> Optional.of(Notice.progress(state.iteration(), max));
            case Event.LoopEnded ended -> ended(ended, state);
            default -> Optional.empty();
        };
    }

    /// Whether it is a loop of the kind that specification 002 describes.
    static boolean isSession(Policy policy) {
        return policy.mode() == Policy.Mode.LOOP
                && policy.talk().prompts() == Talk.Prompts.CONTINUATION
                && policy.talk().promise() != null;
    }

    /// A loop that the user breaks off ends without a notice, as its specification has it.
    private static Optional<Notice> ended(Event.LoopEnded ended, LoopState state) {
        return switch (ended.outcome()) {
            case COMPLETED -> Optional.of(Notice.complete(state.iteration()));
            case CANCELLED -> Optional.of(Notice.cancelled(state.iteration()));
            case EXHAUSTED, BLOCKED -> Optional.of(Notice.stopped(ended.reason(), Variant.WARNING));
            case FAILED, FATAL -> Optional.of(Notice.stopped(ended.reason(), Variant.ERROR));
            case STOPPED, WAITING -> Optional.empty();
        };
    }
}
