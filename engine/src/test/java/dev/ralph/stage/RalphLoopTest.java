package dev.ralph.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RalphLoopTest {
    private static final Instant NOW = Instant.parse("2024-01-15T10:30:00.5Z");
    private static final String PROMISE = "\n<promise>STAGE_COMPLETE</promise>\n";

    private static RalphLoop loop(RalphLoopConfig config) {
        return new RalphLoop(config, InstantSource.fixed(NOW));
    }

    private static RalphLoop.StageAgent saying(String... outputs) {
        Deque<String> left = new ArrayDeque<>(List.of(outputs));
        return now -> ExecutionResult.of(left.size() > 1 ? left.removeFirst() : left.getFirst());
    }

    @Test
    void the_defaults_are_those_of_the_document() {
        assertThat(RalphLoopConfig.DEFAULT).isEqualTo(new RalphLoopConfig(true, 10, "STAGE_COMPLETE", true));
        assertThatThrownBy(() -> new RalphLoopConfig(true, 0, "X", true)).hasMessageContaining("must be 1 or more");
    }

    @Test
    void a_started_loop_has_the_documents_state_and_metadata() {
        RalphLoop loop = loop(new RalphLoopConfig(true, 15, "IMPLEMENTATION_COMPLETE", true));
        loop.start("TASK-001", "coder", "Do it.");
        loop.increment();

        assertThat(loop.increment()).isEqualTo(3);
        assertThat(loop.state())
                .isEqualTo(new RalphLoopState("TASK-001", "coder", 3, 15, "IMPLEMENTATION_COMPLETE", NOW, "Do it."));
        assertThat(Objects.requireNonNull(loop.state()).metadata())
                .isEqualTo(Map.of(
                        "stage", "coder",
                        "iteration", 3L,
                        "max_iterations", 15L,
                        "started_at", "2024-01-15T10:30:00Z",
                        "completion_promise", "IMPLEMENTATION_COMPLETE"));
    }

    @Test
    void it_continues_until_a_promise_is_believed() {
        RalphLoop loop = loop(RalphLoopConfig.DEFAULT);
        loop.start("TASK-001", "qa", "Do it.");

        assertThat(loop.shouldContinue("working")).isTrue();
        assertThat(loop.shouldContinue("TODO: the rest" + PROMISE)).isTrue();
        assertThat(loop.shouldContinue("Done: <promise>STAGE_COMPLETE</promise>"))
                .isTrue();
        assertThat(loop.shouldContinue("All is done." + PROMISE)).isFalse();
    }

    @Test
    void a_promise_is_found_alone_in_its_line_and_to_the_letter() {
        RalphLoop loop = loop(RalphLoopConfig.DEFAULT);

        assertThat(loop.extractPromise("a" + PROMISE)).hasValue("STAGE_COMPLETE");
        assertThat(loop.extractPromise("<promise>stage_complete</promise>")).isEmpty();
        assertThat(loop.extractPromise("I say <promise>STAGE_COMPLETE</promise>"))
                .isEmpty();
        assertThat(loop.extractPromise("<promise> STAGE_COMPLETE </promise>")).isEmpty();
    }

    @Test
    void who_trusts_promises_verifies_none() {
        RalphLoop trusting = loop(new RalphLoopConfig(true, 10, "STAGE_COMPLETE", false));

        assertThat(trusting.verifyPromise("STAGE_COMPLETE", "TODO: all" + PROMISE))
                .isTrue();
        assertThat(loop(RalphLoopConfig.DEFAULT).verifyPromise("STAGE_COMPLETE", "TODO: all" + PROMISE))
                .isFalse();
    }

    @Test
    void no_iteration_follows_the_last_one() {
        RalphLoop loop = loop(new RalphLoopConfig(true, 1, "STAGE_COMPLETE", true));
        assertThatThrownBy(loop::increment).hasMessage("the loop was not started");
        loop.start("TASK-001", "qa", "");

        assertThatThrownBy(loop::increment).hasMessage("Ralph loop exceeded 1 iterations");
    }

    @Test
    void a_promise_in_the_last_iteration_counts() {
        RalphLoop loop = loop(new RalphLoopConfig(true, 3, "STAGE_COMPLETE", true));

        assertThat(loop.execute("TASK-001", "qa", "Do it.", saying("no", "no", "yes" + PROMISE)))
                .isEqualTo(new ExecutionResult(true, "yes" + PROMISE, List.of()));
        assertThat(Objects.requireNonNull(loop.state()).iteration()).isEqualTo(3);
    }

    @Test
    void a_loop_that_used_its_iterations_fails_with_the_documents_issue() {
        assertThat(loop(RalphLoopConfig.DEFAULT).execute("TASK-001", "qa", "Do it.", saying("no")))
                .isEqualTo(new ExecutionResult(false, "no", List.of("Ralph loop exceeded 10 iterations")));
    }

    @Test
    void a_disabled_loop_is_a_single_pass() {
        RalphLoop loop = loop(new RalphLoopConfig(false, 10, "STAGE_COMPLETE", true));

        assertThat(loop.execute("TASK-001", "qa", "Do it.", saying("no"))).isEqualTo(ExecutionResult.of("no"));
        assertThat(Objects.requireNonNull(loop.state()).iteration()).isEqualTo(1);
    }

    @Test
    void a_cancelled_loop_does_not_continue_until_it_is_started_again() {
        RalphLoop loop = loop(RalphLoopConfig.DEFAULT);

        ExecutionResult result = loop.execute("TASK-001", "qa", "Do it.", now -> {
            loop.cancel();
            return ExecutionResult.of("no");
        });

        assertThat(result.issues()).containsExactly("Cancelled Ralph loop for TASK-001 at iteration 1/10");
        assertThat(loop.shouldContinue("no")).isFalse();
        loop.start("TASK-001", "qa", "");
        assertThat(loop.shouldContinue("no")).isTrue();
    }

    @Test
    void a_loop_that_is_cancelled_before_it_begins_runs_nothing() {
        RalphLoop loop = loop(RalphLoopConfig.DEFAULT);
        loop.cancel();

        ExecutionResult result = loop.execute("TASK-001", "qa", "Do it.", now -> {
            throw new AssertionError("iteration " + now.iteration());
        });

        assertThat(result.success()).isFalse();
        assertThat(result.issues()).containsExactly("Cancelled Ralph loop for TASK-001 at iteration 1/10");
    }
}
