package dev.ralph.workspace;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How keeping the work of an attempt went.
public sealed interface KeepResult {
    /// All that may be kept is in the project.
    ///
    /// @param commit      what the branch got; null where nothing that git holds has changed
    /// @param changes     what is in the project now
    /// @param quarantined what waits for a human
    /// @param ignored     files that git ignores, which stay as the user has them
    /// @param late        what the user changed in the very moment of keeping, and keeps
    /// @param branch      which branch of its own that is; null for the one that is checked out
    record Done(
            @Nullable String commit,
            Delta changes,
            List<UnkeptChange> quarantined,
            List<Path> ignored,
            List<Conflict> late,
            @Nullable String branch)
            implements KeepResult {
        public Done(
                @Nullable String commit,
                Delta changes,
                List<UnkeptChange> quarantined,
                List<Path> ignored,
                List<Conflict> late) {
            this(commit, changes, quarantined, ignored, late, null);
        }

        public Done {
            quarantined = List.copyOf(quarantined);
            ignored = List.copyOf(ignored);
            late = List.copyOf(late);
        }
    }

    /// The user changed the same files: nothing at all was written.
    ///
    /// @param hunks what does not fit together, a text for each file; none where nobody tried to merge them
    record Conflicting(List<Conflict> conflicts, List<String> hunks) implements KeepResult {
        public Conflicting(List<Conflict> conflicts) {
            this(conflicts, List.of());
        }

        public Conflicting {
            conflicts = List.copyOf(conflicts);
            hunks = List.copyOf(hunks);
        }

        /// Whether a commit stands against it, and not only what its user has not committed.
        public boolean isCommitted() {
            return conflicts.stream().anyMatch(conflict -> conflict.why() == Conflict.Why.COMMITTED);
        }
    }

    /// What would be kept is not what was checked, as the branch has moved since: nothing at all was written.
    record Unchecked() implements KeepResult {}

    /// The repository is in no state to take it: nothing at all was written.
    ///
    /// @param why what is the matter and what can be done
    record Refused(String why) implements KeepResult {}
}
