package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Whatever an agent sends, the bridge goes on and prints JSON, one object a line.
class ForeignMessagesTest {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> MESSAGES = List.of(
            "{\"id\":0,\"result\":{\"protocolVersion\":1}}",
            "{\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\"agent_message_chunk\","
                    + "\"content\":{\"type\":\"text\",\"text\":\"h\\u00e4\\ud83d\"},\"_meta\":{\"usage\":{\"inputTokens\":1e400,"
                    + "\"outputTokens\":-5,\"totalTokens\":99999999999999999999}}}}}",
            "{\"method\":\"session/update\",\"params\":{\"update\":{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":"
                    + "\"a\\nb\\u0000\",\"kind\":[],\"status\":{},\"rawInput\":{\"command\":7}}}}",
            "{\"method\":\"session/update\",\"params\":{\"update\":{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\","
                    + "\"status\":\"failed\"}}}",
            "{\"method\":\"session/update\",\"params\":{\"update\":{\"sessionUpdate\":\"usage_update\",\"cost\":{\"amount\":1e-999999999,"
                    + "\"currency\":\"USD\"}}}}",
            "{\"id\":\"p\",\"method\":\"session/request_permission\",\"params\":{\"options\":[{\"kind\":\"allow_once\"},"
                    + "{\"kind\":\"allow_once\",\"optionId\":\"o\"}],\"toolCall\":{\"toolCallId\":\"u\"}}}",
            "{\"id\":1e2,\"method\":\"x\"}",
            "{\"id\":null,\"method\":\"x\",\"params\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}",
            "{\"id\":1,\"error\":{\"code\":-32000,\"message\":null,\"data\":[1,2]}}",
            "{}");

    @Test
    void nothing_an_agent_sends_stops_the_bridge_from_printing_json() throws Exception {
        int told = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            Outbox outbox = new Outbox(OutputStream.nullOutputStream());
            BridgeTranscript transcript = new BridgeTranscript(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Conversation talk = new Conversation(outbox, transcript);
            talk.in("s");
            talk.cancel();
            try {
                talk.prompt("p", Duration.ofMillis(1), Duration.ofNanos(1));
            } catch (ConversationFailed cancelled) {
                assertThat(cancelled.failure().kind()).isEqualTo(AcpFailure.Kind.CANCELLED);
            }
            byte[] noise = noise(random);
            assertThatCode(() -> talk.listen(new ByteArrayInputStream(noise)))
                    .as("seed %s", seed)
                    .doesNotThrowAnyException();
            talk.close(null, "end_turn");
            outbox.end();

            List<String> lines =
                    printed.toString(StandardCharsets.UTF_8).lines().toList();
            assertThat(lines.getLast()).startsWith("{\"type\":\"result\",");
            lines.forEach(ForeignMessagesTest::read);
            told += lines.size() - 1;
        }
        assertThat(told).as("the control: some of it makes sense").isGreaterThan(500);
    }

    private static byte[] noise(Random random) {
        ByteArrayOutputStream noise = new ByteArrayOutputStream();
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            byte[] message = MESSAGES.get(random.nextInt(MESSAGES.size())).getBytes(StandardCharsets.UTF_8);
            for (int harm = random.nextInt(8) - 4; harm > 0; harm--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            }
            int end = random.nextInt(5) == 0 ? random.nextInt(message.length) : message.length;
            noise.write(message, 0, end);
            noise.write('\n');
        }
        return noise.toByteArray();
    }

    private static void read(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            parser.skipChildren();
            assertThat(parser.nextToken()).as(line).isNull();
        }
    }
}
