package dev.ralph.wording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.config.Profile;
import dev.ralph.loop.Activity;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Usage;
import dev.ralph.loop.Verdict;
import dev.ralph.pipeline.PipelineReason;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What people and prompts are told.
class WordingTest {
    private static final Wording RESTART = Profile.of("restart").wording();
    private static final Wording SESSION = Profile.of("session").wording();

    @Test
    void each_profile_says_in_the_words_of_its_specification_that_no_attempt_is_left() {
        Reason used = new Reason.AttemptsUsed(100);

        assertThat(RESTART.of(used)).isEqualTo("max restarts (100) exceeded");
        assertThat(RESTART.stopping(used)).isEqualTo("Max restarts exceeded, stopping");
        assertThat(SESSION.of(used)).isEqualTo("Max iterations (100) reached without completion");
        assertThat(SESSION.stopping(used)).isEqualTo("Max iterations (100) reached without completion, stopping");
        assertThat(Profile.of("job").wording().of(used)).isEqualTo(RESTART.of(used));
    }

    @Test
    void a_cap_is_told_in_its_own_unit() {
        assertThat(reached(Reason.Cap.TOKENS, "1000", "1200")).isEqualTo("token limit (1000) reached: 1200 used");
        assertThat(reached(Reason.Cap.DOLLARS, "0.40", "0.5")).isEqualTo("cost limit ($0.40) reached: $0.50 spent");
        assertThat(reached(Reason.Cap.DOLLARS, "100", "0.1234"))
                .isEqualTo("cost limit ($100.00) reached: $0.1234 spent");
        assertThat(reached(Reason.Cap.TIME, "90", "90.5"))
                .isEqualTo("time limit (1m30s) reached: agents ran for 1m30s");
        assertThat(reached(Reason.Cap.OUTPUT, "100000", "100001"))
                .isEqualTo("output limit (100000 bytes) reached: 100001 bytes printed");
        assertThat(reached(Reason.Cap.DISK, "1000", "1000"))
                .isEqualTo("disk limit (1000 bytes) reached: 1000 bytes added");
    }

    private static String reached(Reason.Cap cap, String limit, String used) {
        return RESTART.of(new Reason.CapReached(cap, new BigDecimal(limit), new BigDecimal(used)));
    }

    @Test
    void what_came_in_a_row_is_counted() {
        AttemptFailure failure = new AttemptFailure.ExitCode(7);

        assertThat(RESTART.of(new Reason.SameFailure(failure, 1))).isEqualTo("the same failure 1 time: exit code 7");
        assertThat(RESTART.of(new Reason.SameFailure(failure, 3)))
                .isEqualTo("the same failure 3 times in a row: exit code 7");
        assertThat(RESTART.of(new Reason.NoChange(2))).isEqualTo("2 attempts in a row changed nothing");
        assertThat(RESTART.of(new Reason.ProviderLimited("come back at 5", 2)))
                .isEqualTo("provider limit hit 2 times in a row: come back at 5");
    }

    @Test
    void what_is_sent_back_is_told_with_its_findings() {
        assertThat(RESTART.of(new Reason.Rejected(List.of("no test for 0", "the name is wrong"))))
                .isEqualTo("sent back: no test for 0; the name is wrong");
        assertThat(RESTART.of(new PipelineReason.Stalemate("reviewer", "no test for 0", 3)))
                .isEqualTo("reviewer reported the same finding 3 times: no test for 0");
    }

    @Test
    void who_stopped_a_loop_is_named() {
        assertThat(RESTART.of(new Reason.StoppedBy(Event.StopKind.STOP, "ann"))).isEqualTo("stopped by ann");
        assertThat(RESTART.of(new Reason.StoppedBy(Event.StopKind.CANCEL, "ann")))
                .isEqualTo("cancelled by ann");
        assertThat(RESTART.of(new Reason.StoppedBy(Event.StopKind.AFTER_ATTEMPT, "ann")))
                .isEqualTo("stopped by ann after the attempt");
        assertThat(RESTART.of(new Reason.AgentWaits(Signal.WAIT_EXIT)))
                .isEqualTo("wait-without-restart by exit code 42");
    }

    @Test
    void a_failure_is_told_with_what_it_usually_means() {
        assertThat(RESTART.of(new AttemptFailure.ExitCode(127))).isEqualTo("exit code 127 (program not found)");
        assertThat(RESTART.of(new AttemptFailure.Killed(9))).isEqualTo("killed by signal 9 (out of memory?)");
        assertThat(RESTART.of(new AttemptFailure.OverCap(Reason.Cap.DOLLARS, new BigDecimal("1"))))
                .isEqualTo("ended because it cost more than $1.00");
        assertThat(RESTART.of(new AttemptFailure.Told("no luck"))).isEqualTo("no luck");
    }

    @Test
    void a_refused_signal_says_where_its_file_lies_if_it_was_one() {
        assertThat(RESTART.of(new Event.SignalRefused("", Instant.EPOCH))).isEqualTo("completion not accepted");
        assertThat(RESTART.of(new Event.SignalRefused("DONE.1", Instant.EPOCH)))
                .isEqualTo("DONE not accepted, kept as DONE.1");
    }

    @Test
    void checks_that_failed_are_told_with_what_they_printed_last() {
        assertThat(refusal(7, "", null)).isEqualTo("check `make` failed (exit 7)");
        assertThat(refusal(-1, "tail", null)).isEqualTo("check `make` did not end in time; its last output was:\ntail");
        assertThat(refusal(1, "", "two tests vanished")).isEqualTo("two tests vanished");
    }

    private static String refusal(int code, String output, @Nullable String reason) {
        Verdict.Result result = new Verdict.Result("make", code, Duration.ZERO, output, "", reason, null);
        return RESTART.of(new Reason.ChecksFailed(List.of(result)));
    }

    @Test
    void a_promise_that_does_not_count_is_told_with_what_was_asked_for() {
        assertThat(RESTART.of(new Reason.WrongPromise("FINE", "DONE")))
                .isEqualTo("The promise must be 'DONE', not 'FINE'.");
        assertThat(RESTART.of(new Reason.WrongPromise("DONE", null)))
                .isEqualTo("The promise 'DONE' does not count: put it alone on its line.");
    }

    @Test
    void questions_say_whether_anything_else_is_open() {
        assertThat(RESTART.of(new Reason.Questions(List.of("a?", "b?"), false))).isEqualTo("a?. Also: b?");
        assertThat(RESTART.of(new Reason.Questions(List.of("a?"), true))).isEqualTo("a? (all other checks passed)");
    }

    @Test
    void limits_in_dollars_that_cannot_be_kept_are_told_with_what_to_do() {
        assertThat(RESTART.of(new Usage.Unpriced(new BigDecimal("5"), "claude", new TreeSet<>(Set.of("m")))))
                .isEqualTo("Cost unknown: no price for m, so the $5.00 limit does not apply. Give prices with"
                        + " --prices (docs/prices.md), or set --max-tokens.");
        assertThat(RESTART.of(new Usage.Unpriced(new BigDecimal("5"), "codex", new TreeSet<>(Set.of("(unnamed)")))))
                .isEqualTo("Cost unknown: codex did not name its model, so the $5.00 limit does not apply. Set --model"
                        + " or --max-tokens.");
        assertThat(RESTART.of(new Usage.Unpriced(new BigDecimal("5"), "claude", new TreeSet<>())))
                .startsWith(
                        "Cost unknown: claude does not say what it uses, so the $5.00 limit does not apply. --max-restarts");
        assertThat(RESTART.of(new Usage.Unpriced(new BigDecimal("5"), null, new TreeSet<>())))
                .startsWith("Cost unknown: the agent does not say");
    }

    @Test
    void what_a_loop_does_is_told_with_its_attempt_and_its_wait() {
        assertThat(RESTART.of(Activity.RUNNING, 3, null)).isEqualTo("running attempt 3");
        assertThat(RESTART.of(Activity.PAUSED, 3, null)).isEqualTo("paused");
        assertThat(RESTART.of(Activity.LIMITED, 3, Instant.EPOCH)).isEqualTo("waiting until 1970-01-01T00:00:00Z");
    }
}
