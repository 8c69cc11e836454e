package dev.ralph.failure;

import org.jspecify.annotations.Nullable;

/// Where a failure shows; each part is null where the output does not say it.
///
/// @param file     as the tool names it
/// @param line     from 1
/// @param function in which it failed
/// @param test     the name of the test that failed first
public record Location(
        @Nullable String file,
        @Nullable Integer line,
        @Nullable String function,
        @Nullable String test) {
    public static final Location UNKNOWN = new Location(null, null, null, null);

    public Location {
        if (line != null && line < 1) {
            throw new IllegalArgumentException("a line number below 1: " + line);
        }
    }

    static Location at(@Nullable String file, @Nullable Integer line) {
        return new Location(file, line, null, null);
    }

    Location in(@Nullable String otherTest) {
        return new Location(file, line, function, otherTest == null || otherTest.isEmpty() ? null : otherTest);
    }

    /// What this one does not say is taken from the other.
    Location or(Location other) {
        return new Location(
                file != null ? file : other.file,
                file != null ? line : other.line,
                function != null ? function : other.function,
                test != null ? test : other.test);
    }
}
