package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Kept work becomes a commit, and nothing of the user's is overwritten.
class GitKeepTest extends KeepingIntoGit {
    @Test
    void kept_work_is_a_commit_and_the_working_tree_and_index_agree_with_it() throws Exception {
        open(Map.of("a.txt", "a\n", "gone.txt", "x\n", "old/f", "f\n", "thing", "t\n"));
        overlay.work("""
                echo more >> a.txt; rm gone.txt; rm -r old; mkdir -p new/folder; echo n > new/folder/n
                rm thing; mkdir thing; echo i > thing/inside; ln -s a.txt link; echo r > run; chmod +x run
                printf odd > "$(printf 'line\\nend\\377')"
                """);

        KeepResult.Done done = done(keep());

        assertThat(project.git("rev-parse", "HEAD", "HEAD^")).isEqualTo(done.commit() + "\n" + head.commit());
        assertThat(project.git("log", "-1", "--format=%s%n%an%n%(trailers:only,unfold)")
                        .lines())
                .containsExactly("Kept work", "A User", "Ralph-Loop: loop-1", "Ralph-Attempt: 1");
        assertThat(project.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD")
                        .lines())
                .containsExactlyInAnyOrder(
                        "M\ta.txt",
                        "D\tgone.txt",
                        "A\t\"line\\nend\\377\"",
                        "A\tlink",
                        "A\tnew/folder/n",
                        "D\told/f",
                        "A\trun",
                        "D\tthing",
                        "A\tthing/inside");
        assertThat(project.status()).isEmpty();
        assertThat(project.git("diff-files", "--name-only")).isEmpty();
        assertThat(project.read("a.txt")).isEqualTo("a\nmore\n");
        assertThat(project.path("old")).doesNotExist();
        assertThat(done.quarantined()).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void what_the_user_staged_edited_or_left_untracked_elsewhere_stays_as_it_is() throws Exception {
        open(Map.of("a", "a\n", "staged", "s\n", "edited", "e\n", ".gitignore", "*.log\n"));
        project.write("staged", "by the user\n");
        project.git("add", "staged");
        project.write("edited", "by the user\n");
        project.write("mine", "untracked\n");
        project.write("x.log", "ignored\n");
        project.git("stash", "create");
        overlay.work("echo b > a; echo agent > x.log; echo y > y.log; mkdir build; echo z > build/z.log");

        KeepResult.Done done = done(keep());

        assertThat(project.status()).isEqualTo(" M edited\nM  staged\n?? mine");
        assertThat(project.read("x.log")).isEqualTo("ignored\n");
        assertThat(project.path("y.log")).doesNotExist();
        assertThat(project.path("build")).doesNotExist();
        assertThat(done.ignored())
                .containsExactlyInAnyOrder(Path.of("x.log"), Path.of("y.log"), Path.of("build/z.log"));
    }

    /// As Go makes its cache: 256 folders at once, and files in a few of them.
    @Test
    void empty_folders_beside_ignored_files_stay_out_with_the_folder_they_are_in() throws Exception {
        open(Map.of("a", "a\n", ".gitignore", ".gocache/\n*.log\n"));
        overlay.work("""
                echo b > a; mkdir -p .gocache/00 .gocache/01/deep .gocache/02; echo x > .gocache/02/x; echo r > .gocache/r
                mkdir -p mixed/empty mixed/logs/empty empty/inside; echo k > mixed/kept; echo l > mixed/logs/l.log
                mkdir -p .github/workflows/empty; echo w > .github/workflows/w.yml
                """);

        KeepResult.Done done = done(keep());

        assertThat(done.ignored())
                .containsExactlyInAnyOrder(
                        Path.of(".gocache/02/x"), Path.of(".gocache/r"), Path.of("mixed/logs/l.log"));
        assertThat(project.read("a")).isEqualTo("b\n");
        assertThat(project.path(".gocache")).doesNotExist();
        assertThat(project.path(".github")).doesNotExist();
        assertThat(project.path("mixed/logs")).doesNotExist();
        assertThat(project.path("mixed/empty")).isDirectory();
        assertThat(project.path("empty/inside")).isDirectory();
        assertThat(project.status()).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void overlapping_uncommitted_changes_are_found_before_anything_is_written() throws Exception {
        Map<String, String> files = new LinkedHashMap<>();
        for (String name : List.of("edited", "staged", "deleted", "fine", "dir/tracked")) {
            files.put(name, name + "\n");
        }
        project = SampleProject.repository(scratch.resolve("p"), files);
        project.write("edited", "by the user\n");
        project.write("staged", "by the user\n");
        project.git("add", "staged");
        project.write("staged", "staged\n"); // what is staged differs, what stands there does not
        Files.delete(project.path("deleted"));
        project.write("untracked", "u\n");
        project.write("dir/mine", "m\n");
        open();
        List<String> before = Manifest.of(project.folder());
        overlay.work("for f in edited staged deleted untracked fine; do echo agent > $f; done; rm -r dir");

        KeepResult kept = keep();

        assertThat(kept).isInstanceOf(KeepResult.Conflicting.class);
        assertThat(((KeepResult.Conflicting) kept).conflicts())
                .extracting(conflict -> conflict.path() + " " + conflict.why())
                .containsExactlyInAnyOrder(
                        "edited UNCOMMITTED",
                        "staged UNCOMMITTED",
                        "deleted DELETED",
                        "untracked UNCOMMITTED",
                        "dir/mine UNCOMMITTED");
        assertThat(withoutGit(Manifest.of(project.folder()))).isEqualTo(withoutGit(before));
        assertThat(project.git("rev-parse", "HEAD")).isEqualTo(head.commit());
        assertThat(project.git("show", "refs/ralph/loop-1/1:edited")).isEqualTo("agent");
        assertNothingIsLeft();
    }

    @Test
    void a_file_that_the_user_changes_while_the_agent_works_is_a_conflict() throws Exception {
        open(Map.of("a", "a\n", "b", "b\n"));
        overlay.work("echo agent > a; echo agent > b");
        project.write("a", "user\n");
        project.commit("The user was faster");

        KeepResult kept = keep();

        assertThat(((KeepResult.Conflicting) kept).conflicts())
                .containsExactly(new Conflict(Path.of("a"), Conflict.Why.COMMITTED));
        assertThat(project.read("b")).isEqualTo("b\n");
    }

    @Test
    void a_commit_that_the_user_made_meanwhile_to_other_files_is_built_upon() throws Exception {
        open(Map.of("a", "a\n", "b", "b\n"));
        overlay.work("echo agent > a");
        project.write("b", "user\n");
        String users = project.commit("The user's");

        KeepResult.Done done = done(keep());

        assertThat(project.git("rev-parse", done.commit() + "^")).isEqualTo(users);
        assertThat(project.git("show", "HEAD:b")).isEqualTo("user");
        assertThat(project.status()).isEmpty();
    }
}
