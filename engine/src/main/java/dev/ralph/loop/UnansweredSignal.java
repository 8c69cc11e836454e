package dev.ralph.loop;

import dev.ralph.loop.Event.LoopResumed;
import dev.ralph.verify.Check;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an attempt said to be done, neither refused nor believed when its loop is resumed. A promise is checked
/// before anything else is done, since nothing would bring it up again: a file says it to whoever looks, words are
/// said once.
///
/// @param state  of the loop, after all its events
/// @param signal the promise, or the DONE that an attempt left; null where there is none
public record UnansweredSignal(LoopState state, @Nullable Signal signal) {

    /// @param past all events of the loop
    public static UnansweredSignal of(List<Event> past) {
        Signal open = null;
        boolean over = false;
        for (Event event : past) {
            open = after(event, open, over);
            over = event instanceof Event.LoopEnded || (over && !(event instanceof LoopResumed));
        }
        return new UnansweredSignal(LoopState.replay(past), open);
    }

    private static @Nullable Signal after(Event event, @Nullable Signal open, boolean over) {
        return switch (event) {
            case Event.AttemptStarted _, Event.NothingSeen _ -> null;
            case Event.AttemptEnded ended ->
                ended.report().findings().isEmpty() ? claim(ended.report().signal()) : null;
            case Event.AttemptLost lost -> lost.findings().isEmpty() ? claim(lost.signal()) : null;
            case Event.SignalSeen seen when open == Signal.DONE -> claim(seen.signal());
            case Event.ChecksEnded checks when checks.verdict().refusal().isPresent() -> null;
            // Withdrawn, or passed over by an earlier Ralph.
            case LoopResumed resumed when open == Signal.PROMISE && over && !resumed.recheck() -> null;
            default -> open;
        };
    }

    private static @Nullable Signal claim(@Nullable Signal said) {
        return said == Signal.PROMISE || said == Signal.DONE ? said : null;
    }

    LoopResumed resumed(Policy next, String by) {
        boolean keeps = state.phase() instanceof Phase.Keeping;
        boolean again = state.hasEnded() ? signal == Signal.PROMISE : keeps && hasOtherChecks(next);
        return new LoopResumed(next, by, again);
    }

    /// The loop of an attempt whose words count no more goes on with another one.
    public static LoopResumed withdrawn(Policy next, String by) {
        return new LoopResumed(next, by, false);
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
        return (check.asks() && isPinnedAnew(ProofBasis.TASK, next))
                || check.scripts().stream().anyMatch(file -> isPinnedAnew(file, next));
    }

    private boolean isPinnedAnew(String file, Policy next) {
        return !Objects.equals(
                state.policy().proof().pins().get(file), next.proof().pins().get(file));
    }
}
