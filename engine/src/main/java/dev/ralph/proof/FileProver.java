package dev.ralph.proof;

import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;

/// A file that must be there, with something in it: where the work becomes a commit, in that commit.
///
/// @param kept      what would be kept
/// @param workspace where the agent worked
record FileProver(Check.FileExists check, FileView kept, FileView workspace) implements Prover {
    /// For one place that is both.
    FileProver(Check.FileExists check, FileView view) {
        this(check, view, view);
    }

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        FileView.Seen seen = kept.at(check.path());
        return seen.kind() == FileView.Kind.FILE
                ? ProofResult.passed(watch.took(), List.of(ProofResult.Note.artifact(check.path())))
                : ProofResult.refused(
                        watch.took(),
                        "check `" + check.title() + "` failed: " + check.path() + " " + against(seen.kind()),
                        "");
    }

    private String against(FileView.Kind kind) throws IOException, InterruptedException {
        boolean beside = kind == FileView.Kind.MISSING
                && !kept.equals(workspace)
                && workspace.at(check.path()).kind() == FileView.Kind.FILE;
        return beside ? "exists, but would not be kept: git ignores it, or it is not committed" : kind.words();
    }
}
