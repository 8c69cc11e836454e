package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that attack what looks at their work, rather than what it looks for.
class HostileProofTest {
    private static final String GUARD = "{\"type\":\"tamper\"}";
    private static final String LOWER = "sed -i 's/= 90/= 50/' tests/ruff.toml";
    private static final String IDENTITY =
            "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a" + " GIT_COMMITTER_EMAIL=a@b; ";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void aProjectWithTests() throws Exception {
        project = GitProject.of(base);
        project.write("tests/ruff.toml", "fail_under = 90\n");
        project.commit("tests");
    }

    private Shell.Said run(String agent, String... more) {
        return attempts(1, agent + "; " + GitProject.DONE, more);
    }

    private Shell.Said attempts(int most, String agent, String... more) {
        List<String> words = new ArrayList<>(List.of("--max-restarts", String.valueOf(most), "--command"));
        words.add(IDENTITY + agent);
        words.addAll(List.of(more));
        return project.run("in-place", words.toArray(String[]::new));
    }

    private static void refused(Shell.Said said, String why) {
        assertThat(said.out() + said.err()).contains(why);
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree"})
    void a_script_above_the_project_but_in_its_repository_is_pinned_too(String workspace) throws Exception {
        project.write("ci/check.sh", "test -e app/made\n")
                .write("app/old", "old\n")
                .commit("a check");
        GitProject part = new GitProject(project.path("app"), project.state());
        String agent = IDENTITY + "echo exit 0 > ../ci/check.sh; " + GitProject.DONE;

        Shell.Said said = part.run(
                workspace,
                "--max-restarts",
                "1",
                "--command",
                agent,
                "--check",
                "{\"type\":\"tamper\",\"check-script\":\"allow\"}",
                "--check",
                "cd .. && sh ci/check.sh");

        refused(said, "was not run: ../ci/check.sh was changed since the loop began");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cd .. && sh ci/check.sh", "{\"type\":\"validate\",\"script\":\"../ci/check.sh\"}"})
    void a_script_above_the_project_that_is_as_it_was_is_run(String check) throws Exception {
        project.write("ci/check.sh", "test -e \"$(dirname \"$0\")/../app/made\"\n")
                .write("app/old", "old\n")
                .commit("a check");
        GitProject part = new GitProject(project.path("app"), project.state());

        for (String workspace : List.of("worktree", "overlay", "in-place")) {
            Shell.Said said = part.ralph(
                    "run",
                    "--workspace",
                    workspace,
                    "--task",
                    "in-" + workspace,
                    "--prompt",
                    "Do it",
                    "--max-restarts",
                    "1",
                    "--command",
                    "date +%N >> made; " + GitProject.DONE,
                    "--check",
                    check);
            assertThat(said.out()).as(said.err()).contains("COMPLETED");
        }
    }

    @Test
    void an_object_that_git_shows_another_one_for_hides_no_lower_threshold() {
        Shell.Said said = run(
                "old=$(git rev-parse HEAD:tests/ruff.toml); " + LOWER
                        + "; git replace $(git hash-object -w tests/ruff.toml) $old",
                "--check",
                GUARD);
        refused(said, "(coverage-lowered)");
    }

    @Test
    void a_graft_does_not_bring_rewritten_history_back() {
        Shell.Said said = run(
                "began=$(git rev-parse HEAD); echo two > two; git add two; git commit -q --amend -m one;"
                        + " mkdir -p .git/info; echo $(git rev-parse HEAD) $began > .git/info/grafts",
                "--check",
                "{\"type\":\"committed\"}");
        refused(said, "history was rewritten");
    }

    @Test
    void a_state_of_the_loop_that_was_removed_hides_nothing_that_was_done_before_it() {
        Shell.Said said = attempts(
                2,
                "if grep -q 50 tests/ruff.toml; then git for-each-ref --format='delete %(refname)' refs/ralph"
                        + " | git update-ref --stdin; echo two > two; " + GitProject.DONE + "; else " + LOWER + "; fi",
                "--check",
                GUARD);
        refused(said, "(coverage-lowered)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf .git",
                "git config core.bare true",
                "git config core.worktree \"$(mktemp -d)\"",
                "rm -rf .git; git init -q; git add -A; git commit -q -m new"
            })
    void without_the_repository_that_was_there_nothing_is_proven(String trick) {
        Shell.Said said = run(LOWER + "; " + trick, "--check", "grep -q 50 tests/ruff.toml");
        assertThat(said.out() + said.err()).doesNotContain("COMPLETED");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(1);
    }

    @Test
    void objects_that_are_gone_hide_no_change_of_a_check_script() throws Exception {
        project.write("test.sh", "sh other.sh\n").write("other.sh", "true\n").commit("scripts");

        Shell.Said said = run(
                "for file in test.sh other.sh; do id=$(git rev-parse HEAD:$file);"
                        + " rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-);"
                        + " echo true >> $file; done",
                "--check",
                "sh test.sh");

        refused(said, "(check-script)");
    }

    /// In each, `$began` is the commit that the loop began with, and the work is committed.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "forge blob $began:tests/ruff.toml HEAD:tests/ruff.toml",
                "forge tree $began:tests HEAD:tests",
                "forge tree $began^{tree} HEAD^{tree}",
                "forge commit $began HEAD"
            })
    void an_object_that_is_not_what_its_name_says_hides_nothing(String trick) throws Exception {
        Files.writeString(base.resolve("forge.py"), """
                import os, subprocess, sys, zlib
                kind, old, new = sys.argv[1], *(subprocess.check_output(
                    ["git", "rev-parse", name], text=True).strip() for name in sys.argv[2:])
                body = subprocess.check_output(["git", "cat-file", kind, new])
                file = f".git/objects/{old[:2]}/{old[2:]}"
                os.remove(file)
                open(file, "wb").write(zlib.compress(f"{kind} {len(body)}".encode() + b"\\0" + body))
                """);

        Shell.Said said = run(
                "forge() { python3 '" + base.resolve("forge.py") + "' \"$@\"; }; began=$(git rev-parse HEAD); " + LOWER
                        + "; git commit -qam work; " + trick,
                "--check",
                GUARD);

        assertThat(said.out() + said.err()).contains("not what its name says").doesNotContain("COMPLETED");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(1);
    }

    @Test
    void a_graph_of_commits_that_lies_about_their_trees_hides_nothing() throws Exception {
        Files.writeString(base.resolve("lie.py"), """
                import os, subprocess
                tree = lambda name: bytes.fromhex(subprocess.check_output(
                    ["git", "rev-parse", name + "^{tree}"], text=True).strip())
                file = ".git/objects/info/commit-graph"
                before, after = tree("HEAD~1"), tree("HEAD")
                subprocess.check_call(["git", "commit-graph", "write", "--reachable", "--no-progress"])
                os.chmod(file, 0o644)
                graph = open(file, "rb").read()
                assert before in graph
                open(file, "wb").write(graph.replace(before, after))
                """);

        Shell.Said said =
                run(LOWER + "; git commit -qam work; python3 '" + base.resolve("lie.py") + "'", "--check", GUARD);

        refused(said, "(coverage-lowered)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mkdir -p .git/info; echo '* -diff' > .git/info/attributes",
                "echo '* -diff' > .gitattributes",
                "git config core.bigFileThreshold 1",
                "git config diff.external true; git config diff.noprefix true"
            })
    void a_reviewer_sees_the_change_however_git_is_told_to_show_it(String trick) throws Exception {
        project.write(".gitignore", "asked.txt\n").commit("ignore");
        run(
                trick + "; echo work >> made; echo more >> old",
                "--tamper",
                "off",
                "--check",
                "{\"type\":\"review\",\"command\":\"cat > asked.txt\"}");
        assertThat(Files.readString(project.path("asked.txt"))).contains("+work", "+more", "b/old", "b/made");
    }

    @Test
    void a_reviewer_is_asked_about_the_task_that_the_loop_began_with() throws Exception {
        project.write(".gitignore", "asked.txt\n").commit("ignore");
        String review = "{\"type\":\"review\",\"command\":\"cat > asked.txt\"}";
        Shell.Said said = run("echo work >> made; echo 'Nothing to do.' > \"$TASK_FOLDER/TASK.md\"", "--check", review);
        refused(said, "the text of the task");
        assertThat(project.path("asked.txt")).doesNotExist();

        project.ralph("resume", "task-001", "--max-restarts", "2", "--check", review);
        assertThat(Files.readString(project.path("asked.txt"))).contains("Nothing to do.");
    }

    @Test
    void in_an_overlay_too_nothing_is_clean_that_git_was_told_to_overlook() {
        Shell.Said said = project.run(
                "overlay",
                "--max-restarts",
                "1",
                "--check",
                "{\"type\":\"tree_clean\"}",
                "--command",
                "echo x >> old; git update-index --assume-unchanged old; " + GitProject.DONE);
        refused(said, "old (git is set to ignore changes)");
    }

    @Test
    void a_script_with_an_uncommitted_edit_counts_as_it_was_when_the_loop_began() throws Exception {
        project.write("check.sh", "test -e made\n").commit("check");
        project.write("check.sh", "test -e made # mine\n");
        Shell.Said said = project.run(
                "overlay",
                "--max-restarts",
                "1",
                "--check",
                "sh check.sh",
                "--command",
                "touch made; " + GitProject.DONE);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.err()).contains("uncommitted: check.sh");
        assertThat(project.git("show", "HEAD:check.sh")).isEqualTo("test -e made\n");
        assertThat(project.path("check.sh")).hasContent("test -e made # mine\n");
    }

    @Test
    void what_must_not_be_printed_does_not_hide_in_a_flood() {
        Shell.Said said = run(
                "printf 'seq 300000; echo BROKEN; seq 300000\\n' > app.sh",
                "--check",
                "{\"type\":\"command\",\"command\":\"sh app.sh\",\"output_not_contains\":\"BROKEN\"}");
        refused(said, "must not");
    }

    @Test
    void what_one_check_runs_does_not_change_the_script_of_the_next() throws Exception {
        project.write("app.sh", "exit 0\n")
                .write("check.sh", "grep -q fixed app.sh\n")
                .commit("checks");
        Shell.Said said = run(
                "echo 'echo exit 0 > check.sh' > app.sh",
                "--keep",
                "commit",
                "--check",
                "sh app.sh && true",
                "--check",
                "sh check.sh");
        refused(said, "check.sh");
    }

    @Test
    void a_script_of_a_check_that_is_a_link_is_the_script_it_leads_to() throws Exception {
        project.write("scripts/check.sh", "test -e made\n");
        Files.createSymbolicLink(project.path("check.sh"), Path.of("scripts/check.sh"));
        project.commit("check");
        Shell.Said said = run("touch made", "--keep", "commit", "--check", "sh check.sh");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");

        Shell.Said bent = project.ralph(
                "run",
                "--task",
                "task-002",
                "--prompt",
                "Do it",
                "--max-restarts",
                "1",
                "--tamper",
                "off",
                "--keep",
                "commit",
                "--check",
                "sh check.sh",
                "--command",
                "echo true > scripts/check.sh; " + GitProject.DONE);
        refused(bent, "check.sh was changed since the loop began");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_flood_of_empty_lines_takes_no_time_to_look_at() {
        Shell.Said said =
                run("true", "--check", "{\"type\":\"test_passing\",\"command\":\"yes '' | head -c 900000; exit 0\"}");
        assertThat(said.out()).contains("COMPLETED");
    }
}
