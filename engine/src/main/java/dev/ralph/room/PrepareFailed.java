package dev.ralph.room;

import java.io.IOException;

/// A line of `prepare` did not do what it should: no check can be run.
public final class PrepareFailed extends IOException {
    private static final long serialVersionUID = 1;

    public PrepareFailed(String message) {
        super(message);
    }
}
