package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.ChecksEnded;
import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveredJournalTest {
    private static final int PAGE = 4096;

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ralph.db");
    }

    /// Three loops over many pages: a completed one, a long one, and one with a very long entry.
    @BeforeEach
    void write() {
        try (Journal journal = SqliteJournal.open(file())) {
            journal.begin(JournalSamples.head("l1"));
            journal.append("l1", JournalSamples.completed());
            journal.begin(JournalSamples.head("l2"));
            journal.append("l2", longLoop());
            journal.begin(JournalSamples.head("l3"));
            journal.append(
                    "l3",
                    JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY), new Held("x".repeat(50_000))));
        }
    }

    private static List<JournalEntry<Event>> longLoop() {
        List<Event> events = new ArrayList<>();
        events.add(new LoopStarted(JournalSamples.POLICY));
        for (int n = 0; n < 200; n++) {
            events.add(new Held("somebody ".repeat(20) + n));
            events.add(new Released("r"));
        }
        return JournalSamples.entries(1, events.toArray(Event[]::new));
    }

    @Test
    void everything_of_a_healthy_journal_can_be_saved() {
        RecoveredJournal salvage = RecoveredJournal.of(file());
        assertThat(salvage.losses()).isEmpty();
        assertThat(salvage.streams())
                .containsExactlyInAnyOrder(
                        new RecoveredJournal.Saved(JournalSamples.head("l1"), List.copyOf(JournalSamples.completed())),
                        new RecoveredJournal.Saved(JournalSamples.head("l2"), List.copyOf(longLoop())),
                        new RecoveredJournal.Saved(
                                JournalSamples.head("l3"),
                                List.copyOf(JournalSamples.entries(
                                        1, new LoopStarted(JournalSamples.POLICY), new Held("x".repeat(50_000))))));
    }

    @Test
    void a_garbage_header_costs_nothing() throws Exception {
        overwrite(0, 100);
        assertThat(RecoveredJournal.of(file()).entries()).isEqualTo(10 + 401 + 2);
        assertThat(RecoveredJournal.of(file()).losses()).isEmpty();
    }

    @Test
    void a_cut_file_gives_what_is_left_of_it() throws Exception {
        byte[] bytes = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(bytes, bytes.length / 2 + 77));
        RecoveredJournal salvage = RecoveredJournal.of(file());
        assertThat(salvage.entries()).isBetween(10, 412);
        assertThat(salvage.streams()).allSatisfy(RecoveredJournalTest::assertBeginning);
    }

    @Test
    void one_bad_page_costs_no_more_than_what_stood_behind_it() throws Exception {
        int pages = (int) (Files.size(file()) / PAGE);
        byte[] healthy = Files.readAllBytes(file());
        for (int page = 1; page < pages; page++) {
            Files.write(file(), healthy);
            overwrite(page * PAGE, PAGE);
            RecoveredJournal salvage = RecoveredJournal.of(file());
            assertThat(salvage.streams()).isNotEmpty().allSatisfy(RecoveredJournalTest::assertBeginning);
        }
    }

    @Test
    void entries_still_in_the_log_are_saved_too() throws Exception {
        Path copy = folder.resolve("crashed/ralph.db");
        Files.createDirectories(folder.resolve("crashed"));
        try (Journal journal = SqliteJournal.open(file())) {
            journal.append("l3", JournalSamples.entries(3, new Released("r")));
            // As a crash leaves it.
            Files.copy(file(), copy);
            Files.copy(folder.resolve("ralph.db-wal"), folder.resolve("crashed/ralph.db-wal"));
        }
        assertThat(RecoveredJournal.of(copy).stream("l3").orElseThrow().entries())
                .hasSize(3);
    }

    @Test
    void rebuilding_keeps_the_damaged_file_and_makes_a_journal_of_the_rest() throws Exception {
        overwrite(0, 100);
        byte[] damaged = Files.readAllBytes(file());
        Path kept = RecoveredJournal.of(file()).rebuild();
        assertThat(kept).isEqualTo(folder.resolve("ralph.db.damaged-1")).hasBinaryContent(damaged);
        try (Journal journal = SqliteJournal.open(file())) {
            assertThat(journal.entries("l1")).isEqualTo(JournalSamples.completed());
            assertThat(journal.entries("l2")).isEqualTo(longLoop());
            journal.append("l3", JournalSamples.entries(3, new Released("r")));
        }
        assertThat(RecoveredJournal.of(file()).rebuild()).isEqualTo(folder.resolve("ralph.db.damaged-2"));
    }

    @Test
    void a_loop_that_lost_its_end_does_not_stand_in_the_way_of_the_next_one_of_its_task() throws Exception {
        Files.delete(file());
        try (Journal journal = SqliteJournal.open(file())) {
            for (String loop : List.of("first", "second")) {
                journal.begin(StreamHead.loop(loop, "p", "task", "restart"));
                journal.append(loop, JournalSamples.completed());
            }
        }
        byte[] bytes = Files.readAllBytes(file());
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String end = "{\"reason\":{\"type\":\"Proven\"";
        for (int at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
            bytes[at] = 'X';
        }
        Files.write(file(), bytes);

        RecoveredJournal.of(file()).rebuild();

        try (Journal journal = SqliteJournal.open(file())) {
            assertThat(journal.loops(StreamQuery.OPEN))
                    .extracting(loop -> loop.head().id(), loop -> loop.head().role())
                    .containsExactly(tuple("second", null), tuple("first", "salvaged-first"));
            assertThat(journal.entries("first"))
                    .isEqualTo(JournalSamples.completed().subList(0, 9));
        }
    }

    @Test
    void children_are_rebuilt_once_with_their_parents() throws Exception {
        Files.delete(file());
        try (Journal journal = SqliteJournal.open(file(), FamilyMachine.TYPE)) {
            journal.begin(FamilyMachine.head("parent", null));
            journal.append(
                    "parent",
                    FamilyMachine.entries(
                            1,
                            new FamilyMachine.Born(),
                            new FamilyMachine.Bore(FamilyMachine.head("child", "parent"))));
            journal.append("child", FamilyMachine.entries(2, new FamilyMachine.Left()));
        }

        RecoveredJournal.of(file(), FamilyMachine.TYPE).rebuild();

        try (Journal journal = SqliteJournal.open(file(), FamilyMachine.TYPE)) {
            assertThat(journal.streams(StreamQuery.ALL))
                    .extracting(StreamSummary::head)
                    .containsExactly(FamilyMachine.head("child", "parent"), FamilyMachine.head("parent", null));
            assertThat(journal.entriesAfter(FamilyMachine.TYPE, "child", 0))
                    .isEqualTo(FamilyMachine.entries(1, new FamilyMachine.Born(), new FamilyMachine.Left()));
        }
    }

    @Test
    void rebuilding_that_fails_half_way_leaves_the_journal_and_its_log_where_they_are() throws Exception {
        Path log = Files.writeString(folder.resolve("ralph.db-wal"), "the log");
        Path index = Files.writeString(folder.resolve("ralph.db-shm"), "its index");
        byte[] damaged = Files.readAllBytes(file());
        Files.createDirectories(folder.resolve("ralph.db.damaged-1-shm/in-the-way"));

        assertThatThrownBy(() -> RecoveredJournal.of(file()).rebuild())
                .isInstanceOf(JournalUnwritable.class)
                .hasMessageContaining("cannot be rebuilt");
        assertThat(file()).hasBinaryContent(damaged);
        assertThat(log).hasContent("the log");
        assertThat(index).hasContent("its index");
    }

    @Test
    void an_entry_that_makes_no_sense_is_named() throws Exception {
        byte[] bytes = Files.readAllBytes(file());
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf("\"verdict\""); at >= 0; at = text.indexOf("\"verdict\"", at + 1)) {
            bytes[at] = 'X'; // a page that was split leaves copies behind that nobody reads
        }
        Files.write(file(), bytes);
        RecoveredJournal salvage = RecoveredJournal.of(file());
        assertThat(salvage.losses()).anyMatch(loss -> loss.startsWith("entry 9 of loop l1"));
        assertThat(salvage.losses()).anyMatch(loss -> loss.contains("entry 9 is lost; 1 later entries"));
        assertThat(salvage.stream("l1"))
                .contains(new RecoveredJournal.Saved(
                        JournalSamples.head("l1"),
                        List.copyOf(JournalSamples.completed().subList(0, 8))));
        assertThat(JournalSamples.completed().get(8).event()).isInstanceOf(ChecksEnded.class);
    }

    @Test
    void whatever_the_bytes_looking_never_fails() throws Exception {
        byte[] healthy = Files.readAllBytes(file());
        Random random = new Random(3);
        for (int n = 0; n < 60; n++) {
            byte[] bytes = healthy.clone();
            for (int flips = random.nextInt(2000); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(file(), bytes);
            assertThat(RecoveredJournal.of(file()).streams()).allSatisfy(RecoveredJournalTest::assertSequence);
        }
    }

    private void overwrite(int at, int length) throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        byte[] garbage = new byte[length];
        new Random(at).nextBytes(garbage);
        System.arraycopy(garbage, 0, bytes, at, length);
        Files.write(file(), bytes);
    }

    private static void assertBeginning(RecoveredJournal.Saved loop) {
        assertSequence(loop);
        List<? extends JournalEntry<?>> whole = switch (loop.head().id()) {
            case "l1" -> JournalSamples.completed();
            case "l2" -> longLoop();
            default -> loop.entries();
        };
        assertThat(loop.entries()).isEqualTo(whole.subList(0, loop.entries().size()));
    }

    private static void assertSequence(RecoveredJournal.Saved loop) {
        for (int n = 0; n < loop.entries().size(); n++) {
            assertThat(loop.entries().get(n).seq()).isEqualTo(n + 1);
        }
    }
}
