package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.board.BoardAction;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `ralph stage …`, `ralph-status`, `ralph-cancel` and `ralph reject` as people and agents type them. The agents of the
/// stages are shell scripts.
@Timeout(300)
class StageCommandsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));
    private static final String CODER = """
            echo "$JRUN_TASK_ID" >> "made-$JRUN_TASK_ID"
            git add -A
            git commit -q -m "Make it" > /dev/null
            echo 'I committed the change.'
            echo '<promise>IMPLEMENTATION_COMPLETE</promise>'
            """;
    private static final String REVIEWER = "echo 'REVIEW PASSED'\necho '<promise>REVIEW_COMPLETE</promise>'\n";

    /// Counts the attempts of a stage beside its runs; `n` is 1 in the first.
    private static final String COUNTED = """
            n=$(($(cat "$TASK_FOLDER/n" 2> /dev/null || echo 0) + 1))
            echo $n > "$TASK_FOLDER/n"
            """;

    private static final String CONFIGURATION = """
            sandbox: off
            network: open
            containment: group
            restart_delay: 10ms
            stages:
              coder: {command: sh coder.sh}
              reviewer: {command: sh reviewer.sh}
            """;

    @TempDir
    Path base;

    private GitProject project;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write(".ralph/config.yaml", CONFIGURATION);
        scripts(CODER, REVIEWER);
        tasks("TASK-001");
    }

    @AfterEach
    void end() throws Exception {
        for (Process process : started) {
            process.destroy();
            process.waitFor();
        }
    }

    private void scripts(String coder, String reviewer) throws Exception {
        project.write("coder.sh", coder).write("reviewer.sh", reviewer);
        if (!project.status().isEmpty()) {
            project.commit("scripts");
        }
    }

    private void tasks(String... ids) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String id : ids) {
            lines.append(
                    "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id
                            + "\",\"description\":\"Make it.\",\"status\":\"pending\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
        }
        project.write("tasks.jsonl", lines.toString()).commit("tasks");
    }

    private Shell.Said stage(String... words) {
        return project.ralph(Stream.concat(Stream.of("stage"), Stream.of(words)).toArray(String[]::new));
    }

    /// `ralph stage run` in another process.
    private Process start(String... tasks) throws IOException {
        List<String> words = new ArrayList<>(
                List.of(Main.class.getName(), "--dir", project.folder().toString(), "stage", "run"));
        words.addAll(List.of(tasks));
        ProcessBuilder builder = new ProcessBuilder(Shell.java(words.toArray(String[]::new)));
        builder.environment().put("XDG_STATE_HOME", project.state().toString());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(base.resolve("said").toFile())
                .start();
        started.add(process);
        return process;
    }

    private void await(Process running, String file) throws Exception {
        Waiting.until(() -> {
            assertThat(running.isAlive() || Files.exists(base.resolve(file)))
                    .as(Files.readString(base.resolve("said")))
                    .isTrue();
            return Files.exists(base.resolve(file));
        });
    }

    private Optional<LoopSummary> loop(String task) {
        try (JournalView journal = Ralph.open(project.folder()).journal()) {
            return journal.loopsOf(task).stream().findFirst();
        }
    }

    private StreamSummary pipeline(String task) {
        try (JournalView journal = Ralph.open(project.folder()).journal()) {
            return journal.streams(StreamQuery.of(task).of(StreamHead.Kind.PIPELINE))
                    .getFirst();
        }
    }

    private String list() throws IOException {
        return Files.readString(project.path("tasks.jsonl"));
    }

    /// What the list says last about a task.
    private String status(String task) throws IOException {
        return list().lines()
                .filter(line -> line.contains("\"id\":\"" + task + "\"") && line.contains("\"status\":\""))
                .map(line -> line.replaceFirst(".*\"status\":\"([a-z_]*)\".*", "$1"))
                .reduce("", (_, last) -> last);
    }

    /// Cancelled it is, whatever else happened, and to be done again.
    private void assertCancelled(Shell.Said said, String iteration) {
        assertThat(said.out())
                .as(said.err())
                .isEqualTo("Cancelled Ralph loop for TASK-001 at iteration " + iteration + "\n");
        assertThat(said.code()).isZero();
        PipelineProgress progress = (PipelineProgress) pipeline("TASK-001").detail();
        assertThat(Objects.requireNonNull(progress.reason()).outcome()).isEqualTo(Outcome.CANCELLED);
        Shell.Said again = stage("cancel", "TASK-001");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).startsWith("ralph: No active Ralph loop for TASK-001");
    }

    @Test
    void the_samples_of_the_document_are_printed_to_the_letter() {
        Instant now = Instant.parse("2024-01-15T10:30:00Z");
        List<StageCommands.Line> lines = List.of(
                new StageCommands.Line(
                        "TASK-001", "coder", 3, 15, "running", now.minus(Duration.ofSeconds(323)), null, null),
                new StageCommands.Line(
                        "TASK-002", "tester", 7, 10, "running", now.minus(Duration.ofMinutes(12)), null, null));

        assertThat(String.join("\n", StageCommands.page("running", lines, now))).isEqualTo("""
                Active Ralph Loops:
                  TASK-001 (coder): iteration 3/15, started 5m ago
                  TASK-002 (tester): iteration 7/10, started 12m ago""");
        assertThat(StageCommands.cancelled("TASK-001", new StageCommands.Place("coder", 3, 15)))
                .isEqualTo("Cancelled Ralph loop for TASK-001 at iteration 3/15");
    }

    @Test
    void where_nothing_is_active_status_says_so_in_one_line() {
        Shell.Said said = stage("status");

        assertThat(said.out()).as(said.err()).isEqualTo("No active Ralph loops\n");
        assertThat(said.code()).isZero();
        assertThat(stage("status", "--status", "failed").out()).isEqualTo("No failed Ralph loops\n");
        assertThat(stage("status", "--json").out()).isEqualTo("[]\n");
        Shell.Said misspelt = stage("status", "--status", "runing");
        assertThat(misspelt.code()).isEqualTo(2);
        assertThat(misspelt.err()).contains("did you mean 'running'?");
    }

    @Test
    void a_run_brings_every_task_through_its_stages_and_ends_with_0() throws Exception {
        tasks("TASK-001", "TASK-002");

        Shell.Said run = stage("run", "--max-parallel", "2");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("TASK-001: coder begins", "TASK-002: reviewer begins", "COMPLETED: all 2 tasks are done");
        assertThat(List.of(status("TASK-001"), status("TASK-002"))).containsOnly("done");
        assertThat(project.path("made-TASK-001")).exists();
        assertThat(stage("show", "TASK-001").out()).contains("TASK-001: Make TASK-001\nstatus: done\n");
        assertThat(stage("status", "--status", "completed", "--task-id", "TASK-001")
                        .out())
                .matches("""
                        Completed Ralph Loops:
                          TASK-001 \\(coder\\): iteration 1/15, ended \\d+[sm] ago
                          TASK-001 \\(reviewer\\): iteration 1/5, ended \\d+[sm] ago
                        """);
    }

    @Test
    void only_the_named_tasks_are_worked_on_and_an_unknown_one_is_refused_with_the_nearest() throws Exception {
        tasks("TASK-001", "TASK-002");

        Shell.Said run = stage("run", "TASK-002");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(List.of(status("TASK-001"), status("TASK-002"))).containsExactly("pending", "done");
        Shell.Said unknown = stage("run", "TASK-01");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("TASK-01", "did you mean 'TASK-001'?");
        assertThat(stage("show", "TASK-01").err()).contains("No task TASK-01", "did you mean 'TASK-001'?");
    }

    @Test
    void a_flag_with_a_wrong_value_is_named_as_it_was_typed() {
        Shell.Said none = stage("run", "--max-parallel", "0");

        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--max-parallel: found '0', expected a whole number from 1 to 64");
    }

    @Test
    void a_limit_of_the_run_ends_it_with_3_and_a_failed_task_with_4() throws Exception {
        tasks("TASK-001", "TASK-002");
        Shell.Said limited = stage("run", "--max-tasks", "1");
        assertThat(limited.code()).as(limited.out() + limited.err()).isEqualTo(3);

        project.write(".ralph/config.yaml", CONFIGURATION + "ralph: {coder: {max_iterations: 1}}\n");
        scripts("echo nothing\n", REVIEWER);
        Shell.Said failed = stage("run");

        assertThat(failed.code()).as(failed.out() + failed.err()).isEqualTo(4);
        assertThat(stage("status", "--status", "failed").out())
                .matches("Failed Ralph Loops:\n  TASK-002 \\(coder\\): iteration 1/1, ended \\d+[sm] ago\n");
        assertThat(stage("show", "TASK-002").out())
                .contains("status: todo\n", "coder  1/1", "EXHAUSTED")
                .endsWith("last failure: coder, 1 iteration: Max iterations reached without completion promise\n");
        JsonContractTest.isValid(
                "stage-show", stage("show", "TASK-002", "--json").out());
    }

    @Test
    void an_agent_sends_the_work_back_by_the_command_and_the_coder_reads_why() throws Exception {
        String ralph = "'" + Shell.program(Files.createDirectory(base.resolve("bin"))) + "'";
        scripts(
                ralph + " reject 'not mine'; echo $? > '" + base.resolve("coder-code") + "'\n" + CODER,
                COUNTED + "[ $n = 1 ] && { " + ralph + " reject 'The name is wrong'; " + ralph
                        + " reject 'No test for it'; exit; }\n" + REVIEWER);

        Shell.Said run = stage("run");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(base.resolve("coder-code")).hasContent("2");
        assertThat(run.out()).contains("TASK-001: sent back: The name is wrong; No test for it");
        assertThat(stage("show", "TASK-001").out())
                .contains("reviewer  1/5", "REJECTED")
                .contains("sent back:\n  reviewer: The name is wrong\n  reviewer: No test for it\n");
        Shell.Said json = stage("show", "TASK-001", "--json");
        JsonContractTest.isValid("stage-show", json.out());
        assertThat(JsonText.object(json.out().strip()).get("rejections"))
                .isEqualTo(List.of(
                        Map.of("from", "reviewer", "findings", List.of("The name is wrong", "No test for it"))));
        try (Stream<Path> runs = Files.list(project.path(".ralph/tasks/TASK-001/stages/coder/runs"))) {
            assertThat(runs.sorted().toList().getLast().resolve("prompt.md"))
                    .content()
                    .contains("> The name is wrong", "> No test for it");
        }
    }

    @Test
    void status_show_and_cancel_say_at_which_iteration_a_running_stage_is() throws Exception {
        tasks("TASK-002", "TASK-001");
        String forged = "{\"op\":\"update\",\"id\":\"TASK-001\",\"changes\":"
                + "{\"metadata\":{\"ralph\":{\"stage\":\"qa\"}}}}\n";
        project.write("tasks.jsonl", list() + forged).commit("forged");
        scripts(COUNTED + """
                if [ $JRUN_TASK_ID = TASK-001 ]; then
                    [ $n -lt 3 ] && exit
                    touch 'BASE/works'
                    exec sleep 300
                fi
                until [ -e 'BASE/go' ]; do sleep 0.05; done
                """.replace("BASE", base.toString()) + CODER, REVIEWER);
        Process running = start();
        await(running, "works");
        Waiting.until(() -> stage("status").out().lines().count() == 3);

        Shell.Said said = stage("status");
        assertThat(said.out().lines())
                .satisfiesExactly(
                        head -> assertThat(head).isEqualTo("Active Ralph Loops:"),
                        first -> assertThat(first)
                                .matches("  TASK-001 \\(coder\\): iteration 3/15, started \\d+[sm] ago"),
                        second -> assertThat(second)
                                .matches("  TASK-002 \\(coder\\): iteration 1/15, started \\d+[sm] ago"));
        assertThat(stage("status", "--task-id", "TASK-001").out().lines()).hasSize(2);
        JsonContractTest.isValid("stage-status", stage("status", "--json").out());

        String shown = stage("show", "TASK-001", "--json").out();
        JsonContractTest.isValid("stage-show", shown);
        assertThat(shown)
                .contains("\"status\":\"implementing\",\"stage\":\"coder\"")
                .containsPattern(
                        "\"metadata\":\\{\"ralph\":\\{\"stage\":\"coder\",\"iteration\":3,\"max_iterations\":15,"
                                + "\"started_at\":\"[^\"]*Z\",\"completion_promise\":\"IMPLEMENTATION_COMPLETE\"}}");

        Shell.Said other = stage("cancel", "TASK-001", "--agent-type", "tester");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("No active Ralph loop of tester for TASK-001: its stage is coder");
        assertCancelled(stage("cancel", "TASK-001"), "3/15");
        Waiting.until(() -> status("TASK-001").equals("pending"));
        assertThat(stage("show", "TASK-001").out()).contains("status: todo\n");

        Files.createFile(base.resolve("go"));
        assertThat(running.waitFor()).as(Files.readString(base.resolve("said"))).isEqualTo(4);
        assertThat(status("TASK-002")).isEqualTo("done");
        assertThat(status("TASK-001")).isEqualTo("pending");
        assertThat(list()).doesNotContain("ralph_failure");
    }

    /// An agent that hears of its end and says that all is well.
    @Test
    void a_cancelled_attempt_stays_so_whatever_its_agent_says_last() throws Exception {
        scripts(
                "trap \"echo I committed it.; echo '<promise>IMPLEMENTATION_COMPLETE</promise>'; exit 0\" TERM\n"
                        + "touch '" + base.resolve("works") + "'\nwhile :; do sleep 0.05; done\n",
                REVIEWER);
        Process running = start();
        await(running, "works");

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(running.waitFor()).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");
        assertThat(project.path("made-TASK-001")).doesNotExist();
    }

    @Test
    void a_task_is_cancelled_in_the_delay_before_its_next_attempt() throws Exception {
        project.write(".ralph/config.yaml", CONFIGURATION.replace("10ms", "1h"));
        scripts("echo not yet\n", REVIEWER);
        Process running = start();
        Waiting.until(() -> loop("TASK-001")
                .filter(loop -> loop.activity() == Activity.RESTING)
                .isPresent());

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(running.waitFor()).isEqualTo(4);
    }

    @Test
    void a_task_is_cancelled_while_its_checks_run() throws Exception {
        project.write(
                ".ralph/config.yaml",
                CONFIGURATION + "checks: [\"touch '" + base.resolve("checking") + "'; sleep 300\"]\n");
        Process running = start();
        await(running, "checking");

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(running.waitFor()).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");
    }

    @Test
    void a_task_is_cancelled_while_it_waits_for_an_answer() throws Exception {
        scripts("echo 'Which table?' > \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"\n", REVIEWER);
        Shell.Said parked = stage("run");
        assertThat(parked.code()).as(parked.out() + parked.err()).isEqualTo(4);
        assertThat(parked.out()).contains("Answer: ralph answer TASK-001 \"...\", then ralph stage run");
        assertThat(project.ralph("inbox").out()).contains("$ ralph stage run");
        assertThat(stage("status").out()).matches("""
                        No active Ralph loops
                        Waiting Ralph Loops:
                          TASK-001 \\(coder\\): iteration 1/15, asked \\d+s ago: Which table\\?
                        """);
        assertThat(stage("status", "--status", "running").out()).isEqualTo("No active Ralph loops\n");
        Shell.Said json = stage("status", "--json");
        JsonContractTest.isValid("stage-status", json.out());
        assertThat(json.out()).contains("\"status\":\"waiting\"", "\"question\":\"Which table?\"");
        assertThat(stage("show", "TASK-001").out())
                .contains("status: implementing (coder)\nasks: Which table?\nAnswer: ralph answer TASK-001 \"...\"\n");
        Shell.Said shown = stage("show", "TASK-001", "--json");
        JsonContractTest.isValid("stage-show", shown.out());
        assertThat(shown.out()).contains("\"question\":\"Which table?\"");

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(stage("run").code()).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");
    }

    @Test
    void a_task_is_cancelled_between_two_stages() throws Exception {
        scripts(
                "touch '" + base.resolve("works") + "'; until [ -e '" + base.resolve("go")
                        + "' ]; do sleep 0.05; done\n" + CODER,
                "touch '" + base.resolve("reviewed") + "'\n" + REVIEWER);
        Process running = start();
        await(running, "works");
        assertThat(project.ralph("pause", "TASK-001").code()).isZero();
        Waiting.until(() -> ((PipelineProgress) pipeline("TASK-001").detail()).heldBy() != null);
        Files.createFile(base.resolve("go"));
        Waiting.until(() -> loop("TASK-001").filter(loop -> !loop.open()).isPresent());

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(running.waitFor()).isEqualTo(4);
        assertThat(base.resolve("reviewed")).doesNotExist();
        assertThat(project.path("made-TASK-001")).doesNotExist();
    }

    @Test
    void a_task_is_cancelled_before_an_attempt_begins() throws Exception {
        scripts("touch '" + base.resolve("works") + "'; exec sleep 300\n", REVIEWER);
        Process killed = start();
        await(killed, "works");
        assertThat(project.ralph("pause", "TASK-001").code()).isZero();
        Waiting.until(() -> ((PipelineProgress) pipeline("TASK-001").detail()).heldBy() != null);
        killed.destroyForcibly().waitFor();
        Process running = start();
        Waiting.until(() -> loop("TASK-001")
                .filter(loop -> loop.activity() == Activity.PAUSED)
                .isPresent());

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(running.waitFor()).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ralph-cancel", "ralph cancel", "the board"})
    void a_task_is_cancelled_while_what_came_of_its_merge_is_checked(String by) throws Exception {
        project.write(".ralph/config.yaml", CONFIGURATION + "checks: [sh check.sh]\n")
                .write("check.sh", """
                        if [ -e users ]; then
                            touch 'BASE/merging'
                            until [ -e 'BASE/never' ]; do sleep 0.05; done
                        elif [ -e 'BASE/reviewed' ]; then
                            touch 'BASE/verifying'
                            until [ -e 'BASE/moved' ]; do sleep 0.05; done
                        fi
                        """.replace("BASE", base.toString()));
        scripts(CODER, "touch '" + base.resolve("reviewed") + "'\n" + REVIEWER);
        Process running = start();
        await(running, "verifying");
        project.write("users", "mine\n").git("add", "users");
        project.git("commit", "-q", "-m", "users");
        Files.createFile(base.resolve("moved"));
        await(running, "merging");

        switch (by) {
            case "ralph-cancel" ->
                assertThat(stage("cancel", "TASK-001").out())
                        .isEqualTo("Cancelled Ralph loop for TASK-001 at iteration 1/5\n");
            case "ralph cancel" ->
                assertThat(project.ralph("cancel", "TASK-001").out())
                        .isEqualTo("TASK-001: CANCELLED, its work is not merged and stays on its branch\n");
            default -> {
                try (ProjectBoardSource door = BoardCommandTest.door(project)) {
                    assertThat(door.perform(new BoardAction.Cancel("TASK-001")))
                            .isEqualTo("TASK-001: CANCELLED, its work is not merged and stays on its branch");
                }
            }
        }
        assertThat(running.waitFor()).as(Files.readString(base.resolve("said"))).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");
        assertThat(project.path("made-TASK-001")).doesNotExist();
        assertThat(project.git("show", "task/TASK-001:made-TASK-001")).contains("TASK-001");
    }

    /// A coder that says what it costs, in dollars, as Claude does.
    private static final String PRICED = COUNTED + """
            say() {
                cat <<END
            {"type":"system","subtype":"init","session_id":"s","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"$1"}]},"session_id":"s"}
            {"type":"result","subtype":"success","is_error":false,"result":"$1","session_id":"s","total_cost_usd":0.3,"usage":{"input_tokens":7,"output_tokens":5}}
            END
            }
            echo "$n" > "made-$JRUN_TASK_ID"
            """;

    private void limits(String lines) throws Exception {
        project.write(
                ".ralph/config.yaml",
                CONFIGURATION.replace("{command: sh coder.sh}", "{command: sh coder.sh, stream: claude}") + lines);
    }

    @Test
    void a_task_alone_may_use_what_the_whole_run_may() throws Exception {
        limits("max_run_cost: 1.5\n");
        scripts(PRICED + """
                [ $n -lt 4 ] && { say 'Not yet.'; exit; }
                say 'I committed it.\\n<promise>IMPLEMENTATION_COMPLETE</promise>'
                """, REVIEWER);

        Shell.Said run = stage("run");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("TASK-001")).isEqualTo("done");
    }

    @Test
    void a_task_that_uses_up_what_the_run_may_ends_the_run_at_its_limit() throws Exception {
        limits("max_run_cost: 0.5\n");
        scripts(PRICED + "say 'Not yet.'\n", REVIEWER);

        Shell.Said run = stage("run");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(stage("show", "TASK-001").out())
                .contains("last failure: coder, 2 iterations: ", "cost limit ($0.50)");
    }

    @Test
    void a_task_that_asks_leaves_its_slot_and_its_money_to_the_next_one() throws Exception {
        limits("max_run_cost: 2\nmax_cost: 1\n");
        tasks("ASKS", "LONG", "NEXT");
        scripts(PRICED + """
                if [ $JRUN_TASK_ID = LONG ]; then
                    i=0
                    until [ -e 'BASE/next' ] || [ $((i += 1)) -gt 600 ]; do sleep 0.05; done
                    [ -e 'BASE/next' ] || exit 1
                fi
                [ $JRUN_TASK_ID = NEXT ] && touch 'BASE/next'
                [ $JRUN_TASK_ID-$n = ASKS-1 ] && {
                    echo 'May I?' > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"
                    say 'I wait.'
                    exit
                }
                say 'I committed it.\\n<promise>IMPLEMENTATION_COMPLETE</promise>'
                """.replace("BASE", base.toString()), REVIEWER);

        Shell.Said run = stage("run", "--max-parallel", "2");

        assertThat(List.of(status("ASKS"), status("LONG"), status("NEXT")))
                .as(run.out() + run.err())
                .containsExactly("in_progress", "done", "done");
        assertThat(run.code()).isEqualTo(4);
        Shell.Said answered = project.ralph("answer", "ASKS", "yes");
        assertThat(answered.code()).as(answered.out() + answered.err()).isZero();
        Shell.Said again = stage("run");
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(status("ASKS")).isEqualTo("done");
    }

    @Test
    void six_tasks_at_once_are_killed_and_continued_and_end_each_in_its_own_way() throws Exception {
        List<String> all = List.of("SENT-BACK", "TOO-EARLY", "CONFLICT", "NAGGED", "COSTLY", "GIVEN-UP");
        tasks(all.toArray(String[]::new));
        Files.createDirectory(base.resolve("met"));
        project.write(
                ".ralph/config.yaml",
                CONFIGURATION.replace("{command: sh coder.sh}", "{command: sh coder.sh, stream: claude, max_cost: 0.5}")
                        + "  tester: {command: sh tester.sh}\n  qa: {command: sh qa.sh}\n");
        project.write("tester.sh", "echo 'All tests passed.'; echo '<promise>TESTS_COMPLETE</promise>'\n")
                .write("qa.sh", COUNTED + """
                        [ $JRUN_TASK_ID-$n = SENT-BACK-1 ] && { printf '<rejected>\\nsay why\\n</rejected>\\n'; exit; }
                        echo '<promise>QA_PASSED</promise>'
                        """);
        scripts(
                """
                say() {
                    cat <<END
                {"type":"system","subtype":"init","session_id":"s","model":"claude-opus-4-5"}
                {"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"$1"}]},"session_id":"s"}
                {"type":"result","subtype":"success","is_error":false,"result":"$1","session_id":"s","total_cost_usd":$2,"usage":{"input_tokens":7,"output_tokens":5}}
                END
                }
                touch 'BASE/met/'"$JRUN_TASK_ID"
                [ "$(ls 'BASE/met' | wc -l)" = 6 ] && touch 'BASE/all'
                until [ -e 'BASE/go' ]; do sleep 0.05; done
                """.replace("BASE", base.toString()) + COUNTED + """
                said='I committed it.\\n<promise>IMPLEMENTATION_COMPLETE</promise>'
                echo "$n" > "made-$JRUN_TASK_ID"
                case $JRUN_TASK_ID-$n in
                    SENT-BACK-*) echo "$n" > old ;;
                    TOO-EARLY-1) said="TODO: the rest. $said" ;;
                    CONFLICT-1) echo mine > old; until grep -qx 3 'BASE/project/old'; do sleep 0.05; done ;;
                    CONFLICT-*) grep -q '^<<<<<<<' old && echo both > old ;;
                    COSTLY-*) say 'Not yet.' 0.3; exit ;;
                    GIVEN-UP-*) touch 'BASE/works'; exec sleep 300 ;;
                esac
                say "$said" 0.01
                """.replace("BASE", base.toString()),
                COUNTED + """
                case $JRUN_TASK_ID-$n in
                    SENT-BACK-1) printf '<rejected>\\nthe number is wrong\\n</rejected>\\n'; exit ;;
                    NAGGED-[123]) printf '<rejected>\\nno test\\n</rejected>\\n'; exit ;;
                esac
                """ + REVIEWER);
        Process killed = start();
        await(killed, "all");
        killed.destroyForcibly().waitFor();
        Files.move(base.resolve("met"), base.resolve("met before"));
        Files.delete(base.resolve("all"));
        Files.createDirectory(base.resolve("met"));
        Process running = start();
        await(running, "all");
        Files.createFile(base.resolve("go"));
        await(running, "works");

        assertThat(stage("cancel", "GIVEN-UP").out())
                .isEqualTo("Cancelled Ralph loop for GIVEN-UP at iteration 2/15\n");
        assertThat(running.waitFor()).as(Files.readString(base.resolve("said"))).isEqualTo(4);

        List<String> ends = new ArrayList<>();
        for (String task : all) {
            ends.add(status(task));
        }
        assertThat(ends)
                .as(Files.readString(base.resolve("said")))
                .containsExactly("done", "done", "done", "in_progress", "pending", "pending");
        assertThat(stage("show", "SENT-BACK").out())
                .contains("sent back:\n  reviewer: the number is wrong\n  qa: say why\n");
        assertThat(stage("show", "CONFLICT").out())
                .contains("sent back:\n  merge: the work does not merge with what is on the branch now")
                .contains("\n    <<<<<<< on the branch now\n")
                .doesNotContain("\ufffd");
        assertThat(Files.readAllLines(project.path(".ralph/tasks/TOO-EARLY/execution.jsonl")))
                .anySatisfy(line ->
                        assertThat(line).contains("\"verified\":false", "Output contains contradictions to promise"));
        assertThat(project.path("old")).hasContent("both");
        assertThat(stage("status").out())
                .containsPattern(
                        "Waiting Ralph Loops:\n  NAGGED .*: reviewer reported the same finding 3 times: no test\n");
        assertThat(stage("show", "COSTLY").out()).contains("last failure: coder, 3 iterations: ", "cost limit ($0.50)");
        assertThat(list().lines().filter(line -> line.contains("\"ralph_failure\"")))
                .allMatch(line -> line.contains("\"id\":\"COSTLY\""));
        assertThat(project.git("log", "--format=%s").lines().filter(line -> line.matches("\\S+: Make \\S+")))
                .containsExactlyInAnyOrder(
                        "SENT-BACK: Make SENT-BACK", "TOO-EARLY: Make TOO-EARLY", "CONFLICT: Make CONFLICT");
        assertThat(project.ralph("answer", "NAGGED", "The test comes later.").code())
                .isZero();
        Shell.Said answered = stage("run", "NAGGED");
        assertThat(answered.code()).as(answered.out() + answered.err()).isZero();
        assertThat(status("NAGGED")).isEqualTo("done");
        assertThat(project.status()).isEmpty();
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(audit.out()).isZero();
    }

    @Test
    void a_stage_that_fails_in_the_same_way_again_and_again_ends_alone() throws Exception {
        tasks("TASK-001", "TASK-002");
        project.write(".ralph/config.yaml", CONFIGURATION + "breaker: 2\n");
        scripts("[ $JRUN_TASK_ID = TASK-001 ] && exit 7\n" + CODER, REVIEWER);

        Shell.Said run = stage("run");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(List.of(status("TASK-001"), status("TASK-002"))).containsExactly("pending", "done");
        assertThat(stage("show", "TASK-001").out())
                .containsPattern("coder +2/15 +BLOCKED")
                .contains("last failure: coder, 2 iterations: ");
    }

    @Test
    void a_task_whose_process_was_killed_is_cancelled_and_not_taken_up_by_the_run_that_continues() throws Exception {
        scripts("touch '" + base.resolve("works") + "'; exec sleep 300\n", REVIEWER);
        Process running = start();
        await(running, "works");
        running.destroyForcibly().waitFor();
        assertThat(stage("status").out()).isEqualTo("No active Ralph loops\n");
        assertThat(stage("show", "TASK-001").out())
                .contains(
                        "\nstatus: implementing (coder)\ninterrupted: no process runs it. Continue: ralph stage run\n")
                .contains("coder  1/15       interrupted  ");

        assertCancelled(stage("cancel", "TASK-001"), "1/15");
        assertThat(stage("show", "TASK-001").out()).contains("\nstatus: todo\n");
        scripts(CODER, REVIEWER);
        assertThat(stage("run").code()).isEqualTo(4);
        assertThat(status("TASK-001")).isEqualTo("pending");

        Shell.Said next = stage("run");
        assertThat(next.code()).as(next.out() + next.err()).isZero();
        assertThat(status("TASK-001")).isEqualTo("done");
    }

    @Test
    void a_run_that_was_interrupted_is_continued_and_then_the_named_tasks_have_one_of_their_own() throws Exception {
        tasks("TASK-001", "TASK-002", "TASK-003");
        project.write(".ralph/config.yaml", CONFIGURATION + "max_tasks: 1\n");
        scripts(
                "[ -e 'BASE/works' ] || { touch 'BASE/works'; exec sleep 300; }\n".replace("BASE", base.toString())
                        + CODER,
                REVIEWER);
        Process running = start("TASK-001");
        await(running, "works");
        running.destroyForcibly().waitFor();

        Shell.Said run = stage("run", "TASK-003");

        assertThat(run.out())
                .as(run.err())
                .containsSubsequence(
                        "Continuing the run of TASK-001 that was interrupted\n", "TASK-001", "Now TASK-003\n");
        assertThat(List.of(status("TASK-001"), status("TASK-002"), status("TASK-003")))
                .containsExactly("done", "pending", "done");
        assertThat(stage("run", "TASK-002").out()).doesNotContain("interrupted");
    }

    @Test
    void what_follows_two_dashes_is_the_agent_of_every_stage_that_names_none() throws Exception {
        project.write(".ralph/config.yaml", CONFIGURATION.replace("coder: {command: sh coder.sh}", "coder: {}"));
        scripts("exit 1\n", REVIEWER);
        project.write("agent.sh", CODER).commit("agent");

        Shell.Said run = stage("run", "TASK-001", "--", "sh", "agent.sh");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("TASK-001")).isEqualTo("done");
    }

    @Test
    void what_is_unknown_or_inactive_cannot_be_cancelled() {
        for (String task : List.of("TASK-001", "TASK-009", "../x")) {
            Shell.Said said = stage("cancel", task);
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.out()).isEmpty();
            assertThat(said.err())
                    .isEqualTo("ralph: No active Ralph loop for " + task + ". List them: ralph stage status\n");
        }
        assertThat(stage("cancel").code()).isEqualTo(2);
    }

    /// Both lie beside `ralph`, and may be linked to from anywhere.
    @Test
    void the_documents_programs_call_the_ralph_beside_them() throws Exception {
        Path bin = Files.createDirectory(base.resolve("bin"));
        Shell.program(bin);
        Path links = Files.createDirectory(base.resolve("links"));
        for (String name : List.of("ralph-status", "ralph-cancel")) {
            Files.copy(REPOSITORY.resolve(name), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
            Files.createSymbolicLink(links.resolve(name + "-link"), bin.resolve(name));
            Files.createSymbolicLink(links.resolve(name), Path.of(name + "-link"));
        }
        Map<String, String> variables = Map.of("XDG_STATE_HOME", project.state().toString());

        Shell.Said status = Shell.other(
                project.folder(),
                variables,
                List.of(links.resolve("ralph-status").toString()));
        assertThat(status.out()).as(status.err()).isEqualTo("No active Ralph loops\n");
        Shell.Said cancel = Shell.other(
                project.folder(),
                variables,
                List.of(links.resolve("ralph-cancel").toString(), "TASK-001"));
        assertThat(cancel.code()).isEqualTo(1);
        assertThat(cancel.err()).contains("No active Ralph loop for TASK-001");
        assertThat(Shell.other(bin, variables, List.of("sh", "ralph-status")).out())
                .isEqualTo("No active Ralph loops\n");
    }

    @Test
    void tasks_of_the_list_are_offered_when_somebody_presses_tab() throws Exception {
        tasks("TASK-001", "TASK-002", "FIX-1");
        String dir = project.folder().toString();

        assertThat(project.ralph("__complete", "--", "--dir", dir, "stage", "show", "TA")
                        .out())
                .isEqualTo("words\nTASK-001\nTASK-002\n");
        assertThat(project.ralph("__complete", "--", "stage", "").out())
                .startsWith("words\nrun\t")
                .contains("\nstatus\t", "\nshow\t", "\ncancel\t");
    }

    @Test
    void another_profile_has_no_stages() {
        Shell.Said said = stage("run", "--profile", "backlog");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("--profile backlog has no stages; leave it out");
    }
}
