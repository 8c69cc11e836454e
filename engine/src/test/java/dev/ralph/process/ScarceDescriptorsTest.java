package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An engine that has hardly any file descriptor left, in a JVM of its own.
class ScarceDescriptorsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_agent_that_gets_too_few_of_them_is_refused_and_leaves_nothing(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Path said = folder.resolve("said");
            Process engine = ChildJvm.start(
                    said,
                    List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"),
                    List.of(),
                    Engine.class,
                    containment.name(),
                    folder.toString());
            SupervisorFixture.await("the engine ended", () -> !engine.isAlive());

            assertThat(SupervisorFixture.text(said)).isEqualTo("""
                    sure that there are no orphans: false
                    refused some: true, started some: true, lost descriptors: 0
                    """);
            assertThat(fixture.survivors()).isEmpty();
            assertThat(fixture.leases()).isEmptyDirectory();
        }
    }

    /// Starts an agent with no descriptor left, with one, with two, and so on.
    static final class Engine {
        private static final int MOST = 14;

        private Engine() {}

        public static void main(String[] arguments) throws IOException {
            try (SupervisorFixture fixture =
                    new SupervisorFixture(Path.of(arguments[1]), Containment.valueOf(arguments[0]))) {
                Orphans orphans = new Orphans();
                warmUp(fixture);
                orphans.noneAtAll();
                List<Launch> launches = new ArrayList<>();
                for (int i = 0; i <= MOST; i++) {
                    launches.add(launch(fixture));
                }
                int before = open();
                Deque<FileInputStream> taken = takeAll();
                System.out.print("sure that there are no orphans: " + orphans.noneAtAll() + "\n");
                int refused = 0;
                for (Launch launch : launches) {
                    refused += isRefused(fixture, launch) ? 1 : 0;
                    taken.pop().close();
                }
                for (FileInputStream file : taken) {
                    file.close();
                }
                System.out.print("refused some: " + (refused > 0) + ", started some: " + (refused < launches.size())
                        + ", lost descriptors: " + (open() - before) + "\n");
            }
        }

        private static Launch launch(SupervisorFixture fixture) {
            return fixture.launch(SupervisorFixture.limits(Duration.ofMillis(200)), fixture.nasty.toString(), "child");
        }

        /// Classes are loaded from files, too.
        private static void warmUp(SupervisorFixture fixture) throws IOException {
            isRefused(fixture, launch(fixture));
            isRefused(fixture, fixture.launch(RunLimits.none(), "no-such-program"));
            isRefused(fixture, fixture.launch(RunLimits.none(), "/no/such/program"));
            for (FileInputStream file : takeAll()) {
                file.close();
            }
        }

        private static Deque<FileInputStream> takeAll() {
            Deque<FileInputStream> taken = new ArrayDeque<>();
            try {
                while (true) {
                    taken.push(new FileInputStream("/dev/null"));
                }
            } catch (IOException none) {
                return taken;
            }
        }

        private static boolean isRefused(SupervisorFixture fixture, Launch launch) {
            try {
                RunningProcess agent = fixture.supervisor.start(launch);
                agent.end(EndCause.STOPPED);
                SupervisorFixture.exit(agent);
                return false;
            } catch (CannotStart expected) {
                return true;
            }
        }

        private static int open() {
            return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
        }
    }
}
