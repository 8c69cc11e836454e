package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--on-refusal discard`: what a refused or failed attempt left is not what the next one begins with.
class DiscardTest {
    /// The first attempt is just not finished, the second fails, the third is refused, the fourth looks around.
    private static final String AGENT = "case $(ls \"$RUNS_DIR\" | wc -l) in"
            + " 1) echo base > base;;"
            + " 2) echo bad > bad; rm old; exit 1;;"
            + " 3) echo junk > junk; echo more >> base; " + GitProject.DONE + ";;"
            + " *) ls > seen; " + GitProject.DONE + ";; esac";

    private static final String COMMITS =
            "commit() { git add -A; git -c user.name=a -c user.email=a@localhost commit -qm $1; }; ";

    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void what_a_refused_or_failed_attempt_left_is_thrown_away_and_stays_reachable(String workspace) throws Exception {
        GitProject project = GitProject.of(base);

        Shell.Said said = project.run(
                workspace,
                "--on-refusal",
                "discard",
                "--max-restarts",
                "4",
                "--command",
                AGENT,
                "--check",
                "! test -e junk");

        assertThat(said.out()).contains("COMPLETED after 4 attempts").contains("Work discarded; saved as refs/ralph/");
        assertThat(project.path("seen")).hasContent("base\nold\nseen\n");
        assertThat(project.path("base")).hasContent("base\n");
        assertThat(project.path("old")).hasContent("old\n");
        assertThat(project.path("junk")).doesNotExist();
        String refs = project.git("for-each-ref", "--format=%(refname)", "refs/ralph");
        String loop = refs.lines().findFirst().orElseThrow().split("/")[2];
        assertThat(project.git("ls-tree", "--name-only", "refs/ralph/" + loop + "/2"))
                .contains("bad")
                .doesNotContain("old");
        assertThat(project.git("show", "refs/ralph/" + loop + "/3:base")).isEqualTo("base\nmore\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void what_the_agent_committed_is_off_its_branch_again(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        String begun = project.git("rev-parse", "HEAD").strip();

        Shell.Said said = project.run(
                workspace,
                "--on-refusal",
                "discard",
                "--max-restarts",
                "3",
                "--command",
                COMMITS + "case $(ls \"$RUNS_DIR\" | wc -l) in"
                        + " 1) echo one > one; commit one;;"
                        + " 2) echo two > two; rm one; commit two; echo staged > staged; git add staged; exit 1;;"
                        + " *) git log --format=%s > seen; git status --short >> seen; "
                        + GitProject.DONE + ";; esac");

        assertThat(said.out()).contains("COMPLETED after 3 attempts");
        assertThat(project.path("seen"))
                .hasContent(workspace.equals("overlay") ? "first\n?? one\n?? seen\n" : "one\nfirst\n?? seen\n");
        if (workspace.equals("in-place")) {
            assertThat(project.git("log", "--format=%s", "HEAD")).isEqualTo("one\nfirst\n");
            assertThat(project.git("rev-parse", "HEAD~").strip()).isEqualTo(begun);
            String second = project.git("for-each-ref", "--format=%(refname)", "refs/ralph")
                    .lines()
                    .filter(ref -> ref.endsWith("/2"))
                    .findFirst()
                    .orElseThrow();
            assertThat(project.git("log", "--format=%s", second)).contains("two\n");
        }
    }

    @Test
    void in_place_a_branch_that_somebody_moved_meanwhile_stays_and_a_resume_discards_once_it_is_back()
            throws Exception {
        GitProject project = GitProject.of(base);
        String agent = COMMITS + "case $(ls \"$RUNS_DIR\" | wc -l) in"
                + " 1) echo junk > junk; commit junk; " + GitProject.DONE + ";;"
                + " *) ls > seen; " + GitProject.DONE + ";; esac";
        String check = COMMITS + "if test -e junk; then echo mine > mine; commit mine; false; fi";

        Shell.Said said = project.run("in-place", "--on-refusal", "discard", "--command", agent, "--check", check);

        assertThat(said.code()).as(said.out()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED").contains(" is checked out, and attempt 1 of ");
        assertThat(project.git("log", "--format=%s", "HEAD")).isEqualTo("mine\njunk\nfirst\n");
        assertThat(project.path("junk")).hasContent("junk\n");
        project.git("branch", "mine");
        project.git("reset", "--hard", "-q", "HEAD~2");

        Shell.Said resumed = project.ralph("resume", "--task", "task-001");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).contains("Work discarded; saved as refs/ralph/");
        assertThat(project.path("seen")).hasContent("old\nseen\n");
    }

    @Test
    void in_place_a_commit_made_after_the_engine_died_stays_on_its_branch_and_a_resume_discards_once_it_is_back()
            throws Exception {
        GitProject project = GitProject.of(base);
        String agent = "case $(ls \"$RUNS_DIR\" | wc -l) in 1) echo junk > junk; kill -9 $PPID; sleep 5;;"
                + " *) ls > seen; " + GitProject.DONE + ";; esac";
        project.asProgram().run("in-place", "--containment", "group", "--on-refusal", "discard", "--command", agent);
        project.write("mine", "mine\n").git("add", "mine");
        project.git("commit", "-q", "-m", "mine");

        Shell.Said said = project.ralph("resume", "--task", "task-001");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED").contains("the engine died before it saw where attempt 1 of ");
        assertThat(project.git("log", "--format=%s", "HEAD")).isEqualTo("mine\nfirst\n");
        assertThat(project.git("status", "--short")).isEqualTo("?? junk\n");
        project.git("branch", "mine");
        project.git("reset", "--hard", "-q", "HEAD~");

        Shell.Said resumed = project.ralph("resume", "--task", "task-001");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(project.path("seen")).hasContent("old\nseen\n");
    }

    @Test
    void in_place_an_attempt_that_began_when_work_was_kept_is_not_discarded() throws Exception {
        GitProject project = GitProject.of(base);
        String agent =
                COMMITS + "if test -e junk; then rm junk; else echo junk > junk; fi; commit junk; " + GitProject.DONE;
        Path killed = base.resolve("killed");
        String check = "test -e " + killed + " || { touch " + killed + "; kill -9 $PPID; sleep 5; }; ! test -e junk";
        project.asProgram().run("in-place", "--containment", "group", "--command", agent, "--check", check);

        Shell.Said said = project.ralph("resume", "--task", "task-001", "--on-refusal", "discard");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED").contains("began without --on-refusal discard");
        assertThat(project.git("log", "--format=%s", "HEAD")).isEqualTo("junk\nfirst\n");
        assertThat(project.git("status", "--short")).isEmpty();

        Shell.Said kept = project.ralph("resume", "--task", "task-001", "--on-refusal", "keep");

        assertThat(kept.code()).as(kept.out() + kept.err()).isZero();
    }

    @Test
    void in_place_what_the_user_staged_stays_staged() throws Exception {
        GitProject project = GitProject.of(base);
        project.write("late", "late\n").commit("second");
        project.write("old", "old\nstaged\n").git("add", "old");
        project.write("old", "old\nstaged\nnot staged\n");
        String agent = COMMITS + "case $(ls \"$RUNS_DIR\" | wc -l) in"
                + " 1) echo junk > junk; echo agent > old; echo agent > late; git rm -q --cached late; commit junk; "
                + GitProject.DONE + ";;"
                + " *) " + GitProject.DONE + ";; esac";
        String check = "if test -e junk; then"
                + " git update-index --cacheinfo 100644,$(echo meanwhile | git hash-object -w --stdin),late; false; fi";

        Shell.Said said = project.run("in-place", "--on-refusal", "discard", "--command", agent, "--check", check);

        assertThat(said.out()).contains("COMPLETED after 2 attempts");
        assertThat(project.path("old")).hasContent("old\nstaged\nnot staged\n");
        assertThat(project.git("show", ":old")).isEqualTo("old\nstaged\n");
        assertThat(project.git("show", ":late")).isEqualTo("meanwhile\n");
        assertThat(project.git("ls-files")).isEqualTo("late\nold\n");
    }

    @Test
    void in_place_without_snapshots_it_is_refused_before_anything_begins() throws Exception {
        GitProject project = GitProject.plain(base);

        Shell.Said said = project.run("in-place", "--on-refusal", "discard", "--command", "echo x > x");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("--on-refusal discard needs to know what was there before an attempt")
                .contains("git init");
        assertThat(project.path("x")).doesNotExist();
    }
}
