package dev.ralph.wording;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.session.Notice;
import dev.ralph.session.Notice.Variant;
import dev.ralph.signal.PromiseRule;
import java.util.Optional;

/// Profile `session`, in the words of specification 002.
enum SessionWording implements Wording {
    ONLY;

    static final String PROFILE = "session";

    @Override
    public String attemptsUsed(int allowed) {
        return Notice.exhausted(allowed).message();
    }

    @Override
    public Optional<Notice> notice(Event event, LoopState state) {
        PromiseRule promise = state.policy().talk().promise();
        int max = state.policy().limits().attempts();
        return switch (event) {
            case Event.LoopStarted _ when promise != null -> Optional.of(Notice.started(max, promise.promise()));
            case Event.AttemptStarted _
            when state.iteration() > 1 -> Optional.of(Notice.progress(state.iteration(), max));
            case Event.LoopEnded ended -> ended(ended.reason(), state);
            default -> Optional.empty();
        };
    }

    /// A loop that the user breaks off ends without a notice, as its specification has it.
    private Optional<Notice> ended(Reason reason, LoopState state) {
        return switch (reason.outcome()) {
            case COMPLETED -> Optional.of(Notice.complete(state.iteration()));
            case CANCELLED -> Optional.of(Notice.cancelled(state.iteration()));
            case EXHAUSTED, BLOCKED -> Optional.of(Notice.stopped(of(reason), Variant.WARNING));
            case FAILED, FATAL -> Optional.of(Notice.stopped(of(reason), Variant.ERROR));
            case STOPPED, WAITING -> Optional.empty();
        };
    }
}
