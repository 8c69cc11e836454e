package dev.ralph.engine;

import static dev.ralph.engine.TwoTasks.PROMISE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Questions;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stages with real processes: how work is sent back, and what follows a failure.
class StageRunTest {
    private static final FlowPlan PLAN =
            new FlowPlan(2, 1, 1, Grant.UNBOUNDED, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, List.of());

    @TempDir
    Path folder;

    /// One task, until it is recorded.
    private record OneTask(PipelinePlan plan, Path done) implements FlowTasks {
        @Override
        public FlowEvent pick(List<String> inFlight) {
            return Files.exists(done) || !inFlight.isEmpty()
                    ? new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD)
                    : new FlowEvent.TaskPicked("a");
        }

        @Override
        public PipelinePlan plan(String task) {
            return plan;
        }

        @Override
        public String text(String task, String role) {
            return "As " + role + ": do " + task;
        }

        @Override
        public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
            Files.writeString(done, reason.outcome().name());
            return List.of();
        }
    }

    private FlowState run(PipelinePlan.UsedUp usedUp, Stage... stages) throws Exception {
        return run(PLAN, usedUp, stages);
    }

    private FlowState run(FlowPlan plan, PipelinePlan.UsedUp usedUp, Stage... stages) throws Exception {
        OneTask tasks = new OneTask(new PipelinePlan(List.of(stages), null, usedUp), folder.resolve("outcome"));
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            return engine.startFlow("one", "skeleton", plan, tasks).run();
        }
    }

    private static Stage reviewer(String line) {
        return new Stage("reviewer", TwoTasks.policy(line), new Rejection("coder", 10));
    }

    private static Stage coder(String line, Policy... ladder) {
        return new Stage("coder", TwoTasks.policy(line), null, List.of(ladder));
    }

    /// How each loop ended, in the order in which they began.
    private List<String> loops() {
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            return journal.streams(StreamQuery.ALL).reversed().stream()
                    .map(StreamSummary::head)
                    .filter(head -> head.kind() == StreamHead.Kind.LOOP)
                    .map(head -> head.role() + " " + end(journal, head))
                    .toList();
        }
    }

    private static Reason end(JournalView journal, StreamHead loop) {
        JournalEntry<Event> last = journal.entries(loop.id()).getLast();
        return ((Event.LoopEnded) last.event()).reason();
    }

    /// Ids end with a number without leading zeros.
    private static final Comparator<Path> BY_NUMBER =
            Comparator.comparingInt((Path run) -> run.toString().length()).thenComparing(Path::toString);

    private String prompt(String role, int run) throws IOException {
        try (var runs = Files.list(
                StateLayout.inProject(folder).task(new TaskId("a")).stage(role).runs())) {
            return Files.readString(runs.sorted(BY_NUMBER).toList().get(run).resolve("prompt.md"));
        }
    }

    @Test
    void what_is_named_in_the_run_folder_is_sent_back_at_once_and_wins_over_the_promise() throws Exception {
        String once = "[ -e looked ] || { touch looked; echo 'no test for 0' >> \"$JRUN_RUN_FOLDER/REJECTED\"; }; ";
        Stage checked = new Stage(
                "reviewer",
                TwoTasks.policy(once + PROMISE).withChecks(List.of("echo checked >> checks")),
                new Rejection("coder", 10));

        FlowState end = run(PipelinePlan.UsedUp.ASK, coder(PROMISE), checked);

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(1));
        assertThat(loops())
                .containsExactly(
                        "coder " + new Reason.Unverified(),
                        "reviewer " + new Reason.Rejected(List.of("no test for 0")),
                        "coder " + new Reason.Unverified(),
                        "reviewer " + new Reason.Proven());
        assertThat(prompt("coder", 0)).doesNotContain("ralph reject");
        assertThat(prompt("coder", 1)).contains("was sent back").contains("\n> no test for 0\n");
        assertThat(prompt("reviewer", 0)).contains("ralph reject \"finding\"", "</rejected>");
        assertThat(Files.readAllLines(folder.resolve("checks"))).hasSize(1);
    }

    @Test
    void a_stage_that_nobody_can_price_uses_nothing_of_a_limit_in_dollars() throws Exception {
        Grant ten = new Grant(BigDecimal.TEN, null, null);
        FlowPlan limited = new FlowPlan(2, 1, 1, ten, ten, FlowPlan.OnFailure.CONTINUE, List.of());

        FlowState end = run(limited, PipelinePlan.UsedUp.ASK, coder(PROMISE), reviewer(PROMISE));

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(1));
        assertThat(end.grants().left()).isEqualTo(ten);
    }

    @Test
    void a_stage_that_may_not_reject_sends_nothing_back() throws Exception {
        String tries = "echo no >> \"$JRUN_RUN_FOLDER/REJECTED\"; printf '<rejected>\\nno\\n</rejected>\\n'; ";

        run(PipelinePlan.UsedUp.ASK, coder(tries + PROMISE));

        assertThat(loops()).containsExactly("coder " + new Reason.Unverified());
        assertThat(folder.resolve("outcome")).hasContent("COMPLETED");
    }

    @Test
    void the_same_finding_three_times_is_asked_about_and_the_answer_lets_the_task_continue() throws Exception {
        String nags = "[ -e content ] || printf '<rejected>\\nno  test\\n</rejected>\\n'; ";

        FlowState parked = run(PipelinePlan.UsedUp.ASK, coder(PROMISE), reviewer(nags + PROMISE));

        assertThat(parked.isParked()).isTrue();
        assertThat(loops()).hasSize(6);
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            Questions.Question question = engine.questions().open().getFirst();
            assertThat(question.text()).startsWith("reviewer reported the same finding 3 times: no  test\n");
            engine.questions().answer(question.id(), "leave it out", "ann");
        }
        Files.createFile(folder.resolve("content"));

        FlowState end = run(PipelinePlan.UsedUp.ASK, coder(PROMISE), reviewer(nags + PROMISE));

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(1));
        assertThat(loops()).hasSize(8);
        assertThat(prompt("coder", 3)).contains("\n> no  test\n> leave it out\n");
    }

    @Test
    void a_question_that_was_asked_together_with_a_rejection_is_not_asked_by_the_next_loop() throws Exception {
        String once = "[ -e looked ] || { touch looked; echo 'Which?' > \"$JRUN_TASK_FOLDER/WAIT_WITHOUT_RESTART\";"
                + " echo no >> \"$JRUN_RUN_FOLDER/REJECTED\"; }; ";

        FlowState end = run(PipelinePlan.UsedUp.ASK, coder(PROMISE), reviewer(once + PROMISE));

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(1));
        assertThat(loops()).hasSize(4).endsWith("reviewer " + new Reason.Unverified());
    }

    @Test
    void a_stage_that_used_all_its_attempts_is_tried_with_the_next_rung_which_knows_what_failed() throws Exception {
        FlowState end = run(
                PipelinePlan.UsedUp.END,
                coder("exit 1", TwoTasks.policy("echo half > half; exit 2"), TwoTasks.policy("cat half; " + PROMISE)),
                reviewer(PROMISE));

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(1));
        assertThat(loops())
                .containsExactly(
                        "coder " + new Reason.AttemptsUsed(3),
                        "coder " + new Reason.AttemptsUsed(3),
                        "coder " + new Reason.Unverified(),
                        "reviewer " + new Reason.Unverified());
        assertThat(prompt("coder", 0)).doesNotContain("max restarts");
        assertThat(prompt("coder", 6)).contains("\n> max restarts (3) exceeded\n");
    }
}
