package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.testkit.ModelClient.Way;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What a real provider does on a bad day, seen from the client.
class FailuresTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private final ModelServer server = ModelServer.start(0, InstantSource.fixed(NOW));

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529})
    void an_error_has_its_status_and_its_providers_body(int status) {
        for (Way way : Way.values()) {
            HttpResponse<String> response = client(ModelStep.error(status)).streamed(way);

            assertThat(response.statusCode()).isEqualTo(status);
            JsonNode error = JsonTree.readStrictly(response.body()).path("error");
            assertThat(error.path("message").asString()).isEqualTo("scripted error " + status);
            String word = error.path(way == Way.GEMINI ? "status" : "type").asString();
            assertThat(word).as("%s %d", way, status).isNotBlank();
        }
    }

    @Test
    void headers_and_body_of_an_error_may_speak_of_a_time_to_come() {
        JsonNode body = JsonTree.readStrictly(
                "{\"at\":\"{{now+60}}\",\"words\":\"until {{iso+3600}}\",\"list\":[\"{{now+1}}\",2,null]}");
        ModelClient client = client(
                ModelStep.error(429, Map.of("Retry-After", "2", "X-Reset", "{{now+5}}", "x-iso", "{{iso+5}}"), body));

        HttpResponse<String> response = client.whole(Way.CHAT);

        assertThat(response.headers().map())
                .containsEntry("retry-after", List.of("2"))
                .containsEntry("x-reset", List.of(Long.toString(NOW.getEpochSecond() + 5)))
                .containsEntry("x-iso", List.of("2026-01-31T12:00:05Z"));
        assertThat(response.body())
                .isEqualTo("{\"at\":%d,\"words\":\"until 2026-01-31T13:00:00Z\",\"list\":[%d,2,null]}"
                        .formatted(NOW.getEpochSecond() + 60, NOW.getEpochSecond() + 1));
    }

    @ParameterizedTest
    @EnumSource
    void a_usage_limit_is_told_in_the_providers_own_way(Way way) {
        HttpResponse<String> response =
                client(ModelStep.usageLimit(Duration.ofHours(1))).streamed(way);
        String reset = Long.toString(NOW.getEpochSecond() + 3600);

        assertThat(response.statusCode()).isEqualTo(429);
        switch (way) {
            case ANTHROPIC ->
                assertThat(response.headers().firstValue("anthropic-ratelimit-unified-reset"))
                        .contains(reset);
            case RESPONSES ->
                assertThat(response.body()).contains("usage_limit_reached").contains("\"resets_at\":" + reset);
            case CHAT ->
                assertThat(response.headers().firstValue("retry-after")).contains("3600");
            case GEMINI ->
                assertThat(response.body()).contains("RESOURCE_EXHAUSTED").contains("\"retryDelay\":\"3600s\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_malformed_answer_is_good_http_and_no_json(Way way) {
        ModelClient client = client(ModelStep.malformed().times(2));

        assertThat(client.whole(way).statusCode()).isEqualTo(200);
        String body = client.streamed(way).body();
        assertThatThrownBy(() -> ModelClient.events(body)).hasMessageContaining("Unexpected character");
    }

    @ParameterizedTest
    @EnumSource
    void a_hanging_model_sends_nothing_and_lets_the_client_go(Way way) throws Exception {
        try (Raw raw = new Raw(ModelStep.hang(), way)) {
            raw.expectSilence();
        }
        assertThat(new ModelClient(server.play("fresh", ModelScript.of(ModelStep.text("on"))))
                        .whole(way)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void a_model_that_hangs_midway_has_begun(Way way) throws Exception {
        try (Raw raw = new Raw(ModelStep.hangMidway("partial words"), way)) {
            assertThat(raw.readUntil("partial words")).startsWith("HTTP/1.1 200 OK");
            raw.expectSilence();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_reset_is_a_tcp_reset(Way way) throws Exception {
        try (Raw raw = new Raw(ModelStep.reset(), way)) {
            assertThatThrownBy(() -> raw.in.read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_reset_midway_comes_after_the_beginning(Way way) throws Exception {
        try (Raw raw = new Raw(ModelStep.resetMidway("partial words"), way)) {
            assertThat(raw.readUntil("partial words")).startsWith("HTTP/1.1 200 OK");
            assertThatThrownBy(() -> raw.in.readAllBytes())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_in_one_piece_that_breaks_off_is_shorter_than_it_says(Way way) {
        ModelClient client = client(ModelStep.resetMidway("partial words"));

        assertThatThrownBy(() -> client.whole(way)).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void errors_once_and_then_success_is_a_matter_of_two_steps() {
        ModelClient client =
                client(ModelStep.error(429, Map.of("retry-after", "1")).times(2), ModelStep.text("recovered"));

        assertThat(Stream.generate(() -> client.whole(Way.CHAT).statusCode()).limit(4))
                .containsExactly(429, 429, 200, 200);
    }

    @Test
    void a_step_can_make_the_client_wait() {
        ModelClient client = client(ModelStep.text("late").after(Duration.ofMillis(300)));
        long before = System.nanoTime();

        assertThat(client.whole(Way.CHAT).statusCode()).isEqualTo(200);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(290));
    }

    private ModelClient client(ModelStep... steps) {
        return new ModelClient(server.play(ModelScript.of(steps)));
    }

    /// A connection that shows every byte.
    private final class Raw implements AutoCloseable {
        final Socket socket;
        final InputStream in;

        Raw(ModelStep step, Way way) throws IOException {
            ScriptPlayback playback = server.play(ModelScript.of(step));
            socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            socket.setSoTimeout(10_000);
            in = socket.getInputStream();
            byte[] body = way.body(true, "hi").getBytes(StandardCharsets.UTF_8);
            String head = "POST /s/" + playback.key() + way.path(true) + " HTTP/1.1\r\nhost: x\r\ncontent-length: "
                    + body.length + "\r\n\r\n";
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
        }

        String readUntil(String words) throws IOException {
            StringBuilder read = new StringBuilder();
            while (read.indexOf(words) < 0) {
                int next = in.read();
                assertThat(next).as("the answer went on after: %s", read).isNotNegative();
                read.append((char) next);
            }
            return read.toString();
        }

        void expectSilence() throws IOException {
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> {
                        while (in.read() >= 0) {
                            // the rest of the event that has begun
                        }
                    })
                    .isInstanceOf(SocketTimeoutException.class);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
