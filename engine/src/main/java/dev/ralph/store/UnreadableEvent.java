package dev.ralph.store;

import org.jspecify.annotations.Nullable;

/// A stored event that this Ralph cannot understand.
final class UnreadableEvent extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Why why;

    enum Why {
        NEWER,
        DAMAGED
    }

    UnreadableEvent(Why why, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.why = why;
    }

    static UnreadableEvent newer(String what) {
        return new UnreadableEvent(Why.NEWER, what, null);
    }

    static UnreadableEvent damaged(String what) {
        return new UnreadableEvent(Why.DAMAGED, what, null);
    }

    Why why() {
        return why;
    }

    String what() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
