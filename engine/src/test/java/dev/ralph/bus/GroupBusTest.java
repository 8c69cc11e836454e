package dev.ralph.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupBusTest {
    @TempDir
    private Path folder;

    @Test
    void many_threads_post_at_once_and_each_message_is_there_once_in_the_order_of_its_thread() throws Exception {
        Path file = folder.resolve("BUS.md");
        GroupBus group = new GroupBus(file, InstantSource.system());
        ConcurrentLinkedQueue<BusMessage> posted = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 64; t++) {
            String name = "t" + t + ".";
            Runnable work = () -> {
                for (int i = 0; i < 40; i++) posted.add(post(group, name + String.format("%03d", i)));
            };
            threads.add(
                    t % 2 == 0
                            ? Thread.ofVirtual().start(work)
                            : Thread.ofPlatform().start(work));
        }
        for (Thread thread : threads) thread.join();

        BusReading reading = new Bus(file, InstantSource.system()).reading();
        assertThat(reading.warnings()).isEmpty();
        assertThat(reading.messages())
                .containsExactlyInAnyOrderElementsOf(posted)
                .hasSize(64 * 40);
        for (int t = 0; t < 64; t++) {
            String name = "t" + t + ".";
            assertThat(reading.messages().stream().map(BusMessage::body).filter(b -> b.startsWith(name)))
                    .isSorted();
        }
    }

    @Test
    void an_interrupted_thread_posts_all_the_same() throws Exception {
        Path file = folder.resolve("BUS.md");
        GroupBus group = new GroupBus(file, InstantSource.system());
        List<Thread> threads = new ArrayList<>();
        CountDownLatch left = new CountDownLatch(8);
        for (int t = 0; t < 8; t++)
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 50; i++) post(group, "x");
                left.countDown();
            }));
        while (left.getCount() > 0) for (Thread thread : threads) thread.interrupt();
        for (Thread thread : threads) thread.join();
        assertThat(new Bus(file, InstantSource.system()).read())
                .hasSize(400)
                .extracting(BusMessage::id)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_failure_is_told_to_everyone_and_the_next_post_tries_again() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "/dev/full is missing on this system");
        Path file = Files.createSymbolicLink(folder.resolve("BUS.md"), Path.of("/dev/full"));
        GroupBus group = new GroupBus(file, InstantSource.system());
        List<Thread> threads = new ArrayList<>();
        ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
        for (int t = 0; t < 16; t++)
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    group.post(MessageDraft.of("INFO", "p", "x"));
                } catch (IOException e) {
                    failures.add(e.getMessage());
                }
            }));
        for (Thread thread : threads) thread.join();
        assertThat(failures).hasSize(16).allSatisfy(m -> assertThat(m).contains("No space left", file.toString()));
        assertThatThrownBy(() -> group.post(MessageDraft.of("INFO", "p", "x"))).hasMessageContaining("No space left");

        Files.delete(file);
        BusMessage posted = group.post(MessageDraft.of("INFO", "p", "x"));
        assertThat(new Bus(file, InstantSource.system()).read()).containsExactly(posted);
    }

    @Test
    void a_failure_that_nobody_foresaw_is_told_to_everyone_too() throws Exception {
        Path nowhere = Path.of(URI.create("jrt:/java.base/BUS.md"));
        GroupBus group = new GroupBus(nowhere, InstantSource.system());
        ConcurrentLinkedQueue<BusMessage> posted = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++)
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 200; i++) {
                    try {
                        posted.add(group.post(MessageDraft.of("INFO", "p", "x")));
                    } catch (IOException | RuntimeException expected) {
                        Thread.onSpinWait();
                    }
                }
            }));
        for (Thread thread : threads) thread.join();

        assertThat(posted).isEmpty();
    }

    private static BusMessage post(GroupBus group, String body) {
        try {
            return group.post(MessageDraft.of("INFO", "p", body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
