package dev.ralph.environment;

import dev.ralph.loop.Policy;
import org.jspecify.annotations.Nullable;

/// The project as it stands, to see whether an attempt changed anything. Nobody looks where nothing depends on it.
public record TreeFingerprint(LoopWorkspace place, boolean asked) {

    public static TreeFingerprint of(LoopWorkspace place, Policy policy) {
        boolean believed = !policy.conversation().mustWork() && policy.isUnverified();
        boolean promise = policy.conversation().promise() != null && !believed;
        return new TreeFingerprint(place, promise || policy.limits().caps().sameTrees() > 0);
    }

    /// Null when nobody asks, or it is not known.
    public @Nullable String now() {
        return asked ? place.fingerprint() : null;
    }

    /// Whether the project is as it was; null when that is not known.
    public static @Nullable Boolean isStill(@Nullable String before, @Nullable String after) {
        return (before == null || after == null) ? null : after.equals(before);
    }
}
