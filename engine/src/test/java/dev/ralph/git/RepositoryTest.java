package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
        Files.createDirectories(folder.resolve(".supercoin"));
        Files.writeString(folder.resolve(".supercoin/ralph-loop-state.json"), "ours");

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
    void a_worktree_has_the_objects_of_its_repository() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "work");
        repository.commit(index(), "Keep it", FIRST);
        Path other = scratch.resolve("another tree");
        git("worktree", "add", "-q", "--detach", other.toString());

        assertThat(Repository.at(other).orElseThrow().objects())
                .isEqualTo(repository.objects())
                .isEqualTo(folder.resolve(".git/objects").toRealPath());
    }

    @Test
    void a_plain_folder_is_no_repository() throws IOException {
        assertThat(Repository.at(Files.createDirectory(scratch.resolve("plain"))))
                .isEmpty();
    }

    @Test
    void a_commit_brings_its_own_paths_into_the_index_and_no_other() throws IOException {
        Files.writeString(folder.resolve("a"), "a");
        Files.writeString(folder.resolve("staged"), "s");
        String first = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Files.writeString(folder.resolve("staged"), "staged by the user");
        git("add", "staged");
        Files.writeString(folder.resolve("staged"), "s");
        Files.writeString(folder.resolve("a"), "b");

        String second = repository.commit(index(), "Keep more", SECOND).orElseThrow();

        assertThat(git("diff-tree", "-r", "--name-only", first, second)).isEqualTo("a");
        assertThat(git("diff-index", "--cached", "--name-only", "HEAD")).isEqualTo("staged");
        assertThat(git("show", ":staged")).isEqualTo("staged by the user");
        assertThat(git("show", ":a")).isEqualTo("b");
    }

    @Test
    void an_index_that_a_crash_left_behind_is_brought_up_to_date_by_the_next_call() throws IOException {
        Files.writeString(folder.resolve("a"), "a");
        assertThat(repository.commit(index(), "Keep it", FIRST)).isPresent();
        Path saved = Files.copy(folder.resolve(".git/index"), scratch.resolve("saved"));
        Files.writeString(folder.resolve("a"), "more");
        String second = repository.commit(index(), "Keep more", SECOND).orElseThrow();
        Files.copy(saved, folder.resolve(".git/index"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(repository.changes()).as("control").isNotEmpty();

        assertThat(repository.commit(index(), "Keep more", SECOND)).contains(second);
        assertThat(repository.changes()).isEmpty();
    }

    @Test
    void no_filter_runs_whatever_its_name_and_whatever_is_asked() throws IOException {
        Path ran = scratch.resolve("ran");
        for (String name : new String[] {"plain", "with=sign", "with.dot"}) {
            git("config", "filter." + name + ".clean", "touch '" + ran + "'; cat");
            git("config", "filter." + name + ".smudge", "touch '" + ran + "'; cat");
            git("config", "filter." + name + ".required", "true");
            Files.writeString(folder.resolve(name), "work");
        }
        Files.writeString(
                folder.resolve(".gitattributes"),
                "plain filter=plain\nwith=sign filter=with=sign\n* filter=with.dot\n");

        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();
        Files.writeString(folder.resolve("plain"), "more");
        assertThat(repository.changes()).isEqualTo(" M plain");
        repository.fingerprint();
        repository.snapshot(index());
        new AgentRepository(repository, scratch.resolve("tree")).make("ralph/t", commit);

        assertThat(ran).doesNotExist();
        new ProcessBuilder("git", "add", "-A")
                .directory(folder.toFile())
                .start()
                .onExit()
                .join();
        assertThat(ran).as("control: git runs it").exists();
    }

    @Test
    void a_filter_that_cannot_be_switched_off_stops_everything() throws IOException {
        Files.writeString(
                folder.resolve(".git/config"), "[filter \"n\u00e4me\"]\n\tclean = false\n", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> repository.changes())
                .isInstanceOf(GitFailed.class)
                .hasMessageContaining("filter");
    }

    @Test
    void a_configuration_that_leads_to_another_tree_is_not_followed() throws IOException {
        git(
                "config",
                "core.worktree",
                Files.createDirectory(scratch.resolve("other")).toString());

        assertThat(Repository.at(folder)).isEmpty();
    }

    @Test
    void a_repository_inside_is_committed_with_its_files() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Repository.init(inner);
        Files.writeString(inner.resolve("file"), "work");

        String commit = repository.commit(index(), "Keep it", FIRST).orElseThrow();

        assertThat(repository.files(commit)).containsExactly("inner/file");
    }

    @Test
    void names_survive_as_bytes() {
        byte[] bytes = {'a', '\n', (byte) 0xff, '%', ' ', '/', (byte) 0xc3, (byte) 0xbc, '"', '\\'};
        RawName name = RawName.of(bytes);

        assertThat(name.toBytes()).isEqualTo(bytes);
        assertThat(RawName.of(Path.of("/x"), Path.of("/x").resolve(name.path())))
                .isEqualTo(name);
        assertThatThrownBy(() -> new RawName("")).isInstanceOf(IllegalArgumentException.class);
    }

    private Path index() {
        return scratch.resolve("private-index");
    }

    private String git(String... arguments) throws IOException {
        return new Git(folder).run(Map.of(), arguments);
    }
}
