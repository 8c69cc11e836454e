package dev.ralph.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.json.JsonText;
import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import dev.ralph.testkit.ScriptedCall;
import dev.ralph.testkit.StopReason;
import dev.ralph.testkit.TokenCounts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// One turn of the agent against a scripted model: everything but the model is real.
class BuiltinAgentTest {

    /// Whose API is spoken.
    enum Api {
        ANTHROPIC {
            @Override
            Map<String, String> login(ScriptPlayback model) {
                return Map.of("ANTHROPIC_BASE_URL", model.url().toString(), "ANTHROPIC_API_KEY", "sk-ant-scripted");
            }
        },
        OPENAI {
            @Override
            Map<String, String> login(ScriptPlayback model) {
                return Map.of("OPENAI_BASE_URL", model.url() + "/v1/", "OPENAI_API_KEY", "sk-scripted");
            }
        };

        abstract Map<String, String> login(ScriptPlayback model);
    }

    @TempDir
    Path project = Path.of("");

    @TempDir
    Path task = Path.of("");

    private final ModelServer server = ModelServer.start();
    private final Map<String, String> more = new HashMap<>();
    private List<String> only = List.of();
    private List<String> without = List.of();
    private ScriptPlayback model = server.play(ModelScript.of());

    @AfterEach
    void close() {
        server.close();
    }

    private record Said(int code, List<Map<String, Object>> lines) {
        List<Map<String, Object>> of(String type) {
            return lines.stream().filter(line -> type.equals(line.get("type"))).toList();
        }
    }

    private Said turn(Api api, ModelStep... steps) {
        return turn(api, "", steps);
    }

    @SuppressWarnings("unchecked")
    private Said turn(Api api, String name, ModelStep... steps) {
        model = server.play(ModelScript.of(steps));
        Map<String, String> environment = new HashMap<>(
                Map.of("PATH", System.getenv("PATH"), "HOME", task.toString(), "TASK_FOLDER", task.toString()));
        environment.putAll(api.login(model));
        environment.putAll(more);
        StringWriter out = new StringWriter();
        int code = BuiltinAgent.turn(
                new Actions(project, environment).limitedTo(only, without),
                environment,
                name,
                "Do the thing",
                new PrintWriter(out));
        return new Said(
                code,
                out.toString()
                        .lines()
                        .map(line -> (Map<String, Object>) (Map<String, ?>) JsonText.object(line))
                        .toList());
    }

    /// What the model was told about its last action.
    private String lastRequest() {
        return model.turns().getLast().text();
    }

    @ParameterizedTest
    @EnumSource
    void words_tokens_and_every_action_are_told_by_both_apis(Api api) throws Exception {
        Said said = turn(
                api,
                ModelStep.tool("write", Map.of("path", "a/hello.txt", "content", "hello\n"))
                        .saying("I write it.")
                        .using(new TokenCounts(100, 20, 0, 30)),
                ModelStep.text("Done. <promise>DONE</promise>"));

        assertThat(said.code()).isZero();
        assertThat(project.resolve("a/hello.txt")).hasContent("hello\n");
        assertThat(said.of("text"))
                .extracting(line -> line.get("text"))
                .containsExactly("I write it.", "Done. <promise>DONE</promise>");
        assertThat(said.of("tool_call"))
                .extracting(line -> line.get("name") + " " + line.get("detail"))
                .containsExactly("write a/hello.txt");
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsExactly(false);
        assertThat(said.of("usage"))
                .first()
                .satisfies(used -> assertThat(used)
                        .containsEntry("key", "call 1")
                        .containsEntry("scope", "call")
                        .containsEntry("input", 100L)
                        .containsEntry("cacheRead", 20L)
                        .containsEntry("output", 30L));
        assertThat(said.of("usage")).hasSize(2);
        assertThat(said.lines().getLast()).containsEntry("type", "result").containsEntry("failed", false);
        assertThat(model.turns().getFirst().userTexts()).contains("Do the thing");
    }

    @ParameterizedTest
    @EnumSource
    void an_action_that_is_not_allowed_is_neither_offered_nor_done(Api api) {
        only = List.of("read", "write");
        without = List.of("write");

        turn(api, ModelStep.tool("write", Map.of("path", "a.txt", "content", "a")), ModelStep.text("Done."));

        assertThat(lastRequest()).contains("there is no tool write");
        assertThat(project.resolve("a.txt")).doesNotExist();
        assertThat(model.turns().getFirst().tools()).containsExactly("read");
    }

    @ParameterizedTest
    @EnumSource
    void the_model_is_the_one_that_was_asked_for(Api api) {
        turn(api, "my-model", ModelStep.text("Hello"));

        assertThat(model.turns().getFirst().model()).isEqualTo("my-model");
    }

    @Test
    void a_file_is_read_in_parts_and_a_folder_is_listed() throws Exception {
        Files.writeString(project.resolve("a.txt"), "one\ntwo\nthree\n");
        Files.createDirectory(project.resolve("sub"));

        turn(
                Api.ANTHROPIC,
                ModelStep.calls(
                        new ScriptedCall.Tool("read", Map.of("path", "a.txt", "offset", 2, "limit", 1)),
                        new ScriptedCall.Tool("read", Map.of("path", "."))),
                ModelStep.text("I see"));

        assertThat(lastRequest()).contains("\"two\\n\"", "a.txt\\nsub/").doesNotContain("three");
    }

    @Test
    void a_command_answers_with_both_its_outputs_and_its_exit_code() {
        Said said =
                turn(Api.ANTHROPIC, ModelStep.shell("echo good; echo bad >&2; pwd; exit 3"), ModelStep.text("I see"));

        assertThat(lastRequest()).contains("exit code: 3\\nstdout:\\ngood\\n" + project, "stderr:\\nbad\\n");
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsExactly(true);
    }

    @Test
    void a_command_that_hangs_or_floods_is_bounded_and_what_it_left_behind_is_not_waited_for() {
        long begun = System.nanoTime();
        turn(
                Api.ANTHROPIC,
                ModelStep.tool("bash", Map.of("command", "echo begun; sleep 600", "seconds", 1)),
                ModelStep.shell("yes | head -c 5000000; echo the-end"),
                ModelStep.shell("sleep 600 & echo left"),
                ModelStep.text("I see"));

        assertThat(lastRequest()).contains("begun", "ended after 1s", "bytes left out]", "the-end", "left");
        assertThat(lastRequest()).hasSizeLessThan(150_000);
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(60));
        ChildProgram.endAll();
    }

    @Test
    void a_command_does_not_see_the_key() {
        turn(Api.ANTHROPIC, ModelStep.shell("env | grep -i anthropic; echo end"), ModelStep.text("I see"));

        assertThat(lastRequest()).contains("end").doesNotContain("sk-ant-scripted");
    }

    @Test
    void git_looks_at_the_repository_and_leaves_commits_to_ralph() throws Exception {
        new ProcessBuilder("git", "init", "-q", project.toString()).start().waitFor();
        Files.writeString(project.resolve("new.txt"), "");

        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.calls(
                        new ScriptedCall.Tool("git", Map.of("arguments", List.of("status", "--short"))),
                        new ScriptedCall.Tool("git", Map.of("arguments", List.of("commit", "-m", "mine"))),
                        new ScriptedCall.Tool("git", Map.of("arguments", List.of("-c", "alias.x=!id", "x"))),
                        new ScriptedCall.Tool("write", Map.of("path", ".git/hooks/post-commit", "content", "id"))),
                ModelStep.text("I see"));

        assertThat(lastRequest()).contains("?? new.txt", "Ralph commits your work itself");
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsExactly(false, true, true, true);
        assertThat(project.resolve(".git/hooks/post-commit")).doesNotExist();
    }

    @Test
    void java_is_evaluated_by_jshell_in_a_process_of_its_own() {
        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.tool(
                        "eval",
                        Map.of("language", "java", "code", "int x = 20;\nSystem.out.println(\"hi\");\nx * 2 + 2")),
                ModelStep.tool("eval", Map.of("language", "java", "code", "throw new IllegalStateException(\"mine\")")),
                ModelStep.tool("eval", Map.of("language", "java", "code", "int y = nowhere;")),
                ModelStep.tool("eval", Map.of("language", "java", "code", "System.exit(7)")),
                ModelStep.text("I see"));

        assertThat(lastRequest())
                .contains(
                        "exit code: 0\\nstdout:\\nhi\\n42\\n",
                        "IllegalStateException: mine",
                        "nowhere",
                        "exit code: 7");
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsExactly(false, true, true, true);
    }

    @Test
    void typescript_is_evaluated_by_what_is_installed() throws Exception {
        more.put("PATH", RealAgents.here().pathFor("node"));
        String line = "command -v bun || command -v deno || node --experimental-strip-types --version";
        ProcessBuilder look = new ProcessBuilder("sh", "-c", line);
        look.environment().putAll(more);
        assumeTrue(look.start().waitFor() == 0, "bun, deno or node 22.7 or newer: ./check --real-agents installs it");

        turn(
                Api.ANTHROPIC,
                ModelStep.tool(
                        "eval",
                        Map.of(
                                "language",
                                "typescript",
                                "code",
                                "const x: number = 40;\nconsole.log(`answer ${x + 2}`)")),
                ModelStep.text("I see"));

        assertThat(lastRequest()).contains("answer 42");
    }

    @Test
    void without_a_program_for_typescript_the_model_is_told_so() throws Exception {
        Path programs = Files.createDirectory(task.resolve("bin"));
        for (String program : List.of("sh", "bash")) {
            Files.createSymbolicLink(programs.resolve(program), Path.of("/bin/" + program));
        }
        more.put("PATH", programs.toString());

        turn(
                Api.ANTHROPIC,
                ModelStep.tool("eval", Map.of("language", "typescript", "code", "1")),
                ModelStep.text("I see"));

        assertThat(lastRequest()).contains("no program for TypeScript is installed");
    }

    @Test
    void paths_outside_are_refused_also_through_links() throws Exception {
        Path outside = Files.createDirectory(project.resolveSibling("outside-" + project.getFileName()));
        Files.writeString(outside.resolve("secret.txt"), "the-secret");
        Files.createSymbolicLink(project.resolve("link"), outside);
        String up = "../" + outside.getFileName();

        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.calls(
                        new ScriptedCall.Tool(
                                "read",
                                Map.of("path", outside.resolve("secret.txt").toString())),
                        new ScriptedCall.Tool("read", Map.of("path", up + "/secret.txt")),
                        new ScriptedCall.Tool("read", Map.of("path", "link/secret.txt")),
                        new ScriptedCall.Tool("write", Map.of("path", "link/new.txt", "content", "x")),
                        new ScriptedCall.Tool("write", Map.of("path", up + "/new.txt", "content", "x")),
                        new ScriptedCall.Tool("write", Map.of("path", "link", "content", "x")),
                        new ScriptedCall.Tool("read", Map.of("path", "a\0b"))),
                ModelStep.text("I see"));

        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsOnly(true)
                .hasSize(7);
        assertThat(lastRequest()).doesNotContain("the-secret");
        assertThat(outside.resolve("new.txt")).doesNotExist();
        Files.delete(outside.resolve("secret.txt"));
        Files.delete(outside);
    }

    @Test
    void nonsense_is_answered_and_the_turn_goes_on() {
        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.calls(
                        new ScriptedCall.Tool("rm -rf /", Map.of()),
                        new ScriptedCall.Tool("write", Map.of("path", "x")),
                        new ScriptedCall.Tool("bash", Map.of("command", 7)),
                        new ScriptedCall.Tool("git", Map.of()),
                        new ScriptedCall.Tool("eval", Map.of("language", "perl", "code", "1"))),
                ModelStep.text("I see"));

        assertThat(said.code()).isZero();
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsOnly(true)
                .hasSize(5);
    }

    @Test
    void complete_blocked_and_ask_end_the_turn_and_tell_ralph_as_its_own_commands_do() throws Exception {
        Path run = Files.createDirectories(task.resolve("runs/r1"));
        more.putAll(Map.of("JRUN_TASK_FOLDER", task.toString(), "JRUN_RUN_FOLDER", run.toString(), "JRUN_ID", "r1"));
        more.putAll(Map.of("JRUN_PROJECT_ID", "p", "JRUN_TASK_ID", "t", "RALPH_INSIDE_LOOP", "l"));
        more.put("RALPH_INSIDE_FOLDER", project.toString());
        Files.writeString(project.resolve("made.txt"), "");

        turn(
                Api.ANTHROPIC,
                ModelStep.tool("remember", Map.of("text", "make needs DB_URL")),
                ModelStep.tool("post", Map.of("text", "half way")),
                ModelStep.tool("complete", Map.of("summary", "x", "artifacts", List.of("../other"))),
                ModelStep.tool("complete", Map.of("summary", "all done", "artifacts", List.of("made.txt"))),
                ModelStep.text("not asked"));
        assertThat(model.turnCount()).isEqualTo(4);
        assertThat(lastRequest()).contains("artifact ../other does not exist");
        assertThat(Files.readString(task.resolve("DONE"))).contains("\"made.txt\"", "\"all done\"");
        assertThat(Files.readString(task.resolve("remembered.jsonl"))).contains("make needs DB_URL");
        assertThat(Files.readString(task.resolve("TASK-MESSAGE-BUS.md"))).contains("half way");

        turn(Api.ANTHROPIC, ModelStep.tool("ask", Map.of("question", "Which colour?")), ModelStep.text("not asked"));
        assertThat(model.turnCount()).isEqualTo(1);
        assertThat(task.resolve("WAIT_WITHOUT_RESTART")).hasContent("Which colour?");

        turn(Api.ANTHROPIC, ModelStep.tool("blocked", Map.of("reason", "no database")), ModelStep.text("not asked"));
        assertThat(model.turnCount()).isEqualTo(1);
        assertThat(run.resolve("BLOCKED")).hasContent("no database");
        assertThat(model.turns().getFirst().tools()).doesNotContain("reject");

        more.put("RALPH_MAY_REJECT", "1");
        turn(
                Api.ANTHROPIC,
                ModelStep.tool("reject", Map.of("finding", "no test for it")),
                ModelStep.tool("reject", Map.of("finding", "the name is wrong")),
                ModelStep.text("that is all"));
        assertThat(run.resolve("REJECTED")).hasContent("no test for it\nthe name is wrong");
    }

    @Test
    void outside_of_a_loop_there_is_no_task_to_tell_of() {
        Said said = turn(Api.ANTHROPIC, ModelStep.tool("complete", Map.of()), ModelStep.text("I see"));

        assertThat(model.turns().getFirst().tools()).contains("read", "eval").doesNotContain("complete");
        assertThat(said.of("tool_result"))
                .extracting(line -> line.get("failed"))
                .containsExactly(true);
        assertThat(task.resolve("DONE")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void what_passes_is_tried_again(Api api) {
        Said said = turn(api, ModelStep.error(500), ModelStep.reset(), ModelStep.text("Back"));

        assertThat(said.code()).isZero();
        assertThat(said.of("retry")).extracting(line -> line.get("attempt")).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void errors_say_their_status_and_what_the_provider_says(Api api) {
        for (int status : List.of(400, 401, 403, 404)) {
            Said said = turn(api, ModelStep.error(status).forever());

            assertThat(said.code()).isEqualTo(1);
            assertThat(said.of("error"))
                    .singleElement()
                    .satisfies(error -> assertThat(error)
                            .containsEntry("status", (long) status)
                            .hasEntrySatisfying(
                                    "words",
                                    words -> assertThat(words.toString()).startsWith("HTTP " + status)));
            assertThat(said.of("retry")).isEmpty();
            assertThat(said.lines().getLast()).containsEntry("type", "result").containsEntry("failed", true);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_limit_that_lasts_is_told_with_its_end_and_not_waited_for(Api api) {
        Said said =
                turn(api, ModelStep.error(429, Map.of("retry-after", "3600")).forever());

        assertThat(said.of("retry")).isEmpty();
        assertThat(said.of("error"))
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .containsEntry("status", 429L)
                        .hasEntrySatisfying(
                                "words", words -> assertThat(words.toString()).endsWith("(retry in 3600s)")));
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_that_never_comes_or_never_ends_is_given_up(Api api) {
        more.put("API_TIMEOUT_MS", "300");

        Said said =
                turn(api, ModelStep.hang().times(2), ModelStep.hangMidway("Hal").forever());

        assertThat(said.of("error"))
                .singleElement()
                .satisfies(error -> assertThat(error).containsEntry("class", "network"));
        assertThat(said.of("retry")).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_that_is_no_json_is_an_error_and_not_a_crash(Api api) {
        Said said = turn(api, ModelStep.malformed().forever());

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.of("error")).hasSize(1);
    }

    @Test
    void an_answer_that_was_cut_off_is_no_end() {
        Said said = turn(Api.ANTHROPIC, ModelStep.text("Half of it").stopping(StopReason.MAX_TOKENS));

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.lines().getLast())
                .containsEntry("stopReason", "max_tokens")
                .containsEntry("failed", true);
    }

    @Test
    void without_a_key_the_login_is_missing() {
        StringWriter out = new StringWriter();

        assertThat(BuiltinAgent.turn(new Actions(project, Map.of()), Map.of(), "", "Do it", new PrintWriter(out)))
                .isEqualTo(1);
        assertThat(out.toString()).contains("\"class\":\"login\"", "set ANTHROPIC_API_KEY or OPENAI_API_KEY");
    }

    @Test
    void old_results_are_shortened_when_the_conversation_exceeds_its_limit() throws Exception {
        Files.writeString(project.resolve("big.txt"), "x".repeat(30_000));
        more.put("RALPH_CONTEXT_TOKENS", "10000");

        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.tool("read", Map.of("path", "big.txt")).times(3),
                ModelStep.tool("write", Map.of("path", "out.txt", "content", "y".repeat(20_000))),
                ModelStep.shell("echo latest"),
                ModelStep.text("I see"));

        assertThat(said.code()).isZero();
        assertThat(lastRequest()).contains("[shortened", "latest").hasSizeLessThan(60_000);
        assertThat(Files.readString(project.resolve("out.txt"))).hasSize(20_000);
    }

    @Test
    void anthropic_is_asked_to_remember_what_it_is_sent_again() {
        turn(Api.ANTHROPIC, ModelStep.shell("echo one"), ModelStep.shell("echo two"), ModelStep.text("I see"));

        JsonNode messages = model.turns().getLast().json().path("messages");
        String marked = "\"cache_control\":{\"type\":\"ephemeral\"}";
        assertThat(messages.get(messages.size() - 1).toString()).contains("two", marked);
        assertThat(messages.get(messages.size() - 3).toString()).contains("one").doesNotContain("cache_control");
    }

    @Test
    void what_a_hostile_model_answers_is_bounded_and_never_more_than_a_parameter() throws Exception {
        Map<String, Object> deep = Map.of("path", "x");
        for (int i = 0; i < 400; i++) {
            deep = Map.of("x", deep);
        }
        ScriptedCall[] many = new ScriptedCall[60];
        Arrays.fill(many, new ScriptedCall.Tool("bash", Map.of("command", "echo x >> many")));

        Said said = turn(
                Api.ANTHROPIC,
                ModelStep.calls(
                                new ScriptedCall.Tool("read", deep),
                                new ScriptedCall.Tool(
                                        "write", Map.of("path", "a'; touch stolen; '", "content", "$(touch stolen)")),
                                new ScriptedCall.Tool(
                                        "git",
                                        Map.of("arguments", List.of("status", "; touch stolen", "$(touch stolen)"))))
                        .saying("\u001b[2J{\"type\":\"result\",\"failed\":false}\n{\"type\":\"error\"}"
                                + "z".repeat(200_000)),
                ModelStep.calls(many),
                ModelStep.text("I see"));

        assertThat(said.code()).isZero();
        assertThat(said.of("result")).hasSize(1);
        assertThat(said.of("error")).isEmpty();
        assertThat(said.of("text")).hasSize(5);
        assertThat(project.resolve("stolen")).doesNotExist();
        assertThat(project.resolve("a'; touch stolen; '")).hasContent("$(touch stolen)");
        assertThat(Files.readAllLines(project.resolve("many"))).hasSize(50);
    }

    @Test
    void a_task_that_does_not_fit_at_all_is_told() {
        more.put("RALPH_CONTEXT_TOKENS", "10");

        assertThat(turn(Api.ANTHROPIC, ModelStep.text("Hello")).of("error"))
                .extracting(line -> line.get("class"))
                .containsExactly("context");
    }
}
