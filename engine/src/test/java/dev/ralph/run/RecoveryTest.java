package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.process.Containment;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.ProjectId;
import dev.ralph.task.TaskId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an engine that was killed left is brought to an end by the next one.
class RecoveryTest {
    private static final Policy POLICY =
            Policy.restart(Policy.AgentCommand.program("true")).with(Policy.Limits.DEFAULT.withAttempts(1));

    @TempDir
    Path folder;

    @Test
    void a_stop_that_is_in_the_journal_leaves_no_request_behind_when_the_task_is_started_anew() throws Exception {
        Layout layout = Layout.inProject(folder);
        Setup setup = new Setup(
                layout,
                folder,
                new ProjectId("scratch"),
                Containment.GROUP,
                Map.of(),
                null,
                Duration.ZERO,
                InstantSource.system());
        StateFolder.make(setup);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            journal.begin(new LoopHead("old", "scratch", "task-1", "restart", null));
            Instant now = Instant.now();
            journal.append(
                    "old",
                    List.of(
                            new Entry(1, now, new Event.LoopStarted(POLICY)),
                            new Entry(2, now, new Event.AttemptStarted(1, "run-1")),
                            new Entry(3, now, new Event.StopRequested(Event.StopKind.STOP, "me"))));
        }
        Requests.send(layout, "old", Requests.Kind.STOP, "me");

        try (Engine engine = Engine.open(setup, null)) {
            ActiveLoop anew = engine.start(new Order(new TaskId("task-1"), POLICY, "do it", null));
            assertThat(anew.run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        }

        try (Journal journal = SqliteJournal.open(layout.journal())) {
            assertThat(journal.loop("old").orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        }
        assertThat(layout.requests("old")).isEmptyDirectory();
    }
}
