package dev.ralph.store;

import dev.ralph.machine.StreamHead;

/// Another loop does the same for the same task, and has not ended.
public final class OpenLoopExists extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OpenLoopExists(StreamHead head, String other) {
        super("task " + head.task() + (head.role() == null ? "" : " (" + head.role() + ")")
                + " already has an open loop, " + other + "; resume or cancel that one first");
    }
}
