package dev.ralph.acp;

/// The conversation with the agent cannot go on.
final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    Failed(Failure failure) {
        super(failure.words());
        this.failure = failure;
    }

    Failed(Failure.Kind kind, String words) {
        this(Failure.of(kind, words));
    }

    Failure failure() {
        return failure;
    }
}
