package dev.ralph.proof;

import java.io.IOException;

/// A check that neither passes nor refuses: somebody has to say whether what it found is wanted, or to raise a limit.
/// No
/// agent can, so the loop ends where nothing else is left to do.
final class NeedsHuman extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ProofResult proofResult;
    private final String question;

    /// @param result   what its receipt says
    /// @param question what it is about, and how to answer
    NeedsHuman(ProofResult result, String question) {
        super(question);
        this.proofResult = result;
        this.question = question;
    }

    ProofResult proofResult() {
        return proofResult;
    }

    String question() {
        return question;
    }
}
