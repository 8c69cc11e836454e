package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that misbehave, as `ralph run` meets them: none hangs the loop, floods it or outlives it.
class BadAgentsTest extends WithShell {
    private static final String DONE = "; touch \"$TASK_FOLDER/DONE\"";

    /// Processes whose environment names this test's folder; they live a minute at most by themselves.
    private long alive() throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process -> process.getFileName().toString().chars().allMatch(Character::isDigit))
                    .filter(this::isOurs)
                    .count();
        }
    }

    private boolean isOurs(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return environment.contains("TASK_FOLDER=" + shell.task("task-001") + "\0");
        } catch (IOException gone) {
            return false;
        }
    }

    private Shell.Said prompted(String file, String... more) {
        return shell.ralph(Stream.concat(Stream.of("run", "--task", "task-001", "--prompt-file", file), Stream.of(more))
                .toArray(String[]::new));
    }

    private Path lastRun() throws IOException {
        try (Stream<Path> runs = Files.list(shell.task("task-001").resolve("runs"))) {
            return runs.max(Comparator.comparingInt((Path run) -> run.toString().length())
                            .thenComparing(Comparator.naturalOrder()))
                    .orElseThrow();
        }
    }

    @Test
    void one_that_closes_its_input_and_reads_none_of_a_large_prompt_is_no_trouble() throws Exception {
        Path prompt = Files.writeString(folder.resolve("prompt.md"), "x".repeat(10 << 20));

        Shell.Said said = prompted(prompt.toString(), "--command", "exec <&-; echo on" + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(shell.ralph("logs", "task-001").out()).isEqualTo("on\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"namespace", "subreaper", "group"})
    void one_that_ignores_term_and_forks_daemons_is_ended_with_all_of_them(String containment) throws Exception {
        Shell.Said said = shell.runAt(
                containment,
                "--grace",
                "200ms",
                "--idle-timeout",
                "1s",
                "--max-restarts",
                "1",
                "--command",
                "trap '' TERM HUP; (setsid sleep 60 &); (trap '' TERM; sleep 60) & nohup sleep 60 & sleep 60");

        Assumptions.assumeFalse(said.code() == 2, containment + " does not work on this machine: " + said.err());
        assertThat(said.code()).isEqualTo(3);
        assertThat(said.lines())
                .containsSubsequence(
                        "Agent timeout after 1s, killing process group", "Process group killed, treating as failure");
        assertThat(alive()).isZero();
    }

    @Test
    void one_that_leaves_a_daemon_holding_its_output_does_not_hold_up_the_loop() throws Exception {
        long begin = System.nanoTime();

        Shell.Said said = shell.run("--command", "echo first; (sleep 60; echo late) & echo last" + DONE);

        assertThat(said.code()).isZero();
        assertThat((System.nanoTime() - begin) / 1_000_000_000).as("seconds").isLessThan(45);
        assertThat(shell.ralph("logs", "task-001").out()).isEqualTo("first\nlast\n");
        assertThat(alive()).isZero();
    }

    @Test
    void a_prompt_of_ten_megabytes_arrives_whole_in_every_attempt() throws Exception {
        String text = "0123456789abcdef\n".repeat(620_000);
        Path prompt = Files.writeString(folder.resolve("prompt.md"), text);

        Shell.Said said = prompted(
                prompt.toString(),
                "--restart-delay",
                "10ms",
                "--command",
                "cat > got-$(ls got-* 2>/dev/null | wc -l); [ -e got-1 ]" + DONE.replace(";", " &&"));

        assertThat(said.code()).isZero();
        assertThat(shell.task("task-001").resolve("TASK.md")).hasContent(text);
        for (String got : List.of("got-0", "got-1")) {
            assertThat(Files.readString(folder.resolve(got)).contains(text))
                    .as(got)
                    .isTrue();
        }
    }

    @Test
    void a_prompt_beyond_all_reason_is_refused_by_name() throws Exception {
        Path prompt = folder.resolve("prompt.md");
        try (var file = new RandomAccessFile(prompt.toFile(), "rw")) {
            file.setLength(100L << 20);
        }

        Shell.Said said = prompted(prompt.toString(), "--command", "touch ran");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("the prompt file " + prompt + " is too long: at most 16777216 bytes are taken");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(folder.resolve(".ralph")).doesNotExist();
    }

    @Test
    void a_prompt_that_never_ends_is_refused_by_name() {
        Shell.Said said = prompted("/dev/zero", "--command", "touch ran");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("the prompt file /dev/zero is too long: at most 16777216 bytes are taken");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void the_longest_prompt_there_may_be_fits_into_memory() throws Exception {
        Path prompt = Files.writeString(folder.resolve("prompt.md"), "é".repeat(8 << 20));

        Shell.Said said = shell.program(
                "run", "--task", "task-001", "--prompt-file", prompt.toString(), "--command", "cat >/dev/null" + DONE);

        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
        assertThat(shell.task("task-001").resolve("TASK.md")).hasSize(16 << 20);
    }

    @Test
    void a_text_of_the_task_that_grew_beyond_all_reason_is_named() throws Exception {
        Shell.Said said = shell.run("--command", "head -c 17000000 /dev/zero > \"$TASK_FOLDER/TASK.md\"; exit 1");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out())
                .contains(
                        "FAILED after 1 attempt\n",
                        "FAILED: the task's text " + shell.task("task-001").resolve("TASK.md") + " has 17000000 bytes");
    }

    @Test
    void invalid_text_nul_and_escape_sequences_are_kept_byte_by_byte_and_shown_harmlessly() throws Exception {
        Shell.Said said = shell.run(
                "--check",
                "printf '\\033]0;evil\\007\\377 not yet\\n'; [ -e second ]",
                "--command",
                "printf 'a\\377\\376b\\000c\\033[31mred\\033]0;title\\007\\n'; printf '\\033[2J' >&2; "
                        + "[ -e first ] && touch second; touch first" + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("COMPLETED after 2 attempts").doesNotContain("\033", "\007", "\0");
        byte[] bytes = "a\u00ff\u00feb\0c\033[31mred\033]0;title\007\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Files.readAllBytes(lastRun().resolve("agent-stdout.txt"))).isEqualTo(bytes);
        for (String[] command : new String[][] {
            {"status"}, {"task", "show", "task-001"}, {"status", "--json"}, {"task", "show", "task-001", "--json"}
        }) {
            Shell.Said shown = shell.ralph(command);
            assertThat(shown.code()).isZero();
            assertThat(shown.out()).doesNotContain("\033", "\007", "\0");
        }
        assertThat(Files.readString(lastRun().resolve("prompt.md")))
                .contains("not yet")
                .doesNotContain("\033");
    }

    @Test
    void a_line_of_a_hundred_megabytes_is_counted_whole_kept_in_part_and_can_be_looked_at() throws Exception {
        Shell.Said said = shell.runProgram(
                "group", "--command", "echo begin; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo end" + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(shell.ralph("status", "task-001", "--json").out()).contains("\"stdout_bytes\":100000011");
        Path kept = lastRun().resolve("agent-stdout.txt");
        assertThat(Files.size(kept)).isBetween(1_000_000L, 65_000_000L);
        try (InputStream text = Files.newInputStream(kept)) {
            assertThat(new String(text.readNBytes(8), StandardCharsets.UTF_8)).isEqualTo("begin\nxx");
            text.skipNBytes(Files.size(kept) - 8 - 6);
            assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("x\nend\n");
        }
    }
}
