package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.bus.Bus;
import dev.ralph.bus.MessageDraft;
import dev.ralph.loop.Signal;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What counts as a wish to wait of the attempt that is running.
class MarkerFilesTest {
    @TempDir
    Path folder;

    TaskFolder task;
    Bus bus;
    MarkerFiles signals;

    @BeforeEach
    void make() {
        task = new TaskFolder(folder);
        bus = new Bus(task.bus(), InstantSource.system());
        signals = new MarkerFiles(task, InstantSource.system());
    }

    @Test
    void a_wish_that_overtook_the_news_of_its_run_counts() throws IOException {
        signals.attemptBegins();
        post("wait_without_restart");
        post("RUN_START");

        assertThat(signals.leftBy(Instant.now(), 0, null)).isEqualTo(Signal.WAIT_MESSAGE);
    }

    @Test
    void a_wish_of_an_earlier_run_in_the_same_second_does_not() throws IOException {
        Instant now = Instant.now();
        post("WAIT_WITHOUT_RESTART");
        signals.attemptBegins();
        post("RUN_START");

        assertThat(signals.leftBy(now, 0, null)).isNull();
    }

    @Test
    void the_word_alone_is_no_wish() throws IOException {
        signals.attemptBegins();
        bus.post(MessageDraft.of("INFO", "project", "never send wait_without_restart"));

        assertThat(signals.leftBy(Instant.now(), 0, null)).isNull();
    }

    @Test
    void after_a_rotation_times_decide() throws IOException {
        post("INFO");
        signals.attemptBegins();
        Instant began = Instant.now();
        Files.move(task.bus(), folder.resolve("archived.md"));
        assertThat(signals.leftBy(began, 0, null)).isNull();
        Files.writeString(task.bus(), "");
        bus.post(MessageDraft.of("wait_without_restart", "p", ""));
        assertThat(signals.leftBy(began, 0, null)).isEqualTo(Signal.WAIT_MESSAGE);
        assertThat(signals.leftBy(began.plusSeconds(5), 0, null)).isNull();
    }

    private void post(String type) throws IOException {
        bus.post(MessageDraft.of(type, "project", "a body that is longer than the others, so that sizes differ"));
    }
}
