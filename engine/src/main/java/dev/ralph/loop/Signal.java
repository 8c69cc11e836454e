package dev.ralph.loop;

/// What says that an attempt may be finished, or that nobody should try again for now.
public enum Signal {
    /// The file `DONE` in the task folder.
    DONE("DONE file"),
    /// The agent's promise, in its own words.
    PROMISE("promise"),
    /// The agent's own words that it cannot go on.
    GAVE_UP("blocked promise"),
    /// Exit code 42.
    WAIT_EXIT("exit code 42"),
    /// A `wait_without_restart` message on the task's bus.
    WAIT_MESSAGE("bus message wait_without_restart"),
    /// The file `WAIT_WITHOUT_RESTART` in the task folder.
    WAIT_MARKER("WAIT_WITHOUT_RESTART file");

    private final String words;

    Signal(String words) {
        this.words = words;
    }

    public boolean asksToWait() {
        return switch (this) {
            case DONE, PROMISE, GAVE_UP -> false;
            case WAIT_EXIT, WAIT_MESSAGE, WAIT_MARKER -> true;
        };
    }

    /// Whether it is found in what an attempt said, not in files.
    public boolean isSaid() {
        return this == PROMISE || this == GAVE_UP;
    }

    @Override
    public String toString() {
        return words;
    }
}
