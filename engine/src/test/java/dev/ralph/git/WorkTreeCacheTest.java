package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A snapshot that is the very object of the look before shows that git was not asked.
class WorkTreeCacheTest {
    private static final Map<String, String> FIRST = Map.of("Ralph-Loop", "loop-1", "Ralph-Attempt", "1");

    @TempDir
    Path scratch;

    Path folder;
    Repository repository;
    WorkTreeCache tree;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(scratch.resolve("a project"));
        repository = Repository.init(folder);
        write("work.txt", "work");
        write("code/deep/file", "one");
        write("code/script", "run");
        write("logs/debug.log", "ignored");
        write("target/out/built", "ignored");
        write(".gitignore", "*.log\n/target/\n");
        write(".ralph/state", "ours");
        Files.createDirectories(folder.resolve("empty"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("work.txt"));
        tree = repository.seen(scratch.resolve("ours/index"));
    }

    @Test
    void a_look_that_finds_nothing_changed_asks_nobody() throws IOException {
        Snapshot settled = settled();

        write("target/out/built", "ignored folders are not looked into");
        write(".ralph/more", "ours");

        assertThat(tree.snapshot()).isSameAs(settled).isEqualTo(fresh());
    }

    /// Something that somebody does to a working tree.
    enum Deed {
        SAME_LENGTH_AND_TIME,
        NEW_FILE,
        NEW_FILE_IN_AN_EMPTY_FOLDER,
        NEW_FILE_AMONG_IGNORED_ONES,
        NEW_FILE_IN_A_NEW_FOLDER,
        DELETED,
        EXECUTABLE,
        LINK_LEADS_ELSEWHERE,
        FILE_BECOMES_FOLDER,
        RENAMED,
        RULE_ADDED,
        RULE_REMOVED,
        RULE_IN_A_FOLDER,
        RULE_OF_THE_REPOSITORY,
        RULE_OF_THE_CONFIGURATION
    }

    @ParameterizedTest
    @EnumSource
    void whatever_is_done_is_seen(Deed deed) throws IOException {
        write("vendor/kept", "a folder that will be ignored");
        write("secret/key", "ignored by the repository");
        write(".git/info/exclude", "/secret\n");
        Snapshot settled = settled();

        act(deed);

        Snapshot seen = tree.snapshot();
        assertThat(seen).isEqualTo(fresh()).isNotSameAs(settled);
        write("secret/key", "changed");
        write("target/out/built", "changed");
        write("notes/a", "changed");
        assertThat(tree.snapshot()).isEqualTo(fresh());
    }

    private void act(Deed deed) throws IOException {
        switch (deed) {
            case SAME_LENGTH_AND_TIME -> {
                Path file = folder.resolve("work.txt");
                FileTime time = Files.getLastModifiedTime(file);
                Files.writeString(file, "WORK");
                Files.setLastModifiedTime(file, time);
            }
            case NEW_FILE -> write("new", "new");
            case NEW_FILE_IN_AN_EMPTY_FOLDER -> write("empty/new", "new");
            case NEW_FILE_AMONG_IGNORED_ONES -> write("logs/new", "new");
            case NEW_FILE_IN_A_NEW_FOLDER -> write("code/new/new", "new");
            case DELETED -> Files.delete(folder.resolve("code/deep/file"));
            case EXECUTABLE ->
                Files.setPosixFilePermissions(
                        folder.resolve("code/script"), PosixFilePermissions.fromString("rwxr-xr-x"));
            case LINK_LEADS_ELSEWHERE -> {
                Files.delete(folder.resolve("link"));
                Files.createSymbolicLink(folder.resolve("link"), Path.of("else.txt"));
            }
            case FILE_BECOMES_FOLDER -> {
                Files.delete(folder.resolve("code/script"));
                write("code/script/inside", "new");
            }
            case RENAMED -> Files.move(folder.resolve("work.txt"), folder.resolve("named.txt"));
            case RULE_ADDED -> {
                write(".gitignore", "*.log\n/target/\n/notes/\n");
                write("notes/a", "new");
            }
            case RULE_REMOVED -> write(".gitignore", "*.log\n");
            case RULE_IN_A_FOLDER -> write("target/../.gitignore", "!*.log\n");
            case RULE_OF_THE_REPOSITORY -> write(".git/info/exclude", "");
            case RULE_OF_THE_CONFIGURATION -> {
                write("../rules", "/notes/\n");
                write("notes/a", "new");
                git("config", "core.excludesFile", scratch.resolve("rules").toString());
            }
        }
    }

    /// Faster than the clock of any file system.
    @Test
    void changes_of_the_same_moment_are_seen() throws IOException {
        settled();
        for (int i = 0; i < 60; i++) {
            write("work.txt", String.format("%04d", i));
            assertThat(tree.snapshot().tree()).as("change " + i).isEqualTo(fresh().tree());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatever_is_done_at_random_is_seen(int seed) throws IOException {
        Random random = new Random(seed);
        List<String> names = List.of(
                "work.txt",
                "code/deep/file",
                "code/b",
                "empty/x",
                "a/b/c",
                "target/x",
                "x.log",
                "logs/y",
                ".gitignore");
        List<String> rules = List.of("*.log\n", "/target/\n", "/a/\n", "code\n", "!x.log\n", "");
        for (int step = 0; step < 60; step++) {
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(4)) {
                case 0 -> Files.deleteIfExists(folder.resolve(name));
                case 1 -> tree.snapshot();
                default ->
                    write(
                            name,
                            name.equals(".gitignore")
                                    ? rules.get(random.nextInt(rules.size())) + rules.get(random.nextInt(rules.size()))
                                    : "text " + random.nextInt(3));
            }
            // An index of the same age: what is in it stays there though a rule leaves it out later.
            String asked = repository.snapshotAgain(scratch.resolve("other")).tree();
            assertThat(tree.snapshot().tree()).as("step " + step).isEqualTo(asked);
        }
    }

    @Test
    void a_repository_inside_is_looked_at_by_git() throws IOException {
        Repository.init(Files.createDirectories(folder.resolve("inner")));
        write("inner/file", "one");
        tree.snapshot();
        tree.snapshot();
        write("inner/file", "two");

        assertThat(tree.snapshot().tree()).isEqualTo(fresh().tree());
    }

    @Test
    void an_index_that_somebody_else_wrote_to_is_not_believed() throws IOException {
        settled();
        write("work.txt", "else");
        String other = repository.snapshotAgain(scratch.resolve("ours/index")).tree();

        assertThat(tree.snapshot().tree()).isEqualTo(other).isEqualTo(fresh().tree());
        Files.delete(scratch.resolve("ours/index"));
        assertThat(tree.snapshot().tree()).isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_filter_that_appears_later_is_not_run(boolean included) throws IOException {
        Path ran = scratch.resolve("ran");
        Path other = Files.writeString(scratch.resolve("included"), "");
        if (included) {
            git("config", "include.path", other.toString());
        }
        write(".gitattributes", "* filter=evil\n");
        settled();

        git(
                "config",
                "--file",
                included ? other.toString() : ".git/config",
                "filter.evil.clean",
                "touch '" + ran + "'; cat");
        write("work.txt", "more work");

        assertThat(tree.snapshot().tree()).isEqualTo(fresh().tree());
        assertThat(ran).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha1", "sha256"})
    void a_commit_without_a_process_is_one_that_git_would_have_made(String format) throws IOException {
        folder = Files.createDirectory(scratch.resolve(format));
        git("init", "-q", "--object-format=" + format);
        git("config", "user.name", "Jürgen  \"J\" Müller");
        git("config", "user.email", "j@example.org");
        write("work.txt", "work");
        repository = Repository.at(folder).orElseThrow();
        String first = repository.commit(index(), "First", FIRST).orElseThrow();
        String slow = repository.commits().make(first + "^{tree}", List.of(first), "Same\n\nbody", FIRST);
        repository.seen(scratch.resolve("ours/other")).snapshot();

        String quick =
                repository.commits().make(repository.commits().tree(first), List.of(first), "Same\n\nbody", FIRST);
        repository.refs().create("refs/ralph/loop-1/1", quick, "test");

        assertThat(withoutTimes(quick)).isEqualTo(withoutTimes(slow)).contains("Jürgen");
        assertThat(git("rev-parse", "refs/ralph/loop-1/1")).isEqualTo(quick);
        assertThat(git("fsck", "--strict", "--no-dangling")).isEmpty();
        assertThat(folder.resolve(".git/logs/refs/ralph"))
                .as("git would have kept a log")
                .doesNotExist();
        assertThat(repository.isHead(first)).isTrue();
        assertThat(repository.isHead(quick)).isFalse();
    }

    private String withoutTimes(String commit) throws IOException {
        return git("cat-file", "commit", commit).replaceAll("> [0-9]+ ", "> ");
    }

    @Test
    void a_ref_that_is_there_is_not_overwritten() throws IOException {
        String first = repository.commit(index(), "First", FIRST).orElseThrow();
        tree.snapshot();
        String second = repository.commits().make(repository.commits().tree(first), List.of(first), "Second", FIRST);
        repository.refs().create("refs/ralph/loop-1/1", first, "test");

        assertThatThrownBy(() -> repository.refs().create("refs/ralph/loop-1/1", second, "test"))
                .isInstanceOf(GitFailed.class);

        assertThat(git("rev-parse", "refs/ralph/loop-1/1")).isEqualTo(first);
    }

    @Test
    void what_was_packed_meanwhile_is_left_to_git() throws IOException {
        String first = repository.commit(index(), "First", FIRST).orElseThrow();
        tree.snapshot();
        git("gc", "-q");

        String second = repository.commits().make(repository.commits().tree(first), List.of(first), "Second", FIRST);
        repository.refs().create("refs/ralph/loop-1/1", second, "test");

        assertThat(git("rev-parse", "refs/ralph/loop-1/1^")).isEqualTo(first);
        assertThat(git("fsck", "--strict", "--no-dangling")).isEmpty();
    }

    @Test
    void a_repository_that_is_shared_by_several_users_is_left_to_git() throws IOException {
        git("config", "core.sharedRepository", "group");
        String first = repository.commit(index(), "First", FIRST).orElseThrow();
        tree.snapshot();

        repository.refs().create("refs/ralph/loop-1/1", first, "test");

        assertThat(folder.resolve(".git/logs/refs/ralph/loop-1/1")).exists();
    }

    /// Looks until git need not be asked any more: what has just been written is not believed.
    @SuppressWarnings("ReferenceEquality") // the very same one says that nobody looked
    private Snapshot settled() throws IOException {
        Snapshot last = tree.snapshot();
        for (int looks = 0; looks < 100; looks++) {
            Snapshot next = tree.snapshot();
            if (next == last) {
                return next;
            }
            last = next;
        }
        throw new AssertionError("git is asked every time");
    }

    private Snapshot fresh() throws IOException {
        return repository.snapshot(index());
    }

    private Path index() {
        return scratch.resolve("index");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name).normalize();
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String git(String... arguments) throws IOException {
        return new Git(folder).line(arguments);
    }
}
