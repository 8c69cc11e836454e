package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.bus.MessageDraft;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The control of [KilledEngineTest]: whatever a faulty engine could leave behind is noticed.
class LoopAuditTest {
    @TempDir
    Path folder;

    @Test
    void every_planted_damage_is_noticed() throws Exception {
        KillFixture fixture = KillFixture.make(folder.resolve("stage"), KillScenario.REFUSED_THEN_KEPT, "group");
        assertThat(fixture.run("").code()).as(fixture.said()).isZero();
        assertThat(LoopAudit.of(fixture)).isEmpty();
        TaskFolder task = fixture.layout().task(new TaskId("t"));
        RunFolder run = task.run(fixture.ran().getFirst());

        noticed(fixture, task.bus(), "the bus tells of", () -> repeatLast(task.bus()));
        noticed(fixture, task.bus(), "the bus does not say", () -> Files.writeString(task.bus(), ""));
        noticed(
                fixture,
                fixture.layout().projectBus(),
                "was told",
                () -> repeatLast(fixture.layout().projectBus()));
        noticed(fixture, run.info(), "journal implies", () -> replace(run.info(), "exit_code: 0", "exit_code: -1"));
        noticed(fixture, run.output(), "printed was", () -> Files.writeString(run.output(), "torn"));
        noticed(fixture, task.taskFile(), "TASK.md says", () -> Files.writeString(task.taskFile(), ""));
        Path refused = task.path().resolve("DONE.rejected-2");
        noticed(fixture, refused, "refused signals", () -> Files.writeString(refused, ""));
        Path lease = fixture.layout().leases().resolve("1-2-3.lease");
        noticed(fixture, lease, "left behind", () -> Files.writeString(lease, "boot=x\n"));
        Path log = fixture.folder().resolve("ran");
        noticed(
                fixture,
                log,
                "ran 2 times",
                () -> Files.writeString(log, fixture.ran().getFirst() + "\n", StandardOpenOption.APPEND));
        noticed(fixture, log, "journaled", () -> Files.writeString(log, "unknown\n", StandardOpenOption.APPEND));
        noticed(fixture, log, "ran 0 times", () -> Files.writeString(log, ""));
        aLivingProcess(fixture);
        aLostEntry(fixture);
    }

    @Test
    void money_that_is_not_counted_and_a_wait_that_was_cut_short_are_noticed() throws Exception {
        KillFixture fixture = KillFixture.make(folder.resolve("stage"), KillScenario.LIMITED_THEN_PROMISED, "group");
        assertThat(fixture.run("").code()).as(fixture.said()).isZero();
        assertThat(LoopAudit.of(fixture)).isEmpty();
        Path printed = fixture.layout()
                .task(new TaskId("t"))
                .run(fixture.ran().getLast())
                .stdout();

        noticed(fixture, printed, "counted is", () -> replace(printed, "_cost_usd\":0.00744", "_cost_usd\":0.00745"));
        change(fixture, "UPDATE event SET at = 1 WHERE type = 'AttemptStarted'");
        assertThat(String.join("\n", LoopAudit.of(fixture))).contains("did not wait until");
    }

    @Test
    void an_engine_that_was_killed_and_not_resumed_is_noticed() throws Exception {
        KillFixture fixture = KillFixture.make(folder.resolve("stage"), KillScenario.DONE_ON_THE_SECOND_RUN, "group");

        assertThat(fixture.run("after JOURNAL_COMMIT AttemptStarted#1").code()).isEqualTo(KillFixture.KILLED);

        assertThat(String.join("\n", LoopAudit.of(fixture)))
                .contains("has not ended", "has no end", "the bus does not say");
    }

    private interface Damage {
        void happen() throws IOException;
    }

    private static void noticed(KillFixture fixture, Path file, String words, Damage damage)
            throws IOException, InterruptedException {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : null;
        damage.happen();
        assertThat(String.join("\n", LoopAudit.of(fixture)))
                .as("damage to " + file)
                .contains(words);
        if (before == null) {
            Files.delete(file);
        } else {
            Files.write(file, before);
        }
        assertThat(LoopAudit.of(fixture)).isEmpty();
    }

    private static void repeatLast(Path file) throws IOException {
        Bus bus = new Bus(file, InstantSource.system());
        BusMessage last = bus.read().getLast();
        MessageDraft again = MessageDraft.of(last.type(), "project", last.body());
        for (String key : last.meta().keySet()) {
            again = again.meta(key, String.valueOf(last.meta().get(key)));
        }
        bus.post(again);
    }

    private static void replace(Path file, String old, String now) throws IOException {
        Files.writeString(file, Files.readString(file).replace(old, now));
    }

    private static void aLivingProcess(KillFixture fixture) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of("sleep", "30"));
        builder.environment().put("LOG", fixture.folder().resolve("ran").toString());
        Process left = builder.start();
        try {
            assertThat(String.join("\n", LoopAudit.of(fixture))).contains("still alive");
        } finally {
            left.destroyForcibly();
            left.waitFor();
        }
    }

    private static void aLostEntry(KillFixture fixture) throws IOException, InterruptedException, SQLException {
        change(fixture, "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)");
        assertThat(String.join("\n", LoopAudit.of(fixture))).contains("is not what its entries imply");
    }

    private static void change(KillFixture fixture, String sql) throws SQLException {
        try (Connection journal = DriverManager.getConnection(
                        "jdbc:sqlite:" + fixture.layout().journal());
                Statement statement = journal.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
