package dev.ralph.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.session.SessionMessage.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTranscriptTest {
    @TempDir
    private Path folder;

    @Test
    void only_what_was_said_is_read_from_lines_of_json() throws Exception {
        Path file = folder.resolve("transcript.jsonl");
        Files.writeString(file, """
                {"type":"user","timestamp":"2030-01-01T00:00:00Z","content":"say <promise>DONE</promise>"}
                {"type":"assistant","timestamp":"2030-01-01T00:00:01.5+01:00","content":"hello"}
                {"type":"tool_result","content":"<promise>DONE</promise>"}
                not json <promise>DONE</promise>
                {"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","text":"hm"},\
                {"type":"text","text":"one"},{"type":"tool_use","name":"bash","input":{"text":"x"}},{"type":"text","text":"two"}]}}
                {"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"<promise>DONE</promise>"}]}}
                {"role":{"a":"assistant"},"content":"nobody"}
                {"type":"assistant","content":"half a line""");

        assertThat(SessionTranscript.read(file))
                .containsExactly(
                        SessionMessage.user("say <promise>DONE</promise>").at(Instant.parse("2030-01-01T00:00:00Z")),
                        SessionMessage.assistant("hello").at(Instant.parse("2029-12-31T23:00:01.5Z")),
                        new SessionMessage(Role.ASSISTANT, "one\ntwo\n", null, 1),
                        new SessionMessage(Role.USER, "", null, 0));
    }

    @Test
    void a_file_that_is_missing_has_no_messages() throws Exception {
        assertThat(SessionTranscript.read(folder.resolve("none.jsonl"))).isEmpty();
        assertThat(SessionTranscript.read(folder)).isEmpty();
    }

    @Test
    void a_line_beyond_all_reason_is_passed_over() throws Exception {
        Path file = folder.resolve("long.jsonl");
        String line = "{\"type\":\"assistant\",\"content\":\"" + "x".repeat(9 << 20) + "\"}\n";
        Files.writeString(file, line + "{\"type\":\"assistant\",\"content\":\"here\"}\n");

        assertThat(SessionTranscript.read(file)).containsExactly(SessionMessage.assistant("here"));
    }

    @Test
    void damaged_lines_are_no_trouble() throws Exception {
        Path file = folder.resolve("noise.jsonl");
        byte[] good =
                "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}\n"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = good.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            assertThat(SessionTranscript.read(file)).as("seed %d", seed).hasSizeLessThanOrEqualTo(2);
        }
    }
}
