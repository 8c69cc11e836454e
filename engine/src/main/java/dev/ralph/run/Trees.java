package dev.ralph.run;

import dev.ralph.loop.Policy;
import org.jspecify.annotations.Nullable;

/// The project as it stands, to see whether an attempt changed anything. Nobody looks where nothing depends on it.
record Trees(Workplace place, boolean asked) {

    static Trees of(Workplace place, Policy policy) {
        boolean believed = !policy.talk().mustWork() && policy.isUnverified();
        boolean promise = policy.talk().promise() != null && !believed;
        return new Trees(place, promise || policy.limits().caps().sameTrees() > 0);
    }

    /// Null when nobody asks, or it is not known.
    @Nullable
    String now() {
        return asked ? place.fingerprint() : null;
    }

    /// Whether the project is as it was; null when that is not known.
    static @Nullable Boolean isStill(@Nullable String before, @Nullable String after) {
        return (before == null || after == null) ? null : after.equals(before);
    }
}
