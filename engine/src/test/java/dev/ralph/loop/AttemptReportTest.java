package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.NOW;
import static dev.ralph.loop.EventsForTests.report;
import static dev.ralph.loop.EventsForTests.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is known of attempts and verdicts.
class AttemptReportTest {
    @Test
    void an_attempt_succeeded_when_it_ended_by_itself_with_0_and_nothing_hindered_it() {
        assertThat(report(AttemptReport.How.EXITED, 0, null, null).succeeded()).isTrue();
        assertThat(report(AttemptReport.How.EXITED, 1, null, new AttemptFailure.ExitCode(1))
                        .succeeded())
                .isFalse();
        assertThat(report(AttemptReport.How.SIGNALLED, 0, null, new AttemptFailure.Told("signal"))
                        .succeeded())
                .isFalse();
        assertThat(hindered(null).succeeded()).isFalse();
    }

    @Test
    void what_went_wrong_is_told_in_the_agents_own_words_where_it_has_any() {
        assertThat(report(AttemptReport.How.EXITED, 1, null, new AttemptFailure.ExitCode(1))
                        .told())
                .isEqualTo(new AttemptFailure.ExitCode(1));
        assertThat(hindered(new AttemptFailure.ExitCode(1)).told()).isEqualTo(new AttemptFailure.Told("hindered"));
        assertThat(hindered(null).told()).as("nothing went wrong").isNull();
    }

    private static AttemptReport hindered(@Nullable AttemptFailure failure) {
        return report(AttemptReport.How.EXITED, 0, null, failure)
                .with(statement(AgentStatement.Cure.WAIT, NOW, null), AttemptEffect.UNKNOWN);
    }

    @Test
    void a_report_keeps_what_its_agent_was_confined_to() {
        assertThat(report(AttemptReport.How.EXITED, 0, null, null)
                        .in(SandboxReport.NONE)
                        .sandbox())
                .isSameAs(SandboxReport.NONE);
    }

    @Test
    void a_check_that_passed_has_no_reason_against_it() {
        assertThatThrownBy(() -> new Verdict.Result("make", 0, Duration.ZERO, "", "", "but", null))
                .hasMessage("check make passed, yet there is a reason against it");
    }

    @Test
    void ids_times_and_sums_make_no_other_failure_and_other_codes_do() {
        AttemptFailure first = new AttemptFailure.Told("request req_0f31 failed at 12:30:01");

        assertThat(first.isLike(new AttemptFailure.Told("request req_9a77 failed at 12:31:44")))
                .isTrue();
        assertThat(first.isLike(new AttemptFailure.Told("the disk is full"))).isFalse();
        assertThat(new AttemptFailure.ExitCode(1).isLike(new AttemptFailure.ExitCode(2)))
                .isFalse();
    }

    @Test
    void every_reason_leads_to_one_outcome() {
        for (Outcome outcome : Outcome.values()) {
            assertThat(EventsForTests.reason(outcome).outcome()).isEqualTo(outcome);
        }
        assertThat(new Reason.StoppedBy(Event.StopKind.AFTER_ATTEMPT, "ann").outcome())
                .isEqualTo(Outcome.STOPPED);
    }
}
