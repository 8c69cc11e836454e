package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.session.SessionEvent.Idle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LoopStatesTest extends WithSessionFixture {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void the_state_lies_at_the_documented_path_in_the_documented_form() throws Exception {
        fixture.hook.startLoop(
                SESSION, "Say \"hi\"\nÜ \ud83d\ude80 \u0001", new StartLoopOptions(25, "ALL_FIXED", "greeting"));
        assertThat(folder.resolve(".supercoin/ralph-loop-state.json")).hasContent("""
                {
                  "active": true,
                  "iteration": 1,
                  "maxIterations": 25,
                  "completionPromise": "ALL_FIXED",
                  "startedAt": "2030-01-01T00:00:00.000Z",
                  "prompt": "Say \\"hi\\"\\nÜ 🚀 \\u0001",
                  "sessionId": "ses_1",
                  "description": "greeting"
                }""");

        fixture.turn("working");
        assertThat(Files.readString(fixture.stateFile()))
                .contains("\"iteration\": 2,")
                .endsWith("  \"description\": \"greeting\",\n  \"lastIterationAt\": \"2030-01-01T00:00:00.500Z\"\n}");
    }

    @Test
    void what_was_written_is_read_again() {
        String task = "a\tb\r\n\u2028 \\ / \" \ud800 lone, " + "x".repeat(100_000);
        fixture.hook.startLoop(SESSION, task, new StartLoopOptions(3, "Ünïcode 🚀", "d"));

        assertThat(fixture.newHook().getState(SESSION))
                .isEqualTo(new RalphLoopState(true, 1, 3, "Ünïcode 🚀", START, task, SESSION, null, "d"));
    }

    @Test
    void iterations_are_counted_in_the_file() throws Exception {
        fixture.start();
        fixture.turn("one");
        fixture.turn("two");

        assertThat(fixture.elsewhere(SESSION).iteration()).isEqualTo(3);
        assertThat(Files.readString(fixture.stateFile())).contains("\"iteration\": 3,");
    }

    @Test
    void a_cleared_state_leaves_no_file_of_a_loop() throws Exception {
        fixture.start();
        fixture.hook.cancelLoop(SESSION);

        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactly("ralph-loop-state.lock");
        }
    }

    @Test
    void the_folder_of_the_state_is_configurable() {
        Path other = folder.resolve("elsewhere");
        fixture.configured(RalphLoopConfig.DEFAULT.withStateDir(other));
        fixture.hook.startLoop(SESSION, TASK);

        assertThat(other.resolve("ralph-loop-state.json")).exists();
        assertThat(folder.resolve(".supercoin")).doesNotExist();
    }

    @Test
    void without_a_session_the_newest_loop_is_meant() {
        assertThat(fixture.hook.getState()).isNull();
        fixture.hook.startLoop("a", TASK);
        fixture.pass(10);
        fixture.hook.startLoop("b", TASK);
        assertThat(fixture.newest().sessionId()).isEqualTo("b");

        fixture.hook.cancelLoop("b");
        assertThat(fixture.newest().sessionId()).isEqualTo("a");
        assertThat(Files.exists(fixture.stateFile())).isTrue();
        fixture.hook.cancelLoop("a");
        assertThat(fixture.hook.getState()).isNull();
        assertThat(Files.exists(fixture.stateFile())).isFalse();
    }

    @Test
    void whoever_deletes_the_documented_file_has_cancelled_its_loop() throws Exception {
        fixture.start();
        fixture.host.says(SESSION, "working");
        fixture.idle();
        Files.delete(fixture.stateFile());
        fixture.pass(60_000);

        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
        assertThat(fixture.host.prompts).isEmpty();
        fixture.hook.startLoop("other", TASK);
        assertThat(fixture.hook.isLoopActive(SESSION)).as("it never comes back").isFalse();
    }

    @Test
    void what_people_change_in_the_documented_file_counts() throws Exception {
        fixture.start();
        fixture.turn("working");
        String state = Files.readString(fixture.stateFile());
        Files.writeString(
                fixture.stateFile(),
                "\ufeff"
                        + state.replace("\"maxIterations\": 100", "\"maxIterations\": 3")
                                .replace("\n", "\r\n"));
        fixture.turn("working");
        fixture.turn("working");
        assertThat(fixture.host.notices.getLast().message()).contains("Max iterations (3)");
    }

    @Test
    void a_loop_that_is_set_inactive_by_hand_rests() throws Exception {
        fixture.start();
        Files.writeString(
                fixture.stateFile(),
                Files.readString(fixture.stateFile()).replace("\"active\": true", "\"active\": false"));
        fixture.turn("working");

        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
        assertThat(fixture.hook.getState(SESSION)).isNotNull();
        assertThat(fixture.host.prompts).isEmpty();
    }

    @Test
    void a_state_that_the_program_of_the_document_wrote_is_taken_over() throws Exception {
        Files.createDirectories(folder.resolve(".supercoin"));
        Files.writeString(fixture.stateFile(), """
                {"active":true,"iteration":4,"maxIterations":9,"completionPromise":"ALL_FIXED",
                 "startedAt":"2029-12-31T23:00:00.000Z","prompt":"Fix it","sessionId":"ses_1","future":{"x":[1]}}""");
        fixture.turn("working");

        assertThat(fixture.host.prompts.getFirst()).startsWith(SESSION + ": [RALPH LOOP - ITERATION 5/9]");
        assertThat(fixture.iteration()).isEqualTo(5);
    }

    @Test
    void a_damaged_documented_file_is_told_and_ends_no_loop() throws Exception {
        fixture.start();
        for (String damaged : List.of("", "{", "[]", "null", "{\"active\":", "\0\0\0", "{\"iteration\":{}}")) {
            Files.writeString(fixture.stateFile(), damaged);
            assertThat(fixture.hook.isLoopActive(SESSION)).as(damaged).isTrue();
        }
        assertThat(fixture.host.logged()).anyMatch(line -> line.startsWith("[ralph-loop] Failed to read state: "));
        fixture.turn("working");
        assertThat(Files.readString(fixture.stateFile())).contains("\"iteration\": 2,");
    }

    @Test
    @Timeout(30)
    void what_lies_in_the_place_of_a_state_file_is_refused_and_not_waited_for() throws Exception {
        Files.createDirectories(folder.resolve(".supercoin"));
        Assumptions.assumeTrue(
                new ProcessBuilder("mkfifo", fixture.stateFile().toString())
                                .start()
                                .waitFor()
                        == 0,
                "mkfifo is missing");
        assertThat(fixture.hook.getState()).isNull();
        Files.delete(fixture.stateFile());

        Files.createDirectory(fixture.stateFile());
        assertThat(fixture.hook.getState()).isNull();
        Files.delete(fixture.stateFile());

        Files.write(fixture.stateFile(), new byte[9 << 20]);
        assertThat(fixture.hook.getState()).isNull();
        assertThat(fixture.host.logged())
                .anyMatch(line -> line.endsWith("it is not a file"))
                .anyMatch(line -> line.endsWith("bytes"));
        assertThat(fixture.hook.startLoop(SESSION, TASK))
                .as("a new loop takes its place")
                .isTrue();
    }

    @Test
    void a_session_may_be_called_anything() {
        List<String> names = List.of(
                "..",
                "../../etc/passwd",
                "a/b",
                "a\\b",
                "A",
                "a",
                "ä",
                "%2e",
                "\0",
                "x\ny",
                "con",
                "s".repeat(4000),
                "-");
        for (String name : names) {
            assertThat(fixture.hook.startLoop(name, "task of " + name)).as(name).isTrue();
        }
        for (String name : names) {
            assertThat(fixture.state(name).prompt()).isEqualTo("task of " + name);
        }
        assertThat(names.stream().map(LoopStates::fileName))
                .doesNotHaveDuplicates()
                .allMatch(file -> file.matches("[-a-z0-9_%]+\\.json"));
    }

    @Test
    void a_clock_that_is_set_back_mixes_nothing_up() throws Exception {
        fixture.start();
        fixture.clock.jump(Duration.ofDays(-365));
        fixture.hook.startLoop("ses_2", TASK);
        assertThat(fixture.newest().sessionId()).isEqualTo("ses_2");
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();

        fixture.turn("working");
        assertThat(fixture.iteration()).isEqualTo(2);
        fixture.host.says(
                "ses_2", SessionMessage.assistant("<promise>DONE</promise>").at(fixture.clock.instant()));
        fixture.hook.handle(new Idle("ses_2"));
        assertThat(fixture.hook.isLoopActive("ses_2")).isFalse();
    }

    @Test
    void every_front_matter_form_is_read_and_put_aside_once_the_loop_is_ours() throws Exception {
        for (String name : List.of(".supercode", ".omo", ".sisyphus", ".claude")) {
            Path file = folder.resolve(name).resolve("ralph-loop.local.md");
            Files.createDirectories(file.getParent());
            Files.writeString(file, """
                    ---\r
                    active: true\r
                    iteration: 2\r
                    maxIterations: 30\r
                    completionPromise: FIXED\r
                    startedAt: 2029-12-31T00:00:00Z\r
                    sessionId: in%s\r
                    strategy: continue\r
                    verification_pending: false\r
                    ---\r
                    \r
                    Do it\r
                    """.formatted(name));
            String session = "in" + name;
            assertThat(fixture.hook.getState(session))
                    .isEqualTo(new RalphLoopState(
                            true, 2, 30, "FIXED", Instant.parse("2029-12-31T00:00:00Z"), "Do it", session, null, null));
            fixture.host.says(session, "working");
            fixture.hook.handle(new Idle(session));
            fixture.pass(2_000);
            assertThat(file).doesNotExist();
            assertThat(file.resolveSibling("ralph-loop.local.md.imported")).exists();
            assertThat(fixture.state(session).iteration()).isEqualTo(3);
            assertThat(fixture.hook.cancelLoop(session)).isTrue();
            assertThat(fixture.hook.getState(session)).isNull();
        }
    }

    @Test
    void a_front_matter_that_is_no_loop_is_passed_over() throws Exception {
        Path file = folder.resolve(".claude").resolve("ralph-loop.local.md");
        Files.createDirectories(file.getParent());
        for (String text : List.of(
                "",
                "no header",
                "---\nactive: true\n",
                "---\n---\nx",
                "---\n[a\n---\nx",
                "---\niteration: 1\nsession_id: s\nstarted_at: 2030-01-01T00:00:00Z\n---\nx",
                "---\nactive: true\nsession_id: s\nstarted_at: 2030-01-01T00:00:00Z\n---\nx",
                "---\nactive: true\niteration: two\nsession_id: s\nstarted_at: 2030-01-01T00:00:00Z\n---\nx",
                "---\nactive: true\niteration: 1\nsession_id: \"\"\nstarted_at: 2030-01-01T00:00:00Z\n---\nx",
                "---\nactive: true\niteration: 1\nmax_iterations: 0\nsession_id: s\nstarted_at: 2030-01-01T00:00:00Z\n---\nx",
                "---\nactive: true\niteration: 1\nsession_id: s\nstarted_at: yesterday\n---\nx",
                "---\na: &a [*a]\nactive: true\n---\nx")) {
            Files.writeString(file, text);
            assertThat(fixture.hook.getState()).as(text).isNull();
            assertThat(fixture.hook.isLoopActive("s")).as(text).isFalse();
        }
        assertThat(file).exists();
    }
}
