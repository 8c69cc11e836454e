package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.paths.StateLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovedAttemptsTest {
    private static final String LOOP = "loop-1";

    @TempDir
    Path base;

    private Path file;
    private RemovedAttempts removed;

    @BeforeEach
    void list() {
        StateLayout layout = StateLayout.inProject(base);
        file = layout.loop(LOOP).resolve("removed-attempts");
        removed = new RemovedAttempts(layout);
    }

    @Test
    void what_was_removed_once_stays_on_the_list() throws IOException {
        assertThat(removed.of(LOOP)).isEmpty();

        removed.add(LOOP, Set.of(2, 1));
        removed.add(LOOP, Set.of(7));

        assertThat(removed.of(LOOP)).containsExactly(1, 2, 7);
        assertThat(file).hasContent("1\n2\n7\n");
    }

    @Test
    void a_draft_that_a_killed_collection_left_does_not_count_and_is_not_in_the_way() throws IOException {
        removed.add(LOOP, Set.of(1));
        Files.writeString(file.resolveSibling("removed-attempts.new"), "1\n2\n1");

        assertThat(removed.of(LOOP)).containsExactly(1);
        removed.add(LOOP, Set.of(3));

        assertThat(removed.of(LOOP)).containsExactly(1, 3);
        assertThat(file.resolveSibling("removed-attempts.new")).doesNotExist();
    }

    @Test
    void a_list_is_read_whole_while_it_is_written() throws Exception {
        removed.add(LOOP, Set.of(1));
        try (var writer = Executors.newSingleThreadExecutor()) {
            Future<?> writing = writer.submit(() -> {
                for (int times = 0; times < 50; times++) {
                    removed.add(LOOP, IntStream.rangeClosed(1, 2000).boxed().toList());
                }
                return null;
            });
            while (!writing.isDone()) {
                assertThat(removed.of(LOOP).size()).isIn(1, 2000);
            }
            writing.get();
        }
    }

    @Test
    void a_torn_list_is_told_with_what_can_be_done() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[] {'1', '\n', 0, 0, 0});

        assertThatThrownBy(() -> removed.of(LOOP))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is damaged")
                .hasMessageContaining("move it away");
        assertThatThrownBy(() -> removed.add(LOOP, Set.of(2))).isInstanceOf(IOException.class);
    }
}
