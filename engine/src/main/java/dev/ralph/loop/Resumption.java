package dev.ralph.loop;

import dev.ralph.loop.Event.LoopResumed;
import dev.ralph.loop.Phase.*;
import dev.ralph.verify.Check;
import java.util.List;
import java.util.Objects;

/// What a loop becomes when somebody resumes it: the books stay, the policy may be another one.
record Resumption(LoopState from, LoopResumed resumed) {

    LoopState next() {
        return switch (from.phase()) {
            case Ended ended when ended.outcome().resumable() -> afresh();
            // Other agents than those that are limited need not wait.
            case Limited _ when hasOtherAgents() -> withOtherAgents();
            case Ready _, Resting _, Limited _ -> goingOn().unlessOver();
            // What was believed was not held against these.
            case Keeping _ when hasOtherChecks() -> goingOn().in(new Checking());
            case AwaitingChildren _, Checking _, Refusing _, Keeping _ -> goingOn();
            case Running _, Stopping _, Finishing _, Ended _ -> from.illegal(resumed);
        };
    }

    /// An ended loop gets its patience back: failures in a row count anew, what was spent stays spent.
    private LoopState afresh() {
        return goingOn()
                .in(new Ready(true))
                .withFailure(Failure.NONE)
                .withChildren(null)
                .withCrew(crew().rested())
                .withToll(from.toll().again())
                .unlessOver();
    }

    private LoopState withOtherAgents() {
        return goingOn().in(new Ready(false)).withToll(from.toll().again()).unlessOver();
    }

    /// Nobody holds it back any longer.
    private LoopState goingOn() {
        return new LoopState(
                resumed.policy(),
                from.phase(),
                from.attempts(),
                from.refusal(),
                from.failure(),
                from.children(),
                false,
                null,
                crew(),
                from.toll());
    }

    /// Lines that are new, or the same lines with other scripts, another text of the task, or in another place.
    private boolean hasOtherChecks() {
        List<String> checks = resumed.policy().checks();
        boolean elsewhere = from.policy().usesCleanRoom() != resumed.policy().usesCleanRoom();
        return !from.policy().checks().containsAll(checks)
                || (elsewhere && !checks.isEmpty())
                || checks.stream().map(Check::of).anyMatch(this::isPinnedAnew);
    }

    private boolean isPinnedAnew(Check check) {
        return (check.asks() && isPinnedAnew(Proof.TASK))
                || check.scripts().stream().anyMatch(this::isPinnedAnew);
    }

    private boolean isPinnedAnew(String file) {
        return !Objects.equals(
                from.policy().proof().pins().get(file),
                resumed.policy().proof().pins().get(file));
    }

    private boolean hasOtherAgents() {
        return !resumed.policy().agents().equals(from.policy().agents());
    }

    private Crew crew() {
        return hasOtherAgents() ? Crew.of(resumed.policy().agents().size()) : from.crew();
    }
}
