package dev.ralph.cli;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Talk;
import dev.ralph.session.Notice;
import dev.ralph.signal.PromiseRule;
import java.util.List;
import java.util.Optional;

/// The notices of profile `session`, in the words of its specification.
final class SessionLines {
    private SessionLines() {}

    static List<String> of(Event event, LoopState state) {
        PromiseRule promise = state.policy().talk().promise();
        if (state.policy().talk().prompts() != Talk.Prompts.CONTINUATION || promise == null) {
            return List.of();
        }
        return notice(event, state, promise)
                .map(notice -> List.of(notice.title() + ": " + notice.message()))
                .orElse(List.of());
    }

    static Optional<Notice> notice(Event event, LoopState state, PromiseRule promise) {
        int max = state.policy().limits().attempts();
        int iteration = Math.max(1, state.attempts());
        return switch (event) {
            case Event.LoopStarted _ -> Optional.of(Notice.started(max, promise.promise()));
            case Event.AttemptStarted started
            when started.attempt() > 1 -> Optional.of(Notice.progress(started.attempt(), max));
            case Event.LoopEnded ended
            when ended.outcome() == Outcome.COMPLETED -> Optional.of(Notice.complete(iteration));
            case Event.LoopEnded ended
            when ended.outcome() == Outcome.EXHAUSTED -> Optional.of(Notice.exhausted(ended.reason()));
            case Event.LoopEnded ended
            when ended.outcome() == Outcome.CANCELLED -> Optional.of(Notice.cancelled(iteration));
            default -> Optional.empty();
        };
    }
}
