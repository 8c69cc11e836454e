package dev.ralph.workspace;

import java.nio.file.Path;

/// Something the user did to a path that the workspace changed too.
public record Conflict(Path path, Why why) {
    public enum Why {
        /// Changed, or made anew, since the workspace was opened.
        CHANGED,
        /// The same, by a commit that is there now.
        COMMITTED,
        /// Deleted since the workspace was opened.
        DELETED,
        /// Not what the last commit says: changed, new or deleted, and not committed.
        UNCOMMITTED,
        /// The same when the work began, so that the work holds it; the user has put it aside since.
        PUT_ASIDE
    }

    @Override
    public String toString() {
        return FileNames.shown(path)
                + switch (why) {
                    case CHANGED -> " was changed in the project while the agent worked on it";
                    case COMMITTED -> " was changed by a commit while the agent worked on it";
                    case DELETED -> " was deleted in the project while the agent worked on it";
                    case UNCOMMITTED -> " has uncommitted changes of yours, and the agent changed it too";
                    case PUT_ASIDE -> " had uncommitted changes of yours when the agent began, and its work holds them";
                };
    }
}
