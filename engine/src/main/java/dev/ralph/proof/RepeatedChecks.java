package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.util.List;

/// Makes those checks that say something about a commit in a clean room of it, each once.
record RepeatedChecks(CheckProcesses checkProcesses, VerdictRoom room) {
    /// @param check one that is not [Check#unrepeatable]
    Prover of(Check check) {
        return new ProverGuard(check, this::layer);
    }

    private Prover layer(Check check) {
        return work -> {
            Repository repository = ChangesSinceStart.repository(work);
            FileView view = new CommitFileView(repository, work.paths().project(), VerdictRoom.kept(work));
            Prover prover = PinnedScripts.unbent(check, room, checkProcesses, prover(check, view));
            return PinnedScripts.guarding(check, view, prover).prove(work);
        };
    }

    private Prover prover(Check check, FileView view) {
        CheckCommands commanding = new CheckCommands(checkProcesses, room, Fingerprint.Room.CLEAN);
        return switch (check) {
            case Check.Command command -> new CommandProver(command, commanding);
            case Check.FileExists file -> new FileProver(file, view);
            case Check.TestPassing tests -> new TaskTestsProver(tests, commanding);
            case Check.Validate script -> new ScriptProver(script, commanding, view);
            case GitFact.CHANGED -> RepeatedChecks::changed;
            case MultiStage several -> new StagesProver(several, this::of);
            default -> throw new IllegalArgumentException("cannot be repeated: " + check.title());
        };
    }

    private static ProofResult changed(WorkUnderProof work) throws IOException {
        Stopwatch watch = Stopwatch.start();
        Repository repository = ChangesSinceStart.repository(work);
        String commit = VerdictRoom.kept(work);
        String baseline = work.committed();
        boolean is = baseline == null
                || !repository
                        .commits()
                        .tree(commit)
                        .equals(repository.commits().tree(baseline));
        return is
                ? ProofResult.passed(watch.took(), List.of())
                : ProofResult.refused(
                        watch.took(),
                        "check `" + GitFact.CHANGED.title() + "` failed: every file is as it was when the loop began",
                        "");
    }
}
