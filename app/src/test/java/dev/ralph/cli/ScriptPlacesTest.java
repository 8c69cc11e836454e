package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts of checks that are named by more than a path inside the project are pinned where they are run.
class ScriptPlacesTest {
    /// A room at the project's own path has the script of the commit, whatever became of the user's.
    private static final String ISOLATED = "failed (exit 1) in a fresh checkout";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_in_a_repository() throws Exception {
        project = GitProject.of(base);
        project.write("ci/check.sh", "test -e made\n");
        project.write("app/old", "old\n").commit("a check");
    }

    private Shell.Said run(GitProject where, String workspace, String room, String agent, String... checks) {
        List<String> words = new ArrayList<>(List.of("--max-restarts", "1"));
        words.addAll(List.of("--tamper", "off", "--clean-room", room));
        words.addAll(List.of("--command", agent + "; " + GitProject.DONE));
        for (String check : checks) {
            words.addAll(List.of("--check", check));
        }
        return where.run(workspace, words.toArray(String[]::new));
    }

    /// Where no namespaces can be made there is no overlay.
    private List<GitProject> places(String workspace) {
        return workspace.equals("overlay") ? List.of(project) : List.of(project, project.boundByPermissions());
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    private String absolute() {
        return "sh " + project.path("ci/check.sh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place on", "worktree on", "worktree off", "overlay on", "overlay off"})
    void a_script_named_from_the_root_is_looked_at_where_it_is_run(String how) throws Exception {
        project.write("ci/check.sh", "exit 1\n").commit("a check that nothing passes");
        String[] parts = how.split(" ", 2);
        Shell.Said said = run(
                places(parts[0]).getLast(),
                parts[0],
                parts[1],
                "touch made; echo exit 0 > '" + project.path("ci/check.sh") + "'",
                absolute());

        assertThat(said.code()).as(all(said)).isEqualTo(3);
        assertThat(all(said)).containsAnyOf("check.sh was changed since the loop began", ISOLATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place auto", "worktree auto", "worktree off", "overlay auto", "overlay off"})
    void one_that_is_as_it_was_is_run_as_often_as_checks_name_it(String how) {
        String[] parts = how.split(" ", 2);
        for (GitProject where : places(parts[0])) {
            Shell.Said said = run(where, parts[0], parts[1], "date +%N > made", absolute(), absolute() + " again");

            assertThat(said.code()).as(all(said)).isZero();
        }
    }
}
