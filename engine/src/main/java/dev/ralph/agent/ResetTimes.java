package dev.ralph.agent;

import dev.ralph.budget.ResetTime;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Finds the time in words such as "resets 3:52am (UTC)" or "retry-after: 3600".
@FunctionalInterface
public interface ResetTimes {
    /// For streams that are read long after they were written.
    ResetTimes UNKNOWN = words -> null;

    /// Null when the words state no time, or none that can be waited for.
    @Nullable
    Instant statedIn(String words);

    /// @param zone of clock times that come without one
    static ResetTimes by(InstantSource clock, ZoneId zone) {
        return words -> new ResetTime(clock.instant(), zone).inWords(words).orElse(null);
    }
}
