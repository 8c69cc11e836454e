package dev.ralph.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Limits;
import dev.ralph.loop.Policy.Pace;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PolicyTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration BACK = Duration.ofSeconds(-1);

    @Test
    void the_defaults_are_those_of_the_specification() {
        Policy policy = Policy.of(AgentCommand.program("agent"));

        assertThat(policy.limits().attempts()).isEqualTo(100);
        assertThat(policy.limits().idle()).isEqualTo(Duration.ofMinutes(5));
        assertThat(policy.limits().wall()).isEqualTo(Duration.ofDays(1));
        assertThat(policy.limits().sameFailures()).isZero();
        assertThat(policy.pace().restartDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.pace().poll()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.pace().childWait()).isEqualTo(Duration.ofMinutes(5));
        assertThat(policy.pace().grace()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void negative_and_zero_limits_are_refused_with_their_name() {
        refused(() -> Limits.DEFAULT.withAttempts(-1), "max restarts is -1: it must be 0 or more");
        refused(
                () -> new Limits(1, Duration.ZERO, null, 1 << 20, 0),
                "idle timeout is PT0S: it must be more than zero");
        refused(() -> new Limits(1, MINUTE, BACK, 1 << 20, 0), "timeout is PT-1S: it must be more than zero");
        refused(() -> new Limits(1, MINUTE, null, 1, 0), "output limit is 1 bytes: it must be 8192 bytes or more");
        refused(() -> new Limits(1, MINUTE, null, 1 << 20, -1), "breaker is -1: it must be 0 (off) or more");
    }

    @Test
    void negative_and_zero_waits_are_refused_with_their_name() {
        refused(() -> Pace.DEFAULT.withRestartDelay(BACK), "restart delay is PT-1S: it must not be negative");
        refused(() -> Pace.DEFAULT.withPoll(Duration.ZERO), "poll interval is PT0S: it must be more than zero");
        refused(() -> Pace.DEFAULT.withChildWait(BACK), "wait timeout is PT-1S: it must not be negative");
        refused(() -> pace(BACK, MINUTE, MINUTE), "grace is PT-1S: it must not be negative");
        refused(() -> pace(MINUTE, BACK, MINUTE), "done grace is PT-1S: it must not be negative");
        refused(() -> pace(MINUTE, MINUTE, Duration.ZERO), "check timeout is PT0S: it must be more than zero");
    }

    @Test
    void absurd_durations_are_refused_because_no_clock_reaches_them() {
        Duration absurd = Duration.ofSeconds(Long.MAX_VALUE);

        refused(
                () -> Pace.DEFAULT.withRestartDelay(absurd),
                "restart delay is " + absurd + ": it must not be more than 36500 days");
        refused(
                () -> new Limits(1, absurd, null, 1 << 20, 0),
                "idle timeout is " + absurd + ": it must not be more than 36500 days");
    }

    @Test
    void a_large_but_meant_limit_is_accepted() {
        assertThat(Limits.DEFAULT.withAttempts(Integer.MAX_VALUE).attempts()).isEqualTo(Integer.MAX_VALUE);
        assertThat(Pace.DEFAULT.withRestartDelay(Duration.ofDays(365)).restartDelay())
                .isEqualTo(Duration.ofDays(365));
    }

    @Test
    void an_agent_command_that_cannot_be_run_is_refused() {
        refused(AgentCommand::program, "the agent command is empty: give the program to run");
        refused(() -> AgentCommand.program(" "), "the agent command is empty: give the program to run");
        refused(() -> AgentCommand.program("a", "b\0c"), "the agent command holds a NUL character");
        refused(
                () -> new AgentCommand(AgentCommand.Kind.SHELL, List.of("a", "b")),
                "a shell line is one string, but 2 were given");
    }

    @Test
    void a_shell_line_is_run_by_the_shell() {
        assertThat(AgentCommand.shell("make | tee log").argv()).containsExactly("/bin/sh", "-c", "make | tee log");
        assertThat(AgentCommand.program("agent", "-p").argv()).containsExactly("agent", "-p");
    }

    @Test
    void an_empty_check_is_refused() {
        refused(
                () -> Policy.of(AgentCommand.program("agent")).withChecks(List.of("true", " ")),
                "a check is empty: give a shell line, or leave it out");
    }

    @Test
    void a_verdict_refuses_by_the_checks_that_did_not_pass() {
        Verdict.Result passed = new Verdict.Result("quick", 0, MINUTE, "", "");
        Verdict.Result late = new Verdict.Result("slow", -1, MINUTE, "tail", "");

        assertThat(new Verdict(List.of(passed, late)).refusal()).contains(new Reason.ChecksFailed(List.of(late)));
        assertThat(new Verdict(List.of(passed)).refusal()).isEmpty();
    }

    private static Pace pace(Duration grace, Duration doneGrace, Duration check) {
        return new Pace(MINUTE, MINUTE, MINUTE, grace, doneGrace, check);
    }

    private static void refused(ThrowingCallable building, String message) {
        assertThatThrownBy(building)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
