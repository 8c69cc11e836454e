package dev.ralph.run;

import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;

/// A file that must be there, with something in it.
record FileProver(Check.FileExists check, Sight sight) implements Prover {
    @Override
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        Sight.Seen seen = sight.at(check.path());
        return seen.kind() == Sight.Kind.FILE
                ? Proven.passed(watch.took(), List.of(Proven.ARTIFACT + check.path()))
                : Proven.refused(
                        watch.took(),
                        "check `" + check.title() + "` failed: " + check.path() + " "
                                + seen.kind().words(),
                        "");
    }
}
