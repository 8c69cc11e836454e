package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.process.Containment;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.ProjectId;
import dev.ralph.task.RunIds;
import dev.ralph.task.TaskId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs handed to the engine that runs the agent.
class HandoverTest {
    private static final Instant NOW = Instant.parse("2026-02-23T19:17:10Z");
    private static final Policy POLICY = Policy.restart(Policy.AgentCommand.program("true"));

    @TempDir
    Path folder;

    @Test
    void an_id_that_another_namespace_already_used_in_this_second_is_passed_over() throws Exception {
        Layout layout = Layout.inProject(folder);
        Setup setup = new Setup(
                layout, folder, new ProjectId("scratch"), Containment.GROUP, Map.of(), null, Duration.ZERO, () -> NOW);
        StateFolder.make(setup);
        String last = RunIds.next(NOW);
        int dash = last.lastIndexOf('-') + 1;
        String taken = last.substring(0, dash) + (Integer.parseInt(last.substring(dash)) + 1);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            journal.begin(new LoopHead(taken, "scratch", "other", "job", "run-1"));
            journal.append(taken, List.of(new Entry(1, NOW, new Event.LoopStarted(POLICY))));
        }

        String loop = Handover.to(setup, "loop-1", new Order(new TaskId("mine"), POLICY, "do it", "run-2"));

        assertThat(loop).isNotEqualTo(taken);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            assertThat(journal.loop(taken).map(LoopSummary::head).map(LoopHead::task))
                    .contains("other");
            assertThat(journal.loop(loop).map(LoopSummary::head).map(LoopHead::task))
                    .contains("mine");
        }
    }
}
