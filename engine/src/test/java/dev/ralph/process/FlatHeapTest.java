package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory does not grow with the output: 1 GB in a JVM with 32 MB, 10 GB with `-Dralph.soak=true`.
class FlatHeapTest {
    @TempDir
    Path folder;

    @Test
    void a_gigabyte_of_output_fits_into_a_tiny_heap() throws Exception {
        long bytes = (Boolean.getBoolean("ralph.soak") ? 10L : 1L) << 30;
        assertThat(run(Flood.class, bytes)).endsWith("bytes " + bytes + " kept true\n");
    }

    @Test
    void control_reading_it_all_into_memory_does_not_fit() throws Exception {
        assertThat(run(ReadAll.class, 200L << 20)).contains("OutOfMemoryError");
    }

    private String run(Class<?> main, long bytes) throws IOException {
        Path said = folder.resolve("said");
        Process process =
                ChildJvm.start(said, List.of(), List.of("-Xmx32m"), main, folder.toString(), Long.toString(bytes));
        SupervisorFixture.await("the JVM ended", Duration.ofMinutes(5), () -> !process.isAlive());
        return SupervisorFixture.text(said);
    }

    /// Supervises one flooding agent.
    static final class Flood {
        private Flood() {}

        public static void main(String[] arguments) throws IOException {
            try (SupervisorFixture fixture = new SupervisorFixture(Path.of(arguments[0]), Containment.GROUP)) {
                RunLimits limits = new RunLimits(null, null, RunLimits.GRACE, 4 << 20);
                Exit exit = SupervisorFixture.exit(fixture.nasty(limits, "flood", arguments[1], "exit-now", "0"));
                boolean kept = Files.size(fixture.stdout()) < 5 << 20;
                System.out.print("bytes " + exit.stdout().bytes() + " kept " + kept + "\n");
            }
        }
    }

    /// The naive way.
    static final class ReadAll {
        private ReadAll() {}

        public static void main(String[] arguments) throws IOException {
            Process head = new ProcessBuilder("head", "-c", arguments[1], "/dev/zero").start();
            System.out.println(head.getInputStream().readAllBytes().length);
        }
    }
}
