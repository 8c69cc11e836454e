package dev.ralph.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/// What is read from documents as people and agents write them.
class SpecDocumentsTest {
    private static final Feature PHOTOS = SampleSpecs.feature("photo-import");
    private static final Feature LIMITS = SampleSpecs.feature("rate-limit");
    private static final Feature ACCOUNTS = SampleSpecs.feature("accounts");

    @Test
    void requirements_have_stories_and_criteria_that_are_named_by_both_numbers() {
        assertThat(PHOTOS.requirements().requirements())
                .extracting(Requirement::id)
                .containsExactly("1", "2", "3");
        Requirement second = PHOTOS.requirements().requirement("2").orElseThrow();
        assertThat(second.title()).isEqualTo("Import nothing twice");
        assertThat(second.userStory())
                .isEqualTo("As a photographer, I want a card that I insert again to add nothing, so that my library"
                        + " holds each photo once.");
        Criterion criterion = PHOTOS.requirements().criterion("2.2").orElseThrow();
        assertThat(criterion.text())
                .isEqualTo(
                        "WHEN two photos have the same name and different fingerprints, THE Importer SHALL keep both");
        assertThat(criterion.section().in(PHOTOS.requirements()))
                .startsWith("2. WHEN two")
                .endsWith("   - the number is the smallest that is free\n");
    }

    @Test
    void criteria_need_no_heading_and_are_counted_as_markdown_counts() {
        assertThat(LIMITS.requirements().requirements())
                .flatExtracting(Requirement::criteria)
                .extracting(Criterion::id)
                .containsExactly("1.1", "1.2", "1.3", "2.1", "2.2");
        assertThat(LIMITS.requirements().requirement("2").orElseThrow().title()).isEqualTo("Refill");
        assertThat(LIMITS.requirements().requirement("1").orElseThrow().userStory())
                .startsWith("As an operator");
    }

    @Test
    void without_a_heading_the_items_of_a_numbered_list_are_requirements() {
        assertThat(ACCOUNTS.requirements().requirements())
                .extracting(Requirement::id, Requirement::title)
                .containsExactly(tuple("1", "A visitor can open an account"), tuple("2", "A member can close it"));
    }

    @Test
    void a_requirement_may_be_a_bold_line() {
        RequirementsDocument document = RequirementsDocument.of("""
                # Requirements Document

                ### Requirement 1: A

                #### Acceptance Criteria

                1. a

                **Requirement 2: B**
                **User Story:** As a reader, I want b.

                #### Acceptance Criteria

                1. b
                2. c

                **Requirement 3**: C

                1. d

                **Requirement 1** is told of here, and nothing begins.

                ## Glossary

                1. e
                """);

        assertThat(document.requirements())
                .extracting(Requirement::id, Requirement::title, Requirement::userStory)
                .containsExactly(tuple("1", "A", ""), tuple("2", "B", "As a reader, I want b."), tuple("3", "C", ""));
        assertThat(document.requirements())
                .flatExtracting(Requirement::criteria)
                .extracting(Criterion::id)
                .containsExactly("1.1", "2.1", "2.2", "3.1");
        assertThat(document.requirement("2").orElseThrow().section().in(document))
                .startsWith("**Requirement 2: B**\n")
                .endsWith("2. c\n");
        assertThat(document.findings()).isEmpty();
    }

    @Test
    void a_property_in_a_list_is_one_unless_it_stands_elsewhere() {
        DesignDocument document = DesignDocument.of("""
                ### Property 4: Four

                **Validates: Requirements 1.1**

                - **Property 5: Five**
                  _For any_ x, y.
                  **Validates: Requirements 1.2**
                - **Property 6: Six**

                  **Validates: Requirements 2.1**

                ## Testing Strategy

                - **Property 4: Four** is shown by jqwik
                - Property 5 by hand
                """);

        assertThat(document.properties())
                .extracting(Property::number, Property::title, Property::validates)
                .containsExactly(
                        tuple("4", "Four", List.of("1.1")),
                        tuple("5", "Five", List.of("1.2")),
                        tuple("6", "Six", List.of("2.1")));
        assertThat(document.property("5").orElseThrow().section().in(document))
                .isEqualTo("- **Property 5: Five**\n  _For any_ x, y.\n  **Validates: Requirements 1.2**\n");
        assertThat(document.findings()).isEmpty();
    }

    @Test
    void properties_are_headings_bold_or_plain_lines_but_not_code() {
        assertThat(PHOTOS.design().properties())
                .extracting(Property::number, Property::title, Property::validates)
                .containsExactly(
                        tuple("1", "A copy is its original", List.of("1.2", "1.3")),
                        tuple("2", "A second import adds nothing", List.of("2.1")),
                        tuple("3", "Names never collide", List.of("2.2")));
        assertThat(LIMITS.design().properties())
                .extracting(Property::number, Property::title, Property::validates)
                .containsExactly(
                        tuple("1", "Never above the size", List.of("2.2")),
                        tuple("2", "Keys are apart", List.of("1.3")),
                        tuple("3", "A refused request says when to come back", List.of("1.1", "1.2")),
                        tuple("4", "Waiting long enough always helps", List.of("2.1", "1.1")));
        assertThat(ACCOUNTS.design().property("5").orElseThrow().section().in(ACCOUNTS.design()))
                .isEqualTo("Property 5: Every form is checked before it is stored\n");
    }

    @Test
    void a_property_spans_its_title_and_text_up_to_the_next_property_or_heading() {
        Property last = PHOTOS.design().property("3").orElseThrow();
        assertThat(last.section().in(PHOTOS.design()))
                .startsWith("### Property 3")
                .endsWith("**Validates: Requirements 2.2**\n");
        assertThat(last.text()).startsWith("_For any_ two photos").endsWith("Requirements 2.2**");
        assertThat(LIMITS.design().property("3").orElseThrow().section().in(LIMITS.design()))
                .isEqualTo("Property 3: A refused request says when to come back\nValidates: Requirements 1.1-1.2\n");
    }

    @Test
    void tasks_are_a_tree_in_document_order() {
        assertThat(PHOTOS.tasks().inOrder())
                .extracting(SpecTask::id)
                .containsExactly("1", "2", "2.1", "2.2", "2.3", "3", "4", "4.1", "4.2", "4.3", "5");
        assertThat(PHOTOS.tasks().tasks()).extracting(SpecTask::id).containsExactly("1", "2", "3", "4", "5");
        SpecTask lister = PHOTOS.tasks().task("2.1").orElseThrow();
        assertThat(lister.title()).isEqualTo("Write the lister");
        assertThat(lister.marker()).isEqualTo(Marker.COMPLETED);
        assertThat(lister.details())
                .containsExactly("Walk the card's folders in a fixed order", "Leave out hidden files");
        assertThat(lister.requirements()).containsExactly("1.1");
    }

    @Test
    void optional_tasks_have_a_star_even_an_escaped_one() {
        assertThat(PHOTOS.tasks().inOrder().stream().filter(SpecTask::optional))
                .extracting(SpecTask::id)
                .containsExactly("2.3", "4.3");
        assertThat(PHOTOS.tasks().task("4.3").orElseThrow().properties()).containsExactly("2", "3");
        assertThat(PHOTOS.tasks().task("4.3").orElseThrow().requirements()).containsExactly("2.1", "2.2");
        assertThat(PHOTOS.tasks().task("4.3").orElseThrow().title()).isEqualTo("Write property tests for names");
    }

    @Test
    void checkpoints_are_known_by_their_first_word() {
        assertThat(PHOTOS.tasks().inOrder().stream().filter(SpecTask::checkpoint))
                .extracting(SpecTask::id)
                .containsExactly("3", "5");
        assertThat(TasksDocument.of("- [ ] 1. Write a checkpoint")
                        .tasks()
                        .getFirst()
                        .checkpoint())
                .isFalse();
    }

    @Test
    void any_bullet_any_indentation_any_place_of_the_references() {
        assertThat(LIMITS.tasks().inOrder())
                .extracting(SpecTask::id, SpecTask::title, SpecTask::marker, SpecTask::requirements)
                .containsExactly(
                        task("1", "Bucket", Marker.COMPLETED),
                        task("1.1", "Take tokens", Marker.COMPLETED, "1.1", "2.2"),
                        task("1.2", "Give tokens back", Marker.COMPLETED, "2.1"),
                        task("2", "Middleware", Marker.IN_PROGRESS, "1.1", "1.2"),
                        task("3", "Metrics", Marker.QUEUED),
                        task("3.1", "Count refusals", Marker.NOT_STARTED, "1.1"),
                        task("3.2", "Draw them", Marker.NOT_STARTED, "1.3"),
                        task("4", "Announce it", Marker.UNKNOWN, "All"),
                        task("#9", "Write a note", Marker.NOT_STARTED));
    }

    private static Tuple task(String id, String title, Marker marker, String... requirements) {
        return tuple(id, title, marker, List.of(requirements));
    }

    @Test
    void numbers_nest_tasks_that_are_not_indented() {
        TasksDocument document = TasksDocument.of("""
                - [ ] 2. Parent _Requirements: 1.1_
                - [ ] 2.1 Child

                ## More

                - [ ] 2.2 Child
                - [ ] 2.2.1 Grandchild
                - [ ] 3. Next _Requirements: 1.1_
                - [ ] 21 Not of 2 _Requirements: 1.1_
                """);

        assertThat(document.tasks()).extracting(SpecTask::id).containsExactly("2", "3", "21");
        assertThat(document.task("2").orElseThrow().children())
                .extracting(SpecTask::id)
                .containsExactly("2.1", "2.2");
        assertThat(document.task("2.2").orElseThrow().children())
                .extracting(SpecTask::id)
                .containsExactly("2.2.1");
        assertThat(document.inOrder()).extracting(SpecTask::id).containsExactly("2", "2.1", "2.2", "2.2.1", "3", "21");
        assertThat(document.findings()).isEmpty();
        assertThat(document.marked("2.2", Marker.COMPLETED).text()).contains("- [x] 2.2 Child");
    }

    @Test
    void a_bullet_that_is_indented_by_one_blank_belongs_to_the_task_above_it() {
        TasksDocument document = TasksDocument.of("""
                - [ ] 1. One
                 - do this
                 - _Requirements: 1.1_
                - [ ] 2. Two
                 - [ ] 2.1 Below
                  - _Requirements: 1.2_
                - a remark
                """);

        assertThat(document.inOrder())
                .extracting(SpecTask::id, SpecTask::requirements, SpecTask::details)
                .containsExactly(
                        tuple("1", List.of("1.1"), List.of("do this")),
                        tuple("2", List.of(), List.of()),
                        tuple("2.1", List.of("1.2"), List.of()));
        assertThat(document.task("1").orElseThrow().section().in(document))
                .isEqualTo("- [ ] 1. One\n - do this\n - _Requirements: 1.1_\n");
        assertThat(document.findings()).isEmpty();
    }

    @Test
    void the_section_of_a_task_holds_its_details_and_subtasks() {
        assertThat(PHOTOS.tasks().task("4").orElseThrow().section().in(PHOTOS.tasks()))
                .startsWith("- [ ] 4. File by date\n")
                .endsWith("    - **Validates: Requirements 2.1, 2.2**\n");
        assertThat(PHOTOS.tasks().task("2.2").orElseThrow().section())
                .extracting(Section::line)
                .isEqualTo(18);
    }

    @Test
    void a_marker_changes_one_character() {
        TasksDocument marked = PHOTOS.tasks().marked("4.2", Marker.IN_PROGRESS);

        assertThat(marked.text()).isEqualTo(PHOTOS.tasks().text().replace("- [ ] 4.2 Skip", "- [-] 4.2 Skip"));
        assertThat(TasksDocument.of("- [\u2714\uFE0F] 1 a")
                        .marked("1", Marker.COMPLETED)
                        .text())
                .isEqualTo("- [x] 1 a");
        assertThatThrownBy(() -> PHOTOS.tasks().marked("17", Marker.COMPLETED))
                .hasMessage("there is no task 17 in tasks.md");
    }

    @Test
    void a_replacement_adds_subtasks_with_the_line_ends_and_indentation_of_the_document() {
        SpecDocument tasks =
                SpecDocument.of(SpecFile.TASKS, "\uFEFF- [ ] 2 Users\r\n  - [ ] 2.3 Create\r\n\r\n- [ ] 3 Rest");
        Section section = tasks.sections().get(1);

        SpecDocument changed =
                tasks.with(section, "\n- [ ] 2.3 Create\n  - [ ] 2.3.1 Validate\n\n  - [ ] 2.3.2 Store\n\n");

        assertThat(changed.text())
                .isEqualTo("\uFEFF- [ ] 2 Users\r\n  - [ ] 2.3 Create\r\n    - [ ] 2.3.1 Validate\r\n\r\n"
                        + "    - [ ] 2.3.2 Store\r\n\r\n- [ ] 3 Rest");
        assertThat(((TasksDocument) changed).inOrder())
                .extracting(SpecTask::id)
                .containsExactly("2", "2.3", "2.3.1", "2.3.2", "3");
    }

    @Test
    void a_replacement_at_the_end_ends_without_a_line_end_where_the_document_does() {
        assertThat(ACCOUNTS.tasks()
                        .with(ACCOUNTS.tasks().task("2.4").orElseThrow().section(), "- [ ] 2.4 Close\n  - at once\n")
                        .text())
                .isEqualTo("- [ ] 2.3 Check the forms\n- [ ] 2.4 Close\n  - at once");
    }

    @Test
    void nothing_and_a_section_of_another_document_are_refused() {
        Section section = ACCOUNTS.tasks().task("2.3").orElseThrow().section();

        assertThatThrownBy(() -> ACCOUNTS.tasks().with(section, " \n")).hasMessageContaining("is blank");
        assertThatThrownBy(() -> PHOTOS.tasks().with(section, "x")).hasMessageContaining("no such section");
    }

    @Test
    void headings_are_sections_with_words_for_ids() {
        assertThat(PHOTOS.design().sections())
                .filteredOn(section -> section.kind() == Section.Kind.HEADING)
                .extracting(Section::id)
                .containsExactly(
                        "design-document",
                        "overview",
                        "components-and-interfaces",
                        "lister",
                        "copier",
                        "data-models",
                        "correctness-properties",
                        "error-handling",
                        "testing-strategy");
        assertThat(LIMITS.design().sections())
                .extracting(Section::id)
                .containsExactly("rate-limits-design", "buckets", "properties", "1", "2", "3", "4");
    }
}
