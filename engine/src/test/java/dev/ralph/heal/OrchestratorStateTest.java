package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrchestratorStateTest {
    private static final Instant AT = Instant.parse("2026-01-19T13:45:00.123Z");

    @TempDir
    Path project;

    private Map<String, ?> written() throws Exception {
        return JsonText.object(Files.readString(OrchestratorState.file(project)));
    }

    @Test
    void the_file_has_the_documented_keys() throws Exception {
        OrchestratorState state = new OrchestratorState(project, "accounts");
        state.begins(AT, List.of("1"), List.of("3"));
        state.works("2");
        state.attempts("2", 1);

        Map<String, ?> written = written();
        assertThat(written.get("currentSpec")).isEqualTo("accounts");
        assertThat(written.get("currentTask")).isEqualTo("2");
        assertThat(written.get("executionStartTime")).isEqualTo("2026-01-19T13:45:00.123Z");
        assertThat(written.get("ralphLoopAttempts")).isEqualTo(Map.of("2", 1L));
        assertThat(written.get("completedTasks")).isEqualTo(List.of("1"));
        assertThat(written.get("skippedTasks")).isEqualTo(List.of("3"));
    }

    @Test
    void a_count_that_somebody_wrote_by_hand_is_read_as_one_that_can_be() throws Exception {
        Files.createDirectories(OrchestratorState.file(project).getParent());
        Files.writeString(
                OrchestratorState.file(project),
                "{\"currentSpec\":\"accounts\",\"ralphLoopAttempts\":"
                        + "{\"1\":-4,\"2\":99999999999999999999,\"3\":\"2\",\"4\":2.0}}");
        OrchestratorState state = new OrchestratorState(project, "accounts");

        assertThat(state.attempts("1")).isZero();
        assertThat(state.attempts("2")).isEqualTo(Integer.MAX_VALUE);
        assertThat(state.attempts("3")).isZero();
        assertThat(state.attempts("4")).isEqualTo(2);
    }

    @Test
    void counts_survive_a_new_process_and_another_feature() throws Exception {
        new OrchestratorState(project, "accounts").attempts("2", 2);
        OrchestratorState orders = new OrchestratorState(project, "orders");
        orders.begins(AT, List.of(), List.of());
        orders.attempts("2", 1);

        assertThat(new OrchestratorState(project, "accounts").attempts("2")).isEqualTo(2);
        new OrchestratorState(project, "accounts").works("2");
        assertThat(orders.attempts("2")).isEqualTo(1);
        assertThat(new OrchestratorState(project, "accounts").attempts("2")).isEqualTo(2);
    }

    @Test
    void a_feature_that_is_done_leaves_what_is_known_of_others() throws Exception {
        new OrchestratorState(project, "accounts").attempts("2", 2);
        OrchestratorState orders = new OrchestratorState(project, "orders");
        orders.attempts("1", 1);

        orders.clear();

        assertThat(new OrchestratorState(project, "accounts").attempts("2")).isEqualTo(2);
        assertThat(orders.attempts("1")).isZero();
        new OrchestratorState(project, "accounts").clear();
        assertThat(OrchestratorState.file(project)).doesNotExist();
    }

    /// Its file may be about another feature by then.
    @Test
    void a_feature_that_is_done_while_another_one_is_current_leaves_that() throws Exception {
        OrchestratorState accounts = new OrchestratorState(project, "accounts");
        accounts.attempts("2", 2);
        new OrchestratorState(project, "orders").attempts("1", 1);

        accounts.clear();

        assertThat(new OrchestratorState(project, "orders").attempts("1")).isEqualTo(1);
        assertThat(accounts.attempts("2")).isZero();
    }

    @Test
    void a_task_that_is_done_is_counted_anew() throws Exception {
        OrchestratorState state = new OrchestratorState(project, "accounts");
        state.attempts("2", 2);
        state.corrections("2", List.of(Map.of("change", "x")));

        state.completed("2");
        state.completed("2");

        assertThat(state.attempts("2")).isZero();
        assertThat(state.corrections("2")).isEmpty();
        assertThat(written().get("completedTasks")).isEqualTo(List.of("2"));
    }

    @Test
    void a_file_that_is_no_json_is_told_and_not_overwritten() throws Exception {
        Files.createDirectories(OrchestratorState.file(project).getParent());
        Files.writeString(OrchestratorState.file(project), "{broken");

        assertThatThrownBy(() -> new OrchestratorState(project, "accounts").attempts("2", 1))
                .hasMessageContaining("delete it to reset the count");
        assertThat(OrchestratorState.file(project)).hasContent("{broken");
    }
}
