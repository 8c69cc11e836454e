package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git, real overlays.
class ConservationTest {
    private static final AttemptRef FIRST = new AttemptRef("loop-1", 1);

    @TempDir
    Path scratch;

    @BeforeEach
    void overlays() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
    }

    @Test
    void the_end_of_an_overlay_is_a_commit_on_what_it_was_based_on() throws Exception {
        SampleProject project = SampleProject.repository(
                scratch.resolve("a project"),
                Map.of(
                        "a.txt",
                        "a\n",
                        "gone.txt",
                        "x\n",
                        "old/deep/f",
                        "f\n",
                        "thing",
                        "file\n",
                        ".gitignore",
                        "*.log\n"));
        String head = project.git("rev-parse", "HEAD");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("""
                echo more >> a.txt; rm gone.txt; rm -r old; mkdir -p new/folder; echo n > new/folder/n; echo l > x.log
                rm thing; mkdir thing; echo inside > thing/inside; ln -s a.txt link; touch run; chmod +x run
                printf 'odd' > "$(printf 'line\\nend\\377')"; echo magic > ':(top)x'; mkfifo pipe; touch -- -dash
                git add -A; git -c user.name=x -c user.email=y commit -qm "its own"
                """);
        String before = project.git("status", "--porcelain");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(conserved.base()).isEqualTo(head);
        assertThat(project.git("rev-parse", "refs/ralph/loop-1/1", "refs/ralph/loop-1/1^"))
                .isEqualTo(conserved.commit() + "\n" + head);
        assertThat(project.git(
                                "diff",
                                "--raw",
                                "--no-abbrev",
                                "--name-status",
                                "--no-renames",
                                head,
                                conserved.commit())
                        .lines())
                .containsExactlyInAnyOrder(
                        "A\t-dash",
                        "A\t:(top)x",
                        "M\ta.txt",
                        "D\tgone.txt",
                        "A\t\"line\\nend\\377\"",
                        "A\tlink",
                        "A\tnew/folder/n",
                        "D\told/deep/f",
                        "A\trun",
                        "D\tthing",
                        "A\tthing/inside");
        assertThat(project.git("ls-tree", conserved.commit(), "run", "link"))
                .contains("100755 blob")
                .contains("120000 blob");
        assertThat(project.git("log", "-1", "--format=%(trailers:only,unfold)", conserved.commit())
                        .lines())
                .contains("Ralph-Loop: loop-1", "Ralph-Attempt: 1");
        assertThat(project.git("status", "--porcelain")).isEqualTo(before).isEmpty();
        assertThat(project.git("rev-parse", "HEAD")).isEqualTo(head);
        assertThat(overlay.folder().resolve("git-view")).doesNotExist();
    }

    @Test
    void what_agents_and_git_write_for_themselves_is_no_change_nor_are_ignored_and_touched_files() throws Exception {
        SampleProject project = SampleProject.repository(
                scratch.resolve("p"), Map.of("a.txt", "a\n", "b.txt", "b\n", ".gitignore", "*.log\n"));
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        OverlayGit git = new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard());
        git.begin();
        String before = git.fingerprint().orElseThrow();

        overlay.work("echo 1 > .git/opencode; touch a.txt; git status; mkdir .ralph; echo 1 > .ralph/notes");
        assertThat(git.fingerprint()).contains(before);
        overlay.work("echo 1 > x.log; printf 'b\\n' > b.txt; mkdir empty");
        assertThat(git.fingerprint()).contains(before);
        overlay.work("echo more > a.txt; chmod +x b.txt");
        String worked = git.fingerprint().orElseThrow();
        assertThat(worked).isNotEqualTo(before);
        overlay.work("echo 2 > .git/opencode; echo 2 > x.log; echo more > a.txt");
        assertThat(git.fingerprint()).contains(worked);
        overlay.work("echo 'exit 1' > .git/hooks/pre-commit");
        assertThat(git.fingerprint().orElseThrow()).isNotEqualTo(worked);
        overlay.work("rm .git/hooks/pre-commit; echo a > a.txt; chmod -x b.txt");
        assertThat(git.fingerprint()).as("all of it undone").contains(before);
    }

    @Test
    void conserving_again_finds_what_is_there() throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a"));
        String head = project.git("rev-parse", "HEAD");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo b > a");
        Conserved once = conserve(project, overlay, FIRST, head);
        overlay.work("echo c > a");

        assertThat(conserve(project, overlay, FIRST, head)).isEqualTo(once);
        assertThat(project.git("show", once.commit() + ":a")).isEqualTo("b");
    }

    @Test
    void a_project_inside_a_repository_is_conserved_at_its_place() throws Exception {
        SampleProject whole = SampleProject.repository(
                scratch.resolve("whole"),
                Map.of("sub/dir/a", "a", "other", "o", ".gitignore", "sub/**/*.tmp\n", "sub/.gitignore", "*.o\n"));
        String head = whole.git("rev-parse", "HEAD");
        SampleProject project = SampleProject.plain(whole.path("sub/dir"));
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo b > a; echo c > c; echo x > x.tmp; echo y > y.o");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(whole.git("diff", "--name-status", head, conserved.commit()).lines())
                .containsExactly("M\tsub/dir/a", "A\tsub/dir/c");
    }

    @Test
    void hooks_and_configuration_that_an_agent_wrote_are_set_apart_where_they_cannot_act() throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a"));
        String head = project.git("rev-parse", "HEAD");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo evil > .git/hooks/post-commit; git config core.pager evil; ln -s /etc/passwd .gitmodules");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(project.git("ls-tree", "-r", "--name-only", conserved.commit())
                        .lines())
                .containsExactlyInAnyOrder(
                        ".ralph/apart/.gitmodules",
                        ".ralph/apart/dot-git/config",
                        ".ralph/apart/dot-git/hooks/post-commit",
                        "a");
        assertThat(project.git("show", conserved.commit() + ":.ralph/apart/.gitmodules"))
                .isEqualTo("/etc/passwd");
    }

    @Test
    void a_folder_without_a_repository_gets_one_of_ours_that_knows_both_sides() throws Exception {
        SampleProject project = SampleProject.plain(scratch.resolve("plain"));
        project.write("a", "a\n");
        project.write("untouched", "u\n");
        project.write("d/one", "1\n");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo b > a; rm -r d; echo n > n");

        Conserved conserved = conserve(project, overlay, FIRST, null);

        Path bare = project.path(".ralph/conserved.git");
        assertThat(SampleProject.git(bare, "diff", "--name-status", conserved.base(), FIRST.name())
                        .lines())
                .containsExactly("M\ta", "D\td/one", "A\tn");
        assertThat(Conservation.of(project.folder()).diff(conserved)).contains("-a\n+b\n", "deleted file", "new file");
        assertThat(project.path(".git")).doesNotExist();
    }

    @Test
    void work_in_place_is_held_before_and_after_with_untracked_files_and_without_touching_the_index() throws Exception {
        SampleProject project = SampleProject.repository(
                scratch.resolve("p"), Map.of("a", "a\n", "staged", "s\n", "gone", "g\n", ".gitignore", "*.log\n"));
        String head = project.git("rev-parse", "HEAD");
        project.write("staged", "staged by the user\n");
        project.git("add", "staged");
        project.write("mine", "untracked\n");
        project.write("x.log", "ignored\n");
        Conservation conservation = Conservation.of(project.folder());
        Path ours = project.path(".ralph/tmp");

        String before = conservation.states(ours).before(FIRST);
        assertThat(conservation.states(ours).before(FIRST)).isEqualTo(before);
        assertThat(project.status()).isEqualTo("M  staged\n?? mine");
        assertThat(project.git("diff", "--name-status", head, before)).isEqualTo("A\tmine\nM\tstaged");
        project.write("a", "b\n");
        Files.delete(project.path("gone"));
        project.write("new", "n\n");
        project.write("nested/inner", "i\n");
        SampleProject.git(project.path("nested"), "init", "-q");

        Conserved conserved = conservation.states(ours).inPlace(FIRST);

        assertThat(project.status()).isEqualTo(" M a\n D gone\nM  staged\n?? mine\n?? nested/\n?? new");
        assertThat(project.git("diff", "--name-status", before, conserved.commit()))
                .isEqualTo("M\ta\nD\tgone\nA\tnested/inner\nA\tnew");
        assertThat(conserved.base()).isEqualTo(before);
    }

    @Test
    void a_clean_project_needs_no_commit_of_ours_before_an_attempt_and_commits_of_the_agent_stay_reachable()
            throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        String head = project.git("rev-parse", "HEAD");
        Conservation conservation = Conservation.of(project.folder());

        assertThat(conservation.states(project.path(".ralph/tmp")).before(FIRST))
                .isEqualTo(head);
        project.write("a", "b\n");
        String agents = project.commit("The agent's own");
        Conserved conserved = conservation.states(project.path(".ralph/tmp")).inPlace(FIRST);

        assertThat(project.git("rev-parse", conserved.commit() + "^1", conserved.commit() + "^2"))
                .isEqualTo(head + "\n" + agents);
        assertThat(conservation.diff(conserved)).contains("-a\n+b\n");
    }

    @Test
    void a_plain_folder_is_held_before_and_after_too() throws Exception {
        SampleProject project = SampleProject.plain(scratch.resolve("plain"));
        project.write("a", "a\n");
        Conservation conservation = Conservation.of(project.folder());
        String before = conservation.states(project.path(".ralph/tmp")).before(FIRST);
        project.write("a", "b\n");
        project.write("c", "c\n");

        Conserved conserved = conservation.states(project.path(".ralph/tmp")).inPlace(FIRST);

        assertThat(SampleProject.git(
                        project.path(".ralph/conserved.git"), "diff", "--name-status", before, conserved.commit()))
                .isEqualTo("M\ta\nA\tc");
    }

    @Test
    void files_of_submodules_are_set_apart() throws Exception {
        SampleProject inner = SampleProject.repository(scratch.resolve("inner"), Map.of("i", "i\n"));
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        project.addSubmodule(inner, "sub");
        String head = project.commit("With a submodule");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo changed > sub/i; echo b > a");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(project.git("diff", "--name-status", head, conserved.commit()))
                .isEqualTo("A\t.ralph/apart/sub/i\nM\ta");
    }

    @Test
    void no_filter_of_the_repository_runs() throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        Path ran = scratch.resolve("ran");
        for (String name : new String[] {"plain", "with=sign"}) {
            project.git("config", "filter." + name + ".clean", "touch '" + ran + "'; cat");
            project.git("config", "filter." + name + ".process", "touch '" + ran + "'");
            project.git("config", "filter." + name + ".required", "true");
        }
        String head = project.git("rev-parse", "HEAD");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo b > a; printf '* filter=plain\\na filter=with=sign\\n' > .gitattributes");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(project.git("show", conserved.commit() + ":a")).isEqualTo("b");
        assertThat(ran).doesNotExist();
        project.write(".gitattributes", "* filter=plain\n");
        project.write("a", "control\n");
        Conservation.of(project.folder()).states(project.path(".ralph/tmp")).inPlace(new AttemptRef("loop-1", 2));
        assertThat(ran).doesNotExist();
        try {
            project.git("add", "a");
        } catch (IOException itsProgramIsNone) {
            assertThat(itsProgramIsNone).hasMessageContaining("git add a ended with 128");
        }
        assertThat(ran).as("control: git itself runs it").exists();
    }

    @Test
    void content_that_the_attributes_forbid_is_conserved_as_it_is() throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        String head = project.git("rev-parse", "HEAD");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("echo 'u working-tree-encoding=UTF-16' > .gitattributes; printf 'odd' > u; echo b > a");

        Conserved conserved = conserve(project, overlay, FIRST, head);

        assertThat(project.git("diff", "--name-status", head, conserved.commit()))
                .isEqualTo("A\t.gitattributes\nA\t.ralph/apart/u\nM\ta");
        assertThat(project.git("show", conserved.commit() + ":.ralph/apart/u")).isEqualTo("odd");
    }

    @Test
    void a_conserved_attempt_can_be_brought_into_a_tree_again() throws Exception {
        SampleProject whole = SampleProject.repository(
                scratch.resolve("whole"),
                Map.of("p/a", "a\n", "p/gone", "g\n", "p/thing", "t\n", "p/old/f", "f\n", "b", "b\n"));
        String head = whole.git("rev-parse", "HEAD");
        SampleProject project = SampleProject.plain(whole.path("p"));
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work("""
                echo agent > a; rm gone; rm thing; mkdir thing; echo i > thing/i; rm -r old; echo file > old; ln -s a link
                printf odd > "$(printf 'line\\nend\\377')"; echo hook > .envrc
                """);
        Conserved conserved = conserve(project, overlay, FIRST, head);
        Path into = Files.createDirectory(scratch.resolve("unpacked"));

        Conservation place = Conservation.of(project.folder());
        Delta delta = place.unpack(conserved.base(), conserved.commit(), place.prefix(), into);

        Path copy = Files.createDirectory(scratch.resolve("copy"));
        SampleProject.git(whole.folder(), "worktree", "add", "-q", "--detach", copy.toString());
        Path keeping = Files.createDirectory(scratch.resolve("keeping"));
        Files.createFile(keeping.resolve("opened"));
        try (OverlayChanges files = OverlayChanges.read(into, keeping.resolve("closed"))) {
            FolderKeep keep = new FolderKeep(
                    copy.resolve("p"),
                    new PlanFile(keeping),
                    PathEntry.listed(keeping.resolve("opened")).changed());
            assertThat(keep.keep(files, delta, "test")).isEmpty();
        }
        SampleProject.git(copy, "add", "-A", "-f");
        assertThat(SampleProject.git(copy, "write-tree")).isEqualTo(whole.git("rev-parse", FIRST.name() + "^{tree}"));
    }

    private static Conserved conserve(
            SampleProject project, RealOverlay overlay, AttemptRef attempt, @Nullable String base) throws IOException {
        return new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard()).conserve(attempt, base);
    }
}
