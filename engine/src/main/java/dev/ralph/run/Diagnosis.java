package dev.ralph.run;

import dev.ralph.agent.Account;
import dev.ralph.agent.Trouble;
import dev.ralph.loop.Testimony.Cure;
import dev.ralph.loop.Testimony.Hindrance;
import dev.ralph.process.Ending;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What kept an agent from working, and what helps, in the words of the loop.
///
/// @param backOff  how long to wait for a limit whose end is not stated
/// @param lastWord whether the agent had said how its turn went before it ended or was ended
record Diagnosis(Instant now, Duration backOff, boolean lastWord) {

    /// Null when nothing did: what Ralph itself ended was not hindered, unless by a limit.
    @Nullable
    Hindrance of(Account account, Ending ending) {
        boolean limited = account.ended() == Account.Ended.LIMITED;
        Trouble trouble = account.trouble();
        boolean own = ending == Ending.OWN_EXIT
                || ending == Ending.PROVIDER_LIMIT
                || (ending == Ending.COMPLETED && lastWord);
        if (trouble == null || (!own && !limited)) {
            return null;
        }
        Cure cure = limited ? Cure.WAIT : cure(trouble);
        return new Hindrance(cure, account.told(), account.evidence(), cure == Cure.WAIT ? until(account) : null);
    }

    private static Cure cure(Trouble trouble) {
        if (trouble == Trouble.NETWORK) { // an outage in the night must not use up every attempt
            return Cure.WAIT;
        }
        return switch (trouble.remedy()) {
            case RETRY -> Cure.RETRY;
            case FRESH_SESSION -> Cure.FRESH;
            case WAIT -> Cure.WAIT;
            case NEXT_AGENT -> Cure.NEXT;
            case FATAL -> Cure.FATAL;
        };
    }

    private Instant until(Account account) {
        Instant stated = account.resets();
        return stated != null && stated.isAfter(now) ? stated : now.plus(backOff);
    }
}
