package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `kill -9` in the middle of an attempt means to the next engine.
class LostAttemptTest {
    /// Hangs in its first run, with a child in a session of its own; fails in the others.
    private static final String HANGS_ONCE = """
            echo "$JRUN_ID" >>$LOG
            if [ -e $SCRATCH/hung ]; then exit 1; fi
            setsid sleep 90 &
            : >$SCRATCH/hung
            exec sleep 90
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"group", "namespace"})
    void nothing_of_it_is_left_and_what_was_spent_counts(String containment) throws Exception {
        Stage stage = hanging(containment);
        Process engine = begin(stage, "--max-restarts", "2");
        assertThat(Living.of(stage.folder())).as("what runs").hasSizeGreaterThan(2);

        engine.destroyForcibly().waitFor();
        Stage.Ended ended = stage.resume("");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(Living.of(stage.folder())).isEmpty();
        assertThat(stage.ran()).hasSize(2);
        assertThat(attempts(stage)).extracting(AttemptSummary::lost).containsExactly(true, false);
        assertThat(Audit.of(stage)).isEmpty();
    }

    @Test
    void running_the_task_again_goes_on_with_the_loop_that_was_interrupted() throws Exception {
        Stage stage = hanging("group");
        begin(stage).destroyForcibly().waitFor();

        Stage.Ended ended = stage.ralph("", again("--max-restarts", "2"));

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(loops(stage)).hasSize(1);
        assertThat(attempts(stage)).extracting(AttemptSummary::lost).containsExactly(true, false);
        assertThat(Audit.of(stage)).isEmpty();
    }

    @Test
    void a_second_engine_is_told_who_holds_the_task_and_disturbs_nothing() throws Exception {
        Stage stage = hanging("group");
        Process first = begin(stage);
        try {
            Stage.Ended second = stage.run("");

            assertThat(second.code()).as(second.said()).isEqualTo(7);
            assertThat(second.said()).contains("task t is ").contains(Long.toString(first.pid()));
            assertThat(first.isAlive()).isTrue();
            assertThat(stage.ran()).hasSize(1);
        } finally {
            first.destroyForcibly().waitFor();
            stage.ralph("", List.of("cancel", "--task", "t"));
        }
        assertThat(Living.of(stage.folder())).isEmpty();
    }

    private Stage hanging(String containment) throws IOException, InterruptedException {
        Stage stage = Stage.make(folder.resolve("stage"), Scenario.DONE_ON_THE_SECOND_RUN, containment);
        Files.writeString(stage.folder().resolve("agent.sh"), HANGS_ONCE);
        return stage;
    }

    /// Starts the engine and waits until its agent hangs.
    private static Process begin(Stage stage, String... flags) throws Exception {
        Path hung = stage.folder().resolve("hung");
        Process engine = stage.begin(stage.runWords(List.of(flags)), () -> Files.exists(hung));
        Assumptions.assumeFalse(
                stage.said().contains("containment namespace"),
                "this machine has no namespaces for plain programs: bwrap or unshare is missing or forbidden");
        assertThat(hung).as(stage.said()).exists();
        return engine;
    }

    private List<String> again(String... flags) {
        return new Stage(folder.resolve("stage"), Scenario.DONE_ON_THE_SECOND_RUN, "group").runWords(List.of(flags));
    }

    private static List<LoopSummary> loops(Stage stage) {
        try (JournalView journal = SqliteJournal.view(stage.layout().journal())) {
            return journal.loops();
        }
    }

    private static List<AttemptSummary> attempts(Stage stage) {
        try (JournalView journal = SqliteJournal.view(stage.layout().journal())) {
            return journal.attempts(journal.loops().getFirst().head().id());
        }
    }
}
