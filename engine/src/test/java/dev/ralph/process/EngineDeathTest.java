package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An engine that is killed leaves nothing, or the next one finds it.
class EngineDeathTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_killed_engine_takes_its_agents_along(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Process engine = engine(fixture, containment, "child", "deaf-child", "setsid", "daemon");
            assertThat(fixture.survivors()).hasSizeGreaterThanOrEqualTo(5);
            engine.destroyForcibly().waitFor();
            await(
                    "nothing is alive",
                    Duration.ofSeconds(20),
                    () -> fixture.survivors().isEmpty());
            SweepResult sweep = Supervisor.sweep(fixture.leases());
            assertThat(sweep.survivors()).isEmpty();
            assertThat(fixture.leases()).isEmptyDirectory();
        }
    }

    @Test
    void what_a_killed_engine_and_its_killed_guard_leave_is_swept() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Process engine = engine(fixture, Containment.GROUP, "child", "setsid", "daemon");
            List<Integer> before = fixture.survivors();
            guardOf(engine.toHandle()).destroyForcibly();
            engine.destroyForcibly().waitFor();
            SupervisorFixture.pause(1500);
            assertThat(fixture.survivors())
                    .as("control: without guard and sweep they live on")
                    .isEqualTo(before);
            SweepResult sweep = Supervisor.sweep(fixture.leases());
            assertThat(fixture.survivors()).isEmpty();
            assertThat(sweep.ended()).hasSameSizeAs(before).allMatch(tag -> tag.startsWith("test-"));
            assertThat(Supervisor.sweep(fixture.leases())).isEqualTo(new SweepResult(List.of(), 0, List.of()));
        }
    }

    /// For a moment after its birth a process shows no arguments.
    private static ProcessHandle guardOf(ProcessHandle engine) {
        await("the guard shows its name", () -> engine.children().anyMatch(EngineDeathTest::isGuard));
        return engine.children().filter(EngineDeathTest::isGuard).findFirst().orElseThrow();
    }

    private static boolean isGuard(ProcessHandle child) {
        return Arrays.toString(child.info().arguments().orElse(new String[0])).contains("ralph-guard");
    }

    @Test
    void the_agents_of_a_living_engine_are_left_alone() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunningProcess agent = fixture.nasty("child");
            fixture.awaitReady();
            assertThat(Supervisor.sweep(fixture.leases())).isEqualTo(new SweepResult(List.of(), 1, List.of()));
            assertThat(agent.exit()).isNotDone();
            assertThat(fixture.survivors()).hasSize(2);
        }
    }

    @Test
    void a_recycled_pid_is_never_signalled() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "55").start();
        try {
            Path leases = Files.createDirectories(folder.resolve("leases"));
            long start =
                    Objects.requireNonNull(ProcFiles.stat((int) stranger.pid())).start();
            lease(leases, ProcFiles.bootId(), stranger.pid() + " " + (start - 1));
            lease(leases, "another-boot", stranger.pid() + " " + start);
            SweepResult sweep = Supervisor.sweep(leases);
            assertThat(sweep.ended()).isEmpty();
            assertThat(stranger.isAlive()).isTrue();
            assertThat(leases).isEmptyDirectory();

            lease(leases, ProcFiles.bootId(), stranger.pid() + " " + start);
            assertThat(Supervisor.sweep(leases).ended())
                    .as("control: the right start time is ended")
                    .hasSize(1);
            assertThat(stranger.waitFor()).isEqualTo(137);
        } finally {
            stranger.destroyForcibly();
        }
    }

    private static void lease(Path leases, String boot, String agent) throws IOException {
        Files.writeString(
                leases.resolve("1-1-" + boot.length() + agent.hashCode() + ".lease"),
                "boot=" + boot + "\nengine=1 1\ncontainment=GROUP\ntag=test-recycled\nagent=" + agent + "\n");
    }

    @Test
    void half_written_leases_are_read_as_far_as_they_go() throws Exception {
        Path leases = Files.createDirectories(folder.resolve("leases"));
        String whole = "boot=" + ProcFiles.bootId() + "\nengine=1 1\ncontainment=GROUP\ntag=test-half\nagent=1 1\n";
        for (int length = 0; length <= whole.length(); length++) {
            Files.writeString(leases.resolve("1-1-" + length + ".lease"), whole.substring(0, length));
        }
        Files.write(leases.resolve("garbage.lease"), new byte[] {0, -1, 7, '\n', '=', '\n'});
        assertThat(Supervisor.sweep(leases).ended()).isEmpty();
        assertThat(leases).isEmptyDirectory();
        assertThat(Supervisor.sweep(folder.resolve("none"))).isEqualTo(new SweepResult(List.of(), 0, List.of()));
    }

    @Test
    void an_agent_born_just_before_the_crash_is_found_by_its_tag() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            ProcessBuilder builder = tagged("test-just-born", fixture.nasty.toString(), "daemon");
            builder.redirectOutput(folder.resolve("out").toFile()).start();
            await(
                    "it is ready",
                    () -> SupervisorFixture.text(folder.resolve("out")).contains("ready"));
            Path leases = Files.createDirectories(fixture.leases());
            tagOnly(leases, "test-just-born");
            assertThat(Supervisor.sweep(leases).ended()).hasSize(2);
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    /// In that moment it has no environment, so no tag.
    @Test
    void a_process_that_is_about_to_become_the_agent_is_waited_for() throws Exception {
        Path leases = Files.createDirectories(folder.resolve("leases"));
        for (int round = 0; round < 200; round++) {
            tagOnly(leases, "test-becoming-" + round);
            int born = new Spawn()
                    .start(new Spawn.Order(
                            "/bin/sleep",
                            List.of("sleep", "55"),
                            Map.of(Launch.TAG_VARIABLE, "test-becoming-" + round),
                            "/",
                            "/dev/null",
                            "/dev/null",
                            "/dev/null",
                            -1));
            try {
                assertThat(Supervisor.sweep(leases).ended())
                        .as("round " + round)
                        .hasSize(1);
            } finally {
                SystemCalls.kill(born, SystemCalls.SIGKILL);
                await("it is reaped", () -> SystemCalls.reap(born) != null);
            }
        }
    }

    /// Whoever is listed is gone when it is looked at, and has a child that was not there yet.
    @Test
    void a_family_whose_members_live_for_a_moment_is_not_taken_for_gone() throws Exception {
        Path hop = folder.resolve("hop");
        Files.writeString(hop, "#!/bin/sh\nif [ $1 = 0 ]; then exec sleep 55; fi\n\"$0\" $(($1 - 1)) &\n");
        assertThat(hop.toFile().setExecutable(true)).isTrue();
        Path leases = Files.createDirectories(folder.resolve("leases"));
        for (int round = 0; round < 3; round++) {
            String tag = "test-hopping-" + round;
            tagOnly(leases, tag);
            tagged(tag, hop.toString(), "200").start().waitFor();

            Supervisor.sweep(leases);

            assertThat(leases).isEmptyDirectory();
            SupervisorFixture.pause(500);
            assertThat(ProcessHandle.allProcesses()
                            .filter(process -> ProcFiles.hasVariable((int) process.pid(), ProcFiles.tagEntry(tag))))
                    .as("round " + round)
                    .isEmpty();
        }
    }

    /// A lease of an engine that died before it knew the pid.
    private static void tagOnly(Path leases, String tag) throws IOException {
        Files.writeString(
                leases.resolve("1-1-1.lease"), "boot=" + ProcFiles.bootId() + "\nengine=1 1\ntag=" + tag + "\nagent=");
    }

    private static ProcessBuilder tagged(String tag, String... command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(Launch.TAG_VARIABLE, tag);
        return builder;
    }

    @Test
    void a_killed_guard_is_replaced() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            ProcessHandle guard = guardOf(ProcessHandle.current());
            guard.destroyForcibly();
            await("it is dead", () -> SupervisorFixture.isZombie(ProcFiles.stat((int) guard.pid())));
            for (int i = 0; i < 3; i++) {
                assertThat(SupervisorFixture.exit(fixture.nasty("exit-now", "3"))
                                .status())
                        .isEqualTo(new ExitStatus.Exited(3));
            }
            assertThat(guardOf(ProcessHandle.current()))
                    .isNotEqualTo(guard)
                    .matches(ProcessHandle::isAlive, "is alive");
        }
    }

    /// A JVM of its own that supervises one nasty agent and waits.
    private Process engine(SupervisorFixture fixture, Containment containment, String... modes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(containment.name(), fixture.folder.toString()));
        arguments.addAll(Arrays.asList(modes));
        Process engine = ChildJvm.start(
                folder.resolve("engine.log"), List.of(), List.of(), Engine.class, arguments.toArray(String[]::new));
        await(
                "the engine's agent is ready",
                () -> SupervisorFixture.text(folder.resolve("run-1/stdout.txt")).contains("ready"));
        return engine;
    }

    /// The main program of that JVM.
    static final class Engine {
        private Engine() {}

        public static void main(String[] arguments) {
            SupervisorFixture fixture = new SupervisorFixture(Path.of(arguments[1]), Containment.valueOf(arguments[0]));
            RunningProcess agent = fixture.nasty(Arrays.copyOfRange(arguments, 2, arguments.length));
            agent.exit().join();
        }
    }
}
