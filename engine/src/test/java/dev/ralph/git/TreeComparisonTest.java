package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What counts as a difference between two commits.
class TreeComparisonTest {
    @TempDir
    Path scratch;

    private Path folder;
    private Repository repository;
    private String before;
    private int commits;

    @BeforeEach
    void make() throws Exception {
        folder = Files.createDirectory(scratch.resolve("project"));
        repository = Repository.init(folder);
        Files.writeString(folder.resolve("a"), "one\ntwo\n");
        Files.writeString(folder.resolve("b"), "three\n");
        before = commit();
    }

    private String commit() throws Exception {
        return repository
                .commit(scratch.resolve("index"), "Keep it", Map.of("Ralph-Attempt", String.valueOf(++commits)))
                .orElseThrow();
    }

    private boolean isBlankOnly() throws Exception {
        return repository.comparison().isBlankOnly(before, commit());
    }

    @Test
    void blanks_at_line_ends_and_empty_lines_are_no_work() throws Exception {
        Files.writeString(folder.resolve("a"), "one  \n\ntwo\t\n\n");

        assertThat(isBlankOnly()).isTrue();
        assertThat(repository.comparison().isBlankOnly(before, before)).isTrue();
    }

    @Test
    void indentation_is_work() throws Exception {
        Files.writeString(folder.resolve("a"), "one\n  two\n");

        assertThat(isBlankOnly()).isFalse();
    }

    @Test
    void a_new_file_is_work_even_when_it_is_empty() throws Exception {
        Files.createFile(folder.resolve("c"));

        assertThat(isBlankOnly()).isFalse();
    }

    @Test
    void a_deleted_file_is_work() throws Exception {
        Files.delete(folder.resolve("b"));

        assertThat(isBlankOnly()).isFalse();
    }

    @Test
    void a_file_that_can_be_executed_now_is_work() throws Exception {
        assertThat(folder.resolve("b").toFile().setExecutable(true)).isTrue();

        assertThat(isBlankOnly()).isFalse();
    }

    @Test
    void bytes_that_are_no_text_are_work() throws Exception {
        Files.write(folder.resolve("a"), new byte[] {0, 1, 2});

        assertThat(isBlankOnly()).isFalse();
    }
}
