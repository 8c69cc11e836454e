package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// How each agent is started.
class AgentStartTest {
    private static final Map<String, String> SURROUNDINGS = Map.ofEntries(
            Map.entry("PATH", "/usr/bin:/bin"),
            Map.entry("HOME", "/home/u"),
            Map.entry("LC_ALL", "C.UTF-8"),
            Map.entry("RALPH_INSIDE_LOOP", "loop-1"),
            Map.entry("JRUN_ID", "run-1"),
            Map.entry("RUN_FOLDER", "/w/.ralph/run-1"),
            Map.entry("ANTHROPIC_API_KEY", "secret-anthropic"),
            Map.entry("OPENAI_API_KEY", "secret-openai"),
            Map.entry("GEMINI_API_KEY", "secret-gemini"),
            Map.entry("GITHUB_TOKEN", "secret-github"),
            Map.entry("AWS_SECRET_ACCESS_KEY", "secret-aws"),
            Map.entry("DATABASE_PASSWORD", "secret-database"),
            Map.entry("SSH_AUTH_SOCK", "/run/ssh"),
            Map.entry("CLAUDECODE", "1"),
            Map.entry("CLAUDE_CODE_ENTRYPOINT", "cli"));

    @Test
    void claude_skips_permissions_and_lists_its_tools_instead_as_root() {
        assertThat(start("claude", fresh(false)).argv())
                .containsExactly(
                        "/opt/claude",
                        "-p",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--dangerously-skip-permissions");
        assertThat(start("claude", fresh(true)).argv())
                .doesNotContain("--dangerously-skip-permissions")
                .contains("--allowedTools")
                .anyMatch(argument -> argument.startsWith("Bash,"));
    }

    @Test
    void codex_gets_its_prompt_and_its_session_last() {
        assertThat(start("codex", fresh(false)).argv())
                .startsWith("/opt/codex", "exec", "--json")
                .contains("--dangerously-bypass-approvals-and-sandbox")
                .endsWith("-");
        assertThat(start("codex", asked("0199-ab", "gpt-5", false, List.of("--oss")))
                        .argv())
                .startsWith("/opt/codex", "exec", "resume")
                .containsSequence("-m", "gpt-5", "--oss", "0199-ab", "-");
    }

    @Test
    void the_retries_of_a_provider_of_the_users_own_are_few() {
        assertThat(start("codex", asked(null, null, false, List.of("-c", "model_provider=\"mine\"")))
                        .argv())
                .contains("model_providers.mine.request_max_retries=2", "model_providers.mine.stream_max_retries=2");
    }

    @Test
    void every_agent_resumes_by_id_and_takes_a_model() {
        Map<String, List<String>> resumed = Map.of(
                "claude", List.of("--model", "m", "--resume", "s-1"),
                "opencode", List.of("-m", "m", "--session", "s-1"),
                "gemini", List.of("--model", "m", "--resume", "s-1"),
                "qwen", List.of("--model", "m", "--resume", "s-1"),
                "copilot", List.of("--model", "m", "--resume=s-1"));

        resumed.forEach((name, words) -> assertThat(
                        start(name, asked("s-1", "m", false, List.of("--x"))).argv())
                .as(name)
                .containsSubsequence(words)
                .contains("--x"));
        assertThat(Agents.wellKnown()).allMatch(AgentKind::resumes);
    }

    @Test
    void an_agent_sees_what_it_needs_and_nothing_else() {
        Map<String, String> mine = Map.of(
                "claude", "ANTHROPIC_API_KEY",
                "codex", "OPENAI_API_KEY",
                "gemini", "GEMINI_API_KEY",
                "qwen", "OPENAI_API_KEY",
                "copilot", "GITHUB_TOKEN");
        mine.forEach((name, key) -> {
            Map<String, String> environment = start(name, fresh(false)).environment();
            assertThat(environment)
                    .as(name)
                    .containsKeys("PATH", "HOME", "LC_ALL", "RALPH_INSIDE_LOOP", "JRUN_ID", "RUN_FOLDER", key)
                    .doesNotContainKeys("DATABASE_PASSWORD", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "CLAUDECODE")
                    .doesNotContainKey("CLAUDE_CODE_ENTRYPOINT")
                    .containsEntry("DO_NOT_TRACK", "1");
            long secrets = environment.values().stream()
                    .filter(value -> value.startsWith("secret-"))
                    .count();
            assertThat(secrets).as(name).isEqualTo(1);
        });
    }

    @Test
    void ralphs_own_agent_gets_its_model_and_the_keys_of_both_apis() {
        AgentStart start = Agents.builtin("/opt/ralph").start(installed("ralph"), asked("s", "m", true, List.of()));

        assertThat(start.argv()).containsExactly("/opt/ralph", "builtin-agent", "--model", "m");
        assertThat(start.environment())
                .containsKeys("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "RUN_FOLDER")
                .doesNotContainKeys("GEMINI_API_KEY", "DATABASE_PASSWORD");
        assertThat(Agents.builtin("ralph").endpoints(SURROUNDINGS))
                .containsExactly("api.anthropic.com:443", "api.openai.com:443");
        assertThat(Agents.builtin("ralph").endpoints(Map.of("OPENAI_BASE_URL", "http://127.0.0.1:81/x")))
                .containsExactly("127.0.0.1:81");
    }

    @Test
    void no_secret_is_ever_an_argument_a_file_or_a_line_of_a_log() {
        for (AgentKind kind : Agents.wellKnown()) {
            AgentStart start = start(kind.name(), asked("s", "m", true, List.of()));
            assertThat(String.join(" ", start.argv())).doesNotContain("secret-");
            assertThat(String.join(" ", start.files().values())).doesNotContain("secret-");
            assertThat(start.toString()).doesNotContain("secret-");
        }
    }

    @Test
    void knobs_are_low_unless_the_user_turned_them() {
        assertThat(start("claude", fresh(false)).environment()).containsEntry("CLAUDE_CODE_MAX_RETRIES", "2");
        Map<String, String> own = new HashMap<>(SURROUNDINGS);
        own.put("CLAUDE_CODE_MAX_RETRIES", "7");
        AttemptRequest ask = new AttemptRequest(Path.of("/r"), null, null, false, List.of(), own, List.of());
        assertThat(start("claude", ask).environment()).containsEntry("CLAUDE_CODE_MAX_RETRIES", "7");
        assertThat(start("qwen", fresh(false)).files()).containsOnlyKeys(Path.of("/r/qwen-defaults.json"));
        assertThat(start("qwen", fresh(false)).environment())
                .containsEntry("QWEN_CODE_SYSTEM_DEFAULTS_PATH", "/r/qwen-defaults.json");
    }

    @Test
    void the_settings_of_gemini_are_only_given_where_they_count() {
        assertThat(start("gemini", fresh(true)).files())
                .containsOnlyKeys(Path.of("/r/gemini-defaults.json"))
                .allSatisfy((file, text) -> assertThat(text).contains("\"maxAttempts\": 2", "gemini-api-key"));
        assertThat(start("gemini", fresh(true)).environment())
                .containsEntry("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "/r/gemini-defaults.json");
        assertThat(start("gemini", fresh(false)).files()).isEmpty();
        assertThat(start("gemini", fresh(false)).environment())
                .doesNotContainKey("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")
                .containsEntry("GEMINI_CLI_NO_RELAUNCH", "true");
    }

    @Test
    void a_command_is_run_as_it_was_given() {
        AgentKind kind = Agents.command(List.of("my-agent", "--fast"), StreamFormat.CLAUDE);
        AgentStart start = kind.start(installed("my-agent"), fresh(false));

        assertThat(start.argv()).containsExactly("/opt/my-agent", "--fast");
        assertThat(start.environment()).isEqualTo(SURROUNDINGS);
        assertThat(kind.saysItsEnd()).isTrue();
        assertThat(Agents.command(List.of("my-agent"), StreamFormat.TEXT).saysItsEnd())
                .isFalse();
    }

    @Test
    void acp_starts_the_bridge_with_the_agent_behind_it() {
        AgentKind kind = Agents.acp(List.of("ralph", "acp-bridge"), List.of("gemini", "--acp"));

        assertThat(kind.start(installed("ralph"), asked("s-1", "m", false, List.of("--mode", "yolo")))
                        .argv())
                .containsExactly(
                        "/opt/ralph",
                        "acp-bridge",
                        "--session",
                        "s-1",
                        "--model",
                        "m",
                        "--mode",
                        "yolo",
                        "--",
                        "gemini",
                        "--acp");
    }

    @Test
    void the_rehearsal_plays_its_script() {
        AgentKind kind = Agents.rehearsal(List.of("ralph", "rehearse", "story.txt"));

        assertThat(kind.start(installed("ralph"), fresh(false)).argv())
                .containsExactly("/opt/ralph", "rehearse", "story.txt");
        assertThat(kind.resumes()).isFalse();
    }

    @Test
    void the_server_of_ralphs_tools_is_named_to_every_agent_that_takes_it() {
        Map<String, String> inside = new HashMap<>(SURROUNDINGS);
        inside.putAll(Map.of("RALPH_INSIDE_LOOP", "l-1", "JRUN_ID", "r-1", "RALPH_NOTIFY", "slack:https://secret"));
        AttemptRequest ask = new AttemptRequest(
                Path.of("/r"), null, null, true, List.of(), inside, List.of(), "/opt/ralph", null, List.of());
        Path file = Path.of("/r/mcp-servers.json");

        for (String name : List.of("claude", "qwen", "copilot")) {
            AgentStart start = start(name, ask);
            assertThat(start.argv()).as(name).anyMatch(word -> word.endsWith(file.toString()));
            assertThat(start.files().get(file))
                    .as(name)
                    .contains("\"command\":\"/opt/ralph\"", "\"args\":[\"mcp\"]", "\"RALPH_INSIDE_LOOP\":\"l-1\"")
                    .doesNotContain("secret");
        }
        assertThat(start("claude", ask).argv()).anyMatch(word -> word.endsWith(",mcp__ralph"));
        assertThat(start("codex", ask).argv())
                .contains("mcp_servers.ralph.command=\"/opt/ralph\"", "mcp_servers.ralph.args=[\"mcp\"]");
        assertThat(start("gemini", ask).files().get(Path.of("/r/gemini-defaults.json")))
                .contains("\"mcpServers\": {\"ralph\":{", "\"command\":\"/opt/ralph\"", "\"RALPH_INSIDE_LOOP\":\"l-1\"")
                .doesNotContain("slack");
        assertThat(Agents.wellKnown().stream().filter(AgentKind::usesToolServer).map(AgentKind::name))
                .containsExactlyInAnyOrder("claude", "codex", "opencode", "qwen", "copilot");
    }

    @Test
    void opencode_gets_the_server_beside_what_the_user_configured() {
        Map<String, String> inside = new HashMap<>(SURROUNDINGS);
        inside.put("OPENCODE_CONFIG_CONTENT", "{\"share\":\"manual\",\"mcp\":{\"mine\":{\"enabled\":true}}}");
        AttemptRequest ask = new AttemptRequest(
                Path.of("/r"), null, null, false, List.of(), inside, List.of(), "/opt/ralph", null, List.of());

        assertThat(start("opencode", ask).environment().get("OPENCODE_CONFIG_CONTENT"))
                .startsWith("{\"share\":\"manual\",\"mcp\":{\"ralph\":{")
                .contains("[\"/opt/ralph\",\"mcp\"]", "\"mine\":{\"enabled\":true}");
        inside.put("OPENCODE_CONFIG_CONTENT", "nonsense");
        ask = new AttemptRequest(
                Path.of("/r"), null, null, false, List.of(), inside, List.of(), "/opt/ralph", null, List.of());
        assertThat(start("opencode", ask).environment()).containsEntry("OPENCODE_CONFIG_CONTENT", "nonsense");
    }

    @Test
    void tools_are_limited_the_way_each_program_knows_and_ralphs_own_stay() {
        assertThat(limited("claude", false, List.of("Read", "Grep"), List.of("Agent")))
                .contains("--dangerously-skip-permissions", "--tools=Read,Grep", "--disallowedTools=Agent");
        assertThat(limited("claude", true, List.of("Read", "mcp__mine"), List.of()))
                .containsSequence("--allowedTools", "Read,mcp__mine,mcp__ralph", "--tools=Read,mcp__mine");
        assertThat(limited("qwen", false, List.of("edit", "read_file"), List.of("agent")))
                .contains("--core-tools=edit,read_file", "--exclude-tools=agent");
        assertThat(limited("copilot", false, List.of("view", "edit"), List.of("shell", "edit")))
                .contains("--available-tools=view,ralph", "--excluded-tools=shell,edit", "--deny-tool=shell,edit");
        assertThat(limited("builtin", false, List.of("read"), List.of("bash")))
                .contains("--allow-tools=read", "--deny-tools=bash");
        assertThat(limited("copilot", false, null, List.of()))
                .noneMatch(word -> word.contains("-tools=") || word.startsWith("--deny-tool"));
        assertThat(Stream.of("claude", "codex", "opencode", "gemini", "qwen", "copilot", "builtin")
                        .filter(name -> !Agents.named(name).orElseThrow().limitsTools()))
                .containsExactly("codex");
    }

    @Test
    void gemini_gets_rules_for_its_tools_in_a_file_and_only_where_there_are_some() {
        AttemptRequest ask = limitedTo(false, List.of("read_file", "glob"), List.of("write_file"), SURROUNDINGS);
        AgentStart start = start("gemini", ask);

        assertThat(start.argv()).containsSequence("--policy", "/r/gemini-tools.toml");
        assertThat(start.files()).containsExactly(Map.entry(Path.of("/r/gemini-tools.toml"), """
                        [[rule]]
                        toolName = ["*"]
                        decision = "deny"
                        priority = 997
                        [[rule]]
                        toolName = ["read_file","glob"]
                        decision = "allow"
                        priority = 998
                        [[rule]]
                        toolName = ["mcp_ralph_*"]
                        decision = "allow"
                        priority = 998
                        [[rule]]
                        toolName = ["write_file"]
                        decision = "deny"
                        priority = 999
                        """));
        assertThat(start("gemini", fresh(false)).argv()).doesNotContain("--policy");
    }

    @Test
    void opencode_gets_its_limits_as_permissions_and_those_of_the_user_never_widen_them() {
        assertThat(permissions(null, List.of("write", "bash")))
                .isEqualTo("{\"*\":\"allow\",\"edit\":\"deny\",\"bash\":\"deny\"}");
        assertThat(permissions(List.of("read", "patch"), List.of()))
                .isEqualTo("{\"*\":\"deny\",\"ralph_*\":\"allow\",\"read\":\"allow\",\"edit\":\"allow\"}");

        String own = "{\"edit\":\"allow\",\"*\":\"allow\",\"bash\":{\"git push *\":\"deny\"}}";
        Map<String, String> mine = new HashMap<>(SURROUNDINGS);
        mine.put("OPENCODE_PERMISSION", own);
        assertThat(start("opencode", limitedTo(false, null, List.of("edit"), mine))
                        .environment())
                .containsEntry(
                        "OPENCODE_PERMISSION",
                        "{\"*\":\"allow\",\"bash\":{\"git push *\":\"deny\"},\"edit\":\"deny\"}");
        assertThat(start("opencode", limitedTo(false, List.of("bash"), List.of(), mine))
                        .environment())
                .containsEntry(
                        "OPENCODE_PERMISSION",
                        "{\"*\":\"deny\",\"ralph_*\":\"allow\",\"bash\":{\"git push *\":\"deny\"}}");
        assertThat(start("opencode", limitedTo(false, null, List.of(), mine)).environment())
                .containsEntry("OPENCODE_PERMISSION", own);
    }

    private static String permissions(@Nullable List<String> allowed, List<String> denied) {
        return String.valueOf(start("opencode", limitedTo(false, allowed, denied, SURROUNDINGS))
                .environment()
                .get("OPENCODE_PERMISSION"));
    }

    private static List<String> limited(
            String name, boolean root, @Nullable List<String> allowed, List<String> denied) {
        return start(name, limitedTo(root, allowed, denied, SURROUNDINGS)).argv();
    }

    private static AttemptRequest limitedTo(
            boolean root, @Nullable List<String> allowed, List<String> denied, Map<String, String> environment) {
        return new AttemptRequest(
                Path.of("/r"), null, null, root, List.of(), environment, List.of(), "/opt/ralph", allowed, denied);
    }

    @Test
    void a_session_or_a_model_that_could_be_an_option_is_refused() {
        assertThatThrownBy(() -> asked("--help", null, false, List.of())).hasMessageContaining("--help");
        assertThatThrownBy(() -> asked("a b", null, false, List.of())).hasMessageContaining("a b");
        assertThatThrownBy(() -> asked(null, "-x", false, List.of())).hasMessageContaining("-x");
    }

    private static AttemptRequest fresh(boolean root) {
        return asked(null, null, root, List.of());
    }

    private static AttemptRequest asked(
            @Nullable String session, @Nullable String model, boolean root, List<String> extra) {
        return new AttemptRequest(Path.of("/r"), session, model, root, extra, SURROUNDINGS, List.of());
    }

    private static InstalledAgent installed(String name) {
        return new InstalledAgent(Path.of("/opt", name), List.of());
    }

    private static AgentStart start(String name, AttemptRequest ask) {
        return Agents.named(name).orElseThrow().start(installed(name), ask);
    }
}
