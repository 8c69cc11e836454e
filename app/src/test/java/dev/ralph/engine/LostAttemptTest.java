package dev.ralph.engine;

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
        KillFixture fixture = hanging(containment);
        Process engine = begin(fixture, "--max-restarts", "2");
        assertThat(LivingProcesses.of(fixture.folder())).as("what runs").hasSizeGreaterThan(2);

        engine.destroyForcibly().waitFor();
        KillFixture.Ended ended = fixture.resume("");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(LivingProcesses.of(fixture.folder())).isEmpty();
        assertThat(fixture.ran()).hasSize(2);
        assertThat(attempts(fixture)).extracting(AttemptSummary::lost).containsExactly(true, false);
        assertThat(LoopAudit.of(fixture)).isEmpty();
    }

    @Test
    void running_the_task_again_goes_on_with_the_loop_that_was_interrupted() throws Exception {
        KillFixture fixture = hanging("group");
        begin(fixture).destroyForcibly().waitFor();

        KillFixture.Ended ended = fixture.ralph("", again("--max-restarts", "2"));

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(loops(fixture)).hasSize(1);
        assertThat(attempts(fixture)).extracting(AttemptSummary::lost).containsExactly(true, false);
        assertThat(LoopAudit.of(fixture)).isEmpty();
    }

    @Test
    void a_second_engine_is_told_who_holds_the_task_and_disturbs_nothing() throws Exception {
        KillFixture fixture = hanging("group");
        Process first = begin(fixture);
        try {
            KillFixture.Ended second = fixture.run("");

            assertThat(second.code()).as(second.said()).isEqualTo(7);
            assertThat(second.said()).contains("task t is ").contains(Long.toString(first.pid()));
            assertThat(first.isAlive()).isTrue();
            assertThat(fixture.ran()).hasSize(1);
        } finally {
            first.destroyForcibly().waitFor();
            fixture.ralph("", List.of("cancel", "--task", "t"));
        }
        assertThat(LivingProcesses.of(fixture.folder())).isEmpty();
    }

    private KillFixture hanging(String containment) throws IOException, InterruptedException {
        KillFixture fixture =
                KillFixture.make(folder.resolve("stage"), KillScenario.DONE_ON_THE_SECOND_RUN, containment);
        Files.writeString(fixture.folder().resolve("agent.sh"), HANGS_ONCE);
        return fixture;
    }

    /// Starts the engine and waits until its agent hangs.
    private static Process begin(KillFixture fixture, String... flags) throws Exception {
        Path hung = fixture.folder().resolve("hung");
        Process engine = fixture.begin(fixture.runWords(List.of(flags)), () -> Files.exists(hung));
        Assumptions.assumeFalse(
                fixture.said().contains("containment namespace"),
                "this machine has no namespaces for plain programs: bwrap or unshare is missing or forbidden");
        assertThat(hung).as(fixture.said()).exists();
        return engine;
    }

    private List<String> again(String... flags) {
        return new KillFixture(folder.resolve("stage"), KillScenario.DONE_ON_THE_SECOND_RUN, "group")
                .runWords(List.of(flags));
    }

    private static List<LoopSummary> loops(KillFixture fixture) {
        try (JournalView journal = SqliteJournal.view(fixture.layout().journal())) {
            return journal.loops();
        }
    }

    private static List<AttemptSummary> attempts(KillFixture fixture) {
        try (JournalView journal = SqliteJournal.view(fixture.layout().journal())) {
            return journal.attempts(journal.loops().getFirst().head().id());
        }
    }
}
