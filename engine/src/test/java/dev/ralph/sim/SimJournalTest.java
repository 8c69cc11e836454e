package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is special about the journal in memory: it dies when told.
class SimJournalTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final JournalEntry<Event> FIRST =
            new JournalEntry<>(1, NOW, new Event.LoopStarted(Policy.of(AgentCommand.program("agent"))));

    @Test
    void an_append_that_died_before_it_was_durable_is_not_there() {
        assertThat(entriesAfterCrashAt(1)).isEmpty();
    }

    @Test
    void an_append_that_died_after_it_was_durable_is_there_although_the_writer_does_not_know() {
        assertThat(entriesAfterCrashAt(2)).containsExactly(FIRST);
    }

    @Test
    void the_listener_hears_exactly_what_became_durable() {
        List<JournalEntry<?>> heard = new ArrayList<>();
        SimJournal journal = new SimJournal(CrashPlan.at(3), written -> heard.add(written.entry()));
        journal.begin(StreamHead.loop("loop", "project", "task", "restart"));
        journal.append("loop", List.of(FIRST));
        JournalEntry<Event> second = new JournalEntry<>(2, NOW, new Event.Held("ann"));

        assertThatThrownBy(() -> journal.append("loop", List.of(second))).isInstanceOf(SimCrash.class);

        assertThat(heard).isEqualTo(journal.entries("loop"));
        assertThat(journal.entries("loop")).containsExactly(FIRST);
    }

    @Test
    void a_clock_that_is_set_lets_no_time_pass() {
        SimClock clock = new SimClock(NOW);
        clock.advance(Duration.ofSeconds(5));
        clock.jump(Duration.ofMinutes(-1));
        assertThat(clock.instant()).isEqualTo(NOW.minusSeconds(55));
        clock.set(NOW.plusSeconds(7));

        assertThat(clock.instant()).isEqualTo(NOW.plusSeconds(7));
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .hasMessage("time does not pass backwards, but PT-1S was asked: use jump");
    }

    private static List<JournalEntry<Event>> entriesAfterCrashAt(long step) {
        SimJournal journal = new SimJournal(CrashPlan.at(step), _ -> {});
        journal.begin(StreamHead.loop("loop", "project", "task", "restart"));
        assertThatThrownBy(() -> journal.append("loop", List.of(FIRST))).isInstanceOf(SimCrash.class);
        return journal.entries("loop");
    }
}
