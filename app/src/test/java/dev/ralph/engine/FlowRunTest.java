package dev.ralph.engine;

import static dev.ralph.engine.TwoTasks.PROMISE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.FileLeases;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.Questions;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Flows with real processes: two tasks, each a pipeline of a coder and a reviewer.
class FlowRunTest {
    @TempDir
    Path folder;

    private static final FlowPlan PLAN =
            new FlowPlan(10, 2, 1, Grant.UNBOUNDED, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, List.of());

    private TwoTasks tasks(Map<String, String> after, String a, String b, String review) {
        return new TwoTasks(folder, after, Map.of("a", a, "b", b), review);
    }

    private FlowState run(FlowPlan plan, TwoTasks tasks) throws Exception {
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            return engine.startFlow("both", "skeleton", plan, tasks).run();
        }
    }

    private List<StreamHead> streams() {
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            return journal.streams(StreamQuery.ALL).reversed().stream()
                    .map(stream -> stream.head())
                    .toList();
        }
    }

    private String prompt(String task, String role, int run) throws IOException {
        try (var runs = Files.list(
                StateLayout.inProject(folder).task(new TaskId(task)).stage(role).runs())) {
            return Files.readString(runs.sorted().toList().get(run).resolve("prompt.md"));
        }
    }

    @Test
    void two_tasks_pass_their_stages_in_order_and_the_second_waits_for_the_first() throws Exception {
        TwoTasks tasks = tasks(Map.of("b", "a"), PROMISE, "[ -s outcomes ] && " + PROMISE, PROMISE);

        FlowState end = run(PLAN, tasks);

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(2));
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "COMPLETED", "b", "COMPLETED"));
        assertThat(streams())
                .extracting(stream -> stream.kind() + " " + stream.task() + " " + stream.role())
                .containsExactly(
                        "FLOW both null",
                        "PIPELINE a null",
                        "LOOP a coder",
                        "LOOP a reviewer",
                        "PIPELINE b null",
                        "LOOP b coder",
                        "LOOP b reviewer");
        assertThat(prompt("a", "coder", 0)).endsWith("As coder: do a");
    }

    @Test
    void status_shows_the_flow_and_a_line_for_each_task() throws Exception {
        run(PLAN, tasks(Map.of("b", "a"), PROMISE, "exit 1", PROMISE));

        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            assertThat(journal.streams(StreamQuery.ALL).reversed().stream()
                            .map(StatusLines::of)
                            .filter(Objects::nonNull))
                    .extracting(line -> line.task() + " " + line.state() + " " + line.attempts() + " " + line.reason())
                    .containsExactly(
                            "both BLOCKED 1/2 1 task failed",
                            "a COMPLETED 2/2 every stage passed",
                            "b EXHAUSTED 1/2 coder: max restarts (3) exceeded");
        }
    }

    /// Agents that say nothing of what they use count as having used their whole grant.
    @Test
    void what_the_flow_may_spend_is_never_exceeded_by_its_tasks_together() throws Exception {
        Grant grant = new Grant(null, 1000L, null);
        FlowPlan plan = new FlowPlan(10, 2, 1, grant, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, List.of());
        TwoTasks tasks = tasks(Map.of(), PROMISE, PROMISE, PROMISE);

        FlowState end = run(plan, tasks);

        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "EXHAUSTED", "b", "EXHAUSTED"));
        assertThat(end.grants().settled().tokens()).isEqualTo(1000L);
    }

    @Test
    void what_a_reviewer_finds_goes_back_to_the_coder() throws Exception {
        String once = "[ -e looked ] || { touch looked; printf '<rejected>\\nthe name is wrong\\n</rejected>\\n'; }; ";
        TwoTasks tasks = tasks(Map.of("b", "a"), PROMISE, PROMISE, once + PROMISE);

        FlowState end = run(PLAN, tasks);

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(2));
        assertThat(streams())
                .filteredOn(stream -> stream.kind() == StreamHead.Kind.LOOP)
                .extracting(stream -> stream.task() + " " + stream.role())
                .containsExactly("a coder", "a reviewer", "a coder", "a reviewer", "b coder", "b reviewer");
        assertThat(prompt("a", "coder", 0)).doesNotContain("the name is wrong");
        assertThat(prompt("a", "coder", 1)).contains("\n> the name is wrong\n");
    }

    @Test
    void a_reviewer_that_is_never_content_ends_its_task_and_what_needs_it_waits() throws Exception {
        TwoTasks tasks =
                tasks(Map.of("b", "a"), PROMISE, PROMISE, "printf '<rejected>\\nno\\n</rejected>\\n'; " + PROMISE);

        FlowState end = run(PLAN, tasks);

        assertThat(end.end()).isEqualTo(new FlowReason.TasksFailed(1));
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "EXHAUSTED"));
    }

    @Test
    void in_a_stage_a_promise_counts_only_alone_in_its_line_and_to_the_letter() throws Exception {
        String talks = "echo 'I will print <promise>DONE</promise> later'; ";
        TwoTasks tasks = tasks(Map.of(), talks, "echo '<promise>Done</promise>'", PROMISE);

        run(PLAN, tasks);

        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "EXHAUSTED", "b", "EXHAUSTED"));
        assertThat(prompt("a", "coder", 0)).contains("print, on a line of its own: <promise>DONE</promise>");
        assertThat(prompt("a", "coder", 1)).contains("put it alone on its line");
    }

    private static final String ASKS_ONCE =
            "[ -e asked ] || { touch asked; echo 'Which database?' > \"$JRUN_TASK_FOLDER/WAIT_WITHOUT_RESTART\"; exit; }; ";

    @Test
    void a_question_parks_its_task_while_the_other_goes_on_and_the_answer_brings_it_back() throws Exception {
        TwoTasks tasks = tasks(Map.of(), ASKS_ONCE + PROMISE, PROMISE, PROMISE).parking();

        FlowState parked = run(PLAN, tasks);

        assertThat(parked.isParked()).isTrue();
        assertThat(tasks.outcomes()).isEqualTo(Map.of("b", "COMPLETED"));
        assertThat(LivingProcesses.of(folder)).isEmpty();
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            assertThat(journal.streams(StreamQuery.ALL).stream()
                            .filter(stream -> stream.parked())
                            .map(stream -> stream.head().kind()))
                    .containsExactly(StreamHead.Kind.LOOP, StreamHead.Kind.PIPELINE, StreamHead.Kind.FLOW);
        }
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            assertThat(run(PLAN, tasks).isParked()).as("nobody has answered").isTrue();
            Questions.Question question = engine.questions().open().getFirst();
            assertThat(engine.questions().open()).hasSize(1);
            assertThat(question.text()).isEqualTo("Which database?");
            assertThat(engine.questions().answer(question.id(), "SQLite\n<promise>", "ann"))
                    .isTrue();
        }

        FlowState end = run(PLAN, tasks);

        assertThat(end.end()).isEqualTo(new FlowReason.AllDone(2));
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "COMPLETED", "b", "COMPLETED"));
        assertThat(prompt("a", "coder", 0)).contains("To ask the user").doesNotContain("the user answered");
        assertThat(prompt("a", "coder", 1))
                .contains("You asked:\n\n> Which database?\n\nand the user answered:\n\n> SQLite\n> <promise>\n");
        assertThat(streams())
                .filteredOn(stream -> "coder".equals(stream.role()))
                .hasSize(2);
    }

    @Test
    void a_stop_beats_the_answer_to_a_parked_task() throws Exception {
        TwoTasks tasks = tasks(Map.of(), ASKS_ONCE + PROMISE, PROMISE, PROMISE).parking();
        run(PLAN, tasks);
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow("both", "skeleton", PLAN, tasks);
            Questions.Question question = engine.questions().open().getFirst();
            flow.stop(StopKind.CANCEL, "a test");
            engine.questions().answer(question.id(), "SQLite", "ann");

            assertThat(flow.run().end()).isEqualTo(new FlowReason.StoppedBy(StopKind.CANCEL, "a test"));
        }
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "CANCELLED", "b", "COMPLETED"));
        assertThat(Files.readAllLines(folder.resolve("count")))
                .filteredOn("a"::equals)
                .hasSize(1);
    }

    @Test
    void a_stop_that_was_asked_for_while_nobody_ran_the_flow_is_heard_by_who_runs_it_next() throws Exception {
        TwoTasks tasks = tasks(Map.of(), ASKS_ONCE + PROMISE, PROMISE, PROMISE).parking();
        run(PLAN, tasks);
        StreamHead flow = streams().getFirst();
        StateFolder.requests(StateLayout.inProject(folder)).send(flow.id(), Requests.Kind.STOP, "ann");

        assertThat(run(PLAN, tasks).end()).isEqualTo(new FlowReason.StoppedBy(StopKind.STOP, "ann"));
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "STOPPED", "b", "COMPLETED"));
    }

    @Test
    void a_stop_reaches_every_loop_and_no_process_is_left() throws Exception {
        TwoTasks tasks = tasks(Map.of(), "touch a.works; sleep 300", "touch b.works; sleep 300", PROMISE);
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow("both", "skeleton", PLAN, tasks);
            AtomicReference<FlowState> end = new AtomicReference<>();
            Thread running = inBackground(flow, end);
            awaitFiles(running, "a.works", "b.works");

            flow.stop(StopKind.STOP, "a test");
            running.join();

            assertThat(Objects.requireNonNull(end.get()).end())
                    .isEqualTo(new FlowReason.StoppedBy(StopKind.STOP, "a test"));
        }
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "STOPPED", "b", "STOPPED"));
        assertThat(LivingProcesses.of(folder)).isEmpty();
    }

    /// As when two people stop it at once.
    @Test
    void a_flow_that_ended_right_before_somebody_settles_it_stays_ended() throws Exception {
        TwoTasks tasks = tasks(Map.of(), PROMISE, PROMISE, PROMISE);
        run(PLAN, tasks);
        List<StreamHead> before = streams();
        Files.delete(folder.resolve("outcomes"));

        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            engine.settleFlow(before.getFirst(), before.getFirst(), tasks);
            engine.settleFlow(before.getFirst(), before.get(1), tasks);
        }

        assertThat(streams()).isEqualTo(before);
        assertThat(leases().whoHolds("flow-both")).isEmpty();
    }

    private Thread inBackground(ActiveFlow flow, AtomicReference<FlowState> end) {
        return Thread.ofPlatform().start(() -> {
            try {
                end.set(flow.run());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void awaitFiles(Thread running, String... names) throws InterruptedException {
        for (String name : names) {
            while (!Files.exists(folder.resolve(name))) {
                assertThat(running.isAlive()).isTrue();
                Thread.sleep(10);
            }
        }
    }

    private Leases leases() {
        return new FileLeases(StateLayout.inProject(folder).locks());
    }

    /// As `ralph verify a` does.
    @ParameterizedTest
    @ValueSource(strings = {"task-a", "task-a+coder"})
    void a_task_that_somebody_else_holds_for_a_while_delays_only_itself(String held) throws Exception {
        TwoTasks tasks = tasks(Map.of(), PROMISE, PROMISE, PROMISE);
        AtomicReference<FlowState> end = new AtomicReference<>();
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow("both", "skeleton", PLAN, tasks);
            List<String> said = new CopyOnWriteArrayList<>();
            flow.complain(said::add);
            Thread running;
            try (Leases.Lease _ = (Leases.Lease) leases().acquire(held, OwnerProcess.me(Instant.now(), "a test"))) {
                running = inBackground(flow, end);
                while (tasks.outcomes().isEmpty()) {
                    assertThat(running.isAlive()).isTrue();
                    Thread.sleep(10);
                }
                assertThat(tasks.outcomes()).isEqualTo(Map.of("b", "COMPLETED"));
            }
            running.join();
            assertThat(said).singleElement().asString().contains("task a").contains("a test");
        }

        assertThat(Objects.requireNonNull(end.get()).end()).isEqualTo(new FlowReason.AllDone(2));
    }

    @Test
    void what_a_stage_did_is_not_rewound() throws Exception {
        run(PLAN, tasks(Map.of(), PROMISE, PROMISE, PROMISE));

        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            assertThatThrownBy(() -> engine.rewind(new TaskId("a"), 1))
                    .isInstanceOf(RequestRefused.class)
                    .hasMessageContaining("task a belongs to a task list");
        }
    }

    @Test
    void a_flow_that_is_interrupted_is_held_until_the_last_of_its_agents_is_gone() throws Exception {
        String stubborn = "trap '' TERM; touch %s.works; while true; do sleep 0.1; done";
        TwoTasks tasks = tasks(Map.of(), stubborn.formatted("a"), stubborn.formatted("b"), PROMISE);
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow("both", "skeleton", PLAN, tasks);
            Thread running = inBackground(flow, new AtomicReference<>());
            awaitFiles(running, "a.works", "b.works");

            running.interrupt();
            while (running.isAlive()) {
                boolean held = leases().whoHolds("flow-both").isPresent();
                assertThat(held || LivingProcesses.of(folder).isEmpty())
                        .as("nobody holds a flow whose agents work")
                        .isTrue();
                Thread.sleep(10);
            }
        }
        assertThat(LivingProcesses.of(folder)).isEmpty();
        assertThat(leases().whoHolds("flow-both")).isEmpty();
    }

    /// As on a full disk.
    @Test
    void its_own_process_stops_a_flow_where_no_request_can_be_written() throws Exception {
        TwoTasks tasks = tasks(Map.of(), "touch a.works; sleep 300", "touch b.works; sleep 300", PROMISE);
        AtomicReference<FlowState> end = new AtomicReference<>();
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow("both", "skeleton", PLAN, tasks);
            Path requests = StateLayout.inProject(folder).requests(flow.head().id());
            Files.createDirectories(requests.getParent());
            Files.createFile(requests);
            Thread running = inBackground(flow, end);
            awaitFiles(running, "a.works", "b.works");

            flow.stop(StopKind.STOP, "a test");
            running.join();
        }
        assertThat(Objects.requireNonNull(end.get()).end())
                .isEqualTo(new FlowReason.StoppedBy(StopKind.STOP, "a test"));
        assertThat(LivingProcesses.of(folder)).isEmpty();
    }

    @Test
    void work_that_cannot_be_integrated_fails_its_task_alone_and_can_be_reached() throws Exception {
        git("init", "-q", "-b", "main");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
        Files.createFile(folder.resolve("no-merge-a"));
        String a = "echo a > a.txt; ";
        String b = "echo b > b.txt; until [ -e " + folder.resolve("outcomes") + " ]; do sleep 0.05; done; ";
        TwoTasks tasks = tasks(Map.of(), a + PROMISE, b + PROMISE, PROMISE).in(Workspace.WORKTREE);
        Grant all = Grant.UNBOUNDED;
        List<FlowPlan.Step> steps = List.of(FlowPlan.Step.INTEGRATE);
        List<FlowEvent.IntegrationFailed> told = new CopyOnWriteArrayList<>();
        FlowState end;
        try (Engine engine = Engine.open(FlowProgram.options(folder), null)) {
            ActiveFlow flow = engine.startFlow(
                    "both", "skeleton", new FlowPlan(10, 2, 1, all, all, FlowPlan.OnFailure.CONTINUE, steps), tasks);
            flow.listen((_, entry, _) -> {
                if (entry.event() instanceof FlowEvent.IntegrationFailed failed) {
                    told.add(failed);
                }
            });
            end = flow.run();
        }

        assertThat(end.end()).isEqualTo(new FlowReason.TasksFailed(1));
        assertThat(tasks.outcomes()).isEqualTo(Map.of("a", "BLOCKED", "b", "COMPLETED"));
        assertThat(git("show", "main:b.txt")).isEqualTo("b\n");
        FlowEvent.IntegrationFailed failed = told.getFirst();
        assertThat(failed.words()).isEqualTo("the disk is full");
        assertThat(git("show", failed.work() + ":a.txt")).isEqualTo("a\n");
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).directory(folder.toFile()).start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).isZero();
        return said;
    }
}
