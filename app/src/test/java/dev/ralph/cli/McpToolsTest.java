package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.Ralph;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `ralph mcp`: the official client talks to it, and real agent programs find it without any configuration.
@Timeout(300)
class McpToolsTest {
    @TempDir
    Path base;

    /// A program `ralph` with everything that the tests see, where the jars of the server are. It keeps what the server
    /// says, so that a scripted model can wait for it: Codex does not.
    private static Path ralph(Path folder) throws Exception {
        Path program = Files.writeString(
                folder.resolve("ralph"),
                "#!/bin/sh\n'" + String.join("' '", java()) + "' " + Main.class.getName()
                        + " \"$@\" | tee \"$JRUN_RUN_FOLDER/said\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"));
    }

    private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        String words = ((McpSchema.TextContent) result.content().getFirst()).text();
        return (Boolean.TRUE.equals(result.isError()) ? "failed: " : "") + words;
    }

    /// Of an attempt at the task `fix` below the folder of the test.
    private Map<String, String> environment(Path task, Path run) {
        return Map.of(
                "RALPH_INSIDE_LOOP", "loop-1",
                "RALPH_INSIDE_WORKSPACE", base.toString(),
                "JRUN_TASK_FOLDER", task.toString(),
                "JRUN_RUN_FOLDER", run.toString(),
                "JRUN_PROJECT_ID", "project",
                "JRUN_TASK_ID", "fix",
                "JRUN_ID", "run-1");
    }

    private McpSyncClient client(Map<String, String> environment) throws Exception {
        ServerParameters parameters = ServerParameters.builder(ralph(base).toString())
                .args("mcp")
                .env(environment)
                .build();
        return McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                .build();
    }

    @Test
    void where_the_stage_may_reject_there_is_a_tool_for_it_and_elsewhere_not() throws Exception {
        Path task = Files.createDirectories(base.resolve("tasks/fix"));
        Path run = Files.createDirectories(task.resolve("runs/run-1"));
        Map<String, String> environment = new HashMap<>(environment(task, run));
        environment.put("RALPH_MAY_REJECT", "1");
        McpSyncClient client = client(environment);
        try {
            client.initialize();
            assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name))
                    .containsExactly(
                            "task_complete", "task_blocked", "ask_human", "post_message", "remember", "reject");

            assertThat(call(client, "reject", Map.of("finding", "The name is wrong")))
                    .startsWith("recorded");
            assertThat(call(client, "reject", Map.of("finding", "No test for it")))
                    .startsWith("recorded");
            assertThat(call(client, "reject", Map.of("finding", " "))).isEqualTo("failed: the finding is empty");
            assertThat(run.resolve("REJECTED")).hasContent("The name is wrong\nNo test for it\n");
        } finally {
            client.closeGracefully();
        }
    }

    @Test
    void the_tools_do_what_the_commands_do() throws Exception {
        Path task = Files.createDirectories(base.resolve("tasks/fix"));
        Path run = Files.createDirectories(task.resolve("runs/run-1"));
        Path made = Files.writeString(base.resolve("made"), "made\n");
        McpSyncClient client = client(environment(task, run));
        try {
            client.initialize();
            assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name))
                    .containsExactly("task_complete", "task_blocked", "ask_human", "post_message", "remember");

            assertThat(call(client, "remember", Map.of("text", "Mind the gap"))).startsWith("noted");
            assertThat(task.resolve("remembered.jsonl")).content().startsWith("{\"text\":\"Mind the gap\",");
            assertThat(call(client, "post_message", Map.of("text", "Half of it")))
                    .startsWith("MSG-");
            assertThat(task.resolve("TASK-MESSAGE-BUS.md")).content().contains("Half of it");
            assertThat(call(client, "ask_human", Map.of("question", "Which one?")))
                    .startsWith("asked");
            assertThat(task.resolve("WAIT_WITHOUT_RESTART")).hasContent("Which one?");
            assertThat(call(client, "task_blocked", Map.of("blocker", "No key")))
                    .startsWith("recorded");
            assertThat(run.resolve("BLOCKED")).hasContent("No key");

            assertThat(call(client, "task_complete", Map.of("artifacts", List.of("none"))))
                    .isEqualTo("failed: artifact none does not exist");
            assertThat(call(client, "task_blocked", Map.of("blocker", " "))).isEqualTo("failed: the reason is empty");
            assertThat(call(client, "task_blocked", Map.of())).startsWith("failed: ");
            assertThat(call(client, "task_complete", Map.of("artifacts", List.of(made.toString()), "summary", "All")))
                    .startsWith("recorded");
            assertThat(task.resolve("DONE"))
                    .hasContent("{\"artifacts\":[\"made\"],\"summary\":\"All\",\"blocker\":null}");
        } finally {
            client.closeGracefully();
        }
    }

    @Test
    void outside_an_attempt_there_is_no_server() {
        TypedCommand said = TypedCommand.in(base, "mcp");

        assertThat(said.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(said.err()).contains("ralph mcp is for agents");
    }

    /// The name that each gives the tool.
    private static String tool(RealAgent agent) {
        return switch (agent) {
            case CLAUDE, QWEN -> "mcp__ralph__task_complete";
            case CODEX -> "task_complete"; // in a namespace
            case OPENCODE -> "ralph_task_complete";
            case COPILOT -> "ralph-task_complete";
            case GEMINI -> "mcp_ralph_task_complete";
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = RealAgent.class,
            names = {"CLAUDE", "CODEX", "OPENCODE", "QWEN", "COPILOT", "GEMINI"})
    void a_confined_agent_program_declares_over_mcp_what_it_made_and_the_loop_ends_proven(RealAgent agent)
            throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(
                agent == RealAgent.CLAUDE || Boolean.getBoolean("ralph.real-agents"),
                "only with ./check --real-agents; without it one program plays");
        assumeTrue(agent != RealAgent.GEMINI || Shell.isRoot(), "Gemini takes settings of Ralph's only from root");
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e made\n").commit("check");
        Path bin = Files.createDirectory(base.resolve("bin"));
        ralph(bin);
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.builder()
                    .steps(
                            ModelStep.shell("until grep -q inputSchema \"$RUN_FOLDER/said\"; do sleep 0.1; done;"
                                            + " echo made > made")
                                    .saying("I make it."),
                            ModelStep.tool(tool(agent), Map.of("artifacts", List.of("made"), "summary", "Made it")),
                            ModelStep.text("It is there."))
                    .folder(project.folder())
                    .build());
            Path home = Files.createDirectories(base.resolve("home"));
            Map<String, String> environment = new HashMap<>(agent.settle(home, model.url(), RealAgent.Manner.AS_IT_IS));
            environment.put("HOME", home.toString());
            environment.put("XDG_STATE_HOME", project.state().toString());

            Shell.Said said = Shell.other(
                    project.folder(),
                    environment,
                    line(project, bin, agent, model.url(), List.of("Make it", "--task", "make")));

            assertThat(said.code()).as(said.out() + said.err()).isZero();
            assertThat(said.out()).contains("COMPLETED after 1 attempt");
            assertThat(declared(project)).isEqualTo(new Declaration(List.of("made"), "Made it", null));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RealAgent.class,
            names = {"CLAUDE", "OPENCODE"})
    void an_agent_program_works_through_a_list_and_declares_each_task_over_mcp(RealAgent agent) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(
                agent == RealAgent.CLAUDE || Boolean.getBoolean("ralph.real-agents"),
                "only with ./check --real-agents; without it one program plays");
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n");
        project.write("tasks.jsonl", task("RALPH-001", "RALPH-002") + task("RALPH-002", "RALPH-000"))
                .commit("tasks");
        Path bin = Files.createDirectory(base.resolve("bin"));
        ralph(bin);
        ModelStep makes = ModelStep.shell("until grep -q inputSchema \"$RUN_FOLDER/said\"; do sleep 0.1; done;"
                        + " echo made > made-$RALPH_TASK_ID")
                .saying("I make it.");
        ModelStep declares = ModelStep.tool(tool(agent), Map.of("artifacts", List.of(), "summary", "Made it"));
        ModelStep ends = ModelStep.text("It is there.");
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.builder()
                    .steps(makes, declares, ends, makes, declares, ends)
                    .folder(project.folder())
                    .build());
            Path home = Files.createDirectories(base.resolve("home"));
            Map<String, String> environment = new HashMap<>(agent.settle(home, model.url(), RealAgent.Manner.AS_IT_IS));
            environment.put("HOME", home.toString());
            environment.put("XDG_STATE_HOME", project.state().toString());

            Shell.Said said =
                    Shell.other(project.folder(), environment, line(project, bin, agent, model.url(), List.of()));

            assertThat(said.code()).as(said.out() + said.err()).isZero();
            assertThat(project.git("log", "--format=%s").lines().limit(2))
                    .containsExactly("RALPH-001: Make RALPH-001", "RALPH-002: Make RALPH-002");
            assertThat(Files.readString(project.path("progress.jsonl")))
                    .contains("\"taskId\":\"RALPH-001\",\"iteration\":1,\"result\":{\"status\":\"complete\"");
        }
    }

    private static String task(String id, String after) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id
                + "\",\"status\":\"pending\",\"completion\":{\"type\":\"file_exists\",\"path\":\"made-" + id + "\"}"
                + (after.equals("RALPH-000") ? "" : ",\"blockedBy\":[\"" + after + "\"]")
                + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    /// The engine as a program of its own, which knows where its launcher is, as the real one does.
    private static List<String> line(GitProject project, Path bin, RealAgent agent, URI model, List<String> task) {
        String seen = System.getProperty("java.class.path").replace(':', ',');
        List<String> words = new ArrayList<>(java());
        words.add("-Dralph.launcher=" + bin.resolve("ralph"));
        words.addAll(List.of(Main.class.getName(), "--dir", project.folder().toString(), "run"));
        words.addAll(task);
        words.addAll(List.of("--agent", agent.program(), "--tools", seen));
        words.addAll(List.of("--allow", model.getHost() + ":" + model.getPort(), "--"));
        words.addAll(agent.arguments(model));
        return words;
    }

    private static Declaration declared(GitProject project) {
        try (Ralph ralph = Ralph.open(project.folder());
                JournalView journal = ralph.journal()) {
            return journal.entries(journal.loopsOf("make").getFirst().head().id()).stream()
                    .map(JournalEntry::event)
                    .filter(Event.AttemptEnded.class::isInstance)
                    .map(event -> Objects.requireNonNull(
                            ((Event.AttemptEnded) event).report().declared()))
                    .toList()
                    .getLast();
        }
    }
}
