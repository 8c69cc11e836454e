package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import java.io.IOException;

/// What a loop has changed since it began, by what was remembered before and after its attempts; where nothing was, by
/// git.
record Advance(Workplace workplace) {
    boolean isAny(Claimed claimed) throws IOException {
        if (claimed.attempt() == 0) {
            return false;
        }
        workplace.conserve(claimed.attempt()); // one whose engine died may not be yet
        String loop = claimed.site().head().loop();
        AttemptRef last = new AttemptRef(loop, claimed.attempt());
        Conservation place =
                Conservation.holding(claimed.site().project(), last).orElse(null);
        if (place == null) {
            return byGit(claimed);
        }
        Conserved now = place.find(last).orElseThrow();
        String before = place.find(new AttemptRef(loop, 1)).orElse(now).base();
        return !place.isSame(before, now.commit()) && !place.isBlankOnly(before, now.commit());
    }

    private static boolean byGit(Claimed claimed) throws IOException {
        Repository repository = repository(claimed);
        String head = repository.head().commit();
        String baseline = claimed.baseline();
        if (!repository.changes().isEmpty()) {
            return true;
        }
        return head != null && (baseline == null || !repository.comparison().isBlankOnly(baseline, head));
    }

    static Repository repository(Claimed claimed) throws IOException {
        return claimed.repository()
                .orElseThrow(() -> new IOException(claimed.site().project()
                        + " is no git repository any more, so nobody can say what has changed: `git init`, or resume with"
                        + " --check off and other checks"));
    }
}
