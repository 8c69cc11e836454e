package dev.ralph.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names that come from outside and become folders.
class NamesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "task-1", "Fix_it.v2", "a.b-c_d"})
    void a_safe_folder_name_is_a_task(String name) {
        assertThat(new TaskId(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                "...",
                ".hidden",
                "-x",
                "_x",
                "a..b",
                "a/b",
                "../x",
                "/etc",
                "a\\b",
                "a b",
                "a\nb",
                "a\0b",
                "ü",
                "a\u001b[31m",
                "~"
            })
    void anything_else_is_refused_in_one_printable_line(String name) {
        assertThatThrownBy(() -> new TaskId(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("task id ")
                .satisfies(refusal -> assertThat(refusal.getMessage()).matches("[^\\p{Cntrl}]+"));
    }

    @Test
    void a_task_name_has_128_characters_at_most() {
        assertThat(new TaskId("a".repeat(128)).value()).hasSize(128);
        assertThatThrownBy(() -> new TaskId("a".repeat(129)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("129")
                .hasMessageContaining("128");
    }

    @ParameterizedTest
    @CsvSource({
        "Fix the flaky test, fix-flaky-test",
        "'Add a /login page to the API, please', add-login-page-api",
        "Übersetze die Größe, ubersetze-die-gro-e",
        "one two three four five six seven, one-two-three-four-five",
        "'../../etc/passwd', etc-passwd",
        "修复测试, task",
        "Pneumonoultramicroscopicsilicovolcanoconiosis, task",
    })
    void a_task_without_a_name_is_named_after_its_text(String text, String name) {
        assertThat(TaskId.of(text, _ -> false)).isEqualTo(new TaskId(name));
    }

    @Test
    void a_name_that_is_taken_gets_a_number() {
        Set<String> taken = Set.of("fix-test", "fix-test-2");

        assertThat(TaskId.of("Fix the test", id -> taken.contains(id.value()))).isEqualTo(new TaskId("fix-test-3"));
    }

    @ParameterizedTest
    @CsvSource({
        "/home/ann/My Project, my-project",
        "/srv/app_v2.0, app-v2-0",
        "/srv/--x--, x",
        "/srv/größe, gr-e",
        "/srv/…, project",
        "/, project"
    })
    void a_project_is_named_after_its_folder(String folder, String id) {
        assertThat(ProjectId.of(Path.of(folder))).isEqualTo(new ProjectId(id));
    }

    @Test
    void a_project_with_a_very_long_name_has_its_beginning() {
        assertThat(ProjectId.of(Path.of("/srv/" + "a".repeat(100)))).isEqualTo(new ProjectId("a".repeat(64)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "My", "a.b", "a_b", "a/b", "-a", ".."})
    void other_project_names_are_refused(String name) {
        assertThatThrownBy(() -> new ProjectId(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("project id ");
    }

    @Test
    void run_ids_of_a_process_are_all_different_and_begin_with_the_time() {
        List<String> runs = List.of(RunIds.next(NOON), RunIds.next(NOON), RunIds.next(NOON.plusSeconds(1)));

        assertThat(runs).doesNotHaveDuplicates();
        assertThat(runs.getFirst())
                .matches("20260301-1200000000-" + ProcessHandle.current().pid() + "-[0-9]+");
        assertThat(runs.getLast()).startsWith("20260301-1200010000-");
    }

    @Test
    void a_project_keeps_its_state_in_its_own_folder_or_below_a_shared_root() {
        Path task = Path.of("/p/.ralph/tasks/t");
        assertThat(StateLayout.inProject(Path.of("/p/x/..")).task(new TaskId("t")))
                .isEqualTo(new TaskFolder(task));
        assertThat(StateLayout.underRoot(Path.of("/r"), new ProjectId("p")).task(new TaskId("t")))
                .isEqualTo(new TaskFolder(Path.of("/r/p/t")));
    }
}
