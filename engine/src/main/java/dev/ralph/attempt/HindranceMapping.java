package dev.ralph.attempt;

import dev.ralph.agent.AgentProblem;
import dev.ralph.agent.AttemptAccount;
import dev.ralph.loop.AgentStatement.Cure;
import dev.ralph.loop.AgentStatement.Hindrance;
import dev.ralph.process.EndCause;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What kept an agent from working, and what helps, in the words of the loop.
///
/// @param backOff  how long to wait for a limit whose end is not stated
/// @param lastWord whether the agent had said how its turn went before it ended or was ended
record HindranceMapping(Instant now, Duration backOff, boolean lastWord) {

    /// Null when nothing did: what Ralph itself ended was not hindered, unless by a limit.
    @Nullable
    Hindrance of(AttemptAccount account, EndCause ending) {
        boolean limited = account.ended() == AttemptAccount.Ended.LIMITED;
        AgentProblem trouble = account.trouble();
        boolean own = ending == EndCause.OWN_EXIT
                || ending == EndCause.PROVIDER_LIMIT
                || (ending == EndCause.COMPLETED && lastWord);
        if (trouble == null || (!own && !limited)) {
            return null;
        }
        Cure cure = limited ? Cure.WAIT : cure(trouble);
        return new Hindrance(cure, account.told(), account.evidence(), cure == Cure.WAIT ? until(account) : null);
    }

    private static Cure cure(AgentProblem trouble) {
        if (trouble == AgentProblem.NETWORK) { // an outage in the night must not use up every attempt
            return Cure.WAIT;
        }
        if (trouble == AgentProblem.UNKNOWN_SESSION) {
            return Cure.GONE;
        }
        return switch (trouble.remedy()) {
            case RETRY -> Cure.RETRY;
            case FRESH_SESSION -> Cure.FRESH;
            case WAIT -> Cure.WAIT;
            case NEXT_AGENT -> Cure.NEXT;
            case FATAL -> Cure.FATAL;
        };
    }

    private Instant until(AttemptAccount account) {
        Instant stated = account.resets();
        return stated != null && stated.isAfter(now) ? stated : now.plus(backOff);
    }
}
