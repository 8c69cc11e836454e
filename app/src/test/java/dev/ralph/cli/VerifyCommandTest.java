package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.store.FileLeases;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ralph verify` as a user types it.
class VerifyCommandTest {
    private static final String WORK = "echo work > made; " + GitProject.DONE;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
    }

    private void work(String... checks) {
        String[] words = new String[checks.length * 2 + 2];
        for (int i = 0; i < checks.length; i++) {
            words[2 * i] = "--check";
            words[2 * i + 1] = checks[i];
        }
        words[words.length - 2] = "--command";
        words[words.length - 1] = WORK;
        Shell.Said said = project.run("in-place", words);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
    }

    private List<JournalEntry<Event>> journal() {
        try (JournalView journal = SqliteJournal.view(project.path(".ralph/ralph.db"))) {
            return journal.entries(journal.loops().getFirst().head().id());
        }
    }

    @Test
    void the_checks_are_made_again_on_the_commit_of_the_verdict_and_the_loop_stays_as_it_was() throws Exception {
        work("cat made", "test ! -e later");
        List<JournalEntry<Event>> before = journal();
        String bus = project.shell().bus("task-001");
        project.write("later", "not there then\n");
        Files.delete(project.path("made"));

        Shell.Said said = project.ralph("verify", "task-001");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out())
                .containsPattern("passed +`cat made` \\(exit 0, .*; before: passed\\)")
                .containsPattern("passed +`test ! -e later` \\(exit 0, .*; before: passed\\)")
                .containsPattern("2 checks pass on commit [0-9a-f]{10}, as attempt 1 left it");
        assertThat(journal()).isEqualTo(before);
        assertThat(project.shell().bus("task-001")).isEqualTo(bus);
        assertThat(project.path("made")).doesNotExist();
        assertThat(project.path("later")).exists();
        Shell.Said receipts = project.ralph("receipts", "task-001");
        assertThat(receipts.code()).isZero();
        assertThat(receipts.out()).contains("passed (verify)").contains("5 receipts, all intact");
        assertThat(project.ralph("receipts", "--json").out())
                .contains("\"occasion\":\"reverification\"")
                .contains("\"room\":\"clean\"");
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void on_a_commit_where_they_do_not_pass_the_exit_code_says_so_and_then_is_compared_with_now() throws Exception {
        work("cat made");

        Shell.Said said = project.ralph("verify", "task-001", "--commit", "main");

        assertThat(said.code()).isEqualTo(8);
        assertThat(said.out())
                .containsPattern(
                        "refused +`cat made` \\(exit 1, .*; before: passed\\): check `cat made` failed \\(exit 1\\)")
                .contains("1 of 1 check does not pass on commit "
                        + project.git("rev-parse", "main").substring(0, 10))
                .contains("1 differs from the earlier result");
        Shell.Said json = project.ralph("verify", "task-001", "--commit", "main", "--json");
        assertThat(json.code()).isEqualTo(8);
        assertThat(json.out()).contains("\"passed\":false").contains("\"passed_then\":true");
        assertThat(project.ralph("status", "--task", "task-001").out()).contains("COMPLETED");
    }

    @Test
    void the_definitions_are_those_that_were_pinned_whatever_the_settings_say_now() throws Exception {
        work("cat made");
        project.write(".ralph/config.yaml", "checks: ['false']\n");

        assertThat(project.ralph("verify", "task-001").out())
                .contains("`cat made`")
                .doesNotContain("`false`");
    }

    @Test
    void facts_about_the_commit_are_looked_at_again() {
        work("{\"type\":\"changed\"}", "{\"type\":\"file_exists\",\"path\":\"made\"}", "true");

        Shell.Said said = project.ralph("verify", "task-001");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out()).contains("3 checks pass");
    }

    @Test
    void a_check_that_is_about_the_folder_alone_cannot_be_repeated() throws Exception {
        Shell.Said run = project.run(
                "in-place",
                "--check",
                "{\"type\":\"tree_clean\"}",
                "--command",
                "git add -A . ':!.ralph'; git -c user.name=a -c user.email=a@b commit -qm x --allow-empty; "
                        + GitProject.DONE);
        assertThat(run.code()).as(run.out() + run.err()).isZero();

        Shell.Said said = project.ralph("verify", "task-001");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out())
                .contains("not repeated  `tree clean`: it is about the folder and the branch as they were then")
                .contains("Nothing to repeat: no check depends on the commit");
    }

    @Test
    void when_the_attempts_own_commit_is_gone_the_kept_one_with_the_same_files_takes_its_place() throws Exception {
        Shell.Said run = project.run("worktree", "--check", "cat made", "--command", WORK);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.ralph("gc", "--attempts", "--older-than", "0s").code())
                .isZero();
        project.git("reflog", "expire", "--expire=now", "--all");
        project.git("gc", "-q", "--prune=now");

        Shell.Said said = project.ralph("verify", "task-001");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out()).contains("1 check passes on commit");
    }

    @Test
    void what_cannot_be_verified_is_refused_with_what_to_do() throws Exception {
        work("true");

        assertThat(project.ralph("verify", "task-001", "--commit", "nowhere").err())
                .contains("there is no commit nowhere");
        assertThat(project.ralph("verify", "task-001", "--commit", "--help").code())
                .isEqualTo(2);
        Shell.Said unknown = project.ralph("verify", "task-002");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("No task task-002").contains("List them: ralph status");

        project.ralph("run", "--task", "task-003", "--prompt", "x", "--command", GitProject.DONE);
        assertThat(project.ralph("verify", "task-003").err()).contains("no verdict that could be verified");
    }

    @Test
    void without_git_there_is_no_commit_to_verify() throws Exception {
        Path other = Files.createDirectory(base.resolve("other"));
        GitProject plain = GitProject.plain(other);
        plain.run("in-place", "--check", "true", "--command", GitProject.DONE);

        Shell.Said said = plain.ralph("verify", "task-001");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("is not a git repository");
    }

    @Test
    void while_a_loop_of_the_task_runs_it_has_to_wait() {
        work("true");
        Leases.Answer claim = new FileLeases(project.path(".ralph/locks"))
                .acquire("task-task-001", OwnerProcess.me(Instant.now(), "a test"));
        assertThat(claim).isInstanceOf(Leases.Lease.class);
        try (Leases.Lease _ = (Leases.Lease) claim) {
            assertThat(project.ralph("verify", "task-001").code()).isEqualTo(7);
        }
        assertThat(project.ralph("verify", "task-001").code()).isZero();
    }

    @Test
    void ctrl_c_ends_the_check_that_runs_and_nothing_is_left() throws Exception {
        work("if [ -e slow ]; then sleep 97.531; fi");
        project.write("slow", "slow\n");
        String slow = project.commit("slow");
        // somebody who runs the tests in the background of a script has that script's shell ignore Ctrl-C for all of it
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.addAll(Shell.java(
                Main.class.getName(), "--dir", project.folder().toString(), "verify", "task-001", "--commit", slow));
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put("XDG_STATE_HOME", project.state().toString());
        Process verify = builder.start();
        try {
            Waiting.until(() -> isRunning("97.531"));
            new ProcessBuilder("kill", "-INT", Long.toString(verify.pid()))
                    .start()
                    .waitFor();
            assertThat(verify.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(verify.exitValue()).isEqualTo(6);
            Waiting.until(() -> !isRunning("97.531"));
        } finally {
            verify.destroyForcibly();
        }
        assertThat(project.ralph("receipts").code()).isZero();
    }

    private static boolean isRunning(String argument) {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").endsWith("sleep " + argument));
    }
}
