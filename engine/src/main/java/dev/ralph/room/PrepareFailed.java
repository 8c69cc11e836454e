package dev.ralph.room;

import java.io.IOException;

/// A line of `prepare` did not do what it should: no check can be run.
public final class PrepareFailed extends IOException {
    private static final long serialVersionUID = 1;

    private final String output;

    /// @param output the end of what it printed
    public PrepareFailed(String message, String output) {
        super(message);
        this.output = output;
    }

    public String output() {
        return output;
    }
}
