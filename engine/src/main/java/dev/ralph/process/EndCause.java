package dev.ralph.process;

/// Why an agent's run came to its end.
public enum EndCause {
    /// The program ended by itself.
    OWN_EXIT,
    /// It never began: what it may see and touch could not be arranged. Its error output has the reason.
    NOT_ENCLOSED,
    /// It wrote nothing for longer than the idle limit.
    IDLE_LIMIT,
    /// It ran longer than the wall limit.
    WALL_LIMIT,
    /// It wrote more than it may, or more than is kept on a file system that cannot give the surplus back.
    OUTPUT_LIMIT,
    /// It cost more than it may.
    COST_LIMIT,
    /// It took more disk space than it may, or hardly any was left.
    DISK_LIMIT,
    /// It waited for its provider's limit to end, which needs no process.
    PROVIDER_LIMIT,
    /// Somebody asked for it.
    STOPPED,
    /// It was ended because its work was already done.
    COMPLETED
}
