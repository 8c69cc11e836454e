package dev.ralph.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.ScriptPlayback;
import dev.ralph.testkit.ScriptedCall;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole loops with the agent that comes with Ralph: launched as users launch it, in an overlay and a sandbox, with its
/// jars where they are packaged. Only the model is scripted.
class BuiltinAgentLoopTest {
    private static final String WORDS = "Make add add";

    @TempDir
    static Path shared = Path.of("");

    private static LauncherFixture ralph = new LauncherFixture(Path.of(""));

    @TempDir
    Path folder = Path.of("");

    private final ModelServer server = ModelServer.start();
    private Path project = Path.of("");

    @BeforeAll
    static void build() throws Exception {
        ralph = new LauncherFixture(shared.resolve("built"));
        ralph.writeSources();
        assertThat(ralph.start("--version").code()).isZero();
    }

    @BeforeEach
    void repository() throws Exception {
        project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("add.sh"), "a=$1; b=$2; echo $(( a - b ))\n");
        Files.writeString(project.resolve("Makefile"), "test:\n\t@test \"$$(sh add.sh 2 3)\" = 5\n");
        git("init", "-q", "-b", "main");
        git("add", "-A");
        git("commit", "-q", "-m", "first");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String git(String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.com"));
        line.addAll(List.of(words));
        return ralph.start(project, line, Map.of()).out();
    }

    private StartedCommand run(Map<String, String> login, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(ralph.script().toString()));
        line.addAll(List.of(words));
        return ralph.start(project, line, environment(login));
    }

    private Map<String, String> environment(Map<String, String> login) throws Exception {
        Map<String, String> environment = new HashMap<>(login);
        environment.put(
                "HOME", Files.createDirectories(folder.resolve("no-home")).toString());
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        environment.putAll(Map.of("GIT_AUTHOR_NAME", "me", "GIT_AUTHOR_EMAIL", "me@example.com"));
        environment.putAll(Map.of("GIT_COMMITTER_NAME", "me", "GIT_COMMITTER_EMAIL", "me@example.com"));
        return environment;
    }

    private static Map<String, String> anthropic(ScriptPlayback model) {
        return Map.of("ANTHROPIC_BASE_URL", model.url().toString(), "ANTHROPIC_API_KEY", "sk-ant-scripted");
    }

    private static Map<String, String> login(String api, ScriptPlayback model) {
        return api.equals("anthropic")
                ? anthropic(model)
                : Map.of("OPENAI_BASE_URL", model.url() + "/v1", "OPENAI_API_KEY", "sk-scripted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void one_line_ends_with_one_proven_commit(String api) throws Exception {
        ScriptPlayback model = server.play(ModelScript.of(
                ModelStep.calls(
                                new ScriptedCall.Tool("read", Map.of("path", "add.sh")),
                                new ScriptedCall.Tool("git", Map.of("arguments", List.of("log", "--oneline"))))
                        .saying("I look first."),
                ModelStep.write("add.sh", "a=$1; b=$2; echo $(( a + b ))\n"),
                ModelStep.shell("make test"),
                ModelStep.tool("eval", Map.of("language", "java", "code", "40 + 2")),
                ModelStep.tool("complete", Map.of("summary", "it adds"))));

        StartedCommand run = run(login(api, model), "run", "--agent", "builtin", WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "--format=%s")).as(run.out()).isEqualTo(WORDS + "\nfirst\n");
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(model.turns()).hasSize(5);
        assertThat(model.turns().getLast().text()).contains("echo $(( a - b ))", "first", "exit code: 0", "42");
        assertThat(run(Map.of(), "logs").out())
                .contains("I look first.", "→ read add.sh", "→ git log --oneline", "→ write add.sh", "→ bash make test")
                .contains("→ eval 40 + 2", "→ complete it adds");
        assertThat(run(Map.of(), "cost").out()).contains("tokens");
    }

    @Test
    void a_spec_corrects_itself_and_whoever_follows_the_events_hears_of_it() throws Exception {
        Path spec = Files.createDirectories(project.resolve(".kiro/specs/cart"));
        Files.writeString(
                spec.resolve("requirements.md"),
                "### Requirement 1: Totals\n\n#### Acceptance Criteria\n\n1. THE System SHALL sum the prices\n");
        Files.writeString(spec.resolve("tasks.md"), "- [ ] 2.3 Write the total\n  - _Requirements: 1.1_\n");
        Files.writeString(project.resolve("Makefile"), """
                test:
                \t@test -e total.txt || { echo 'AssertionError: no total.txt'; exit 1; }
                """);
        git("add", "-A");
        git("commit", "-q", "-m", "spec");
        ScriptPlayback model = server.play(ModelScript.of(
                ModelStep.write("sum.txt", "3\n"),
                ModelStep.text("It is done."),
                ModelStep.text("""
                        <correction>
                        Summary: say which file holds the total

                        - [ ] 2.3 Write the total
                          - Write it into total.txt
                          - _Requirements: 1.1_
                        </correction>
                        """),
                ModelStep.write("total.txt", "3\n"),
                ModelStep.text("Now it is done.")));
        Path address = folder.resolve("address");
        Process served = ralph.begin(
                project, List.of(ralph.script().toString(), "serve", "--json"), environment(Map.of()), address);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            Thread follower = Thread.ofVirtual().start(() -> follow(client, address, served, heard));

            StartedCommand run = run(anthropic(model), "heal", "cart", "--agent", "builtin");

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(follower.join(Duration.ofSeconds(30))).isTrue();
        } finally {
            served.destroy();
            served.waitFor();
        }
        assertThat(heard)
                .containsSubsequence(
                        "event: ralph_loop_activated", "event: ralph_loop_resumed", "event: execution_completed")
                .anyMatch(line -> line.contains("Updated tasks.md Task 2.3: say which file holds the total"));
        assertThat(spec.resolve("tasks.md")).hasContent("""
                - [x] 2.3 Write the total
                  - Write it into total.txt
                  - _Requirements: 1.1_
                """);
        assertThat(project.resolve("total.txt")).hasContent("3");
        assertThat(project.resolve("DEVLOG.md")).content().contains("**Attempt**: 1 of 3  \n**Status**: ✅ Resolved\n");
        assertThat(git("log", "--format=%s")).startsWith("cart 2.3 Write the total\n");
    }

    /// Every event from the beginning, until the last task is done.
    private static void follow(HttpClient client, Path address, Process served, List<String> heard) {
        try {
            String line = "";
            while (!line.endsWith("}") && served.isAlive()) {
                line = Files.readString(address).strip();
                Thread.sleep(50);
            }
            Map<String, ?> said = JsonText.object(line);
            HttpRequest events = HttpRequest.newBuilder(URI.create(said.get("address") + "/events?since=0"))
                    .header("Authorization", "Bearer " + said.get("token"))
                    .build();
            try (Stream<String> lines =
                    client.send(events, HttpResponse.BodyHandlers.ofLines()).body()) {
                var _ = lines.peek(heard::add)
                        .filter(one -> one.equals("event: execution_completed"))
                        .findFirst();
            }
        } catch (Exception broken) {
            heard.add(broken.toString());
        }
    }

    @Test
    void a_list_of_tasks_is_worked_through_with_artifacts_that_the_agent_declares() throws Exception {
        Files.writeString(project.resolve("add.sh"), "a=$1; b=$2; echo $(( a + b ))\n");
        Files.writeString(project.resolve("TODO.md"), "- [ ] Make a.txt\n- [ ] Make b.txt\n");
        assertThat(run(Map.of(), "task", "import", "TODO.md").code()).isZero();
        git("add", "-A");
        git("commit", "-q", "-m", "list");
        ScriptPlayback model = server.play(ModelScript.of(
                ModelStep.write("a.txt", "a\n"),
                ModelStep.tool("complete", Map.of("artifacts", List.of("a.txt"))),
                ModelStep.write("b.txt", "b\n"),
                ModelStep.tool("complete", Map.of())));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "--format=%s")).isEqualTo("RALPH-002: Make b.txt\nRALPH-001: Make a.txt\nlist\nfirst\n");
        assertThat(Files.readString(project.resolve("progress.jsonl"))).contains("\"artifacts\":[\"a.txt\"]");
    }

    /// What the agent commits itself lies in the overlay; only what Ralph proved arrives, in Ralph's commit.
    @Test
    void commits_of_the_agent_are_not_kept_and_their_files_are() throws Exception {
        ScriptPlayback model = server.play(ModelScript.of(
                ModelStep.write("add.sh", "a=$1; b=$2; echo $(( a + b ))\n"),
                ModelStep.shell("git -c user.name=x -c user.email=x@example.com commit -qam mine; git log --oneline"),
                ModelStep.tool("complete", Map.of())));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin", WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "--format=%s")).isEqualTo(WORDS + "\nfirst\n");
        assertThat(git("show", "HEAD:add.sh")).contains("a + b");
    }

    @Test
    void a_question_of_the_agent_waits_for_its_user() throws Exception {
        ScriptPlayback model = server.play(ModelScript.of(ModelStep.tool("ask", Map.of("question", "Which numbers?"))));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin", WORDS);

        assertThat(run.out()).contains("Which numbers?");
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(5);
    }

    @Test
    void a_task_that_cannot_be_done_is_blocked_with_the_reason() throws Exception {
        ScriptPlayback model =
                server.play(ModelScript.of(ModelStep.tool("blocked", Map.of("reason", "No such numbers"))));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin", WORDS);

        assertThat(run.out()).contains("BLOCKED", "No such numbers");
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
    }

    @Test
    void a_wrong_key_ends_the_loop_and_says_what_to_do() throws Exception {
        ScriptPlayback model = server.play(ModelScript.of(ModelStep.error(401).forever()));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin", WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out() + run.err()).contains("set ANTHROPIC_API_KEY or OPENAI_API_KEY");
    }

    @Test
    void a_limit_of_tokens_ends_it_while_it_runs() throws Exception {
        ScriptPlayback model = server.play(ModelScript.of(ModelStep.shell("true")
                .using(dev.ralph.testkit.TokenCounts.of(60_000, 10))
                .forever()));

        StartedCommand run = run(anthropic(model), "run", "--agent", "builtin", "--max-tokens", "200000", WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(model.turnCount()).isBetween(4, 8);
    }

    @Test
    void doctor_says_whether_there_is_a_key() throws Exception {
        assertThat(run(Map.of("ANTHROPIC_API_KEY", "sk"), "doctor").out())
                .containsPattern("ready.*agent builtin.*a key is set");
        assertThat(run(Map.of(), "doctor").out()).containsPattern("agent builtin.*no key");
    }
}
