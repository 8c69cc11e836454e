package dev.ralph.proof;

import dev.ralph.receipt.Evidence;
import dev.ralph.room.PrepareFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A command in a clean room. One that fails is run again in a new room at the same commit: what passes then is flaky,
/// which is told and does not refuse. One that did not end in time is not.
///
/// @param lacking names what the agent has and the commit has not
/// @param comparison with the place where the agent worked, where that is the folder that is checked
record FlakyRetry(Prover command, VerdictRoom verdictRoom, MissingFromCommit lacking, PlaceComparison comparison)
        implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        ProofResult first = tried(work);
        if (first.passed()) {
            verdictRoom.passed(() -> command.prove(work.again(0)));
            return first;
        }
        boolean mayBeFlaky = first.exitCode() >= 0 && verdictRoom.room() != null;
        boolean isFolder = mayBeFlaky && work.policy().checksFolder();
        if (isFolder && !comparison.passesThere(work)) {
            return first;
        }
        int retries = mayBeFlaky ? work.policy().proof().roomSettings().retries() : 0;
        Duration took = first.took();
        for (int run = 1; run <= retries && verdictRoom.renew(); run++) {
            ProofResult second = tried(work.again(run));
            took = took.plus(second.took());
            first = first.with(first.details().with(again(second)));
            if (second.passed()) {
                verdictRoom.passed(() -> command.prove(work.again(0)));
                return flaky(work, first, second, took);
            }
        }
        return isFolder ? comparison.explained(work, first, lacking.words(work)) : explained(work, first);
    }

    /// A room that cannot be made ready may be the work's fault.
    private ProofResult tried(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        try {
            return command.prove(work);
        } catch (PrepareFailed failed) {
            return ProofResult.refused(watch.took(), String.valueOf(failed.getMessage()), failed.output());
        }
    }

    private static Evidence.Again again(ProofResult second) {
        return new Evidence.Again(second.passed(), second.exitCode(), second.took());
    }

    private ProofResult flaky(WorkUnderProof work, ProofResult first, ProofResult second, Duration took)
            throws IOException {
        List<ProofResult.Note> notes = new ArrayList<>(second.notes());
        notes.add(ProofResult.Note.warning("flaky: " + first.reason()
                + " at first, and passed when it was run again in a new room at the same commit "
                + verdictRoom.commit(work)));
        return new ProofResult(
                        true, second.exitCode(), took, second.output(), null, second.sha256(), second.where(), notes)
                .with(second.details().with(new Evidence.Again(false, first.exitCode(), first.took())));
    }

    private ProofResult explained(WorkUnderProof work, ProofResult first) throws IOException {
        if (verdictRoom.room() == null) {
            return first; // nothing was run in one
        }
        String reason = first.reason() + " in a fresh checkout of "
                + verdictRoom.commit(work).substring(0, 12) + lacking.words(work);
        return refused(first, reason);
    }

    static ProofResult refused(ProofResult first, String reason) {
        return new ProofResult(
                        false,
                        first.exitCode(),
                        first.took(),
                        first.output(),
                        reason,
                        first.sha256(),
                        first.where(),
                        first.notes())
                .with(first.details());
    }
}
