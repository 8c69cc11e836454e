package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A journal that is not what Ralph wrote: every command names it and says what to do, and none changes it.
class BadJournalsTest extends WithShell {
    private static final List<String> DONE = List.of("--command", "touch \"$TASK_FOLDER/DONE\"");
    /// Where SQLite keeps the number of the schema.
    private static final int SCHEMA_VERSION = 60;

    private Path journal;

    @BeforeEach
    void runOnce() {
        journal = folder.resolve(".ralph/ralph.db");
        assertThat(shell.run("--max-restarts", "2", "--command", "echo precious; exit 1")
                        .code())
                .isEqualTo(3);
    }

    interface Damage {
        void to(Path journal) throws IOException;
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                arguments("garbage", (Damage) journal -> write(journal, 0, new byte[8192])),
                arguments("garbage inside", (Damage) journal -> write(journal, 4096, new byte[16384])),
                arguments("truncated", (Damage) journal -> truncate(journal, 9000)),
                arguments("empty", (Damage) journal -> truncate(journal, 0)));
    }

    private static void write(Path journal, int at, byte[] bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.seek(at);
            file.write(bytes);
        }
    }

    private static void truncate(Path journal, int size) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.setLength(size);
        }
    }

    /// Every command that needs the journal, as a user would try them one after the other.
    private void everyCommandSays(String... words) throws Exception {
        byte[] before = Files.readAllBytes(journal);
        List<Shell.Said> all = List.of(
                shell.program("status"),
                shell.run("--command", "touch ran"),
                shell.ralph("resume", "task-001"),
                shell.ralph("task", "show", "task-001"),
                shell.ralph("logs", "task-001"),
                shell.ralph("stop", "task-001"),
                shell.ralph("gc"));
        for (Shell.Said said : all) {
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err())
                    .contains("the journal " + journal)
                    .contains(words)
                    .doesNotContain("\tat ");
        }
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(Files.readAllBytes(journal)).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void a_damaged_journal_stops_every_command_and_the_doctor_helps(String name, Damage damage) throws Exception {
        damage.to(journal);
        byte[] damaged = Files.readAllBytes(journal);

        everyCommandSays("is damaged", "nothing was changed, `ralph doctor` shows what can be saved and keeps a copy");

        Shell.Said doctor = shell.ralph("doctor");
        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out())
                .contains("the journal " + journal + " is damaged")
                .contains("--rebuild-journal");
        assertThat(Files.readAllBytes(journal)).isEqualTo(damaged);
        assertThat(copies())
                .singleElement()
                .satisfies(copy -> assertThat(Files.readAllBytes(copy)).isEqualTo(damaged));

        Shell.Said rebuilt = shell.ralph("doctor", "--rebuild-journal");
        assertThat(rebuilt.out()).contains("the old one is saved as " + journal + ".damaged-1");
        assertThat(Files.readAllBytes(folder.resolve(".ralph/ralph.db.damaged-1")))
                .isEqualTo(damaged);
        assertThat(shell.run(DONE.toArray(String[]::new)).code()).isZero();
        assertThat(shell.ralph("bus", "read", "--task", "task-001").out()).contains("starting root agent (restart #0)");
        try (Stream<Path> runs = Files.list(shell.task("task-001").resolve("runs"))) {
            assertThat(runs).hasSize(3);
        }
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(".ralph"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("ralph.db.copy-"))
                    .toList();
        }
    }

    @Test
    void a_journal_from_a_newer_ralph_is_left_as_it_is_by_every_command() throws Exception {
        write(journal, SCHEMA_VERSION, new byte[] {0, 0, 0, 99});
        byte[] before = Files.readAllBytes(journal);

        everyCommandSays("is from a newer Ralph", "schema version 99", "upgrade Ralph to read it");

        for (Shell.Said doctor : List.of(shell.ralph("doctor"), shell.ralph("doctor", "--rebuild-journal"))) {
            assertThat(doctor.code()).isEqualTo(1);
            assertThat(doctor.out()).contains("the journal " + journal + " is from a newer Ralph");
        }
        assertThat(Files.readAllBytes(journal)).isEqualTo(before);
        assertThat(folder.resolve(".ralph/ralph.db.damaged-1")).doesNotExist();
    }

    @Test
    void a_folder_in_the_place_of_the_journal_is_named() throws Exception {
        Files.move(journal, folder.resolve("kept.db"));
        Files.createDirectory(journal);

        for (Shell.Said said : List.of(
                shell.program("status"), shell.run("--command", "touch ran"), shell.ralph("resume", "task-001"))) {
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("the journal " + journal + ": it is a folder, not a file; move it away");
        }
        for (Shell.Said doctor : List.of(shell.ralph("doctor"), shell.ralph("doctor", "--rebuild-journal"))) {
            assertThat(doctor.code()).isEqualTo(1);
            assertThat(doctor.out()).contains(journal + ": it is a folder, not a file; move it away");
        }
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_file_or_a_link_to_nothing_in_the_place_of_the_state_folder_is_named() throws Exception {
        Path file = Files.createDirectory(folder.resolve("file"));
        Files.writeString(file.resolve(".ralph"), "mine\n");
        Path link = Files.createDirectory(folder.resolve("link"));
        Files.createSymbolicLink(link.resolve(".ralph"), folder.resolve("nothing"));

        for (Path elsewhere : List.of(file, link)) {
            Shell.Said run = new Shell(elsewhere).run("--command", "touch ran");
            Shell.Said doctor = new Shell(elsewhere).ralph("doctor");

            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .contains("the state folder " + elsewhere.resolve(".ralph")
                            + " is a file, or a link to nothing: move it away");
            assertThat(doctor.code()).isEqualTo(1);
            assertThat(doctor.out()).contains(elsewhere.resolve(".ralph") + " is a file, or a link to nothing");
            assertThat(elsewhere.resolve("ran")).doesNotExist();
        }
        assertThat(file.resolve(".ralph")).hasContent("mine\n");
    }
}
