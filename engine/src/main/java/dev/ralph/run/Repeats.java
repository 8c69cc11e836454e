package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.util.List;

/// Makes those checks that say something about a commit in a clean room of it, each once.
record Repeats(Errands errands, Chamber chamber) {
    /// @param check one that is not [Check#unrepeatable]
    Prover of(Check check) {
        return new Steady(check, this::layer);
    }

    private Prover layer(Check check) {
        return claimed -> {
            Repository repository = Advance.repository(claimed);
            Sight sight = new CommittedSight(repository, claimed.site().project(), Chamber.commit(claimed));
            Prover prover = Pins.unbent(check, chamber, errands, prover(check, sight));
            return Pins.guarding(check, sight, prover).prove(claimed);
        };
    }

    private Prover prover(Check check, Sight sight) {
        Commanding commanding = new Commanding(errands, chamber, Fingerprint.Room.CLEAN);
        return switch (check) {
            case Check.Command command -> new CommandProver(command, commanding);
            case Check.FileExists file -> new FileProver(file, sight);
            case Check.TestPassing tests -> new TaskTestsProver(tests, commanding);
            case Check.Validate script -> new ScriptProver(script, commanding, sight);
            case GitFact.CHANGED -> Repeats::changed;
            case MultiStage several -> new StagesProver(several, this::of);
            default -> throw new IllegalArgumentException("cannot be repeated: " + check.title());
        };
    }

    private static Proven changed(Claimed claimed) throws IOException {
        Stopwatch watch = Stopwatch.start();
        Repository repository = Advance.repository(claimed);
        String commit = Chamber.commit(claimed);
        String baseline = claimed.baseline();
        boolean is = baseline == null
                || !repository
                        .commits()
                        .tree(commit)
                        .equals(repository.commits().tree(baseline));
        return is
                ? Proven.passed(watch.took(), List.of())
                : Proven.refused(
                        watch.took(),
                        "check `" + GitFact.CHANGED.title() + "` failed: every file is as it was when the loop began",
                        "");
    }
}
