package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecLogTest {
    @TempDir
    Path project;

    @Test
    void a_full_second_has_milliseconds_too() throws Exception {
        SpecLog log = new SpecLog(project, "run");

        log.say(Instant.parse("2026-01-19T13:45:00Z"), "task_started", "2.3", "Validate", Map.of());
        log.corrected(
                Instant.parse("2026-01-19T13:45:00.120Z"),
                "2.3",
                "test_failure",
                "design.md",
                1,
                "Updated Property 5 to exclude optional fields");

        assertThat(Files.readAllLines(log.file()))
                .containsExactly(
                        "{\"timestamp\":\"2026-01-19T13:45:00.000Z\",\"eventType\":\"task_started\",\"taskId\":\"2.3\","
                                + "\"message\":\"Validate\",\"context\":{}}",
                        "{\"timestamp\":\"2026-01-19T13:45:00.120Z\",\"eventType\":\"ralph_loop_activated\","
                                + "\"taskId\":\"2.3\",\"errorType\":\"test_failure\",\"targetFile\":\"design.md\","
                                + "\"attemptNumber\":1,\"correction\":\"Updated Property 5 to exclude optional fields\","
                                + "\"success\":true}");
    }
}
