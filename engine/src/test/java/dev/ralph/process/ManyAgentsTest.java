package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.await;
import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Many agents at once, one after the other, and from any kind of thread.
class ManyAgentsTest {
    @TempDir
    Path folder;

    @Test
    void three_hundred_agents_at_once_are_all_heard_with_a_handful_of_threads() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            AtomicInteger heard = new AtomicInteger();
            int before = Thread.activeCount();
            List<RunningProcess> agents = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                RunningProcess agent = fixture.shell(
                        SupervisorFixture.limits(Duration.ofMillis(200)),
                        "read line; sleep 0.2; echo here; exec sleep 55");
                AtomicInteger own = new AtomicInteger();
                agent.onOutput(() -> heard.addAndGet(own.getAndSet(1) == 0 ? 1 : 0));
                agents.add(agent);
            }
            await(
                    "every first line was noticed",
                    () -> agents.stream().allMatch(a -> a.progress().stdoutBytes() == 5));
            assertThat(Thread.activeCount() - before).isLessThan(8);
            assertThat(heard.get()).isGreaterThan(0);
            agents.forEach(agent -> agent.end(EndCause.STOPPED));
            agents.forEach(
                    agent -> assertThat(exit(agent).status()).isEqualTo(new ExitStatus.Signaled(SystemCalls.SIGTERM)));
        }
    }

    @ParameterizedTest
    @CsvSource({"NAMESPACE, 120", "SUBREAPER, 300", "GROUP, 300"})
    void exit_codes_and_signals_are_exact_under_load(Containment containment, int count) throws Exception {
        String[] lines = {"exit 0", "exit 7", "exit 255", "kill -9 $$", "kill -11 $$", "kill -15 $$"};
        ExitStatus[] statuses = {
            new ExitStatus.Exited(0),
            new ExitStatus.Exited(7),
            new ExitStatus.Exited(255),
            new ExitStatus.Signaled(9),
            new ExitStatus.Signaled(11),
            new ExitStatus.Signaled(15)
        };
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Exit>> exits = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Launch launch = fixture.launch(RunLimits.none(), "sh", "-c", lines[i % lines.length]);
                exits.add(CompletableFuture.supplyAsync(() -> fixture.start(launch), threads)
                        .thenCompose(RunningProcess::exit));
            }
            for (int i = 0; i < count; i++) {
                assertThat(exits.get(i).get().status()).isEqualTo(statuses[i % statuses.length]);
            }
        }
    }

    @Test
    void waiting_for_agents_steals_no_exit_code_from_the_jdk() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.SUBREAPER)) {
            List<Process> others = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                others.add(new ProcessBuilder("sh", "-c", "exit 5").start());
                exit(fixture.shell(RunLimits.none(), "(sleep 0.01 &) ; exit 0"));
            }
            for (Process other : others) {
                assertThat(other.waitFor()).isEqualTo(5);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_agent_outlives_the_thread_that_asked_for_it(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            List<RunningProcess> agents = new ArrayList<>();
            Thread virtual = Thread.ofVirtual().start(() -> agents.add(fixture.nasty("child")));
            virtual.join();
            Thread platform = Thread.ofPlatform().start(() -> agents.add(fixture.nasty("child")));
            platform.join();
            fixture.awaitReady();
            SupervisorFixture.pause(Boolean.getBoolean("ralph.soak") ? 40_000 : 1500);
            assertThat(agents)
                    .hasSize(2)
                    .allSatisfy(agent -> assertThat(agent.exit()).isNotDone());
        }
    }

    @Test
    void control_an_agent_tied_to_a_short_thread_dies_with_it() throws Exception {
        Path bwrap = ContainmentProbe.onPath("bwrap");
        assumeTrue(bwrap != null, "not run: 'bwrap' is missing (package bubblewrap)");
        List<Integer> pids = new ArrayList<>();
        Thread platform = Thread.ofPlatform().start(() -> {
            int pid = new Spawn()
                    .start(new Spawn.Order(
                            String.valueOf(bwrap),
                            List.of("bwrap", "--dev-bind", "/", "/", "--die-with-parent", "sleep", "120"),
                            Map.of("PATH", "/usr/bin:/bin"),
                            "/",
                            "/dev/null",
                            "/dev/null",
                            "/dev/null",
                            -1));
            pids.add(pid);
            await("bubblewrap is done", () -> isSleep(pid)); // before that nothing ties it to anybody
        });
        platform.join();
        await("it died with its thread", () -> SystemCalls.reap(pids.getFirst()) != null);
    }

    /// Itself, or what it waits for.
    private static boolean isSleep(int pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(bwrap -> Stream.concat(Stream.of(bwrap), bwrap.children()))
                .anyMatch(each -> !each.info().command().orElse("bwrap").endsWith("bwrap"));
    }

    @ParameterizedTest
    @CsvSource({"NAMESPACE, 100", "SUBREAPER, 300", "GROUP, 1000"})
    void descriptors_and_threads_are_back_to_where_they_were_after_many_runs(Containment containment, int runs) {
        try (SupervisorFixture warm = new SupervisorFixture(folder, containment)) {
            exit(warm.nasty("exit-now", "0"));
        }
        int descriptors = descriptors();
        int threads = Thread.activeCount();
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Launch base = fixture.launch(RunLimits.of(Duration.ofMinutes(5), null), "true");
            exit(fixture.start(base));
            int during = descriptors();
            for (int i = 0; i < runs; i++) {
                assertThat(exit(fixture.start(base)).status()).isEqualTo(new ExitStatus.Exited(0));
            }
            assertThat(descriptors()).isLessThanOrEqualTo(during + 1);
        }
        assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 1);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
    }

    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
