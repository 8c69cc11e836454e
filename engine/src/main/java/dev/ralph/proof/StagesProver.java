package dev.ralph.proof;

import dev.ralph.verify.Check;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Several checks that count as one. All are made until one that is required refuses.
record StagesProver(MultiStage check, Layers provers) implements Prover {
    /// What makes each of them.
    interface Layers {
        Prover of(Check check) throws IOException;
    }

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Duration took = Duration.ZERO;
        List<ProofResult.Note> notes = new ArrayList<>();
        ProofResult passed = null;
        ProofResult refused = null;
        for (int i = 0; i < check.stages().size(); i++) {
            MultiStage.Stage stage = check.stages().get(i);
            ProofResult found = provers.of(stage.check()).prove(work.inside(i + 1));
            took = took.plus(found.took());
            notes.addAll(found.notes());
            if (found.passed()) {
                passed = found;
                continue;
            }
            refused = refused == null ? found : refused;
            if (check.requires(stage)) {
                return whole(found, took, reason(stage, found), notes);
            }
            notes.add(ProofResult.Note.warning("stage " + stage.name() + ", which need not pass: " + found.reason()));
        }
        boolean enough = check.all() || passed != null;
        ProofResult shown = enough && passed != null ? passed : refused;
        String none =
                enough ? null : "none of `" + check.title() + "` passed: " + (refused == null ? "" : refused.reason());
        return shown == null ? ProofResult.passed(took, notes) : whole(shown, took, none, notes);
    }

    private static String reason(MultiStage.Stage stage, ProofResult found) {
        return "stage " + stage.name() + ": " + found.reason();
    }

    private static ProofResult whole(
            ProofResult one, Duration took, @Nullable String reason, List<ProofResult.Note> notes) {
        return new ProofResult(
                        reason == null, one.exitCode(), took, one.output(), reason, one.sha256(), one.where(), notes)
                .with(one.details());
    }
}
