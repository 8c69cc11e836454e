package dev.ralph.ratchet;

import java.util.Locale;

/// What became of a test between two runs, the worst first.
public enum TestChange {
    BROKE("passed before, fails now", true),
    VANISHED("is gone", true),
    SKIPPED("is skipped now", true),
    NEW_FAILURE("fails, and did not run before", true),
    FLAKY("differs between two runs of the same tree", false),
    OLD_FAILURE("failed before, still fails", false),
    FIXED("failed before, passes now", false),
    ADDED("is new", false),
    SAME("as before", false);

    private final String words;
    private final boolean blocks;

    TestChange(String words, boolean blocks) {
        this.words = words;
        this.blocks = blocks;
    }

    /// As a person reads it behind the name of a test.
    public String words() {
        return words;
    }

    /// As a program reads it.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether work with such a test is not done.
    public boolean blocks() {
        return blocks;
    }
}
