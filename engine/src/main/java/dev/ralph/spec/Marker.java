package dev.ralph.spec;

/// What stands in the box of a task.
public enum Marker {
    NOT_STARTED(' '),
    QUEUED('~'),
    IN_PROGRESS('-'),
    COMPLETED('x'),
    /// Anything else, which is not done.
    UNKNOWN('?');

    private final char written;

    Marker(char written) {
        this.written = written;
    }

    public char written() {
        return written;
    }

    public static Marker of(char inBox) {
        return switch (inBox) {
            case ' ' -> NOT_STARTED;
            case '~' -> QUEUED;
            case '>', '-' -> IN_PROGRESS;
            case 'x', 'X' -> COMPLETED;
            default -> UNKNOWN;
        };
    }
}
