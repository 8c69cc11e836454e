package dev.ralph.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Features on disk.
class SpecFolderTest {
    @TempDir
    private Path project;

    @Test
    void features_are_the_folders_below_the_specs() throws IOException {
        assertThat(SpecFolder.features(project)).isEmpty();
        Files.createDirectories(project.resolve(".kiro/specs/search"));
        Files.createDirectories(project.resolve(".kiro/specs/accounts"));
        Files.createDirectories(project.resolve(".kiro/specs/.hidden"));
        Files.writeString(project.resolve(".kiro/specs/notes.md"), "x");
        Files.createSymbolicLink(project.resolve(".kiro/specs/linked"), project);

        assertThat(SpecFolder.features(project)).containsExactly("accounts", "search");
    }

    @Test
    void documents_are_read_as_they_are_and_missing_ones_are_empty() throws IOException {
        SpecFolder folder = new SpecFolder(project, "search");
        Files.createDirectories(folder.path());
        Files.writeString(folder.file(SpecFile.TASKS), "\uFEFF- [ ] 1. Find\r\n");

        Feature feature = folder.read();

        assertThat(feature.tasks().text()).isEqualTo("\uFEFF- [ ] 1. Find\r\n");
        assertThat(feature.requirements().text()).isEmpty();
        assertThat(feature.lint()).extracting(SpecFinding::rule).startsWith("empty-document", "empty-document");
    }

    @Test
    void an_unknown_feature_is_refused_with_the_nearest_one() throws IOException {
        assertThatThrownBy(() -> new SpecFolder(project, "serach").read())
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("ralph spec new serach");
        Files.createDirectories(project.resolve(".kiro/specs/search"));

        assertThatThrownBy(() -> new SpecFolder(project, "serach").read())
                .isInstanceOf(RequestRefused.class)
                .hasMessage("there is no feature 'serach' in .kiro/specs; did you mean 'search'?");
        assertThatThrownBy(() -> new SpecFolder(project, "invoices").read())
                .hasMessage("there is no feature 'invoices' in .kiro/specs; there is search");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                ".git",
                "a/b",
                "a\\b",
                "../search",
                "a..b",
                "a\nb",
                "a\u0000b",
                "a\u202Eb",
                "/etc"
            })
    void names_that_lead_elsewhere_are_refused(String name) {
        assertThatThrownBy(() -> new SpecFolder(project, name)).isInstanceOf(RequestRefused.class);
    }

    @Test
    void links_folders_long_files_and_bytes_that_are_no_text_are_refused() throws IOException {
        SpecFolder folder = new SpecFolder(project, "search");
        Files.createDirectories(folder.path());
        Path tasks = folder.file(SpecFile.TASKS);
        Files.createSymbolicLink(tasks, Path.of("/etc/hostname"));
        assertThatThrownBy(folder::read).isInstanceOf(FileSystemException.class).hasMessageContaining("symbolic link");
        Files.delete(tasks);
        Files.createDirectory(tasks);
        assertThatThrownBy(folder::read)
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("not a regular file");
        Files.delete(tasks);
        Files.write(tasks, new byte[] {'a', (byte) 0xff});
        assertThatThrownBy(folder::read).isInstanceOf(RequestRefused.class).hasMessageContaining("not UTF-8");
        Files.write(tasks, new byte[(8 << 20) + 1]);
        assertThatThrownBy(folder::read).isInstanceOf(RequestRefused.class).hasMessageContaining("longer than 8 MB");
    }
}
