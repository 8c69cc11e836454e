package dev.ralph.run;

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
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Duration took = Duration.ZERO;
        List<Proven.Note> notes = new ArrayList<>();
        Proven passed = null;
        Proven refused = null;
        for (int i = 0; i < check.stages().size(); i++) {
            MultiStage.Stage stage = check.stages().get(i);
            Proven found = provers.of(stage.check()).prove(claimed.inside(i + 1));
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
            notes.add(Proven.Note.warning("stage " + stage.name() + ", which need not pass: " + found.reason()));
        }
        boolean enough = check.all() || passed != null;
        Proven shown = enough && passed != null ? passed : refused;
        String none =
                enough ? null : "none of `" + check.title() + "` passed: " + (refused == null ? "" : refused.reason());
        return shown == null ? Proven.passed(took, notes) : whole(shown, took, none, notes);
    }

    private static String reason(MultiStage.Stage stage, Proven found) {
        return "stage " + stage.name() + ": " + found.reason();
    }

    private static Proven whole(Proven one, Duration took, @Nullable String reason, List<Proven.Note> notes) {
        return new Proven(reason == null, one.exitCode(), took, one.output(), reason, one.sha256(), one.where(), notes)
                .with(one.annex());
    }
}
