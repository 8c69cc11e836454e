package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What `ralph gc` removes that its own test cannot make.
class CleanupTest extends InScratchProject {
    private static final Instant THEN = Instant.parse("2026-01-01T10:00:00Z");

    @Test
    void the_runs_of_a_stage_are_removed_where_they_lie() throws Exception {
        EngineOptions options = project.options(InstantSource.system());
        StreamHead head =
                new StreamHead("loop-1", StreamHead.Kind.LOOP, "pipeline-1", "scratch", "task-001", "coder", "stage");
        Path run = new LoopPaths(options.layout(), folder, head)
                .task()
                .run("run-1")
                .path();
        project.put(run.resolve("output.md"), "done");
        try (Journal journal = SqliteJournal.open(options.layout().journal())) {
            journal.begin(head);
            AttemptReport stopped = AttemptReport.bare(
                    AttemptReport.How.STOPPED, 0, null, new AttemptFailure.Stopped(), THEN, Duration.ZERO, "");
            List<Event> events = List.of(
                    new Event.LoopStarted(Policy.of(Policy.AgentCommand.program("true"))),
                    new Event.AttemptStarted(1, "run-1"),
                    new Event.StopRequested(Event.StopKind.STOP, "ann"),
                    new Event.AttemptEnded(1, stopped),
                    new Event.LoopEnded(new Reason.StoppedBy(Event.StopKind.STOP, "ann")));
            for (int i = 0; i < events.size(); i++) {
                journal.append(head.id(), List.of(new JournalEntry<>(i + 1, THEN, events.get(i))));
            }

            Cleanup.Result cleaned = Cleanup.of(options, journal, Instant.now(), Set.of(), null);

            assertThat(cleaned.troubles()).isEmpty();
            assertThat(cleaned.items()).extracting(Cleanup.Item::path).contains(run);
            assertThat(run).doesNotExist();
        }
    }
}
