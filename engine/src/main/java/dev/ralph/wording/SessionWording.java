package dev.ralph.wording;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.session.SessionNotice;
import dev.ralph.session.SessionNotice.Variant;
import dev.ralph.signal.PromiseRule;
import java.util.Optional;

/// Profile `session`, in the words of specification 002.
enum SessionWording implements Wording {
    ONLY;

    static final String PROFILE = "session";

    @Override
    public String attemptsUsed(int allowed) {
        return SessionNotice.exhausted(allowed).message();
    }

    @Override
    public Optional<SessionNotice> notice(Event event, LoopState state) {
        PromiseRule promise = state.policy().talk().promise();
        int max = state.policy().limits().attempts();
        return switch (event) {
            case Event.LoopStarted _ when promise != null -> Optional.of(SessionNotice.started(max, promise.promise()));
            case Event.AttemptStarted _
            when state.iteration() > 1 -> Optional.of(SessionNotice.progress(state.iteration(), max));
            case Event.LoopEnded ended -> ended(ended.reason(), state);
            default -> Optional.empty();
        };
    }

    /// A loop that the user breaks off ends without a notice, as its specification has it.
    private Optional<SessionNotice> ended(Reason reason, LoopState state) {
        return switch (reason.outcome()) {
            case COMPLETED -> Optional.of(SessionNotice.complete(state.iteration()));
            case CANCELLED -> Optional.of(SessionNotice.cancelled(state.iteration()));
            case EXHAUSTED, BLOCKED -> Optional.of(SessionNotice.stopped(of(reason), Variant.WARNING));
            case FAILED, FATAL -> Optional.of(SessionNotice.stopped(of(reason), Variant.ERROR));
            case STOPPED, WAITING -> Optional.empty();
        };
    }
}
