package dev.ralph.loop;

import dev.ralph.loop.Event.LoopResumed;
import dev.ralph.verify.Check;
import java.util.List;
import java.util.Objects;

/// A promise that was neither refused nor believed when its loop is resumed. It is checked before anything else is
/// done, since nothing would bring it up again: a file says it to whoever looks, words are said once.
///
/// @param state   of the loop, after all its events
/// @param isThere whether there is one
record OpenClaim(LoopState state, boolean isThere) {

    /// @param past all events of the loop
    static OpenClaim of(List<Event> past) {
        boolean open = false;
        boolean over = false;
        for (Event event : past) {
            open = switch (event) {
                case Event.AttemptStarted _ -> false;
                case Event.AttemptEnded ended -> ended.report().signal() == Signal.PROMISE;
                case Event.AttemptLost lost -> lost.signal() == Signal.PROMISE;
                case Event.ChecksEnded checks ->
                    open && checks.verdict().refusal().isEmpty();
                // Withdrawn, or passed over by an earlier Ralph.
                case LoopResumed resumed -> open && (resumed.recheck() || !over);
                default -> open;
            };
            over = event instanceof Event.LoopEnded || (over && !(event instanceof LoopResumed));
        }
        return new OpenClaim(LoopState.replay(past), open);
    }

    LoopResumed resumed(Policy next, String by) {
        boolean keeps = state.phase() instanceof Phase.Keeping;
        return new LoopResumed(next, by, state.hasEnded() ? isThere : keeps && hasOtherChecks(next));
    }

    /// Lines that are new, or the same lines with other scripts, another text of the task, or in another place.
    private boolean hasOtherChecks(Policy next) {
        List<String> checks = next.checks();
        boolean elsewhere = state.policy().usesCleanRoom() != next.usesCleanRoom();
        return !state.policy().checks().containsAll(checks)
                || (elsewhere && !checks.isEmpty())
                || checks.stream().map(Check::of).anyMatch(check -> isPinnedAnew(check, next));
    }

    private boolean isPinnedAnew(Check check, Policy next) {
        return (check.asks() && isPinnedAnew(Proof.TASK, next))
                || check.scripts().stream().anyMatch(file -> isPinnedAnew(file, next));
    }

    private boolean isPinnedAnew(String file, Policy next) {
        return !Objects.equals(
                state.policy().proof().pins().get(file), next.proof().pins().get(file));
    }
}
