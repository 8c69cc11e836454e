package dev.ralph.session;

import static dev.ralph.session.Scene.SESSION;
import static dev.ralph.session.Scene.TASK;
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

class LoopStatesTest extends WithScene {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void the_state_lies_at_the_documented_path_in_the_documented_form() throws Exception {
        scene.hook.startLoop(
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

        scene.turn("working");
        assertThat(Files.readString(scene.stateFile()))
                .contains("\"iteration\": 2,")
                .endsWith("  \"description\": \"greeting\",\n  \"lastIterationAt\": \"2030-01-01T00:00:00.500Z\"\n}");
    }

    @Test
    void what_was_written_is_read_again() {
        String task = "a\tb\r\n\u2028 \\ / \" \ud800 lone, " + "x".repeat(100_000);
        scene.hook.startLoop(SESSION, task, new StartLoopOptions(3, "Ünïcode 🚀", "d"));

        assertThat(scene.newHook().getState(SESSION))
                .isEqualTo(new RalphLoopState(true, 1, 3, "Ünïcode 🚀", START, task, SESSION, null, "d"));
    }

    @Test
    void iterations_are_counted_in_the_file() throws Exception {
        scene.start();
        scene.turn("one");
        scene.turn("two");

        assertThat(scene.elsewhere(SESSION).iteration()).isEqualTo(3);
        assertThat(Files.readString(scene.stateFile())).contains("\"iteration\": 3,");
    }

    @Test
    void a_cleared_state_leaves_no_file_of_a_loop() throws Exception {
        scene.start();
        scene.hook.cancelLoop(SESSION);

        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactly("ralph-loop-state.lock");
        }
    }

    @Test
    void the_folder_of_the_state_is_configurable() {
        Path other = folder.resolve("elsewhere");
        scene.configured(RalphLoopConfig.DEFAULT.withStateDir(other));
        scene.hook.startLoop(SESSION, TASK);

        assertThat(other.resolve("ralph-loop-state.json")).exists();
        assertThat(folder.resolve(".supercoin")).doesNotExist();
    }

    @Test
    void without_a_session_the_newest_loop_is_meant() {
        assertThat(scene.hook.getState()).isNull();
        scene.hook.startLoop("a", TASK);
        scene.pass(10);
        scene.hook.startLoop("b", TASK);
        assertThat(scene.newest().sessionId()).isEqualTo("b");

        scene.hook.cancelLoop("b");
        assertThat(scene.newest().sessionId()).isEqualTo("a");
        assertThat(Files.exists(scene.stateFile())).isTrue();
        scene.hook.cancelLoop("a");
        assertThat(scene.hook.getState()).isNull();
        assertThat(Files.exists(scene.stateFile())).isFalse();
    }

    @Test
    void whoever_deletes_the_documented_file_has_cancelled_its_loop() throws Exception {
        scene.start();
        scene.host.says(SESSION, "working");
        scene.idle();
        Files.delete(scene.stateFile());
        scene.pass(60_000);

        assertThat(scene.hook.isLoopActive(SESSION)).isFalse();
        assertThat(scene.host.prompts).isEmpty();
        scene.hook.startLoop("other", TASK);
        assertThat(scene.hook.isLoopActive(SESSION)).as("it never comes back").isFalse();
    }

    @Test
    void what_people_change_in_the_documented_file_counts() throws Exception {
        scene.start();
        scene.turn("working");
        String state = Files.readString(scene.stateFile());
        Files.writeString(
                scene.stateFile(),
                "\ufeff"
                        + state.replace("\"maxIterations\": 100", "\"maxIterations\": 3")
                                .replace("\n", "\r\n"));
        scene.turn("working");
        scene.turn("working");
        assertThat(scene.host.notices.getLast().message()).contains("Max iterations (3)");
    }

    @Test
    void a_loop_that_is_set_inactive_by_hand_rests() throws Exception {
        scene.start();
        Files.writeString(
                scene.stateFile(),
                Files.readString(scene.stateFile()).replace("\"active\": true", "\"active\": false"));
        scene.turn("working");

        assertThat(scene.hook.isLoopActive(SESSION)).isFalse();
        assertThat(scene.hook.getState(SESSION)).isNotNull();
        assertThat(scene.host.prompts).isEmpty();
    }

    @Test
    void a_state_that_the_program_of_the_document_wrote_is_taken_over() throws Exception {
        Files.createDirectories(folder.resolve(".supercoin"));
        Files.writeString(scene.stateFile(), """
                {"active":true,"iteration":4,"maxIterations":9,"completionPromise":"ALL_FIXED",
                 "startedAt":"2029-12-31T23:00:00.000Z","prompt":"Fix it","sessionId":"ses_1","future":{"x":[1]}}""");
        scene.turn("working");

        assertThat(scene.host.prompts.getFirst()).startsWith(SESSION + ": [RALPH LOOP - ITERATION 5/9]");
        assertThat(scene.iteration()).isEqualTo(5);
    }

    @Test
    void a_damaged_documented_file_is_told_and_ends_no_loop() throws Exception {
        scene.start();
        for (String damaged : List.of("", "{", "[]", "null", "{\"active\":", "\0\0\0", "{\"iteration\":{}}")) {
            Files.writeString(scene.stateFile(), damaged);
            assertThat(scene.hook.isLoopActive(SESSION)).as(damaged).isTrue();
        }
        assertThat(scene.host.logged()).anyMatch(line -> line.startsWith("[ralph-loop] Failed to read state: "));
        scene.turn("working");
        assertThat(Files.readString(scene.stateFile())).contains("\"iteration\": 2,");
    }

    @Test
    @Timeout(30)
    void what_lies_in_the_place_of_a_state_file_is_refused_and_not_waited_for() throws Exception {
        Files.createDirectories(folder.resolve(".supercoin"));
        Assumptions.assumeTrue(
                new ProcessBuilder("mkfifo", scene.stateFile().toString())
                                .start()
                                .waitFor()
                        == 0,
                "mkfifo is missing");
        assertThat(scene.hook.getState()).isNull();
        Files.delete(scene.stateFile());

        Files.createDirectory(scene.stateFile());
        assertThat(scene.hook.getState()).isNull();
        Files.delete(scene.stateFile());

        Files.write(scene.stateFile(), new byte[9 << 20]);
        assertThat(scene.hook.getState()).isNull();
        assertThat(scene.host.logged())
                .anyMatch(line -> line.endsWith("it is not a file"))
                .anyMatch(line -> line.endsWith("bytes"));
        assertThat(scene.hook.startLoop(SESSION, TASK))
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
            assertThat(scene.hook.startLoop(name, "task of " + name)).as(name).isTrue();
        }
        for (String name : names) {
            assertThat(scene.state(name).prompt()).isEqualTo("task of " + name);
        }
        assertThat(names.stream().map(SessionFileName::of))
                .doesNotHaveDuplicates()
                .allMatch(file -> file.matches("[-a-z0-9_%]+\\.json"));
    }

    @Test
    void a_clock_that_is_set_back_mixes_nothing_up() throws Exception {
        scene.start();
        scene.clock.jump(Duration.ofDays(-365));
        scene.hook.startLoop("ses_2", TASK);
        assertThat(scene.newest().sessionId()).isEqualTo("ses_2");
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();

        scene.turn("working");
        assertThat(scene.iteration()).isEqualTo(2);
        scene.host.says("ses_2", Message.assistant("<promise>DONE</promise>").at(scene.clock.instant()));
        scene.hook.handle(new Idle("ses_2"));
        assertThat(scene.hook.isLoopActive("ses_2")).isFalse();
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
            assertThat(scene.hook.getState(session))
                    .isEqualTo(new RalphLoopState(
                            true, 2, 30, "FIXED", Instant.parse("2029-12-31T00:00:00Z"), "Do it", session, null, null));
            scene.host.says(session, "working");
            scene.hook.handle(new Idle(session));
            scene.pass(2_000);
            assertThat(file).doesNotExist();
            assertThat(file.resolveSibling("ralph-loop.local.md.imported")).exists();
            assertThat(scene.state(session).iteration()).isEqualTo(3);
            assertThat(scene.hook.cancelLoop(session)).isTrue();
            assertThat(scene.hook.getState(session)).isNull();
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
            assertThat(scene.hook.getState()).as(text).isNull();
            assertThat(scene.hook.isLoopActive("s")).as(text).isFalse();
        }
        assertThat(file).exists();
    }
}
