package dev.ralph.verify;

/// What git says about the work, whatever the agent says.
public enum GitFact implements Check {
    /// Nothing is left uncommitted.
    TREE_CLEAN("tree_clean", "tree clean"),
    /// The project is not what it was when the loop began.
    CHANGED("changed", "something changed"),
    /// There is a new commit on the branch the loop began on, and what was there before is still in its history.
    COMMITTED("committed", "work committed");

    private final String type;
    private final String title;

    GitFact(String type, String title) {
        this.type = type;
        this.title = title;
    }

    @Override
    public String line() {
        return Definition.of(type).line();
    }

    @Override
    public String title() {
        return title;
    }
}
