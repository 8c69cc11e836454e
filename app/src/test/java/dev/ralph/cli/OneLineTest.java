package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `ralph "Fix the flaky test"`, typed in a repository where nobody configured anything. The agent is a shell script
/// that bears the name of a known one and prints its stream.
class OneLineTest extends WithAgentPrograms {
    private static final String WORDS = "Make add add";
    private static final String STREAM = """
            cat <<'END'
            {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m1","model":"claude-opus-4-5","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"sed"}}]},"session_id":"s-1"}
            {"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"Done.","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":1200,"output_tokens":50},"modelUsage":{"claude-opus-4-5":{"inputTokens":1200,"outputTokens":50,"cacheReadInputTokens":300,"cacheCreationInputTokens":0,"costUSD":0.25}}}
            END
            """;
    private static final String WORKS = "sed -i 's/a - b/a + b/' calc.py && touch \"$TASK_FOLDER/DONE\"\n" + STREAM;

    private Path project = Path.of("");

    @BeforeEach
    void repository() throws Exception {
        Files.createDirectory(folder.resolve("no-home"));
        project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("calc.py"), "def add(a, b):\n    return a - b\n");
        Files.writeString(project.resolve("test_calc.py"), """
                import unittest
                from calc import add

                class AddTest(unittest.TestCase):
                    def test_adds(self):
                        self.assertEqual(add(2, 3), 5)
                """);
        Files.writeString(project.resolve(".gitignore"), "__pycache__/\n");
        git("init", "-q", "-b", "main");
        git("add", "-A");
        git("commit", "-q", "-m", "first");
    }

    private String git(String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.com"));
        line.addAll(List.of(words));
        return Shell.other(project, Map.of(), line).out();
    }

    private TypedCommand ralph(String... words) {
        return in(project, environment(), words);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH",
                folder.resolve("bin") + ":/usr/bin:/bin",
                "XDG_STATE_HOME",
                folder.resolve("state").toString(),
                "ANTHROPIC_API_KEY",
                "sk-nobody"));
        environment.putAll(Map.of(
                "GIT_AUTHOR_NAME", "me",
                "GIT_AUTHOR_EMAIL", "me@example.com",
                "GIT_COMMITTER_NAME", "me",
                "GIT_COMMITTER_EMAIL", "me@example.com"));
        return environment;
    }

    /// The home folder, where workspaces lie, is no part of the project.
    private TypedCommand in(Path where, Map<String, String> environment, String... words) {
        List<String> all = new ArrayList<>(List.of("--dir", where.toString()));
        all.addAll(List.of(words));
        return TypedCommand.anywhere(folder, environment, all.toArray(String[]::new));
    }

    private void agent(String script) throws IOException {
        install("claude", script);
    }

    @Test
    void one_line_ends_with_one_proven_commit_that_has_its_words() throws Exception {
        agent(WORKS);

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "--format=%s")).isEqualTo(WORDS + "\nfirst\n");
        assertThat(run.out())
                .contains(
                        "agent   claude",
                        "checks  tamper guard, unittest tests",
                        "limits  10 attempts, 30m, $5",
                        "task make-add-add",
                        "Baseline: `unittest tests` fails (exit 1): 0 pass, 1 fails",
                        "  1  The agent claimed to be done, and all 5 checks passed.",
                        "changed     calc.py | 2 +-",
                        "cost        $0.25, 1,550 tokens");
        assertThat(git("status", "--porcelain")).isEmpty();
    }

    @Test
    void the_plan_alone_runs_and_writes_nothing() throws Exception {
        agent("touch " + folder.resolve("ran"));

        TypedCommand plan = ralph(WORDS, "--plan");

        assertThat(plan.code()).isZero();
        assertThat(plan.out()).contains("agent   claude", "unittest tests", "an overlay on your files; sandbox L");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(project.resolve(".ralph")).doesNotExist();
    }

    @Test
    void a_registry_that_the_project_names_is_told_and_allowed_by_the_user_alone() throws Exception {
        agent(WORKS);
        Files.writeString(project.resolve("requirements.txt"), "-i https://pip.evil.example/simple\n");

        String plan = ralph(WORDS, "--plan").out();

        assertThat(plan).contains("pip.evil.example, which this project asks for. Allow: --allow pip.evil.example");
        String usual = plan.lines()
                .filter(line -> line.startsWith("place"))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*network: its model", "");
        assertThat(usual).startsWith(", ").doesNotContain("evil");
        assertThat(ralph(WORDS, "--plan", "--allow", "pip.evil.example").out())
                .contains("network: its model, pip.evil.example" + usual)
                .doesNotContain("which this project asks for");
    }

    @Test
    void a_host_that_was_refused_is_named_at_the_end_with_the_flag_that_would_allow_it() throws Exception {
        agent("python3 -c 'import urllib.request as u; u.urlopen(\"http://evil.example/\")' 2>/dev/null\n" + WORKS);

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines()).contains("  refused     evil.example:80  (allow with: --allow evil.example:80)");
    }

    /// The user's npm is set up for a registry on loopback, which has one package.
    @Test
    void a_dependency_that_the_agent_adds_is_installed_in_attempt_and_clean_room() throws Exception {
        List<String> fetched = new CopyOnWriteArrayList<>();
        HttpServer registry = registry(fetched);
        String address = "http://127.0.0.1:" + registry.getAddress().getPort() + "/";
        Files.writeString(folder.resolve("no-home/.npmrc"), "registry=" + address + "\n");
        git("rm", "-q", "-r", ".");
        Files.writeString(project.resolve(".gitignore"), "node_modules/\n");
        Files.writeString(
                project.resolve("package.json"),
                "{\"name\": \"sum\", \"version\": \"1.0.0\", \"scripts\": {\"test\": \"node --test\"}}\n");
        Files.writeString(project.resolve("sum.js"), "module.exports = () => 4;\n");
        Files.writeString(project.resolve("sum.test.js"), """
                const test = require("node:test");
                const assert = require("node:assert");
                test("is five", () => assert.strictEqual(require("./sum")(), 5));
                """);
        git("add", "-A");
        git("commit", "-q", "-m", "node");
        agent("npm install --no-audit --no-fund five >&2 || exit 1\n"
                + "echo 'module.exports = require(\"five\");' >sum.js\n"
                + "npm test >&2 || exit 1\ntouch \"$TASK_FOLDER/DONE\"\n" + STREAM);
        try {
            TypedCommand run = ralph(WORDS);

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("COMPLETED after 1 attempt", "Check `npm tests` passed");
            assertThat(git("show", "HEAD:package.json")).contains("\"five\"");
            assertThat(fetched)
                    .as("by the agent, and for the clean room")
                    .filteredOn("/five.tgz"::equals)
                    .hasSize(2);
            assertThat(project.resolve("node_modules")).doesNotExist();
        } finally {
            registry.stop(0);
        }
    }

    private HttpServer registry(List<String> fetched) throws Exception {
        Path content = Files.createDirectories(folder.resolve("registry/package"));
        Files.writeString(content.resolve("package.json"), "{\"name\": \"five\", \"version\": \"1.0.0\"}\n");
        Files.writeString(content.resolve("index.js"), "module.exports = () => 5;\n");
        Path packed = folder.resolve("five.tgz");
        Shell.other(content.resolveSibling(""), Map.of(), List.of("tar", "czf", packed.toString(), "package"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String described = """
                {"name": "five", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {"name": "five",
                 "version": "1.0.0", "dist": {"tarball": "http://127.0.0.1:%d/five.tgz"}}}}
                """.formatted(server.getAddress().getPort());
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            fetched.add(path);
            byte[] answer = path.equals("/five")
                    ? described.getBytes(StandardCharsets.UTF_8)
                    : path.equals("/five.tgz") ? Files.readAllBytes(packed) : new byte[0];
            exchange.sendResponseHeaders(answer.length == 0 ? 404 : 200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void of_two_agents_it_says_which_it_takes_and_how_to_take_the_other() throws Exception {
        agent(WORKS);
        install("codex", WORKS);
        Map<String, String> both = environment();
        both.put("OPENAI_API_KEY", "sk-nobody");

        assertThat(in(project, both, WORDS, "--plan").out().lines())
                .contains("agent   claude with its default model; also available: codex (--agent codex)");
        assertThat(in(project, both, WORDS, "--plan", "--agent", "codex").out().lines())
                .contains("agent   codex with its default model");
        assertThat(in(project, both, WORDS, "--plan", "--model", "opus").out().lines())
                .contains("agent   claude with opus; also available: codex (--agent codex)");
    }

    @Test
    void without_an_agent_it_says_how_to_get_one() throws Exception {
        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no agent is installed. Get one: npm install -g");
    }

    @Test
    void a_dry_run_over_a_list_says_what_it_would_do_and_that_no_agent_is_there() throws Exception {
        Files.writeString(
                project.resolve("tasks.jsonl"),
                "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\",\"title\":\"Sort\","
                        + "\"status\":\"pending\",\"completion\":{\"type\":\"file_exists\",\"path\":\"a\"}}}\n");

        TypedCommand plan = ralph("run", "--dry-run");

        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out())
                .containsSubsequence("agent   none; no agent is installed. Get one: npm", "1. RALPH-001: Sort");
        assertThat(ralph("run", "--dry-run", "--agent", "codex").out())
                .containsSubsequence("agent   none; ", "1. RALPH-001: Sort");
        JsonContractTest.isValid("run", ralph("run", "--dry-run", "--json").out());
        TypedCommand run = ralph("run");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no agent is installed. Get one: npm");
    }

    @Test
    void an_agent_without_a_login_is_named_with_the_way_to_log_in() throws Exception {
        agent(WORKS);

        TypedCommand run = in(project, Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"), WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("claude is not logged in: ");
    }

    @Test
    void without_tests_it_asks_for_a_check_before_anything_is_paid() throws Exception {
        agent("touch " + folder.resolve("ran"));
        git("rm", "-q", "test_calc.py");
        git("commit", "-q", "-m", "no tests");

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no tests found", "--check 'COMMAND'", "--check off");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void in_a_subfolder_without_tests_it_says_where_they_are() throws Exception {
        agent("touch " + folder.resolve("ran"));
        Path below = Files.createDirectories(project.resolve("docs/more"));

        TypedCommand run = in(below, environment(), WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains(
                        "no tests found in " + below + ", but above it. Start in the repository's root: cd " + project);
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void in_the_middle_of_a_merge_nothing_is_paid() throws Exception {
        agent("touch " + folder.resolve("ran"));
        Files.writeString(project.resolve(".git/MERGE_HEAD"), git("rev-parse", "HEAD"));

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err())
                .contains("unfinished merge or rebase in " + project + " (MERGE_HEAD). Finish or abort it");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_guard_alone_proves_nothing_and_does_not_stand_in_for_tests() throws Exception {
        agent("touch " + folder.resolve("ran"));
        git("rm", "-q", "test_calc.py");
        git("commit", "-q", "-m", "no tests");

        for (String guard : List.of("--tamper", "--claim")) {
            TypedCommand run = ralph(WORDS, guard, "on");

            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
            assertThat(run.err()).contains("no tests found; nothing would prove the work");
        }
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void outside_a_repository_it_says_to_make_one() throws Exception {
        agent(WORKS);
        Path plain = Files.createDirectory(folder.resolve("plain"));
        Files.copy(project.resolve("test_calc.py"), plain.resolve("test_calc.py"));

        TypedCommand run =
                in(plain, Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin", "ANTHROPIC_API_KEY", "x"), WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is not a git repository", "git init");
    }

    @Test
    void attempts_that_change_nothing_cost_three_attempts_then_ask_and_the_answer_brings_the_task_back()
            throws Exception {
        agent("date +%N > .git/of-the-agent; touch calc.py\n" + STREAM.replace("{\"type\":\"result\"", """
                {"type":"assistant","message":{"id":"m2","model":"claude-opus-4-5","role":"assistant","content":[{"type":"text","text":"Which sum do you mean?"}]},"session_id":"s-1"}
                {"type":"result\""""));

        TypedCommand chats = ralph(WORDS, "--restart-delay", "0s");

        assertThat(chats.code()).as(chats.out() + chats.err()).isEqualTo(5);
        assertThat(chats.out())
                .contains(
                        "WAITING after 3 attempts",
                        ": The last attempts changed nothing. The agent's last words: Which sum do you mean?");
        assertThat(ralph("answer", "It should add").code()).isZero();
        agent("cat > " + folder.resolve("prompt") + "; " + WORKS);
        TypedCommand works = ralph("resume");
        assertThat(works.code()).as(works.out() + works.err()).isZero();
        assertThat(works.out())
                .as("all attempts are told, also those before the answer")
                .contains("  1  The agent ended without claiming to be done.", "  4  The agent claimed to be done");
        assertThat(git("log", "-1", "--format=%s")).isEqualTo(WORDS + "\n");
    }

    @Test
    void why_a_check_failed_is_on_the_terminal_and_all_of_it_in_the_logs() throws Exception {
        agent("echo '# more' >> calc.py; touch \"$TASK_FOLDER/DONE\"\n" + STREAM);

        TypedCommand run = ralph(WORDS, "--max-restarts", "1");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("Check `unittest tests` failed (exit 1)", "  | FAILED (failures=1)");
        assertThat(ralph("logs", "--checks").out())
                .contains("attempt 1, check `unittest tests`: refused (exit 1)", "AssertionError: -1 != 5");
    }

    @Test
    void a_job_works_in_place_and_commits_nothing() throws Exception {
        agent("touch here\n" + STREAM);

        TypedCommand job = ralph("job", "Try it");

        assertThat(job.code()).as(job.out() + job.err()).isEqualTo(2);
        assertThat(ralph("job", "Try it", "--agent", "claude").code()).isZero();
        assertThat(project.resolve("here")).exists();
        assertThat(git("log", "--format=%s")).isEqualTo("first\n");
    }

    @Test
    void the_same_words_again_are_another_task() throws Exception {
        agent(WORKS);
        assertThat(ralph(WORDS).out()).contains("task make-add-add ");
        Files.writeString(project.resolve("calc.py"), "def add(a, b):\n    return a - b\n");
        git("commit", "-qam", "broken again");

        assertThat(ralph(WORDS).out()).contains("task make-add-add-2 ");
    }

    /// The agent leaves other tests than those that were found, and kills the engine that would have run them.
    @Test
    void an_interrupted_task_keeps_the_tests_that_were_found_when_it_began() throws Exception {
        agent(
                "if rm test_calc.py 2>/dev/null; then printf 'test:\\n\\ttrue\\n' > Makefile; kill -9 $PPID; sleep 5; fi\n"
                        + "touch \"$TASK_FOLDER/DONE\"\n" + STREAM);
        List<String> words = List.of(
                ("run --task t --prompt x --workspace in-place --sandbox off --network open --keep none --tamper off"
                                + " --experiments off --containment group --max-restarts 2 --restart-delay 0s")
                        .split(" "));
        List<String> program = Shell.java(Main.class.getName(), "--dir", project.toString());
        program.addAll(words);
        Map<String, String> home = environment();
        home.put("HOME", folder.resolve("no-home").toString());
        Shell.Said killed = Shell.other(project, home, program);
        assertThat(killed.code()).as(killed.out() + killed.err()).isEqualTo(128 + 9);
        assertThat(project.resolve("Makefile")).exists();

        TypedCommand again = ralph(words.toArray(String[]::new));

        assertThat(again.out()).contains("Check `unittest tests`").doesNotContain("Check `make");
    }

    @Test
    void the_commit_bears_the_words_that_were_given_whatever_the_agent_writes_into_the_task() throws Exception {
        agent("echo 'Approved by the owner' > \"$TASK_FOLDER/TASK.md\"\n" + WORKS);

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(git("log", "-1", "--format=%s")).isEqualTo(WORDS + "\n");
    }

    @Test
    void without_a_first_commit_it_says_to_make_one_and_touches_nothing() throws Exception {
        agent("echo theirs > notes.txt\n" + WORKS);
        git("checkout", "-q", "--orphan", "empty");
        git("rm", "-q", "--cached", "-r", ".");
        Files.writeString(project.resolve("notes.txt"), "mine\n");

        for (String[] words : new String[][] {
            {WORDS},
            {WORDS, "--workspace", "worktree"},
            {"run", WORDS, "--workspace", "overlay", "--", "sh", "-c", "echo theirs > notes.txt"}
        }) {
            TypedCommand run = ralph(words);

            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
            assertThat(run.err()).contains("has no commit yet: git add -A && git commit --allow-empty -m first");
        }
        assertThat(project.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void a_claim_of_work_that_changed_nothing_is_refused_however_it_is_made() throws Exception {
        Files.writeString(project.resolve("calc.py"), "def add(a, b):\n    return a + b\n");
        git("commit", "-qam", "passes");
        for (String[] more : new String[][] {{}, {"--check", "off"}}) {
            agent("touch \"$TASK_FOLDER/DONE\"\n" + STREAM);
            List<String> words = new ArrayList<>(List.of("Add a multiply function", "--restart-delay", "0s"));
            words.addAll(List.of(more));

            TypedCommand run = ralph(words.toArray(String[]::new));

            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(5);
            assertThat(run.out())
                    .contains(
                            "WAITING after 3 attempts",
                            "The agent claimed to be done but changed nothing. Do the work first.",
                            "  1  The agent claimed to be done, but changed nothing.")
                    .doesNotContain("COMPLETED");
        }
        assertThat(git("log", "-1", "--format=%s")).isEqualTo("passes\n");
    }

    @Test
    void a_check_that_cannot_run_costs_no_attempt_and_is_shown() throws Exception {
        agent("touch " + folder.resolve("ran"));

        TypedCommand run = ralph(WORDS, "--check", "no-such-runner tests");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out())
                .contains(
                        "Baseline: `no-such-runner tests` fails (exit 127)",
                        "no-such-runner: not found",
                        "BLOCKED after 0 attempts: check `no-such-runner tests` cannot run (exit 127)");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(ralph("logs", "--checks").out())
                .contains("before the work, check `no-such-runner tests`: fails (exit 127)", "not found");
        TypedCommand module = ralph(WORDS, "--check", "python3 -m no_such_runner");
        assertThat(module.code()).as(module.out() + module.err()).isEqualTo(4);
        assertThat(module.out()).contains("cannot run (exit 1): ", "No module named no_such_runner");
    }

    @Test
    void flags_may_stand_before_the_words_and_words_without_quotes_are_told_how_to_quote() throws Exception {
        agent(WORKS);

        TypedCommand plan = ralph("--plan", WORDS);
        assertThat(plan.code()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.out()).contains("agent   claude", "in a fresh checkout");
        assertThat(ralph("--plan", "--json", WORDS).out()).contains("\"clean_room\":true,\"prepare\":null");
        assertThat(ralph("--plan").err()).contains("unknown flag --plan; it goes after a command");
        assertThat(ralph("--plan", "status").err()).contains("unknown flag --plan");
        assertThat(ralph("Fix", "add").err()).contains("to start a task: ralph \"Fix add\"");
    }

    @Test
    void an_agent_that_is_not_installed_is_told_before_anything_is_tried() throws Exception {
        for (String[] words : new String[][] {{WORDS, "--agent", "codex"}, {WORDS, "--agent", "codex", "--plan"}}) {
            TypedCommand run = ralph(words);

            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
            assertThat(run.err()).contains("codex is not installed");
        }
    }

    @Test
    void the_first_line_of_a_task_is_its_name_and_subject_and_the_rest_the_body() throws Exception {
        agent(WORKS);

        TypedCommand run = ralph("run", "--prompt", "Make add add\n\nIt takes two numbers,\nand returns their sum.");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("task make-add-add ");
        assertThat(git("log", "-1", "--format=%s%n%b"))
                .startsWith("Make add add\nIt takes two numbers,\nand returns their sum.\n");
    }

    @Test
    void an_agent_that_dies_is_quoted() throws Exception {
        agent("echo '{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s-1\",\"model\":\"m\"}'\n"
                + "echo 'panic: the model file is torn' >&2; exit 3");

        TypedCommand run = ralph(WORDS, "--max-restarts", "1");

        assertThat(run.out()).as(run.err()).contains("panic: the model file is torn");
    }

    @Test
    void without_overlay_and_sandbox_it_works_in_a_worktree_and_says_so() throws Exception {
        agent(WORKS);

        TypedCommand run = ralph(WORDS, "--sandbox", "off", "--containment", "group");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("place   a worktree, as no overlay can be mounted here; no sandbox", "NOT CONFINED");
        assertThat(git("log", "-1", "--format=%s")).isEqualTo(WORDS + "\n");
    }

    @Test
    void without_bubblewrap_it_says_how_to_get_a_sandbox_and_goes_on_only_without_one() throws Exception {
        agent(WORKS);
        for (String name : List.of("git", "sh", "cat", "sed", "touch", "mkdir", "rm", "python3")) {
            install(name, "exec /usr/bin/" + name + " \"$@\"");
        }
        Map<String, String> bare = environment();
        bare.put("PATH", folder.resolve("bin").toString());
        bare.put("HOME", folder.resolve("no-home").toString());

        Shell.Said refused =
                Shell.other(project, bare, Shell.java(Main.class.getName(), "--dir", project.toString(), WORDS));

        assertThat(refused.code()).as(refused.out() + refused.err()).isNotZero();
        assertThat(refused.err()).contains("apt install bubblewrap", "--sandbox off");
        assertThat(git("log", "--format=%s")).isEqualTo("first\n");

        Shell.Said off = Shell.other(
                project,
                bare,
                Shell.java(Main.class.getName(), "--dir", project.toString(), WORDS, "--sandbox", "off"));

        assertThat(off.code()).as(off.out() + off.err()).isZero();
        assertThat(off.out()).contains("NOT CONFINED");
        assertThat(git("log", "--format=%s")).isEqualTo(WORDS + "\nfirst\n");
    }

    @Test
    void edits_that_are_not_committed_are_named_and_stay_as_they_are() throws Exception {
        agent(WORKS);
        Files.writeString(project.resolve("notes.txt"), "mine\n");
        Files.writeString(project.resolve(".gitignore"), "__pycache__/\n*.log\n");

        TypedCommand run = ralph(WORDS);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out() + run.err()).contains("notes.txt", ".gitignore");
        assertThat(git("status", "--porcelain")).isEqualTo(" M .gitignore\n?? notes.txt\n");
        assertThat(git("show", "--format=%s", "--name-only")).isEqualTo(WORDS + "\n\ncalc.py\n");
    }

    @Test
    void words_on_standard_input_are_a_task() throws Exception {
        agent(WORKS);
        Map<String, String> home = environment();
        home.put("HOME", folder.resolve("no-home").toString());
        List<String> program = new ArrayList<>(List.of("sh", "-c", "echo '" + WORDS + "' | \"$@\"", "sh"));
        program.addAll(Shell.java(Main.class.getName(), "--dir", project.toString(), "run", "--prompt-file", "-"));

        Shell.Said said = Shell.other(project, home, program);

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(git("log", "-1", "--format=%s")).isEqualTo(WORDS + "\n");
    }

    @Test
    void no_escape_sequence_of_a_check_or_a_file_reaches_the_terminal() throws Exception {
        agent(WORKS + "touch \"$(printf 'red\\033[31m')\"\n");

        TypedCommand run = ralph(WORDS, "--check", "true \u001b[2J");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("proof       ", "changed     ").doesNotContain("\u001b");
    }

    @Test
    void a_single_word_that_is_no_command_is_not_taken_for_a_task() {
        TypedCommand run = ralph("stauts");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("unknown command 'stauts'", "status");
    }

    @Test
    void a_program_after_dashes_stays_the_plain_loop_in_place() {
        TypedCommand run = ralph("run", "x", "--task", "t", "--", "sh", "-c", "touch $TASK_FOLDER/DONE; touch here");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("no sandbox · in place", "unverified");
        assertThat(run.out().lines())
                .contains("NOT CONFINED, IN PLACE: the agent works on your files directly, with all your rights");
        assertThat(project.resolve("here")).exists();
    }
}
