package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The bridge against a real child process that plays an agent.
@Timeout(60)
class AcpBridgeTest {
    private static final String HELLO = """
            {"type":"session","id":"s1","resumed":false,"agent":"fake","version":"1.2"}
            {"type":"model","name":"fake-model"}
            {"type":"text","text":"Hel","last":false}
            {"type":"text","text":"lo","last":false}
            {"type":"text","text":"","last":true}
            {"type":"result","failed":false,"stopReason":"end_turn","strange":0}
            """;

    @TempDir
    Path folder = Path.of("");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private int exitCode = -1;

    @Test
    void a_turn_is_printed_from_session_to_result() throws Exception {
        run("says-hello");

        assertThat(lines()).isEqualTo(HELLO);
        assertThat(exitCode).isZero();
    }

    @Test
    void tools_permissions_usage_and_other_sessions_are_told_apart() throws Exception {
        run("works");

        assertThat(lines()).isEqualTo("""
                {"type":"session","id":"s1","resumed":false,"agent":"fake","version":"1.2"}
                {"type":"model","name":"fake-model"}
                {"type":"text","text":"I will look.","last":false}
                {"type":"text","text":"","last":true}
                {"type":"tool_call","id":"t1","name":"execute","detail":"ls -la"}
                {"type":"tool_call","id":"t2","name":"edit","detail":"Write a"}
                {"type":"tool_result","id":"t1","failed":false}
                {"type":"tool_result","id":"t2","failed":true}
                {"type":"usage","key":"cost","scope":"session","dollars":0.0123}
                {"type":"usage","key":"call-1","scope":"call","input":40,"cacheRead":60,"cacheWrite":0,"output":20}
                {"type":"text","text":"Done.","last":false}
                {"type":"usage","key":"turn","scope":"turn","input":100,"cacheRead":60,"cacheWrite":3,"output":25}
                {"type":"text","text":"","last":true}
                {"type":"result","failed":false,"stopReason":"end_turn","strange":0}
                """);
        assertThat(Files.readString(folder.resolve("replies.txt"))).isEqualTo("""
                {"jsonrpc":"2.0","id":"p1","result":{"outcome":{"outcome":"selected","optionId":"once"}}}
                {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
                {"jsonrpc":"2.0","id":8,"error":{"code":-32601,"message":"Method not found"}}
                {"jsonrpc":"2.0","id":"drain","error":{"code":-32601,"message":"Method not found"}}
                """);
    }

    @Test
    void a_resumed_session_does_not_repeat_its_history() throws Exception {
        run(ask("says-hello", "s1", Duration.ofSeconds(30)));

        assertThat(lines()).isEqualTo("""
                {"type":"session","id":"s1","resumed":true,"agent":"fake","version":"1.2"}
                {"type":"text","text":"Hel","last":false}
                {"type":"text","text":"lo","last":false}
                {"type":"text","text":"","last":true}
                {"type":"result","failed":false,"stopReason":"end_turn","strange":0}
                """);
    }

    @Test
    void a_session_the_agent_does_not_know_is_named_as_such() throws Exception {
        run(ask("knows-no-session", "gone", Duration.ofSeconds(30)));
        assertFailed("unknown_session", "Resource not found", 1);

        printed.reset();
        run(ask("cannot-load", "s1", Duration.ofSeconds(30)));
        assertFailed("unknown_session", "the agent cannot continue a session: start without --session", 1);
    }

    @Test
    void mode_and_model_are_set_before_the_prompt() throws Exception {
        BridgeRequest plain = ask("says-hello", null, Duration.ofSeconds(30));
        run(new BridgeRequest(
                plain.command(), null, "full", "best", plain.timeout(), plain.startTimeout(), plain.grace()));

        assertThat(lines()).contains("{\"type\":\"model\",\"name\":\"best\"}").contains("\"failed\":false");
    }

    @ParameterizedTest
    @CsvSource({
        "needs-login, login, Authentication required, 1",
        "fails-429, rate, Rate limit exceeded. Try again later., 1",
        "fails-in-data, credit, Internal error: no credit, 1",
        "dies-in-the-turn, died, 'the agent ended, or closed its output, before it answered', 1",
        "dies-at-once, died, 'the agent ended, or closed its output, before it answered', 1",
        "other-version, protocol, 'the agent speaks version 2 of the protocol, not 1', 1",
        "max_turn_requests, turns, the agent stopped after as many requests as one turn may have, 1",
        "max_tokens, other, the model stopped at its limit of tokens, 1",
        "refusal, other, the agent refused to continue, 1",
        "cancelled, other, the agent cancelled the turn without being asked, 1",
        "whatever, protocol, the agent ended the turn with 'whatever', 1",
    })
    void what_goes_wrong_has_a_class_and_words(String behaviour, String type, String words, int code) throws Exception {
        run(behaviour);

        assertFailed(type, words, code);
    }

    @Test
    void a_status_is_passed_on() throws Exception {
        run("fails-429");

        assertThat(lines()).contains("{\"type\":\"error\",\"class\":\"rate\",\"status\":429,");
    }

    @Test
    void a_missing_program_says_what_to_do() throws Exception {
        BridgeRequest missing = new BridgeRequest(
                List.of("/no/such/agent"),
                null,
                null,
                null,
                Duration.ofSeconds(9),
                Duration.ofSeconds(9),
                Duration.ofSeconds(1));
        run(missing);

        assertThat(lines()).contains("\"class\":\"missing\"").contains("install it, or give its full path");
        assertThat(exitCode).isEqualTo(127);
    }

    @ParameterizedTest
    @CsvSource({"''", "' \n'"})
    void an_empty_prompt_starts_nothing(String prompt) throws Exception {
        exitCode = bridge().run(ask("says-hello", null, Duration.ofSeconds(9)), stream(prompt));

        assertFailed("request", "the prompt on standard input is empty", 1);
    }

    @Test
    void a_silent_agent_is_given_up() throws Exception {
        BridgeRequest slow = ask("silent", null, Duration.ofSeconds(30));
        run(new BridgeRequest(slow.command(), null, null, null, slow.timeout(), Duration.ofSeconds(3), slow.grace()));

        assertFailed("timeout", "no answer to initialize within 3 s", 124);
    }

    @ParameterizedTest
    @CsvSource({"hangs-politely", "hangs"})
    void a_turn_that_takes_too_long_is_cancelled(String behaviour) throws Exception {
        run(ask(behaviour, null, Duration.ofSeconds(2)));

        assertThat(lines()).contains("thinking aloud");
        assertFailed("timeout", "the turn was not over after 2 s", 124);
    }

    @Test
    void whoever_asks_the_bridge_to_end_gets_a_result() throws Exception {
        AcpBridge bridge = bridge();
        BridgeRequest ask = ask("hangs-politely", null, Duration.ofMinutes(1));
        Thread turn = Thread.ofPlatform().start(() -> {
            try {
                exitCode = bridge.run(ask, stream("do it"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!lines().contains("thinking aloud") && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        bridge.cancel();
        turn.join(Duration.ofSeconds(30));

        assertThat(lines()).endsWith("""
                        {"type":"error","class":"cancelled","words":"the bridge was asked to end"}
                        {"type":"result","failed":true,"stopReason":"cancelled","strange":0}
                        """);
        assertThat(exitCode).isEqualTo(143);
    }

    @ParameterizedTest
    @CsvSource({"stays-after-the-end", "stays-deaf"})
    void an_agent_that_stays_is_ended(String behaviour) throws Exception {
        run(behaviour);

        assertThat(lines()).isEqualTo(HELLO);
        assertThat(ProcessHandle.current().children().filter(AcpBridgeTest::isFake))
                .isEmpty();
    }

    @Test
    void what_the_agent_started_is_ended_too() throws Exception {
        run("starts-children");

        long pid = Long.parseLong(Files.readString(folder.resolve("child.pid")));
        Optional<ProcessHandle> child = ProcessHandle.of(pid);
        child.ifPresent(left -> left.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        assertThat(child.map(ProcessHandle::isAlive).orElse(false)).isFalse();
        assertThat(exitCode).isZero();
    }

    @Test
    void nonsense_between_the_messages_is_counted_and_ignored() throws Exception {
        run("wrong-ids");

        assertThat(lines())
                .contains("\"text\":\"lo\"")
                .endsWith("\"failed\":false,\"stopReason\":\"end_turn\",\"strange\":9}\n");
    }

    @Test
    void a_flood_of_garbage_is_no_conversation() throws Exception {
        run("floods-garbage");

        assertFailed(
                "protocol",
                "the agent does not speak the Agent Client Protocol: more than 10000 of its lines make no sense",
                1);
    }

    @Test
    void a_message_without_end_is_given_up_in_bounded_memory() throws Exception {
        run("endless-line");

        assertThat(lines()).contains("\"class\":\"protocol\"").contains("a message did not end after");
    }

    @Test
    void a_huge_message_is_dropped_and_the_next_one_heard() throws Exception {
        run("one-huge-line");

        assertThat(lines())
                .contains("after it")
                .endsWith("\"failed\":false,\"stopReason\":\"end_turn\",\"strange\":1}\n");
    }

    @Test
    void an_agent_that_asks_and_never_listens_is_given_up() throws Exception {
        run("floods-requests");

        assertFailed("protocol", "the agent asks without reading the answers: more than 1000 wait for it", 1);
    }

    @Test
    void long_texts_are_cut_between_characters_and_halves_find_each_other() throws Exception {
        run("huge-text");

        assertThat(lines().lines().filter(line -> line.contains("ä"))).hasSize(4);
        assertThat(lines()).contains("\"text\":\"😀 and a lone \"").contains("\"text\":\"\\ud83d\",\"last\":true");
    }

    private void assertFailed(String type, String words, int code) {
        assertThat(lines()).contains("\"class\":\"" + type + "\"").contains("\"words\":\"" + words + "\"");
        assertThat(lines().lines().toList().getLast()).startsWith("{\"type\":\"result\",\"failed\":true,");
        assertThat(exitCode).isEqualTo(code);
    }

    private void run(String behaviour) throws InterruptedException {
        run(ask(behaviour, null, Duration.ofSeconds(40)));
    }

    private void run(BridgeRequest ask) throws InterruptedException {
        exitCode = bridge().run(ask, stream("do it"));
    }

    private AcpBridge bridge() {
        return new AcpBridge(folder, System.getenv(), "test", new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private static BridgeRequest ask(String behaviour, @Nullable String session, Duration timeout) {
        return new BridgeRequest(
                fake(behaviour), session, null, null, timeout, Duration.ofSeconds(30), Duration.ofSeconds(1));
    }

    static List<String> fake(String behaviour) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                FakeAcpAgent.class.getName(),
                behaviour);
    }

    private static boolean isFake(ProcessHandle child) {
        return child.info().commandLine().orElse("").contains(FakeAcpAgent.class.getName());
    }

    private String lines() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
