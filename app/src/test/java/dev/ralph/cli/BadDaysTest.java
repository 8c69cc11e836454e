package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Things that happen to a project while nobody looks: folders go, clocks jump, pids are given to strangers.
class BadDaysTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @TempDir
    Path scratch;

    private Path project;
    private Shell shell;

    @BeforeEach
    void makeProject() throws Exception {
        project = Files.createDirectory(scratch.resolve("project"));
        shell = new Shell(project);
    }

    @Test
    void a_project_that_is_moved_while_a_loop_runs_goes_on_where_it_is_now() throws Exception {
        Path moved = scratch.resolve("moved");

        Shell.Said said =
                shell.runProgram("group", "--command", "echo precious; mv '" + project + "' '" + moved + "'; exit 1");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err())
                .contains(project.resolve(".ralph/ralph.db") + ": it was moved to " + moved.resolve(".ralph/ralph.db")
                        + " while in use; run `ralph resume` there")
                .doesNotContain("\tat ");
        assertThat(project).doesNotExist();
        Shell there = new Shell(moved);
        Shell.Said resumed = there.ralph("resume", "task-001", "--containment", "group", "--command", DONE);
        assertThat(resumed.code()).isZero();
        assertThat(resumed.lines())
                .contains("Attempt 1: lost, Ralph was killed; all its processes are gone")
                .contains("COMPLETED after 2 attempts: unverified: no check configured");
        assertThat(there.ralph("logs", "task-001", "--attempt", "1").out()).isEqualTo("precious\n");
    }

    @Test
    void a_project_that_is_deleted_while_a_loop_runs_gets_its_journal_back() throws Exception {
        Shell.Said said = shell.run("--command", "rm -rf '" + project + "'; exit 1");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err())
                .contains(project.resolve(".ralph/ralph.db")
                        + ": it was deleted while in use and restored with every entry; `ralph resume` continues")
                .doesNotContain("\tat ");
        Shell.Said resumed = shell.ralph("resume", "task-001", "--containment", "group", "--command", "cat; " + DONE);
        assertThat(resumed.code()).isZero();
        assertThat(resumed.out()).contains("COMPLETED after 2 attempts");
    }

    @Test
    void an_agent_that_deletes_its_own_task_folder_loses_neither_task_nor_attempts() throws Exception {
        Shell.Said said = shell.run(
                "--max-restarts",
                "3",
                "--command",
                "cat >> ../prompts; echo x >> count; n=$(wc -l < count); [ $n = 3 ] || rm -rf \"$TASK_FOLDER\"; "
                        + "[ $n = 3 ] && " + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("COMPLETED after 3 attempts");
        assertThat(Files.readString(scratch.resolve("prompts")).split("Do the thing", -1))
                .hasSize(4);
        assertThat(shell.task("task-001").resolve("TASK.md")).hasContent("Do the thing");
        shell.ralph("doctor");
        try (Stream<Path> runs = Files.list(shell.task("task-001").resolve("runs"))) {
            assertThat(runs)
                    .hasSize(3)
                    .allSatisfy(run -> assertThat(run.resolve("run-info.yaml")).exists());
        }
    }

    @Test
    void a_current_folder_that_is_gone_is_named() throws Exception {
        Path launcher = scratch.resolve("ralph");
        Files.copy(Path.of(System.getProperty("ralph.repository")).resolve("ralph"), launcher);
        Shell.Said said = Shell.other(
                scratch,
                Map.of(),
                List.of(
                        "sh",
                        "-c",
                        "mkdir gone && cd gone && rmdir ../gone && exec \"$1\" status",
                        "sh",
                        launcher.toString()));

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err())
                .contains("ralph: the current folder does not exist any more: change to another one and start again")
                .doesNotContain("java");
    }

    /// Stands between the program and the system's clock, and moves it as a file says.
    private static final String CLOCK = """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t id, struct timespec *t) {
                int result = syscall(SYS_clock_gettime, id, t);
                const char *file = getenv("CLOCK_OFFSET_FILE");
                if (result == 0 && id == CLOCK_REALTIME && file) {
                    char text[32];
                    int open_file = open(file, O_RDONLY);
                    ssize_t length = read(open_file, text, sizeof text - 1);
                    if (length > 0) { text[length] = 0; t->tv_sec += atol(text); }
                    close(open_file);
                }
                return result;
            }
            """;

    private Map<String, String> movableClock() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc is missing, so no clock can be moved");
        Path source = Files.writeString(scratch.resolve("clock.c"), CLOCK);
        Path library = scratch.resolve("clock.so");
        Shell.Said built = Shell.other(
                scratch, Map.of(), List.of("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString()));
        Assumptions.assumeTrue(built.code() == 0, "gcc cannot build here, so no clock can be moved: " + built.err());
        Path offset = Files.writeString(scratch.resolve("offset"), "0");
        return Map.of("LD_PRELOAD", library.toString(), "CLOCK_OFFSET_FILE", offset.toString());
    }

    private Shell.Said at(Map<String, String> clock, String... words) throws Exception {
        List<String> command = Shell.java(Main.class.getName(), "--dir", project.toString());
        command.addAll(List.of(words));
        return Shell.other(project, clock, command);
    }

    @Test
    void a_clock_that_jumps_back_for_days_makes_nothing_longer_and_mixes_nothing_up() throws Exception {
        Map<String, String> clock = movableClock();
        String back = "echo x >> count; n=$(wc -l < count); echo run $n; [ $n = 4 ] && " + DONE + "; "
                + "echo -${n}00000 > \"$CLOCK_OFFSET_FILE\"; exit 1";

        long begin = System.nanoTime();
        Shell.Said said = at(
                clock,
                "run",
                "--task",
                "t1",
                "--prompt",
                "x",
                "--containment",
                "group",
                "--max-restarts",
                "3",
                "--restart-delay",
                "200ms",
                "--idle-timeout",
                "20s",
                "--command",
                back);
        long took = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.lines()).contains("Attempt 3: Max restarts exceeded, stopping");
        assertThat(said.out().lines().filter(line -> line.startsWith("[")).map(line -> line.substring(0, 11)))
                .as("the day before each line, to be sure that the clock moved")
                .matches(days -> days.stream().distinct().count() >= 3);
        assertThat(took).as("seconds, where the clock went back by three days").isLessThan(60);
        Shell.Said resumed = at(clock, "resume", "t1", "--max-restarts", "4", "--containment", "group");
        assertThat(resumed.code()).isZero();
        assertThat(resumed.out()).contains("COMPLETED after 4 attempts");
        assertThat(at(clock, "status").out()).containsPattern("t1    COMPLETED  4/4      \\d+s ago");
        assertThat(at(clock, "logs", "t1").out()).isEqualTo("run 4\n");
        Files.delete(project.resolve(".ralph/tasks/t1/DONE"));
        assertThat(at(clock, "run", "--task", "t1", "--prompt", "x", "--max-restarts", "1", "--command", "echo 5")
                        .code())
                .isEqualTo(3);
        assertThat(at(clock, "status").out())
                .as("the loop that began last, though the clock says it began first")
                .contains("t1    EXHAUSTED  1/1");
        assertThat(at(clock, "doctor").out()).containsPattern("Everything needed is ready\\.|No agent is ready\\.");
    }

    @Test
    void a_lease_whose_pid_was_given_to_a_stranger_kills_nobody() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            shell.run("--max-restarts", "1", "--command", "exit 1");
            Path leases = Files.createDirectories(project.resolve(".ralph/leases"));
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            Path sameBoot = lease(leases.resolve("1-1-1.lease"), boot, stranger.pid());
            Path otherBoot = lease(leases.resolve("1-1-2.lease"), "before-the-machine-went-down", stranger.pid());
            Path holder = project.resolve(".ralph/locks/task-task-001.lock.holder");
            Files.writeString(
                    holder,
                    "pid=" + stranger.pid() + "\nborn=" + boot
                            + "/1\nuser=root\nhost=here\nsince=2026-01-01T00:00:00Z\ncommand=ralph\n");

            assertThat(shell.ralph("doctor").out()).contains("no leftover processes");
            Shell.Said said = shell.ralph("resume", "task-001", "--max-restarts", "2", "--command", DONE);

            assertThat(said.code()).isZero();
            assertThat(stranger.isAlive()).isTrue();
            assertThat(sameBoot).doesNotExist();
            assertThat(otherBoot).doesNotExist();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private static Path lease(Path file, String boot, long pid) throws IOException {
        return Files.writeString(
                file,
                "boot=" + boot + "\nengine=" + pid + " 1\ncontainment=GROUP\ntag=20260101-0000000000-1-1\nagent=" + pid
                        + " 1\ninit=" + pid + " 1\n");
    }

    /// What the program needs, where everybody may read it: a home folder may be closed to others.
    private static String openClassPath(Path folder) throws Exception {
        StringBuilder classPath = new StringBuilder();
        int number = 0;
        for (String entry : Shell.classPath().split(":")) {
            Path from = Path.of(entry);
            String name = String.valueOf(from.getFileName());
            boolean needed = Stream.of("ralph-engine", "sqlite", "jackson", "snakeyaml", "jspecify")
                    .anyMatch(name::startsWith);
            if (Files.isDirectory(from) || needed) {
                Path to = folder.resolve(++number + "-" + name);
                Shell.other(folder, Map.of(), List.of("cp", "-r", from.toString(), to.toString()));
                classPath.append(to).append(':');
            }
        }
        Shell.other(folder, Map.of(), List.of("chmod", "-R", "a+rX", folder.toString()));
        return classPath.toString();
    }

    @Test
    void a_second_user_may_look_and_is_told_whose_it_is_when_he_may_not_write() throws Exception {
        Assumptions.assumeTrue(Shell.isRoot(), "only root can become another user, so the second user was left out");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv (util-linux) is missing");
        shell.run("--max-restarts", "1", "--command", "echo precious; exit 1");
        String classPath = openClassPath(Files.createDirectory(scratch.resolve("program")));
        Shell.other(scratch, Map.of(), List.of("chmod", "a+rx", scratch.toString(), project.toString()));
        byte[] before = Files.readAllBytes(project.resolve(".ralph/ralph.db"));

        assertThat(asNobody(classPath, "status").out()).contains("task-001  EXHAUSTED  1/1");
        assertThat(asNobody(classPath, "logs", "task-001").out()).isEqualTo("precious\n");
        for (Shell.Said said : List.of(
                asNobody(classPath, "run", "--task", "task-001", "--prompt", "x", "--command", "true"),
                asNobody(classPath, "resume", "task-001"))) {
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err())
                    .contains("this user may not write to " + project.resolve(".ralph/ralph.db")
                            + "; change its permissions or owner")
                    .doesNotContain("\tat ");
        }
        Shell.Said post = asNobody(classPath, "bus", "post", "--task", "task-001", "hello");
        assertThat(post.code()).isEqualTo(1);
        assertThat(post.err()).contains("Permission denied. Make the file and its folder writable for this user");
        assertThat(Files.readAllBytes(project.resolve(".ralph/ralph.db"))).isEqualTo(before);
    }

    private Shell.Said asNobody(String classPath, String... words) throws Exception {
        List<String> java = Shell.java(Main.class.getName(), "--dir", project.toString());
        java.set(java.indexOf("-cp") + 1, classPath);
        List<String> command = new java.util.ArrayList<>(
                List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent"));
        command.addAll(java);
        command.addAll(List.of(words));
        return Shell.other(scratch, Map.of(), command);
    }
}
