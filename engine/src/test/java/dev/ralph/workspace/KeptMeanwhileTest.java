package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What users and other loops do to the same repository while an agent works and its work is kept.
class KeptMeanwhileTest extends KeepingIntoGit {
    private static final Map<String, String> FILES = Map.of("a", "a\n", "b", "b\n", "old/f", "f\n");

    @Test
    void a_branch_that_moves_in_the_very_moment_gets_the_work_on_top() throws Exception {
        playWhileTheBranchMoves(2);

        assertThat(project.git("log", "--format=%s")).isEqualTo("Kept work\nmeanwhile\nmeanwhile\nFirst");
        assertThat(project.read("a")).isEqualTo("agent\n");
        assertThat(project.status()).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void a_branch_that_never_stands_still_is_left_alone_without_a_trace() throws Exception {
        playWhileTheBranchMoves(100);

        assertThat(project.git("log", "--format=%s").lines())
                .contains("meanwhile")
                .doesNotContain("Kept work");
        assertThat(project.read("a")).isEqualTo("a\n");
        assertThat(project.status()).isEmpty();
        assertNothingIsLeft();
        done(keep(KeepPlayer.ATTEMPT));
        assertThat(project.read("a")).isEqualTo("agent\n");
    }

    private void playWhileTheBranchMoves(int times) throws Exception {
        open(FILES);
        new TreeRecord(overlay.folder().resolve("base")).write(new TreeRecord.Opened(head, project.path(".git")));
        overlay.work("echo agent > a");
        int code = Overlays.java(
                List.of(
                        "-Dralph.fault.hook=" + MovingBranch.class.getName(),
                        "-Dralph.test.moves=" + times,
                        "-Dralph.test.project=" + project.folder()),
                KeepPlayer.class,
                "overlay",
                project.folder().toString(),
                overlay.folder().toString());
        assertThat(code).isZero();
    }

    @Test
    void a_change_of_the_users_that_was_there_before_can_be_committed_or_put_aside() throws Exception {
        for (List<String> way : List.of(List.of("commit", "-q", "-a", "-m", "mine"), List.of("stash", "-q"))) {
            project = SampleProject.repository(scratch.resolve("p-" + way.getFirst()), FILES);
            project.write("a", "a\nmine\n");
            overlay = new RealOverlay(project.folder(), scratch.resolve("w-" + way.getFirst()));
            head = KeepPlayer.head(project.folder());
            overlay.work("echo agent >> a");
            assertThat(why(keep())).containsExactly(Conflict.Why.UNCOMMITTED);

            project.git(way.toArray(String[]::new));

            done(keep());
            assertThat(project.read("a")).isEqualTo("a\nmine\nagent\n");
            assertThat(project.status()).isEmpty();
        }
        assertThat(project.git("stash", "list").lines()).hasSize(1);
    }

    @Test
    void a_change_that_the_user_made_meanwhile_and_put_aside_stands_against_nothing() throws Exception {
        open(FILES);
        overlay.work("echo agent >> a; rm -r old");
        project.write("a", "mine\n");
        project.write("old/f", "mine\n");
        assertThat(why(keep())).containsOnly(Conflict.Why.CHANGED);

        project.git("stash", "-q");

        done(keep());
        assertThat(project.read("a")).isEqualTo("a\nagent\n");
        assertThat(project.path("old")).doesNotExist();
        assertThat(project.status()).isEmpty();
        assertThat(project.git("show", "stash@{0}:a")).isEqualTo("mine");
    }

    @Test
    void a_change_that_the_user_committed_meanwhile_is_to_be_merged() throws Exception {
        open(FILES);
        overlay.work("echo agent > a; rm -r old");
        project.write("a", "mine\n");
        project.write("old/f", "mine\n");
        project.commit("mine");
        project.write("b", "elsewhere\n");

        assertThat(why(keep())).containsOnly(Conflict.Why.COMMITTED);
        assertThat(project.status()).isEqualTo(" M b");
        assertThat(project.read("a")).isEqualTo("mine\n");
    }

    private static List<Conflict.Why> why(KeepResult kept) throws IOException {
        assertThat(kept).isInstanceOf(KeepResult.Conflicting.class);
        return ((KeepResult.Conflicting) kept)
                .conflicts().stream().map(Conflict::why).toList();
    }
}
