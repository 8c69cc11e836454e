package dev.ralph.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsCommandTest {
    @TempDir
    Path folder;

    @Test
    void the_latest_run_is_shown_byte_by_byte() {
        loop("t", "printf 'no\\n'; exit 1", "printf 'a\\377\\033[31mb\\000\\r\\nend'; printf oops >&2; touch DONE");

        assertThat(logs("t").raw()).isEqualTo("a\u00ff\u001b[31mb\u0000\r\nend");
        assertThat(logs("t", "--stderr").out()).isEqualTo("oops");
        assertThat(logs("t", "--attempt", "1").out()).isEqualTo("no\n");
        assertThat(logs("--task", "t").raw()).isEqualTo(logs().raw());
        String json = logs("t", "--json").out();
        assertThat(json.lines()).hasSize(2);
        assertThat(json)
                .contains("\"attempt\":2,\"stream\":\"stdout\",\"line\":\"a\ufffd\\u001b[31mb\\u0000\\r\"}\n")
                .contains("\"line\":\"end\"}\n");
        String run = json.substring(json.indexOf("\"run_id\":\"") + 10, json.indexOf("\",\"attempt\""));
        assertThat(logs("t", "--run", run).raw()).isEqualTo(logs().raw());
        assertThat(logs("t", "--run", run, "--json").out()).isEqualTo(json);
        assertThat(logs("t", "-f").raw()).as("nothing runs, so -f ends").isEqualTo(logs().raw());
    }

    @Test
    void mistakes_are_named() {
        assertThat(logs().err()).contains("no task in ", " yet. Start one: ralph \"Fix the flaky test\"");
        loop("t", "touch DONE", "true");

        wrong("has no attempt 9; it has 1 so far", "t", "--attempt", "9");
        wrong("No task other in ", "other");
        wrong("is not a run id", "t", "--run", "../../x");
        wrong("is not a run id", "t", "--run", "..");
        wrong("no such run, or `ralph gc` has removed it", "t", "--run", "20200101-0000000000-1-1");
        wrong("has no run 20200101-0000000000-1-1", "t", "-f", "--run", "20200101-0000000000-1-1");
        wrong("exclude each other", "t", "--run", "x", "--attempt", "1");
        assertThat(logs("../t").err()).contains("is not usable");
    }

    @Test
    void following_shows_every_attempt_until_the_loop_ends() throws Exception {
        String first = "echo first; until test -e \"$TASK_FOLDER/go\"; do sleep 0.05; done; echo more; exit 1";
        Thread loop = Thread.ofPlatform().start(() -> loop("t", first, "echo second; touch DONE"));
        Waiting.until(() -> !logs("t").out().isEmpty());
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        String[] words = {"--dir", folder.toString(), "logs", "-f", "t"};
        Thread follow = Thread.ofPlatform()
                .start(() -> Main.run(words, new PrintStream(shown, true), new PrintStream(told, true), Map.of()));
        Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).equals("first\n"));

        Files.createFile(folder.resolve(".ralph/tasks/t/go"));

        follow.join();
        loop.join();
        assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("first\nmore\nsecond\n");
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("ralph: attempt 1, run ", "ralph: attempt 2, run ");
    }

    @Test
    void on_a_terminal_output_cannot_control_it() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        TerminalSink sink = new TerminalSink(new PrintStream(shown, true));
        byte[] bytes = "\u001b]0;x\u0007ü\t\r\na\rb\u009b".getBytes(StandardCharsets.UTF_8);
        for (byte each : bytes) {
            sink.write(new byte[] {each}, 0, 1);
        }
        sink.write(new byte[] {(byte) 0xe2, (byte) 0x82}, 0, 2);
        sink.end();

        assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("\ufffd]0;x\ufffdü\t\na\ufffdb\ufffd\ufffd\n");
    }

    @Test
    void a_line_of_any_length_takes_little_memory() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        JsonLinesSink sink = new JsonLinesSink(new PrintStream(shown, true), "r", 1, "stdout", false);
        byte[] much = "x".repeat(200_000).getBytes(StandardCharsets.UTF_8);
        sink.write(much, 0, much.length);
        sink.end();

        List<String> lines = shown.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(4).allSatisfy(line -> assertThat(line).hasSizeLessThan(70_000));
        assertThat(lines.get(2)).endsWith(",\"continues\":true}");
        assertThat(lines.get(3)).doesNotContain("continues");
    }

    @Test
    void the_hole_in_a_file_that_grew_too_large_is_told_in_a_line() throws Exception {
        Path path = folder.resolve("agent-stdout.txt");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write("head".repeat(1024).getBytes(StandardCharsets.UTF_8));
            file.seek(4096 + (3 << 20));
            file.write("tail\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(shown(path, LogFile.Zeros.LEFT_OUT))
                .isEqualTo("head".repeat(1024) + "\n[ralph: 3145728 bytes omitted]\ntail\n");
        assertThat(shown(path, LogFile.Zeros.MEANT)).hasSize(4096 + (3 << 20) + 5);

        byte[] zeros = new byte[10_000];
        zeros[9_999] = '\n';
        Files.write(path, zeros);
        assertThat(shown(path, LogFile.Zeros.LEFT_OUT).getBytes(StandardCharsets.UTF_8))
                .isEqualTo(zeros);
    }

    private static String shown(Path path, LogFile.Zeros row) throws IOException {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (LogFile file = LogFile.open(path, row)) {
            requireNonNull(file).copyTo(new RawSink(new PrintStream(shown, true)));
        }
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_task_is_shown_with_its_text_markers_loops_and_attempts() throws Exception {
        loop("t", "exit 3", "touch DONE");
        Files.createFile(folder.resolve(".ralph/tasks/t/DONE.rejected-1"));

        String page = TypedCommand.in(folder, "task", "show", "t").out();
        assertThat(page)
                .contains("task     t\n", "folder   " + folder.resolve(".ralph/tasks/t") + "\n")
                .contains("markers  DONE, DONE.rejected-1\n", "\ndo it\n", ": COMPLETED, ")
                .contains("exited 3", "exited 0");
        assertThat(TypedCommand.in(folder, "task", "show", "--json").out())
                .startsWith("{\"task\":\"t\",")
                .contains("\"text\":\"do it\"", "\"done\":true", "\"markers\":[\"DONE\",\"DONE.rejected-1\"]")
                .contains("\"outcome\":\"completed\"", "\"attempts\":2", "\"code\":3");
        TypedCommand missing = TypedCommand.in(folder, "task", "show", "other");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("No task other in");
        Files.createDirectories(folder.resolve(".ralph/tasks/new"));
        Files.writeString(folder.resolve(".ralph/tasks/new/TASK.md"), "later\n");
        assertThat(TypedCommand.in(folder, "task", "show", "new").out())
                .contains("markers  none\n", "later\n", "not started yet. Start it: ralph run --task new");
    }

    /// Runs one shell line in the first attempt and another one in all further ones.
    private TypedCommand loop(String task, String first, String then) {
        return TypedCommand.loop(
                folder, task, "if test ! -e tried; then touch tried; " + first + "; else " + then + "; fi");
    }

    private TypedCommand logs(String... words) {
        return TypedCommand.in(folder, List.of("logs"), words);
    }

    private void wrong(String message, String... words) {
        TypedCommand typed = logs(words);
        assertThat(typed.err()).contains(message);
        assertThat(typed.code()).isEqualTo(2);
    }
}
