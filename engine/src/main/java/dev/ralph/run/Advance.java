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
        String loop = claimed.site().head().id();
        AttemptRef last = new AttemptRef(loop, claimed.attempt());
        Conservation place =
                Conservation.holding(claimed.site().project(), last).orElse(null);
        if (place == null) {
            return byGit(claimed);
        }
        Conserved now = place.find(last).orElseThrow();
        String before = before(claimed, place, now);
        return !place.isSame(before, now.commit()) && !place.isBlankOnly(before, now.commit());
    }

    /// The project as it was before the first attempt. Whoever works in a repository can move its refs; what the
    /// journal names stays what it is.
    ///
    /// @param place holds the last attempt
    /// @throws IOException when somebody removed it
    static String before(Claimed claimed, Conservation place, Conserved now) throws IOException {
        AttemptRef first = new AttemptRef(claimed.site().head().id(), 1);
        String left = claimed.work().first();
        if (left == null) {
            return place.find(first).orElse(now).base();
        }
        Conserved known = place.find(first, left).orElse(null);
        if (known == null && !Conservation.isAnywhere(claimed.site().project(), left)) {
            throw new IOException(
                    "commit " + left + ", which holds what attempt 1 left, was removed from the repository,"
                            + " so nobody can say what the loop has changed: bring it back and resume, or start a new loop");
        }
        return known == null ? now.base() : known.base();
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
