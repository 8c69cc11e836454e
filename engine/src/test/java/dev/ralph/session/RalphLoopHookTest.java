package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.session.SessionEvent.Deleted;
import dev.ralph.session.SessionEvent.Failed;
import dev.ralph.session.SessionEvent.Idle;
import dev.ralph.session.SessionNotice.Variant;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RalphLoopHookTest extends WithSessionFixture {
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
        assertThat(fixture.hook.startLoop(SESSION, TASK)).isTrue();

        assertThat(fixture.stateFile()).exists();
        assertThat(fixture.hook.getState(SESSION))
                .isEqualTo(
                        new RalphLoopState(true, 1, 100, "DONE", fixture.clock.instant(), TASK, SESSION, null, null));
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();
        assertThat(host.notices)
                .containsExactly(new SessionNotice(
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
        assertThat(fixture.hook.startLoop(SESSION, TASK, StartLoopOptions.of(50, "REFACTOR_COMPLETE")))
                .isTrue();

        RalphLoopState state = fixture.state(SESSION);
        assertThat("Iteration " + state.iteration() + "/" + state.maxIterations())
                .isEqualTo("Iteration 1/50");
        assertThat(state.completionPromise()).isEqualTo("REFACTOR_COMPLETE");
        assertThat(fixture.hook.cancelLoop(SESSION)).isTrue();
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void a_description_is_kept() {
        fixture.hook.startLoop(SESSION, TASK, new StartLoopOptions(null, null, "the database"));

        assertThat(fixture.state(SESSION).description()).isEqualTo("the database");
    }

    @Test
    void a_promise_in_the_agents_words_completes_the_loop_and_clears_its_state() throws Exception {
        fixture.start();
        host.says(SESSION, "All done.\n<promise>DONE</promise>");
        fixture.idle();

        assertThat(fixture.hook.getState(SESSION)).isNull();
        assertThat(fixture.stateFile()).doesNotExist();
        assertThat(host.notices.getLast())
                .isEqualTo(new SessionNotice(
                        "Ralph Loop Complete!",
                        "Task completed after 1 iteration(s)",
                        Variant.SUCCESS,
                        Duration.ofSeconds(5)));
        assertThat(host.logged()).contains("[ralph-loop] Completion detected!");
        fixture.pass(60_000);
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void a_turn_without_the_promise_is_followed_by_the_continuation_prompt() throws Exception {
        fixture.start();
        host.says(SESSION, "I made some progress.");
        fixture.idle();

        assertThat(host.notices.getLast())
                .isEqualTo(new SessionNotice("Ralph Loop", "Iteration 2/100", Variant.INFO, Duration.ofSeconds(2)));
        assertThat(host.logged()).contains("[ralph-loop] Continuing loop");
        fixture.pass(499);
        assertThat(host.prompts).isEmpty();
        fixture.pass(1);
        assertThat(host.prompts)
                .containsExactly(SESSION
                        + ": [RALPH LOOP - ITERATION 2/100]\n\n"
                        + "Your previous attempt did not output the completion promise. Continue working on the task.\n\n"
                        + "IMPORTANT:\n- Review your progress so far\n- Continue from where you left off  \n"
                        + "- When FULLY complete, output: <promise>DONE</promise>\n"
                        + "- Do not stop until the task is truly done\n\nOriginal task:\n" + TASK);
        assertThat(fixture.iteration()).isEqualTo(2);
        assertThat(fixture.state(SESSION).lastIterationAt()).isEqualTo(fixture.clock.instant());
    }

    @Test
    void a_program_that_knows_no_messages_still_gets_its_prompts() {
        fixture.hook.startLoop(SESSION, TASK);
        fixture.idle();
        fixture.pass(2_000);

        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void a_loop_goes_on_for_many_iterations_until_the_promise() throws Exception {
        fixture.start();
        for (int i = 2; i <= 20; i++) {
            fixture.turn("still working");
            assertThat(fixture.iteration()).isEqualTo(i);
        }
        fixture.turn("<promise>done</promise>");

        assertThat(host.notices.getLast().message()).isEqualTo("Task completed after 20 iteration(s)");
        assertThat(host.prompts).hasSize(19);
    }

    @Test
    void at_the_limit_the_loop_stops_with_a_warning() throws Exception {
        fixture.start(StartLoopOptions.of(3, "DONE"));
        fixture.turn("one");
        fixture.turn("two");
        fixture.turn("three");

        assertThat(host.prompts).hasSize(2);
        assertThat(fixture.hook.getState(SESSION)).isNull();
        assertThat(host.notices.getLast())
                .isEqualTo(new SessionNotice(
                        "Ralph Loop Stopped",
                        "Max iterations (3) reached without completion",
                        Variant.WARNING,
                        Duration.ofSeconds(5)));
        assertThat(host.logged()).contains("[ralph-loop] Max iterations reached");
    }

    @Test
    void a_promise_in_the_last_allowed_turn_counts() throws Exception {
        fixture.start(StartLoopOptions.of(1, "DONE"));
        fixture.turn("<promise>DONE</promise>");

        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop Complete!");
    }

    @Test
    void cancelling_tells_the_iteration_and_ends_the_loop() throws Exception {
        fixture.start();
        fixture.turn("working");

        assertThat(fixture.hook.cancelLoop(SESSION)).isTrue();
        assertThat(host.notices.getLast())
                .isEqualTo(new SessionNotice(
                        "Ralph Loop Cancelled", "Stopped at iteration 2", Variant.INFO, Duration.ofSeconds(2)));
        assertThat(host.logged()).contains("[ralph-loop] Loop cancelled");
        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
        assertThat(fixture.hook.cancelLoop(SESSION)).isFalse();
        fixture.turn("more");
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void cancelling_where_no_loop_runs_says_so_in_the_words_of_the_document() {
        assertThat(fixture.hook.cancelLoop(SESSION)).isFalse();
        assertThat(host.notices).isEmpty();
        assertThat(SessionNotice.NO_ACTIVE_LOOP)
                .isEqualTo(
                        new SessionNotice("No Active Loop", "No Ralph Loop is currently running", Variant.INFO, null));
        assertThat(List.of(Variant.values()).stream().map(Variant::word))
                .containsExactly("info", "success", "warning", "error");
    }

    @Test
    void a_turn_that_the_user_breaks_off_ends_the_loop() throws Exception {
        for (String name : List.of("MessageAbortedError", "AbortError")) {
            fixture.start();
            fixture.hook.handle(new Failed(SESSION, name));

            assertThat(fixture.hook.getState(SESSION)).isNull();
            assertThat(host.logged()).contains("[ralph-loop] User aborted, loop cleared");
            fixture.turn("one more");
            fixture.pass(60_000);
            assertThat(host.prompts).isEmpty();
        }
    }

    @Test
    void another_sessions_abort_changes_nothing() throws Exception {
        fixture.start();
        fixture.hook.handle(new Failed("other", "AbortError"));

        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();
    }

    @Test
    void a_deleted_session_takes_its_loop_with_it() throws Exception {
        fixture.start();
        fixture.hook.handle(new Deleted("other"));
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();

        fixture.hook.handle(new Deleted(SESSION));
        assertThat(fixture.hook.getState(SESSION)).isNull();
        assertThat(host.logged()).contains("[ralph-loop] Session deleted, loop cleared");
    }

    @Test
    void during_recovery_the_end_of_a_turn_is_skipped() throws Exception {
        fixture.start();
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        host.says(SESSION, "error");
        fixture.idle();
        fixture.pass(4_999);

        assertThat(host.logged()).contains("[ralph-loop] Skipped: in recovery");
        assertThat(host.prompts).isEmpty();
        assertThat(host.titles()).containsExactly("Ralph Loop Started");
    }

    @Test
    void an_orphan_is_cleared_when_another_session_is_idle() throws Exception {
        fixture.start();
        fixture.hook.handle(new Idle("other"));
        assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();

        host.gone.add(SESSION);
        fixture.hook.handle(new Idle("other"));
        assertThat(fixture.hook.getState()).isNull();
        assertThat(host.log.getLast().text()).isEqualTo("[ralph-loop] Cleared orphaned state");
        assertThat(host.log.getLast().details())
                .containsEntry("orphanedSessionId", SESSION)
                .containsEntry("currentSessionId", "other");
    }

    @Test
    void a_loop_goes_on_in_another_process() throws Exception {
        fixture.start();
        fixture.turn("working");
        fixture.hook = fixture.newHook();
        assertThat(fixture.iteration()).isEqualTo(2);

        fixture.turn("working");
        assertThat(fixture.iteration()).isEqualTo(3);
        fixture.hook = fixture.newHook();
        fixture.turn("<promise>DONE</promise>");
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
        fixture.start();
        fixture.configured(RalphLoopConfig.DEFAULT.disabled());

        assertThat(fixture.hook.startLoop("ses_2", TASK)).isFalse();
        fixture.turn("working");
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void the_delay_is_configurable() throws Exception {
        fixture.configured(RalphLoopConfig.DEFAULT.withDelay(Duration.ofSeconds(3)))
                .start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(2_999);
        assertThat(host.prompts).isEmpty();
        fixture.pass(1);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void a_blocked_promise_stops_the_loop() throws Exception {
        fixture.configured(RalphLoopConfig.DEFAULT.withBlockedPromise("BLOCKED"))
                .start();
        fixture.turn("No database here. <promise>BLOCKED</promise>");

        assertThat(fixture.hook.getState(SESSION)).isNull();
        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped("The agent says that it is blocked", Variant.WARNING));
    }

    @Test
    void a_wrong_promise_is_told_to_the_agent_once() throws Exception {
        fixture.start();
        fixture.turn("<promise>COMPLETE</promise>");
        assertThat(host.prompts.getLast())
                .endsWith("\n" + TASK + "\n\n[RALPH LOOP - NOTE]\n" + "The promise must be 'DONE', not 'COMPLETE'.");

        fixture.turn("working");
        assertThat(host.prompts.getLast()).endsWith("Original task:\n" + TASK);
    }
}
