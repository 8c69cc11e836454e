package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.attempt.FatalFailure;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.RequestRefused;
import dev.ralph.process.Containment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The library.
class RalphLoopTest extends InScratchProject {
    @Test
    void every_option_of_the_specification_ends_up_in_the_policy() {
        RalphLoop loop = RalphLoop.inProject(folder)
                .projectTask("my-project", "task-001")
                .agent("agent-cli", "--print")
                .maxRestarts(50)
                .waitTimeout(Duration.ofMinutes(10))
                .pollInterval(Duration.ofSeconds(2))
                .restartDelay(Duration.ofSeconds(5))
                .set(SettingKeys.IDLE_TIMEOUT, null)
                .set(SettingKeys.TIMEOUT, Duration.ofHours(1))
                .check("make test")
                .set(SettingKeys.CONTAINMENT, Containment.BASIC)
                .build();

        Policy usual = RalphLoop.inProject(folder).command("agent").build().policy();
        assertThat(loop.policy())
                .isEqualTo(new Policy(
                                "restart",
                                Policy.Mode.LOOP,
                                Policy.AgentCommand.program("agent-cli", "--print"),
                                new Policy.Limits(50, null, Duration.ofHours(1), 64_000_000, 0),
                                new Policy.Pace(
                                        Duration.ofSeconds(5),
                                        Duration.ofSeconds(2),
                                        Duration.ofMinutes(10),
                                        Duration.ofSeconds(5),
                                        Duration.ofSeconds(30),
                                        Duration.ofMinutes(10)),
                                List.of("make test"),
                                Policy.Keep.IN_PLACE)
                        .with(usual.confines())
                        .with(usual.proof()));
        assertThat(loop.options().projectId().value()).isEqualTo("my-project");
        assertThat(loop.options().containment()).isEqualTo(Containment.BASIC);
        assertThat(loop.order().task().value()).isEqualTo("task-001");
    }

    @Test
    void what_is_not_given_has_the_default_of_the_specification() {
        RalphLoop loop = RalphLoop.inProject(folder).command("agent").build();

        assertThat(loop.policy())
                .isEqualTo(PolicyFromSettings.of(
                        Settings.standard(folder),
                        Policy.Mode.LOOP,
                        List.of(Policy.AgentCommand.shell("agent")),
                        List.of(),
                        folder));
        assertThat(loop.policy().limits().attempts()).isEqualTo(100);
        assertThat(loop.policy().pace().childWait()).isEqualTo(Duration.ofMinutes(5));
        assertThat(loop.policy().pace().poll()).isEqualTo(Duration.ofSeconds(1));
        assertThat(loop.policy().pace().restartDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(loop.order().task().value()).matches("task-\\d{8}-\\d{6}-[a-z0-9]{6}");
    }

    @Test
    void the_agents_environment_is_what_was_passed_minus_what_was_unset() {
        RalphLoopBuilder builder = RalphLoop.inProject(folder)
                .command("agent")
                .environment(Map.of("HOME", "h", "SECRET", "s", "OTHER", "o"))
                .set(SettingKeys.ENV_UNSET, List.of("SECRET"));

        assertThat(builder.build().options().environment().ofProgram()).containsOnlyKeys("HOME", "OTHER");
        builder.set(SettingKeys.ENV_PASS, List.of("HOME", "SECRET"));
        assertThat(builder.build().options().environment().ofProgram()).containsOnly(Map.entry("HOME", "h"));
    }

    interface Setting {
        Object apply(RalphLoopBuilder loop);
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(
                wrong("max restarts", loop -> loop.maxRestarts(-1)),
                wrong("wait timeout", loop -> loop.waitTimeout(Duration.ofSeconds(-1))),
                wrong("poll interval", loop -> loop.pollInterval(Duration.ZERO)),
                wrong("poll interval", loop -> loop.pollInterval(Duration.ofMillis(-5))),
                wrong("restart delay", loop -> loop.restartDelay(Duration.ofNanos(-1))),
                wrong("restart delay", loop -> loop.restartDelay(Duration.ofSeconds(Long.MAX_VALUE))),
                wrong("idle timeout", loop -> loop.set(SettingKeys.IDLE_TIMEOUT, Duration.ZERO)),
                wrong("timeout", loop -> loop.set(SettingKeys.TIMEOUT, Duration.ofDays(-1))),
                wrong("grace", loop -> loop.set(SettingKeys.GRACE, Duration.ofDays(-1))),
                wrong("done grace", loop -> loop.set(SettingKeys.DONE_GRACE, Duration.ofDays(-1))),
                wrong("a check is empty", loop -> loop.check(" ")),
                wrong("agent command is empty", loop -> loop.agent()),
                wrong("agent command is empty", loop -> loop.command(" ")),
                wrong("NUL", loop -> loop.agent("a", "b\0c")),
                wrong("project id", loop -> loop.projectTask("../up", "task-001")),
                wrong("task id", loop -> loop.projectTask("p", "a/b")),
                wrong("task id", loop -> loop.projectTask("p", "..")),
                wrong("task id", loop -> loop.projectTask("p", "a..b")),
                wrong("task id", loop -> loop.projectTask("p", "a\\b")),
                wrong("task id", loop -> loop.projectTask("p", "")),
                wrong("there is no agent", RalphLoopBuilder::build),
                wrong("twice", loop -> loop.agent("a").command("b")),
                wrong("twice", loop -> loop.command("a").rootRunner((context, attempt) -> {})));
    }

    private static Arguments wrong(String words, Setting setting) {
        return Arguments.of(words, setting);
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void a_value_that_makes_no_sense_is_refused_by_name(String words, Setting setting) {
        assertThatThrownBy(() -> setting.apply(RalphLoop.inProject(folder)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_callback_is_told_attempts_from_0_and_where_it_works() throws Exception {
        var attempts = new ConcurrentLinkedQueue<Integer>();

        RalphLoop.Result result = project.loop()
                .rootRunner((context, attempt) -> {
                    attempts.add(attempt);
                    assertThat(project.read(context.run().prompt())).endsWith("Do the thing");
                    if (attempt == 2) {
                        context.done();
                    }
                })
                .build()
                .run();

        assertThat(attempts).containsExactly(0, 1, 2);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void an_exception_of_a_callback_is_a_failed_attempt_and_its_words_are_told() throws Exception {
        RalphLoop.Result result = project.loop()
                .rootRunner((context, attempt) -> {
                    if (attempt == 0) {
                        throw new IOException("wait agent: rate limit");
                    }
                    if (attempt == 1) {
                        throw new AssertionError("not even an exception");
                    }
                    context.done();
                })
                .build()
                .run();

        assertThat(result.attempts()).isEqualTo(3);
        assertThat(project.told())
                .contains(
                        "WARNING agent failed on restart #0: java.io.IOException: wait agent: rate limit",
                        "WARNING agent failed on restart #1: java.lang.AssertionError: not even an exception");
        assertThat(project.read(project.runs().getFirst().stderr())).contains("wait agent: rate limit");
    }

    @Test
    void a_fatal_failure_of_a_callback_ends_the_loop_at_once_with_its_words() throws Exception {
        RalphLoop.Result result = project.loop()
                .rootRunner((context, attempt) -> {
                    throw new FatalFailure("invalid API key");
                })
                .build()
                .run();

        assertThat(result)
                .isEqualTo(new RalphLoop.Result(
                        new Reason.NoAgent(new AttemptFailure.Told("invalid API key")), "invalid API key", 1));
        assertThat(project.told()).last().isEqualTo("ERROR task failed: invalid API key");
    }

    @Test
    void a_callback_that_takes_too_long_is_interrupted() throws Exception {
        RalphLoop.Result result = project.loop()
                .rootRunner((context, attempt) -> new CountDownLatch(1).await())
                .set(SettingKeys.TIMEOUT, Duration.ofMillis(200))
                .maxRestarts(1)
                .build()
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.told()).contains("WARNING agent failed on restart #0: agent timeout: ran longer than 200ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/no/such/agent", "no-such-agent-anywhere"})
    void a_program_that_does_not_exist_is_fatal_and_burns_one_attempt_at_most(String program) throws Exception {
        RalphLoop.Result result = project.loop().agent(program).build().run();

        assertThat(result.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(result.attempts()).isLessThanOrEqualTo(1);
        assertThat(result.sentence()).contains(program);
        assertThat(project.told())
                .last()
                .asString()
                .startsWith("ERROR task failed: ")
                .contains(program);
    }

    @Test
    void a_program_that_may_not_be_executed_is_fatal() throws Exception {
        Path program = folder.resolve("agent");
        Files.writeString(program, "#!/bin/sh\ntrue\n");

        RalphLoop.Result result =
                project.loop().agent(program.toString()).build().run();

        assertThat(result.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(result.attempts()).isLessThanOrEqualTo(1);
        assertThat(result.sentence()).contains(program.toString());
    }

    @Test
    void a_shell_line_whose_command_is_not_found_is_fatal_too() throws Exception {
        RalphLoop.Result result =
                project.loop("no-such-agent-anywhere --print").build().run();

        assertThat(result.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void an_agent_that_ends_like_a_command_that_is_not_found_is_started_again() throws Exception {
        RalphLoop.Result result = project.loop(
                        COUNT
                                + "[ -e second ] && touch \"$TASK_FOLDER/DONE\"; touch second; sh -c 'nothing-like-this'; exit 127")
                .build()
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(2);
    }

    @Test
    void a_stop_from_another_thread_ends_the_agent_and_the_loop_can_be_resumed() throws Exception {
        RalphLoop loop = project.loop(COUNT + "echo $$ > pid; sleep 60").build();
        var running = new FutureTask<>(loop::run);
        Thread.ofPlatform().start(running);
        ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("pid")));

        loop.stop("me");

        assertThat(running.get())
                .isEqualTo(new RalphLoop.Result(new Reason.StoppedBy(Event.StopKind.STOP, "me"), "stopped by me", 1));
        ScratchProject.until("the pid is written", () -> pid() > 0);
        assertThat(ScratchProject.alive(pid())).isFalse();
        assertThat(project.info(0).get("status")).contains("stopped");
        assertThat(project.loop(COUNT + DONE).build().resume())
                .isEqualTo(new RalphLoop.Result(new Reason.Unverified(), "unverified: no check configured", 2));
    }

    @Test
    void a_cancelled_task_says_so_in_a_file() throws Exception {
        RalphLoop loop = project.loop("sleep 60").build();
        loop.cancel("me");

        RalphLoop.Result result = loop.run();

        assertThat(result)
                .isEqualTo(
                        new RalphLoop.Result(new Reason.StoppedBy(Event.StopKind.CANCEL, "me"), "cancelled by me", 0));
        assertThat(project.read(project.task().path().resolve("CANCELLED")))
                .contains("cancelled_at: ")
                .contains("reason: cancelled by me");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "during"})
    void an_interrupt_is_a_stop_and_the_thread_stays_interrupted(String when) throws Exception {
        RalphLoop loop = project.loop("touch runs; sleep 60").build();
        var still = new ConcurrentLinkedQueue<Boolean>();
        var running = new FutureTask<>(() -> {
            if (when.equals("before")) {
                Thread.currentThread().interrupt();
            }
            RalphLoop.Result result = loop.run();
            still.add(Thread.currentThread().isInterrupted());
            return result;
        });
        Thread thread = Thread.ofPlatform().start(running);
        if (when.equals("during")) {
            ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("runs")));
            thread.interrupt();
        }

        assertThat(running.get().outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(running.get().sentence()).isEqualTo("stopped by interrupt");
        assertThat(still).containsExactly(true);
    }

    @Test
    void a_file_that_asks_to_stop_ends_a_check_that_runs() throws Exception {
        RalphLoop.Result result = project.loop(DONE)
                .check("touch .ralph/tasks/" + ScratchProject.TASK + "/STOP-REQUESTED; sleep 60")
                .build()
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(result.sentence()).contains("STOP-REQUESTED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CANCELLED", "STOP-REQUESTED"})
    void the_files_that_ask_for_an_end_are_honoured_while_an_agent_runs(String file) throws Exception {
        RalphLoop.Result result = project.loop(COUNT + "touch \"$TASK_FOLDER/" + file + "\"; sleep 60")
                .build()
                .run();

        assertThat(result.outcome()).isEqualTo(file.equals("CANCELLED") ? Outcome.CANCELLED : Outcome.STOPPED);
        assertThat(result.sentence()).contains("the file " + file);
        assertThat(project.executions()).isEqualTo(1);
    }

    @Test
    void a_task_that_another_loop_runs_is_refused_with_who_holds_it() throws Exception {
        RalphLoop first = project.loop("touch runs; sleep 60").build();
        var running = new FutureTask<>(first::run);
        Thread.ofPlatform().start(running);
        ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("runs")));

        assertThatThrownBy(() -> project.loop(DONE).build().run())
                .isInstanceOf(HeldByOther.class)
                .hasMessageContaining(ScratchProject.TASK)
                .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        assertThatThrownBy(first::run).isInstanceOf(IllegalStateException.class);
        first.stop();
        assertThat(running.get().outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void a_task_folder_below_a_root_is_enough_to_find_everything() throws Exception {
        Path task = folder.resolve("runs/my-project/task-001");
        Files.createDirectories(task);
        Files.writeString(task.resolve("TASK.md"), "Do it");
        Files.writeString(folder.resolve("runs/my-project/PROJECT-ROOT.txt"), folder + "\n");

        RalphLoop.Result result = RalphLoop.inTaskFolder(task)
                .set(SettingKeys.CONTAINMENT, Containment.GROUP)
                .command("pwd > where; cat > prompt; touch \"$TASK_FOLDER/DONE\"")
                .build()
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(task.resolve("DONE")).exists();
        assertThat(folder.resolve("prompt")).content().endsWith("Do it");
        assertThat(folder.resolve("runs/my-project/PROJECT-MESSAGE-BUS.md")).exists();
    }

    @Test
    void a_task_folder_inside_a_project_belongs_to_that_project() {
        RalphLoop loop = RalphLoop.inTaskFolder(folder.resolve(".ralph/tasks/task-7"))
                .command("true")
                .build();

        assertThat(loop.options().project()).isEqualTo(folder);
        assertThat(loop.options().layout()).isEqualTo(dev.ralph.paths.StateLayout.inProject(folder));
        assertThatThrownBy(() -> RalphLoop.inTaskFolder(folder.resolve(".ralph/tasks/task-7"))
                        .projectTask("p", "task-8")
                        .command("true")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task-7");
    }

    @Test
    void a_project_folder_that_does_not_exist_is_refused_by_name() {
        RalphLoop loop = RalphLoop.inProject(folder.resolve("gone"))
                .prompt("x")
                .command("true")
                .environment(Map.of())
                .build();

        assertThatThrownBy(loop::run)
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining(folder.resolve("gone") + "");
    }

    private long pid() {
        try {
            String text = Files.readString(folder.resolve("pid")).strip();
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (IOException notYet) {
            return 0;
        }
    }
}
