package dev.ralph.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TaskLinksTest {
    private static final String REQUIREMENTS = """
            ### Requirement 1: Accounts

            #### Acceptance Criteria

            1. One
            2. Two

            ### Requirement 2: Names

            #### Acceptance Criteria

            1. One
            """;
    private static final String DESIGN = """
            # Design

            Property 5: Five

            **Validates: Requirements 1.2**

            Property 6: Six

            **Validates: Requirements 2**
            """;

    private static TaskLinks links(String id, String tasks) {
        Feature feature = new Feature(
                "accounts", RequirementsDocument.of(REQUIREMENTS), DesignDocument.of(DESIGN), TasksDocument.of(tasks));
        return feature.links(feature.tasks().task(id).orElseThrow());
    }

    private static List<String> requirements(TaskLinks links) {
        return links.requirements().stream().map(Requirement::id).toList();
    }

    private static List<String> properties(TaskLinks links) {
        return links.properties().stream().map(Property::number).toList();
    }

    @Test
    void a_criterion_means_its_requirement_and_the_properties_of_both() {
        TaskLinks criterion = links("1", "- [ ] 1. A\n  - _Requirements: 2.1_\n");
        assertThat(requirements(criterion)).containsExactly("2");
        assertThat(properties(criterion)).containsExactly("6");

        TaskLinks requirement = links("1", "- [ ] 1. A\n  - _Requirements: 1_\n");
        assertThat(properties(requirement)).containsExactly("5");
        assertThat(properties(links("1", "- [ ] 1. A\n  - _Requirements: 1.1_\n")))
                .isEmpty();
    }

    @Test
    void all_means_every_requirement_and_property() {
        TaskLinks all = links("1", "- [ ] 1. A\n  - _Requirements: All_\n");

        assertThat(requirements(all)).containsExactly("1", "2");
        assertThat(properties(all)).containsExactly("5", "6");
        assertThat(all.covered()).isTrue();
    }

    @Test
    void the_nearest_task_above_that_names_something_speaks_for_those_below_it() {
        String tasks = """
                - [ ] 1. A
                  - _Requirements: 1.1_
                  - [ ] 1.1 B
                    - _Requirements: 2.1_
                    - [ ] 1.1.1 C
                  - [ ] 1.2 D
                """;

        assertThat(links("1.1.1", tasks).references()).containsExactly("2.1");
        assertThat(links("1.2", tasks).references()).containsExactly("1.1");
    }

    @Test
    void what_it_names_covers_it_where_it_is_there_and_nobody_can_tell_where_it_names_nothing() {
        assertThat(links("1", "- [ ] 1. A\n").covered()).isTrue();
        assertThat(links("1", "- [ ] 1. A\n  - _Requirements: 1.2_\n").covered())
                .isTrue();
        assertThat(links("1", "- [ ] 1. A\n  - Property 5\n").covered()).isTrue();
        assertThat(links("1", "- [ ] 1. A\n  - _Requirements: 1.3_\n").covered())
                .isFalse();
        assertThat(links("1", "- [ ] 1. A\n  - _Requirements: 3_\n").covered()).isFalse();
    }
}
