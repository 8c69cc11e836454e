package dev.ralph.session;

import static dev.ralph.session.Scene.SESSION;
import static dev.ralph.session.Scene.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.session.Host.Activity;
import dev.ralph.session.Notice.Variant;
import dev.ralph.session.SessionEvent.Deleted;
import dev.ralph.session.SessionEvent.Failed;
import dev.ralph.session.SessionEvent.Idle;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What went wrong at a bad moment, or in the wrong session, in the programs that this loop comes from: bugs 5 to 10,
/// each once reported by their users, each now a promise.
class ThirteenBugsOfTimeTest extends WithScene {
    private static final String PROMISE = "<promise>DONE</promise>";

    @Test
    void bug_05_an_idle_event_told_twice_makes_two_continuations() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.idle();
        scene.pass(400);
        scene.idle();
        scene.pass(200);
        // The prompt was accepted a moment ago; the end of the turn before is told once more.
        scene.idle();
        scene.pass(60_000);

        assertThat(host.prompts).hasSize(1);
        assertThat(scene.iteration()).isEqualTo(2);
        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop");
    }

    @Test
    void bug_05_a_turn_that_is_over_at_once_is_no_duplicate() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        host.duringInject = () -> {
            host.duringInject = () -> {};
            host.says(SESSION, "a quick answer");
            scene.idle();
        };
        scene.pass(5_000);
        assertThat(host.prompts).hasSize(2);

        host.is(SESSION, Activity.IDLE);
        host.duringInject = () -> {
            host.duringInject = () -> {};
            scene.idle();
        };
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(5_000);
        assertThat(host.prompts)
                .as("an agent that says nothing, as the program knows")
                .hasSize(4);
    }

    @Test
    void bug_06_an_iteration_is_counted_although_its_prompt_was_refused() throws Exception {
        scene.start();
        scene.turn("working");
        host.injectFails = new IllegalStateException("session is locked");
        scene.turn("working");

        assertThat(host.notices.getLast())
                .isEqualTo(Notice.stopped("The next prompt could not be delivered: session is locked", Variant.ERROR));
        assertThat(host.logged()).contains("[ralph-loop] Failed to inject continuation");
        assertThat(host.log.stream()
                        .filter(line -> line.text().endsWith("Loop stopped"))
                        .findFirst()
                        .orElseThrow()
                        .details())
                .containsEntry("iteration", 2);
        assertThat(scene.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_06_an_iteration_is_counted_when_its_prompt_was_accepted_and_not_before() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(499);
        assertThat(scene.iteration()).isEqualTo(1);
        host.duringInject = () -> assertThat(scene.iteration()).isEqualTo(1);
        scene.pass(1);
        assertThat(scene.iteration()).isEqualTo(2);
    }

    @Test
    void bug_06_two_processes_count_one_iteration_once() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        RalphLoopHook other = scene.newHook();
        host.duringInject = () -> {
            // The other process is quicker by a moment.
            host.duringInject = () -> {};
            other.handle(new Idle(SESSION));
            scene.pass(500);
        };
        scene.idle();
        scene.pass(500);

        assertThat(scene.iteration()).isEqualTo(2);
        assertThat(host.logged()).contains("[ralph-loop] Failed to increment iteration");
    }

    @Test
    void bug_07_a_loop_that_was_cancelled_during_the_delay_is_continued() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(499);
        assertThat(scene.newHook().cancelLoop(SESSION))
                .as("from another process")
                .isTrue();
        scene.pass(60_000);

        assertThat(host.prompts).isEmpty();
        assertThat(scene.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_07_a_promise_given_during_the_delay_is_overlooked() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(300);
        host.says(SESSION, PROMISE);
        scene.pass(60_000);

        assertThat(host.prompts).isEmpty();
        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop", "Ralph Loop Complete!");
    }

    @Test
    void bug_07_a_loop_that_was_started_anew_during_the_delay_gets_no_prompt_of_the_old_one() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(300);
        scene.hook.startLoop(SESSION, "Another task");
        scene.pass(60_000);
        assertThat(host.prompts).isEmpty();

        scene.turn("working");
        assertThat(host.prompts).hasSize(1).first().asString().endsWith("Original task:\nAnother task");
    }

    @Test
    void bug_07_abort_and_deletion_during_the_delay_win_too() throws Exception {
        for (SessionEvent event : List.of(new Failed(SESSION, "AbortError"), new Deleted(SESSION))) {
            scene.start();
            host.says(SESSION, "working");
            scene.idle();
            scene.pass(300);
            scene.hook.handle(event);
            scene.pass(60_000);
            assertThat(host.prompts).as("%s", event).isEmpty();
        }
    }

    @Test
    void bug_08_an_idle_event_inside_the_recovery_window_is_lost_and_the_loop_dies_silently() throws Exception {
        scene.start();
        scene.hook.handle(new Failed(SESSION, "ProviderError"));
        host.says(SESSION, "partly done");
        scene.pass(1_000);
        scene.idle();
        scene.pass(3_999);
        assertThat(host.prompts).isEmpty();
        scene.pass(1 + 500);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_08_an_error_during_the_delay_holds_the_prompt_back_until_its_window_ends() throws Exception {
        scene.start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(300);
        scene.hook.handle(new Failed(SESSION, "ProviderError"));
        scene.pass(3_000);
        scene.hook.handle(new Failed(SESSION, null));
        scene.pass(4_999);
        assertThat(host.prompts).as("every error prolongs the window").isEmpty();
        scene.pass(1 + 500);
        assertThat(host.prompts).hasSize(1);
        scene.pass(60_000);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_08_an_error_after_which_nothing_is_told_does_not_end_the_loop() throws Exception {
        scene.start();
        scene.hook.handle(new Failed(SESSION, "ProviderError"));
        scene.pass(6_000);
        assertThat(host.prompts).hasSize(1);

        host.is(SESSION, Activity.BUSY);
        scene.hook.handle(new Failed(SESSION, "ProviderError"));
        scene.pass(60_000);
        assertThat(host.prompts).as("an agent that works on needs no prompt").hasSize(1);
    }

    @Test
    void bug_09_one_session_hijacks_the_loop_of_another() throws Exception {
        scene.start();
        host.says("ses_2", PROMISE);
        scene.hook.handle(new Idle("ses_2"));
        scene.pass(2_000);

        assertThat(host.prompts).isEmpty();
        assertThat(scene.iteration()).isEqualTo(1);
        assertThat(scene.hook.cancelLoop("ses_2")).isFalse();
        assertThat(scene.hook.getState("ses_2")).isNull();
        assertThat(scene.hook.isLoopActive("ses_2")).isFalse();
    }

    @Test
    void bug_09_an_empty_session_id_means_any_session() throws Exception {
        assertThatThrownBy(() -> scene.hook.startLoop("", TASK)).hasMessageContaining("the session id is empty");
        assertThatThrownBy(() -> scene.hook.startLoop(" ", TASK)).hasMessageContaining("the session id is empty");
        scene.start();

        for (String empty : List.of("", " ")) {
            host.says(empty, PROMISE);
            scene.hook.handle(new Idle(empty));
            scene.hook.handle(new Failed(empty, "AbortError"));
            scene.hook.handle(new Deleted(empty));
            assertThat(scene.hook.cancelLoop(empty)).isFalse();
            assertThat(scene.hook.getState(empty)).isNull();
            assertThat(scene.hook.isLoopActive(empty)).isFalse();
        }
        scene.pass(60_000);
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void bug_09_two_sessions_loop_in_one_folder_without_disturbing_each_other() throws Exception {
        scene.start(StartLoopOptions.of(10, "ONE"));
        scene.hook.startLoop("ses_2", "The other task", StartLoopOptions.of(20, "TWO"));
        host.says(SESSION, "working");
        scene.idle();
        host.says("ses_2", "<promise>ONE</promise>");
        scene.hook.handle(new Idle("ses_2"));
        scene.pass(2_000);
        assertThat(host.prompts)
                .hasSize(2)
                .anyMatch(prompt -> prompt.startsWith("ses_2: [RALPH LOOP - ITERATION 2/20]"))
                .anyMatch(prompt -> prompt.startsWith(SESSION + ": [RALPH LOOP - ITERATION 2/10]"));

        assertThat(scene.hook.cancelLoop("ses_2")).isTrue();
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();
        assertThat(scene.iteration()).isEqualTo(2);
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
        Files.createDirectories(scene.stateFile().getParent());
        for (String state : List.of(
                "\"maxIterations\": 0, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": -1, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": 1e99, \"completionPromise\": \"DONE\"",
                "\"maxIterations\": 5, \"completionPromise\": \"\"")) {
            Files.writeString(
                    scene.stateFile(),
                    "{\"active\": true, \"iteration\": 1, " + state
                            + ", \"startedAt\": \"2030-01-01T00:00:00.000Z\", \"prompt\": \"x\", \"sessionId\": \"ses_1\"}");
            scene.idle();
            scene.pass(60_000);
            assertThat(host.prompts).as(state).isEmpty();
        }
    }
}
