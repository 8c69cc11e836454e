package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Spent;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `kill -9` means to a loop around an agent whose words count, between two fault points.
class KilledStreamTest {
    /// Hangs in the middle of what it says, once.
    private static final String HALF_A_STREAM = """
            echo "$JRUN_ID" >>$LOG
            if [ -e $SCRATCH/hung ]; then say tools; exit; fi
            say tools | head -n 5
            : >$SCRATCH/hung
            exec sleep 90
            """;

    @TempDir
    Path folder;

    @Test
    void what_an_agent_had_used_before_its_engine_died_is_counted_as_the_least_it_can_be() throws Exception {
        KillFixture fixture = fixture(KillScenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        Files.writeString(fixture.folder().resolve("agent.sh"), HALF_A_STREAM);
        Path hung = fixture.folder().resolve("hung");
        Process engine = fixture.begin(fixture.runWords(fixture.scenario().flags()), () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        KillFixture.Ended ended = fixture.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(LivingProcesses.of(fixture.folder())).isEmpty();
        assertThat(LoopAudit.of(fixture)).isEmpty();
        AttemptSummary lost = attempts(fixture).getFirst();
        assertThat(lost.lost()).isTrue();
        Spent spent = Objects.requireNonNull(lost.statement()).spent();
        assertThat(spent.tokens().input()).isEqualTo(1000);
        assertThat(spent.complete()).isFalse();
        assertThat(fixture.ralph("", List.of("cost")).said()).contains("at least $");
    }

    @Test
    void a_promise_that_was_given_before_the_engine_died_counts() throws Exception {
        KillFixture fixture = fixture(KillScenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        String promise = "{\"type\":\"assistant\",\"message\":{\"id\":\"m9\",\"role\":\"assistant\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"<promise>DONE</promise>\"}]}}";
        Files.writeString(
                fixture.folder().resolve("agent.sh"), HALF_A_STREAM.replace(": >", "echo '" + promise + "'\n: >"));
        Path hung = fixture.folder().resolve("hung");
        Process engine = fixture.begin(fixture.runWords(fixture.scenario().flags()), () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        KillFixture.Ended ended = fixture.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains("Attempt 1: lost, Ralph was killed; all its processes are gone; it had given its promise");
        assertThat(fixture.ran()).hasSize(1);
        assertThat(attempts(fixture)).extracting(AttemptSummary::lost).containsExactly(true);
    }

    @Test
    void a_conversation_that_was_begun_before_the_engine_died_goes_on() throws Exception {
        KillFixture fixture = fixture(KillScenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        Files.writeString(fixture.folder().resolve("agent.sh"), HALF_A_STREAM.replace("$JRUN_ID", "$*"));
        Path hung = fixture.folder().resolve("hung");
        List<String> words = new ArrayList<>(fixture.runWords(fixture.scenario().flags()));
        words.addAll(List.of("--session", "resume"));
        Process engine = fixture.begin(words, () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        KillFixture.Ended ended = fixture.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        String session =
                Objects.requireNonNull(attempts(fixture).getFirst().statement()).session();
        assertThat(session).isNotBlank();
        assertThat(fixture.ran().getFirst()).doesNotContain("--resume");
        assertThat(fixture.ran().getLast()).contains("--resume " + session);
    }

    @Test
    void a_wait_for_a_limit_goes_on_where_it_was_and_nobody_asks_the_provider_meanwhile() throws Exception {
        KillFixture fixture = fixture(KillScenario.LIMITED_THEN_PROMISED);
        Process engine = fixture.begin(
                fixture.runWords(fixture.scenario().flags()),
                () -> fixture.said().contains("Waiting until"));

        engine.destroyForcibly().waitFor();
        KillFixture.Ended ended = fixture.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(fixture.ran()).as(ended.said()).hasSize(2);
        assertThat(attempts(fixture)).extracting(AttemptSummary::lost).containsExactly(false, false);
        assertThat(LoopAudit.of(fixture)).isEmpty();
    }

    private KillFixture fixture(KillScenario scenario) throws Exception {
        return KillFixture.make(folder.resolve("stage"), scenario, "group");
    }

    private static List<AttemptSummary> attempts(KillFixture fixture) {
        try (JournalView journal = SqliteJournal.view(fixture.layout().journal())) {
            return journal.attempts(journal.loops().getFirst().head().id());
        }
    }
}
