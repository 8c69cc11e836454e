package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.git.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Keeping into repositories that are not as one expects, and what waits for a human.
class UnusualRepositoriesTest extends KeepingIntoGit {
    @Test
    void another_branch_than_at_the_beginning_is_refused() throws Exception {
        open(Map.of("a", "a\n"));
        overlay.work("echo agent > a");
        project.git("checkout", "-q", "-b", "other");

        assertThat(refused(keep()))
                .contains("had main at")
                .contains("has other at")
                .contains("check out");
        assertThat(project.read("a")).isEqualTo("a\n");
    }

    @Test
    void a_branch_that_somebody_holds_is_refused_and_every_trace_removed() throws Exception {
        open(Map.of("a", "a\n"));
        overlay.work("echo agent > a; mkdir d; echo f > d/f");
        project.write(".git/refs/heads/main.lock", "");

        assertThat(refused(keep())).contains("refs/heads/main").contains("try again");
        assertThat(project.read("a")).isEqualTo("a\n");
        assertNothingIsLeft();
        Files.delete(project.path(".git/refs/heads/main.lock"));
        assertThat(done(keep()).commit()).isNotNull();
    }

    @Test
    void an_unfinished_merge_is_refused() throws Exception {
        open(Map.of("a", "a\n"));
        overlay.work("echo agent > a");
        project.write(".git/MERGE_HEAD", head.commit() + "\n");

        assertThat(refused(keep())).contains("MERGE_HEAD").contains("Finish or abort");
    }

    @Test
    void a_repository_that_is_gone_is_refused_and_the_work_is_conserved_beside_it() throws Exception {
        open(Map.of("a", "a\n"));
        overlay.work("echo agent > a");
        TreeRemoval.delete(project.path(".git"));

        assertThat(refused(keep())).contains("no longer a git repository");
        assertThat(SampleProject.git(project.path(".ralph/conserved.git"), "show", FIRST.name() + ":a"))
                .isEqualTo("agent");
    }

    @Test
    void a_branch_without_commits_gets_its_first_one() throws Exception {
        open(Map.of());
        overlay.work("echo agent > a");

        KeepResult.Done done = done(keep());

        assertThat(project.git("rev-list", "main")).isEqualTo(done.commit());
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_detached_head_moves_and_no_branch_does() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        project.git("checkout", "-q", "--detach");
        open();
        overlay.work("echo agent > a");

        KeepResult.Done done = done(keep());

        assertThat(project.git("rev-parse", "HEAD", "main")).isEqualTo(done.commit() + "\n" + head.commit());
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_working_tree_of_the_users_own_is_kept_into_like_any_other() throws Exception {
        SampleProject main = SampleProject.repository(scratch.resolve("main"), Map.of("a", "a\n"));
        main.git(
                "worktree",
                "add",
                "-q",
                "-b",
                "feature",
                scratch.resolve("feature").toString());
        project = SampleProject.plain(scratch.resolve("feature"));
        open();
        overlay.work("echo agent > a");

        KeepResult.Done done = done(keep());

        assertThat(main.git("rev-parse", "feature", "main")).isEqualTo(done.commit() + "\n" + head.commit());
        assertThat(project.status()).isEmpty();
        assertThat(main.status()).isEmpty();
        assertThat(main.read("a")).isEqualTo("a\n");
    }

    @Test
    void a_shallow_clone_is_kept_into_like_any_other() throws Exception {
        SampleProject origin = SampleProject.repository(scratch.resolve("origin"), Map.of("a", "a\n"));
        origin.write("a", "b\n");
        origin.commit("Second");
        SampleProject.git(
                scratch, "clone", "-q", "--depth", "1", origin.folder().toUri().toString(), "p");
        project = SampleProject.plain(scratch.resolve("p"));
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        open();
        overlay.work("echo agent > a");

        assertThat(done(keep()).commit()).isEqualTo(project.git("rev-parse", "HEAD"));
        assertThat(project.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    }

    @Test
    void a_bare_repository_is_known_as_one() throws Exception {
        SampleProject.git(scratch, "init", "-q", "--bare", "bare.git");

        assertThat(Repository.isBare(scratch.resolve("bare.git"))).isTrue();
        assertThat(Repository.at(scratch.resolve("bare.git"))).isEmpty();
        assertThat(Repository.isBare(scratch)).isFalse();
        assertThat(Repository.isBare(
                        SampleProject.repository(scratch.resolve("p"), Map.of()).folder()))
                .isFalse();
    }

    @Test
    void protected_paths_wait_for_a_human_and_the_rest_is_kept() throws Exception {
        open(Map.of("a", "a\n", ".github/workflows/ci.yml", "ci\n", ".github/notes", "n\n", ".gitattributes", "\n"));
        overlay.work("""
                echo agent > a; rm -r .github; mkdir -p .VSCode sub; echo x > .VSCode/tasks.json; echo y > sub/.envrc
                echo '* filter=evil' > .gitattributes; echo evil > .git/hooks/post-commit; echo z > sub/z
                echo 'ralph: {verify_promises: false}' > sub/config.yaml; ln -s sub .specflow
                """);

        KeepResult.Done done = done(keep());

        assertThat(done.quarantined())
                .extracting(found -> found.path() + " " + found.why())
                .containsExactlyInAnyOrder(
                        ".github/workflows/ci.yml PROTECTED",
                        ".VSCode/tasks.json PROTECTED",
                        "sub/.envrc PROTECTED",
                        ".gitattributes PROTECTED",
                        ".specflow PROTECTED",
                        ".git/hooks/post-commit PROTECTED");
        assertThat(project.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD")
                        .lines())
                .containsExactlyInAnyOrder("M\ta", "D\t.github/notes", "A\tsub/config.yaml", "A\tsub/z");
        assertThat(project.read(".github/workflows/ci.yml")).isEqualTo("ci\n");
        assertThat(project.path(".VSCode")).doesNotExist();
        assertThat(project.path(".git/hooks/post-commit")).doesNotExist();
        assertThat(project.status()).isEmpty();
        assertThat(project.git("show", FIRST.name() + ":sub/.envrc")).isEqualTo("y");
    }

    @Test
    void submodules_and_files_for_filters_wait_for_a_human_too() throws Exception {
        SampleProject inner = SampleProject.repository(scratch.resolve("inner"), Map.of("i", "i\n"));
        project = SampleProject.repository(
                scratch.resolve("p"), Map.of("a", "a\n", ".gitattributes", "*.bin filter=lfs\n"));
        project.addSubmodule(inner, "sub");
        project.write("big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n");
        project.commit("With a submodule and a pointer");
        open();
        overlay.work("echo changed > sub/i; head -c 100000 /dev/urandom > big.bin; echo b > a; mkfifo pipe");

        KeepResult.Done done = done(keep());

        assertThat(done.quarantined())
                .extracting(found -> found.path() + " " + found.why())
                .containsExactlyInAnyOrder("sub/i SUBMODULE", "big.bin FILTERED", "pipe SPECIAL");
        assertThat(done.quarantined().toString()).contains("LFS");
        assertThat(project.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD"))
                .isEqualTo("M\ta");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_deleted_submodule_waits_for_a_human() throws Exception {
        SampleProject inner = SampleProject.repository(scratch.resolve("inner"), Map.of("i", "i\n"));
        project = SampleProject.repository(scratch.resolve("p"), Map.of("libs/a", "a\n"));
        project.addSubmodule(inner, "libs/sub");
        project.commit("With a submodule");
        open();
        overlay.work("rm -rf libs");

        KeepResult.Done done = done(keep());

        assertThat(done.quarantined())
                .containsExactly(new UnkeptChange(Path.of("libs/sub"), UnkeptChange.Why.SUBMODULE));
        assertThat(project.read("libs/sub/i")).isEqualTo("i\n");
        assertThat(project.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD"))
                .isEqualTo("D\tlibs/a");
    }

    @Test
    void ignored_files_survive_when_their_folder_is_deleted() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("src/a", "a\n", ".gitignore", "*.o\n"));
        project.write("src/a.o", "object\n");
        open();
        overlay.work("rm -r src");

        KeepResult.Done done = done(keep());

        assertThat(done.ignored()).containsExactly(Path.of("src/a.o"));
        assertThat(project.read("src/a.o")).isEqualTo("object\n");
        assertThat(project.path("src/a")).doesNotExist();
        assertThat(project.status()).isEmpty();
    }

    @Test
    void hooks_that_would_fail_are_not_run() throws Exception {
        open(Map.of("a", "a\n"));
        for (String hook :
                List.of("pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change")) {
            Path file = project.path(".git/hooks/" + hook);
            project.write(".git/hooks/" + hook, "#!/bin/sh\ntouch '" + scratch.resolve("ran") + "'\nexit 1\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        overlay.work("echo agent > a");

        assertThat(done(keep()).commit()).isNotNull();
        assertThat(scratch.resolve("ran")).doesNotExist();
    }

    @Test
    void a_case_only_rename_is_a_rename() throws Exception {
        open(Map.of("Readme", "some text\n"));
        project.git("config", "core.ignorecase", "true");
        overlay.work("mv Readme README");

        done(keep());

        assertThat(project.git("diff-tree", "-r", "-M", "--name-status", "HEAD^", "HEAD"))
                .isEqualTo("R100\tReadme\tREADME");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_committed_link_out_of_the_project_leads_no_write_there() throws Exception {
        Path outside = Files.createDirectory(scratch.resolve("outside"));
        open(Map.of("d/f", "f\n"));
        overlay.work("rm -r d; ln -s '" + outside + "' d");
        done(keep());
        assertThat(Files.isSymbolicLink(project.path("d"))).isTrue();
        overlay = new RealOverlay(project.folder(), scratch.resolve("w2"));
        head = Repository.at(project.folder()).orElseThrow().head();
        overlay.work("rm d; mkdir d; echo in > d/f");

        done(keep(new AttemptRef("loop-1", 2)));

        assertThat(project.read("d/f")).isEqualTo("in\n");
        assertThat(outside).isEmptyDirectory();
        assertThat(project.status()).isEmpty();
    }

    @Test
    void keeping_the_same_attempt_again_changes_nothing() throws Exception {
        open(Map.of("a", "a\n"));
        overlay.work("echo agent > a");
        KeepResult.Done done = done(keep());

        assertThat(done(keep()).commit()).isEqualTo(done.commit());
        assertThat(project.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    }

    @Test
    void a_project_inside_a_repository_is_kept_at_its_place() throws Exception {
        SampleProject whole = SampleProject.repository(scratch.resolve("whole"), Map.of("sub/a", "a\n", "b", "b\n"));
        project = SampleProject.plain(whole.path("sub"));
        whole.write("b", "edited\n");
        open();
        overlay.work("echo agent > a; echo c > c");

        done(keep());

        assertThat(whole.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD"))
                .isEqualTo("M\tsub/a\nA\tsub/c");
        assertThat(whole.status()).isEqualTo(" M b");
    }
}
