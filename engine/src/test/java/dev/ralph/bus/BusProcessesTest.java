package dev.ralph.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What only real processes can show.
class BusProcessesTest {
    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        for (Process process : started) process.destroyForcibly();
    }

    @Test
    void ten_processes_with_a_thousand_posts_each_lose_nothing() throws Exception {
        Path file = folder.resolve("BUS.md");
        for (int p = 0; p < 10; p++) started.add(BusWriter.start(file, "w" + p, 1_000, 200));
        Bus bus = new Bus(file, InstantSource.system());

        List<BusMessage> tailed = new ArrayList<>();
        try (BusTail tail = bus.tail(null)) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
            while (tailed.size() < 10_000 && System.nanoTime() < deadline)
                tailed.addAll(tail.await(Duration.ofSeconds(1)));
            for (Process process : started)
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(tail.takeWarnings()).isEmpty();
        }

        BusReading reading = bus.reading();
        assertThat(reading.warnings()).isEmpty();
        assertThat(tailed).isEqualTo(reading.messages());
        assertThat(reading.messages()).extracting(BusMessage::id).doesNotHaveDuplicates();
        assertThat(numbersByWriter(reading.messages())).hasSize(10).allSatisfy((writer, numbers) -> {
            for (int i = 0; i < 1_000; i++) assertThat(numbers.get(i)).isEqualTo(i);
        });
    }

    @Test
    void writers_killed_at_random_moments_leave_a_bus_that_holds_all_they_had_posted() throws Exception {
        Path file = folder.resolve("BUS.md");
        Random random = new Random(7);
        Bus bus = new Bus(file, InstantSource.system());
        for (int p = 0; p < 6; p++) started.add(BusWriter.start(file, "k" + p, 1_000_000, 150_000));
        for (int p = 0; p < 6; p++) {
            long target = Files.exists(file) ? Files.size(file) + random.nextInt(3_000_000) : 1;
            awaitSize(file, target);
            started.get(p).destroyForcibly().waitFor();
        }
        BusMessage last = bus.post(MessageDraft.of("INFO", "p", "afterwards"));

        Map<String, List<Integer>> found = numbersByWriter(bus.read());
        assertThat(bus.last(1)).containsExactly(last);
        assertThat(bus.reading().warnings().size()).isLessThanOrEqualTo(6);
        for (int p = 0; p < 6; p++) {
            List<String> claimed = Files.readAllLines(folder.resolve("k" + p + ".out"));
            List<Integer> numbers = found.getOrDefault("k" + p, List.of());
            Set<Integer> all = new HashSet<>(numbers);
            assertThat(all).hasSameSizeAs(numbers);
            for (int i = 0; i < claimed.size() - 1; i++) assertThat(all).contains(i);
        }
    }

    private static void awaitSize(Path file, long size) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file) || Files.size(file) < size) {
            assertThat(System.nanoTime()).as("the writers do not write").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static Map<String, List<Integer>> numbersByWriter(List<BusMessage> messages) {
        Map<String, List<Integer>> numbers = new HashMap<>();
        for (BusMessage message : messages) {
            String first = message.body().lines().findFirst().orElse("");
            int space = first.indexOf(' ');
            if (space > 0)
                numbers.computeIfAbsent(first.substring(0, space), _ -> new ArrayList<>())
                        .add(Integer.parseInt(first.substring(space + 1)));
        }
        return numbers;
    }
}
