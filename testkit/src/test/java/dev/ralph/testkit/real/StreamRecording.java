package dev.ralph.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Records what the real agent programs print, as fixtures for the readers of their streams. No test of its
/// own: run it by name, with the agents installed, after a new version of one is pinned; see
/// `docs/internals/testkit.md`.
///
/// `-Dralph.record=claude,codex` and `-Dralph.scenes=hello,e429` narrow it.
class StreamRecording {
    private static final Duration LIMIT = Duration.ofSeconds(100);
    /// Long enough for everything before the silence.
    private static final Duration HANG = Duration.ofSeconds(12);
    private static final String PROMPT = "Please do the task.";
    private static final String NO_SUCH_SESSION = "00000000-0000-4000-8000-000000000000";

    private final Path streams = Path.of(System.getProperty("ralph.repository"), "engine/src/test/resources/streams");

    @ParameterizedTest
    @EnumSource
    void record(RealAgent agent, @TempDir Path folder) throws Exception {
        if (!wanted("ralph.record", agent.program())) {
            return;
        }
        try (ModelServer server = ModelServer.start()) {
            for (RecordedScene scene : RecordedScene.values()) {
                if (wanted("ralph.scenes", scene.file())) {
                    Path desk = Files.createDirectories(folder.resolve(scene.file()));
                    Set<RecordedScene> silent = EnumSet.of(RecordedScene.HANG, RecordedScene.HANG_MIDWAY);
                    turn(
                            agent,
                            scene.file(),
                            server.play(scene.script().in(desk.resolve("project"))),
                            desk,
                            Map.of(),
                            silent.contains(scene) ? HANG : LIMIT);
                }
            }
            if (agent == RealAgent.CLAUDE && wanted("ralph.scenes", "usage-limit-subscription")) {
                Map<String, String> token =
                        Map.of("ANTHROPIC_API_KEY", "", "CLAUDE_CODE_OAUTH_TOKEN", "sk-ant-oat01-scripted");
                Path desk = Files.createDirectories(folder.resolve("subscription"));
                turn(
                        agent,
                        "usage-limit-subscription",
                        server.play(RecordedScene.USAGE_LIMIT.script()),
                        desk,
                        token,
                        LIMIT);
            }
            if (wanted("ralph.scenes", "resume")) {
                resume(agent, server, Files.createDirectories(folder.resolve("resume")));
            }
            if (wanted("ralph.scenes", "unknown-session")) {
                unknownSession(agent, server, Files.createDirectories(folder.resolve("unknown")));
            }
        }
    }

    private void turn(
            RealAgent agent,
            String name,
            ScriptPlayback playback,
            Path folder,
            Map<String, String> more,
            Duration limit)
            throws IOException, InterruptedException {
        try (AgentHome desk = new AgentHome(agent, folder)) {
            write(agent, name, desk.turn(playback, PROMPT, null, more, limit), playback, folder);
        }
    }

    private void resume(RealAgent agent, ModelServer server, Path folder) throws IOException, InterruptedException {
        ScriptPlayback playback =
                server.play(ModelScript.of(ModelStep.text("The first answer."), ModelStep.text("The second answer.")));
        try (AgentHome desk = new AgentHome(agent, folder)) {
            AgentHome.Turn first = desk.turn(playback, PROMPT, LIMIT);
            AgentHome.Turn second = desk.turn(playback, "Go on.", first.session(), Map.of(), LIMIT);
            assertThat(second.stdout()).contains("The second answer.");
            write(agent, "resume", second, playback, folder);
        }
    }

    private void unknownSession(RealAgent agent, ModelServer server, Path folder)
            throws IOException, InterruptedException {
        ScriptPlayback playback = server.play(ModelScript.of(ModelStep.text("A new session.")));
        String id = agent == RealAgent.OPENCODE ? "ses_000000000000000000000000000" : NO_SUCH_SESSION;
        try (AgentHome desk = new AgentHome(agent, folder)) {
            write(agent, "unknown-session", desk.turn(playback, PROMPT, id, Map.of(), LIMIT), playback, folder);
        }
    }

    /// The stream, its stderr, and how it ended: the exit code, or `killed` if it had to be.
    private void write(RealAgent agent, String name, AgentHome.Turn turn, ScriptPlayback playback, Path folder)
            throws IOException {
        Path into = Files.createDirectories(streams.resolve(agent.program()));
        Files.writeString(into.resolve(name + ".jsonl"), scrubbed(turn.stdout(), playback, folder));
        Files.writeString(into.resolve(name + ".stderr"), scrubbed(turn.stderr(), playback, folder));
        Files.writeString(into.resolve(name + ".exit"), (turn.ended() ? turn.exit() : "killed") + "\n");
        System.out.printf(
                "%-10s %-26s exit %-6s %3d turns %5.1f s%n",
                agent.program(),
                name,
                turn.ended() ? turn.exit() : "killed",
                playback.turnCount(),
                turn.took().toMillis() / 1000.0);
    }

    /// Takes out what is this machine's: folders, also in the form where dashes stand for slashes, and the port.
    private static String scrubbed(String text, ScriptPlayback playback, Path folder) {
        Path cache = RealAgents.here().cache();
        String clean = text;
        for (Map.Entry<Path, String> entry : List.of(
                Map.entry(folder.resolve("project"), "/home/user/project"),
                Map.entry(folder.resolve("home"), "/home/user"),
                Map.entry(folder, "/work"),
                Map.entry(cache, "/opt/agents"))) {
            String path = entry.getKey().toString();
            clean = clean.replace(path, entry.getValue())
                    .replace(
                            path.replaceAll("[^A-Za-z0-9]", "-"),
                            entry.getValue().replace('/', '-'));
        }
        return clean.replace("127.0.0.1:" + playback.url().getPort(), "127.0.0.1:4010");
    }

    private static boolean wanted(String property, String name) {
        String list = System.getProperty(property, "");
        return list.isEmpty() || List.of(list.split(",")).contains(name);
    }
}
