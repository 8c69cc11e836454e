package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.Path;

/// The message to read on from is not on the bus.
public final class UnknownMessage extends IOException {
    UnknownMessage(Path file, String id) {
        super("Message " + id + " is not in " + file
                + " nor in its archives: was it rotated and the archive deleted, or is it from"
                + " another bus? Read from the start to get everything that is there.");
    }
}
