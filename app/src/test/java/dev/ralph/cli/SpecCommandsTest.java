package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `ralph spec`, as a user types it.
@Timeout(180)
class SpecCommandsTest {
    static final String REQUIREMENTS = """
            # Requirements Document

            ### Requirement 1: Search

            **User Story:** As a reader, I want to search, so that I find things.

            #### Acceptance Criteria

            1. WHEN a word is typed, THE shelf SHALL list every book with it
            2. IF nothing is found, THEN THE shelf SHALL say so
            """;
    static final String DESIGN = """
            # Design Document

            ### Property 1: Every hit has the word

            _For any_ word, every listed book has it.

            **Validates: Requirements 1.1**
            """;
    static final String TASKS = """
            # Implementation Plan

            - [x] 1. Index
              - [x] 1.1 Read the books
                - _Requirements: 1.1_
              - [ ]* 1.2 Test the index
                - **Property 1: Every hit has the word**
                - **Validates: Requirements 1.1**
            - [-] 2. Show hits
              - _Requirements: 1.1, 1.2_
            - [ ] 3. Checkpoint - Ensure all tests pass
            """;
    static final String TEST = """
            // Feature: search, Property 1: Every hit has the word
            // Feature: other, Property 2: of another feature
            test("requirement_1_2_nothing_found", () => {});
            """;

    @TempDir
    Path base;

    private GitProject project;
    private String first = "";

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
    }

    static void feature(GitProject project) throws Exception {
        project.write(".kiro/specs/search/requirements.md", REQUIREMENTS)
                .write(".kiro/specs/search/design.md", DESIGN)
                .write(".kiro/specs/search/tasks.md", TASKS)
                .write("test/search.test.js", TEST)
                .commit("search");
    }

    @Test
    void lint_finds_nothing_in_good_documents() throws Exception {
        feature(project);

        Shell.Said said = project.ralph("spec", "lint");

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).isEqualTo("search: no mistakes\n");
    }

    @Test
    void lint_names_file_line_and_rule_of_every_mistake_in_every_feature() throws Exception {
        feature(project);
        project.write(".kiro/specs/search/tasks.md", TASKS.replace("1.1, 1.2_", "1.1, 4.2_"));
        Files.createDirectories(project.path(".kiro/specs/empty"));

        Shell.Said said = project.ralph("spec", "lint");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out().lines())
                .containsExactly(
                        ".kiro/specs/empty/requirements.md:1: empty-document: requirements.md is missing or empty: write it",
                        ".kiro/specs/empty/design.md:1: empty-document: design.md is missing or empty: write it",
                        ".kiro/specs/empty/tasks.md:1: empty-document: tasks.md is missing or empty: write it",
                        ".kiro/specs/search/tasks.md:10: broken-requirement-reference: requirement 4.2 does not exist in"
                                + " requirements.md: add it, or name another",
                        "2 features: 4 mistakes");
        assertThat(project.ralph("spec", "lint", "search").out()).endsWith("search: 1 mistake\n");
    }

    @Test
    void warnings_are_marked_and_counted_apart_and_the_documents_are_fine() throws Exception {
        feature(project);
        project.write(".kiro/specs/search/tasks.md", TASKS + "- [ ] More\n");

        Shell.Said said = project.ralph("spec", "lint");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out().lines())
                .containsExactly(
                        ".kiro/specs/search/tasks.md:12: warning: task-without-number: a task without a number; it is"
                                + " called #6",
                        ".kiro/specs/search/tasks.md:12: warning: no-requirement: \"More\" names no requirement: add"
                                + " \"_Requirements: N.k_\"",
                        "search: no mistakes, 2 warnings");
        assertThat(project.ralph("spec", "lint", "--json").out()).contains("\"ok\":true", "\"warning\":true");
        assertThat(project.ralph("spec", "show").out()).endsWith("\n2 warnings; see `ralph spec lint search`\n");

        project.write(".kiro/specs/search/tasks.md", TASKS.replace("1.1, 1.2_", "4.2_") + "- [ ] More\n");
        assertThat(project.ralph("spec", "lint").code()).isEqualTo(1);
        assertThat(project.ralph("spec", "lint").out()).endsWith("search: 1 mistake, 2 warnings\n");
        assertThat(project.ralph("spec", "lint", "--json").out()).contains("\"ok\":false");
    }

    @Test
    void show_has_the_tree_of_tasks_and_what_belongs_to_each_requirement() throws Exception {
        feature(project);

        Shell.Said said = project.ralph("spec", "show");

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).isEqualTo("""
                        search  2 of 5 tasks done
                          [x] 1 Index
                            [x] 1.1 Read the books  (requirements 1.1)
                            [ ] 1.2 Test the index  (optional, requirements 1.1)
                          [-] 2 Show hits  (requirements 1.1, 1.2)
                          [ ] 3 Checkpoint - Ensure all tests pass  (checkpoint)

                        Properties
                          1  Every hit has the word
                             requirements 1.1; tasks 1.2; tests test/search.test.js:1

                        Requirements
                          1  Search
                             1.1  tasks 1.1, 1.2, 2; properties 1; tests test/search.test.js:1
                             1.2  tasks 2; no properties; tests test/search.test.js:3
                        """);
    }

    @Test
    void what_cannot_be_shown_says_what_can() throws Exception {
        Shell.Said none = project.ralph("spec", "show");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("ralph spec new NAME");

        feature(project);
        assertThat(project.ralph("spec", "show", "serach").err()).contains("did you mean 'search'?");
        assertThat(project.ralph("spec", "lint", "../search").err()).contains("cannot be the name of a feature");
        Files.createDirectories(project.path(".kiro/specs/empty"));
        assertThat(project.ralph("spec", "show").err()).contains("name one of empty, search");
    }

    @Test
    void an_existing_feature_is_not_drafted_again() throws Exception {
        feature(project);

        Shell.Said said = project.ralph("spec", "new", "search", "Find books", "--", "true");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("feature search exists: edit ");
        assertThat(project.ralph("spec", "new", "a b", "x", "--", "true").err()).contains("cannot be the name");
    }

    /// The agent forgets a document first.
    @Test
    void a_draft_counts_when_lint_finds_nothing_in_it() throws Exception {
        Shell.Said said = drafted(
                "[ -e tasks.md ] && cp $drafts/* . || cp $drafts/tasks.md .\n" + GitProject.DONE + "\n",
                "--max-restarts",
                "4");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out())
                .contains("Read and edit these documents now", ".kiro/specs/search", "then: ralph spec lint search");
        assertThat(project.git("log", "-1", "--format=%s"))
                .isEqualTo("Draft requirements, design and tasks of search\n");
        assertThat(project.git("show", "HEAD:.kiro/specs/search/design.md")).isEqualTo(DESIGN);
        assertThat(Files.readString(base.resolve("prompt.md")))
                .contains("Find books by a word", ".kiro/specs/search/requirements.md");
        assertThat(project.ralph("spec", "lint", "search").code()).isZero();
    }

    @Test
    void nobody_needs_to_say_that_a_draft_is_done() throws Exception {
        Shell.Said said = drafted("cp $drafts/* .\n");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(Files.readAllLines(base.resolve("attempts"))).hasSize(1);
        assertThat(project.git("log", "--format=%s"))
                .isEqualTo("Draft requirements, design and tasks of search\nagent\n" + first);
    }

    @Test
    void a_draft_that_never_comes_is_given_up() throws Exception {
        Shell.Said said = drafted("date +%N > requirements.md\n");

        assertThat(said.code()).as(said.out() + said.err()).isNotZero();
        assertThat(Files.readAllLines(base.resolve("attempts"))).hasSizeLessThanOrEqualTo(10);
        assertThat(project.git("log", "--format=%s")).isEqualTo("agent\n" + first);
    }

    @Test
    void a_draft_that_is_resumed_is_still_done_when_lint_finds_nothing() throws Exception {
        Shell.Said first = drafted(
                "[ $(wc -l < '" + base + "/attempts') -gt 2 ] && cp $drafts/* . || date +%N > requirements.md\n",
                "--max-restarts",
                "2");
        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(3);

        Shell.Said said = outside("resume", "spec-search", "--max-restarts", "5");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(Files.readAllLines(base.resolve("attempts"))).hasSize(3);
        assertThat(project.git("show", "HEAD:.kiro/specs/search/design.md")).isEqualTo(DESIGN);
    }

    /// @param script of the agent, in the folder of the feature
    private Shell.Said drafted(String script, String... more) throws Exception {
        Path ralph = Files.createDirectory(base.resolve("bin")).resolve("ralph");
        Files.writeString(ralph, "#!/bin/sh\nexec " + String.join(" ", Shell.java(Main.class.getName())) + " \"$@\"\n");
        assertThat(ralph.toFile().setExecutable(true)).isTrue();
        Path drafts = Files.createDirectory(base.resolve("drafts"));
        Files.writeString(drafts.resolve("requirements.md"), REQUIREMENTS);
        Files.writeString(drafts.resolve("design.md"), DESIGN);
        Files.writeString(drafts.resolve("tasks.md"), TASKS.replaceAll("\\[[x-]]", "[ ]"));
        first = project.git("log", "--format=%s");
        project.write(
                "agent.sh",
                "drafts=" + drafts + "\necho >> " + base + "/attempts; cp \"$RUN_FOLDER/prompt.md\" " + base
                        + "/prompt.md; mkdir -p .kiro/specs/search; cd .kiro/specs/search\n" + script);
        project.commit("agent");
        List<String> words = new ArrayList<>(List.of("spec", "new", "search", "Find books by a word"));
        words.addAll(List.of("--workspace", "worktree", "--sandbox", "off", "--network", "open"));
        words.addAll(List.of("--containment", "group", "--restart-delay", "10ms"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", project.path("agent.sh").toString()));
        return outside(words.toArray(String[]::new));
    }

    /// In a process of its own, in which checks find this `ralph`.
    private Shell.Said outside(String... words) throws Exception {
        List<String> all =
                new ArrayList<>(Shell.java("-Dralph.launcher=" + base.resolve("bin/ralph"), Main.class.getName()));
        all.addAll(List.of("--dir", project.folder().toString()));
        all.addAll(List.of(words));
        return Shell.other(
                project.folder(), Map.of("XDG_STATE_HOME", project.state().toString()), all);
    }
}
