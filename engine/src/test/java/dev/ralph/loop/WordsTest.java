package dev.ralph.loop;

import static dev.ralph.loop.Past.NOW;
import static dev.ralph.loop.Past.report;
import static dev.ralph.loop.Past.testimony;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What people and prompts are told of attempts, verdicts and ends.
class WordsTest {
    @Test
    void an_attempt_succeeded_when_it_ended_by_itself_with_0_and_nothing_hindered_it() {
        assertThat(report(Report.How.EXITED, 0, null, null).succeeded()).isTrue();
        assertThat(report(Report.How.EXITED, 1, null, "exit code 1").succeeded())
                .isFalse();
        assertThat(report(Report.How.SIGNALLED, 0, null, "signal").succeeded()).isFalse();
        assertThat(hindered(null).succeeded()).isFalse();
    }

    @Test
    void what_went_wrong_is_told_in_the_agents_own_words_where_it_has_any() {
        assertThat(report(Report.How.EXITED, 1, null, "exit code 1").told()).isEqualTo("exit code 1");
        assertThat(hindered("exit code 1").told()).isEqualTo("hindered");
        assertThat(hindered(null).told()).as("nothing went wrong").isNull();
    }

    private static Report hindered(@Nullable String failure) {
        return report(Report.How.EXITED, 0, null, failure)
                .with(testimony(Testimony.Cure.WAIT, NOW, null), Trace.UNKNOWN);
    }

    @Test
    void a_report_keeps_what_its_agent_was_confined_to() {
        assertThat(report(Report.How.EXITED, 0, null, null).in(Custody.NONE).custody())
                .isSameAs(Custody.NONE);
    }

    @Test
    void success_that_only_the_agent_vouches_for_is_not_verified() {
        assertThat(Outcome.COMPLETED.isVerified("every check passed")).isTrue();
        assertThat(Outcome.COMPLETED.isVerified("unverified: no check configured"))
                .isFalse();
        assertThat(Outcome.BLOCKED.isVerified("every check passed")).isFalse();
    }

    @Test
    void a_refused_signal_says_where_its_file_lies_if_it_was_one() {
        assertThat(new Event.SignalRefused("", NOW).words()).isEqualTo("completion not accepted");
        assertThat(new Event.SignalRefused("DONE.1", NOW).words()).isEqualTo("DONE not accepted, kept as DONE.1");
    }

    @Test
    void a_check_that_passed_has_no_reason_against_it() {
        assertThat(refusal(7, null)).isEqualTo("check `make` failed (exit 7)");
        assertThat(refusal(0, null)).isNull();
        assertThat(refusal(1, "two tests vanished")).isEqualTo("two tests vanished");
        assertThatThrownBy(() -> refusal(0, "but")).hasMessage("check make passed, yet there is a reason against it");
    }

    private static @Nullable String refusal(int code, @Nullable String reason) {
        Verdict.Result result = new Verdict.Result("make", code, Duration.ZERO, "", "", reason, null);
        return new Verdict(List.of(result)).refusal().orElse(null);
    }

    @Test
    void money_has_cents_and_as_many_digits_more_as_it_needs() {
        assertThat(Toll.money(new BigDecimal("5"))).isEqualTo("$5.00");
        assertThat(Toll.money(new BigDecimal("0.10"))).isEqualTo("$0.10");
        assertThat(Toll.money(new BigDecimal("0.1234"))).isEqualTo("$0.1234");
        assertThat(Toll.money(new BigDecimal("1E+2"))).isEqualTo("$100.00");
    }

    @Test
    void every_phase_has_words() {
        assertThat(new Phase.Ready(false).words()).isEqualTo("ready");
        assertThat(new Phase.Running(3).words()).isEqualTo("running attempt 3");
        assertThat(new Phase.Ended(Outcome.BLOCKED, "why").words()).isEqualTo("ended as BLOCKED");
    }
}
