package dev.ralph.store;

/// Somebody else wrote to this loop's journal: whoever gets this no longer owns the loop and must do nothing more.
public final class NotOurs extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotOurs(String loop, long seq) {
        super("entry " + seq + " of loop " + loop + " was already written by another process; this one stops here");
    }
}
