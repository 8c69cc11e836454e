package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// The namespace where bubblewrap is missing.
class UnshareTest {
    @TempDir
    Path folder;

    private SupervisorFixture fixture() {
        Path setpriv = ContainmentProbe.onPath("setpriv");
        Path unshare = ContainmentProbe.onPath("unshare");
        if (setpriv == null || unshare == null) {
            throw new TestAbortedException("not run: 'setpriv' and 'unshare' of util-linux are missing");
        }
        Unshare wrapper = new Unshare(setpriv, unshare);
        String trouble = ContainmentProbe.trial(wrapper);
        if (trouble != null) {
            throw new TestAbortedException("not run: namespaces are not allowed here: " + trouble);
        }
        ContainmentTier tier = new ContainmentTier(Containment.NAMESPACE, "unshare", List.of());
        return new SupervisorFixture(folder, leases -> new Supervisor(tier, wrapper, leases));
    }

    @Test
    void nothing_is_left_when_an_agent_is_stopped() {
        try (SupervisorFixture fixture = fixture()) {
            RunningProcess agent = fixture.nasty(
                    SupervisorFixture.limits(Duration.ofMillis(300)),
                    "child",
                    "setsid",
                    "daemon",
                    "no-environment",
                    "deaf");
            fixture.awaitReady();
            assertThat(fixture.survivors()).hasSizeGreaterThanOrEqualTo(5);
            agent.end(EndCause.STOPPED);
            Exit exit = exit(agent);
            assertThat(fixture.survivors()).isEmpty();
            assertThat(exit.proof()).isEqualTo(ProofOfEnd.NAMESPACE_GONE);
            assertThat(exit.status()).isEqualTo(new ExitStatus.Signaled(SystemCalls.SIGKILL));
        }
    }

    @Test
    void an_init_that_was_killed_before_its_wrapper_is_told_as_killed() {
        try (SupervisorFixture fixture = fixture()) {
            RunningProcess agent = fixture.nasty(RunLimits.none(), "child", "deaf");
            fixture.awaitReady();
            ProcessHandle wrapper = ProcessHandle.of(agent.pid()).orElseThrow();
            wrapper.children().forEach(ProcessHandle::destroyForcibly);
            assertThat(exit(agent).status()).isEqualTo(new ExitStatus.Signaled(SystemCalls.SIGKILL));
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @Test
    void the_agents_own_term_handler_runs() {
        try (SupervisorFixture fixture = fixture()) {
            RunningProcess agent = fixture.nasty(SupervisorFixture.limits(Duration.ofSeconds(20)), "slow", "1");
            fixture.awaitReady();
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).status()).isEqualTo(new ExitStatus.Exited(9));
        }
    }

    @Test
    void codes_signals_stdin_and_leaks_are_told() {
        try (SupervisorFixture fixture = fixture()) {
            Exit plain = exit(fixture.shell(RunLimits.none(), "cat; exit 7"));
            assertThat(SupervisorFixture.text(fixture.stdout())).isEqualTo("the prompt of run 1\n");
            assertThat(plain.status()).isEqualTo(new ExitStatus.Exited(7));
            assertThat(plain.proof()).isEqualTo(ProofOfEnd.NAMESPACE_GONE);
            assertThat(plain.leaked()).isFalse();
            assertThat(exit(fixture.shell(RunLimits.none(), "kill -11 $$")).status())
                    .isEqualTo(new ExitStatus.Signaled(11));
            assertThat(exit(fixture.nasty("daemon", "exit", "3")).leaked()).isTrue();
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @Test
    void an_agent_that_writes_into_its_inits_report_is_not_listened_to_for_ever() {
        try (SupervisorFixture fixture = fixture()) {
            Exit exit = exit(fixture.shell(RunLimits.none(), """
                    for fd in /proc/1/fd/*; do
                      case $(readlink $fd) in pipe:*) report=$fd ;; esac
                    done
                    head -c 50000000 /dev/zero > "$report"
                    echo "head ended with $?"
                    exit 3
                    """));
            assertThat(SupervisorFixture.text(fixture.stdout())).isEqualTo("head ended with 141\n");
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(3));
            assertThat(exit.proof()).isEqualTo(ProofOfEnd.NAMESPACE_GONE);
        }
    }
}
