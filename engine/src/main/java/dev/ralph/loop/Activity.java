package dev.ralph.loop;

/// What a loop is doing, without the details.
public enum Activity {
    READY,
    /// Ready, and held.
    PAUSED,
    RESTING,
    LIMITED,
    RUNNING,
    AWAITING_CHILDREN,
    CHECKING,
    REFUSING,
    KEEPING,
    DISCARDING,
    ASKING,
    PARKED,
    STOPPING,
    FINISHING,
    ENDED
}
