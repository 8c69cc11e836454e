package dev.ralph.acp;

/// The conversation with the agent cannot go on.
final class ConversationFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient AcpFailure failure;

    ConversationFailed(AcpFailure failure) {
        super(failure.words());
        this.failure = failure;
    }

    ConversationFailed(AcpFailure.Kind kind, String words) {
        this(AcpFailure.of(kind, words));
    }

    AcpFailure failure() {
        return failure;
    }
}
