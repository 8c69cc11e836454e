package dev.ralph.failure;

import static dev.ralph.failure.FailureType.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetTableTest {

    @Test
    void a_failed_property_is_about_the_design() {
        assertThat(target(property(null)))
                .isEqualTo(new TargetTable.Target("design.md", "adjust the property or add a constraint"));
    }

    @Test
    void a_counterexample_asks_whether_the_property_holds_for_every_input() {
        TargetTable.Target target = target(property("n = 0"));

        assertThat(target.file()).isEqualTo("design.md");
        assertThat(target.action()).contains("every input", "refinement");
    }

    @Test
    void any_other_failed_test_is_about_the_tasks() {
        assertThat(target(failure(TEST_FAILURE, 1)).file()).isEqualTo("tasks.md");
    }

    @Test
    void what_does_not_compile_is_about_the_design() {
        assertThat(target(failure(COMPILATION_ERROR, 0)))
                .isEqualTo(new TargetTable.Target("design.md", "add the missing types or interfaces"));
    }

    @Test
    void a_runtime_error_is_about_the_requirements() {
        assertThat(target(failure(RUNTIME_ERROR, 1)))
                .isEqualTo(new TargetTable.Target("requirements.md", "add the missing acceptance criterion"));
    }

    @Test
    void an_ambiguous_requirement_is_clarified_with_examples() {
        assertThat(target(failure(RUNTIME_ERROR, 0)))
                .isEqualTo(new TargetTable.Target("requirements.md", "clarify the requirement with specific examples"));
    }

    @Test
    void missing_functionality_that_is_required_becomes_a_task() {
        assertThat(TargetTable.DOCUMENTED.target(missing(), true))
                .isEqualTo(new TargetTable.Target("tasks.md", "add the missing function as a prerequisite task"));
    }

    @Test
    void missing_functionality_that_nothing_requires_becomes_a_criterion() {
        assertThat(TargetTable.DOCUMENTED.target(missing(), false))
                .isEqualTo(new TargetTable.Target(
                        "requirements.md", "add the missing functionality as a new acceptance criterion"));
    }

    @Test
    void a_missing_dependency_is_about_the_tasks() {
        assertThat(target(failure(MISSING_DEPENDENCY, 0)).file()).isEqualTo("tasks.md");
    }

    @Test
    void a_document_that_cannot_be_read_is_corrected_itself() {
        Failure failure = new Failure(
                INVALID_SPEC,
                96,
                "spec",
                "no heading",
                Location.UNKNOWN,
                false,
                null,
                INVALID_SPEC.causes().getLast(),
                false,
                "design.md");

        assertThat(target(failure).file()).isEqualTo("design.md");
        assertThat(target(failure(INVALID_SPEC, 0)).file()).isEqualTo("tasks.md");
    }

    @Test
    void everything_else_is_about_the_tasks() {
        assertThat(target(failure(TIMEOUT_ERROR, 0)).file()).isEqualTo("tasks.md");
        assertThat(target(failure(RESOURCE_ERROR, 0)).file()).isEqualTo("tasks.md");
        assertThat(target(failure(UNKNOWN_ERROR, 0)).file()).isEqualTo("tasks.md");
    }

    @Test
    void configuration_has_the_last_word() {
        TargetTable table = TargetTable.of(Map.of("runtime_error", "tasks.md"));

        assertThat(table.target(failure(RUNTIME_ERROR, 1), true).file()).isEqualTo("tasks.md");
        assertThat(table.target(missing(), false).file()).isEqualTo("tasks.md");
        assertThat(table.target(failure(COMPILATION_ERROR, 0), true).file()).isEqualTo("design.md");
    }

    @Test
    void configuration_names_types_and_documents() {
        assertThatThrownBy(() -> TargetTable.of(Map.of("run_time", "tasks.md")))
                .hasMessage("no type of failure: 'run_time'");
        assertThatThrownBy(() -> TargetTable.of(Map.of("runtime_error", "../tasks.md")))
                .hasMessageContaining("no name of a document for runtime_error");
    }

    private static TargetTable.Target target(Failure failure) {
        return TargetTable.DOCUMENTED.target(failure, true);
    }

    private static Failure property(@Nullable String counterexample) {
        return new Failure(
                TEST_FAILURE,
                92,
                "jqwik",
                "",
                Location.UNKNOWN,
                true,
                counterexample,
                TEST_FAILURE.causes().getFirst(),
                false,
                null);
    }

    private static Failure missing() {
        return new Failure(
                RUNTIME_ERROR,
                80,
                "node",
                "",
                Location.UNKNOWN,
                false,
                null,
                RUNTIME_ERROR.causes().getLast(),
                true,
                null);
    }

    private static Failure failure(FailureType type, int cause) {
        return new Failure(
                type, 80, "", "", Location.UNKNOWN, false, null, type.causes().get(cause), false, null);
    }
}
