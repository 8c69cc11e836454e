package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.RunIds;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs handed to the engine that runs the agent.
class JobHandoverTest {
    private static final Instant NOW = Instant.parse("2026-02-23T19:17:10Z");
    private static final Policy POLICY = Policy.of(Policy.AgentCommand.program("true"));

    @TempDir
    Path folder;

    @Test
    void an_id_that_another_namespace_already_used_in_this_second_is_passed_over() throws Exception {
        EngineOptions options = options();
        StateLayout layout = options.layout();
        String last = RunIds.next(NOW);
        int dash = last.lastIndexOf('-') + 1;
        String taken = last.substring(0, dash) + (Integer.parseInt(last.substring(dash)) + 1);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            journal.begin(StreamHead.loop(taken, "scratch", "other", "job"));
            journal.append(taken, List.of(new JournalEntry<>(1, NOW, new Event.LoopStarted(POLICY))));
        }

        String loop = JobHandover.to(options, "loop-1", new LoopOrder(new TaskId("mine"), POLICY, "do it", "run-2"));

        assertThat(loop).isNotEqualTo(taken);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            assertThat(journal.loop(taken).map(LoopSummary::head).map(StreamHead::task))
                    .contains("other");
            assertThat(journal.loop(loop).map(LoopSummary::head).map(StreamHead::task))
                    .contains("mine");
        }
    }

    @Test
    void a_job_whose_text_cannot_be_stored_is_not_in_the_journal() throws Exception {
        EngineOptions options = options();
        Files.writeString(options.layout().state().resolve("loops"), "in the way");

        assertThatThrownBy(() -> JobHandover.to(options, "loop-1", job("run-1")))
                .isInstanceOf(IOException.class);

        try (Journal journal = SqliteJournal.open(options.layout().journal())) {
            assertThat(journal.loops()).isEmpty();
        }
    }

    @Test
    void a_job_in_its_parents_task_does_not_keep_the_parent_from_noticing_done_at_once() throws Exception {
        ScratchProject project = new ScratchProject(folder);
        AtomicReference<ScratchLoop> self = new AtomicReference<>();
        ScratchLoop loop = project.loop()
                .pollInterval(Duration.ofMinutes(1))
                .set(SettingKeys.DONE_GRACE, Duration.ofMillis(100))
                .rootRunner((context, attempt) -> {
                    String run = context.run().path().getFileName().toString();
                    JobHandover.to(
                            self.get().options(),
                            loops(project).getFirst().head().id(),
                            job(run));
                    ScratchProject.until(
                            "the job has ended", () -> loops(project).stream().anyMatch(ended -> !ended.open()));
                    context.done();
                    Thread.sleep(Duration.ofMinutes(2));
                });
        self.set(loop);
        Instant began = Instant.now();

        assertThat(loop.run().outcome()).isEqualTo(Outcome.COMPLETED);

        assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofSeconds(40));
        assertThat(loops(project)).hasSize(2).noneMatch(LoopSummary::open);
    }

    private EngineOptions options() throws IOException {
        EngineOptions options = new ScratchProject(folder).options(() -> NOW);
        StateFolder.make(options);
        return options;
    }

    private static LoopOrder job(String parentRun) {
        Policy once = new Policy(
                "restart",
                Policy.Mode.ONCE,
                Policy.AgentCommand.program("true"),
                Policy.Limits.DEFAULT,
                Policy.Pace.DEFAULT,
                List.of(),
                Policy.Keep.IN_PLACE);
        return new LoopOrder(new TaskId(ScratchProject.TASK), once, "a part of it", parentRun);
    }

    private static List<LoopSummary> loops(ScratchProject project) {
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            return journal.loops();
        }
    }
}
