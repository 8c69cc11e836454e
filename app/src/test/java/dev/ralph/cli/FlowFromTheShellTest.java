package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RunningFlow;
import dev.ralph.Task;
import dev.ralph.budget.Grant;
import dev.ralph.config.Profile;
import dev.ralph.config.Settings;
import dev.ralph.engine.TwoTasks;
import dev.ralph.flow.FlowPlan;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.StateLayout;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A flow of two tasks, each a pipeline of a coder and a reviewer, through the command line and through [Ralph]. The
/// profile that has it exists in this file alone.
@Timeout(180)
class FlowFromTheShellTest {

    /// The coders and the reviewer are scripts in the project; `tokens` is what all of them may use together.
    public static final class Skeleton implements Profile {
        @Override
        public String name() {
            return "skeleton";
        }

        @Override
        public String summary() {
            return "two tasks";
        }

        @Override
        public Wording wording() {
            return allowed -> "all " + allowed + " attempts are used up";
        }

        @Override
        public Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment)
                throws IOException {
            Path tokens = project.resolve("tokens");
            Grant grant = Files.exists(tokens)
                    ? new Grant(null, Long.parseLong(Files.readString(tokens).strip()), null)
                    : Grant.UNBOUNDED;
            Path kind = project.resolve(".ralph/workspace");
            Workspace workspace = Files.exists(kind) ? Workspace.valueOf(Files.readString(kind)) : Workspace.IN_PLACE;
            List<FlowPlan.Step> steps = Files.exists(kind) ? List.of(FlowPlan.Step.INTEGRATE) : List.of();
            FlowPlan plan = new FlowPlan(10, 2, 1, grant, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, steps);
            Map<String, String> after = Files.exists(project.resolve("b-needs-a")) ? Map.of("b", "a") : Map.of();
            Map<String, String> coders = Map.of("a", "sh a.sh", "b", "sh b.sh");
            return Optional.of(new TaskFlow(
                    plan,
                    new TwoTasks(project, after, coders, "sh review.sh")
                            .parking()
                            .in(workspace)));
        }
    }

    /// Runs the flow of a project from Java, and prints how it ended.
    public static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            try (Ralph ralph = Ralph.open(Path.of(words[0]))) {
                if (words.length > 1) {
                    try {
                        ralph.startFlow(Task.named("both"), _ -> {
                            throw new IllegalStateException(words[1]);
                        });
                    } catch (IllegalStateException unready) {
                        System.out.println(unready.getMessage());
                    }
                }
                RunningFlow.Result result =
                        ralph.startFlow(Task.named("both"), _ -> {}).await();
                System.out.println(result.outcome() + ": " + result.sentence());
            }
        }
    }

    private static final String PROMISE = "echo '<promise>DONE</promise>'\n";
    private static final String ASKS = """
            [ -e asked ] && { echo '<promise>DONE</promise>'; exit; }
            touch asked
            echo 'Which database?' > "$JRUN_TASK_FOLDER/WAIT_WITHOUT_RESTART"
            """;

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void configure() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "profile: skeleton\ncontainment: group\n");
        scripts(PROMISE, PROMISE, PROMISE);
    }

    private void scripts(String a, String b, String review) throws IOException {
        Files.writeString(project.resolve("a.sh"), a);
        Files.writeString(project.resolve("b.sh"), b);
        Files.writeString(project.resolve("review.sh"), review);
    }

    private List<String> java(String... words) throws IOException {
        return Shell.java(folder.resolve("jar"), Skeleton.class, words);
    }

    private Shell.Said ralph(String... words) throws Exception {
        List<String> command = java(Main.class.getName(), "--dir", project.toString());
        command.addAll(List.of(words));
        return Shell.other(
                project, Map.of("XDG_STATE_HOME", folder.resolve("state").toString()), command);
    }

    private Process run() throws IOException {
        return new ProcessBuilder(java(Main.class.getName(), "--dir", project.toString(), "run"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
    }

    private Shell.Said program(String... words) throws Exception {
        List<String> command = java(Program.class.getName(), project.toString());
        command.addAll(List.of(words));
        return Shell.other(project, Map.of(), command);
    }

    private String outcomes() throws IOException {
        return Files.readString(project.resolve("outcomes"));
    }

    @Test
    void it_completes_the_second_task_after_the_first_and_status_shows_both() throws Exception {
        Files.createFile(project.resolve("b-needs-a"));

        Shell.Said run = ralph("run", "--task", "both");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("a: coder begins", "b: reviewer begins", "COMPLETED: all 2 tasks are done");
        assertThat(outcomes()).isEqualTo("a COMPLETED\nb COMPLETED\n");
        assertThat(ralph("status").out()).containsPattern("both +COMPLETED").containsPattern("a +COMPLETED");
    }

    @Test
    void a_listener_that_throws_leaves_a_flow_that_can_be_started() throws Exception {
        Shell.Said run = program("not ready");

        assertThat(run.out()).as(run.err()).isEqualTo("not ready\nCOMPLETED: all 2 tasks are done\n");
    }

    @Test
    void a_rejection_goes_back_to_the_coder() throws Exception {
        scripts(PROMISE, PROMISE, """
                [ -e "seen-$JRUN_TASK_ID" ] || printf '<rejected>\nthe name is wrong\n</rejected>\n'
                touch "seen-$JRUN_TASK_ID"
                """ + PROMISE);

        Shell.Said run = program();

        assertThat(run.out()).as(run.err()).isEqualTo("COMPLETED: all 2 tasks are done\n");
        assertThat(project.resolve("count")).content().hasLineCount(8);
    }

    /// But for what the reviewer changed when it sent the work back.
    @ParameterizedTest
    @EnumSource(names = {"OVERLAY", "WORKTREE"})
    void the_stages_of_a_task_share_a_workspace_and_its_work_is_kept_once(Workspace kind) throws Exception {
        String coder = """
                if [ -e draft-$JRUN_TASK_ID ]; then echo again >> draft-$JRUN_TASK_ID
                else echo first > draft-$JRUN_TASK_ID; fi
                """ + PROMISE;
        scripts(coder, coder, """
                grep -q first draft-$JRUN_TASK_ID || exit 1
                echo seen >> draft-$JRUN_TASK_ID
                grep -q again draft-$JRUN_TASK_ID || printf '<rejected>\nonce more\n</rejected>\n'
                """ + PROMISE);
        Files.createFile(project.resolve("b-needs-a"));
        Files.writeString(project.resolve(".ralph/workspace"), kind.name());
        Files.writeString(project.resolve(".ralph/config.yaml"), "profile: skeleton\n");
        git("init", "-q", "-b", "main");
        git("add", "*.sh");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");

        Shell.Said run = ralph("run", "--task", "both");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "--format=%s")).isEqualTo("b\na\nfirst\n");
        assertThat(git("show", "HEAD:draft-b")).isEqualTo("first\nagain\nseen\n");
        assertThat(project.resolve("draft-a")).hasContent("first\nagain\nseen");
        assertThat(git("for-each-ref", "--format=%(refname)", "refs/ralph")
                        .lines()
                        .filter(ref -> !ref.endsWith("-accepted")))
                .hasSize(8);
        assertThat(ralph("audit").out()).startsWith("clean: the work of 8 attempts is complete");
        try (Stream<Path> projects = Files.list(folder.resolve("state/ralph/workspaces"))) {
            assertThat(projects).allSatisfy(left -> assertThat(left).isEmptyDirectory());
        }
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Shell.Said said = Shell.other(project, Map.of(), command);
        assertThat(said.code()).as(said.err()).isZero();
        return said.out();
    }

    @Test
    void a_question_parks_one_task_while_the_other_completes_and_the_answer_brings_it_back() throws Exception {
        scripts(ASKS, PROMISE, PROMISE);

        Shell.Said parked = ralph("run", "--task", "both");

        assertThat(parked.code()).as(parked.out() + parked.err()).isEqualTo(4);
        assertThat(parked.out()).contains("a: asks: Which database?", "WAITING: ", "Answer: ralph answer a ");
        assertThat(outcomes()).isEqualTo("b COMPLETED\n");
        assertThat(ralph("status").out()).containsPattern("a +waits for an answer");
        assertThat(ralph("answer").out()).contains("a: Which database?");
        assertThat(ralph("answer", "b", "none").err()).contains("no open question has the id or the task b");

        Shell.Said answered = ralph("answer", "a", "SQLite");

        assertThat(answered.code()).as(answered.err()).isZero();
        assertThat(program().out()).isEqualTo("COMPLETED: all 2 tasks are done\n");
        assertThat(outcomes()).isEqualTo("b COMPLETED\na COMPLETED\n");
    }

    @Test
    void a_stop_from_another_process_reaches_every_agent() throws Exception {
        scripts("touch a.works; sleep 300", "touch b.works; sleep 300", PROMISE);
        Process running = run();
        try {
            while (!Files.exists(project.resolve("a.works")) || !Files.exists(project.resolve("b.works"))) {
                assertThat(running.isAlive()).isTrue();
                Thread.sleep(20);
            }

            Shell.Said task = ralph("stop", "a");
            Shell.Said flow = ralph("stop", "skeleton");

            assertThat(task.out()).as(task.err()).startsWith("a: STOPPED, stopped by ");
            assertThat(flow.out()).as(flow.err()).startsWith("skeleton: STOPPED, stopped by ");
            assertThat(running.waitFor()).isEqualTo(6);
        } finally {
            running.destroy();
        }
        assertThat(outcomes()).isEqualTo("a STOPPED\nb STOPPED\n");
    }

    @Test
    void a_paused_flow_begins_nothing_until_it_is_resumed() throws Exception {
        Files.createFile(project.resolve("b-needs-a"));
        scripts("touch a.works; until [ -e go ]; do sleep 0.05; done\n" + PROMISE, PROMISE, PROMISE);
        Process running = run();
        try {
            awaitFile(running, "a.works");

            assertThat(ralph("pause", "skeleton").out())
                    .isEqualTo("Pausing skeleton after the running attempt. Continue: ralph resume skeleton\n");
            awaitStatus("a +paused");
            Files.createFile(project.resolve("go"));
            awaitState(PipelineDecision.AwaitRelease.class);

            assertThat(project.resolve("count")).hasContent("a");
            assertThat(ralph("status").out()).containsPattern("skeleton +paused +.*\n  paused by ");
            assertThat(ralph("resume", "skeleton").out())
                    .isEqualTo("task skeleton resumed in the process that already runs it\n");
            assertThat(running.waitFor()).isZero();
        } finally {
            running.destroy();
        }
        assertThat(Files.readString(folder.resolve("out"))).contains("paused by ", "resumed by ");
        assertThat(outcomes()).isEqualTo("a COMPLETED\nb COMPLETED\n");
    }

    @Test
    void a_flow_that_was_killed_while_it_was_paused_stays_so_until_it_is_resumed() throws Exception {
        scripts(ASKS, "touch b.works; sleep 300", PROMISE);
        Process running = run();
        awaitFile(running, "b.works");
        awaitStatus("a +waits for an answer");
        assertThat(ralph("pause", "skeleton").code()).isZero();
        awaitStatus("skeleton +paused");
        running.destroyForcibly().waitFor();
        assertThat(ralph("answer", "a", "SQLite").code()).isZero();
        scripts(ASKS, PROMISE, PROMISE);

        Process again = run();
        try {
            awaitStatus("b +paused");
            assertThat(project.resolve("count")).content().hasLineCount(2);
            assertThat(Files.readString(folder.resolve("out"))).contains("Continue: ralph resume skeleton");
        } finally {
            again.destroyForcibly().waitFor();
        }
        Shell.Said resumed = ralph("resume", "skeleton");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(outcomes().lines()).containsExactlyInAnyOrder("a COMPLETED", "b COMPLETED");
    }

    @Test
    void a_paused_flow_can_be_stopped() throws Exception {
        scripts("touch a.works; sleep 300", PROMISE, PROMISE);
        Process running = run();
        try {
            awaitFile(running, "a.works");
            assertThat(ralph("pause", "skeleton").code()).isZero();
            awaitStatus("skeleton +paused");

            assertThat(ralph("stop", "skeleton").out()).startsWith("skeleton: STOPPED, stopped by ");
            assertThat(running.waitFor()).isEqualTo(6);
        } finally {
            running.destroy();
        }
    }

    private void awaitFile(Process running, String name) throws Exception {
        while (!Files.exists(project.resolve(name))) {
            assertThat(running.isAlive()).isTrue();
            Thread.sleep(20);
        }
    }

    private void awaitStatus(String pattern) throws Exception {
        while (!Pattern.compile(pattern).matcher(ralph("status").out()).find()) {
            Thread.sleep(20);
        }
    }

    /// Until the pipeline of task a decides so.
    private void awaitState(Class<? extends PipelineDecision> wanted) throws Exception {
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(project).journal())) {
            while (true) {
                String pipeline = journal.streams(StreamQuery.of("a").of(StreamHead.Kind.PIPELINE))
                        .getFirst()
                        .head()
                        .id();
                PipelineState state =
                        PipelineState.replay(journal.entriesAfter(StreamType.PIPELINE, pipeline, 0).stream()
                                .map(JournalEntry::event)
                                .toList());
                if (wanted.isInstance(state.decision())) {
                    return;
                }
                Thread.sleep(20);
            }
        }
    }

    @Test
    void a_flow_whose_process_was_killed_can_be_stopped() throws Exception {
        scripts("touch a.works; sleep 300", PROMISE, PROMISE);
        Process running = run();
        while (!Files.exists(project.resolve("a.works"))) {
            assertThat(running.isAlive()).isTrue();
            Thread.sleep(20);
        }
        running.destroyForcibly().waitFor();

        assertThat(ralph("status").out()).containsPattern("skeleton +interrupted");
        Shell.Said stopped = ralph("stop", "skeleton");

        assertThat(stopped.out()).as(stopped.err()).startsWith("skeleton: STOPPED, stopped by ");
        assertThat(outcomes()).contains("a STOPPED\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "skeleton", "a", "b"})
    void whoever_resumes_a_task_of_a_flow_resumes_the_flow(String named) throws Exception {
        scripts(ASKS, PROMISE, PROMISE);
        assertThat(ralph("run").code()).isEqualTo(4);
        assertThat(ralph("answer", "a", "SQLite").code()).isZero();

        Shell.Said resumed = named.isEmpty() ? ralph("resume") : ralph("resume", named);

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(outcomes().lines()).containsExactlyInAnyOrder("a COMPLETED", "b COMPLETED");
    }

    @Test
    void a_flow_that_was_stopped_is_resumed_with_a_task_of_it() throws Exception {
        scripts("touch a.works; sleep 300", PROMISE, PROMISE);
        Process running = run();
        awaitFile(running, "a.works");
        assertThat(ralph("stop", "skeleton").code()).isZero();
        assertThat(running.waitFor()).isEqualTo(6);
        scripts(PROMISE, PROMISE, PROMISE);

        Shell.Said resumed = ralph("resume", "a");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).startsWith("run skeleton ");
    }

    @Test
    void a_task_of_a_flow_that_no_process_runs_is_stopped_alone() throws Exception {
        scripts(ASKS, "touch b.works; sleep 300", PROMISE);
        Process running = run();
        while (!ralph("status").out().contains("waits for an answer") || !Files.exists(project.resolve("b.works"))) {
            assertThat(running.isAlive()).isTrue();
        }
        running.destroyForcibly().waitFor();

        Shell.Said asking = ralph("stop", "a");
        Shell.Said working = ralph("stop", "b");

        assertThat(asking.out()).as(asking.err()).startsWith("a: STOPPED, stopped by ");
        assertThat(working.out()).as(working.err()).startsWith("b: STOPPED, stopped by ");
        assertThat(project.resolve("outcomes")).doesNotExist();
        assertThat(ralph("run").code()).isEqualTo(4);
        assertThat(outcomes().lines()).containsExactlyInAnyOrder("a STOPPED", "b STOPPED");
    }

    /// Agents that say nothing of what they use count as having used their whole grant.
    @Test
    void the_budget_of_the_run_is_never_exceeded() throws Exception {
        Files.writeString(project.resolve("tokens"), "1000");

        Shell.Said run = ralph("--json", "run");

        assertThat(run.code()).as(run.err()).isEqualTo(3);
        assertThat(outcomes().lines()).containsExactlyInAnyOrder("a EXHAUSTED", "b EXHAUSTED");
        JsonContractTest.isValid("run", run.out());
        assertThat(run.out().lines().toList().getLast()).startsWith("{\"type\":\"summary\",\"kind\":\"flow\",");
    }
}
