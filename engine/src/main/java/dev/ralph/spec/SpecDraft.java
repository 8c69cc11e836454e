package dev.ralph.spec;

import dev.ralph.paths.RequestRefused;

/// What an agent is asked that shall draft the documents of a new feature.
public final class SpecDraft {
    private SpecDraft() {}

    /// @throws RequestRefused where the feature exists, or its name is more than letters, digits, '.', '-' and '_'
    public static String request(SpecFolder folder, String words) {
        if (!folder.feature().matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new RequestRefused("\"" + folder.feature()
                    + "\" cannot be the name of a new feature: use letters, digits, '-' and '_'");
        }
        if (folder.exists()) {
            throw new RequestRefused(
                    "feature " + folder.feature() + " exists: edit " + folder.path() + ", or choose another name");
        }
        if (words.isBlank()) {
            throw new RequestRefused(
                    "say what the feature should do: ralph spec new " + folder.feature() + " \"what it should do\"");
        }
        return """
                Draft requirements, design and tasks of %1$s

                What the feature should do:

                %2$s

                Look at the project first, then write exactly these three Markdown files. Write no code and change
                no other file: a person reads and edits the documents before anything is built.

                .kiro/specs/%1$s/requirements.md
                  # Requirements Document, with ## Introduction and ## Glossary, then for each requirement:
                    ### Requirement 1: Title
                    **User Story:** As a ..., I want ..., so that ...
                    #### Acceptance Criteria
                    1. WHEN ..., THE system SHALL ...
                    2. IF ..., THEN THE system SHALL ...
                  Criterion 2 of requirement 1 is called 1.2 in the other files.

                .kiro/specs/%1$s/design.md
                  # Design Document, with ## Overview, ## Architecture, ## Components and Interfaces,
                  ## Data Models, ## Correctness Properties, ## Error Handling and ## Testing Strategy.
                  Each property is something that a test with generated input can show:
                    ### Property 1: Title
                    _For any_ ..., ...
                    **Validates: Requirements 1.1, 1.2**

                .kiro/specs/%1$s/tasks.md
                  # Implementation Plan, then the tasks in the order in which they are done, each small enough for
                  one sitting, every one with a number and with the criteria it serves:
                    - [ ] 1. Title
                      - [ ] 1.1 Title
                        - what to do, in a few bullets
                        - _Requirements: 1.1, 1.2_
                      - [ ]* 1.2 Write the property test for ...
                        - **Property 1: Title**
                        - **Validates: Requirements 1.1**
                    - [ ] 2. Checkpoint - Ensure all tests pass
                  A star after the box marks what may be left out. Every criterion is served by a task.

                `ralph spec lint %1$s` names what is wrong with them; they are done when it finds no mistake.
                """.formatted(folder.feature(), words.strip());
    }

    /// The check that such a draft must pass.
    public static String check(SpecFolder folder) {
        return "ralph spec lint " + folder.feature();
    }
}
