package dev.ralph.verify;

import org.jspecify.annotations.Nullable;

/// What git says about the work, whatever the agent says.
public enum GitFact implements Check {
    /// Nothing is left uncommitted.
    TREE_CLEAN("tree_clean", "tree clean"),
    /// The project is not what it was when the loop began.
    CHANGED("changed", "something changed"),
    /// There is a new commit on the branch the loop began on, and what was there before is still in its history.
    COMMITTED("committed", "work committed");

    private final String name;
    private final String title;

    GitFact(String name, String title) {
        this.name = name;
        this.title = title;
    }

    @Override
    public String line() {
        return Definition.of(name).line();
    }

    @Override
    public String title() {
        return title;
    }

    CheckType type() {
        return CheckType.of(name, _ -> this);
    }

    @Override
    public Cost cost() {
        return Cost.LOOK;
    }

    @Override
    public boolean needsGit() {
        return true;
    }

    @Override
    public @Nullable String unrepeatable() {
        return this == CHANGED ? null : "it is about the folder and the branch as they were then";
    }
}
