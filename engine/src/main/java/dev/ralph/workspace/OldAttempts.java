package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Refs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Conserved attempts that may go.
///
/// Deleting promises:
/// 1. Only refs of ours go, only of the loops that were named as ended, and only those older than was said.
/// 2. What was listed is what goes: a ref that is something else by then stays.
/// 3. Killed anywhere, some are gone and the others are whole; the next call deletes the rest.
public final class OldAttempts {
    private final Path project;

    public OldAttempts(Path project) {
        this.project = project;
    }

    /// One ref that may go.
    ///
    /// @param isApart whether it lies in a repository of our own
    public record Old(AttemptRef attempt, String ref, String commit, boolean isApart) {}

    /// @param ended ids of loops that are over
    /// @param before attempts that were conserved later stay
    public List<Old> list(Set<String> ended, Instant before) throws IOException {
        List<Old> found = new ArrayList<>();
        for (Conservation place : Conservation.all(project)) {
            for (Refs.Ref ref : place.repository().refs().below(AttemptRef.ROOT)) {
                AttemptRef.owner(ref.name())
                        .filter(attempt -> ended.contains(attempt.loop()))
                        .filter(_ -> ref.made().isBefore(before))
                        .ifPresent(attempt -> found.add(new Old(attempt, ref.name(), ref.commit(), place.isApart())));
            }
        }
        return found;
    }

    /// @return those that are gone now; one that somebody moved meanwhile is not among them
    public List<Old> delete(List<Old> listed) throws IOException {
        List<Old> gone = new ArrayList<>();
        for (Conservation place : Conservation.all(project)) {
            Refs refs = place.repository().refs();
            int before = gone.size();
            for (Old old : listed) {
                if (old.isApart() == place.isApart()
                        && refs.read(old.ref()).filter(old.commit()::equals).isPresent()) {
                    FaultPoint.GC_REF.before(old.ref());
                    refs.delete(old.ref(), old.commit());
                    FaultPoint.GC_REF.after(old.ref());
                    gone.add(old);
                }
            }
            if (place.isApart() && gone.size() > before) {
                place.repository().compact();
            }
        }
        return gone;
    }
}
