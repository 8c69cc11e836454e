package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Repository;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import java.io.IOException;

/// What a loop has changed since it began, by what was remembered before and after its attempts; where nothing was, by
/// git.
record ChangesSinceStart(LoopWorkspace loopWorkspace) {
    /// Blanks at the ends of lines, and empty lines, are no change here.
    boolean isAny(WorkUnderProof workUnderProof) throws IOException {
        return workUnderProof.attempt() != 0 && isAny(workUnderProof, Blanks.IGNORED);
    }

    /// Whether the work is surely, to the byte, what it was when the loop began. Where all was done before anybody
    /// began, and where nobody knows, it is not.
    boolean isNone(WorkUnderProof workUnderProof) throws IOException {
        boolean isKnown = workUnderProof.attempt() != 0
                && (!loopWorkspace.isInPlace() || workUnderProof.repository().isPresent());
        return isKnown && !isAny(workUnderProof, Blanks.COUNTED);
    }

    private enum Blanks {
        COUNTED,
        IGNORED
    }

    private boolean isAny(WorkUnderProof workUnderProof, Blanks blanks) throws IOException {
        loopWorkspace.conserve(workUnderProof.attempt()); // one whose engine died may not be yet
        String loop = workUnderProof.paths().head().id();
        AttemptRef last = new AttemptRef(loop, workUnderProof.attempt());
        Conservation place =
                Conservation.holding(workUnderProof.paths().project(), last).orElse(null);
        if (place == null) {
            return byGit(workUnderProof);
        }
        Conserved now = place.find(last).orElseThrow();
        String before = before(workUnderProof, place, now);
        return !place.isSame(before, now.commit())
                && (blanks == Blanks.COUNTED || !place.isBlankOnly(before, now.commit()));
    }

    /// The project as it was before the first attempt. Whoever works in a repository can move its refs; what the
    /// journal names stays what it is.
    ///
    /// @param place holds the last attempt
    /// @throws IOException when somebody removed it
    static String before(WorkUnderProof workUnderProof, Conservation place, Conserved now) throws IOException {
        AttemptRef first = new AttemptRef(workUnderProof.paths().head().id(), 1);
        String left = workUnderProof.work().first();
        if (left == null) {
            return place.find(first).orElse(now).base();
        }
        Conserved known = place.find(first, left).orElse(null);
        if (known == null && !Conservation.isAnywhere(workUnderProof.paths().project(), left)) {
            throw new IOException(
                    "commit " + left + ", which holds what attempt 1 left, was removed from the repository,"
                            + " so the changes of the loop are unknown: restore it and resume, or start a new loop");
        }
        return known == null ? now.base() : known.base();
    }

    private static boolean byGit(WorkUnderProof workUnderProof) throws IOException {
        Repository repository = repository(workUnderProof);
        String head = repository.head().commit();
        String baseline = workUnderProof.baseline();
        if (!repository.changes().isEmpty()) {
            return true;
        }
        return head != null && (baseline == null || !repository.comparison().isBlankOnly(baseline, head));
    }

    static Repository repository(WorkUnderProof workUnderProof) throws IOException {
        return workUnderProof
                .repository()
                .orElseThrow(() -> new IOException(workUnderProof.paths().project()
                        + " is no longer a git repository, so its changes are unknown: `git init`, or resume with"
                        + " --check off and other checks"));
    }
}
