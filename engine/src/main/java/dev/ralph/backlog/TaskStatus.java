package dev.ralph.backlog;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Where a task of the list stands.
public enum TaskStatus {
    DISCOVERED,
    PENDING,
    IN_PROGRESS,
    BLOCKED,
    REVIEW,
    DONE,
    CANCELLED;

    /// As files have it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<TaskStatus> of(String word) {
        for (TaskStatus status : values()) {
            if (status.word().equals(word)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }

    /// Nothing more is done about it, and nobody waits for it.
    public boolean isOver() {
        return this == DONE || this == CANCELLED;
    }

    /// What it may become.
    public Set<TaskStatus> next() {
        return switch (this) {
            case DISCOVERED -> Set.of(PENDING, CANCELLED);
            case PENDING -> Set.of(IN_PROGRESS, BLOCKED, CANCELLED);
            case IN_PROGRESS -> Set.of(DONE, BLOCKED, REVIEW, CANCELLED);
            case BLOCKED -> Set.of(PENDING, CANCELLED);
            case REVIEW -> Set.of(DONE, CANCELLED);
            case DONE, CANCELLED -> Set.of();
        };
    }
}
