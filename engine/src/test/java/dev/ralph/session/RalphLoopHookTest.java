package dev.ralph.session;

import static dev.ralph.session.Scene.SESSION;
import static dev.ralph.session.Scene.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.session.Notice.Variant;
import dev.ralph.session.SessionEvent.Deleted;
import dev.ralph.session.SessionEvent.Failed;
import dev.ralph.session.SessionEvent.Idle;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RalphLoopHookTest extends WithScene {
    @Test
    void the_hook_is_named_and_described_as_documented() {
        assertThat(RalphLoopHook.NAME).isEqualTo("ralph-loop");
        assertThat(RalphLoopHook.DESCRIPTION).isEqualTo("Agentic iteration loop for autonomous task completion");
        assertThat(RalphLoopHook.PRIORITY).isEqualTo(50);
        assertThat(RalphLoopHook.EVENTS).containsExactly("session.idle", "session.error", "session.deleted");
    }

    @Test
    void the_defaults_are_those_of_the_document() {
        RalphLoopConfig config = RalphLoopConfig.DEFAULT;
        assertThat(config.enabled()).isTrue();
        assertThat(config.defaultMaxIterations()).isEqualTo(100);
        assertThat(config.defaultCompletionPromise()).isEqualTo("DONE");
        assertThat(config.continuationDelay()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.stateDir()).isNull();
    }

    @Test
    void starting_a_loop_stores_its_state_and_tells_it() {
        assertThat(scene.hook.startLoop(SESSION, TASK)).isTrue();

        assertThat(scene.stateFile()).exists();
        assertThat(scene.hook.getState(SESSION))
                .isEqualTo(new RalphLoopState(true, 1, 100, "DONE", scene.clock.instant(), TASK, SESSION, null, null));
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();
        assertThat(host.notices)
                .containsExactly(new Notice(
                        "Ralph Loop Started",
                        "Max 100 iterations. Complete with <promise>DONE</promise>",
                        Variant.INFO,
                        Duration.ofSeconds(3)));
        assertThat(host.log.getLast().text()).isEqualTo("[ralph-loop] Loop started");
        assertThat(host.log.getLast().details())
                .containsEntry("sessionId", SESSION)
                .containsEntry("maxIterations", 100)
                .containsEntry("completionPromise", "DONE");
    }

    @Test
    void the_programmatic_example_of_the_document_works() {
        assertThat(scene.hook.startLoop(SESSION, TASK, StartLoopOptions.of(50, "REFACTOR_COMPLETE")))
                .isTrue();

        RalphLoopState state = scene.state(SESSION);
        assertThat("Iteration " + state.iteration() + "/" + state.maxIterations())
                .isEqualTo("Iteration 1/50");
        assertThat(state.completionPromise()).isEqualTo("REFACTOR_COMPLETE");
        assertThat(scene.hook.cancelLoop(SESSION)).isTrue();
        assertThat(scene.hook.getState(SESSION)).isNull();
    }

    @Test
    void a_description_is_kept() {
        scene.hook.startLoop(SESSION, TASK, new StartLoopOptions(null, null, "the database"));

        assertThat(scene.state(SESSION).description()).isEqualTo("the database");
    }

    @Test
    void a_promise_in_the_agents_words_completes_the_loop_and_clears_its_state() throws Exception {
        scene.start();
        host.says(SESSION, "All done.\n<promise>DONE</promise>");
        scene.idle();

        assertThat(scene.hook.getState(SESSION)).isNull();
        assertThat(scene.stateFile()).doesNotExist();
        assertThat(host.notices.getLast())
                .isEqualTo(new Notice(
                        "Ralph Loop Complete!",
                        "Task completed after 1 iteration(s)",
                        Variant.SUCCESS,
                        Duration.ofSeconds(5)));
        assertThat(host.logged()).contains("[ralph-loop] Completion detected!");
        scene.pass(60_000);
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void a_turn_without_the_promise_is_followed_by_the_continuation_prompt() throws Exception {
        scene.start();
        host.says(SESSION, "I made some progress.");
        scene.idle();

        assertThat(host.notices.getLast())
                .isEqualTo(new Notice("Ralph Loop", "Iteration 2/100", Variant.INFO, Duration.ofSeconds(2)));
        assertThat(host.logged()).contains("[ralph-loop] Continuing loop");
        scene.pass(499);
        assertThat(host.prompts).isEmpty();
        scene.pass(1);
        assertThat(host.prompts)
                .containsExactly(SESSION
                        + ": [RALPH LOOP - ITERATION 2/100]\n\n"
                        + "Your previous attempt did not output the completion promise. Continue working on the task.\n\n"
                        + "IMPORTANT:\n- Review your progress so far\n- Continue from where you left off  \n"
                        + "- When FULLY complete, output: <promise>DONE</promise>\n"
                        + "- Do not stop until the task is truly done\n\nOriginal task:\n" + TASK);
        assertThat(scene.iteration()).isEqualTo(2);
        assertThat(scene.state(SESSION).lastIterationAt()).isEqualTo(scene.clock.instant());
    }

    @Test
    void a_program_that_knows_no_messages_still_gets_its_prompts() {
        scene.hook.startLoop(SESSION, TASK);
        scene.idle();
        scene.pass(2_000);

        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void a_loop_goes_on_for_many_iterations_until_the_promise() throws Exception {
        scene.start();
        for (int i = 2; i <= 20; i++) {
            scene.turn("still working");
            assertThat(scene.iteration()).isEqualTo(i);
        }
        scene.turn("<promise>done</promise>");

        assertThat(host.notices.getLast().message()).isEqualTo("Task completed after 20 iteration(s)");
        assertThat(host.prompts).hasSize(19);
    }

    @Test
    void at_the_limit_the_loop_stops_with_a_warning() throws Exception {
        scene.start(StartLoopOptions.of(3, "DONE"));
        scene.turn("one");
        scene.turn("two");
        scene.turn("three");

        assertThat(host.prompts).hasSize(2);
        assertThat(scene.hook.getState(SESSION)).isNull();
        assertThat(host.notices.getLast())
                .isEqualTo(new Notice(
                        "Ralph Loop Stopped",
                        "Max iterations (3) reached without completion",
                        Variant.WARNING,
                        Duration.ofSeconds(5)));
        assertThat(host.logged()).contains("[ralph-loop] Max iterations reached");
    }

    @Test
    void a_promise_in_the_last_allowed_turn_counts() throws Exception {
        scene.start(StartLoopOptions.of(1, "DONE"));
        scene.turn("<promise>DONE</promise>");

        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop Complete!");
    }

    @Test
    void cancelling_tells_the_iteration_and_ends_the_loop() throws Exception {
        scene.start();
        scene.turn("working");

        assertThat(scene.hook.cancelLoop(SESSION)).isTrue();
        assertThat(host.notices.getLast())
                .isEqualTo(new Notice(
                        "Ralph Loop Cancelled", "Stopped at iteration 2", Variant.INFO, Duration.ofSeconds(2)));
        assertThat(host.logged()).contains("[ralph-loop] Loop cancelled");
        assertThat(scene.hook.isLoopActive(SESSION)).isFalse();
        assertThat(scene.hook.cancelLoop(SESSION)).isFalse();
        scene.turn("more");
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void cancelling_where_no_loop_runs_says_so_in_the_words_of_the_document() {
        assertThat(scene.hook.cancelLoop(SESSION)).isFalse();
        assertThat(host.notices).isEmpty();
        assertThat(Notice.NO_ACTIVE_LOOP)
                .isEqualTo(new Notice("No Active Loop", "No Ralph Loop is currently running", Variant.INFO, null));
        assertThat(List.of(Variant.values()).stream().map(Variant::word))
                .containsExactly("info", "success", "warning", "error");
    }

    @Test
    void a_turn_that_the_user_breaks_off_ends_the_loop() throws Exception {
        for (String name : List.of("MessageAbortedError", "AbortError")) {
            scene.start();
            scene.hook.handle(new Failed(SESSION, name));

            assertThat(scene.hook.getState(SESSION)).isNull();
            assertThat(host.logged()).contains("[ralph-loop] User aborted, loop cleared");
            scene.turn("one more");
            scene.pass(60_000);
            assertThat(host.prompts).isEmpty();
        }
    }

    @Test
    void another_sessions_abort_changes_nothing() throws Exception {
        scene.start();
        scene.hook.handle(new Failed("other", "AbortError"));

        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();
    }

    @Test
    void a_deleted_session_takes_its_loop_with_it() throws Exception {
        scene.start();
        scene.hook.handle(new Deleted("other"));
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();

        scene.hook.handle(new Deleted(SESSION));
        assertThat(scene.hook.getState(SESSION)).isNull();
        assertThat(host.logged()).contains("[ralph-loop] Session deleted, loop cleared");
    }

    @Test
    void during_recovery_the_end_of_a_turn_is_skipped() throws Exception {
        scene.start();
        scene.hook.handle(new Failed(SESSION, "ProviderError"));
        host.says(SESSION, "error");
        scene.idle();
        scene.pass(4_999);

        assertThat(host.logged()).contains("[ralph-loop] Skipped: in recovery");
        assertThat(host.prompts).isEmpty();
        assertThat(host.titles()).containsExactly("Ralph Loop Started");
    }

    @Test
    void an_orphan_is_cleared_when_another_session_is_idle() throws Exception {
        scene.start();
        scene.hook.handle(new Idle("other"));
        assertThat(scene.hook.isLoopActive(SESSION)).isTrue();

        host.gone.add(SESSION);
        scene.hook.handle(new Idle("other"));
        assertThat(scene.hook.getState()).isNull();
        assertThat(host.log.getLast().text()).isEqualTo("[ralph-loop] Cleared orphaned state");
        assertThat(host.log.getLast().details())
                .containsEntry("orphanedSessionId", SESSION)
                .containsEntry("currentSessionId", "other");
    }

    @Test
    void a_loop_goes_on_in_another_process() throws Exception {
        scene.start();
        scene.turn("working");
        scene.hook = scene.newHook();
        assertThat(scene.iteration()).isEqualTo(2);

        scene.turn("working");
        assertThat(scene.iteration()).isEqualTo(3);
        scene.hook = scene.newHook();
        scene.turn("<promise>DONE</promise>");
        assertThat(host.notices.getLast().message()).isEqualTo("Task completed after 3 iteration(s)");
    }

    @Test
    void events_have_the_names_of_the_document() {
        assertThat(SessionEvent.named("session.idle", SESSION, null)).contains(new Idle(SESSION));
        assertThat(SessionEvent.named("session.error", SESSION, "AbortError"))
                .contains(new Failed(SESSION, "AbortError"));
        assertThat(SessionEvent.named("session.deleted", SESSION, null)).contains(new Deleted(SESSION));
        assertThat(SessionEvent.named("session.start", SESSION, null)).isEmpty();
    }

    @Test
    void a_disabled_hook_starts_nothing_and_hears_nothing() throws Exception {
        scene.start();
        scene.configured(RalphLoopConfig.DEFAULT.disabled());

        assertThat(scene.hook.startLoop("ses_2", TASK)).isFalse();
        scene.turn("working");
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void the_delay_is_configurable() throws Exception {
        scene.configured(RalphLoopConfig.DEFAULT.withDelay(Duration.ofSeconds(3)))
                .start();
        host.says(SESSION, "working");
        scene.idle();
        scene.pass(2_999);
        assertThat(host.prompts).isEmpty();
        scene.pass(1);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void a_blocked_promise_stops_the_loop() throws Exception {
        scene.configured(RalphLoopConfig.DEFAULT.withBlockedPromise("BLOCKED")).start();
        scene.turn("No database here. <promise>BLOCKED</promise>");

        assertThat(scene.hook.getState(SESSION)).isNull();
        assertThat(host.notices.getLast())
                .isEqualTo(Notice.stopped("The agent says that it is blocked", Variant.WARNING));
    }

    @Test
    void a_wrong_promise_is_told_to_the_agent_once() throws Exception {
        scene.start();
        scene.turn("<promise>COMPLETE</promise>");
        assertThat(host.prompts.getLast())
                .endsWith("\n" + TASK + "\n\n[RALPH LOOP - NOTE]\n"
                        + "The promise 'COMPLETE' is not the one that was asked for, which is 'DONE'.");

        scene.turn("working");
        assertThat(host.prompts.getLast()).endsWith("Original task:\n" + TASK);
    }
}
