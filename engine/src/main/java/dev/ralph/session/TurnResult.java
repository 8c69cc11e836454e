package dev.ralph.session;

import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What follows from what the agent said.
sealed interface TurnResult {
    /// The promise is kept, and nobody objects.
    record Complete() implements TurnResult {}

    record Blocked() implements TurnResult {}

    /// The agent answered with nothing; it would do so again.
    record Silent() implements TurnResult {}

    /// @param reason what the agent is told about its last turn; null for nothing
    /// @param claimed whether it gave the promise, and was not believed
    record GoOn(@Nullable String reason, boolean claimed) implements TurnResult {}

    static TurnResult of(RalphLoopConfig config, SessionHost host, RalphLoopState state, SessionWords said) {
        PromiseRule rule = rule(config, state);
        return switch (said.finding(rule)) {
            case PromiseFinding.Kept _ -> claimed(config, host, state, said);
            case PromiseFinding.Blocked _ -> new Blocked();
            case PromiseFinding.Wrong _, PromiseFinding.None _ ->
                said.isEmptyTurn() ? new Silent() : new GoOn(wrong(rule, said), false);
        };
    }

    private static @Nullable String wrong(PromiseRule rule, SessionWords said) {
        return said.findingInTurn(rule) instanceof PromiseFinding.Wrong wrong ? wrong.words(rule) : null;
    }

    private static PromiseRule rule(RalphLoopConfig config, RalphLoopState state) {
        PromiseRule rule = PromiseRule.session(state.completionPromise());
        String blocked = config.blockedPromise();
        // Whoever chose the one word for both means the end of the work.
        return blocked == null || blocked.equalsIgnoreCase(rule.promise()) ? rule : rule.withBlocked(blocked);
    }

    private static TurnResult claimed(
            RalphLoopConfig config, SessionHost host, RalphLoopState state, SessionWords said) {
        if (config.requireWork() && said.isWithoutWork()) {
            return new GoOn(
                    "The promise was given without a single action, so it was not believed. Do the work first.", true);
        }
        Optional<String> objection;
        try {
            objection = host.objection(state);
        } catch (Exception failed) {
            objection = Optional.of("the check could not be made: " + HostErrorText.words(failed));
        }
        return objection.isPresent()
                ? new GoOn("The promise was given, but not accepted: " + objection.get(), true)
                : new Complete();
    }
}
