package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.GitScratchProject;
import dev.ralph.engine.InScratchProject;
import dev.ralph.engine.ScratchProject;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Verdict;
import dev.ralph.verify.Check;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Commands of checks that misbehave.
class NastyChecksTest extends InScratchProject {
    private final List<Verdict> verdicts = new ArrayList<>();

    private ScratchLoop loop(Check check) {
        return project.loop(ScratchProject.DONE).maxRestarts(1).check(check).listener((entry, _) -> {
            if (entry.event() instanceof Event.ChecksEnded ended) {
                verdicts.add(ended.verdict());
            }
        });
    }

    private ScratchLoop loop(String line) {
        return loop(Check.Command.shell(line));
    }

    private Verdict.Result only() {
        assertThat(verdicts).hasSize(1);
        return verdicts.getFirst().results().getFirst();
    }

    private static Check within(Duration time, String line) {
        return new Check.Command(line, 0, null, null, time, null, List.of(), null);
    }

    /// Where the agent worked.
    private static Check there(String line, List<String> reports) {
        return new Check.Command(line, 0, null, null, null, null, reports, Check.Room.WORKSPACE);
    }

    private static void gone(Path pidFile) throws Exception {
        long pid = Long.parseLong(Files.readString(pidFile).strip());
        assertThat(ScratchProject.alive(pid)).isFalse();
    }

    @Test
    void one_that_hangs_is_ended_with_everything_it_started() throws Exception {
        Check hangs = within(
                Duration.ofMillis(500), "sleep 1000 & echo $! > pid; trap '' TERM HUP; while :; do sleep 1000; done");

        assertThat(loop(hangs)
                        .set(SettingKeys.GRACE, Duration.ofMillis(100))
                        .run()
                        .outcome())
                .isEqualTo(Outcome.EXHAUSTED);

        assertThat(only().exitCode()).isEqualTo(-1);
        assertThat(only().reason()).contains("did not end in time");
        gone(folder.resolve("pid"));
    }

    @Test
    void one_that_floods_ends_and_leaves_little_on_the_disk() throws Exception {
        assertThat(loop("echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo last")
                        .run()
                        .outcome())
                .isEqualTo(Outcome.COMPLETED);

        assertThat(only().output()).endsWith("last").hasSizeLessThan(5000);
        try (Stream<Path> files = Files.walk(project.layout().state())) {
            assertThat(files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length()))
                    .allMatch(size -> size < 5_000_000);
        }
    }

    @Test
    void a_flood_is_searched_at_its_beginning_and_its_end() throws Exception {
        Check flood = new Check.Command(
                "head -c 20000000 /dev/zero | tr '\\0' x; echo; echo 12 passed",
                0,
                "12 passed",
                null,
                null,
                null,
                List.of(),
                null);
        assertThat(loop(flood).run().outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void one_that_never_stops_printing_is_ended_in_time() throws Exception {
        assertThat(loop(within(Duration.ofMillis(500), "yes")).run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(only().exitCode()).isEqualTo(-1);
    }

    @Test
    void one_that_asks_for_something_reads_nothing() throws Exception {
        assertThat(loop("read answer && test -n \"$answer\"").run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(only().exitCode()).isEqualTo(1);
    }

    @Test
    void one_that_needs_a_terminal_has_none_and_fails_at_once() throws Exception {
        assertThat(loop("exec < /dev/tty").run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(only().output()).contains("/dev/tty");
        assertThat(only().took()).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void one_that_asks_whether_there_is_a_terminal_is_told_the_truth() throws Exception {
        assertThat(loop("! test -t 0 && ! test -t 1 && ! test -t 2").run().outcome())
                .isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void one_that_changes_the_project_is_noticed() throws Exception {
        GitScratchProject.in(folder);
        assertThat(loop(there("echo by the check >> main.txt", List.of())).run().outcome())
                .isEqualTo(Outcome.COMPLETED);
        assertThat(project.told())
                .contains("WARNING check `echo by the check >> main.txt` changed files where the agent works:"
                        + " `git status` there shows them");
    }

    @Test
    void one_that_only_writes_reports_which_are_taken_away_again_changes_nothing() throws Exception {
        GitScratchProject.in(folder);
        String report = "<testsuite tests='1'><testcase classname='a' name='b'/></testsuite>";
        Check reports = there(
                "mkdir -p .ralph-reports && echo \"" + report + "\" > .ralph-reports/a.xml",
                List.of(".ralph-reports/*.xml"));
        assertThat(loop(reports).run().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(folder.resolve(".ralph-reports")).doesNotExist();
        assertThat(project.told()).noneMatch(line -> line.contains("changed files"));
    }

    @Test
    void one_that_only_writes_what_git_ignores_changes_nothing() throws Exception {
        GitScratchProject.in(folder);
        assertThat(loop(there("mkdir -p build && echo x > build/x", List.of()))
                        .run()
                        .outcome())
                .isEqualTo(Outcome.COMPLETED);
        assertThat(project.told()).noneMatch(line -> line.contains("changed files"));
    }

    @Test
    void processes_that_one_leaves_behind_are_ended_and_told() throws Exception {
        assertThat(loop("sleep 1000 & echo $! > pid").run().outcome()).isEqualTo(Outcome.COMPLETED);
        gone(folder.resolve("pid"));
        assertThat(project.told()).anyMatch(line -> line.contains("left processes behind, which were ended"));
    }

    @Test
    void a_daemon_that_one_leaves_behind_is_ended() throws Exception {
        assertThat(loop("setsid sh -c 'echo $$ > pid; exec sleep 1000' & while [ ! -s pid ]; do sleep 0.02; done")
                        .run()
                        .outcome())
                .isEqualTo(Outcome.COMPLETED);
        gone(folder.resolve("pid"));
    }

    @Test
    void a_stop_ends_a_check_at_once_and_everything_of_it() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScratchLoop loop = project.loop(ScratchProject.DONE).check("echo $$ > pid; exec sleep 1000");
        Thread stopper = Thread.ofVirtual().start(() -> {
            try {
                ScratchProject.until("the check runs", () -> Files.exists(folder.resolve("pid")));
                Files.createFile(project.task().path().resolve("STOP-REQUESTED"));
                asked.countDown();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        Instant before = Instant.now();
        ScratchLoop.Ended result = loop.run();
        stopper.join();

        assertThat(asked.getCount()).isZero();
        assertThat(result.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(60));
        gone(folder.resolve("pid"));
    }
}
