package dev.ralph.process;

import static dev.ralph.process.Scene.exit;
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

    private Scene scene() {
        Path setpriv = Probe.onPath("setpriv");
        Path unshare = Probe.onPath("unshare");
        if (setpriv == null || unshare == null) {
            throw new TestAbortedException("not run: 'setpriv' and 'unshare' of util-linux are missing");
        }
        Unshare wrapper = new Unshare(setpriv, unshare);
        String trouble = Probe.trial(wrapper);
        if (trouble != null) {
            throw new TestAbortedException("not run: namespaces are not allowed here: " + trouble);
        }
        Tier tier = new Tier(Containment.NAMESPACE, "unshare", List.of());
        return new Scene(
                folder, leases -> new Supervisor(tier, new NativeSupervision(Containment.NAMESPACE, wrapper, leases)));
    }

    @Test
    void nothing_is_left_when_an_agent_is_stopped() {
        try (Scene scene = scene()) {
            Running agent = scene.nasty(
                    Scene.limits(Duration.ofMillis(300)), "child", "setsid", "daemon", "no-environment", "deaf");
            scene.awaitReady();
            assertThat(scene.survivors()).hasSizeGreaterThanOrEqualTo(5);
            agent.end(Ending.STOPPED);
            Exit exit = exit(agent);
            assertThat(scene.survivors()).isEmpty();
            assertThat(exit.proof()).isEqualTo(Proof.NAMESPACE_GONE);
            assertThat(exit.status()).isEqualTo(new Status.Signaled(Sys.SIGKILL));
        }
    }

    @Test
    void an_init_that_was_killed_before_its_wrapper_is_told_as_killed() {
        try (Scene scene = scene()) {
            Running agent = scene.nasty(Limits.none(), "child", "deaf");
            scene.awaitReady();
            ProcessHandle wrapper = ProcessHandle.of(agent.pid()).orElseThrow();
            wrapper.children().forEach(ProcessHandle::destroyForcibly);
            assertThat(exit(agent).status()).isEqualTo(new Status.Signaled(Sys.SIGKILL));
            assertThat(scene.survivors()).isEmpty();
        }
    }

    @Test
    void the_agents_own_term_handler_runs() {
        try (Scene scene = scene()) {
            Running agent = scene.nasty(Scene.limits(Duration.ofSeconds(20)), "slow", "1");
            scene.awaitReady();
            agent.end(Ending.STOPPED);
            assertThat(exit(agent).status()).isEqualTo(new Status.Exited(9));
        }
    }

    @Test
    void codes_signals_stdin_and_leaks_are_told() {
        try (Scene scene = scene()) {
            Exit plain = exit(scene.shell(Limits.none(), "cat; exit 7"));
            assertThat(Scene.text(scene.stdout())).isEqualTo("the prompt of run 1\n");
            assertThat(plain.status()).isEqualTo(new Status.Exited(7));
            assertThat(plain.proof()).isEqualTo(Proof.NAMESPACE_GONE);
            assertThat(plain.leaked()).isFalse();
            assertThat(exit(scene.shell(Limits.none(), "kill -11 $$")).status()).isEqualTo(new Status.Signaled(11));
            assertThat(exit(scene.nasty("daemon", "exit", "3")).leaked()).isTrue();
            assertThat(scene.survivors()).isEmpty();
        }
    }

    @Test
    void an_agent_that_writes_into_its_inits_report_is_not_listened_to_for_ever() {
        try (Scene scene = scene()) {
            Exit exit = exit(scene.shell(Limits.none(), """
                    for fd in /proc/1/fd/*; do
                      case $(readlink $fd) in pipe:*) report=$fd ;; esac
                    done
                    head -c 50000000 /dev/zero > "$report"
                    echo "head ended with $?"
                    exit 3
                    """));
            assertThat(Scene.text(scene.stdout())).isEqualTo("head ended with 141\n");
            assertThat(exit.status()).isEqualTo(new Status.Exited(3));
            assertThat(exit.proof()).isEqualTo(Proof.NAMESPACE_GONE);
        }
    }
}
