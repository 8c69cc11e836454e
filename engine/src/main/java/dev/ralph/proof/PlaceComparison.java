package dev.ralph.proof;

import dev.ralph.git.RawName;
import dev.ralph.room.PrepareSteps;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Why a command fails in a clean room of the folder where an agent worked in place: the work is at fault, or the room
/// lacks what no agent can put there. Then somebody has to say how it gets there.
///
/// @param there    the command where the agent worked
/// @param withHome the command in the room, with all that is in the home folder and the folders for temporary files
/// @param before   how the commands stood before the work
record PlaceComparison(Check check, Prover there, Prover withHome, VerdictRoom verdictRoom, TestBaseline before) {
    private static final int THERE = 90;
    private static final int WITH_HOME = 91;

    boolean passesThere(WorkUnderProof work) throws IOException, InterruptedException {
        return there.prove(work.again(THERE)).passed();
    }

    /// @param first   how it failed
    /// @param lacking what the room has not
    /// @throws NeedsHuman where no agent can help
    ProofResult explained(WorkUnderProof work, ProofResult first, String lacking)
            throws IOException, InterruptedException {
        String named = "check `" + check.title() + "`";
        String fails = " passes where the agent worked, yet fails in a fresh checkout of the same work";
        String what = named + fails;
        if (verdictRoom.renew() && withHome.prove(work.again(WITH_HOME)).passed()) {
            return FlakyRetry.refused(
                    first,
                    what + ": the work depends on files outside the project that came while the agent worked, in the"
                            + " home folder or in a folder for temporary files. Put what it needs into the project");
        }
        String why = needsMore(work);
        ProofResult refused =
                FlakyRetry.refused(first, what + ": the work depends on something that will not be there" + lacking);
        if (why == null) {
            return refused;
        }
        throw new NeedsHuman(
                refused,
                named + " needs a human: it" + fails + ", " + why + lacking
                        + ". If the check needs what a checkout lacks: ralph resume " + work.task()
                        + " --prepare '<line that installs it>', --env-pass <variable>, or --clean-room off; if not,"
                        + " undo the work and resume");
    }

    /// Why the room may lack what no agent can put there; null where it does not.
    private @Nullable String needsMore(WorkUnderProof work) throws IOException, InterruptedException {
        ExperimentTrees trees = ExperimentTrees.of(work, List.of());
        Set<RawName> installs =
                trees == null ? Set.of() : trees.differing(name -> PrepareSteps.isUsualInput(name.path()));
        if (!installs.isEmpty()) {
            return "and the work changed what is installed, " + Experiments.listed(installs);
        }
        List<TestBaseline.Before> stood = before.runs(work, 1);
        boolean anyPassed = stood == null
                || stood.stream()
                        .anyMatch(one -> one.code() == 0
                                || one.tests().tests().values().stream().anyMatch(tally -> tally.passed() > 0));
        return anyPassed ? null : "as it did before the work";
    }
}
