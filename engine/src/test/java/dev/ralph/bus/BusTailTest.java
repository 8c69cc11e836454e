package dev.ralph.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusTailTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration NOT_YET = Duration.ofMillis(30);

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-02-23T19:17:10Z");
    private Path file = Path.of("");
    private Bus bus = new Bus(file, () -> now);

    @BeforeEach
    void open() {
        file = folder.resolve("task/BUS.md");
        bus = new Bus(file, () -> now);
    }

    @Test
    void a_tail_waits_for_what_is_posted_also_if_there_is_no_folder_yet() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            assertThat(tail.await(NOT_YET)).isEmpty();
            BusMessage first = post("first");
            assertThat(tail.await(PATIENCE)).containsExactly(first);
            Thread poster = Thread.ofVirtual().start(() -> postUnchecked("second"));
            assertThat(tail.await(PATIENCE)).extracting(BusMessage::body).containsExactly("second");
            poster.join();
            assertThat(tail.poll()).isEmpty();
        }
    }

    @Test
    void a_tail_resumes_after_a_message_or_says_it_is_unknown() throws Exception {
        BusMessage first = post("first");
        BusMessage second = post("second");
        try (BusTail tail = bus.tail(first.id())) {
            assertThat(tail.poll()).containsExactly(second);
        }
        assertThatThrownBy(() -> bus.tail("MSG-GONE")).isInstanceOf(UnknownMessage.class);
    }

    @Test
    void a_tail_from_now_leaves_out_the_past() throws Exception {
        post("past");
        try (BusTail tail = bus.tailNew()) {
            assertThat(tail.poll()).isEmpty();
            BusMessage next = post("next");
            assertThat(tail.await(PATIENCE)).containsExactly(next);
        }
    }

    @Test
    void rotation_renames_by_time_never_replaces_and_needs_the_size() throws Exception {
        post("one");
        assertThat(bus.rotate(1 << 20)).isEmpty();
        assertThat(bus.rotate(10)).contains(folder.resolve("task/BUS.md.20260223-191710.archived"));
        assertThat(bus.rotate(10)).isEmpty();
        post("two");
        assertThat(bus.rotate(10)).contains(folder.resolve("task/BUS.md.20260223-191711.archived"));
        now = now.minusSeconds(3600);
        post("three");
        assertThat(bus.rotate(10)).contains(folder.resolve("task/BUS.md.20260223-191712.archived"));
        assertThat(bus.read()).isEmpty();
    }

    @Test
    void rotations_between_two_looks_lose_nothing_and_keep_the_order() throws Exception {
        List<BusMessage> posted = new ArrayList<>();
        try (BusTail tail = bus.tail(null)) {
            posted.add(post("0"));
            assertThat(tail.await(PATIENCE)).hasSize(1);
            for (int i = 1; i < 20; i++) {
                posted.add(post("" + i));
                if (i % 4 == 0) bus.rotate(0);
            }
            assertThat(collect(tail, 19)).isEqualTo(posted.subList(1, 20));
        }
        assertThat(bus.readingSince(posted.get(2).id()).messages()).isEqualTo(posted.subList(3, 20));
        try (BusTail tail = bus.tail(posted.get(9).id())) {
            assertThat(collect(tail, 10)).isEqualTo(posted.subList(10, 20));
        }
    }

    @Test
    void a_file_that_came_and_went_between_two_looks_is_delivered() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            assertThat(tail.poll()).isEmpty();
            BusMessage first = post("first");
            bus.rotate(0);
            assertThat(tail.poll()).containsExactly(first);
            BusMessage second = post("second");
            assertThat(tail.poll()).containsExactly(second);
        }
    }

    @Test
    void a_writer_that_opened_before_the_rotation_is_still_heard() throws Exception {
        BusMessage first = post("first");
        BusMessage late = BusMessage.of(MessageIds.next(now), now, MessageDraft.of("INFO", "p", "late"));
        try (BusTail tail = bus.tail(null);
                FileChannel slow = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            assertThat(tail.poll()).containsExactly(first);
            bus.rotate(0);
            BusMessage second = post("second");
            assertThat(tail.await(PATIENCE)).containsExactly(second);
            slow.write(ByteBuffer.wrap(RecordForm.encode(late)));
            assertThat(tail.await(PATIENCE)).containsExactly(late);
            assertThat(tail.await(NOT_YET)).isEmpty();
        }
        assertThat(bus.readingSince(first.id()).messages())
                .extracting(BusMessage::body)
                .containsExactly("late", "second");
    }

    @Test
    void writers_rotators_and_a_tail_at_once_deliver_everything_once() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        List<BusMessage> got;
        try (BusTail tail = bus.tail(null)) {
            for (int t = 0; t < 4; t++) {
                String name = "w" + t + "-";
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 250; i++) postUnchecked(name + i);
                }));
            }
            Thread rotator = Thread.ofPlatform().start(() -> {
                while (!done.get()) rotateUnchecked(5_000);
            });
            got = collect(tail, 1_000);
            for (Thread thread : threads) thread.join();
            done.set(true);
            rotator.join();
            assertThat(tail.await(NOT_YET)).isEmpty();
        }
        assertThat(got).extracting(BusMessage::id).doesNotHaveDuplicates().hasSize(1_000);
    }

    @Test
    void a_deleted_file_and_folder_are_followed_when_they_come_back() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            post("first");
            assertThat(tail.await(PATIENCE)).hasSize(1);
            Files.delete(file);
            Files.delete(file.getParent());
            assertThat(tail.await(NOT_YET)).isEmpty();
            BusMessage second = post("second");
            assertThat(tail.await(PATIENCE)).containsExactly(second);
        }
    }

    @Test
    void an_edited_copy_or_a_cut_file_is_not_told_again() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            post("first");
            post("second");
            assertThat(collect(tail, 2)).hasSize(2);
            Path copy = Files.copy(file, folder.resolve("copy"));
            Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
            BusMessage third = post("third");
            assertThat(tail.await(PATIENCE)).containsExactly(third);
            Files.writeString(file, "");
            assertThat(tail.await(NOT_YET)).isEmpty();
            BusMessage fourth = post("fourth");
            assertThat(tail.await(PATIENCE)).containsExactly(fourth);
        }
    }

    @Test
    void a_foreign_writer_that_takes_its_time_is_delivered_once_and_whole() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            append("---\nmsg_id: MSG-F\ntype: T\nproject_id: p\n");
            assertThat(tail.poll()).isEmpty();
            append("---\none\n");
            assertThat(tail.poll()).isEmpty();
            append("two\n");
            assertThat(tail.await(PATIENCE)).extracting(BusMessage::body).containsExactly("one\ntwo");
            assertThat(tail.await(NOT_YET)).isEmpty();
        }
    }

    @Test
    void a_tail_reports_damage_once() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            append("noise\n");
            BusMessage first = post("first");
            assertThat(tail.await(PATIENCE)).containsExactly(first);
            assertThat(tail.takeWarnings())
                    .extracting(BusWarning::what)
                    .containsExactly("text that belongs to no message");
            assertThat(tail.takeWarnings()).isEmpty();
        }
    }

    @Test
    void an_interrupt_ends_the_waiting_and_the_tail_can_go_on() throws Exception {
        try (BusTail tail = bus.tail(null)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> tail.await(PATIENCE)).isInstanceOf(InterruptedException.class);
            BusMessage first = post("first");
            assertThat(tail.await(PATIENCE)).containsExactly(first);
        }
    }

    private static List<BusMessage> collect(BusTail tail, int count) throws Exception {
        List<BusMessage> got = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (got.size() < count && System.nanoTime() < deadline) got.addAll(tail.await(Duration.ofSeconds(1)));
        return got;
    }

    private BusMessage post(String body) throws IOException {
        return bus.post(MessageDraft.of("INFO", "p", body));
    }

    private void postUnchecked(String body) {
        try {
            bus.post(MessageDraft.of("INFO", "p", body), Durability.LATER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rotateUnchecked(long size) {
        try {
            bus.rotate(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
