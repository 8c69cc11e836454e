package dev.ralph.run;

import java.io.IOException;

/// A check that neither passes nor refuses: somebody has to say whether what it found is wanted, or to raise a limit.
/// No
/// agent can, so the loop ends where nothing else is left to do.
final class NeedsHuman extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Proven proven;
    private final String question;

    /// @param proven   what its receipt says
    /// @param question what it is about, and how to answer
    NeedsHuman(Proven proven, String question) {
        super(question);
        this.proven = proven;
        this.question = question;
    }

    Proven proven() {
        return proven;
    }

    String question() {
        return question;
    }
}
