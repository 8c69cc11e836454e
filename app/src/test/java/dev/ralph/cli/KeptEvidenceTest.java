package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What counts as evidence where the work becomes a commit: what that commit has.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptEvidenceTest {
    private static final String PLAN = "{\"type\":\"file_exists\",\"path\":\"plan.md\"}";
    private static final String BESIDE = "plan.md exists, but would not be kept: git ignores it";

    @TempDir
    Path base;

    private GitProject project;
    private int tasks;

    @BeforeEach
    void open() throws Exception {
        project = GitProject.of(base);
        project.write(".gitignore", "ignored/\n").commit("rules");
    }

    /// One attempt of a new task.
    private Shell.Said once(String workspace, String agent, String... more) {
        List<String> words = new ArrayList<>(List.of("--check", PLAN));
        words.addAll(List.of(more));
        return project.once(++tasks, workspace, agent, words.toArray(String[]::new));
    }

    /// One whose checks run in the project itself.
    private Shell.Said inProject(String agent, String check) {
        return once("in-place", agent, "--keep", "commit", "--clean-room", "off", "--check", check);
    }

    /// In a project in which nothing is uncommitted.
    private Shell.Said committing(String agent) throws Exception {
        project.git("reset", "-q", "--hard");
        project.git("clean", "-fdq");
        return once("in-place", agent, "--keep", "commit");
    }

    @Test
    void a_file_that_will_be_committed_is_there() throws Exception {
        assertThat(committing("echo plan > plan.md").out()).contains("COMPLETED", "every check passed");
        assertThat(project.git("show", "HEAD:plan.md")).isEqualTo("plan\n");
    }

    @Test
    void a_file_that_does_not_fit_into_memory_is_there() throws Exception {
        project = project.asProgram();
        Shell.Said said = committing("truncate -s 200M plan.md");
        assertThat(said.out() + said.err()).contains("COMPLETED", "every check passed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void an_ignored_file_is_no_evidence_where_the_work_becomes_a_commit(String workspace) {
        Shell.Said said = once(workspace, "echo plan.md >> .gitignore; echo plan > plan.md", "--keep", "commit");
        assertThat(said.code()).as(said.out()).isEqualTo(3);
        assertThat(said.out()).contains(BESIDE);
    }

    @Test
    void where_nothing_becomes_a_commit_an_ignored_file_is_there() {
        assertThat(once("in-place", "echo plan.md >> .gitignore; echo plan > plan.md")
                        .out())
                .contains("COMPLETED");
    }

    @Test
    void where_only_commits_count_an_uncommitted_file_is_no_evidence() {
        assertThat(once("in-place", "echo plan > plan.md", "--clean-room", "on").out())
                .contains(BESIDE + ", or it is not committed");
    }

    @Test
    void in_a_commit_links_that_stay_in_it_are_followed_and_no_others() throws Exception {
        assertThat(committing("ln -s /etc/passwd plan.md").out()).contains("plan.md leads out of the project");
        assertThat(committing("ln -s nowhere plan.md").out()).contains("plan.md does not exist");
        assertThat(committing("mkdir docs; echo plan > docs/real.md; ln -s docs/real.md plan.md")
                        .out())
                .contains("COMPLETED");
    }

    @Test
    void in_a_commit_a_folder_and_an_empty_file_are_no_artifacts() throws Exception {
        assertThat(committing("mkdir plan.md; echo x > plan.md/x").out()).contains("plan.md is not a regular file");
        assertThat(committing("touch plan.md").out()).contains("plan.md is empty");
    }

    // What changes after it was checked

    /// One attempt of a new task, whose check waits until its user has done something in the project.
    private Shell.Said meanwhile(Doing users) throws Exception {
        return meanwhile("in-place", users);
    }

    private Shell.Said meanwhile(String workspace, Doing users, String... more) throws Exception {
        Path begun = base.resolve("begun");
        Path goOn = base.resolve("go-on");
        Shell.other(base, Map.of(), List.of("mkfifo", begun.toString(), goOn.toString()));
        String check = "cd %s; test -e over || { echo > begun; read x < go-on; touch over; }".formatted(base);
        List<String> options = new ArrayList<>(List.of("--keep", "commit", "--check", check));
        options.addAll(List.of(more));
        CompletableFuture<Shell.Said> said = CompletableFuture.supplyAsync(
                () -> once(workspace, "echo plan > plan.md", options.toArray(String[]::new)));
        Files.readString(begun);
        users.act();
        Files.writeString(goOn, "\n");
        return said.join();
    }

    @FunctionalInterface
    private interface Doing {
        void act() throws Exception;
    }

    @Test
    void what_was_edited_after_the_check_began_is_not_committed_and_stays() throws Exception {
        Shell.Said said = meanwhile(() -> project.write("plan.md", "edited\n").write("mine.txt", "mine\n"));

        assertThat(said.out()).contains("COMPLETED");
        assertThat(said.err())
                .contains("not committed, as it is not what was checked: mine.txt")
                .contains("not committed, as it is not what was checked: plan.md");
        assertThat(project.git("show", "HEAD:plan.md")).isEqualTo("plan\n");
        assertThat(project.path("plan.md")).hasContent("edited");
        assertThat(project.status()).isEqualTo(" M plan.md\n?? mine.txt\n");
    }

    @Test
    void a_commit_that_the_checks_did_not_see_is_not_built_upon_until_they_have() throws Exception {
        Shell.Said said = meanwhile(() -> commit("seen"));

        assertThat(said.out())
                .contains("BLOCKED", "work not kept: the branch moved to ")
                .contains("Check again: ralph resume");
        assertThat(project.git("log", "-1", "--format=%s")).isEqualTo("seen\n");

        assertThat(project.ralph("resume", "--task", "task-001").out()).contains("COMPLETED after 1 attempt");
        assertThat(project.git("log", "-2", "--format=%s")).isEqualTo("Do the thing\nseen\n");
        assertThat(project.status()).isEmpty();
    }

    private void commit(String name) throws Exception {
        project.write(name, name + "\n").git("add", name);
        project.git("commit", "-qm", name);
    }

    @Test
    void in_an_overlay_the_checks_are_made_once_more_on_top_of_a_commit_they_did_not_see() throws Exception {
        Shell.Said said = meanwhile("overlay", () -> commit("seen"));

        assertThat(said.out()).contains("COMPLETED after 1 attempt");
        assertThat(said.out() + said.err()).contains("Branch moved during the checks; running them again");
        assertThat(project.git("log", "-2", "--format=%s")).isEqualTo("Do the thing\nseen\n");
        String tree = project.git("rev-parse", "HEAD^{tree}").strip();
        assertThat(project.ralph("receipts", "--json").out().lines().toList().toString())
                .contains("\"tree\":\"" + tree + "\"");
    }

    @Test
    void in_an_overlay_work_that_only_passes_without_a_commit_made_meanwhile_is_not_kept() throws Exception {
        Shell.Said said = meanwhile("overlay", () -> commit("broken"), "--check", "test ! -e broken");

        assertThat(said.code()).as(said.out()).isEqualTo(3);
        assertThat(said.out())
                .contains("Check `test ! -e broken` failed (exit 1)")
                .doesNotContain("COMPLETED");
        assertThat(project.git("log", "-1", "--format=%s")).isEqualTo("broken\n");
        assertThat(project.path("plan.md")).doesNotExist();
    }

    /// Every second time it is made, the check has another branch below the work, and refuses it until the last one.
    @Test
    void in_an_overlay_a_branch_that_moves_once_in_each_of_many_attempts_keeps_no_work_out() throws Exception {
        Path begun = base.resolve("begun");
        Path goOn = base.resolve("go-on");
        Shell.other(base, Map.of(), List.of("mkfifo", begun.toString(), goOn.toString()));
        String check = "cd " + base + "; echo x >> turns; n=$(wc -l < turns); if [ $((n % 2)) = 1 ];"
                + " then echo > begun; read x < go-on; else [ $n = 12 ]; fi";
        List<String> options = List.of("--max-restarts", "7", "--breaker", "off", "--flaky-retries", "0", "--command");
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("echo plan >> plan.md; " + GitProject.DONE, "--check", check));
        CompletableFuture<Shell.Said> said =
                CompletableFuture.supplyAsync(() -> project.run("overlay", words.toArray(String[]::new)));
        for (int attempt = 1; attempt <= 6; attempt++) {
            Files.readString(begun);
            commit("moved-" + attempt);
            Files.writeString(goOn, "\n");
        }

        assertThat(said.join().out()).contains("COMPLETED after 6 attempts");
    }

    @Test
    void where_checks_run_in_the_project_a_file_that_changed_meanwhile_is_checked_again() throws Exception {
        Shell.Said said = inProject("echo plan > plan.md", "grep -q edited plan.md || echo edited > plan.md");

        assertThat(said.out()).contains("BLOCKED", "plan.md changed while checks ran");
        assertThat(project.ralph("resume", "--task", "task-001").out()).contains("COMPLETED");
        assertThat(project.git("show", "HEAD:plan.md")).isEqualTo("edited\n");
    }

    @Test
    void where_checks_run_in_the_project_what_they_build_there_is_not_committed() throws Exception {
        Shell.Said said = inProject("echo plan > plan.md", "mkdir build && echo built > build/plan.html");

        assertThat(said.out()).contains("COMPLETED");
        assertThat(said.err()).contains("not committed, as it is not what was checked: build/plan.html");
        assertThat(project.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("plan.md\n");
    }
}
