package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event.Held;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.Released;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Disks that are full or cannot be written to. Each runs in a process of its own, under the conditions it needs.
class SqliteHardDisksTest {
    @TempDir
    Path folder;

    private Path home() {
        return folder.resolve("home");
    }

    private Path file() {
        return home().resolve("ralph.db");
    }

    @AfterEach
    void makeWritable() throws IOException {
        if (Files.exists(home())) {
            Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private void makeReadOnly() throws IOException {
        try (var files = Files.list(home())) {
            for (Path path : files.toList()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
            }
        }
        Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("r-xr-xr-x"));
    }

    /// Permissions do not bind root, unless it gives that privilege up.
    private static List<String> bound() {
        return System.getProperty("user.name").equals("root")
                ? List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
                : List.of();
    }

    /// Prints what it can see and what it is told when it writes.
    static final class Visitor {
        public static void main(String[] arguments) {
            Path file = Path.of(arguments[0]);
            try (JournalView view = SqliteJournal.view(file)) {
                System.out.println(view.loops().size() + " loops, "
                        + view.entries("l1").size() + " entries, "
                        + view.attempts("l1").size() + " attempts");
            } catch (JournalUnusable e) {
                System.out.println(e);
            }
            try (Journal journal = SqliteJournal.open(file)) {
                journal.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
                System.out.println("written");
            } catch (JournalUnusable e) {
                System.out.println(e);
            }
        }
    }

    private Journal written() {
        Journal journal = SqliteJournal.open(file());
        journal.begin(JournalSamples.head("l1"));
        journal.append("l1", JournalSamples.completed());
        return journal;
    }

    @Test
    void a_read_only_folder_can_be_read_and_says_that_it_cannot_be_written() throws Exception {
        assumeRuns(bound());
        written().close();
        makeReadOnly();
        try (StoreProcess visitor = StoreProcess.start(bound(), Visitor.class, file())) {
            assertThat(visitor.line()).isEqualTo("1 loops, 10 entries, 2 attempts");
            assertThat(visitor.line())
                    .startsWith(JournalUnwritable.class.getName())
                    .contains(file().toString())
                    .contains("permissions");
        }
    }

    @Test
    void a_read_only_folder_that_a_crash_left_can_be_read() throws Exception {
        assumeRuns(bound());
        Path live = folder.resolve("live/ralph.db");
        Files.createDirectories(home());
        try (Journal journal = SqliteJournal.open(live)) {
            journal.begin(JournalSamples.head("l1"));
            journal.append("l1", JournalSamples.completed());
            for (String part : List.of("", "-wal", "-shm")) {
                Files.copy(folder.resolve("live/ralph.db" + part), folder.resolve("home/ralph.db" + part));
            }
        }
        makeReadOnly();
        try (StoreProcess visitor = StoreProcess.start(bound(), Visitor.class, file())) {
            assertThat(visitor.line()).isEqualTo("1 loops, 10 entries, 2 attempts");
            assertThat(visitor.line()).startsWith(JournalUnwritable.class.getName());
        }
    }

    @Test
    void a_folder_nobody_may_enter_is_an_error_that_names_the_file() throws Exception {
        assumeRuns(bound());
        written().close();
        Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("---------"));
        try (StoreProcess visitor = StoreProcess.start(bound(), Visitor.class, file())) {
            assertThat(visitor.line())
                    .startsWith(JournalUnreadable.class.getName())
                    .contains(file().toString());
            assertThat(visitor.line()).contains(file().toString());
        }
    }

    /// Writes until the disk is full, makes room, and goes on; says what it saw.
    static final class Filler {
        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            Path ballast = Files.write(folder.resolve("ballast"), new byte[200_000]);
            Path file = folder.resolve("ralph.db");
            try (Journal journal = SqliteJournal.open(file)) {
                journal.begin(JournalSamples.head("l1"));
                journal.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
                long acknowledged = fill(journal);
                System.out.println(journal.entries("l1").size() == acknowledged);
                try (JournalView view = SqliteJournal.view(file)) {
                    System.out.println(view.entries("l1").size() == acknowledged);
                }
                Files.delete(ballast);
                journal.append("l1", JournalSamples.entries(acknowledged + 1, new Held("room"), new Released("again")));
                System.out.println(journal.entries("l1").size() == acknowledged + 2);
            }
        }

        private static long fill(Journal journal) {
            long acknowledged = 1;
            try {
                while (acknowledged < 100_000) {
                    journal.append(
                            "l1",
                            JournalSamples.entries(
                                    acknowledged + 1, new Held("f".repeat(900)), new Released("filler")));
                    acknowledged += 2;
                }
                System.out.println("the disk never filled");
            } catch (JournalUnwritable e) {
                System.out.println(e.getMessage());
            }
            return acknowledged;
        }
    }

    /// What makes a disk of that size for the one program that follows.
    private List<String> disk(String size) throws Exception {
        Files.createDirectories(home());
        List<String> disk = List.of(
                "unshare",
                "-rm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=" + size + " tmpfs \"$0\" && exec \"$@\"",
                home().toString());
        assumeRuns(disk);
        return disk;
    }

    /// Tries to make a journal; says what it was told, and how many files are left.
    static final class Maker {
        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            try (Journal journal = SqliteJournal.open(folder.resolve("ralph.db"))) {
                System.out.println("made, with " + journal.loops().size() + " loops");
            } catch (JournalUnusable e) {
                System.out.println(e.getMessage());
            }
            try (var left = Files.list(folder)) {
                System.out.println(left.count());
            }
        }
    }

    @Test
    void a_journal_that_finds_no_room_says_so_and_leaves_nothing() throws Exception {
        for (String size : List.of("16k", "24k", "32k")) {
            try (StoreProcess maker = StoreProcess.start(disk(size), Maker.class, home())) {
                assertThat(maker.line()).as(size).contains(file().toString()).contains("full");
                assertThat(maker.line()).as(size).isEqualTo("0");
            }
        }
    }

    @Test
    void a_disk_that_is_full_at_the_last_moment_leaves_no_damaged_journal() throws Exception {
        for (String size : List.of("48k", "64k", "68k", "84k", "92k")) {
            try (StoreProcess maker = StoreProcess.start(disk(size), Maker.class, home())) {
                assertThat(maker.line()).as(size).containsAnyOf("full", "made, with 0 loops");
            }
        }
    }

    @Test
    void a_full_disk_loses_nothing_and_goes_on_when_there_is_room() throws Exception {
        List<String> disk = disk("1m");
        try (StoreProcess filler = StoreProcess.start(disk, Filler.class, home())) {
            assertThat(filler.line())
                    .contains("cannot write to the journal " + file())
                    .contains("full");
            assertThat(filler.rest()).containsExactly("true", "true", "true");
        }
    }

    /// Says loudly when this machine cannot make the conditions of a test.
    private static void assumeRuns(List<String> before) throws Exception {
        if (before.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(before);
        command.add("true");
        Process probe;
        try {
            probe = new ProcessBuilder(command).start();
        } catch (IOException missing) {
            Assumptions.abort("needs the program " + before.getFirst() + ": " + missing.getMessage());
            return;
        }
        boolean works = probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
        Assumptions.assumeTrue(works, "this machine does not let us run `" + String.join(" ", before) + "`");
    }
}
