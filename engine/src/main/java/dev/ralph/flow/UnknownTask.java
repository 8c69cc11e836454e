package dev.ralph.flow;

import java.io.IOException;

/// A task that a flow works on is not there any more: somebody removed it meanwhile. The message says from where.
public final class UnknownTask extends IOException {
    private static final long serialVersionUID = 1L;

    public UnknownTask(String message) {
        super(message);
    }
}
