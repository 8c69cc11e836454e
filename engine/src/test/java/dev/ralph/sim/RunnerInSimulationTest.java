package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.machine.Runner;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.StreamLog;
import dev.ralph.store.StreamType;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the simulation found in the runner, so that it stays found.
class RunnerInSimulationTest {
    private static final Policy AT_ONCE =
            Policy.of(AgentCommand.program("agent")).with(Policy.Pace.DEFAULT.withRestartDelay(Duration.ZERO));

    @Test
    void a_release_that_nobody_needed_is_journaled_once_and_the_loop_goes_on() {
        SimEnd ending = Simulation.of(AT_ONCE)
                .attempts(SimAttempt.exits(0).leavingDone())
                .during(Decision.StartAttempt.class, OutsideEvent.release())
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.history().entries().stream().map(JournalEntry::event))
                .filteredOn(Event.Released.class::isInstance)
                .hasSize(1);
    }

    @Test
    void what_happened_before_the_world_failed_is_in_the_journal() {
        SimClock clock = new SimClock();
        SimJournal journal = new SimJournal();
        Event started = new Event.AttemptStarted(1, "run-1");
        Event lost = new Event.AttemptLost(1, clock.instant());
        World<Event, Decision> fullDisk = decision -> switch (decision) {
            case Decision.StartAttempt start when start.attempt() == 1 -> started;
            case Decision.AttendAttempt _ -> lost;
            default -> throw new UncheckedIOException(new java.io.IOException("no space left on device"));
        };
        Event begun = new Event.LoopStarted(AT_ONCE);
        journal.begin(StreamHead.loop("loop", "project", "task", "restart"));
        journal.append("loop", List.of(new JournalEntry<>(1, clock.instant(), begun)));

        assertThatThrownBy(() -> new Runner<>(
                                new StreamLog<>(journal, StreamType.LOOP), LoopState::replay, fullDisk, clock, _ -> {})
                        .run("loop"))
                .hasMessageContaining("no space left");

        assertThat(journal.entries("loop").stream().map(JournalEntry::event)).containsExactly(begun, started, lost);
    }
}
