package dev.ralph.loop;

/// What says that an attempt may be finished, or that nobody should try again for now.
public enum Signal {
    /// The file `DONE` in the task folder.
    DONE("DONE file"),
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
        return this != DONE;
    }

    @Override
    public String toString() {
        return words;
    }
}
