package dev.ralph.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
    @TempDir
    Path scratch;

    @Test
    void what_is_missing_below_the_home_is_made() throws Exception {
        Folders.below(scratch, scratch.resolve("a/b/c"));
        Folders.below(scratch, scratch.resolve("a/b/c"));
        Folders.below(scratch, scratch);

        assertThat(scratch.resolve("a/b/c")).isDirectory();
    }

    @Test
    void a_home_that_is_gone_stays_away() {
        Path home = scratch.resolve("home");

        assertThatThrownBy(() -> Folders.below(home, home.resolve("a/b"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Folders.below(home, home)).isInstanceOf(NoSuchFileException.class);
        assertThat(home).doesNotExist();
    }

    @Test
    void a_file_in_the_way_is_told_and_no_link_is_followed() throws Exception {
        Path file = Files.createFile(scratch.resolve("file"));
        Path link = Files.createSymbolicLink(scratch.resolve("link"), Files.createDirectory(scratch.resolve("folder")));

        assertThatThrownBy(() -> Folders.below(scratch, file)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> Folders.below(scratch, link.resolve("inside")))
                .hasMessageContaining(link + ": symbolic link not allowed here");
        assertThatThrownBy(() -> Folders.below(scratch, link)).hasMessageContaining(link + ": symbolic link");

        assertThat(scratch.resolve("folder")).isEmptyDirectory();
    }

    @Test
    void another_folder_is_refused() {
        assertThatThrownBy(() -> Folders.below(scratch.resolve("home"), scratch.resolve("homeless")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not lie below");
    }

    @Test
    void a_home_that_is_moved_at_any_moment_never_comes_back() throws Exception {
        Path home = scratch.resolve("project");
        for (int round = 0; round < 300; round++) {
            Files.createDirectory(home);
            Path moved = scratch.resolve("moved-" + round);
            Thread mover = Thread.ofPlatform().start(() -> {
                try {
                    Files.move(home, moved);
                } catch (IOException impossible) {
                    throw new AssertionError(impossible);
                }
            });
            try {
                Folders.below(home, home.resolve("a/b/c/d"));
            } catch (NoSuchFileException gone) {
                assertThat(gone.getFile()).startsWith(home.toString());
            }
            mover.join();
            assertThat(home).doesNotExist();
        }
    }
}
