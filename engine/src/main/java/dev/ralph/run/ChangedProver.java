package dev.ralph.run;

import dev.ralph.verify.GitFact;
import java.io.IOException;
import java.util.List;

/// Something has really changed since the loop began.
record ChangedProver(Advance advance) implements Prover {
    @Override
    public Proven prove(Claimed claimed) throws IOException {
        Stopwatch watch = Stopwatch.start();
        return advance.isAny(claimed)
                ? Proven.passed(watch.took(), List.of())
                : Proven.refused(
                        watch.took(),
                        "check `" + GitFact.CHANGED.title() + "` failed: every file is as it was when the loop began",
                        "");
    }
}
