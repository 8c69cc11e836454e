package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is remembered of a repository, and what makes it forgotten.
class KnownRepositoriesTest {
    @TempDir
    Path scratch;

    private Path folder = Path.of("");

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(scratch.resolve("project"));
        Repository.init(folder);
        git("config", "user.name", "me");
        git("config", "user.email", "me@example.com");
        Files.writeString(folder.resolve("a"), "a");
        git("add", "-A");
        git("commit", "-qm", "first");
        awaitRest();
    }

    @Test
    void the_place_of_a_repository_is_asked_for_once() throws Exception {
        Repository first = Repository.at(folder).orElseThrow();

        assertThat(KnownRepositories.at(folder)).isNotNull();
        Repository again = Repository.at(folder).orElseThrow();
        assertThat(again.top()).isEqualTo(first.top());
        assertThat(again.gitDir()).isEqualTo(first.gitDir());
        assertThat(KnownRepositories.files(first.gitDir())).isPresent();
    }

    @Test
    void what_is_checked_out_is_seen_by_the_configuration_that_others_ask_for_next() throws Exception {
        Repository repository = Repository.at(folder).orElseThrow();
        assertThat(KnownRepositories.files(repository.gitDir())).isEmpty();

        GitHead head = repository.head();

        assertThat(head.branch()).isEqualTo(git("symbolic-ref", "HEAD"));
        assertThat(head.commit()).isEqualTo(git("rev-parse", "HEAD"));
        assertThat(KnownRepositories.files(repository.gitDir())).isPresent();
    }

    @Test
    void what_was_written_a_moment_ago_is_not_remembered() throws Exception {
        git("config", "core.abbrev", "12");
        assertThat(Repository.at(folder)).isPresent();

        assertThat(known()).isNull();
    }

    @Test
    void a_configuration_that_changes_is_read_again() throws Exception {
        Repository repository = remembered();
        Path ran = scratch.resolve("ran");
        git("config", "filter.f.clean", "touch '" + ran + "'; cat");
        Files.writeString(folder.resolve(".gitattributes"), "* filter=f\n");
        Files.writeString(folder.resolve("a"), "more");

        assertThat(repository.changes()).contains("M a");
        assertThat(ran).doesNotExist();

        git(
                "config",
                "core.worktree",
                Files.createDirectory(scratch.resolve("other")).toString());
        assertThat(Repository.at(folder)).isEmpty();
    }

    @Test
    void a_configuration_that_leads_elsewhere_is_not_believed() throws Exception {
        git("config", "include.path", scratch.resolve("not there yet").toString());
        awaitRest();
        assertThat(Repository.at(folder)).isPresent();
        assertThat(known()).isNull();
        assertThat(KnownRepositories.files(folder.resolve(".git"))).isEmpty();
    }

    @Test
    void a_repository_that_is_made_inside_or_goes_away_is_noticed() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        assertThat(Repository.at(inside)).isPresent();
        assertThat(KnownRepositories.at(inside)).isNotNull();

        Repository.init(inside);
        assertThat(Repository.at(inside).orElseThrow().top()).isEqualTo(inside.toRealPath());

        remembered();
        Files.move(folder.resolve(".git"), scratch.resolve("moved.git"));
        assertThat(Repository.at(folder)).isEmpty();
    }

    @Test
    void what_is_checked_out_is_seen_as_git_sees_it() throws Exception {
        Repository repository = remembered();
        String first = git("rev-parse", "HEAD");
        assertThat(repository.head()).isEqualTo(new GitHead("refs/heads/main", first));

        git("checkout", "-qb", "a/branch");
        assertThat(repository.head()).isEqualTo(new GitHead("refs/heads/a/branch", first));
        git("commit", "-q", "--allow-empty", "-m", "second");
        assertThat(repository.head()).isEqualTo(new GitHead("refs/heads/a/branch", git("rev-parse", "HEAD")));
        git("pack-refs", "--all");
        assertThat(repository.head()).isEqualTo(new GitHead("refs/heads/a/branch", git("rev-parse", "HEAD")));
        git("checkout", "-q", "--detach", first);
        assertThat(repository.head()).isEqualTo(new GitHead(null, first));
        git("checkout", "-q", "--orphan", "empty");
        assertThat(repository.head()).isEqualTo(new GitHead("refs/heads/empty", null));
    }

    private Repository remembered() throws IOException {
        assertThat(Repository.at(folder)).isPresent();
        assertThat(known()).isNotNull();
        return Repository.at(folder).orElseThrow();
    }

    private KnownRepositories.@Nullable Place known() {
        return KnownRepositories.at(folder);
    }

    private String git(String... words) throws IOException {
        return new Git(folder).run(Map.of(), words);
    }

    /// By the clock of the file system.
    private void awaitRest() throws IOException {
        Path now = scratch.resolve("now");
        FileTime before = Files.getLastModifiedTime(Files.writeString(now, ""));
        long least = before.toMillis() + 200;
        while (Files.getLastModifiedTime(Files.writeString(now, "")).toMillis() < least) {
            Thread.onSpinWait();
        }
    }
}
