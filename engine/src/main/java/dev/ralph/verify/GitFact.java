package dev.ralph.verify;

import java.util.List;

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
    public String title() {
        return title;
    }

    @Override
    public CheckType type() {
        CheckType type = new CheckType(name, CheckType.Cost.LOOK, List.of(), _ -> this, CheckType.Trait.NEEDS_GIT);
        return this == CHANGED ? type : type.unrepeatable("it is about the folder and the branch as they were then");
    }
}
