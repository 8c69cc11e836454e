package dev.ralph.store;

import java.nio.file.Path;
import java.time.Duration;

/// Another process kept the journal locked for longer than anybody should.
final class JournalBusy extends JournalUnusable {
    private static final long serialVersionUID = 1L;

    JournalBusy(Path path, Duration waited, Throwable cause) {
        super(
                "the journal " + path + " has been locked by another process for " + waited.toSeconds()
                        + " s; find it with `fuser " + path + "`, end it, and try again",
                cause);
    }
}
