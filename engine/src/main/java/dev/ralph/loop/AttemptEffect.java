package dev.ralph.loop;

import org.jspecify.annotations.Nullable;

/// What an attempt left in the project.
///
/// @param before a hash of the project when it began, null when nobody looked
/// @param after  the same when it had ended
/// @param disk   bytes it added, 0 when it added none or nobody knows
/// @param commit what its end is conserved as, null where it is not
public record AttemptEffect(
        @Nullable String before,
        @Nullable String after,
        long disk,
        @Nullable String commit) {
    public static final AttemptEffect UNKNOWN = new AttemptEffect(null, null, 0);

    public AttemptEffect(@Nullable String before, @Nullable String after, long disk) {
        this(before, after, disk, null);
    }

    public AttemptEffect {
        if (disk < 0) {
            throw new IllegalArgumentException("an attempt cannot add " + disk + " bytes");
        }
    }
}
