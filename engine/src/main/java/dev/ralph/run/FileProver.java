package dev.ralph.run;

import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;

/// A file that must be there, with something in it: where the work becomes a commit, in that commit.
///
/// @param kept      what would be kept
/// @param workspace where the agent worked
record FileProver(Check.FileExists check, Sight kept, Sight workspace) implements Prover {
    /// For one place that is both.
    FileProver(Check.FileExists check, Sight sight) {
        this(check, sight, sight);
    }

    @Override
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        Sight.Seen seen = kept.at(check.path());
        return seen.kind() == Sight.Kind.FILE
                ? Proven.passed(watch.took(), List.of(Proven.Note.artifact(check.path())))
                : Proven.refused(
                        watch.took(),
                        "check `" + check.title() + "` failed: " + check.path() + " " + against(seen.kind()),
                        "");
    }

    private String against(Sight.Kind kind) throws IOException, InterruptedException {
        boolean beside = kind == Sight.Kind.MISSING
                && !kept.equals(workspace)
                && workspace.at(check.path()).kind() == Sight.Kind.FILE;
        return beside
                ? "is there, but not in what would be kept: git ignores it, or it is not committed"
                : kind.words();
    }
}
