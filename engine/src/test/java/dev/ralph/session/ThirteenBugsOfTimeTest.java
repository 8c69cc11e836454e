package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.session.SessionEvent.Deleted;
import dev.ralph.session.SessionEvent.Failed;
import dev.ralph.session.SessionEvent.Idle;
import dev.ralph.session.SessionHost.Activity;
import dev.ralph.session.SessionNotice.Variant;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What went wrong at a bad moment, or in the wrong session, in the programs that this loop comes from: bugs 5 to 10,
/// each once reported by their users, each now a promise.
class ThirteenBugsOfTimeTest extends WithSessionFixture {
    private static final String PROMISE = "<promise>DONE</promise>";

    @Test
    void bug_05_an_idle_event_told_twice_makes_two_continuations() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.idle();
        fixture.pass(400);
        fixture.idle();
        fixture.pass(200);
        // The prompt was accepted a moment ago; the end of the turn before is told once more.
        fixture.idle();
        fixture.pass(60_000);

        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.iteration()).isEqualTo(2);
        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop");
    }

    @Test
    void bug_05_a_turn_that_is_over_at_once_is_no_duplicate() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        host.duringInject = () -> {
            host.duringInject = () -> {};
            host.says(SESSION, "a quick answer");
            fixture.idle();
        };
        fixture.pass(5_000);
        assertThat(host.prompts).hasSize(2);

        host.is(SESSION, Activity.IDLE);
        host.duringInject = () -> {
            host.duringInject = () -> {};
            fixture.idle();
        };
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(5_000);
        assertThat(host.prompts)
                .as("an agent that says nothing, as the program knows")
                .hasSize(4);
    }

    @Test
    void bug_06_an_iteration_is_counted_although_its_prompt_was_refused() throws Exception {
        fixture.start();
        fixture.turn("working");
        host.injectFails = new IllegalStateException("session is locked");
        fixture.turn("working");

        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped(
                        "The next prompt could not be delivered: session is locked", Variant.ERROR));
        assertThat(host.logged()).contains("[ralph-loop] Failed to inject continuation");
        assertThat(host.log.stream()
                        .filter(line -> line.text().endsWith("Loop stopped"))
                        .findFirst()
                        .orElseThrow()
                        .details())
                .containsEntry("iteration", 2);
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_06_an_iteration_is_counted_when_its_prompt_is_handed_over_and_not_before() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(499);
        assertThat(fixture.iteration()).isEqualTo(1);
        host.duringInject = () -> assertThat(fixture.iteration()).isEqualTo(2);
        fixture.pass(1);
        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void bug_06_two_processes_answer_one_turn_once_and_count_it_once() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        RalphLoopHook other = fixture.newHook();
        host.duringInject = () -> {
            // The same end is told to the other process at this moment.
            host.duringInject = () -> {};
            other.handle(new Idle(SESSION));
            fixture.pass(500);
        };
        fixture.idle();
        fixture.pass(500);

        assertThat(fixture.iteration()).isEqualTo(2);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_07_a_loop_that_was_cancelled_during_the_delay_is_continued() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(499);
        assertThat(fixture.newHook().cancelLoop(SESSION))
                .as("from another process")
                .isTrue();
        fixture.pass(60_000);

        assertThat(host.prompts).isEmpty();
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_07_a_promise_given_during_the_delay_is_overlooked() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(300);
        host.says(SESSION, PROMISE);
        fixture.pass(60_000);

        assertThat(host.prompts).isEmpty();
        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop", "Ralph Loop Complete!");
    }

    @Test
    void bug_07_a_loop_that_was_started_anew_during_the_delay_gets_no_prompt_of_the_old_one() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(300);
        fixture.hook.startLoop(SESSION, "Another task");
        fixture.pass(60_000);
        assertThat(host.prompts).isEmpty();

        fixture.turn("working");
        assertThat(host.prompts).hasSize(1).first().asString().endsWith("Original task:\nAnother task");
    }

    @Test
    void bug_07_abort_and_deletion_during_the_delay_win_too() throws Exception {
        for (SessionEvent event : List.of(new Failed(SESSION, "AbortError"), new Deleted(SESSION))) {
            fixture.start();
            host.says(SESSION, "working");
            fixture.idle();
            fixture.pass(300);
            fixture.hook.handle(event);
            fixture.pass(60_000);
            assertThat(host.prompts).as("%s", event).isEmpty();
        }
    }

    @Test
    void bug_08_an_idle_event_inside_the_recovery_window_is_lost_and_the_loop_dies_silently() throws Exception {
        fixture.start();
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        host.says(SESSION, "partly done");
        fixture.pass(1_000);
        fixture.idle();
        fixture.pass(3_999);
        assertThat(host.prompts).isEmpty();
        fixture.pass(1 + 500);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_08_an_error_during_the_delay_holds_the_prompt_back_until_its_window_ends() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(300);
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        fixture.pass(3_000);
        fixture.hook.handle(new Failed(SESSION, null));
        fixture.pass(4_999);
        assertThat(host.prompts).as("every error prolongs the window").isEmpty();
        fixture.pass(1 + 500);
        assertThat(host.prompts).hasSize(1);
        fixture.pass(60_000);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_08_an_error_after_which_nothing_is_told_does_not_end_the_loop() throws Exception {
        fixture.start();
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        fixture.pass(6_000);
        assertThat(host.prompts).hasSize(1);

        host.is(SESSION, Activity.BUSY);
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        fixture.pass(60_000);
        assertThat(host.prompts).as("an agent that works on needs no prompt").hasSize(1);
    }

    @Test
    void bug_09_one_session_hijacks_the_loop_of_another() throws Exception {
        fixture.start();
        host.says("ses_2", PROMISE);
        fixture.hook.handle(new Idle("ses_2"));
        fixture.pass(2_000);

        assertThat(host.prompts).isEmpty();
        assertThat(fixture.iteration()).isEqualTo(1);
        assertThat(fixture.hook.cancelLoop("ses_2")).isFalse();
        assertThat(fixture.hook.getState("ses_2")).isNull();
        assertThat(fixture.hook.isLoopActive("ses_2")).isFalse();
    }

    @Test
    void bug_09_an_empty_session_id_means_any_session() throws Exception {
        assertThatThrownBy(() -> fixture.hook.startLoop("", TASK)).hasMessageContaining("the session id is empty");
        assertThatThrownBy(() -> fixture.hook.startLoop(" ", TASK)).hasMessageContaining("the session id is empty");
        fixture.start();

        for (String empty : List.of("", " ")) {
            host.says(empty, PROMISE);
            fixture.hook.handle(new Idle(empty));
            fixture.hook.handle(new Failed(empty, "AbortError"));
            fixture.hook.handle(new Deleted(empty));
            assertThat(fixture.hook.cancelLoop(empty)).isFalse();
            assertThat(fixture.hook.getState(empty)).isNull();
            assertThat(fixture.hook.isLoopActive(empty)).isFalse();
        }
        fixture.pass(60_000);
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void bug_09_two_sessions_loop_in_one_folder_without_disturbing_each_other() throws Exception {
        fixture.start(StartLoopOptions.of(10, "ONE"));
        fixture.hook.startLoop("ses_2", "The other task", StartLoopOptions.of(20, "TWO"));
        host.says(SESSION, "working");
        fixture.idle();
        host.says("ses_2", "<promise>ONE</promise>");
        fixture.hook.handle(new Idle("ses_2"));
        fixture.pass(2_000);
        assertThat(host.prompts)
                .hasSize(2)
                .anyMatch(prompt -> prompt.startsWith("ses_2: [RALPH LOOP - ITERATION 2/20]"))
                .anyMatch(prompt -> prompt.startsWith(SESSION + ": [RALPH LOOP - ITERATION 2/10]"));

        assertThat(fixture.hook.cancelLoop("ses_2")).isTrue();
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();
        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void bug_10_a_loop_without_a_limit_or_a_promise_cannot_be_stopped() throws Exception {
        for (String args : List.of(
                "fix it --max-iterations=0",
                "fix it --max-iterations=-1",
                "fix it --max-iterations=many",
                "fix it --max-iterations",
                "fix it --max-iterations=",
                "fix it --completion-promise=",
                "fix it --completion-promise=\"\"",
                "fix it --max-iteration=5",
                "--max-iterations=5",
                "")) {
            assertThatThrownBy(() -> LoopArguments.parse(args)).as(args).isInstanceOf(IllegalArgumentException.class);
        }
        Files.createDirectories(fixture.stateFile().getParent());
        for (String state : List.of(
                "\"maxIterations\": 0, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": -1, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": 1e99, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": 5, \"completionPromise\": \"\"")) {
            Files.writeString(
                    fixture.stateFile(),
                    "{\"active\": true, \"iteration\": 1, " + state
                            + ", \"startedAt\": \"2030-01-01T00:00:00.000Z\", \"prompt\": \"x\", \"sessionId\": \"ses_1\"}");
            fixture.idle();
            fixture.pass(60_000);
            assertThat(host.prompts).as(state).isEmpty();
        }
    }
}
