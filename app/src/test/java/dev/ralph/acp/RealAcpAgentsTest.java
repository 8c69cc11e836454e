package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The real programs, against a scripted model on this machine.
@Timeout(180)
class RealAcpAgentsTest {
    private static final String PROMISE = "<promise>DONE</promise>";
    private static final RealAgents AGENTS = RealAgents.here();

    @TempDir
    Path temporary = Path.of("");

    @ParameterizedTest
    @EnumSource(names = {"GEMINI", "OPENCODE", "QWEN", "COPILOT"})
    void a_real_agent_works_and_goes_on(RealAgent agent) throws Exception {
        assumeInstalled(agent);
        Path work = Files.createDirectory(temporary.resolve("work"));
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback first = server.play(ModelScript.of(
                    ModelStep.shell("echo made > made.txt"), ModelStep.text("First turn done. " + PROMISE)));
            String turn = turn(agent, first, work, null);

            assertThat(work.resolve("made.txt")).as(turn).hasContent("made");
            assertThat(text(turn)).contains("First turn done. " + PROMISE);
            assertThat(turn).contains("{\"type\":\"tool_call\",").contains("\"failed\":false}");
            assertThat(turn).contains("\"failed\":false,\"stopReason\":\"end_turn\",");
            assertThat(turn.contains("\"type\":\"usage\"")).as(turn).isTrue();

            ScriptPlayback second = server.play(ModelScript.of(ModelStep.text("Second turn done.")));
            String again = turn(agent, second, work, session(turn));

            if (agent == RealAgent.GEMINI) { // version 0.61.0 mostly throws its session away while it looks for it
                assertThat(again).containsAnyOf("\"class\":\"unknown_session\"", "\"resumed\":true");
                return;
            }
            assertThat(again).contains("\"resumed\":true").contains("\"failed\":false,\"stopReason\":\"end_turn\",");
            assertThat(text(again)).as(again).contains("Second turn done.").doesNotContain("First turn done");
            assertThat(second.turns().getFirst().text()).as("the history").contains("First turn done");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GEMINI", "OPENCODE", "QWEN", "COPILOT"})
    void a_real_agent_is_cancelled_in_a_hanging_call(RealAgent agent) throws Exception {
        assumeInstalled(agent);
        Assumptions.assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        Path work = Files.createDirectory(temporary.resolve("work"));
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback hanging = server.play(ModelScript.of(ModelStep.hang().forever()));
            BridgeRequest ask = ask(agent, null, Duration.ofSeconds(10));
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            int code = bridge(agent, hanging, work, printed).run(ask, prompt());

            assertThat(code).as(printed.toString(StandardCharsets.UTF_8)).isEqualTo(124);
            assertThat(printed.toString(StandardCharsets.UTF_8))
                    .contains("\"class\":\"timeout\"")
                    .endsWith("\"strange\":0}\n");
        }
    }

    private static void assumeInstalled(RealAgent agent) {
        Assumptions.assumeTrue(AGENTS.program(agent.program()).isPresent(), AGENTS.missing(agent.program()));
    }

    private static List<String> arguments(RealAgent agent) {
        return switch (agent) {
            case GEMINI, COPILOT -> List.of("--acp");
            case OPENCODE -> List.of("acp");
            case QWEN -> List.of("--acp", "--auth-type", "openai");
            case CLAUDE, CODEX -> throw new IllegalArgumentException(agent + " needs another program for that");
        };
    }

    private String turn(RealAgent agent, ScriptPlayback model, Path work, @Nullable String session) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        bridge(agent, model, work, printed).run(ask(agent, session, Duration.ofSeconds(90)), prompt());
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static BridgeRequest ask(RealAgent agent, @Nullable String session, Duration timeout) {
        List<String> command = new ArrayList<>();
        command.add(AGENTS.program(agent.program()).orElseThrow().toString());
        command.addAll(arguments(agent));
        // In its own mode Qwen asks a second model about its commands.
        String mode = agent == RealAgent.QWEN ? "yolo" : null;
        return new BridgeRequest(command, session, mode, null, timeout, Duration.ofSeconds(60), Duration.ofSeconds(3));
    }

    private AcpBridge bridge(RealAgent agent, ScriptPlayback model, Path work, ByteArrayOutputStream printed)
            throws IOException {
        Path home = Files.createDirectories(temporary.resolve("home"));
        Map<String, String> environment = agent.settle(home, model.url(), RealAgent.Manner.QUIET);
        return new AcpBridge(work, environment, "test", new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private static ByteArrayInputStream prompt() {
        return new ByteArrayInputStream("please do the task".getBytes(StandardCharsets.UTF_8));
    }

    private static String session(String lines) {
        String start = "{\"type\":\"session\",\"id\":\"";
        assertThat(lines).startsWith(start);
        return lines.substring(start.length(), lines.indexOf('"', start.length()));
    }

    /// What the agent wrote, put together; texts of this test hold nothing that JSON escapes.
    private static String text(String lines) {
        StringBuilder text = new StringBuilder();
        String start = "{\"type\":\"text\",\"text\":\"";
        lines.lines()
                .filter(line -> line.startsWith(start))
                .forEach(line -> text.append(line, start.length(), line.lastIndexOf("\",\"last\"")));
        return text.toString();
    }
}
