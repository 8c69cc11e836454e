package dev.ralph.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What an agent may put in the place of a file, and what Ralph reads then.
@Timeout(30)
class UnlinkedFilesTest {
    @TempDir
    Path scratch;

    private Path home;
    private Path file;
    private Path secret;

    @BeforeEach
    void files() throws Exception {
        home = Files.createDirectories(scratch.resolve("tasks"));
        file = home.resolve("t/runs/r/output.md");
        Files.createDirectories(home.resolve("t/runs/r"));
        secret = Files.writeString(
                Files.createDirectories(scratch.resolve("elsewhere/r")).resolve("output.md"), "the secret");
    }

    private String read() throws Exception {
        return LenientText.read(home, file, 100);
    }

    @Test
    void a_file_is_read_whole_and_of_a_longer_one_its_end_or_nothing() throws Exception {
        Files.writeString(file, "0123456789");

        assertThat(read()).isEqualTo("0123456789");
        assertThat(LenientText.end(home, file, 4)).isEqualTo("6789");
        assertThat(new String(UnlinkedFiles.end(home, file, 100), StandardCharsets.UTF_8))
                .isEqualTo("0123456789");
        assertThatThrownBy(() -> LenientText.read(home, file, 9))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("longer than the 9 bytes");
    }

    @Test
    void a_link_in_the_place_of_a_file_or_of_a_folder_on_the_way_is_refused_and_named() throws Exception {
        Files.createSymbolicLink(file, secret);
        assertThatThrownBy(this::read)
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining(file + ": symbolic link not allowed here");
        assertThat(LenientText.end(home, file, 100)).isEmpty();
        assertThat(UnlinkedFiles.has(home, file)).isFalse();

        Files.delete(file);
        Files.delete(home.resolve("t/runs/r"));
        Files.delete(home.resolve("t/runs"));
        Files.createSymbolicLink(home.resolve("t/runs"), scratch.resolve("elsewhere"));
        assertThat(file).as("a link leads there").hasContent("the secret");
        assertThatThrownBy(this::read).hasMessageContaining(home.resolve("t/runs") + ": symbolic link");
        assertThat(LenientText.end(home, file, 100)).isEmpty();
        assertThatThrownBy(() -> Folders.below(home, file.getParent())).hasMessageContaining("symbolic link");
    }

    @Test
    void the_home_itself_may_be_a_link() throws Exception {
        Files.writeString(file, "text");
        Path link = Files.createSymbolicLink(scratch.resolve("link"), home);

        assertThat(LenientText.read(link, link.resolve("t/runs/r/output.md"), 100))
                .isEqualTo("text");
        Folders.below(link, link.resolve("t/runs/s"));
        assertThat(home.resolve("t/runs/s")).isDirectory();
    }

    @Test
    void a_pipe_a_folder_and_nothing_are_no_file() throws Exception {
        assertThatThrownBy(this::read).isInstanceOf(NoSuchFileException.class).hasMessage(file.toString());
        Files.createDirectory(file);
        assertThatThrownBy(this::read).hasMessageContaining("not a regular file");
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(this::read).hasMessageContaining("not a regular file");
        assertThat(LenientText.end(home, file, 100)).isEmpty();
    }

    @Test
    void what_does_not_lie_below_is_a_mistake() {
        assertThatThrownBy(() -> UnlinkedFiles.require(home, scratch))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not lie below");
    }
}
