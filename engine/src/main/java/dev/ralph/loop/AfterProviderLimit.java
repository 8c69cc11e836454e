package dev.ralph.loop;

import dev.ralph.loop.Phase.Limited;
import java.time.Instant;
import java.util.Objects;

/// What a loop does when a provider's limit ended an attempt: another agent of the chain works, or nobody does until
/// the limit is over. Not for ever: so often in a row, and the loop is BLOCKED.
///
/// @param state with the attempt in the books
/// @param now   when it was known
record AfterProviderLimit(LoopState state, Instant now) {

    LoopState next(AgentStatement.Hindrance hindrance) {
        int times = state.usage().limited();
        if (times >= state.policy().limits().caps().limited()) {
            return state.finishing(new Reason.ProviderLimited(hindrance.words(), times));
        }
        Instant until = Objects.requireNonNull(hindrance.until());
        AgentChain without = state.chain().away(until);
        Limited wait = new Limited(now, without.back().orElse(until), new AttemptFailure.Told(hindrance.words()));
        LoopState away = state.withChain(without);
        // Nobody waits for a limit after which nothing may be started anyway.
        return without.ready(now).isPresent() ? away.onward(now) : away.in(wait).unlessOver();
    }
}
