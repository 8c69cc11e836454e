package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.failure.Failure;
import dev.ralph.failure.FailureType;
import dev.ralph.failure.Location;
import dev.ralph.spec.DesignDocument;
import dev.ralph.spec.Feature;
import dev.ralph.spec.RequirementsDocument;
import dev.ralph.spec.Section;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.TasksDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureSectionTest {
    private static final Feature FEATURE = new Feature(
            "accounts",
            RequirementsDocument.of("""
                    ### Requirement 1: Accounts

                    #### Acceptance Criteria

                    1. One

                    ### Requirement 2: Names

                    #### Acceptance Criteria

                    1. Two
                    """),
            DesignDocument.of("""
                    # Design Document

                    ## Overview

                    Words.

                    ## Data Models

                    Types.

                    Property 5: Five

                    **Validates: Requirements 1.1**

                    Property 6: Six

                    **Validates: Requirements 2.1**
                    """),
            TasksDocument.of("- [ ] 1. A\n  - _Requirements: 2.1_\n- [ ] 2. B\n"));

    private static Failure failure(FailureType type, String message) {
        return new Failure(
                type,
                90,
                "",
                message,
                Location.UNKNOWN,
                false,
                null,
                type.causes().getFirst(),
                false,
                null);
    }

    private static String section(Feature feature, String task, SpecFile file, FailureType type, String message) {
        return CorrectedSection.label(
                new FailureSection(feature, feature.tasks().task(task).orElseThrow(), failure(type, message), message)
                        .in(file));
    }

    private static String section(String task, SpecFile file, FailureType type, String message) {
        return section(FEATURE, task, file, type, message);
    }

    @Test
    void a_property_that_the_output_names_is_meant() {
        assertThat(section("1", SpecFile.DESIGN, FailureType.TEST_FAILURE, "Property 5 - Input validation"))
                .isEqualTo("Property 5");
        assertThat(section("1", SpecFile.DESIGN, FailureType.TEST_FAILURE, "property_6_holds failed"))
                .isEqualTo("Property 6");
    }

    @Test
    void else_the_one_that_validates_what_the_task_is_for() {
        assertThat(section("1", SpecFile.DESIGN, FailureType.TEST_FAILURE, "Property 77 failed"))
                .isEqualTo("Property 6");
    }

    @Test
    void what_does_not_compile_is_about_where_types_are_described() {
        assertThat(section("1", SpecFile.DESIGN, FailureType.COMPILATION_ERROR, "TS2304: Cannot find name 'User'"))
                .isEqualTo("section 'Data Models'");
    }

    @Test
    void a_word_that_only_contains_one_of_these_is_none_and_neither_is_the_title_of_all() {
        Feature feature = new Feature(
                "accounts",
                FEATURE.requirements(),
                DesignDocument.of(
                        "# Types of Components\n\n## Capital\n\nc\n\n## Prototypes\n\np\n\n## The API\n\na\n"),
                FEATURE.tasks());

        assertThat(section(feature, "1", SpecFile.DESIGN, FailureType.COMPILATION_ERROR, "x"))
                .isEqualTo("section 'The API'");
        Feature without = new Feature(
                "accounts",
                FEATURE.requirements(),
                DesignDocument.of("Types of Components\n===\n\n## Capital\n\nc\n"),
                FEATURE.tasks());
        assertThat(section(without, "1", SpecFile.DESIGN, FailureType.COMPILATION_ERROR, "x"))
                .isEqualTo("section 'Capital'");
    }

    @Test
    void what_a_task_does_not_name_the_one_above_it_does() {
        Feature feature = new Feature(
                "accounts",
                FEATURE.requirements(),
                FEATURE.design(),
                TasksDocument.of("- [ ] 1. A\n  - _Requirements: 2_\n  - [ ] 1.1 B\n    - [ ] 1.1.1 C\n"));

        assertThat(section(feature, "1.1.1", SpecFile.REQUIREMENTS, FailureType.RUNTIME_ERROR, "boom"))
                .isEqualTo("Requirement 2");
        assertThat(section(feature, "1.1.1", SpecFile.DESIGN, FailureType.TEST_FAILURE, "boom"))
                .isEqualTo("Property 6");
    }

    @Test
    void a_requirement_that_is_named_else_the_one_of_the_task_else_the_first() {
        assertThat(section("1", SpecFile.REQUIREMENTS, FailureType.RUNTIME_ERROR, "violates requirement 1.1"))
                .isEqualTo("Requirement 1");
        assertThat(section("1", SpecFile.REQUIREMENTS, FailureType.RUNTIME_ERROR, "boom"))
                .isEqualTo("Requirement 2");
        assertThat(section("2", SpecFile.REQUIREMENTS, FailureType.RUNTIME_ERROR, "boom"))
                .isEqualTo("Requirement 1");
    }

    @Test
    void a_document_that_cannot_be_read_is_corrected_where_that_shows() {
        FailureType type = FailureType.INVALID_SPEC;
        for (int line : new int[] {9, 400}) {
            Failure failure = new Failure(
                    type,
                    90,
                    "",
                    "parse error",
                    new Location("design.md", line, null, null),
                    false,
                    null,
                    type.causes().getFirst(),
                    false,
                    "design.md");
            Section section = new FailureSection(
                            FEATURE, FEATURE.tasks().tasks().getLast(), failure, "parse error")
                    .in(SpecFile.DESIGN);

            assertThat(CorrectedSection.label(section)).isEqualTo("section 'Data Models'");
        }
    }

    @Test
    void the_task_itself_where_a_document_has_nothing_of_the_kind() {
        Feature bare = new Feature("accounts", RequirementsDocument.of(""), DesignDocument.of(""), FEATURE.tasks());

        assertThat(section(bare, "1", SpecFile.DESIGN, FailureType.TEST_FAILURE, "Property 5"))
                .isEqualTo("Task 1");
        assertThat(section(bare, "1", SpecFile.REQUIREMENTS, FailureType.RUNTIME_ERROR, "x"))
                .isEqualTo("Task 1");
        assertThat(section("2", SpecFile.TASKS, FailureType.UNKNOWN_ERROR, "x")).isEqualTo("Task 2");
    }

    private static List<String> links(String task, FailureType type, String message, String output) {
        return new FailureSection(FEATURE, FEATURE.tasks().task(task).orElseThrow(), failure(type, message), output)
                .linkedTo();
    }

    @Test
    void a_failure_is_linked_to_what_it_names_else_to_what_the_task_is_for() {
        assertThat(links("1", FailureType.TEST_FAILURE, "Property 5 failed", ""))
                .containsExactly("Property 5");
        assertThat(links("1", FailureType.RUNTIME_ERROR, "boom", "see Requirement 1.1\n"))
                .containsExactly("Requirement 1.1");
        assertThat(links("1", FailureType.RUNTIME_ERROR, "boom", "see Requirement 1.9\n"))
                .containsExactly("Requirement 1");
        assertThat(links("1", FailureType.COMPILATION_ERROR, "boom", "")).containsExactly("Requirement 2.1");
        assertThat(links("2", FailureType.TEST_FAILURE, "Property 99", "")).isEmpty();
    }
}
