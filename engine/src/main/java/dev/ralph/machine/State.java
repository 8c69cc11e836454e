package dev.ralph.machine;

import java.util.List;

/// Where a machine stands. Pure: no files, no clock, no randomness.
///
/// A state promises:
/// 1. The decision follows from the state alone; replaying the same events gives the same decision.
/// 2. An event that cannot happen here is refused, never ignored.
///
/// @param <S> the state itself
/// @param <E> the machine's events
/// @param <D> the machine's decisions
public interface State<S extends State<S, E, D>, E extends MachineEvent, D> {
    S after(E event);

    D decision();

    /// Whether nothing happens to it any more unless somebody resumes it.
    boolean hasEnded();

    /// Whether it waits for a person's answer, and needs neither slot nor process until that comes.
    default boolean isParked() {
        return false;
    }

    /// The streams of its children that may work now.
    default List<String> workers() {
        return List.of();
    }

    /// Whether the event that led here may become durable together with the next one, because what is decided now
    /// does nothing that needs the past on disk.
    default boolean mayWait(E last) {
        return false;
    }
}
