package dev.ralph.run;

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
        Stage stage = stage(Scenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        Files.writeString(stage.folder().resolve("agent.sh"), HALF_A_STREAM);
        Path hung = stage.folder().resolve("hung");
        Process engine = stage.begin(stage.runWords(stage.scenario().flags()), () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        Stage.Ended ended = stage.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(Living.of(stage.folder())).isEmpty();
        assertThat(Audit.of(stage)).isEmpty();
        AttemptSummary lost = attempts(stage).getFirst();
        assertThat(lost.lost()).isTrue();
        Spent spent = Objects.requireNonNull(lost.testimony()).spent();
        assertThat(spent.tokens().input()).isEqualTo(1000);
        assertThat(spent.complete()).isFalse();
        assertThat(stage.ralph("", List.of("cost")).said()).contains("at least $");
    }

    @Test
    void a_promise_that_was_given_before_the_engine_died_counts() throws Exception {
        Stage stage = stage(Scenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        String promise = "{\"type\":\"assistant\",\"message\":{\"id\":\"m9\",\"role\":\"assistant\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"<promise>DONE</promise>\"}]}}";
        Files.writeString(
                stage.folder().resolve("agent.sh"), HALF_A_STREAM.replace(": >", "echo '" + promise + "'\n: >"));
        Path hung = stage.folder().resolve("hung");
        Process engine = stage.begin(stage.runWords(stage.scenario().flags()), () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        Stage.Ended ended = stage.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains(
                        "Attempt 1: lost, the engine died while it ran; nothing of it is left; it had given its promise");
        assertThat(stage.ran()).hasSize(1);
        assertThat(attempts(stage)).extracting(AttemptSummary::lost).containsExactly(true);
    }

    @Test
    void a_conversation_that_was_begun_before_the_engine_died_goes_on() throws Exception {
        Stage stage = stage(Scenario.A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE);
        Files.writeString(stage.folder().resolve("agent.sh"), HALF_A_STREAM.replace("$JRUN_ID", "$*"));
        Path hung = stage.folder().resolve("hung");
        List<String> words = new ArrayList<>(stage.runWords(stage.scenario().flags()));
        words.addAll(List.of("--session", "resume"));
        Process engine = stage.begin(words, () -> Files.exists(hung));

        engine.destroyForcibly().waitFor();
        Stage.Ended ended = stage.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        String session =
                Objects.requireNonNull(attempts(stage).getFirst().testimony()).session();
        assertThat(session).isNotBlank();
        assertThat(stage.ran().getFirst()).doesNotContain("--resume");
        assertThat(stage.ran().getLast()).contains("--resume " + session);
    }

    @Test
    void a_wait_for_a_limit_goes_on_where_it_was_and_nobody_asks_the_provider_meanwhile() throws Exception {
        Stage stage = stage(Scenario.LIMITED_THEN_PROMISED);
        Process engine = stage.begin(
                stage.runWords(stage.scenario().flags()), () -> stage.said().contains("Waiting until"));

        engine.destroyForcibly().waitFor();
        Stage.Ended ended = stage.resume("");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(stage.ran()).as(ended.said()).hasSize(2);
        assertThat(attempts(stage)).extracting(AttemptSummary::lost).containsExactly(false, false);
        assertThat(Audit.of(stage)).isEmpty();
    }

    private Stage stage(Scenario scenario) throws Exception {
        return Stage.make(folder.resolve("stage"), scenario, "group");
    }

    private static List<AttemptSummary> attempts(Stage stage) {
        try (JournalView journal = SqliteJournal.view(stage.layout().journal())) {
            return journal.attempts(journal.loops().getFirst().head().id());
        }
    }
}
