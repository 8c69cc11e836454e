package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.session.SessionHost.Activity;
import dev.ralph.session.SessionNotice.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Hosts, disks and callers that do not behave.
class RalphLoopTroubleTest extends WithSessionFixture {
    @Test
    void a_prompt_does_not_disturb_an_agent_that_somebody_else_has_prompted() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        host.is(SESSION, Activity.BUSY);
        fixture.pass(10_000);
        assertThat(host.prompts).isEmpty();

        host.is(SESSION, Activity.IDLE);
        fixture.idle();
        fixture.pass(500);
        assertThat(host.prompts).hasSize(1);
        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void a_session_that_cannot_be_read_is_tried_again_and_then_given_up_loudly() throws Exception {
        fixture.start();
        host.messagesFail = new IllegalStateException("connection refused");
        fixture.idle();
        fixture.pass(5_000);
        host.messagesFail = null;
        fixture.pass(6_000);
        assertThat(host.prompts).hasSize(1);

        host.says(SESSION, "working");
        host.messagesFail = new IllegalStateException("connection refused");
        fixture.idle();
        fixture.pass(60_000);
        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped(
                        "The messages of the session cannot be read: connection refused", Variant.ERROR));
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void a_host_that_cannot_say_whether_its_agent_works_stops_no_loop() throws Exception {
        fixture.start();
        host.activityFails = new IllegalStateException("connection refused");
        fixture.hook.handle(new SessionEvent.Failed(SESSION, "ProviderError"));
        fixture.pass(5_000);
        host.says(SESSION, "working");
        fixture.idle();
        fixture.pass(5_000);

        assertThat(host.prompts).isNotEmpty();
        assertThat(host.logged()).contains("[ralph-loop] Failed to ask for activity: connection refused");
    }

    @Test
    void a_state_that_cannot_be_written_starts_no_loop() throws Exception {
        Files.writeString(folder.resolve(".supercoin"), "a file in the way");

        assertThat(fixture.hook.startLoop(SESSION, TASK)).isFalse();
        assertThat(host.notices).isEmpty();
        assertThat(host.logged()).anyMatch(line -> line.startsWith("[ralph-loop] Failed to write state: "));
        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
    }

    @Test
    void a_loop_that_can_no_longer_be_counted_ends() throws Exception {
        fixture.start();
        host.says(SESSION, "working");
        fixture.idle();
        // From now on the state can be read and not written, also by root.
        replaceLock();
        fixture.pass(10_000);
        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped("The iteration could not be stored; the log says why", Variant.ERROR));

        fixture.turn("more");
        fixture.turn("and more");
        assertThat(host.prompts).isEmpty();
    }

    private void replaceLock() {
        try {
            Path lock = folder.resolve(".supercoin").resolve("ralph-loop-state.lock");
            Files.delete(lock);
            Files.createDirectory(lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void an_interrupt_while_a_prompt_is_handed_over_stays_one_and_the_loop_ends_properly() throws Exception {
        fixture.start();
        host.injectFails = new InterruptedException("somebody is in a hurry");
        try {
            fixture.turn("working");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(host.titles()).endsWith("Ralph Loop Stopped");
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void what_makes_no_sense_is_refused_by_name() {
        assertThatThrownBy(() -> new StartLoopOptions(0, null, null)).hasMessageContaining("maxIterations is 0");
        assertThatThrownBy(() -> new StartLoopOptions(-5, null, null)).hasMessageContaining("maxIterations is -5");
        assertThatThrownBy(() -> new StartLoopOptions(null, " ", null))
                .hasMessageContaining("completionPromise is empty");
        assertThatThrownBy(() -> fixture.hook.startLoop(SESSION, " ")).hasMessageContaining("the task is empty");
        assertThatThrownBy(() -> fixture.hook.startLoop(SESSION, "x".repeat(RalphLoopState.LONGEST_PROMPT + 1)))
                .hasMessageContaining("the task has more than");
        assertThatThrownBy(() -> fixture.hook.startLoop(SESSION, TASK, StartLoopOptions.of(5, "<promise>X</promise>")))
                .hasMessageContaining("contains a tag");
        assertThatThrownBy(() -> RalphLoopConfig.DEFAULT.withDelay(Duration.ofMillis(-1)))
                .hasMessageContaining("continuationDelay");
        assertThat(host.notices).isEmpty();
    }
}
