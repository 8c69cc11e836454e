package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LoginPlacesTest {
    @TempDir
    Path home;

    @TempDir
    Path project;

    @ParameterizedTest
    @CsvSource({
        "claude, .claude/.credentials.json",
        "codex, .codex/auth.json",
        "opencode, .local/share/opencode/auth.json",
        "gemini, .gemini/oauth_creds.json",
        "qwen, .qwen/oauth_creds.json",
        "copilot, .config/gh/hosts.yml"
    })
    void a_file_that_the_agent_keeps_its_login_in_is_seen(String name, String file) throws Exception {
        assertThat(isMissing(name, Map.of())).isTrue();

        write(home.resolve(file), "");
        assertThat(isMissing(name, Map.of())).as("an empty file").isTrue();
        write(home.resolve(file), "{}");
        assertThat(isMissing(name, Map.of())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, CLAUDE_CODE_OAUTH_TOKEN",
        "codex, CODEX_API_KEY",
        "opencode, ANTHROPIC_API_KEY",
        "gemini, GEMINI_API_KEY",
        "qwen, OPENAI_API_KEY",
        "copilot, GH_TOKEN"
    })
    void a_variable_is_a_login_unless_it_is_empty(String name, String variable) {
        assertThat(isMissing(name, Map.of(variable, ""))).isTrue();
        assertThat(isMissing(name, Map.of(variable, "x"))).isFalse();
    }

    @Test
    void folders_that_variables_name_count_and_a_file_only_with_the_word_that_matters() throws Exception {
        write(project.resolve("elsewhere/auth.json"), "{}");
        assertThat(isMissing(
                        "codex",
                        Map.of("CODEX_HOME", project.resolve("elsewhere").toString())))
                .isFalse();

        write(home.resolve(".claude.json"), "{\"numStartups\": 1}");
        assertThat(isMissing("claude", Map.of())).isTrue();
        write(home.resolve(".claude.json"), "{\"primaryApiKey\": \"x\"}");
        assertThat(isMissing("claude", Map.of())).isFalse();
        write(project.resolve(".env"), "GEMINI_API_KEY=x\n");
        assertThat(isMissing("gemini", Map.of())).isFalse();
    }

    @Test
    void what_cannot_be_read_is_not_called_missing() throws Exception {
        Files.createDirectories(home.resolve(".codex"));
        Files.write(home.resolve(".codex/config.toml"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(isMissing("codex", Map.of())).isFalse();
        assertThat(isMissing("codex", Map.of("CODEX_HOME", "a\0b"))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_agent_with_a_name_says_where_its_login_is(AgentKind kind) {
        assertThat(kind.login()).isNotEqualTo(LoginPlaces.UNKNOWN);
    }

    static Stream<AgentKind> kinds() {
        return Agents.wellKnown().stream();
    }

    private boolean isMissing(String name, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("HOME", home.toString());
        return Agents.named(name).orElseThrow().login().isMissing(environment, project);
    }

    private static void write(Path file, String text) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
