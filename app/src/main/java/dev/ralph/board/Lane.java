package dev.ralph.board;

import java.util.List;
import java.util.Locale;

/// Where a task stands on the board, from left to right.
public enum Lane {
    /// Nobody works on it: it is ready, waits for others, or did not succeed.
    TODO,
    /// An agent works on it.
    IMPLEMENTING,
    /// It is tested, or its checks run.
    TESTING,
    /// It is reviewed, or a person has to look.
    REVIEWING,
    DONE;

    /// From left to right.
    static final List<Lane> ALL = List.of(values());

    /// As programs read it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The lane so many steps to the right, or the last one there.
    Lane plus(int steps) {
        return ALL.get(Math.clamp((long) ALL.indexOf(this) + steps, 0, ALL.size() - 1));
    }
}
