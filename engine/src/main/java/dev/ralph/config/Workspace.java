package dev.ralph.config;

/// The tree the agent works in.
public enum Workspace {
    /// The project's own folder.
    IN_PLACE,
    /// A checkout of the last commit, outside the project.
    WORKTREE,
    /// A view of the project, in which all changes are put aside until they are accepted.
    OVERLAY
}
