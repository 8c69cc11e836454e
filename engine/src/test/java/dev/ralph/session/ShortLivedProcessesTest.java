package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.session.SessionEvent.Failed;
import dev.ralph.session.SessionEvent.Idle;
import dev.ralph.session.SessionNotice.Variant;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each event comes to another process: what one of them knew, the next one reads.
class ShortLivedProcessesTest extends WithSessionFixture {
    private static final String PROMISE = "<promise>DONE</promise>";

    @Test
    void the_end_of_a_turn_told_to_two_processes_is_answered_once() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(100);
        fixture.newHook().handle(new Idle(SESSION));
        fixture.pass(500);
        // The prompt was accepted a moment ago.
        fixture.newHook().handle(new Idle(SESSION));
        fixture.pass(60_000);

        assertThat(host.prompts).hasSize(1);
        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop");
    }

    @Test
    void a_process_that_is_overtaken_by_another_hands_over_nothing() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        dying().handle(new Idle(SESSION));
        fixture.pass(1_000);
        SessionHost overtaken = new SessionHost() {
            @Override
            public List<SessionMessage> messages(String sessionId) {
                List<SessionMessage> read = List.copyOf(host.messages(sessionId));
                fixture.idle();
                return read;
            }

            @Override
            public void inject(String sessionId, String prompt) throws Exception {
                host.inject(sessionId, prompt);
            }
        };
        new RalphLoopHook(folder, fixture.config, overtaken, fixture.clock, fixture.timer).handle(new Idle(SESSION));

        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void a_process_that_dies_as_its_prompt_is_accepted_has_counted_it() throws Exception {
        fixture.start(StartLoopOptions.of(2, "DONE"));
        host.says(SESSION, "working");
        fixture.idle();
        host.duringInject = () -> {
            throw new AssertionError("died");
        };
        assertThatThrownBy(() -> fixture.pass(500)).hasMessage("died");
        host.duringInject = () -> {};

        fixture.hook = fixture.newHook();
        fixture.pass(1_000);
        fixture.turn("working");
        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void an_error_told_to_one_process_holds_back_the_prompt_of_the_next() throws Exception {
        fixture.start();
        dying().handle(new Failed(SESSION, "ProviderError"));
        host.says(SESSION, "partly done");
        fixture.pass(1_000);
        fixture.idle();
        fixture.pass(3_999);
        assertThat(host.prompts).isEmpty();
        assertThat(host.logged()).contains("[ralph-loop] Skipped: in recovery");

        fixture.pass(1);
        fixture.idle();
        fixture.pass(500);
        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void a_process_that_dies_during_the_delay_leaves_its_prompt_to_the_next() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        dying().handle(new Idle(SESSION));
        fixture.pass(60_000);
        assertThat(host.prompts).isEmpty();

        fixture.idle();
        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.elsewhere(SESSION).iteration()).isEqualTo(2);
    }

    @Test
    void a_process_that_dies_during_the_delay_hides_no_promise() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        dying().handle(new Idle(SESSION));
        host.says(SESSION, PROMISE);
        fixture.pass(1_000);
        fixture.idle();

        assertThat(host.titles()).endsWith("Ralph Loop Complete!");
        assertThat(host.prompts).isEmpty();
    }

    @Test
    void a_promise_that_was_refused_has_to_be_given_anew_in_the_next_process_too() throws Exception {
        fixture.start();
        host.objections.add("the tests fail");
        fixture.turn(PROMISE);
        assertThat(host.prompts.getLast()).endsWith("not accepted: the tests fail");

        fixture.hook = fixture.newHook();
        fixture.turn("working");
        assertThat(host.checks).isEqualTo(1);
        assertThat(host.prompts.getLast()).endsWith("Original task:\n" + TASK);
        fixture.hook = fixture.newHook();
        fixture.turn(PROMISE);
        assertThat(host.notices.getLast().message()).isEqualTo("Task completed after 3 iteration(s)");
    }

    @Test
    void a_session_that_cannot_be_read_is_given_up_whichever_process_tried() throws Exception {
        fixture.start();
        host.messagesFail = new IllegalStateException("connection refused");
        for (int process = 0; process < 3; process++) {
            assertThat(fixture.hook.isLoopActive(SESSION)).isTrue();
            dying().handle(new Idle(SESSION));
            fixture.pass(5_000);
        }

        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped(
                        "The messages of the session cannot be read: connection refused", Variant.ERROR));
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void an_error_in_the_last_allowed_turn_leaves_time_to_keep_the_promise() throws Exception {
        fixture.start(StartLoopOptions.of(1, "DONE"));
        fixture.hook.handle(new Failed(SESSION, "ProviderError"));
        fixture.pass(1_000);
        host.says(SESSION, PROMISE);
        fixture.pass(60_000);

        assertThat(host.titles()).containsExactly("Ralph Loop Started", "Ralph Loop Complete!");
    }

    @Test
    void a_loop_that_is_set_inactive_and_active_again_by_hand_goes_on() throws Exception {
        fixture.start();
        String active = Files.readString(fixture.stateFile());
        Files.writeString(fixture.stateFile(), active.replace("\"active\": true", "\"active\": false"));
        fixture.turn("working");
        assertThat(host.prompts).isEmpty();

        Files.writeString(fixture.stateFile(), active);
        fixture.turn("working");
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void the_file_of_a_loop_of_many_turns_stays_small() throws Exception {
        LoopStates states = new LoopStates(folder, RalphLoopConfig.DEFAULT, line -> {
            throw new AssertionError(line.text());
        });
        states.start(
                new RalphLoopState(
                        true, 1, 500, "DONE", Instant.parse("2030-01-01T00:00:00Z"), TASK, SESSION, null, "many"),
                7);
        SessionLoop loop = SessionFixture.read(states);
        for (int turn = 2; turn <= 400; turn++) {
            loop = SessionFixture.counted(loop);
        }
        assertThat(states.save(loop)).isNotNull();

        SessionLoop left = SessionFixture.read(states);
        assertThat(left.entries()).hasSize(2);
        assertThat(left.state()).isEqualTo(loop.state());
        assertThat(left.state().iteration()).isEqualTo(400);
        assertThat(left.state().maxIterations()).isEqualTo(500);
        assertThat(left.since().messages()).isEqualTo(7);
    }

    @Test
    void a_timer_that_waits_keeps_a_process_until_its_event_is_dealt_with() throws Exception {
        fixture.start();
        Timer waiting = (delay, then) -> {
            fixture.clock.advance(delay);
            then.run();
        };
        for (int turn = 2; turn <= 4; turn++) {
            host.says(SESSION, "working");
            new RalphLoopHook(folder, fixture.config, host, fixture.clock, waiting).handle(new Idle(SESSION));
            assertThat(host.prompts).hasSize(turn - 1);
            fixture.pass(1_000);
        }
        assertThat(fixture.iteration()).isEqualTo(4);
    }

    /// A process that ends as soon as it has dealt with its event: nothing waits in it.
    private RalphLoopHook dying() {
        return new RalphLoopHook(folder, fixture.config, host, fixture.clock, (_, _) -> {});
    }
}
