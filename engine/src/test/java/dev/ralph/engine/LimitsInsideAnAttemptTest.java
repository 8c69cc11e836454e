package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.attempt.ProjectDisk;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Limits that end an attempt in its middle: what is there stays, and the bus says which limit it was.
class LimitsInsideAnAttemptTest extends InScratchProject {
    @Test
    void an_attempt_that_prints_too_much_is_ended_and_its_work_is_there() throws Exception {
        ScratchLoop.Ended result = project.loop("echo work > work; yes; " + DONE)
                .set(SettingKeys.MAX_ATTEMPT_OUTPUT, 100_000L)
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.told())
                .contains("WARNING agent failed on restart #0: ended because it printed more than 100000 bytes");
        assertThat(folder.resolve("work")).hasContent("work");
    }

    @Test
    void the_loops_output_limit_ends_the_attempt_that_reaches_it() throws Exception {
        ScratchLoop.Ended result = project.loop("yes | head -c 60000; [ -e second ] && yes; touch second")
                .set(SettingKeys.MAX_OUTPUT, 100_000L)
                .maxRestarts(9)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(result.sentence()).startsWith("output limit (100000 bytes) reached: ");
        assertThat(project.told())
                .contains("WARNING agent failed on restart #1: ended because it printed more than 40000 bytes")
                .contains("ERROR task failed: " + result.sentence());
    }

    @Test
    void an_attempt_that_fills_the_project_is_ended_and_its_work_is_there() throws Exception {
        // It goes on until somebody ends it, so that nobody who frees space meanwhile can hide it.
        String filling = "mkdir -p fat; i=0; while [ $i -lt 200 ]; do i=$((i+1)); head -c 20000000 /dev/zero > fat/$i; "
                + "echo $i; sleep 0.1; done; " + DONE;

        ScratchLoop.Ended result = project.loop(filling)
                .set(SettingKeys.MAX_ATTEMPT_DISK, 50_000_000L)
                .pollInterval(Duration.ofMillis(100))
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.told())
                .contains("WARNING agent failed on restart #0: ended because it added more than 50 MB to the project");
        assertThat(folder.resolve("fat/1")).hasSize(20_000_000);
    }

    @Test
    void with_too_little_free_space_nothing_is_started_and_the_reason_says_so() throws Exception {
        ScratchLoop.Ended result = project.loop("touch ran; " + DONE)
                .set(SettingKeys.MIN_FREE_DISK, Long.MAX_VALUE - 1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(result.sentence()).contains(" free on the disk of ", "(min_free_disk). Free some space");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void the_search_counts_what_is_new_whatever_its_own_time_says_and_leaves_out_ralphs_files() throws Exception {
        Path state = Files.createDirectories(folder.resolve(".ralph"));
        Path old = Files.writeString(folder.resolve("old"), "old old old");
        Path begin = writtenAfter(old, state.resolve("begin"));
        Path archive = Files.writeString(folder.resolve("new"), "12345");
        Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("old"));
        Files.writeString(state.resolve("output"), "much");
        ProjectDisk disk = new ProjectDisk(folder, state, List.of(), null);

        assertThat(disk.grownBy(folder, old).written(1000)).isEqualTo(16);
        assertThat(disk.grownBy(folder, begin).written(1000)).isEqualTo(5);
        assertThat(disk.grownBy(folder, begin).written(3)).isEqualTo(3);
        assertThat(disk.free()).isEqualTo(Long.MAX_VALUE);
    }

    /// The clock of a file system is coarse.
    private static Path writtenAfter(Path older, Path file) throws IOException {
        FileTime before = (FileTime) Files.getAttribute(older, "unix:ctime");
        do {
            Files.writeString(file, "");
        } while (((FileTime) Files.getAttribute(file, "unix:ctime")).compareTo(before) <= 0);
        return file;
    }
}
