package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import dev.ralph.loop.Event.TroubleFound;
import dev.ralph.loop.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteGlanceTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ralph.db");
    }

    private void write(int loops) {
        try (Journal journal = SqliteJournal.open(file())) {
            for (int n = 0; n < loops; n++) {
                String loop = "loop-" + n;
                journal.begin(new LoopHead(loop, "pröject", "task-" + n % 3, "restart", n % 2 == 0 ? null : "run-x"));
                journal.append(loop, Samples.entries(1, new LoopStarted(Samples.POLICY)));
                if (n % 5 == 0) {
                    String reason = "why ".repeat(n * 20);
                    journal.append(loop, Samples.entries(2, new TroubleFound(Outcome.FAILED, reason)));
                }
            }
        }
    }

    private List<LoopSummary> bySqlite() {
        try (Journal journal = SqliteJournal.open(file())) {
            return journal.loops();
        }
    }

    @Test
    void it_sees_what_sqlite_sees() {
        for (int loops : List.of(0, 1, 10, 300)) {
            folder = folder.resolve("with-" + loops);
            write(loops);
            assertThat(SqliteGlance.loops(file())).hasSize(loops).isEqualTo(bySqlite());
        }
    }

    @Test
    void where_nothing_is_it_leaves_the_answer_to_sqlite() throws Exception {
        assertThat(SqliteGlance.loops(file())).isNull();
        Files.createFile(file());
        assertThat(SqliteGlance.loops(file())).isNull();
        Files.writeString(file(), "x".repeat(10_000));
        assertThat(SqliteGlance.loops(file())).isNull();
    }

    /// Lists the loops as a fresh process does, which has no connection to SQLite.
    static final class Lister {
        public static void main(String[] arguments) {
            try (JournalView view = SqliteJournal.view(Path.of(arguments[0]))) {
                view.loops().forEach(loop -> System.out.println(loop.head().loop() + " " + loop.seq()));
                System.out.println(view.loop("loop-1").isPresent() + " "
                        + view.loop("loop-x").isPresent() + " "
                        + view.loopsOf("task-1").size());
            }
        }
    }

    @Test
    void a_fresh_process_lists_loops() throws Exception {
        write(3);
        try (Child lister = Child.java(Lister.class, file())) {
            assertThat(lister.rest()).containsExactly("loop-2 1", "loop-1 1", "loop-0 2", "true false 1");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**-{wal,shm}");
        try (Child lister = Child.java(Lister.class, folder.resolve("none/ralph.db"))) {
            assertThat(lister.rest()).containsExactly("false false 0");
        }
        assertThat(folder.resolve("none")).doesNotExist();
    }

    /// Appends as long as somebody reads what it prints: the `seq` that was acknowledged.
    static final class Writer {
        public static void main(String[] arguments) {
            Journal journal = SqliteJournal.open(Path.of(arguments[0]));
            journal.begin(Samples.head("l1"));
            journal.append("l1", Samples.entries(1, new LoopStarted(Samples.POLICY)));
            for (long seq = 2; seq < 10_000; seq += 2) {
                System.out.println(seq - 1);
                journal.append("l1", Samples.entries(seq, new Held("w".repeat(2000)), new Released("w")));
            }
        }
    }

    @Test
    void while_another_process_writes_it_sees_a_recent_whole_state() throws Exception {
        int seen = 0;
        try (Child writer = Child.java(Writer.class, file())) {
            for (int n = 0; n < 300; n++) {
                long acknowledged = Long.parseLong(String.valueOf(writer.line()));
                List<LoopSummary> loops = SqliteGlance.loops(file());
                if (loops != null) {
                    seen++;
                    assertThat(loops).hasSize(1);
                    assertThat(loops.getFirst().seq())
                            .isGreaterThanOrEqualTo(acknowledged)
                            .isOdd();
                }
            }
            writer.kill();
        }
        assertThat(seen).isPositive();
        // The dead writer left its log behind.
        assertThat(folder.resolve("ralph.db-wal")).isNotEmptyFile();
        List<LoopSummary> left = SqliteGlance.loops(file());
        assertThat(left == null ? bySqlite() : left).isEqualTo(bySqlite());
    }

    @Test
    void an_index_that_does_not_fit_the_log_is_left_to_sqlite() throws Exception {
        try (Child writer = Child.java(Writer.class, file())) {
            for (int n = 0; n < 20; n++) {
                writer.line();
            }
            writer.kill();
        }
        Path index = folder.resolve("ralph.db-shm");
        byte[] bytes = Files.readAllBytes(index);
        bytes[16] = (byte) (bytes[16] - 3);
        bytes[16 + 48] = bytes[16];
        Files.write(index, bytes);
        assertThat(SqliteGlance.loops(file())).isNull();
        Files.write(index, new byte[bytes.length]);
        assertThat(SqliteGlance.loops(file())).isNull();
        Files.delete(index);
        assertThat(SqliteGlance.loops(file())).isNull();
    }

    @Test
    void whatever_the_bytes_looking_never_fails() throws Exception {
        write(30);
        byte[] healthy = Files.readAllBytes(file());
        Random random = new Random(5);
        for (int n = 0; n < 300; n++) {
            byte[] bytes = healthy.clone();
            for (int flips = random.nextInt(200); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(file(), bytes);
            List<LoopSummary> loops = SqliteGlance.loops(file());
            assertThat(loops == null || loops.size() < 1000).isTrue();
        }
    }
}
