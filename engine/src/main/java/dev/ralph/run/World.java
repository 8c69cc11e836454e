package dev.ralph.run;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;

/// Everything outside the heart. Performs one decision and says what happened.
///
/// The world promises:
/// 1. Performing a decision again after a crash does no harm: every lasting effect is done once.
/// 2. It returns as soon as there is something to say; a stop or hold request is something to say in every decision.
/// 3. An attempt that this process did not start itself is never attended: nothing of it is left alive, then it is
/// lost.
public interface World {
    Event perform(Decision decision) throws InterruptedException;

    /// Starts what the decision is about without waiting for anything, so that others can be told what happened
    /// before while it is under way. Perform follows, and would start it too.
    default void begin(Decision decision) {}
}
