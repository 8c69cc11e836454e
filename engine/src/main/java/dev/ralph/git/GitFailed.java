package dev.ralph.git;

import java.io.IOException;

/// Git said no; the message holds its own words.
public final class GitFailed extends IOException {
    private static final long serialVersionUID = 1L;

    public GitFailed(String message) {
        super(message);
    }
}
