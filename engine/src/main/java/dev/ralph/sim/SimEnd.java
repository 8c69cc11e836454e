package dev.ralph.sim;

import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import java.time.Duration;

/// How a simulated loop ended, and everything that happened on the way.
public record SimEnd(Phase.Ended phase, SimHistory history) {

    static SimEnd of(SimHistory history) {
        LoopState state = LoopState.replay(
                history.entries().stream().map(entry -> entry.event()).toList());
        if (!(state.phase() instanceof Phase.Ended ended)) {
            throw new IllegalStateException("the loop has not ended, it is " + state.phase());
        }
        return new SimEnd(ended, history);
    }

    public Outcome outcome() {
        return phase.outcome();
    }

    public Reason reason() {
        return phase.reason();
    }

    /// How often an agent really ran.
    public int executions() {
        return history.count(SimFact.Executed.class);
    }

    public int commits() {
        return history.count(SimFact.Committed.class);
    }

    /// How often the engine died.
    public int crashes() {
        return history.count(SimFact.Crashed.class);
    }

    /// How long it all took on the simulated clock.
    public Duration took() {
        return history.happenings().isEmpty()
                ? Duration.ZERO
                : history.happenings().getLast().at();
    }
}
