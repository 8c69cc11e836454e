package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Projects and repositories in unusual states: each with a clear message or the behaviour that docs/workspaces.md
/// states, and nothing lost.
class BadProjectsTest {
    private static final String WORK = "echo agent > new; " + GitProject.DONE;

    @TempDir
    Path base;

    private static void assertKept(GitProject project, Shell.Said said) throws Exception {
        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(project.path("new")).hasContent("agent");
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(audit.out()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_dirty_tree_keeps_its_own_changes_and_gets_the_others(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        project.write("tracked", "t\n").commit("second");
        project.write("old", "edited\n").write("untracked", "u\n").write("staged", "s\n");
        project.git("add", "staged");
        Files.delete(project.path("tracked"));

        assertKept(project, project.run(workspace, "--command", WORK));

        assertThat(project.status()).contains(" M old\n", "A  staged\n", " D tracked\n", "?? untracked\n");
        assertThat(project.path("old")).hasContent("edited");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_detached_head_gets_the_work_and_no_branch_does(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        project.git("checkout", "-q", "--detach");

        assertKept(project, project.run(workspace, "--command", WORK));

        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("first\n");
        assertThat(GitProject.tryGit(project.folder(), "symbolic-ref", "-q", "HEAD")
                        .code())
                .isEqualTo(1);
        if (!workspace.equals("in-place")) {
            assertThat(project.git("log", "-1", "--format=%s")).startsWith("Do the thing");
        }
    }

    @Test
    void a_repository_without_commits_is_worked_in_only_in_place() throws Exception {
        GitProject project = GitProject.plain(base);
        project.git("init", "-q", "-b", "main");
        project.write("mine", "m\n");

        Shell.Said refused = project.run("overlay", "--command", WORK);
        Shell.Said inPlace = project.run("in-place", "--command", WORK);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("has no commit yet: git add -A && git commit --allow-empty -m first");
        assertKept(project, inPlace);
        assertThat(project.attempts()).contains("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void a_bare_repository_is_no_place_to_work_in(String workspace) throws Exception {
        GitProject project = GitProject.plain(base);
        project.git("init", "-q", "--bare");

        Shell.Said said = project.run(workspace, "--command", WORK);

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("is a bare repository; work in a clone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_shallow_clone_is_like_any_other(String workspace) throws Exception {
        GitProject origin = GitProject.of(base);
        origin.write("more", "m\n").commit("second");
        Path clone = base.resolve("clone");
        GitProject.gitIn(base, "clone", "-q", "--depth", "1", "file://" + origin.folder(), clone.toString());
        GitProject project = new GitProject(clone, base.resolve("state"));

        assertKept(project, project.run(workspace, "--command", WORK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_submodule_stays_what_it_is(String workspace) throws Exception {
        Path other = Files.createDirectory(base.resolve("other"));
        GitProject.gitIn(other, "init", "-q", "-b", "main");
        Files.writeString(other.resolve("lib"), "lib\n");
        GitProject.gitIn(other, "add", "-A");
        GitProject.gitIn(other, "commit", "-q", "-m", "lib");
        GitProject project = GitProject.of(base);
        project.git("submodule", "-q", "add", other.toString(), "sub");
        project.commit("with a submodule");
        String pinned = project.git("ls-tree", "HEAD", "sub");

        Shell.Said said = project.run(workspace, "--command", "[ -e sub/lib ] && echo x > sub/lib; " + WORK);

        assertKept(project, said);
        assertThat(project.git("ls-tree", "HEAD", "sub")).isEqualTo(pinned);
        assertThat(project.path("sub/lib")).hasContent(workspace.equals("in-place") ? "x" : "lib");
        if (workspace.equals("overlay")) {
            assertThat(project.shell().bus("task-001")).contains("sub/lib is in a submodule");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void pointers_of_lfs_stay_pointers_and_no_filter_runs(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        project.write(".gitattributes", "*.bin filter=lfs\n")
                .write("a.bin", "version https://git-lfs.github.com/spec/v1\n")
                .write("b.bin", "version https://git-lfs.github.com/spec/v1\n")
                .commit("pointers");
        Path ran = base.resolve("filter-ran");
        project.git("config", "filter.lfs.clean", "touch " + ran + "; cat");
        project.git("config", "filter.lfs.smudge", "touch " + ran + "; cat");
        project.git("config", "filter.lfs.required", "true");
        String pointer = project.git("rev-parse", "HEAD:a.bin");

        Shell.Said said = project.run(workspace, "--command", "echo raw > b.bin; " + WORK);

        assertKept(project, said);
        assertThat(ran).doesNotExist();
        assertThat(project.git("rev-parse", "HEAD:a.bin", "HEAD:b.bin").lines()).allMatch(pointer.strip()::equals);
        assertThat(project.at("1", "b.bin")).isEqualTo("raw\n");
        if (!workspace.equals("in-place")) {
            assertThat(project.shell().bus("task-001")).contains("b.bin needs a git filter (such as LFS)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void hooks_that_would_fail_are_not_run(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        for (String hook : new String[] {"pre-commit", "commit-msg", "post-checkout", "reference-transaction"}) {
            Path file = project.path(".git/hooks/" + hook);
            Files.createDirectories(project.path(".git/hooks"));
            Files.writeString(file, "#!/bin/sh\ntouch " + base.resolve("hook-ran") + "\nexit 1\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }

        String[] more = workspace.equals("in-place") ? new String[] {"--keep", "commit"} : new String[0];
        String[] words = new String[more.length + 2];
        System.arraycopy(more, 0, words, 0, more.length);
        words[more.length] = "--command";
        words[more.length + 1] = WORK;
        Shell.Said said = project.run(workspace, words);

        assertThat(base.resolve("hook-ran")).doesNotExist();
        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(project.git("-c", "core.hooksPath=/dev/null", "log", "-1", "--format=%s"))
                .startsWith("Do the thing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void names_with_line_ends_255_bytes_or_no_text_are_kept(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        String names = "printf a > \"$(printf 'two\\nlines')\"; printf b > \"$(printf 'no\\377text')\";"
                + " printf c > \"$(printf '%0255d' 7)\"; ";

        assertKept(project, project.run(workspace, "--command", names + WORK));

        String tree = workspace.equals("in-place") ? "refs/ralph/" + project.loop() + "/1" : "HEAD";
        assertThat(project.git("ls-tree", "--name-only", tree)).contains("\"two\\nlines\"", "\"no\\377text\"", "7\n");
        assertThat(Files.readString(project.path("0".repeat(254) + "7"))).isEqualTo("c");
        assertThat(project.ralph("diff", "task-001").out()).contains("two\\nlines");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_rename_of_case_only_is_a_rename(String workspace) throws Exception {
        GitProject project = GitProject.of(base);

        assertKept(project, project.run(workspace, "--command", "mv old OLD; " + WORK));

        assertThat(project.path("OLD")).hasContent("old");
        assertThat(project.path("old")).doesNotExist();
        assertThat(project.git("ls-tree", "--name-only", "refs/ralph/" + project.loop() + "/1"))
                .isEqualTo("OLD\nnew\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void links_out_of_the_tree_are_kept_as_links_and_lead_no_write_there(String workspace) throws Exception {
        Path outside = Files.createDirectory(base.resolve("outside"));
        Files.writeString(outside.resolve("file"), "theirs\n");
        GitProject project = GitProject.of(base);
        project.write("d/file", "mine\n").commit("folder");

        assertKept(
                project,
                project.run(
                        workspace, "--command", "rm -r d; ln -s " + outside + " d; ln -s /etc/passwd passwd; " + WORK));

        assertThat(project.path("d")).isSymbolicLink();
        assertThat(project.path("passwd")).isSymbolicLink();
        assertThat(outside.resolve("file")).hasContent("theirs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void pipes_sockets_and_devices_are_left_out_and_hold_nothing_up(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        List<String> things = new ArrayList<>(List.of("pipe", "socket"));
        String script = "mkfifo pipe; " + SocketMaker.line("socket") + "; test -S socket || exit 1; ";
        if (Shell.isRoot()) { // nobody else may make one
            things.add("device");
            script += "mknod device c 1 3; test -c device || exit 1; ";
        }

        assertKept(project, project.run(workspace, "--max-restarts", "1", "--command", script + WORK));

        assertThat(project.git("ls-tree", "--name-only", "refs/ralph/" + project.loop() + "/1"))
                .isEqualTo("new\nold\n");
        for (String thing : things) {
            assertThat(Files.exists(project.path(thing))).as(thing).isEqualTo(workspace.equals("in-place"));
            if (workspace.equals("overlay")) {
                assertThat(project.shell().bus("task-001")).contains(thing + " is a pipe, socket or device");
            }
        }
    }

    @Test
    void a_file_that_nobody_may_read_is_named_where_it_is_not_conserved() throws Exception {
        GitProject project = GitProject.of(base);
        project.write("closed", "c\n");
        Files.setPosixFilePermissions(project.path("closed"), PosixFilePermissions.fromString("---------"));

        assertKept(project, project.run("in-place", "--command", WORK));

        if (!Shell.isRoot()) {
            assertThat(project.shell().bus("task-001")).contains("not saved").contains("closed");
        }
    }

    @Test
    void a_file_of_somebody_else_is_changed_where_the_machine_allows_it() throws Exception {
        GitProject project = GitProject.of(base);
        if (Shell.isRoot()) {
            Files.setAttribute(project.path("old"), "unix:uid", 12345);
            Files.setAttribute(project.path("old"), "unix:gid", 12345);
        }
        assertKept(project, project.run("overlay", "--command", "echo changed > old; " + WORK));
        assertThat(project.path("old")).hasContent("changed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "overlay"})
    void a_huge_file_that_was_only_touched_is_no_change(String workspace) throws Exception {
        long size = (Boolean.getBoolean("ralph.soak") ? 1024L : 64L) << 20;
        GitProject project = GitProject.of(base);
        project.write(".gitignore", "huge\n").commit("ignore");
        Shell.other(project.folder(), Map.of(), List.of("truncate", "-s", Long.toString(size), "huge"));

        assertKept(project, project.run(workspace, "--command", "touch huge; " + WORK));

        assertThat(Files.size(project.path("huge"))).isEqualTo(size);
        assertThat(project.ralph("diff", "task-001").out()).doesNotContain("huge");
    }

    @Test
    void a_repository_that_is_deleted_meanwhile_takes_no_work_with_it() throws Exception {
        GitProject project = GitProject.of(base);
        Path task = project.shell().task("task-001");
        CompletableFuture<Shell.Said> loop = running(project, "overlay");
        Waiting.until(() -> Files.exists(task.resolve("seen")));
        Files.move(project.path(".git"), base.resolve("deleted"));
        Files.createFile(task.resolve("go"));

        Shell.Said said = loop.get(60, TimeUnit.SECONDS);

        assertThat(said.code()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED").contains("is no longer a git repository");
        assertThat(project.path("new")).doesNotExist();
        assertThat(project.ralph("diff", "task-001").out()).contains("+agent");
    }

    @Test
    void a_branch_that_moves_meanwhile_is_built_upon_by_an_overlay() throws Exception {
        GitProject project = GitProject.of(base);
        Path task = project.shell().task("task-001");
        CompletableFuture<Shell.Said> loop = running(project, "overlay");
        Waiting.until(() -> Files.exists(task.resolve("seen")));
        project.write("users", "u\n");
        project.git("add", "users");
        project.git("commit", "-q", "-m", "meanwhile");
        Files.createFile(task.resolve("go"));

        assertKept(project, loop.get(60, TimeUnit.SECONDS));

        assertThat(project.git("log", "--format=%s")).isEqualTo("Do the thing\nmeanwhile\nfirst\n");
        assertThat(project.path("users")).hasContent("u");
    }

    private static CompletableFuture<Shell.Said> running(GitProject project, String workspace) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return project.run(
                        workspace,
                        "--command",
                        "touch \"$TASK_FOLDER/seen\"; until [ -e \"$TASK_FOLDER/go\" ]; do sleep 0.05; done; " + WORK);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
    }
}
