package dev.ralph.process;

import org.jspecify.annotations.Nullable;

/// The agent's program could not be started; nothing was left running.
public final class CannotStart extends Exception {
    /// What stood in the way.
    public enum Kind {
        NOT_FOUND,
        NOT_PERMITTED,
        NOT_EXECUTABLE,
        BAD_DIRECTORY,
        /// The supervisor cannot give the enclosure that was asked for.
        NOT_ENCLOSED,
        OTHER
    }

    private final Kind kind;

    public CannotStart(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /// The program is rather not started than started with more than it may have.
    static CannotStart notEnclosed(@Nullable Enclosure enclosure, Containment containment) {
        String need = enclosure instanceof Enclosure.Rules
                ? "Landlock (Linux 5.13 or newer) and a containment without namespaces"
                : "bubblewrap and the containment " + Containment.NAMESPACE;
        return new CannotStart(
                Kind.NOT_ENCLOSED,
                "the program was not started, because it cannot be confined: that needs " + need + ", and this is "
                        + containment + ". Install bubblewrap and allow user namespaces, or switch the sandbox off.");
    }

    public Kind kind() {
        return kind;
    }
}
