package dev.ralph.workspace;

import org.jspecify.annotations.Nullable;

/// Work that is to be kept.
///
/// @param conserved the attempt, whose state stays reachable whatever happens
/// @param message   of the commit that it becomes
/// @param whole     a commit that holds all of it and may be taken as it is, if nothing has to be left out and the
/// branch
///     has not moved; null for none
/// @param checked   the tree that the checks saw, the only one that may be kept, apart from what its user had not
///     committed when the loop began; null where they saw none
/// @param branch    the branch of its own that it goes to, without a word to the project; null for the one that is
///     checked out there
/// @param onlyWhole whether that commit is taken or nothing is
record AcceptedWork(
        Conserved conserved,
        String message,
        @Nullable String whole,
        @Nullable String checked,
        @Nullable String branch,
        boolean onlyWhole) {
    AcceptedWork(
            Conserved conserved,
            String message,
            @Nullable String whole,
            @Nullable String checked,
            @Nullable String branch) {
        this(conserved, message, whole, checked, branch, false);
    }

    AttemptRef attempt() {
        return conserved.attempt();
    }

    /// Whether nobody but an agent says that this tree is right.
    boolean isUnchecked(String tree) {
        return checked != null && !checked.equals(tree);
    }
}
