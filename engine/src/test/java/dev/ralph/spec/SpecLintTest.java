package dev.ralph.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/// Every rule, by the line it names.
class SpecLintTest {
    private static final String REQUIREMENTS = "### Requirement 1: A\n\n1. THE system SHALL a\n2. THE system SHALL b\n";
    private static final String DESIGN = "**Property 1: A**\n\n_For any_ a.\n\n**Validates: Requirements 1.1**\n";
    private static final String TASKS = "- [ ] 1. A\n  - _Requirements: 1.1_\n";

    @Test
    void a_good_feature_has_no_finding() {
        assertThat(SampleSpecs.feature("photo-import").lint()).isEmpty();
        assertThat(lint(REQUIREMENTS, DESIGN, TASKS)).isEmpty();
        assertThat(lint(
                        REQUIREMENTS.replace("\n", "\r\n"),
                        "\uFEFF" + DESIGN.replace("\n", "\r\n"),
                        TASKS.replace("\n", "\r\n")))
                .isEmpty();
    }

    @Test
    void empty_documents() {
        assertThat(lint("", "\uFEFF\r\n", " \n"))
                .containsExactly(
                        tuple(SpecFile.REQUIREMENTS, 1, "empty-document"),
                        tuple(SpecFile.DESIGN, 1, "empty-document"),
                        tuple(SpecFile.TASKS, 1, "empty-document"));
        assertThat(lint("# Only\n\nwords\n", DESIGN.replace("**Validates: Requirements 1.1**", ""), "words"))
                .containsExactly(
                        tuple(SpecFile.REQUIREMENTS, 1, "no-requirements"),
                        tuple(SpecFile.DESIGN, 1, "property-without-validates"),
                        tuple(SpecFile.TASKS, 1, "no-tasks"));
    }

    @Test
    void malformed_requirements() {
        assertThat(lint("""
                        ### Requirement: A

                        ### Requirement 1

                        #### Acceptance Criteria

                        - a

                        ### Requirement 1

                        1. a
                        1. b
                        """, DESIGN, TASKS))
                .containsExactly(
                        tuple(SpecFile.REQUIREMENTS, 1, "requirement-without-number"),
                        tuple(SpecFile.REQUIREMENTS, 3, "no-acceptance-criteria"),
                        tuple(SpecFile.REQUIREMENTS, 9, "duplicate-requirement"),
                        tuple(SpecFile.REQUIREMENTS, 12, "criterion-number"));
    }

    @Test
    void malformed_properties() {
        assertThat(lint(
                        REQUIREMENTS,
                        DESIGN + "\n### Property: B\n\n### Property 1: again\n\nx\n\n### Property 2: C\n\n"
                                + "**Validates: Requirements 1.3, 4.1, soon**\n",
                        TASKS))
                .containsExactly(
                        tuple(SpecFile.DESIGN, 7, "property-without-number"),
                        tuple(SpecFile.DESIGN, 9, "duplicate-property"),
                        tuple(SpecFile.DESIGN, 9, "property-without-validates"),
                        tuple(SpecFile.DESIGN, 15, "broken-requirement-reference"),
                        tuple(SpecFile.DESIGN, 15, "broken-requirement-reference"));
    }

    @Test
    void broken_references_say_what_there_is() {
        assertThat(feature(
                                REQUIREMENTS,
                                DESIGN,
                                "- [ ] 1. A\n  - **Property 9: x**\n  - _Requirements: 1.7, 3, TBD_\n- [ ] 2. B\n  - _Requirements: soon_\n")
                        .lint())
                .extracting(finding -> finding.line() + " " + finding.words())
                .containsExactly(
                        "2 property 9 does not exist in design.md: add it, or name another",
                        "3 criterion 1.7 does not exist: requirement 1 has 2 criteria",
                        "3 requirement 3 does not exist in requirements.md: add it, or name another",
                        "5 \"soon\" is not the number of a requirement: write one like 1.2");
    }

    @Test
    void malformed_tasks() {
        assertThat(lint(REQUIREMENTS, DESIGN, """
                        - [x] 1. Parent _Requirements: 1.1_
                          - [ ] 1.1 Open
                          - [ ]* 1.2 Optional
                          - [x] 2.1 Elsewhere
                        - [?] 1. Again _Requirements: 1.1_
                        - [-] 3. Doing _Requirements: 1.1_
                          - [-] 3.1 Part
                        - [>] 4. Doing too _Requirements: 1.1_
                        - [ ] No number _Requirements: 1.1_
                        - [ ] 5. No reference
                        - [] 6. No box
                        """))
                .containsExactly(
                        tuple(SpecFile.TASKS, 2, "done-before-subtask"),
                        tuple(SpecFile.TASKS, 4, "id-outside-parent"),
                        tuple(SpecFile.TASKS, 5, "duplicate-task"),
                        tuple(SpecFile.TASKS, 5, "unknown-marker"),
                        tuple(SpecFile.TASKS, 8, "several-in-progress"),
                        tuple(SpecFile.TASKS, 9, "task-without-number"),
                        tuple(SpecFile.TASKS, 10, "no-requirement"),
                        tuple(SpecFile.TASKS, 11, "not-a-task"));
    }

    @Test
    void boxes_that_markdown_does_not_take_for_tasks_are_named_except_in_code_quotes_and_comments() {
        assertThat(lint(REQUIREMENTS, DESIGN, TASKS + """
                        1. [ ] 2. In a numbered list
                        - [ ] 3. Here _Requirements: 1.1_
                              - [ ] 3.1 too far

                        ```
                        - [ ] 4. code
                        ```

                        > - [ ] 5. quoted

                        <!--
                        - [ ] 6. off
                        -->
                        """))
                .containsExactly(tuple(SpecFile.TASKS, 3, "not-a-task"), tuple(SpecFile.TASKS, 5, "not-a-task"));
    }

    @Test
    void a_box_right_behind_its_bullet_is_no_task_and_is_named_wherever_it_stands() {
        assertThat(lint(REQUIREMENTS, DESIGN, TASKS + """
                        -[ ] 2. directly below a task
                          -[x] 2.1 and below that

                        +[ ] 3. by itself
                        *[x]* means done, and -[a link](https://example.org) leads away
                        """))
                .containsExactly(
                        tuple(SpecFile.TASKS, 3, "not-a-task"),
                        tuple(SpecFile.TASKS, 4, "not-a-task"),
                        tuple(SpecFile.TASKS, 6, "not-a-task"));
    }

    @Test
    void two_bold_properties_of_one_number_are_told_also_where_nothing_stands_between() {
        assertThat(lint(
                        REQUIREMENTS,
                        "**Property 1: A**\n\n**Property 1: B**\n\n**Validates: Requirements 1.1**\n",
                        TASKS))
                .containsExactly(
                        tuple(SpecFile.DESIGN, 1, "property-without-validates"),
                        tuple(SpecFile.DESIGN, 3, "duplicate-property"));
    }

    @Test
    void conflicts_of_a_merge_and_open_code_blocks_are_named_in_any_document() {
        String conflict = "\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n\n```\ncode\n";

        assertThat(lint(REQUIREMENTS + conflict, DESIGN + conflict, TASKS + conflict))
                .containsExactly(
                        tuple(SpecFile.REQUIREMENTS, 6, "merge-conflict"),
                        tuple(SpecFile.REQUIREMENTS, 10, "merge-conflict"),
                        tuple(SpecFile.REQUIREMENTS, 12, "unclosed-code-block"),
                        tuple(SpecFile.DESIGN, 7, "merge-conflict"),
                        tuple(SpecFile.DESIGN, 11, "merge-conflict"),
                        tuple(SpecFile.DESIGN, 13, "unclosed-code-block"),
                        tuple(SpecFile.TASKS, 4, "merge-conflict"),
                        tuple(SpecFile.TASKS, 8, "merge-conflict"),
                        tuple(SpecFile.TASKS, 10, "unclosed-code-block"));
    }

    private static List<Tuple> lint(String requirements, String design, String tasks) {
        return feature(requirements, design, tasks).lint().stream()
                .map(finding -> tuple(finding.file(), finding.line(), finding.rule()))
                .toList();
    }

    private static Feature feature(String requirements, String design, String tasks) {
        return new Feature(
                "sample", RequirementsDocument.of(requirements), DesignDocument.of(design), TasksDocument.of(tasks));
    }
}
