package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents that wait for their provider by themselves. The programs are shell scripts that print what the real ones
/// do; behind each stands codex, which is done at once, so that nobody here waits for an hour.
class WaitingAgentTest {
    private static final String OPENCODE_LOG = "timestamp=2026-01-31T12:00:00.000Z level=ERROR run=d3d215a1"
            + " message=\"stream error\" providerID=p modelID=m session.id=ses_1 small=false agent=build mode=primary"
            + " error.error=\"AI_APICallError: Rate limit reached for requests.%s\"";
    private static final String CLAUDE_RETRY = "{\"type\":\"system\",\"subtype\":\"api_retry\",\"attempt\":1,"
            + "\"max_retries\":2,\"retry_delay_ms\":%d,\"error_status\":429,\"error\":\"rate_limit\"}";
    private static final String STUCK = "exec tail -f /dev/null";

    @TempDir
    Path folder;

    private ScratchProject project;
    private final List<AttemptReport> reports = new ArrayList<>();

    @BeforeEach
    void project() throws IOException {
        project = new ScratchProject(Files.createDirectories(folder.resolve("project")));
        Files.createDirectories(folder.resolve("bin"));
        install("codex", "cat <<'END'\n" + """
                {"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"<promise>DONE</promise>"}}
                {"type":"turn.completed","usage":{"input_tokens":10,"output_tokens":5}}
                END""");
    }

    @Test
    void an_hour_that_only_the_log_of_opencode_tells_of_is_not_sat_out_by_a_process() throws Exception {
        install("opencode", error(OPENCODE_LOG.formatted(" Please try again in 3600s.")) + STUCK);

        completes("opencode");

        isLimitedForAnHour();
    }

    @Test
    void an_hour_that_qwen_waits_for_is_not_sat_out_by_a_process() throws Exception {
        install(
                "qwen",
                error("[qwen-code] Waiting for API capacity... attempt 1, retry in 3570s")
                        + "trap 'echo \"{\\\"type\\\":\\\"assistant\\\",\\\"message\\\":{\\\"content\\\":[{\\\"type\\\":"
                        + "\\\"text\\\",\\\"text\\\":\\\"cancelled\\\"}]}}\"; exit 130' TERM\nwhile :; do sleep 0.05; done");

        completes("qwen");

        isLimitedForAnHour();
    }

    @Test
    void a_long_pause_between_the_tries_of_claude_is_not_sat_out_by_a_process() throws Exception {
        install("claude", "echo '" + CLAUDE_RETRY.formatted(3_600_000) + "'\n" + STUCK);

        completes("claude");

        isLimitedForAnHour();
    }

    @Test
    void a_short_pause_is_the_agents_own_business() throws Exception {
        install("claude", "echo '" + CLAUDE_RETRY.formatted(30_000) + "'\n" + """
                echo '{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash"}]}}'
                echo '{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"<promise>DONE</promise>"}]}}'
                echo '{"type":"result","subtype":"success","is_error":false,"result":"fine"}'
                """);

        completes("claude");

        assertThat(reports).hasSize(1);
    }

    @Test
    void one_that_tries_again_for_ever_is_ended_too() throws Exception {
        install("claude", "while :; do echo '" + CLAUDE_RETRY.formatted(20_000) + "'; sleep 0.05; done");

        completes("claude");

        assertThat(reports.getFirst().how()).isEqualTo(AttemptReport.How.PROVIDER_LIMIT);
        assertThat(reports.getFirst().ended()).isEqualTo(AttemptReport.Ended.LIMITED);
    }

    @Test
    void where_the_end_of_the_limit_is_not_told_the_idle_limit_ends_the_wait_and_says_why() throws Exception {
        install("opencode", error(OPENCODE_LOG.formatted("")) + STUCK);

        completes("opencode");

        assertThat(reports.getFirst().how()).isEqualTo(AttemptReport.How.IDLE_LIMIT);
        assertThat(reports.getFirst().ended()).isEqualTo(AttemptReport.Ended.LIMITED);
        assertThat(hindrance().words())
                .isEqualTo("the usage limit of opencode is reached."
                        + " It said: AI_APICallError: Rate limit reached for requests.");
    }

    private void isLimitedForAnHour() {
        AttemptReport report = reports.getFirst();
        assertThat(report.how()).isEqualTo(AttemptReport.How.PROVIDER_LIMIT);
        assertThat(report.ended()).isEqualTo(AttemptReport.Ended.LIMITED);
        Instant until = Objects.requireNonNull(hindrance().until());
        assertThat(Duration.between(report.endedAt(), until)).isBetween(Duration.ofMinutes(55), Duration.ofHours(1));
    }

    private AgentStatement.Hindrance hindrance() {
        return Objects.requireNonNull(
                Objects.requireNonNull(reports.getFirst().statement()).hindrance());
    }

    private void completes(String agent) throws Exception {
        ScratchLoop.Ended result = project.loop()
                .environment(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin", "HOME", folder.toString()))
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.AttemptEnded ended) {
                        reports.add(ended.report());
                    }
                })
                .knownAgent(agent, "codex")
                .completionPromise("DONE")
                .set(SettingKeys.IDLE_TIMEOUT, Duration.ofSeconds(5))
                .maxRestarts(1)
                .run();
        assertThat(result.outcome()).as("%s %s", result, reports).isEqualTo(Outcome.COMPLETED);
    }

    private static String error(String line) {
        return "echo '" + line + "' >&2\n";
    }

    private void install(String name, String script) throws IOException {
        Path program =
                Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\ncat > /dev/null\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
