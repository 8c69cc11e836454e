package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.RealAgentRuns.Run;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The real agent programs, each driven by Ralph end to end against the scripted model. Those that are not
/// installed are skipped: `./check --real-agents` installs them, and plays every scene.
class RealAgentLoopTest {
    private static final ModelStep PROMISE = ModelStep.text("All done. <promise>DONE</promise>");

    @TempDir
    static Path folder;

    private static RealAgentRuns troupe;
    /// At a limit nobody computes.
    private static RealAgentRuns waiting;

    @BeforeAll
    static void enter() {
        troupe = new RealAgentRuns(folder, 2);
        waiting = new RealAgentRuns(folder, RealAgent.values().length);
        waiting.begin("limit", RealAgentLoopTest::waits);
    }

    @AfterAll
    static void leave() throws IOException {
        troupe.close();
        waiting.close();
    }

    @ParameterizedTest
    @EnumSource
    void it_works_goes_on_with_its_conversation_and_its_promise_completes_the_loop(RealAgent agent) throws Exception {
        troupe.play("work", agent, Run.EVERY, RealAgentLoopTest::works);
    }

    private static void works(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(
                ModelStep.shell("echo from-shell > shell.txt").saying("I run a command."),
                ModelStep.text("The first answer."),
                ModelStep.write("written.txt", "from the write tool\n"),
                PROMISE);

        RunningTask.Result result =
                stage.run(stage.task(model).with(SettingKeys.SESSION, ConversationPolicy.Session.RESUME));

        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
        assertThat(stage.project.resolve("shell.txt")).hasContent("from-shell");
        assertThat(stage.project.resolve("written.txt")).hasContent("from the write tool");
        assertThat(stage.reports).hasSize(2);
        for (int attempt = 0; attempt < 2; attempt++) {
            AgentStatement said = stage.statement(attempt);
            assertThat(said.agent()).isEqualTo(stage.agent.program());
            assertThat(said.session()).isNotBlank().isEqualTo(stage.statement(0).session());
            assertThat(said.actions()).isPositive();
            assertThat(said.spent().tokens().total() > 0).isEqualTo(stage.agent != RealAgent.COPILOT);
        }
        assertThat(model.turns().getLast().text()).contains("The first answer.");
    }

    @ParameterizedTest
    @EnumSource
    void it_is_offered_the_tools_that_are_allowed_and_no_others(RealAgent agent) throws Exception {
        troupe.play("tools", agent, Run.WHOLE_LIST, RealAgentLoopTest::isLimited);
    }

    private static void isLimited(RealAgentFixture stage) throws Exception {
        String shell = switch (stage.agent) {
            case CLAUDE -> "Bash";
            case GEMINI, QWEN -> "run_shell_command";
            case CODEX, COPILOT, OPENCODE -> "bash";
        };
        List<String> others = switch (stage.agent) {
            case CLAUDE -> List.of("Read", "Write", "Edit");
            case GEMINI -> List.of("read_file", "write_file", "replace");
            case QWEN -> List.of("read_file", "write_file", "edit");
            case COPILOT -> List.of("view", "create", "edit");
            case CODEX, OPENCODE -> List.of("read", "edit", "write");
        };
        ScriptPlayback model = stage.model(ModelStep.shell("echo from-shell > shell.txt"), PROMISE);
        Task task = stage.task(model)
                .with(SettingKeys.ALLOW_TOOLS, List.of(shell, others.getFirst()))
                .with(SettingKeys.DENY_TOOLS, List.of(others.getFirst()));
        if (stage.agent == RealAgent.CODEX) {
            assertThatThrownBy(() -> stage.run(task)).hasMessageContaining("cannot limit the tools of codex");
            return;
        }

        RunningTask.Result result = stage.run(task);

        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
        assertThat(stage.project.resolve("shell.txt")).hasContent("from-shell");
        assertThat(model.turns().getFirst().tools()).contains(shell).doesNotContainAnyElementsOf(others);
    }

    @ParameterizedTest
    @EnumSource
    void a_usage_limit_is_waited_for_without_a_process_and_without_using_up_an_attempt(RealAgent agent)
            throws Exception {
        waiting.play("limit", agent, Run.WHOLE_LIST, RealAgentLoopTest::waits);
    }

    private static void waits(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(
                ModelStep.usageLimit(resetsIn(stage.agent)), ModelStep.shell("echo worked > worked.txt"), PROMISE);
        Map<String, String> subscription = stage.agent == RealAgent.CLAUDE
                ? Map.of("ANTHROPIC_API_KEY", "", "CLAUDE_CODE_OAUTH_TOKEN", "sk-ant-oat01-scripted")
                : Map.of();

        RunningTask.Result result = stage.run(stage.task(model, subscription).attempts(1));

        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
        assertThat(stage.project.resolve("worked.txt")).exists();
        assertThat(stage.reports)
                .extracting(AttemptReport::ended)
                .containsExactly(AttemptReport.Ended.LIMITED, AttemptReport.Ended.FINISHED);
        Instant until = Objects.requireNonNull(
                Objects.requireNonNull(stage.statement(0).hindrance()).until());
        Instant limited = stage.reports.getFirst().endedAt();
        assertThat(Duration.between(limited, until))
                .isBetween(Duration.ZERO, resetsIn(stage.agent).plusSeconds(5));
        assertThat(stage.reports.getLast().endedAt()).isAfter(until);
        assertThat(stage.states.stream().map(RealAgentLoopTest::waitsUntil).flatMap(Optional::stream))
                .contains(until);
        assertThat(stage.waiting).isEmpty();
    }

    private static Optional<Instant> waitsUntil(LoopState state) {
        return state.phase() instanceof Phase.Limited limited ? Optional.of(limited.until()) : Optional.empty();
    }

    /// As short as shows that Ralph waits: not the agent, and not for what it takes the time of a full minute.
    private static Duration resetsIn(RealAgent agent) {
        return Duration.ofSeconds(
                switch (agent) {
                    case CLAUDE, GEMINI -> 10;
                    case COPILOT, OPENCODE, CODEX -> 65;
                    case QWEN -> 95;
                });
    }

    @ParameterizedTest
    @EnumSource
    void a_429_that_passes_does_no_harm(RealAgent agent) throws Exception {
        troupe.play("e429", agent, Run.WHOLE_LIST, RealAgentLoopTest::recovers);
    }

    private static void recovers(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(
                ModelStep.error(429, Map.of("retry-after", "1")), ModelStep.shell("echo x > x.txt"), PROMISE);

        assertThat(stage.run(stage.task(model)).outcome())
                .as("%s", stage.reports)
                .isEqualTo(Outcome.COMPLETED);
        assertThat(stage.reports).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_model_that_never_answers_is_given_up_and_asked_again(RealAgent agent) throws Exception {
        troupe.play("hang", agent, Run.WHOLE_LIST, RealAgentLoopTest::hangs);
    }

    private static void hangs(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(ModelStep.hang(), ModelStep.shell("echo x > x.txt"), PROMISE);

        RunningTask.Result result = stage.run(stage.task(model).with(SettingKeys.IDLE_TIMEOUT, Duration.ofSeconds(20)));

        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
        assertThat(stage.reports.getFirst().ended()).isEqualTo(AttemptReport.Ended.HUNG);
    }

    @ParameterizedTest
    @EnumSource
    void one_without_a_login_is_told_so(RealAgent agent) throws Exception {
        troupe.play("login", agent, Run.WHOLE_LIST, RealAgentLoopTest::hasNoLogin);
    }

    private static void hasNoLogin(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(ModelStep.error(401).forever());

        RunningTask.Result result = stage.run(stage.task(model).attempts(2));

        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.FATAL);
        assertThat(result.sentence()).contains(stage.agent.program() + " has no valid login");
    }

    @ParameterizedTest
    @EnumSource
    void killed_from_outside_it_is_started_again(RealAgent agent) throws Exception {
        troupe.play("kill", agent, Run.WHOLE_LIST, RealAgentLoopTest::isKilled);
    }

    private static void isKilled(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(
                ModelStep.shell("echo $$ > pid; tail -f /dev/null"), ModelStep.shell("echo x > x.txt"), PROMISE);
        Thread killer = Thread.ofPlatform().start(() -> killOnceItWorks(stage));

        RunningTask.Result result = stage.run(stage.task(model));

        killer.join();
        assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
        assertThat(stage.reports)
                .extracting(AttemptReport::ended)
                .containsExactly(AttemptReport.Ended.KILLED, AttemptReport.Ended.FINISHED);
    }

    private static void killOnceItWorks(RealAgentFixture stage) {
        try {
            stage.await("pid");
            for (String process : LivingProcesses.of(stage.folder)) {
                long pid = Long.parseLong(process.substring(0, process.indexOf(' ')));
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopped_in_its_middle_it_leaves_nothing_running(RealAgent agent) throws Exception {
        troupe.play("stop", agent, Run.WHOLE_LIST, RealAgentLoopTest::isStopped);
    }

    private static void isStopped(RealAgentFixture stage) throws Exception {
        ScriptPlayback model = stage.model(ModelStep.shell("echo $$ > pid; tail -f /dev/null"));
        Task task = stage.task(model);
        Thread running = Thread.ofPlatform().start(() -> {
            try {
                stage.run(task);
            } catch (IOException ended) {
                throw new UncheckedIOException(ended);
            }
        });
        stage.await("pid");

        running.interrupt();
        running.join(RealAgentFixture.LONG);

        assertThat(running.isAlive()).isFalse();
        assertThat(LivingProcesses.of(stage.folder)).isEmpty();
    }
}
