package dev.ralph.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids from a journal that somebody else wrote lead nowhere but into the project's own state.
class StateLayoutTest {
    private static final StateLayout LAYOUT = StateLayout.inProject(Path.of("/project"));

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/etc", "a/b", "..", "", "a\nb"})
    void an_id_that_is_a_path_is_refused(String id) {
        TaskFolder task = LAYOUT.task(new TaskId("t"));

        assertThatThrownBy(() -> task.run(id)).hasMessageStartingWith("run id ");
        assertThatThrownBy(() -> LAYOUT.requests(id)).hasMessageStartingWith("loop id ");
        assertThatThrownBy(() -> LAYOUT.loop(id)).hasMessageStartingWith("loop id ");
    }

    @Test
    void our_own_ids_are_folders_below_the_state() {
        String id = "20261115-1208130000-22707-1";

        assertThat(LAYOUT.task(new TaskId("t")).run(id).path()).isEqualTo(Path.of("/project/.ralph/tasks/t/runs", id));
        assertThat(LAYOUT.requests(id)).isEqualTo(Path.of("/project/.ralph/requests", id));
    }
}
