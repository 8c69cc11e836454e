package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path project = Path.of("");

    @Test
    void a_folder_without_loops_is_in_order() {
        Shell.Said doctor = doctor();

        assertThat(doctor.code()).as(doctor.out() + doctor.err()).isZero();
        assertThat(doctor.out())
                .contains("java", "containment group", "git", "file events", "configuration", "No agent is ready.");
        assertThat(project).isEmptyDirectory();
    }

    @Test
    void the_limits_of_the_kernel_are_shown_whole() throws Exception {
        String watches = read("/proc/sys/fs/inotify/max_user_watches");
        String instances = read("/proc/sys/fs/inotify/max_user_instances");

        assertThat(doctor().out()).contains("max_user_watches " + watches + ", max_user_instances " + instances + ")");
    }

    /// By another program: such a file answers the first read only.
    private String read(String file) throws Exception {
        Shell.Said said = Shell.other(project, Map.of(), List.of("cat", file));
        assertThat(said.out()).hasSizeGreaterThan(2);
        return said.out().strip();
    }

    @Test
    void where_bubblewrap_is_missing_it_is_to_be_installed_and_nothing_else(@TempDir Path programs) throws Exception {
        for (String name : List.of("git", "setpriv", "unshare", "sh", "mount", "prlimit")) {
            Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin", name));
        }
        List<String> words = Shell.java(Main.class.getName(), "doctor", "--dir", project.toString());

        String out = Shell.other(project, Map.of("PATH", programs.toString(), "ANTHROPIC_API_KEY", "x"), words)
                .out();

        assertThat(out)
                .contains("containment namespace  works and is used: PID namespace by " + programs)
                .contains("bwrap is not on the PATH; `ralph \"...\"` needs it", "→ apt install bubblewrap\n")
                .contains("→ Install bubblewrap 0.8 or newer: apt install bubblewrap.\n")
                .containsPattern("No sandbox is ready\\. \\d warnings\\.\nFirst: apt install bubblewrap\n")
                .doesNotContain("sysctl", "the kernel itself ends everything", "this is NAMESPACE");
    }

    @Test
    void missing_public_files_are_made_again_from_the_journal() throws Exception {
        runOnce();
        Path info = only(project.resolve(".ralph/tasks/t/runs")).resolve("run-info.yaml");
        String before = Files.readString(info);
        Files.delete(info);
        Files.delete(project.resolve(".ralph/tasks/t/TASK-MESSAGE-BUS.md"));

        Shell.Said first = doctor();
        Shell.Said second = doctor();

        assertThat(first.code()).isZero();
        assertThat(first.out()).contains(info + " was missing or wrong", "TASK-MESSAGE-BUS.md was missing or wrong");
        assertThat(info).hasContent(before);
        assertThat(second.out()).doesNotContain("missing or wrong");
    }

    @Test
    void what_gc_removed_does_not_come_back() {
        runOnce();
        Shell.Said gc = Shell.anywhere("gc", "--dir", project.toString(), "--older-than", "0s");
        assertThat(gc.code()).as(gc.out() + gc.err()).isZero();

        Shell.Said doctor = doctor();

        assertThat(doctor.out()).contains("ended loops: 0");
        assertThat(project.resolve(".ralph/tasks/t/runs"))
                .satisfiesAnyOf(
                        runs -> assertThat(runs).doesNotExist(),
                        runs -> assertThat(runs).isEmptyDirectory());
    }

    @Test
    void a_damaged_journal_is_copied_and_can_be_rebuilt() throws Exception {
        runOnce();
        Path journal = project.resolve(".ralph/ralph.db");
        byte[] bytes = Files.readAllBytes(journal);
        java.util.Arrays.fill(bytes, 0, 4096, (byte) 'x');
        Files.write(journal, bytes);

        Shell.Said found = doctor();

        assertThat(found.code()).isEqualTo(1);
        assertThat(found.out())
                .contains("trouble  journal", "is damaged", "saved a copy as " + journal + ".copy-", "can be saved");
        assertThat(journal).hasBinaryContent(bytes);
        Shell.Said rebuilt = doctor("--rebuild-journal");
        assertThat(rebuilt.code()).as(rebuilt.out()).isZero();
        assertThat(rebuilt.out()).contains("the old one is saved as " + journal + ".damaged-1");
        assertThat(Shell.anywhere("status", "--dir", project.toString()).out()).contains("COMPLETED");
    }

    @Test
    void a_wrong_configuration_is_trouble_and_the_rest_is_shown() throws Exception {
        Files.createDirectory(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "chekc: [make test]\n");

        Shell.Said doctor = doctor("--json");

        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out()).startsWith("{\"ok\":false,").contains("config.yaml:1:1", "\"what\":\"git\"");
    }

    @Test
    void an_interrupted_loop_is_named_with_what_to_do() throws Exception {
        journal("l1", List.of(started(), new Event.AttemptStarted(1, "r1")));

        Shell.Said doctor = doctor();

        assertThat(doctor.code()).isZero();
        assertThat(doctor.out())
                .contains("task t was interrupted in attempt 1 of 100", "continue with `ralph resume t`");
    }

    @Test
    void a_task_that_waits_for_an_answer_was_not_interrupted() throws Exception {
        Shell shell = new Shell(project);
        shell.ralph(
                "run", "--task", "t", "--prompt", "x", "--on-question", "park", "--command", "echo Which one; exit 42");

        assertThat(doctor().out())
                .contains("task t waits for your answer; see it with `ralph answer`")
                .doesNotContain("interrupted");
    }

    @Test
    void a_journal_that_somebody_else_wrote_cannot_control_the_terminal() throws Exception {
        Files.createDirectories(project.resolve(".ralph"));
        String evil = "\033]0;evil\007";
        try (SqliteJournal journal = SqliteJournal.open(project.resolve(".ralph/ralph.db"))) {
            journal.begin(StreamHead.loop(evil, evil, "t", evil));
            journal.append(
                    evil,
                    List.of(
                            new JournalEntry<>(1, START, started()),
                            new JournalEntry<>(2, START, new Event.AttemptStarted(1, evil)),
                            new JournalEntry<>(3, START, new Event.AttemptLost(1, START))));
        }

        for (String[] words : new String[][] {{"status"}, {"status", "t"}, {"task", "show", "t"}, {"doctor"}}) {
            Shell.Said said = new Shell(project).ralph(words);
            assertThat(said.out()).isNotEmpty();
            assertThat(said.out() + said.err()).doesNotContain("\033", "\007");
        }
    }

    /// The marker would stop the newer loop.
    @Test
    void the_marker_of_a_cancelled_loop_does_not_come_back_when_there_is_a_newer_one() throws Exception {
        Files.createDirectories(project.resolve(".ralph/tasks/t"));
        journal(
                "l1",
                List.of(
                        started(),
                        new Event.StopRequested(Event.StopKind.CANCEL, "me"),
                        new Event.LoopEnded(new Reason.StoppedBy(Event.StopKind.CANCEL, "me"))));
        journal("l2", List.of(started()));

        assertThat(doctor().code()).isZero();

        assertThat(project.resolve(".ralph/tasks/t/CANCELLED")).doesNotExist();
    }

    private Shell.Said doctor(String... more) {
        List<String> words = new ArrayList<>(List.of("doctor", "--dir", project.toString()));
        words.addAll(List.of(more));
        return Shell.anywhere(words.toArray(String[]::new));
    }

    private void runOnce() {
        Shell.Said run = Shell.anywhere(
                "run",
                "--dir",
                project.toString(),
                "--task",
                "t",
                "--prompt",
                "x",
                "--command",
                "echo working; touch $TASK_FOLDER/DONE");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    private void journal(String loop, List<Event> events) throws IOException {
        Files.createDirectories(project.resolve(".ralph"));
        List<JournalEntry<Event>> entries = new ArrayList<>();
        for (Event event : events) {
            entries.add(new JournalEntry<>(entries.size() + 1L, START.plusSeconds(entries.size()), event));
        }
        try (SqliteJournal journal = SqliteJournal.open(project.resolve(".ralph/ralph.db"))) {
            journal.begin(StreamHead.loop(loop, "p", "t", "restart"));
            journal.append(loop, entries);
        }
    }

    private static Event started() {
        return new Event.LoopStarted(Policy.of(Policy.AgentCommand.program("true")));
    }

    private static Path only(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }
}
