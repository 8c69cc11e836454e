package dev.ralph.workspace;

import java.nio.file.Path;

/// A change that was not kept and waits for a human; it can be seen in the conserved attempt.
public record Quarantined(Path path, Why why) {
    public enum Why {
        /// See [ProtectedPaths].
        PROTECTED,
        /// It lies in a submodule, which is a repository of its own.
        SUBMODULE,
        /// Its attributes name a filter (such as LFS), which is not run here: its raw content would be committed.
        FILTERED,
        /// A pipe, a socket or a device.
        SPECIAL,
        /// Git refuses its name or its content.
        REFUSED
    }

    @Override
    public String toString() {
        return FileNames.shown(path)
                + switch (why) {
                    case PROTECTED -> " is protected: look at the change and make it yourself if it is wanted";
                    case SUBMODULE -> " lies in a submodule: take the change over there yourself";
                    case FILTERED -> " needs a git filter (such as LFS), which Ralph does not run: add it yourself";
                    case SPECIAL -> " is a pipe, a socket or a device, which is never kept";
                    case REFUSED -> " has a name or a content that git refuses";
                };
    }
}
