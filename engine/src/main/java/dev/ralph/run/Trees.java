package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The project as it stands, to see whether an attempt changed anything. Nobody looks where nothing depends on it.
record Trees(Path project, boolean asked) {

    static Trees of(Path project, Policy policy) {
        boolean believed = !policy.talk().mustWork() && policy.checks().isEmpty();
        boolean promise = policy.talk().promise() != null && !believed;
        return new Trees(project, promise || policy.limits().caps().sameTrees() > 0);
    }

    /// Null when nobody asks, or the project is no git repository: then it is not known.
    @Nullable
    String now() {
        if (!asked) {
            return null;
        }
        try {
            Repository repository = Repository.at(project).orElse(null);
            return repository == null ? null : repository.fingerprint();
        } catch (IOException unknown) {
            return null;
        }
    }

    /// Whether the project is as it was; null when that is not known.
    static @Nullable Boolean isStill(@Nullable String before, @Nullable String after) {
        return (before == null || after == null) ? null : after.equals(before);
    }
}
