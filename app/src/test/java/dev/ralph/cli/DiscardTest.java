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

        assertThat(said.out())
                .contains("COMPLETED after 4 attempts")
                .contains("Work discarded; it stays at refs/ralph/");
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
