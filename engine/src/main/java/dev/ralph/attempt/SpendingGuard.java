package dev.ralph.attempt;

import dev.ralph.process.EndCause;
import dev.ralph.process.RunningProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Ends an agent that goes on with what it must not: spending, or waiting for its provider.
///
/// A short wait is the agent's own business, because its conversation goes on right after it. For a long one Ralph
/// waits instead: without a process, through a restart, and with the next agent of the chain at work meanwhile.
final class SpendingGuard implements LiveTranscript.Alarm {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(1);
    private static final int MOST_WAITS = 10;

    private final InstantSource clock;
    private @Nullable RunningProcess agent;
    private @Nullable EndCause wanted;

    SpendingGuard(InstantSource clock) {
        this.clock = clock;
    }

    /// An agent may have gone too far before this.
    synchronized void holds(RunningProcess started) {
        agent = started;
        if (wanted != null) {
            started.end(wanted);
        }
    }

    @Override
    public void tooDear() {
        end(EndCause.COST_LIMIT);
    }

    @Override
    public boolean waits(@Nullable Instant until, int times) {
        boolean tooLong = until != null && until.isAfter(clock.instant().plus(SHORT_WAIT));
        if (!tooLong && times <= MOST_WAITS) {
            return false;
        }
        end(EndCause.PROVIDER_LIMIT);
        return true;
    }

    private synchronized void end(EndCause why) {
        wanted = why;
        if (agent != null) {
            agent.end(why);
        }
    }
}
