package dev.ralph.sim;

import dev.ralph.loop.Decision;
import java.util.List;

/// What happens outside the engine: what agents do and who comes by. Written by hand for a test, or drawn from a seed.
interface SimScenario {

    /// What the agent does in this attempt, counted from 1.
    SimAttempt attempt(int attempt);

    /// Who comes by while this decision is performed. Asked once each time one is performed.
    default List<OutsideEvent> during(Decision decision) {
        return List.of();
    }

    /// Whether an agent whose engine died gets to its end before it is found.
    default boolean orphanGoesOn() {
        return false;
    }
}
