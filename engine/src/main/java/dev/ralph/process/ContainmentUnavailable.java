package dev.ralph.process;

/// The containment asked for does not work on this machine; the message says why and what would help.
public final class ContainmentUnavailable extends RuntimeException {
    ContainmentUnavailable(String message) {
        super(message);
    }
}
