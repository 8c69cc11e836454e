package dev.ralph.run;

import dev.ralph.process.Ending;
import dev.ralph.process.Running;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Ends an agent that goes on with what it must not: spending, or waiting for its provider.
///
/// A short wait is the agent's own business, because its conversation goes on right after it. For a long one Ralph
/// waits instead: without a process, through a restart, and with the next agent of the chain at work meanwhile.
final class Leash implements Hearing.Alarm {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(1);
    private static final int MOST_WAITS = 10;

    private final InstantSource clock;
    private @Nullable Running agent;
    private @Nullable Ending wanted;

    Leash(InstantSource clock) {
        this.clock = clock;
    }

    /// An agent may have gone too far before this.
    synchronized void holds(Running started) {
        agent = started;
        if (wanted != null) {
            started.end(wanted);
        }
    }

    @Override
    public void tooDear() {
        end(Ending.COST_LIMIT);
    }

    @Override
    public boolean waits(@Nullable Instant until, int times) {
        boolean tooLong = until != null && until.isAfter(clock.instant().plus(SHORT_WAIT));
        if (!tooLong && times <= MOST_WAITS) {
            return false;
        }
        end(Ending.PROVIDER_LIMIT);
        return true;
    }

    private synchronized void end(Ending why) {
        wanted = why;
        if (agent != null) {
            agent.end(why);
        }
    }
}
