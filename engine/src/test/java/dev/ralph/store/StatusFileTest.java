package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusFileTest {
    @TempDir
    Path folder;

    private Path journal() {
        return folder.resolve("ralph.db");
    }

    private Path beside(String ending) {
        return folder.resolve("ralph.db" + ending);
    }

    private SqliteJournal open() {
        return SqliteJournal.open(journal()).showing(StatusFileTest::line);
    }

    private @Nullable List<StatusLine> read() {
        return new StatusFile(journal()).read();
    }

    private List<StatusLine> ask() {
        return SqliteJournal.status(journal(), StatusFileTest::line);
    }

    private static StatusLine line(StreamSummary stream) {
        boolean isJob = String.valueOf(stream.head().role()).startsWith("job-");
        return new StatusLine(
                stream.head().task(),
                stream.head().id(),
                isJob ? 0 : 1,
                Leases.key(stream.head()),
                stream.ended(),
                "entry " + stream.seq(),
                "",
                stream.updatedAt().toEpochMilli(),
                "tab\tand\nline");
    }

    private static void begin(Journal journal, String loop, String task, @Nullable String role) {
        journal.begin(new StreamHead(loop, StreamHead.Kind.LOOP, null, "p", task, role, "restart"));
        journal.append(loop, JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
    }

    @Test
    void where_nobody_wrote_the_journal_is_asked() {
        assertThat(read()).isNull();
        assertThat(ask()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void it_says_of_each_task_what_the_journal_says_while_a_writer_is_there_and_after_its_end() {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
            begin(journal, "l2", "two", null);
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::stream).containsExactly("l2", "l1");
            journal.append("l1", JournalSamples.completed().subList(1, 10));
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::ended).containsExactly(false, true);
            begin(journal, "l3", "one", null);
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::stream).containsExactly("l3", "l2");
        }
        assertThat(read()).isEqualTo(ask()).extracting(StatusLine::reason).containsOnly("tab and line");
    }

    @Test
    void a_job_is_shown_only_where_its_task_has_nothing_else() {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
            begin(journal, "j1", "one", "job-j1");
            begin(journal, "j2", "two", "job-j2");
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::stream).containsExactly("j2", "l1");
            begin(journal, "l2", "two", null);
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::stream).containsExactly("l2", "l1");
        }
    }

    @Test
    void what_a_writer_adds_that_shows_nothing_is_never_hidden() {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
        }
        try (Journal other = SqliteJournal.open(journal())) {
            other.append("l1", JournalSamples.entries(2, new Held("ann")));
            assertThat(read()).isNull();
        }
        assertThat(read()).isNull();
        assertThat(ask()).extracting(StatusLine::state).containsExactly("entry 2");
        assertThat(read()).isEqualTo(ask());
    }

    @Test
    void entries_that_come_quickly_are_shown_when_somebody_asks() {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
            JournalEntry<Event> soon =
                    new JournalEntry<>(2, JournalSamples.START.plusSeconds(1).plusMillis(1), new Held("ann"));
            journal.append("l1", List.of(soon));
            assertThat(read()).isNull();
            assertThat(ask()).extracting(StatusLine::state).containsExactly("entry 2");
            assertThat(read()).isEqualTo(ask());
            journal.append("l1", List.of(new JournalEntry<>(3, soon.at().plusSeconds(2), new Released("ann"))));
            assertThat(read()).isEqualTo(ask()).extracting(StatusLine::state).containsExactly("entry 3");
        }
    }

    @Test
    void two_writers_in_turns_never_show_what_is_not_so() {
        try (Journal a = open();
                Journal b = open()) {
            begin(a, "a", "one", null);
            begin(b, "b", "two", null);
            for (int seq = 2; seq < 8; seq += 2) {
                a.append("a", JournalSamples.entries(seq, new Held("x"), new Released("x")));
                assertCurrent();
                b.append("b", JournalSamples.entries(seq, new Held("x"), new Released("x")));
                assertCurrent();
            }
        }
        assertCurrent();
    }

    private void assertCurrent() {
        List<StatusLine> seen = read();
        if (seen != null) {
            assertThat(seen).isEqualTo(ask());
        }
    }

    @Test
    void a_crash_between_the_commit_and_the_lines_leaves_the_journal_to_be_asked() throws Exception {
        byte[] before;
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
            before = Files.readAllBytes(beside("-status"));
            journal.append("l1", JournalSamples.completed().subList(1, 10));
            Files.write(beside("-status"), before);
            assertThat(read()).isNull();
        }
    }

    @Test
    void another_journal_in_the_place_of_this_one_is_asked() throws Exception {
        Path copy = folder.resolve("copy");
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
        }
        Files.copy(journal(), copy);
        assertThat(read()).isNotNull();
        Files.move(copy, journal(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(read()).isNull();
    }

    @Test
    void what_was_written_before_the_machine_was_started_is_not_believed() throws Exception {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
        }
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        edit(text -> text.replace(boot, "another-boot"));
        assertThat(read()).isNull();
    }

    @Test
    void a_file_that_is_cut_or_changed_is_not_believed() throws Exception {
        try (Journal journal = open()) {
            begin(journal, "l1", "one", null);
            begin(journal, "l2", "two", null);
        }
        String whole = Files.readString(beside("-status"));
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(beside("-status"), whole.substring(0, length));
            assertThat(read()).isNull();
        }
        Files.writeString(beside("-status"), whole + "more\n");
        assertThat(read()).isNull();
        Files.writeString(beside("-status"), whole);
        assertThat(read()).isNotNull();
        Files.delete(beside("-mark"));
        assertThat(read()).isNull();
        assertThat(ask()).hasSize(2);
        assertThat(beside("-mark")).doesNotExist();
    }

    private interface Change {
        String of(String text);
    }

    private void edit(Change change) throws IOException {
        Files.writeString(beside("-status"), change.of(Files.readString(beside("-status"))));
    }

    @Test
    void whoever_reads_while_many_write_sees_only_what_was_so() throws Exception {
        List<Future<?>> writing = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (int n = 0; n < 3; n++) {
                String loop = "l" + n;
                writing.add(threads.submit(() -> {
                    try (Journal journal = open()) {
                        begin(journal, loop, loop, null);
                        for (long seq = 2; seq < 42; seq += 2) {
                            journal.append(loop, JournalSamples.entries(seq, new Held("x"), new Released("x")));
                        }
                    }
                }));
            }
            while (!writing.stream().allMatch(Future::isDone)) {
                List<StatusLine> earlier = ask();
                List<StatusLine> seen = read();
                if (seen != null) {
                    assertThat(total(seen)).isGreaterThanOrEqualTo(total(earlier));
                    assertThat(total(seen)).isLessThanOrEqualTo(total(ask()));
                }
            }
            for (Future<?> one : writing) {
                one.get();
            }
        }
        assertCurrent();
    }

    /// Entries only get more.
    private static int total(List<StatusLine> lines) {
        return lines.stream()
                .mapToInt(line -> Integer.parseInt(line.state().substring("entry ".length())))
                .sum();
    }
}
