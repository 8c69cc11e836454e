package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Outcome;
import dev.ralph.paths.LenientText;
import dev.ralph.store.JournalUnusable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Agents and days that the loop survives.
class NastyAgentsTest extends InScratchProject {
    @Test
    void a_prompt_of_ten_megabytes_arrives_whole() throws Exception {
        String prompt = "0123456789abcde\n".repeat(10 << 16);

        ScratchLoop.Ended result =
                project.loop("cat > stdin; " + DONE).prompt(prompt).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(Files.size(folder.resolve("stdin"))).isGreaterThan(10 << 20);
        assertThat(Files.readString(folder.resolve("stdin")).endsWith(prompt)).isTrue();
    }

    @Test
    void an_agent_that_closes_stdin_or_never_reads_it_does_no_harm() throws Exception {
        ScratchLoop.Ended result = project.loop("exec <&-; sleep 0.1; " + DONE)
                .prompt("0123456789abcde\n".repeat(10 << 16))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void an_agent_that_deletes_its_own_task_folder_loses_nothing_but_its_files() throws Exception {
        List<String> warnings = new CopyOnWriteArrayList<>();

        ScratchLoop.Ended result = project.loop(COUNT
                        + "if [ $(wc -l < count) = 1 ]; then rm -rf \"$TASK_FOLDER\"; exit 1; fi; cat > stdin; " + DONE)
                .warnings(warnings::add)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(project.read(project.task().taskFile())).isEqualTo("Do the thing");
        assertThat(project.read(folder.resolve("stdin"))).endsWith("Do the thing");
        assertThat(project.told()).last().isEqualTo("INFO task completed (DONE marker present, no active children)");
    }

    @Test
    void output_that_is_no_text_is_kept_byte_for_byte() throws Exception {
        project.loop("printf 'a\\377\\000\\300b\\n'; printf '\\200\\000err' >&2; " + DONE + "exit 5")
                .maxRestarts(1)
                .run();

        assertThat(Files.readAllBytes(project.runs().getFirst().stdout()))
                .isEqualTo("a\u00ff\u0000\u00c0b\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(Files.readAllBytes(project.runs().getFirst().output()))
                .isEqualTo("a\u00ff\u0000\u00c0b\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(project.told()).anyMatch(line -> line.startsWith("RUN_CRASH"));
    }

    @Test
    void a_line_of_a_hundred_megabytes_is_counted_and_stored_within_the_limit() throws Exception {
        ScratchLoop.Ended result = project.loop("head -c 100000000 /dev/zero | tr '\\0' x; " + DONE)
                .set(SettingKeys.IDLE_TIMEOUT, Duration.ofMinutes(2))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        Path stdout = project.runs().getFirst().stdout();
        assertThat(Files.size(stdout)).isBetween(1L << 20, (64L << 20) + 4096);
        String head = LenientText.tail(stdout, 1, 100);
        assertThat(head).endsWith("xxx");
        try (var lines = Files.newInputStream(stdout)) {
            byte[] all = lines.readAllBytes();
            assertThat(new String(all, StandardCharsets.ISO_8859_1).contains("bytes omitted]"))
                    .isTrue();
        }
    }

    @Test
    void a_task_text_in_any_bytes_is_handed_on() throws Exception {
        Files.createDirectories(project.task().path());
        Files.write(project.task().taskFile(), new byte[] {'d', 'o', (byte) 0xff, 0, '!'});

        ScratchLoop.Ended result = project.loop("cat > stdin; " + DONE).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.read(folder.resolve("stdin"))).endsWith("do\ufffd\u0000!");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pipe_in_the_place_of_the_tasks_text_ends_the_loop_with_its_name_instead_of_hanging_it() throws Exception {
        ScratchLoop.Ended result = project.loop("cd \"$TASK_FOLDER\"; rm TASK.md; mkfifo TASK.md; exit 1")
                .maxRestarts(2)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.sentence())
                .contains(project.task().taskFile().toString())
                .contains("not a regular file; remove it");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pipe_in_the_place_of_its_own_output_hangs_nothing() throws Exception {
        ScratchLoop.Ended result = project.loop(
                        "echo printed; cd \"$RUN_FOLDER\"; rm agent-stdout.txt; mkfifo agent-stdout.txt; " + DONE)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.runs().getFirst().output()).exists();
    }

    @Test
    void a_project_folder_that_vanishes_ends_the_loop_with_its_name() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        ScratchProject inside = new ScratchProject(home);
        ScratchLoop loop = inside.loop("rm -rf \"$PWD\"; exit 1");
        String told;
        try {
            ScratchLoop.Ended result = loop.run();
            assertThat(result.outcome()).isIn(Outcome.FAILED, Outcome.FATAL);
            assertThat(result.attempts()).isLessThanOrEqualTo(2);
            told = result.sentence();
        } catch (JournalUnusable | IOException trouble) {
            told = String.valueOf(trouble.getMessage());
        }

        assertThat(told).contains(home.toString());
    }
}
