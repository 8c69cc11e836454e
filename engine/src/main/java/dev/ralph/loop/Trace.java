package dev.ralph.loop;

import org.jspecify.annotations.Nullable;

/// What an attempt left in the project.
///
/// @param before a hash of the project when it began, null when nobody looked
/// @param after  the same when it had ended
/// @param disk   bytes it added, 0 when it added none or nobody knows
public record Trace(@Nullable String before, @Nullable String after, long disk) {
    public static final Trace UNKNOWN = new Trace(null, null, 0);

    public Trace {
        if (disk < 0) {
            throw new IllegalArgumentException("an attempt cannot add " + disk + " bytes");
        }
    }
}
