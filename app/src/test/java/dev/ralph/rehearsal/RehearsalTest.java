package dev.ralph.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RehearsalTest {
    @TempDir
    Path folder = Path.of("");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void the_part_is_that_of_the_newest_run_folder() throws Exception {
        Path runs = Files.createDirectories(folder.resolve("task/runs"));
        String script = "attempt 1\nsay one\nattempt 2\nsay two\nexit 7\notherwise\nsay more";

        assertThat(play(script, Map.of())).isZero();
        for (int run = 1; run <= 3; run++) {
            Files.createDirectory(runs.resolve("run-" + run));
            int code = play(script, Map.of("JRUN_RUNS_DIR", runs.toString()));
            assertThat(code).isEqualTo(run == 2 ? 7 : 0);
        }

        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("one\none\ntwo\nmore\n");
    }

    @Test
    void an_attempt_that_the_script_does_not_know_is_trouble() {
        assertThatThrownBy(() -> play("attempt 2\ndone", Map.of()))
                .hasMessage("the script has no part for attempt 1: add it, or a part `otherwise`");
    }

    @Test
    void it_writes_appends_and_signals() throws Exception {
        Path task = Files.createDirectory(folder.resolve("task"));

        play(
                "attempt 1\nwrite deep/a.txt <<E\nx\nE\nappend deep/a.txt y z\ndone\nwait",
                Map.of("TASK_FOLDER", task.toString()));

        assertThat(folder.resolve("deep/a.txt")).hasContent("x\ny z\n");
        assertThat(task.resolve("DONE")).exists();
        assertThat(task.resolve("WAIT_WITHOUT_RESTART")).exists();
    }

    @Test
    void outside_a_loop_there_is_nowhere_to_signal() {
        assertThatThrownBy(() -> play("attempt 1\ndone", Map.of()))
                .hasMessage("TASK_FOLDER is not set: run the script inside a loop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../a.txt", "x/../../a.txt", "/tmp/ralph-rehearsal-outside", ".", "out/a.txt", "link"})
    void it_writes_nothing_outside_its_folder(String name) throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createSymbolicLink(inner.resolve("out"), outside);
        Files.createSymbolicLink(inner.resolve("link"), outside.resolve("target"));
        RehearsalScript script = RehearsalScript.parse("s", "attempt 1\nappend " + name + " text");

        assertThatThrownBy(() -> rehearsal(inner, Map.of()).play(script)).hasMessageContaining("not written");

        assertThat(outside).isEmptyDirectory();
        assertThat(folder.resolve("a.txt")).doesNotExist();
    }

    @Test
    void a_crash_is_a_real_one() throws Exception {
        Path script = Files.writeString(folder.resolve("s.txt"), "attempt 1\nsay bye\ncrash\nsay never");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.ralph.cli.Main",
                        "rehearse",
                        script.toString()))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("bye\n");
        assertThat(process.waitFor(Duration.ofSeconds(60))).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 9);
    }

    private int play(String script, Map<String, String> environment) throws Exception {
        return rehearsal(folder, environment).play(RehearsalScript.parse("s", script));
    }

    private Rehearsal rehearsal(Path where, Map<String, String> environment) {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new Rehearsal(where, environment, out, out);
    }
}
