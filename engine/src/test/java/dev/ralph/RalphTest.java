package dev.ralph;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ralph.attempt.FatalFailure;
import dev.ralph.config.FlagValues;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.engine.AttemptCost;
import dev.ralph.engine.BaselineCheck;
import dev.ralph.engine.Cleanup;
import dev.ralph.engine.HeldByOther;
import dev.ralph.engine.InScratchProject;
import dev.ralph.engine.ScratchProject;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.process.Containment;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.StatusLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The library.
class RalphTest extends InScratchProject {
    private static RalphOptions options(Path folder) {
        return RalphOptions.of(folder).with(RalphOptions.Configured.BY_DEFAULTS);
    }

    private Ralph ralph() {
        return Ralph.open(options(folder));
    }

    @Test
    void every_option_of_the_specification_ends_up_in_the_policy() throws Exception {
        Task task = Task.named("task-001")
                .program("agent-cli", "--print")
                .attempts(50)
                .waitTimeout(Duration.ofMinutes(10))
                .pollInterval(Duration.ofSeconds(2))
                .restartDelay(Duration.ofSeconds(5))
                .with(SettingKeys.IDLE_TIMEOUT, null)
                .with("timeout", "1h")
                .check("make test")
                .with(SettingKeys.CONTAINMENT, Containment.GROUP);

        try (Ralph ralph = Ralph.open(options(folder).with(SettingKeys.PROJECT, new ProjectId("my-project")))) {
            Policy usual = ralph.plan(Task.of("x").command("agent")).policy();
            assertThat(ralph.plan(task).policy())
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
                            .with(usual.conversation())
                            .with(usual.confinement())
                            .with(usual.proof()));
            assertThat(ralph.id().value()).isEqualTo("my-project");
            assertThat(ralph.engineOptions(task).containment()).isEqualTo(Containment.GROUP);
        }
    }

    @Test
    void what_is_not_given_has_the_default_of_the_specification() throws Exception {
        try (Ralph ralph = ralph()) {
            Policy policy = ralph.plan(Task.of("x").command("agent")).policy();

            assertThat(policy)
                    .isEqualTo(PolicyFromSettings.of(
                            Settings.only(FlagValues.none().with(SettingKeys.COMMAND, "agent"), folder),
                            Policy.Mode.LOOP,
                            List.of(Policy.AgentCommand.shell("agent")),
                            List.of(),
                            folder));
            assertThat(policy.limits().attempts()).isEqualTo(100);
            assertThat(policy.pace().childWait()).isEqualTo(Duration.ofMinutes(5));
            assertThat(policy.pace().poll()).isEqualTo(Duration.ofSeconds(1));
            assertThat(policy.pace().restartDelay()).isEqualTo(Duration.ofSeconds(1));
            assertThat(policy.pace().grace()).isEqualTo(Duration.ofSeconds(5));
            assertThat(ralph.engineOptions(Task.of("x").command("agent")).stopGrace())
                    .isEqualTo(Duration.ofSeconds(30));
        }
    }

    @Test
    void the_root_of_the_specification_is_where_tasks_and_runs_lie() throws Exception {
        Path root = folder.resolve("run-agent");

        assertThat(project.loop(COUNT + DONE).root(root).run().outcome()).isEqualTo(Outcome.COMPLETED);

        Path task = root.resolve("scratch").resolve(ScratchProject.TASK);
        assertThat(task.resolve("DONE")).exists();
        assertThat(task.resolve("runs")).isNotEmptyDirectory();
        assertThat(project.executions()).isEqualTo(1);
    }

    @Test
    void a_task_without_a_name_is_given_one() throws Exception {
        try (Ralph ralph = ralph()) {
            RunningTask.Result result =
                    ralph.start(Task.of("Do it").command(DONE)).await();

            assertThat(result.task()).isEqualTo("do-it");
            assertThat(ralph.status()).extracting(StatusLine::task).containsExactly(result.task());
        }
    }

    @Test
    void every_setting_of_the_table_can_be_given_by_its_name() {
        for (SettingKey<?> key : SettingKeys.all()) {
            if (!key.choices().isEmpty() && key != SettingKeys.SIGNALS) { // some must stand together
                key.choices()
                        .forEach(word ->
                                assertThat(Task.of("x").with(key.name(), word)).isNotNull());
            }
        }
        assertThatThrownBy(() -> Task.of("x").with("max_restart", "5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("max_restarts");
        assertThatThrownBy(() -> Task.of("x").with("max_restarts", "many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("max-restarts");
        assertThatThrownBy(() -> Task.of("x").with("root", "/tmp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Ralph.open");
    }

    @Test
    void what_a_task_does_not_say_the_configuration_of_the_project_does() throws Exception {
        project.put(
                folder.resolve(".ralph/config.yaml"), "command: touch \"$TASK_FOLDER/DONE\"\nchecks: [test -e no]\n");

        try (Ralph ralph = Ralph.open(RalphOptions.of(folder).with(Map.of("PATH", "/usr/bin:/bin")))) {
            RunningTask.Result result =
                    ralph.start(Task.of("Do it").attempts(1)).await();

            assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
            assertThat(result.receipts())
                    .extracting(
                            evidence -> evidence.check().title(),
                            evidence -> evidence.finding().passed())
                    .containsExactly(tuple("test -e no", false));
            assertThat(ralph.receipts(result.task())).containsExactly(result.proof());
            assertThat(ralph.costs(result.task()))
                    .extracting(AttemptCost::attempt)
                    .containsExactly(1);
        }
    }

    @Test
    void what_happened_in_all_tasks_is_told_in_one_order() throws Exception {
        try (Ralph ralph = ralph()) {
            ralph.start(Task.named("a").text("Do it").command(DONE)).await();
            ralph.start(Task.named("b").text("Do it").command(DONE)).await();

            List<PositionedEntry> all = ralph.events(0);
            assertThat(all).extracting(PositionedEntry::position).isSorted();
            assertThat(all).extracting(entry -> entry.head().task()).contains("a", "b");
            long middle = all.get(3).position();
            assertThat(ralph.events(middle)).isEqualTo(all.subList(4, all.size()));
            assertThat(ralph.events(all.getLast().position())).isEmpty();
        }
    }

    @Test
    void a_program_adds_a_task_with_checks_audits_and_cleans_as_the_command_line_does() throws Exception {
        try (Ralph ralph = ralph()) {
            List<BaselineCheck> tried = ralph.tryChecks(List.of("test -e made"));
            TaskId added = new TaskId("added");
            ralph.add(added, "Make it", tried);
            ralph.start(Task.named("added").command("touch made; " + DONE)).await();

            Path runs = ralph.layout().task(added).runs();
            Instant later = Instant.now().plusSeconds(60);
            assertThat(tried).extracting(BaselineCheck::colour).containsExactly(BaselineCheck.Colour.RED);
            assertThat(ralph.acceptanceChecks(added)).isEqualTo(1);
            assertThat(ralph.audit().troubles()).isEmpty();
            assertThat(ralph.audit().receipts()).isEqualTo(1);
            assertThat(ralph.clean(later, Set.of(Cleanup.Choice.DRY_RUN)).items())
                    .extracting(Cleanup.Item::kind)
                    .contains("run");
            assertThat(runs).isNotEmptyDirectory();
            assertThat(ralph.clean(later, Set.of()).troubles()).isEmpty();
            assertThat(runs).isEmptyDirectory();
        }
    }

    @Test
    void a_task_is_paused_and_goes_on_where_it_runs() throws Exception {
        try (Ralph ralph = ralph()) {
            CountDownLatch paused = new CountDownLatch(1);
            RunningTask running = ralph.start(
                    Task.named(ScratchProject.TASK)
                            .text("Do it")
                            .restartDelay(Duration.ZERO)
                            .command(COUNT + "[ -e second ] && " + DONE + " touch second"),
                    begun -> begun.listen((_, state) -> {
                        if (state.held()) {
                            paused.countDown();
                        }
                    }));
            ralph.pause(ScratchProject.TASK, "me");
            paused.await();
            assertThat(ralph.release(ScratchProject.TASK, "me")).isTrue();

            assertThat(running.await().outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(ralph.release(ScratchProject.TASK, "me")).isFalse();
        }
    }

    @Test
    void what_a_task_asks_is_answered_and_the_answer_is_in_its_next_prompt() throws Exception {
        String agent = "cat > prompt; grep -q 'the left one' prompt && " + DONE
                + " echo 'Which one?' > \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"";
        try (Ralph ralph = ralph()) {
            assertThat(ralph.questions()).isEmpty();
            RunningTask.Result asked = ralph.start(Task.named("t")
                            .text("Do it")
                            .with("on_question", "park")
                            .command(agent))
                    .await();

            assertThat(asked.outcome()).isEqualTo(Outcome.WAITING);
            assertThat(ralph.questions()).hasSize(1);
            String question = ralph.questions().getFirst().id();
            assertThat(ralph.questions().getFirst().text()).isEqualTo("Which one?");
            assertThat(ralph.answer(question, "the left one", "me")).isTrue();
            assertThat(ralph.answer(question, "the right one", "me")).isFalse();

            assertThat(ralph.resume("t").await().outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(ralph.questions()).isEmpty();
        }
    }

    @Test
    void only_the_signals_that_are_listed_count() throws Exception {
        try (Ralph ralph = ralph()) {
            RunningTask.Result result = ralph.start(Task.named("t")
                            .text("Do it")
                            .with("signals", "done")
                            .command("[ -e seen ] && " + DONE + " touch seen; exit 42"))
                    .await();

            assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(result.attempts()).isEqualTo(2);
            assertThatThrownBy(() -> ralph.start(Task.named("none")
                            .text("Do it")
                            .with("signals", "wait-exit")
                            .command("true")))
                    .hasMessageContaining("neither a promise nor the file DONE would end the loop");
        }
    }

    @Test
    void a_running_task_is_told_something_on_its_bus() throws Exception {
        try (Ralph ralph = ralph()) {
            RunningTask running = ralph.start(Task.named("t")
                    .text("Do it")
                    .command("until grep -q 'be quick' \"$TASK_FOLDER/TASK-MESSAGE-BUS.md\"; do sleep 0.05; done; "
                            + DONE));
            ralph.post("t", "be quick");

            assertThat(running.await().outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(ralph.bus("t").read()).anyMatch(message -> message.body().contains("be quick"));
        }
    }

    @Test
    void a_listener_that_throws_leaves_a_task_that_can_be_started() throws Exception {
        Task task = Task.named("t").text("Do it").command(DONE);
        try (Ralph ralph = ralph()) {
            assertThatThrownBy(() -> ralph.start(task, _ -> {
                        throw new IllegalStateException("not ready");
                    }))
                    .hasMessage("not ready");

            assertThat(ralph.start(task).await().completed()).isTrue();
        }
    }

    @Test
    void a_task_is_stopped_by_its_name_and_closing_ralph_stops_what_it_runs() throws Exception {
        RunningTask second;
        try (Ralph ralph = ralph()) {
            RunningTask first = ralph.start(Task.named("first").text("Do it").command("sleep 60"));
            second = ralph.start(Task.named("second").text("Do it").command("sleep 60"));

            assertThat(ralph.stop("first", "me").outcome()).isEqualTo(Outcome.STOPPED);
            assertThat(first.await().sentence()).isEqualTo("stopped by me");
            assertThat(ralph.isRunning("second")).isTrue();
        }
        assertThat(second.await().sentence()).isEqualTo("stopped by the program that runs it");
    }

    @Test
    void the_agents_environment_is_what_was_passed_minus_what_was_unset() {
        Task task = Task.of("x").command("agent").with(SettingKeys.ENV_UNSET, List.of("SECRET"));
        try (Ralph ralph = Ralph.open(options(folder).with(Map.of("HOME", "h", "SECRET", "s", "OTHER", "o")))) {
            assertThat(ralph.engineOptions(task).environment().ofProgram()).containsOnlyKeys("HOME", "OTHER");
            assertThat(ralph.engineOptions(task.with(SettingKeys.ENV_PASS, List.of("HOME", "SECRET")))
                            .environment()
                            .ofProgram())
                    .containsOnly(Map.entry("HOME", "h"));
        }
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(
                wrong("max restarts", task -> task.attempts(-1)),
                wrong("wait timeout", task -> task.waitTimeout(Duration.ofSeconds(-1))),
                wrong("poll interval", task -> task.pollInterval(Duration.ZERO)),
                wrong("poll interval", task -> task.pollInterval(Duration.ofMillis(-5))),
                wrong("restart delay", task -> task.restartDelay(Duration.ofNanos(-1))),
                wrong("restart delay", task -> task.restartDelay(Duration.ofSeconds(Long.MAX_VALUE))),
                wrong("idle timeout", task -> task.with(SettingKeys.IDLE_TIMEOUT, Duration.ZERO)),
                wrong("timeout", task -> task.with(SettingKeys.TIMEOUT, Duration.ofDays(-1))),
                wrong("grace", task -> task.with(SettingKeys.GRACE, Duration.ofDays(-1))),
                wrong("done grace", task -> task.with(SettingKeys.DONE_GRACE, Duration.ofDays(-1))),
                wrong("a check is empty", task -> task.check(" ")),
                wrong("agent command is empty", task -> task.program()),
                wrong("agent command is empty", task -> task.command(" ")),
                wrong("NUL", task -> task.program("a", "b\0c")),
                wrong("project id", task -> new ProjectId("../up")),
                wrong("task id", task -> Task.named("a/b")),
                wrong("task id", task -> Task.named("..")),
                wrong("task id", task -> Task.named("a..b")),
                wrong("task id", task -> Task.named("a\\b")),
                wrong("task id", task -> Task.named("")),
                wrong("not both", task -> task.program("a").command("b")),
                wrong("not both", task -> task.command("a").runner((context, attempt) -> {})));
    }

    private static Arguments wrong(String words, Function<Task, Object> setting) {
        return Arguments.of(words, setting);
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void a_value_that_makes_no_sense_is_refused_by_name(String words, Function<Task, Object> setting) {
        assertThatThrownBy(() -> setting.apply(Task.of("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void a_task_without_an_agent_is_refused_with_what_to_do() {
        try (Ralph ralph = ralph()) {
            assertThatThrownBy(() -> ralph.start(Task.of("x").with("profile", "restart")))
                    .isInstanceOf(RequestRefused.class)
                    .hasMessageContaining("No agent.")
                    .hasMessageContaining(".ralph/config.yaml");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_callback_is_told_attempts_from_0_and_where_it_works() throws Exception {
        var attempts = new ConcurrentLinkedQueue<Integer>();

        ScratchLoop.Ended result = project.loop()
                .rootRunner((context, attempt) -> {
                    attempts.add(attempt);
                    assertThat(project.read(context.run().prompt())).endsWith("Do the thing");
                    if (attempt == 2) {
                        context.done();
                    }
                })
                .run();

        assertThat(attempts).containsExactly(0, 1, 2);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void an_exception_of_a_callback_is_a_failed_attempt_and_its_words_are_told() throws Exception {
        ScratchLoop.Ended result = project.loop()
                .rootRunner((context, attempt) -> {
                    if (attempt == 0) {
                        throw new IOException("wait agent: rate limit");
                    }
                    if (attempt == 1) {
                        throw new AssertionError("not even an exception");
                    }
                    context.done();
                })
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
        ScratchLoop.Ended result = project.loop()
                .rootRunner((context, attempt) -> {
                    throw new FatalFailure("invalid API key");
                })
                .run();

        assertThat(result)
                .isEqualTo(new ScratchLoop.Ended(
                        new Reason.NoAgent(new AttemptFailure.Told("invalid API key")), "invalid API key", 1));
        assertThat(project.told()).last().isEqualTo("ERROR task failed: invalid API key");
    }

    @Test
    void a_stop_interrupts_the_callback() throws Exception {
        var started = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        ScratchLoop loop = project.loop().rootRunner((context, attempt) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException asked) {
                interrupted.countDown();
                throw asked;
            }
        });
        var running = new FutureTask<>(loop::run);
        Thread.ofPlatform().start(running);
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

        loop.stop("me");

        assertThat(running.get(30, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(interrupted.getCount()).isZero();
    }

    @Test
    void a_callback_that_takes_too_long_is_interrupted() throws Exception {
        ScratchLoop.Ended result = project.loop()
                .rootRunner((context, attempt) -> new CountDownLatch(1).await())
                .set(SettingKeys.TIMEOUT, Duration.ofMillis(200))
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.told()).contains("WARNING agent failed on restart #0: agent timeout: ran longer than 200ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/no/such/agent", "no-such-agent-anywhere"})
    void a_program_that_does_not_exist_is_fatal_and_burns_one_attempt_at_most(String program) throws Exception {
        ScratchLoop.Ended result = project.loop().agent(program).run();

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

        ScratchLoop.Ended result = project.loop().agent(program.toString()).run();

        assertThat(result.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(result.attempts()).isLessThanOrEqualTo(1);
        assertThat(result.sentence()).contains(program.toString());
    }

    @Test
    void a_shell_line_whose_command_is_not_found_is_fatal_too() throws Exception {
        ScratchLoop.Ended result =
                project.loop("no-such-agent-anywhere --print").run();

        assertThat(result.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void an_agent_that_ends_like_a_command_that_is_not_found_is_started_again() throws Exception {
        ScratchLoop.Ended result = project.loop(
                        COUNT
                                + "[ -e second ] && touch \"$TASK_FOLDER/DONE\"; touch second; sh -c 'nothing-like-this'; exit 127")
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(2);
    }

    @Test
    void a_stop_from_another_thread_ends_the_agent_and_the_loop_can_be_resumed() throws Exception {
        ScratchLoop loop = project.loop(COUNT + "echo $$ > pid; sleep 60");
        var running = new FutureTask<>(loop::run);
        Thread.ofPlatform().start(running);
        ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("pid")));

        loop.stop("me");

        assertThat(running.get())
                .isEqualTo(new ScratchLoop.Ended(new Reason.StoppedBy(Event.StopKind.STOP, "me"), "stopped by me", 1));
        ScratchProject.until("the pid is written", () -> pid() > 0);
        assertThat(ScratchProject.alive(pid())).isFalse();
        assertThat(project.info(0).get("status")).contains("stopped");
        assertThat(project.loop(COUNT + DONE).resume())
                .isEqualTo(new ScratchLoop.Ended(new Reason.Unverified(), "unverified: no check configured", 2));
    }

    @Test
    void a_cancelled_task_says_so_in_a_file() throws Exception {
        ScratchLoop loop = project.loop("sleep 60");
        loop.cancel("me");

        ScratchLoop.Ended result = loop.run();

        assertThat(result)
                .isEqualTo(
                        new ScratchLoop.Ended(new Reason.StoppedBy(Event.StopKind.CANCEL, "me"), "cancelled by me", 0));
        assertThat(project.read(project.task().path().resolve("CANCELLED")))
                .contains("cancelled_at: ")
                .contains("reason: cancelled by me");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "during"})
    void an_interrupt_is_a_stop_and_the_thread_stays_interrupted(String when) throws Exception {
        ScratchLoop loop = project.loop("touch runs; sleep 60");
        var still = new ConcurrentLinkedQueue<Boolean>();
        var running = new FutureTask<>(() -> {
            if (when.equals("before")) {
                Thread.currentThread().interrupt();
            }
            ScratchLoop.Ended result = loop.run();
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
        ScratchLoop.Ended result = project.loop(DONE)
                .check("touch .ralph/tasks/" + ScratchProject.TASK + "/STOP-REQUESTED; sleep 60")
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(result.sentence()).contains("STOP-REQUESTED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CANCELLED", "STOP-REQUESTED"})
    void the_files_that_ask_for_an_end_are_honoured_while_an_agent_runs(String file) throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "touch \"$TASK_FOLDER/" + file + "\"; sleep 60")
                .run();

        assertThat(result.outcome()).isEqualTo(file.equals("CANCELLED") ? Outcome.CANCELLED : Outcome.STOPPED);
        assertThat(result.sentence()).contains("the file " + file);
        assertThat(project.executions()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "permanent"})
    void a_request_to_stop_that_is_older_than_the_loop_is_removed_when_it_starts_or_resumes(String text)
            throws Exception {
        Path request = project.task().path().resolve("STOP-REQUESTED");
        project.put(request, text);

        assertThat(project.loop(COUNT).maxRestarts(1).run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(request).doesNotExist();

        project.put(request, text);
        assertThat(project.loop(COUNT + DONE).resume().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(request).doesNotExist();
        assertThat(project.executions()).isEqualTo(2);
    }

    @Test
    void a_task_that_another_loop_runs_is_refused_with_who_holds_it() throws Exception {
        ScratchLoop first = project.loop("touch runs; sleep 60");
        var running = new FutureTask<>(first::run);
        Thread.ofPlatform().start(running);
        ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("runs")));

        assertThatThrownBy(() -> project.loop(DONE).run())
                .isInstanceOf(HeldByOther.class)
                .hasMessageContaining(ScratchProject.TASK)
                .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        first.stop();
        assertThat(running.get().outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void a_task_folder_below_a_root_is_enough_to_find_everything() throws Exception {
        Path task = folder.resolve("runs/my-project/task-001");
        Files.createDirectories(task);
        Files.writeString(task.resolve("TASK.md"), "Do it");
        Files.writeString(folder.resolve("runs/my-project/PROJECT-ROOT.txt"), folder + "\n");

        try (Ralph ralph = Ralph.openTaskFolder(task)) {
            RunningTask.Result result = ralph.start(Task.named("task-001")
                            .with(SettingKeys.CONTAINMENT, Containment.GROUP)
                            .command("pwd > where; cat > prompt; touch \"$TASK_FOLDER/DONE\""))
                    .await();

            assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        }
        assertThat(task.resolve("DONE")).exists();
        assertThat(folder.resolve("prompt")).content().endsWith("Do it");
        assertThat(folder.resolve("runs/my-project/PROJECT-MESSAGE-BUS.md")).exists();
    }

    @Test
    void a_task_folder_inside_a_project_belongs_to_that_project() throws Exception {
        try (Ralph ralph = Ralph.openTaskFolder(folder.resolve(".ralph/tasks/task-7"))) {
            assertThat(ralph.folder()).isEqualTo(folder);
            assertThat(ralph.layout()).isEqualTo(StateLayout.inProject(folder));
        }
        assertThatThrownBy(() -> Ralph.openTaskFolder(Path.of("/task-7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task-7");
    }

    @Test
    void a_project_folder_that_does_not_exist_is_refused_by_name() {
        try (Ralph ralph = Ralph.open(options(folder.resolve("gone")))) {
            assertThatThrownBy(() -> ralph.start(Task.of("x").command("true")))
                    .isInstanceOf(RequestRefused.class)
                    .hasMessageContaining(folder.resolve("gone") + "");
        }
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
