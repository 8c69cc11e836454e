package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes that write and are killed.
class SqliteCrashTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 100 : 3;

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ralph.db");
    }

    /// Appends pairs of entries to a loop of its own, and says what was acknowledged.
    static final class Writer {
        public static void main(String[] arguments) {
            Journal journal = SqliteJournal.open(Path.of(arguments[0]));
            String loop = arguments[1];
            journal.begin(JournalSamples.head(loop));
            journal.append(loop, JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
            System.out.println(1);
            for (long seq = 2; seq < 20_000; seq += 2) {
                journal.append(loop, JournalSamples.entries(seq, new Held("w".repeat(600)), new Released("w")));
                System.out.println(seq + 1);
            }
        }
    }

    @Test
    void a_writer_killed_at_any_moment_loses_nothing_it_was_told_is_safe() throws Exception {
        Random random = new Random(42);
        for (int round = 0; round < ROUNDS; round++) {
            try (StoreProcess one = StoreProcess.java(Writer.class, file(), "one-" + round);
                    StoreProcess two = StoreProcess.java(Writer.class, file(), "two-" + round)) {
                long first = acknowledged(one, 1 + random.nextInt(80));
                one.kill();
                long second = acknowledged(two, 1 + random.nextInt(40));
                two.kill();
                assertSafe("one-" + round, Math.max(first, last(one)));
                assertSafe("two-" + round, Math.max(second, last(two)));
            }
            assertThat(integrity()).isEqualTo("ok");
        }
    }

    private static long acknowledged(StoreProcess writer, int lines) throws Exception {
        long seq = 0;
        for (int n = 0; n < lines; n++) {
            seq = Long.parseLong(String.valueOf(writer.line()));
        }
        return seq;
    }

    private static long last(StoreProcess dead) throws Exception {
        List<String> rest = dead.rest();
        // The last line may be cut off by the death; what is whole was acknowledged.
        return rest.size() < 2 ? 0 : Long.parseLong(rest.get(rest.size() - 2));
    }

    private void assertSafe(String loop, long acknowledged) {
        try (JournalView view = SqliteJournal.view(file());
                Journal journal = SqliteJournal.open(file())) {
            List<JournalEntry<Event>> entries = view.entries(loop);
            assertThat(entries.size())
                    .isGreaterThanOrEqualTo((int) acknowledged)
                    .matches(n -> n % 2 == 1, "whole pairs");
            assertThat(journal.entries(loop)).isEqualTo(entries);
            assertThat(view.loop(loop)).contains(LoopSummary.of(JournalSamples.head(loop), entries));
            journal.append(loop, JournalSamples.entries(entries.size() + 1L, new Held("the next owner")));
        }
    }

    private String integrity() throws Exception {
        try (Connection connection = SqliteFile.connect(file(), SqliteFile.Mode.WRITE);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
            rows.next();
            return rows.getString(1);
        }
    }

    /// Tries to append every pair of a loop that others write too; prints how many were its own.
    static final class Racer {
        public static void main(String[] arguments) throws Exception {
            try (Journal journal = SqliteJournal.open(Path.of(arguments[0]))) {
                System.out.println("ready");
                System.in.read();
                int won = 0;
                for (long seq = 2; seq < 62; seq += 2) {
                    try {
                        journal.append(
                                "shared", JournalSamples.entries(seq, new Held(arguments[1]), new Released("r")));
                        won++;
                    } catch (OwnershipLost lost) {
                        // somebody was faster, as it should be
                    }
                }
                System.out.println(won);
            }
        }
    }

    @Test
    void of_several_processes_that_write_an_entry_exactly_one_wins() throws Exception {
        try (Journal journal = SqliteJournal.open(file())) {
            journal.begin(JournalSamples.head("shared"));
            journal.append("shared", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
            int won = 0;
            try (StoreProcess a = StoreProcess.java(Racer.class, file(), "a");
                    StoreProcess b = StoreProcess.java(Racer.class, file(), "b");
                    StoreProcess c = StoreProcess.java(Racer.class, file(), "c")) {
                StoreProcess.goTogether(List.of(a, b, c));
                for (StoreProcess child : List.of(a, b, c)) {
                    won += Integer.parseInt(String.valueOf(child.line()));
                }
            }
            assertThat(won).isEqualTo(30);
            assertThat(journal.entries("shared")).hasSize(61);
        }
    }

    /// Opens a journal that may not be there yet, and appends to it.
    static final class Opener {
        public static void main(String[] arguments) throws Exception {
            System.out.println("ready");
            System.in.read();
            try (Journal journal = SqliteJournal.open(Path.of(arguments[0]))) {
                journal.begin(JournalSamples.head(arguments[1]));
                journal.append(arguments[1], JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
                System.out.println("done");
            }
        }
    }

    @Test
    void processes_that_make_the_journal_together_share_one() throws Exception {
        try (StoreProcess a = StoreProcess.java(Opener.class, file(), "a");
                StoreProcess b = StoreProcess.java(Opener.class, file(), "b");
                StoreProcess c = StoreProcess.java(Opener.class, file(), "c")) {
            StoreProcess.goTogether(List.of(a, b, c));
            for (StoreProcess child : List.of(a, b, c)) {
                assertThat(child.line()).isEqualTo("done");
            }
        }
        try (JournalView view = SqliteJournal.view(file())) {
            assertThat(view.loops()).extracting(loop -> loop.head().id()).containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**new-journal*");
    }
}
