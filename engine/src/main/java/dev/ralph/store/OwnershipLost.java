package dev.ralph.store;

/// Somebody else wrote to this stream: whoever gets this no longer owns it and must do nothing more.
public final class OwnershipLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OwnershipLost(String stream, long seq) {
        super("entry " + seq + " of loop " + stream + " was already written by another process; this one stops here");
    }
}
