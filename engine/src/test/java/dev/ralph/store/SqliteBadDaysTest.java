package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong with files, and what the user is told.
class SqliteBadDaysTest {
    @TempDir
    Path folder;

    private Path home() {
        return folder.resolve("project/.ralph");
    }

    private Path file() {
        return home().resolve("ralph.db");
    }

    private Journal written() {
        Journal journal = SqliteJournal.open(file());
        journal.begin(JournalSamples.head("l1"));
        journal.append("l1", JournalSamples.completed());
        return journal;
    }

    private void change(String... commands) throws Exception {
        try (Connection connection = SqliteFile.connect(file(), SqliteFile.Mode.WRITE)) {
            SqliteFile.execute(connection, commands);
        }
    }

    /// Everything in the journal's folder.
    private Map<String, Integer> contents() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (var files = Files.list(home())) {
            for (Path path : files.toList()) {
                found.put(path.toString(), Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return found;
    }

    private void assertRefused(Class<? extends JournalUnusable> trouble, String... says) throws Exception {
        Map<String, Integer> before = contents();
        assertThatThrownBy(() -> {
                    try (Journal journal = SqliteJournal.open(file())) {
                        journal.entries("l1");
                    }
                })
                .isInstanceOf(trouble)
                .hasMessageContainingAll(file().toString())
                .hasMessageContainingAll(says);
        assertThatThrownBy(() -> {
                    try (JournalView view = SqliteJournal.view(file())) {
                        view.loops();
                        view.entries("l1");
                    }
                })
                .isInstanceOf(trouble)
                .hasMessageContainingAll(file().toString())
                .hasMessageContainingAll(says);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void an_empty_file_is_damage() throws Exception {
        written().close();
        Files.write(file(), new byte[0]);
        assertRefused(JournalDamaged.class, "0 bytes", "ralph doctor");
    }

    @Test
    void a_file_cut_in_the_middle_is_damage() throws Exception {
        written().close();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2 + 100);
        }
        assertRefused(JournalDamaged.class, "ralph doctor");
    }

    @Test
    void a_garbage_header_is_damage() throws Exception {
        written().close();
        byte[] bytes = Files.readAllBytes(file());
        byte[] garbage = new byte[100];
        new Random(1).nextBytes(garbage);
        System.arraycopy(garbage, 0, bytes, 0, 100);
        Files.write(file(), bytes);
        assertRefused(JournalDamaged.class, "ralph doctor");
    }

    @Test
    void an_entry_that_cannot_be_read_is_named_with_what_is_safe() throws Exception {
        written().close();
        change("UPDATE event SET body = '{\"attempt\":' WHERE stream = 'l1' AND seq = 5");
        assertRefused(JournalDamaged.class, "entry 5 of loop l1", "entries 1 to 4 of this loop are safe");
    }

    @Test
    void a_newer_schema_is_refused_and_left_as_it_is() throws Exception {
        written().close();
        change("PRAGMA user_version = 99");
        assertRefused(JournalNewer.class, "version 99", "versions up to 1", "upgrade Ralph");
    }

    @Test
    void an_event_of_a_newer_ralph_is_refused_as_newer() throws Exception {
        written().close();
        change("UPDATE event SET type = 'Teleported' WHERE stream = 'l1' AND seq = 5");
        assertRefused(JournalNewer.class, "entry 5 of loop l1", "Teleported", "upgrade Ralph");
    }

    @Test
    void a_newer_schema_with_entries_still_in_the_log_is_left_as_it_is() throws Exception {
        Journal journal = written();
        Path copy = folder.resolve("copy");
        Files.createDirectories(copy);
        // As a crash leaves it: the copy is taken while the journal is open.
        try (Connection newer = SqliteFile.connect(file(), SqliteFile.Mode.WRITE)) {
            SqliteFile.execute(newer, "PRAGMA user_version = 99");
            for (String name : List.of("ralph.db", "ralph.db-wal")) {
                Files.copy(file().resolveSibling(name), copy.resolve(name));
            }
        }
        journal.close();
        byte[] database = Files.readAllBytes(copy.resolve("ralph.db"));
        byte[] log = Files.readAllBytes(copy.resolve("ralph.db-wal"));
        assertThatThrownBy(() -> SqliteJournal.open(copy.resolve("ralph.db"))).isInstanceOf(JournalNewer.class);
        assertThat(copy.resolve("ralph.db")).hasBinaryContent(database);
        assertThat(copy.resolve("ralph.db-wal")).hasBinaryContent(log);
    }

    @Test
    void a_folder_in_place_of_the_file_is_an_error_that_names_it() throws Exception {
        Files.createDirectories(file());
        assertThatThrownBy(() -> SqliteJournal.open(file()))
                .isInstanceOf(JournalUnusable.class)
                .hasMessageContaining(file().toString());
    }

    @Test
    void a_file_in_place_of_the_folder_is_an_error_that_names_it() throws Exception {
        Files.createDirectories(folder.resolve("project"));
        Files.writeString(home(), "a file");
        assertThatThrownBy(() -> SqliteJournal.open(file()))
                .isInstanceOf(JournalUnwritable.class)
                .hasMessageContaining(file().toString());
    }

    @Test
    void a_deleted_journal_is_brought_back_with_every_entry() throws Exception {
        try (Journal journal = written()) {
            journal.begin(JournalSamples.head("l2"));
            journal.append("l2", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
            deleteAll(home());
            assertThatThrownBy(() -> journal.append("l2", JournalSamples.entries(2, new Held("lost"))))
                    .isInstanceOf(JournalUnwritable.class)
                    .hasMessageContaining("deleted")
                    .hasMessageContaining("restored with every entry");
        }
        try (Journal again = SqliteJournal.open(file())) {
            assertThat(again.entries("l1")).isEqualTo(JournalSamples.completed());
            again.append("l2", JournalSamples.entries(2, new Held("found")));
        }
    }

    @Test
    void a_moved_project_is_noticed_and_its_new_place_named() throws Exception {
        Path moved = folder.resolve("elsewhere");
        try (Journal journal = written()) {
            journal.begin(JournalSamples.head("l2"));
            journal.append("l2", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
            Files.move(folder.resolve("project"), moved);
            assertThatThrownBy(() -> journal.append("l2", JournalSamples.entries(2, new Held("nobody sees this"))))
                    .isInstanceOf(JournalUnwritable.class)
                    .hasMessageContaining("moved to " + moved);
            assertThat(folder.resolve("project")).doesNotExist();
        }
        try (JournalView view = SqliteJournal.view(moved.resolve(".ralph/ralph.db"))) {
            assertThat(view.entries("l1")).isEqualTo(JournalSamples.completed());
            assertThat(view.entries("l2")).hasSize(1);
        }
    }

    @Test
    void a_deleted_log_is_noticed_and_nothing_is_lost() throws Exception {
        try (Journal journal = written()) {
            journal.begin(JournalSamples.head("l2"));
            journal.append("l2", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
            Files.delete(file().resolveSibling("ralph.db-wal"));
            assertThatThrownBy(() -> journal.append("l2", JournalSamples.entries(2, new Held("lost"))))
                    .isInstanceOf(JournalUnwritable.class)
                    .hasMessageContaining("deleted");
        }
        try (JournalView view = SqliteJournal.view(file())) {
            assertThat(view.entries("l1")).isEqualTo(JournalSamples.completed());
            assertThat(view.entries("l2")).hasSize(1);
        }
    }

    @Test
    void odd_characters_in_the_path_and_in_texts_do_no_harm() throws Exception {
        Path odd = folder.resolve("a b?mode=memory#%41ü'\";/ralph.db");
        try (Journal journal = SqliteJournal.open(odd)) {
            journal.begin(StreamHead.loop("l'1", "p", "t\u0000x", "restart"));
            journal.append(
                    "l'1",
                    JournalSamples.entries(
                            1, new LoopStarted(JournalSamples.POLICY), new Held("half \ud83d"), new Released("\0")));
        }
        assertThat(odd).exists();
        try (JournalView view = SqliteJournal.view(odd)) {
            assertThat(view.entries("l'1").get(1).event()).isEqualTo(new Held("half \ud83d"));
            assertThat(view.loopsOf("t\u0000x")).hasSize(1);
        }
    }

    @Test
    void any_byte_that_flips_gives_entries_or_an_error_that_names_the_file() throws Exception {
        written().close();
        byte[] bytes = Files.readAllBytes(file());
        Random random = new Random(7);
        int readable = 0;
        for (int n = 0; n < 300; n++) {
            byte[] flipped = Arrays.copyOf(bytes, bytes.length);
            flipped[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(file(), flipped);
            try (JournalView view = SqliteJournal.view(file())) {
                readable +=
                        view.entries("l1").size() == JournalSamples.completed().size() ? 1 : 0;
                view.loops();
            } catch (JournalUnusable expected) {
                assertThat(expected).hasMessageContaining(file().toString());
            }
        }
        assertThat(readable).isPositive();
    }

    static void deleteAll(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                Files.delete(path);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path path, IOException trouble) throws IOException {
                Files.delete(path);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
