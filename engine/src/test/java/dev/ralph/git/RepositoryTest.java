package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git in a scratch folder.
class RepositoryTest {
    private static final Map<String, String> FIRST = Map.of("Ralph-Loop", "loop-1", "Ralph-Attempt", "1");
    private static final Map<String, String> SECOND = Map.of("Ralph-Loop", "loop-1", "Ralph-Attempt", "2");

    @TempDir
    Path scratch;

    Path folder;
    Repository repository;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(scratch.resolve("a project"));
        repository = Repository.init(folder);
    }

    @Test
    void the_first_commit_of_a_repository_holds_all_but_our_own_files() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        Files.createDirectories(folder.resolve(".ralph/tasks"));
        Files.writeString(folder.resolve(".ralph/tasks/secret.txt"), "ours");

        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();

        assertThat(repository.files(commit)).containsExactly("work.txt");
        assertThat(git("log", "-1", "--format=%s/%(trailers:key=Ralph-Attempt,valueonly)"))
                .isEqualTo("Keep it/1");
        assertThat(repository.changes()).isEmpty();
    }

    @Test
    void files_are_named_as_they_are() throws IOException {
        Files.writeString(folder.resolve("a \"quoted\"\tname"), "work");
        Files.writeString(folder.resolve("grün"), "work");

        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();

        assertThat(repository.files(commit)).containsExactly("a \"quoted\"\tname", "grün");
    }

    @Test
    void nothing_new_is_no_commit() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        assertThat(repository.commit(index(), "Keep it", FIRST)).isPresent();

        assertThat(repository.commit(index(), "Again", SECOND)).isEmpty();
    }

    @Test
    void nothing_at_all_is_no_commit_whatever_the_repository_hashes_with() throws IOException {
        assertThat(repository.commit(index(), "Nothing", FIRST)).isEmpty();
        folder = Files.createDirectory(scratch.resolve("sha256"));
        git("init", "-q", "--object-format=sha256");

        assertThat(Repository.at(folder).orElseThrow().commit(index(), "Nothing", FIRST))
                .isEmpty();
    }

    @Test
    void what_was_committed_before_a_crash_is_not_committed_again() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Files.writeString(folder.resolve("work.txt"), "more");

        assertThat(repository.commit(index(), "Keep it", FIRST)).contains(commit);
        assertThat(repository.changes()).isEqualTo(" M work.txt");
    }

    @Test
    void it_is_found_also_below_commits_that_somebody_else_made_meanwhile() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Files.writeString(folder.resolve("theirs.txt"), "theirs");
        assertThat(repository.commit(index(), "A person's", Map.of("Signed-off-by", "somebody")))
                .isPresent();

        assertThat(repository.commit(index(), "Keep it", FIRST)).contains(commit);
        assertThat(git("rev-list", "--count", "HEAD")).isEqualTo("2");
    }

    @Test
    void a_program_that_the_repository_names_for_signatures_is_not_run() throws IOException {
        Path ran = scratch.resolve("ran");
        Path program = Files.writeString(scratch.resolve("gpg"), "#!/bin/sh\ntouch '" + ran + "'\n");
        program.toFile().setExecutable(true);
        git("config", "gpg.program", program.toString());
        git("config", "log.showSignature", "true");
        Files.writeString(folder.resolve("work.txt"), "work");
        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Path signed = Files.writeString(
                scratch.resolve("signed"),
                git("cat-file", "commit", commit)
                                .replaceFirst("(?m)^$", "gpgsig -----BEGIN PGP SIGNATURE-----\n -----END\n")
                        + "\n");
        git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", signed.toString()));
        git("-c", "log.showSignature=true", "log");
        assertThat(ran).as("control: git runs it").exists();
        Files.delete(ran);
        Files.writeString(folder.resolve("work.txt"), "more");

        assertThat(repository.commit(index(), "Keep more", SECOND)).isPresent();
        assertThat(ran).doesNotExist();
    }

    @Test
    void a_branch_that_moves_meanwhile_is_not_moved_back() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Files.writeString(folder.resolve(".git/refs/heads/main.lock"), "");
        Files.writeString(folder.resolve("work.txt"), "more");

        assertThatThrownBy(() -> repository.commit(index(), "Keep more", SECOND))
                .isInstanceOf(GitFailed.class)
                .hasMessageContaining("update-ref");
        assertThat(git("rev-parse", "HEAD")).isEqualTo(commit);
    }

    @Test
    void a_command_that_was_interrupted_says_so() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> repository.changes())
                    .isInstanceOf(GitFailed.class)
                    .hasMessageContaining("was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void a_plain_folder_is_no_repository() throws IOException {
        assertThat(Repository.at(Files.createDirectory(scratch.resolve("plain"))))
                .isEmpty();
    }

    private Path index() {
        return scratch.resolve("private-index");
    }

    private String git(String... arguments) throws IOException {
        return new Git(folder).run(Map.of(), arguments);
    }
}
