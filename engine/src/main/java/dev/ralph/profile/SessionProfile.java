package dev.ralph.profile;

import dev.ralph.config.Profile;
import dev.ralph.config.PromptInput;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.LoopPaths;
import dev.ralph.projection.SessionStateFile;
import dev.ralph.session.ContinuationPrompt;
import dev.ralph.session.SessionNotice;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.Projection;
import dev.ralph.wording.Wording;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One conversation that continues until the promise, as specification 002 has it.
public final class SessionProfile implements Profile {

    @Override
    public String name() {
        return "session";
    }

    @Override
    public String summary() {
        return "one continuing conversation, until the promise";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of("session", "resume", "completion_promise", "DONE", "restart_delay", "500ms", "breaker", "5");
    }

    @Override
    public SessionRules rules() {
        return new SessionRules(Duration.ZERO, null, null);
    }

    @Override
    public Map<String, String> flags() {
        return Map.of("max_restarts", "max-iterations");
    }

    @Override
    public Wording wording() {
        return Words.ONLY;
    }

    /// Attempts that do not count may lie before the first turn: whoever takes it has not heard of the task.
    @Override
    public @Nullable String prompt(PromptInput input) {
        PromiseRule promise = input.policy().conversation().promise();
        if (promise == null) {
            return null;
        }
        String refusal = input.refusal();
        String text = input.iteration() == 1 && refusal == null
                ? input.task()
                : ContinuationPrompt.of(
                        input.iteration(),
                        input.policy().limits().attempts(),
                        promise.promise(),
                        input.task(),
                        refusal);
        for (String note : input.notes()) {
            text = ContinuationPrompt.noted(text, note);
        }
        return text;
    }

    @Override
    public List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
        return List.of(new SessionStateFile(paths, complaints));
    }

    private enum Words implements Wording {
        ONLY;

        @Override
        public String attemptsUsed(int allowed) {
            return SessionNotice.exhausted(allowed).message();
        }

        @Override
        public Optional<SessionNotice> nothingRuns() {
            return Optional.of(SessionNotice.NO_ACTIVE_LOOP);
        }

        @Override
        public Optional<SessionNotice> notice(Event event, LoopState state) {
            PromiseRule promise = state.policy().conversation().promise();
            int max = state.policy().limits().attempts();
            return switch (event) {
                case Event.LoopStarted _
                when promise != null -> Optional.of(SessionNotice.started(max, promise.promise()));
                case Event.AttemptStarted _
                when state.iteration() > 1 -> Optional.of(SessionNotice.progress(state.iteration(), max));
                case Event.LoopEnded ended ->
                    SessionNotice.ended(ended.reason(), state.iteration(), of(ended.reason()));
                default -> Optional.empty();
            };
        }
    }
}
