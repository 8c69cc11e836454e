package dev.ralph.loop;

/// What says that an attempt may be finished, or that nobody should try again for now.
public enum Signal {
    /// The file `DONE` in the task folder.
    DONE,
    /// The agent's promise, in its own words.
    PROMISE,
    /// The agent's own words that it cannot go on.
    GAVE_UP,
    /// An attempt that ended well, where the checks alone decide.
    ENDED,
    /// Exit code 42.
    WAIT_EXIT,
    /// A `wait_without_restart` message on the task's bus.
    WAIT_MESSAGE,
    /// The file `WAIT_WITHOUT_RESTART` in the task folder.
    WAIT_MARKER;

    public boolean asksToWait() {
        return switch (this) {
            case DONE, PROMISE, GAVE_UP, ENDED -> false;
            case WAIT_EXIT, WAIT_MESSAGE, WAIT_MARKER -> true;
        };
    }

    /// Whether it is found in what an attempt said, not in files.
    public boolean isSaid() {
        return this == PROMISE || this == GAVE_UP;
    }
}
