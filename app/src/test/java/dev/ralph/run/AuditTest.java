package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Draft;
import dev.ralph.bus.Message;
import dev.ralph.task.RunFolder;
import dev.ralph.task.TaskFolder;
import dev.ralph.task.TaskId;
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
class AuditTest {
    @TempDir
    Path folder;

    @Test
    void every_planted_damage_is_noticed() throws Exception {
        Stage stage = Stage.make(folder.resolve("stage"), Scenario.REFUSED_THEN_KEPT, "group");
        assertThat(stage.run("").code()).as(stage.said()).isZero();
        assertThat(Audit.of(stage)).isEmpty();
        TaskFolder task = stage.layout().task(new TaskId("t"));
        RunFolder run = task.run(stage.ran().getFirst());

        noticed(stage, task.bus(), "the bus tells of", () -> repeatLast(task.bus()));
        noticed(stage, task.bus(), "the bus does not say", () -> Files.writeString(task.bus(), ""));
        noticed(
                stage,
                stage.layout().projectBus(),
                "was told",
                () -> repeatLast(stage.layout().projectBus()));
        noticed(stage, run.info(), "journal implies", () -> replace(run.info(), "exit_code: 0", "exit_code: -1"));
        noticed(stage, run.output(), "printed was", () -> Files.writeString(run.output(), "torn"));
        noticed(stage, task.taskFile(), "TASK.md says", () -> Files.writeString(task.taskFile(), ""));
        Path refused = task.path().resolve("DONE.rejected-2");
        noticed(stage, refused, "refused signals", () -> Files.writeString(refused, ""));
        Path lease = stage.layout().leases().resolve("1-2-3.lease");
        noticed(stage, lease, "left behind", () -> Files.writeString(lease, "boot=x\n"));
        Path log = stage.folder().resolve("ran");
        noticed(
                stage,
                log,
                "ran 2 times",
                () -> Files.writeString(log, stage.ran().getFirst() + "\n", StandardOpenOption.APPEND));
        noticed(stage, log, "journaled", () -> Files.writeString(log, "unknown\n", StandardOpenOption.APPEND));
        noticed(stage, log, "ran 0 times", () -> Files.writeString(log, ""));
        aLivingProcess(stage);
        aLostEntry(stage);
    }

    @Test
    void money_that_is_not_counted_and_a_wait_that_was_cut_short_are_noticed() throws Exception {
        Stage stage = Stage.make(folder.resolve("stage"), Scenario.LIMITED_THEN_PROMISED, "group");
        assertThat(stage.run("").code()).as(stage.said()).isZero();
        assertThat(Audit.of(stage)).isEmpty();
        Path printed =
                stage.layout().task(new TaskId("t")).run(stage.ran().getLast()).stdout();

        noticed(stage, printed, "counted is", () -> replace(printed, "_cost_usd\":0.00744", "_cost_usd\":0.00745"));
        change(stage, "UPDATE event SET at = 1 WHERE type = 'AttemptStarted'");
        assertThat(String.join("\n", Audit.of(stage))).contains("did not wait until");
    }

    @Test
    void an_engine_that_was_killed_and_not_resumed_is_noticed() throws Exception {
        Stage stage = Stage.make(folder.resolve("stage"), Scenario.DONE_ON_THE_SECOND_RUN, "group");

        assertThat(stage.run("after JOURNAL_COMMIT AttemptStarted#1").code()).isEqualTo(Stage.KILLED);

        assertThat(String.join("\n", Audit.of(stage))).contains("has not ended", "has no end", "the bus does not say");
    }

    private interface Damage {
        void happen() throws IOException;
    }

    private static void noticed(Stage stage, Path file, String words, Damage damage)
            throws IOException, InterruptedException {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : null;
        damage.happen();
        assertThat(String.join("\n", Audit.of(stage))).as("damage to " + file).contains(words);
        if (before == null) {
            Files.delete(file);
        } else {
            Files.write(file, before);
        }
        assertThat(Audit.of(stage)).isEmpty();
    }

    private static void repeatLast(Path file) throws IOException {
        Bus bus = new Bus(file, InstantSource.system());
        Message last = bus.read().getLast();
        Draft again = Draft.of(last.type(), "project", last.body());
        for (String key : last.meta().keySet()) {
            again = again.meta(key, String.valueOf(last.meta().get(key)));
        }
        bus.post(again);
    }

    private static void replace(Path file, String old, String now) throws IOException {
        Files.writeString(file, Files.readString(file).replace(old, now));
    }

    private static void aLivingProcess(Stage stage) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of("sleep", "30"));
        builder.environment().put("LOG", stage.folder().resolve("ran").toString());
        Process left = builder.start();
        try {
            assertThat(String.join("\n", Audit.of(stage))).contains("still alive");
        } finally {
            left.destroyForcibly();
            left.waitFor();
        }
    }

    private static void aLostEntry(Stage stage) throws IOException, InterruptedException, SQLException {
        change(stage, "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)");
        assertThat(String.join("\n", Audit.of(stage))).contains("is not what its entries imply");
    }

    private static void change(Stage stage, String sql) throws SQLException {
        try (Connection journal = DriverManager.getConnection(
                        "jdbc:sqlite:" + stage.layout().journal());
                Statement statement = journal.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
