package dev.ralph.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Policy.AgentCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who a program is taken for when it is confined: whose login it gets, and whom it may call.
class ProgramToConfineTest {
    @Test
    void a_known_agent_and_a_program_of_its_name_get_its_login_and_others_none() {
        assertThat(ProgramToConfine.of(AgentCommand.known("claude", null, List.of()))
                        .login())
                .isEqualTo("claude");
        assertThat(ProgramToConfine.of(AgentCommand.program("/opt/bin/codex", "exec"))
                        .login())
                .isEqualTo("codex");
        assertThat(ProgramToConfine.of(AgentCommand.known("acp", null, List.of("/usr/bin/gemini", "--acp")))
                        .login())
                .isEqualTo("gemini");
        assertThat(ProgramToConfine.of(AgentCommand.shell("claude")).login()).isNull();
        assertThat(ProgramToConfine.of(AgentCommand.program("my-agent")).login())
                .isNull();
        assertThat(ProgramToConfine.CHECK.login()).isNull();
        assertThat(ProgramToConfine.CHECK.hosts(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, api.anthropic.com:443, ANTHROPIC_BASE_URL",
        "gemini, generativelanguage.googleapis.com:443, GOOGLE_GEMINI_BASE_URL",
        "qwen, portal.qwen.ai:443, OPENAI_BASE_URL",
        "copilot, api.githubcopilot.com:443, COPILOT_PROVIDER_BASE_URL"
    })
    void each_agent_may_call_its_model_or_the_one_that_the_environment_names(
            String agent, String usual, String variable) {
        ProgramToConfine programToConfine = ProgramToConfine.of(AgentCommand.known(agent, null, List.of()));
        assertThat(programToConfine.hosts(Map.of())).contains(usual);
        assertThat(programToConfine.hosts(Map.of(variable, "http://gateway.corp/v1")))
                .contains("gateway.corp:80")
                .doesNotContain(usual);
        assertThat(programToConfine.hosts(Map.of(variable, "https://127.0.0.1:8443/v1")))
                .contains("127.0.0.1:8443");
        assertThat(programToConfine.hosts(Map.of(variable, "no address"))).contains(usual);
    }

    @Test
    void opencode_may_call_the_providers_whose_keys_there_are() {
        ProgramToConfine programToConfine = ProgramToConfine.of(AgentCommand.known("opencode", null, List.of()));
        assertThat(programToConfine.hosts(Map.of("GROQ_API_KEY", "x")))
                .contains("api.groq.com:443")
                .doesNotContain("api.anthropic.com:443");
        assertThat(programToConfine.hosts(Map.of(
                        "OPENCODE_CONFIG_CONTENT",
                        "{\"provider\":{\"x\":{\"options\":{\"baseURL\" : \"http://models.corp:8080/v1\"}}}}")))
                .contains("models.corp:8080");
    }

    @Test
    void codex_may_call_its_own_model_whatever_the_variable_of_other_tools_says() {
        ProgramToConfine programToConfine = ProgramToConfine.of(AgentCommand.known("codex", null, List.of()));
        assertThat(programToConfine.hosts(Map.of("OPENAI_BASE_URL", "http://gateway.corp/v1")))
                .contains("api.openai.com:443", "gateway.corp:80");
    }
}
