package dev.ralph.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ReceivedRequest;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every real agent program does with the scripted server, without Ralph. With `./check --real-agents` only: what
/// Ralph makes of them is tested with every check.
class RealAgentTurnsTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String PROMPT = "Please do the task.";
    /// They wait for the end of a usage limit, and print nothing.
    private static final Set<RealAgent> SILENT_AT_LIMIT = EnumSet.of(RealAgent.OPENCODE, RealAgent.QWEN);
    /// The number by itself: folders and session ids contain these digits by chance.
    private static final String STATUS_429 = "\\b429\\b";

    private final ModelServer server = ModelServer.start();

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void it_says_what_the_model_says(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            AgentHome.Turn turn = desk.turn(server.play(RecordedScene.HELLO.script()), PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(turn.stdout()).contains("Hello from the scripted model.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void it_runs_commands_writes_files_and_prints_the_promise(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            ScriptPlayback playback = server.play(RecordedScene.TOOLS.script());
            AgentHome.Turn turn = desk.turn(playback, PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(desk.project.resolve("shell.txt")).hasContent("from-shell\n");
            assertThat(desk.project.resolve("written.txt")).hasContent("from the write tool\n");
            assertThat(turn.stdout()).contains("<promise>DONE</promise>");
            assertThat(playback.turns()).extracting(ReceivedRequest::step).containsExactly(1, 2, 3);
            assertThat(playback.turns().getFirst().userTexts()).anyMatch(text -> text.contains(PROMPT));
            assertThat(playback.turns().getLast().text()).contains("hello-out");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_resumed_session_has_its_history(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            ScriptPlayback playback = server.play(
                    ModelScript.of(ModelStep.text("The first answer."), ModelStep.text("The second answer.")));
            AgentHome.Turn first = desk.turn(playback, PROMPT, LIMIT);
            AgentHome.Turn second = desk.turn(playback, "And now go on.", first.session(), Map.of(), LIMIT);

            assertThat(second.exit()).as("%s", second).isZero();
            assertThat(second.stdout()).contains("The second answer.");
            assertThat(second.session()).isEqualTo(first.session());
            ReceivedRequest last = playback.turns().getLast();
            assertThat(last.text()).contains("The first answer.");
            assertThat(last.userTexts())
                    .anyMatch(text -> text.contains(PROMPT))
                    .anyMatch(text -> text.contains("And now go on."));
        }
    }

    @ParameterizedTest
    @EnumSource
    void it_tries_again_after_a_429(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            ScriptPlayback playback = server.play(RecordedScene.E429_ONCE.script());
            AgentHome.Turn turn = desk.turn(playback, PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(turn.stdout()).contains("Recovered.");
            assertThat(playback.turnCount()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_usage_limit_is_asked_about_once(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            ScriptPlayback playback = server.play(RecordedScene.USAGE_LIMIT.script());
            Process process = desk.start(playback, PROMPT, null, Map.of());
            assertThat(playback.awaitTurns(1, LIMIT)).isTrue();

            if (SILENT_AT_LIMIT.contains(agent)) {
                assertThat(process.waitFor(8, TimeUnit.SECONDS)).isFalse();
                assertThat(desk.output()).doesNotContainPattern(STATUS_429);
            } else {
                assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isNotZero();
                assertThat(desk.output()).containsPattern(STATUS_429 + "|usage limit|quota");
            }
            assertThat(playback.turnCount()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_hanging_model_hangs_it_and_killing_leaves_nothing(RealAgent agent) throws Exception {
        try (AgentHome desk = desk(agent)) {
            ScriptPlayback playback = server.play(RecordedScene.HANG.script());
            Process process = desk.start(playback, PROMPT, null, Map.of());
            assertThat(playback.awaitTurns(1, LIMIT)).isTrue();

            assertThat(process.isAlive()).isTrue();
            assertThat(desk.processes()).isNotEmpty();
            desk.end();

            assertThat(process.waitFor()).isNotZero();
            assertThat(desk.processes()).isEmpty();
        }
    }

    private AgentHome desk(RealAgent agent) throws IOException {
        RealAgents agents = RealAgents.here();
        assumeTrue(agents.program(agent.program()).isPresent(), () -> agents.missing(agent.program()));
        assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        return new AgentHome(agent, folder);
    }
}
