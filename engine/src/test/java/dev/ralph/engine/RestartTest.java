package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The restart profile with real processes: when it stops, when it goes on.
class RestartTest extends InScratchProject {
    @Test
    void when_an_agent_starts_its_run_folder_and_its_attempt_in_the_journal_are_there() throws Exception {
        String told = "for i in $(seq 1000); do [ -e \"$RUN_FOLDER/run-info.yaml\" ] && break; sleep 0.01; done; ";
        project.loop("mkdir seen; cp .ralph/ralph.db* seen; " + told + "cp \"$RUN_FOLDER/run-info.yaml\" seen; " + DONE)
                .run();

        assertThat(folder.resolve("seen/run-info.yaml")).content().contains("status: \"running\"");
        try (JournalView journal = SqliteJournal.view(folder.resolve("seen/ralph.db"))) {
            assertThat(journal.loops()).hasSize(1);
            assertThat(journal.attempts(journal.loops().getFirst().head().id())).hasSize(1);
        }
    }

    @Test
    void done_before_the_start_means_the_agent_is_never_run() throws Exception {
        project.put(project.task().done(), "");

        ScratchLoop.Ended result = project.loop(COUNT).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isZero();
        assertThat(project.executions()).isZero();
        assertThat(project.told()).containsExactly("INFO task completed (DONE marker present, no active children)");
    }

    @Test
    void done_on_the_first_run_means_one_run() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + DONE).run();

        assertThat(result)
                .isEqualTo(new ScratchLoop.Ended(new Reason.Unverified(), "unverified: no check configured", 1));
        assertThat(result.completed()).isTrue();
        assertThat(project.executions()).isEqualTo(1);
    }

    @Test
    void done_on_the_second_run_means_exactly_two_runs_and_two_starting_messages() throws Exception {
        ScratchLoop.Ended result =
                project.loop(COUNT + "[ $(wc -l < count) = 2 ] && " + DONE).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.executions()).isEqualTo(2);
        assertThat(project.told())
                .filteredOn(line -> line.contains("starting root agent"))
                .containsExactly("INFO starting root agent (restart #0)", "INFO starting root agent (restart #1)");
    }

    @Test
    void exit_code_0_never_stops_the_loop() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "exit 0").maxRestarts(3).run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.executions()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 1", "exit 2", "exit 41", "exit 137", "exit 255", "kill -9 $$", "kill -15 $$"})
    void however_an_agent_fails_it_is_started_again(String end) throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "[ $(wc -l < count) = 2 ] && " + DONE + end)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.executions()).isEqualTo(2);
        assertThat(project.told()).anyMatch(line -> line.startsWith("WARNING agent failed on restart #0: "));
    }

    @Test
    void an_agent_that_always_fails_is_given_up_with_the_text_of_the_specification() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "exit 1").maxRestarts(1).run();

        assertThat(result).isEqualTo(new ScratchLoop.Ended(new Reason.AttemptsUsed(1), "max restarts (1) exceeded", 1));
        assertThat(project.executions()).isEqualTo(1);
        assertThat(project.told()).last().isEqualTo("ERROR task failed: max restarts (1) exceeded");
    }

    @Test
    void no_allowed_restart_means_failure_before_any_run() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT).maxRestarts(0).run();

        assertThat(result).isEqualTo(new ScratchLoop.Ended(new Reason.AttemptsUsed(0), "max restarts (0) exceeded", 0));
        assertThat(project.executions()).isZero();
        assertThat(project.told()).containsExactly("ERROR task failed: max restarts (0) exceeded");
    }

    @Test
    void done_without_restarts_left_is_still_success() throws Exception {
        project.put(project.task().done(), "");

        assertThat(project.loop(COUNT).maxRestarts(0).run().outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void done_from_the_last_allowed_run_counts() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "[ $(wc -l < count) = 3 ] && " + DONE + "exit 1")
                .maxRestarts(3)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void done_that_a_person_touches_during_the_restart_delay_is_noticed() throws Exception {
        Thread person = Thread.ofVirtual().start(() -> {
            try {
                ScratchProject.until("the first attempt ended", () -> project.hasTold("WARNING agent failed"));
                project.put(project.task().done(), "");
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        Instant before = Instant.now();

        ScratchLoop.Ended result = project.loop(COUNT + "exit 1")
                .restartDelay(Duration.ofMinutes(2))
                .run();

        person.join();
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.executions()).isEqualTo(1);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void done_during_a_run_is_noticed_while_the_agent_still_runs() throws Exception {
        var seen = new ConcurrentLinkedQueue<String>();

        ScratchLoop.Ended result = project.loop(DONE + "while [ ! -e noticed ]; do sleep 0.05; done; exit 3")
                .pollInterval(Duration.ofMinutes(1))
                .set(SettingKeys.DONE_GRACE, Duration.ofMinutes(1))
                .listener((entry, state) -> {
                    if (entry.event() instanceof Event.SignalSeen signalSeen) {
                        seen.add(signalSeen.signal() + " " + state.activity());
                        touch("noticed");
                    }
                })
                .run();

        assertThat(seen).hasSize(1).first().asString().isEqualTo("DONE RUNNING");
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.info(0).number("exit_code")).isEqualTo(3);
        assertThat(project.info(0).get("status")).contains("completed");
    }

    @Test
    void an_agent_that_goes_on_after_done_is_ended_after_the_done_grace() throws Exception {
        ScratchLoop.Ended result = project.loop(DONE + "sleep 300")
                .set(SettingKeys.DONE_GRACE, Duration.ofMillis(100))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(project.info(0).get("status")).contains("completed");
        assertThat(project.told()).noneMatch(line -> line.startsWith("WARNING"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_directory_named_done_is_an_error_that_says_what_to_do(boolean beforeTheRun) throws Exception {
        if (beforeTheRun) {
            Files.createDirectories(project.task().done());
        }

        ScratchLoop.Ended result =
                project.loop(COUNT + "mkdir \"$TASK_FOLDER/DONE\"").run();

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.sentence())
                .startsWith("DONE is a directory")
                .contains(project.task().done().toString())
                .contains("remove");
        assertThat(project.executions()).isEqualTo(beforeTheRun ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_done_that_cannot_be_looked_at_is_an_error_that_names_it(boolean beforeTheRun) throws Exception {
        Files.createDirectories(project.task().path());
        if (beforeTheRun) {
            Files.createSymbolicLink(project.task().done(), project.task().done());
        }

        ScratchLoop.Ended result =
                project.loop(COUNT + "ln -s DONE \"$TASK_FOLDER/DONE\"").run();

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.sentence()).contains(project.task().done().toString()).contains("symbolic links");
        assertThat(project.executions()).isEqualTo(beforeTheRun ? 0 : 1);
    }

    @Test
    void between_two_attempts_lies_the_restart_delay() throws Exception {
        Duration delay = Duration.ofMillis(700);
        var starts = new ConcurrentLinkedQueue<Instant>();
        var ends = new ConcurrentLinkedQueue<Instant>();

        project.loop("exit 0")
                .maxRestarts(2)
                .restartDelay(delay)
                .listener((entry, state) -> {
                    if (entry.event() instanceof Event.AttemptStarted) {
                        starts.add(entry.at());
                    } else if (entry.event() instanceof Event.AttemptEnded ended) {
                        ends.add(ended.report().endedAt());
                    }
                })
                .run();

        List<Instant> began = List.copyOf(starts);
        assertThat(Duration.between(ends.iterator().next(), began.get(1))).isGreaterThanOrEqualTo(delay);
    }

    @Test
    void the_agent_works_in_the_project_folder() throws Exception {
        project.loop("pwd > where; " + DONE).run();

        assertThat(project.read(folder.resolve("where")).strip())
                .isEqualTo(folder.toRealPath().toString());
    }

    @Test
    void with_a_check_done_is_only_a_signal() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "cat > prompt-$(wc -l < count); " + DONE)
                .check("echo too early; [ $(wc -l < count) = 2 ]")
                .run();

        assertThat(result).isEqualTo(new ScratchLoop.Ended(new Reason.Proven(), "every check passed", 2));
        assertThat(project.task().path().resolve("DONE.rejected-1")).exists();
        assertThat(project.read(folder.resolve("prompt-2")))
                .contains("was not accepted")
                .contains("> too early");
    }

    private void touch(String name) {
        try {
            project.put(folder.resolve(name), "");
        } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
