package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loops around an agent that is known by name. The program is a shell script that prints what the real one
/// prints.
class KnownAgentTest {
    private static final String INIT =
            "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"session-1\",\"model\":\"claude-test\"}";
    private static final String SUCCESS = result(false, "null", "fine");

    @TempDir
    Path folder;

    private ScratchProject project;
    private final List<Event> events = new ArrayList<>();
    private final List<LoopState> states = new ArrayList<>();

    @BeforeEach
    void project() throws IOException {
        project = new ScratchProject(Files.createDirectories(folder.resolve("project")));
        Files.createDirectories(folder.resolve("bin"));
    }

    @Test
    void its_promise_completes_the_loop_and_the_report_says_what_it_did_and_used() throws Exception {
        install(
                "claude",
                say(INIT, text("<promise>ALL"), text("no"), tool(), text("<promise>all_fixed</promise>"), SUCCESS));

        assertThat(loop().completionPromise("ALL_FIXED").run().outcome()).isEqualTo(Outcome.COMPLETED);

        AgentStatement said = statement(0);
        assertThat(said.agent()).isEqualTo("claude");
        assertThat(said.session()).isEqualTo("session-1");
        assertThat(said.actions()).isEqualTo(1);
        assertThat(said.spent().dollars()).isEqualByComparingTo("0.25");
        assertThat(report(0).ended()).isEqualTo(AttemptReport.Ended.FINISHED);
    }

    @Test
    void a_promise_in_the_prompt_or_in_a_tools_output_is_none() throws Exception {
        String echoed = "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\","
                + "\"tool_use_id\":\"t1\",\"content\":\"<promise>DONE</promise>\"}]}}";
        install("claude", say(INIT, tool(), echoed, text("I read it"), SUCCESS));

        assertThat(loop().prompt("write <promise>DONE</promise>")
                        .completionPromise("DONE")
                        .maxRestarts(1)
                        .run()
                        .outcome())
                .isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void a_promise_without_any_work_is_not_believed_and_the_next_prompt_says_so() throws Exception {
        install("claude", say(INIT, text("<promise>DONE</promise>"), SUCCESS));

        assertThat(loop().completionPromise("DONE").maxRestarts(2).run().outcome())
                .isEqualTo(Outcome.EXHAUSTED);

        assertThat(report(0).signal()).isNull();
        assertThat(project.read(project.runs().get(1).prompt()))
                .contains("> The agent claimed to be done but changed nothing");
    }

    @Test
    void without_a_promise_the_loop_starts_another_attempt() throws Exception {
        install("claude", say(INIT, tool(), text("not done yet"), SUCCESS));

        assertThat(loop().completionPromise("DONE").maxRestarts(2).run().outcome())
                .isEqualTo(Outcome.EXHAUSTED);

        assertThat(project.runs()).hasSize(2);
    }

    @Test
    void the_blocked_promise_ends_the_loop_as_blocked() throws Exception {
        install("claude", say(INIT, tool(), text("The key is missing. <promise>STUCK</promise>"), SUCCESS));

        ScratchLoop.Ended result = loop().completionPromise("DONE")
                .set(SettingKeys.BLOCKED_PROMISE, "STUCK")
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(result.sentence()).isEqualTo("the agent says it cannot continue: The key is missing.");
        assertThat(project.runs()).hasSize(1);
    }

    @Test
    void a_wrong_promise_is_named_in_the_next_prompt() throws Exception {
        install("claude", say(INIT, tool(), text("<promise>FINISHED</promise>"), SUCCESS));

        loop().completionPromise("DONE").maxRestarts(2).run();

        assertThat(project.read(project.runs().get(1).prompt()))
                .contains("> The promise must be 'DONE', not 'FINISHED'.");
    }

    @Test
    void a_limit_with_a_stated_end_is_waited_for_and_costs_no_attempt() throws Exception {
        long resets = Instant.now().getEpochSecond() + 3;
        String limited = "{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\",\"resetsAt\":"
                + resets + ",\"rateLimitType\":\"five_hour\"}}";
        install(
                "claude",
                "if [ -e tried ]; then " + say(INIT, tool(), text("<promise>DONE</promise>"), SUCCESS)
                        + "; else touch tried; "
                        + say(INIT, limited, result(true, "429", "You've hit your limit")) + "; exit 1; fi");

        assertThat(loop().completionPromise("DONE").maxRestarts(1).run().outcome())
                .isEqualTo(Outcome.COMPLETED);

        assertThat(report(0).ended()).isEqualTo(AttemptReport.Ended.LIMITED);
        assertThat(states)
                .anySatisfy(state -> assertThat(state.phase())
                        .isInstanceOfSatisfying(
                                Phase.Limited.class,
                                wait -> assertThat(wait.until().getEpochSecond())
                                        .isEqualTo(resets)));
        assertThat(report(1).endedAt()).isAfterOrEqualTo(Instant.ofEpochSecond(resets));
    }

    @Test
    void a_missing_agent_gives_way_to_the_next_one_of_the_chain() throws Exception {
        String codex = "{\"type\":\"thread.started\",\"thread_id\":\"thread-1\"}";
        String words = "{\"type\":\"item.completed\",\"item\":{\"id\":\"i1\",\"type\":\"agent_message\","
                + "\"text\":\"<promise>DONE</promise>\"}}";
        String turn = "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":10,\"cached_input_tokens\":0,"
                + "\"output_tokens\":5}}";
        install("codex", say(codex, words, turn));

        assertThat(loop("claude", "codex").completionPromise("DONE").run().outcome())
                .isEqualTo(Outcome.COMPLETED);

        assertThat(report(0).how()).isEqualTo(AttemptReport.How.NOT_STARTED);
        assertThat(words(report(0).failure())).contains("claude is not installed", "npm install");
        assertThat(statement(1).agent()).isEqualTo("codex");
        assertThat(project.info(1).values()).containsEntry("agent", "codex");
    }

    @Test
    void alone_a_missing_agent_is_fatal_and_says_how_to_get_it() throws Exception {
        var outcome = loop().completionPromise("DONE").run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(outcome.sentence()).contains("npm install -g @anthropic-ai/claude-code");
    }

    @Test
    void one_without_a_login_is_fatal_and_says_how_to_log_in() throws Exception {
        install("claude", say(INIT, result(true, "401", "Failed to authenticate. API Error: 401")) + "; exit 1");

        var outcome = loop().run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(outcome.sentence()).contains("no valid login", "/login");
    }

    @Test
    void a_failure_nobody_knows_is_told_in_the_agents_own_words() throws Exception {
        install("claude", say(INIT, tool(), result(true, "null", "the flux compensator is gone")) + "; exit 1");

        loop().maxRestarts(1).run();

        assertThat(words(report(0).failure())).isEqualTo("claude failed. It said: the flux compensator is gone");
    }

    @Test
    void an_attempt_that_costs_too_much_is_ended_in_its_middle() throws Exception {
        String dear =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"model\":\"claude-test\",\"role\":\"assistant\","
                        + "\"content\":[{\"type\":\"text\",\"text\":\"thinking\"}],\"usage\":{\"input_tokens\":900,"
                        + "\"output_tokens\":200}},\"session_id\":\"session-1\"}";
        install("claude", say(INIT, dear) + "; sleep 60");

        assertThat(loop().set(SettingKeys.MAX_ATTEMPT_TOKENS, 1000L)
                        .maxRestarts(1)
                        .run()
                        .outcome())
                .isEqualTo(Outcome.EXHAUSTED);

        assertThat(report(0).how()).isEqualTo(AttemptReport.How.COST_LIMIT);
        assertThat(words(report(0).failure())).isEqualTo("ended because it used more than 1000 tokens");
    }

    @Test
    void an_attempt_that_costs_more_dollars_than_it_may_is_ended_in_its_middle() throws Exception {
        String dear = "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"model\":\"claude-opus-4-1\","
                + "\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"thinking\"}],"
                + "\"usage\":{\"input_tokens\":90000,\"output_tokens\":20000}},\"session_id\":\"session-1\"}";
        install("claude", say(INIT, dear) + "; sleep 60");

        ScratchLoop.Ended result = loop().set(SettingKeys.MAX_ATTEMPT_COST, new BigDecimal("0.50"))
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(report(0).how()).isEqualTo(AttemptReport.How.COST_LIMIT);
        assertThat(words(report(0).failure())).isEqualTo("ended because it cost more than $0.50");
    }

    @Test
    void the_loops_purse_is_a_limit_of_its_own() throws Exception {
        install("claude", say(INIT, tool(), SUCCESS));

        var outcome = loop().set(SettingKeys.MAX_COST, new BigDecimal("0.40"))
                .maxRestarts(9)
                .run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(outcome.sentence()).isEqualTo("cost limit ($0.40) reached: $0.50 spent");
        assertThat(project.runs()).hasSize(2);
    }

    @Test
    void the_loops_time_ends_an_attempt_in_its_middle() throws Exception {
        install("claude", say(INIT, tool()) + "; sleep 60");

        var outcome = loop().set(SettingKeys.MAX_TIME, Duration.ofSeconds(1))
                .maxRestarts(9)
                .run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(outcome.sentence()).startsWith("time limit (1s) reached: agents ran for 1s");
        assertThat(report(0).ended()).isEqualTo(AttemptReport.Ended.TIMED_OUT);
    }

    @Test
    void the_next_attempt_goes_on_with_the_conversation() throws Exception {
        install("claude", "echo \"$@\" >> arguments; " + say(INIT, tool(), SUCCESS));

        loop().set(SettingKeys.SESSION, ConversationPolicy.Session.RESUME)
                .completionPromise("DONE")
                .maxRestarts(2)
                .run();

        List<String> arguments = Files.readAllLines(project.folder().resolve("arguments"));
        assertThat(arguments.get(0)).doesNotContain("--resume");
        assertThat(arguments.get(1)).contains("--resume session-1");
    }

    @Test
    void one_that_has_said_its_last_word_and_does_not_end_is_ended() throws Exception {
        install("claude", say(INIT, tool(), text("<promise>DONE</promise>"), SUCCESS) + "; sleep 60");

        assertThat(loop().completionPromise("DONE")
                        .set(SettingKeys.DONE_GRACE, Duration.ofMillis(200))
                        .run()
                        .outcome())
                .isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void one_that_has_said_that_it_failed_and_does_not_end_has_failed() throws Exception {
        install("claude", say(INIT, result(true, "401", "Failed to authenticate. API Error: 401")) + "; sleep 60");

        var outcome = loop().set(SettingKeys.DONE_GRACE, Duration.ofMillis(200)).run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.FATAL);
        assertThat(outcome.sentence()).contains("no valid login");
        assertThat(report(0).ended()).isEqualTo(AttemptReport.Ended.ERRORED);
    }

    @Test
    void what_one_used_that_was_ended_before_its_last_word_is_at_least_so_much() throws Exception {
        String call = "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"model\":\"claude-test\",\"content\":[],"
                + "\"usage\":{\"input_tokens\":900,\"output_tokens\":1}},\"session_id\":\"session-1\"}";
        install("claude", say(INIT, call) + "; sleep 60");

        loop().set(SettingKeys.TIMEOUT, Duration.ofMillis(500)).maxRestarts(1).run();

        assertThat(report(0).ended()).isEqualTo(AttemptReport.Ended.TIMED_OUT);
        assertThat(statement(0).spent().tokens().total()).isEqualTo(901);
        assertThat(statement(0).spent().complete()).isFalse();
    }

    @Test
    void only_named_variables_reach_it_and_no_secret_its_arguments() throws Exception {
        install("claude", "env > seen; echo \"$@\" > arguments; " + say(INIT, tool(), SUCCESS));

        loop(Map.of("ANTHROPIC_API_KEY", "sk-secret", "UNRELATED_TOKEN", "hidden"))
                .maxRestarts(1)
                .run();

        assertThat(project.folder().resolve("seen")).content().contains("ANTHROPIC_API_KEY=sk-secret");
        assertThat(project.folder().resolve("seen")).content().doesNotContain("UNRELATED_TOKEN");
        assertThat(project.folder().resolve("arguments")).content().doesNotContain("sk-secret");
    }

    @Test
    void the_exit_code_42_of_a_known_program_is_not_the_agents_wish_to_wait() throws Exception {
        install("gemini", "echo 'Error resuming session: Invalid session identifier' >&2; exit 42");

        assertThat(loop("gemini").maxRestarts(1).run().outcome()).isEqualTo(Outcome.EXHAUSTED);

        assertThat(words(report(0).told())).startsWith("gemini does not know the session");
        assertThat(project.read(project.runs().getFirst().prompt()))
                .contains("without being restarted, create the file "
                        + project.task().waitMarker())
                .doesNotContain(" 42");
    }

    private ScratchLoop loop(String... names) {
        return loop(Map.of(), names);
    }

    private ScratchLoop loop(Map<String, String> more, String... names) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        environment.put("HOME", folder.toString());
        ScratchLoop builder = project.loop().environment(environment).listener((entry, state) -> {
            events.add(entry.event());
            states.add(state);
        });
        return builder.knownAgent(names.length == 0 ? new String[] {"claude"} : names);
    }

    private AttemptReport report(int attempt) {
        return events.stream()
                .filter(Event.AttemptEnded.class::isInstance)
                .map(event -> ((Event.AttemptEnded) event).report())
                .toList()
                .get(attempt);
    }

    private AgentStatement statement(int attempt) {
        return Objects.requireNonNull(report(attempt).statement());
    }

    private void install(String name, String script) throws IOException {
        Path program =
                Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\ncat > /dev/null\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String say(String... lines) {
        return "cat <<'END'\n" + String.join("\n", lines) + "\nEND\n:";
    }

    private static String text(String words) {
        return "{\"type\":\"assistant\",\"message\":{\"id\":\"m-" + words.hashCode()
                + "\",\"model\":\"claude-test\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\""
                + words + "\"}]},\"session_id\":\"session-1\"}";
    }

    private static String tool() {
        return "{\"type\":\"assistant\",\"message\":{\"id\":\"m-tool\",\"model\":\"claude-test\",\"role\":\"assistant\","
                + "\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"make\"}}]},"
                + "\"session_id\":\"session-1\"}";
    }

    private static String result(boolean failed, String status, String words) {
        return "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":" + failed + ",\"api_error_status\":" + status
                + ",\"result\":\"" + words + "\",\"session_id\":\"session-1\",\"total_cost_usd\":0.25,"
                + "\"usage\":{\"input_tokens\":100,\"output_tokens\":50},\"terminal_reason\":\"completed\"}";
    }

    private static String words(@Nullable AttemptFailure failure) {
        return failure == null ? "" : Profile.of("restart").wording().of(failure);
    }
}
