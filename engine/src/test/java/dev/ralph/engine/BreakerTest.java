package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Outcome;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// When a loop that gets nowhere gives up: three attempts in a row, in a real repository.
class BreakerTest extends InScratchProject {
    private static final String NOTHING = "3 attempts in a row changed nothing";

    private int tasks;

    @BeforeEach
    void makeRepository() throws Exception {
        Files.writeString(folder.resolve(".gitignore"), "ignored/\n");
        Files.writeString(folder.resolve("file"), "1\n");
        shell("git init -q && git add -A && " + commit(""));
    }

    @Test
    void attempts_that_do_nothing_are_three() throws Exception {
        blocked("true");
    }

    @Test
    void what_git_ignores_is_no_change() throws Exception {
        blocked("mkdir -p ignored; date +%N >> ignored/log");
    }

    @Test
    void what_lies_in_ralphs_own_folder_is_no_change() throws Exception {
        blocked("date +%N >> .ralph/notes; date +%N >> \"$TASK_FOLDER/notes\"");
    }

    @Test
    void the_same_words_written_again_are_no_change() throws Exception {
        blocked("echo 1 > file");
    }

    @Test
    void claiming_to_be_done_is_no_change() throws Exception {
        ScratchLoop.Ended result = loop("true; " + DONE).check("false").run();

        assertThat(result.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(result.sentence()).isEqualTo(NOTHING);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void an_attempt_that_a_limit_ends_without_a_change_counts() throws Exception {
        ScratchLoop.Ended result = loop("sleep 60")
                .set(SettingKeys.TIMEOUT, Duration.ofMillis(300))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void a_new_file_a_changed_one_and_a_commit_are_changes() throws Exception {
        goesOn("echo x > new-$JRUN_ID");
        goesOn("date +%N >> file");
        goesOn(commit("--allow-empty"));
        goesOn("date +%N >> file; git add -A; " + commit(""));
    }

    @Test
    void without_a_repository_nobody_knows_and_the_loop_goes_on() throws Exception {
        shell("rm -rf .git");

        ScratchLoop.Ended result = loop("true").run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
    }

    private void blocked(String agent) throws Exception {
        ScratchLoop.Ended result = loop(agent).run();

        assertThat(result.outcome()).as(agent).isEqualTo(Outcome.BLOCKED);
        assertThat(result.sentence()).isEqualTo(NOTHING);
        assertThat(result.attempts()).isEqualTo(3);
    }

    private void goesOn(String agent) throws Exception {
        ScratchLoop.Ended result = loop(agent).as("task-" + ++tasks).run();

        assertThat(result.outcome()).as(agent).isEqualTo(Outcome.EXHAUSTED);
        assertThat(result.attempts()).isEqualTo(5);
    }

    private ScratchLoop loop(String agent) throws Exception {
        Caps like = Caps.DEFAULT;
        Caps onlyTrees = new Caps(like.attempt(), like.loop(), null, null, 3, 5, false);
        return project.loop(agent)
                .policy(usual -> usual.with(usual.limits().with(onlyTrees)))
                .maxRestarts(5)
                .restartDelay(Duration.ZERO);
    }

    private static String commit(String how) {
        return "git -c user.name=a -c user.email=a@b commit -qm more " + how;
    }

    private void shell(String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).as(line).isZero();
    }
}
