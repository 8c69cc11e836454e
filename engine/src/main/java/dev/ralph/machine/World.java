package dev.ralph.machine;

/// Everything outside a machine. Performs one decision and says what happened.
///
/// A world promises:
/// 1. Performing a decision again after a crash does no harm: every lasting effect is done once.
/// 2. It returns as soon as there is something to say; a stop request is something to say in every decision.
public interface World<E extends MachineEvent, D> {
    E perform(D decision) throws InterruptedException;

    /// Starts what the decision is about without waiting for anything, so that others can be told what happened
    /// before while it is under way. Perform follows, and would start it too.
    default void begin(D decision) {}

    /// Whether performing it now would not only wait: for a child, for an answer, for a time.
    default boolean isReady(D decision) {
        return true;
    }
}
