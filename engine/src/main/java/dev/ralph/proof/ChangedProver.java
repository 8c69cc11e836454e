package dev.ralph.proof;

import dev.ralph.verify.GitFact;
import java.io.IOException;
import java.util.List;

/// Something has really changed since the loop began.
record ChangedProver(ChangesSinceStart changes) implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException {
        Stopwatch watch = Stopwatch.start();
        return changes.isAny(work)
                ? ProofResult.passed(watch.took(), List.of())
                : ProofResult.refused(
                        watch.took(),
                        "check `" + GitFact.CHANGED.title() + "` failed: every file is as it was when the loop began",
                        "");
    }
}
