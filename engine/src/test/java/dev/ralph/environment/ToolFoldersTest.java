package dev.ralph.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is remembered of the search for repositories beside tools.
class ToolFoldersTest {
    @TempDir
    Path base;

    private Path tool;
    private Path machine;

    @BeforeEach
    void install() throws Exception {
        tool = base.resolve("tool");
        machine = base.resolve("machine");
        Files.createDirectories(tool.resolve("lib/parts/more"));
        do { // nothing is remembered of folders that changed a moment ago
            assertThat(holdsRepository()).isFalse();
        } while (remembered().isEmpty());
    }

    private boolean holdsRepository() {
        return ToolFolders.isRepositoryIn(tool, machine);
    }

    private List<Path> remembered() throws IOException {
        Path folder = machine.resolve("repositories");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void what_was_found_is_not_looked_for_again() throws Exception {
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Path answer = remembered().getFirst();
        Files.setLastModifiedTime(answer, longAgo);

        assertThat(holdsRepository()).isFalse();

        assertThat(Files.getLastModifiedTime(answer)).isEqualTo(longAgo);
    }

    @Test
    void a_repository_that_comes_to_lie_anywhere_in_it_is_found_though_none_was_before() throws Exception {
        Files.createDirectories(tool.resolve("lib/parts/more/client/.git"));

        assertThat(holdsRepository()).isTrue();
    }

    @Test
    void so_is_one_behind_a_folder_whose_times_were_set_back() throws Exception {
        Path more = tool.resolve("lib/parts/more");
        FileTime before = Files.getLastModifiedTime(more);
        Files.createDirectory(more.resolve(".git"));
        Files.setLastModifiedTime(more, before);

        assertThat(holdsRepository()).isTrue();
    }

    @Test
    void one_that_is_gone_is_not_found_any_more() throws Exception {
        Path git = Files.createDirectory(tool.resolve(".git"));
        assertThat(holdsRepository()).isTrue();
        Files.delete(git);

        assertThat(holdsRepository()).isFalse();
    }

    @Test
    void a_damaged_memory_is_none() throws Exception {
        Files.createDirectory(tool.resolve(".git"));
        Files.writeString(remembered().getFirst(), "false\n");

        assertThat(holdsRepository()).isTrue();
    }
}
