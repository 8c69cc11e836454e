package dev.ralph.workspace;

import java.nio.file.Path;

/// A change that was not kept and waits for a human; it can be seen in the conserved attempt.
public record UnkeptChange(Path path, Why why) {
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
                    case PROTECTED -> " is protected; review the change and apply it yourself";
                    case SUBMODULE -> " is in a submodule; apply the change there yourself";
                    case FILTERED -> " needs a git filter (such as LFS), which Ralph does not run; add it yourself";
                    case SPECIAL -> " is a pipe, socket or device; never kept";
                    case REFUSED -> " has a name or content that git refuses";
                };
    }
}
