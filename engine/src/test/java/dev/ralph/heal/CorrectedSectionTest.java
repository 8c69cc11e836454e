package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.heal.CorrectedSection.Unusable;
import dev.ralph.spec.DesignDocument;
import dev.ralph.spec.Feature;
import dev.ralph.spec.RequirementsDocument;
import dev.ralph.spec.Section;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.TasksDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorrectedSectionTest {
    private static final String REQUIREMENTS = """
            # Requirements Document

            ### Requirement 1: Accounts

            #### Acceptance Criteria

            1. User can create account
            2. THE System SHALL refuse an empty email

            ### Requirement 2: Names

            #### Acceptance Criteria

            1. THE System SHALL keep the name
            """;
    private static final String DESIGN = """
            # Design Document

            ## Types

            None.

            ## Properties

            Property 5: All user inputs must be validated

            **Validates: Requirements 1.2**

            Property 6: Names are kept

            **Validates: Requirements 2.1**
            """;
    private static final String TASKS = """
            - [ ] 1. Accounts
              - [x] 1.1 Done
                - _Requirements: 1.1_
              - [ ] 1.2 Open
                - _Requirements: 1.2_
            - [ ] 2. Names
              - _Requirements: 2.1_
            """;

    private static final Feature FEATURE = new Feature(
            "accounts", RequirementsDocument.of(REQUIREMENTS), DesignDocument.of(DESIGN), TasksDocument.of(TASKS));

    private static SpecDocument applied(SpecDocument document, Section.Kind kind, String id, String text)
            throws Unusable {
        return new CorrectedSection("x", text).in(FEATURE, document, section(document, kind, id));
    }

    private static Section section(SpecDocument document, Section.Kind kind, String id) {
        return document.sections().stream()
                .filter(one -> one.kind() == kind && one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static void refused(SpecDocument document, Section.Kind kind, String id, String text, String why) {
        assertThatThrownBy(() -> applied(document, kind, id, text))
                .isInstanceOf(Unusable.class)
                .hasMessageContaining(why);
    }

    @Test
    void the_last_block_counts_with_its_summary() throws Exception {
        assertThat(CorrectedSection.in("""
                Here is one:
                <correction>
                Summary: first
                old
                </correction>
                No, better:
                  <correction>
                summary: say how

                - [ ] 1. It
                  - so
                </correction>
                Done.
                """)).isEqualTo(new CorrectedSection("say how", "- [ ] 1. It\n  - so"));
    }

    @Test
    void a_fence_around_all_of_it_is_taken_off_and_one_inside_stays() throws Exception {
        assertThat(CorrectedSection.in("<correction>\n```markdown\n- [ ] 1. It\n```\n</correction>")
                        .text())
                .isEqualTo("- [ ] 1. It");
        assertThat(CorrectedSection.in("<correction>\nProperty 1: x\n\n```\ncode\n```\n</correction>")
                        .text())
                .isEqualTo("Property 1: x\n\n```\ncode\n```");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "words",
                "<correction></correction>",
                "<correction>\n</correction>",
                "<correction>\nSummary: x\n\n</correction>",
                "<correction>\ntext",
                "</correction>\ntext\n<correction>"
            })
    void what_is_no_correction_is_unusable(String words) {
        assertThatThrownBy(() -> CorrectedSection.in(words)).isInstanceOf(Unusable.class);
    }

    @Test
    void a_summary_is_one_short_line_without_control_characters() throws Exception {
        CorrectedSection long_ =
                CorrectedSection.in("<correction>\nSummary: a\u0007b" + "c".repeat(500) + "\n\nx\n</correction>");

        assertThat(long_.summary()).startsWith("a bccc").hasSize(200).endsWith("…");
        assertThat(CorrectedSection.in("<correction>\nx\n</correction>").summary())
                .isEqualTo("its text");
        assertThatThrownBy(() -> CorrectedSection.in("<correction>\n" + "x".repeat(100_001) + "\n</correction>"))
                .hasMessageContaining("100001 characters");
    }

    @Test
    void nothing_but_the_section_changes() throws Exception {
        String text =
                "Property 5: All user inputs must be validated\n\n- also empty ones\n\n**Validates: Requirements 1.2**";

        assertThat(applied(FEATURE.design(), Section.Kind.PROPERTY, "5", text).text())
                .isEqualTo(DESIGN.replace("validated\n\n**", "validated\n\n- also empty ones\n\n**"));
    }

    @Test
    void a_requirement_may_get_criteria_and_a_task_tasks_below_it() throws Exception {
        String requirement =
                "### Requirement 2: Names\n\n#### Acceptance Criteria\n\n1. THE System SHALL keep the name\n"
                        + "2. THE System SHALL refuse none";
        assertThat(applied(FEATURE.requirements(), Section.Kind.REQUIREMENT, "2", requirement)
                        .text())
                .endsWith("keep the name\n2. THE System SHALL refuse none\n");

        String task = "- [ ] 2. Names\n  - [ ] 2.1 First\n  - _Requirements: 2.1_";
        assertThat(applied(FEATURE.tasks(), Section.Kind.TASK, "2", task).text())
                .endsWith("- [ ] 2. Names\n  - [ ] 2.1 First\n  - _Requirements: 2.1_\n");
    }

    @Test
    void a_task_below_another_needs_no_reference_of_its_own() throws Exception {
        TasksDocument tasks = TasksDocument.of("- [ ] 2.3 Implement user creation\n- [ ] 3. Next\n");
        Feature feature = new Feature("accounts", FEATURE.requirements(), FEATURE.design(), tasks);
        String text = "- [ ] 2.3 Implement user creation\n  - [ ] 2.3.1 Implement validation function";

        assertThat(new CorrectedSection("x", text)
                        .in(feature, tasks, section(tasks, Section.Kind.TASK, "2.3"))
                        .text())
                .isEqualTo(text + "\n- [ ] 3. Next\n");
    }

    @Test
    void a_heading_may_get_headings_below_it_and_none_beside_it() throws Exception {
        String types = "## Types\n\nNone.\n\n### User\n\n```\nname: text\n```";
        assertThat(applied(FEATURE.design(), Section.Kind.HEADING, "types", types)
                        .text())
                .isEqualTo(DESIGN.replace("## Types\n\nNone.", types));
        refused(
                FEATURE.design(),
                Section.Kind.HEADING,
                "types",
                "## Types\n\nNone.\n\n## User\n\nname: text",
                "adds section 'User', which is no part of section 'Types'");
        refused(
                FEATURE.design(),
                Section.Kind.PROPERTY,
                "6",
                "Property 6: Names are kept\n\n**Validates: Requirements 2.1**\n\n### More\n\nwords",
                "adds section 'More'");
    }

    @Test
    void a_task_cannot_be_made_optional_or_needed() {
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "2",
                "- [ ]* 2. Names\n  - _Requirements: 2.1_",
                "changes whether task 2 is optional");
    }

    @Test
    void tasks_without_numbers_get_bullets_and_no_tasks() throws Exception {
        TasksDocument tasks = TasksDocument.of("- [ ] Accounts\n- [ ] Names\n");
        Feature feature = new Feature("accounts", FEATURE.requirements(), FEATURE.design(), tasks);
        Section first = section(tasks, Section.Kind.TASK, "#1");

        assertThat(new CorrectedSection("x", "- [ ] Accounts\n  - so")
                        .in(feature, tasks, first)
                        .text())
                .isEqualTo("- [ ] Accounts\n  - so\n- [ ] Names\n");
        assertThatThrownBy(
                        () -> new CorrectedSection("x", "- [ ] Accounts\n  - [ ] 1.1 First").in(feature, tasks, first))
                .isInstanceOf(Unusable.class)
                .hasMessageContaining("adds a task where tasks have no numbers; say it in bullets");
    }

    @Test
    void a_nested_task_that_is_quoted_without_its_indentation_comes_back_to_the_byte() throws Exception {
        String text = TASKS.replace("1.1_\n", "1.1_\n\n    ```\n    code\n      more\n    ```\n");
        TasksDocument tasks = TasksDocument.of(text);
        Section nested = section(tasks, Section.Kind.TASK, "1.1");
        String quoted = nested.unindented(tasks);

        assertThat(quoted).isEqualTo("""
                - [x] 1.1 Done
                  - _Requirements: 1.1_

                  ```
                  code
                    more
                  ```
                """);
        assertThat(tasks.with(nested, quoted).text()).isEqualTo(text);
    }

    @Test
    void a_part_that_goes_is_noticed() {
        refused(FEATURE.tasks(), Section.Kind.TASK, "1", "- [ ] 1. Accounts\n  - [x] 1.1 Done", "loses Task 1.2");
        refused(
                FEATURE.requirements(),
                Section.Kind.REQUIREMENT,
                "1",
                "### Requirement 1: Accounts\n\n#### Acceptance Criteria\n\n1. User can create account",
                "loses Criterion 1.2");
    }

    @Test
    void only_the_engine_marks_tasks() {
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "1",
                TASKS.substring(0, TASKS.indexOf("- [ ] 2")).replace("[ ] 1.2", "[x] 1.2"),
                "changes the mark of task 1.2");
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "2",
                "- [ ] 2. Names\n  - [x] 2.1 Done already\n  - _Requirements: 2.1_",
                "changes the mark of task 2.1");
    }

    @Test
    void what_others_refer_to_stays() {
        refused(
                FEATURE.design(),
                Section.Kind.PROPERTY,
                "5",
                "Property 5: All user inputs must be validated twice\n\n**Validates: Requirements 7.7**",
                "breaks design.md");
        refused(
                FEATURE.requirements(),
                Section.Kind.REQUIREMENT,
                "2",
                "### Requirement 3: Names\n\n#### Acceptance Criteria\n\n1. THE System SHALL keep the name",
                "does not begin with Requirement 2");
    }

    @Test
    void another_section_or_more_than_one_is_refused() {
        String five = "Property 5: All user inputs must be validated again\n\n**Validates: Requirements 1.2**\n\n";
        refused(FEATURE.design(), Section.Kind.PROPERTY, "5", five + "Property 7: New", "adds Property 7");
        refused(FEATURE.design(), Section.Kind.PROPERTY, "5", five + "## New\n\nwords", "changes other sections");
        refused(FEATURE.design(), Section.Kind.PROPERTY, "5", five + "```\nnot closed", "changes other sections");
        refused(FEATURE.design(), Section.Kind.PROPERTY, "5", five + "<!-- not closed", "changes other sections");
        refused(FEATURE.design(), Section.Kind.PROPERTY, "6", "Property 5: x", "does not begin with Property 6");
    }

    private static @Nullable String weakening(SpecDocument document, Section.Kind kind, String id, String text) {
        Section section = section(document, kind, id);
        return CorrectedSection.weakening(document, section, document.with(section, text));
    }

    @Test
    void what_a_property_said_and_exceptions_of_it_are_told_as_weaker() {
        assertThat(weakening(
                        FEATURE.design(),
                        Section.Kind.PROPERTY,
                        "5",
                        "Property 5: All user inputs must be validated, except for trusted admin inputs\n\n"
                                + "**Validates: Requirements 1.2**"))
                .isEqualTo("Property 5 no longer says: Property 5: All user inputs must be validated");
        assertThat(weakening(
                        FEATURE.design(),
                        Section.Kind.PROPERTY,
                        "5",
                        "Property 5: All user inputs must be validated\n\n- unless they are empty\n\n"
                                + "**Validates: Requirements 1.2**"))
                .isEqualTo("Property 5 has an exception now: - unless they are empty");
    }

    @Test
    void the_title_and_the_references_of_a_task_stay() {
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "2",
                "- [ ] 2. Do nothing at all\n  - _Requirements: 2.1_",
                "changes the title of task 2");
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "2",
                "- [ ] 2. Names\n  - so",
                "task 2 no longer refers to 2.1; keep its references");
        refused(
                FEATURE.tasks(),
                Section.Kind.TASK,
                "2",
                "- [ ] 2. Names\n  - _Requirements: 1.1_",
                "task 2 no longer refers to 2.1");
    }

    @Test
    void a_bullet_that_a_task_loses_is_told_as_weaker() {
        TasksDocument tasks =
                TasksDocument.of("- [ ] 2. Names\n  - Keep all\n  - Trim them\n  - _Requirements: 2.1_\n");

        assertThat(weakening(tasks, Section.Kind.TASK, "2", "- [ ] 2. Names\n  - Trim them\n  - _Requirements: 2.1_"))
                .isEqualTo("Task 2 no longer says: Keep all");
        assertThat(
                        weakening(
                                tasks,
                                Section.Kind.TASK,
                                "2",
                                "- [ ] 2. Names\n  - Trim  them\n  - Keep all\n  - Empty ones may stay\n  - _Requirements: 2.1, 1.1_"))
                .isNull();
    }

    @Test
    void what_a_property_validates_stays_with_it() {
        assertThat(weakening(
                        FEATURE.design(),
                        Section.Kind.HEADING,
                        section(FEATURE.design(), "Properties").id(),
                        """
                        ## Properties

                        Property 5: All user inputs must be validated

                        Property 6: Names are kept

                        **Validates: Requirements 2.1, 1.2**
                        """))
                .isEqualTo("Property 5 no longer says: **Validates: Requirements 1.2**");
        assertThat(weakening(
                        FEATURE.design(),
                        Section.Kind.PROPERTY,
                        "5",
                        "Property 5: All user inputs must be validated\n\n**Validates: Requirements 2.1**"))
                .isEqualTo("Property 5 no longer says: **Validates: Requirements 1.2**");
    }

    private static Section section(SpecDocument document, String title) {
        return document.sections().stream()
                .filter(one -> one.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void prose_tables_and_types_below_a_heading_that_go_are_told_as_weaker() {
        DesignDocument design = DesignDocument.of("""
                # Design

                ## Types

                There is a service.

                | name | type |
                |------|------|
                | sum  | cents |

                ```
                interface Order { cancel() }
                ```

                ## More

                Words.
                """);
        String text = section(design, "Types").in(design);

        assertThat(weakening(design, Section.Kind.HEADING, "types", text.replace("There is a service.", "None.")))
                .isEqualTo("section 'Types' no longer says: There is a service.");
        assertThat(weakening(design, Section.Kind.HEADING, "types", text.replace("| sum  | cents |\n", "")))
                .isEqualTo("section 'Types' no longer says: | sum | cents |");
        assertThat(weakening(design, Section.Kind.HEADING, "types", text.replace("{ cancel() }", "")))
                .isEqualTo("section 'Types' no longer says: interface Order { cancel() }");
        assertThat(weakening(
                        design,
                        Section.Kind.HEADING,
                        "types",
                        text.replace("service.", "service. It may wait.") + "\n### User\n\nOptional."))
                .isNull();
    }

    @Test
    void what_says_more_is_not_weaker() {
        assertThat(weakening(
                        FEATURE.design(),
                        Section.Kind.PROPERTY,
                        "5",
                        "Property 5: All  user inputs must be validated\n\n- Email must be non-empty\n\n"
                                + "**Validates: Requirements 1.2**"))
                .isNull();
    }
}
