package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.IllegalEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Every pair of phase and event: either it stands in this table, or the heart refuses it, whatever its details.
class IllegalEventsTest {
    private static final Map<String, String> TABLE = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "Ready",
                    "LoopResumed AttemptStarted ChecksTried SignalSeen NothingSeen Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Resting",
                    "LoopResumed SignalSeen RestEnded Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Limited",
                    "LoopResumed SignalSeen LimitEnded Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Running",
                    "AttemptEnded AttemptTimedOut AttemptLost SignalSeen AgentFinished Held Released TermsChanged Told StopRequested"),
            Map.entry(
                    "AwaitingChildren",
                    "LoopResumed ChildrenEnded Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry("Checking", "LoopResumed ChecksEnded Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Refusing", "LoopResumed SignalRefused Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Keeping",
                    "LoopResumed BranchMoved WorkKept Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry(
                    "Discarding",
                    "LoopResumed WorkDiscarded Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry("Asking", "LoopResumed Asked Held Released TermsChanged Told StopRequested TroubleFound"),
            Map.entry("Parked", "LoopResumed Answered Held Released TermsChanged Told StopRequested"),
            Map.entry("Stopping", "AttemptEnded AttemptLost Held Released TermsChanged Told StopRequested"),
            Map.entry("Finishing", "StopRequested LoopEnded"),
            Map.entry("Ended", "LoopResumed StopRequested")));

    @Test
    void an_event_that_is_not_in_the_table_is_refused_in_every_state_of_that_phase() {
        Map<String, Set<String>> taken = new TreeMap<>();
        Set<String> tried = new TreeSet<>();
        for (Policy policy : LegalTransitions.policies()) {
            LegalTransitions.explore(policy, (before, event, after) -> {
                String phase = before.phase().getClass().getSimpleName();
                String kind = event.getClass().getSimpleName();
                tried.add(phase + " " + kind);
                if (after != null) {
                    taken.computeIfAbsent(phase, _ -> new TreeSet<>()).add(kind);
                }
            });
        }
        Map<String, Set<String>> expected = new TreeMap<>();
        TABLE.forEach((phase, events) -> expected.put(phase, new TreeSet<>(List.of(events.split(" ")))));

        assertThat(taken).isEqualTo(expected);
        assertThat(tried)
                .as("every combination was tried")
                .hasSize(Phase.class.getPermittedSubclasses().length * Event.class.getPermittedSubclasses().length);
    }

    @Test
    void a_refusal_names_the_phase_and_the_event() {
        LoopState ready = LoopState.begin(
                new Event.LoopStarted(LegalTransitions.policies().getFirst()));

        assertThat(new IllegalEvent(ready.phase(), new Event.RestEnded()))
                .hasMessage("Ready[clearWait=false] cannot take the event RestEnded[]");
    }
}
