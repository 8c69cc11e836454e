package dev.ralph.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.backlog.ImportedTask.Status;
import dev.ralph.backlog.TaskImport.Format;
import dev.ralph.backlog.TaskImport.Problem;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TaskImportTest {
    private static TaskImport markdown(String text) {
        return TaskImport.read("plan.md", text);
    }

    private static TaskImport json(String text) {
        return TaskImport.read("prd.json", text);
    }

    private static TaskImport csv(String text) {
        return TaskImport.read("tasks.csv", text);
    }

    /// A line for each task: how deep it is, whether it is done, its title.
    private static List<String> outline(TaskImport read) {
        Map<String, ImportedTask> tasks = read.tasks().stream().collect(Collectors.toMap(ImportedTask::key, t -> t));
        return read.tasks().stream()
                .map(task -> {
                    StringBuilder line =
                            new StringBuilder(task.status() == Status.DONE ? "x " : "o ").append(task.title());
                    for (String parent = task.parent(); parent != null; ) {
                        line.insert(0, "  ");
                        parent = Objects.requireNonNull(tasks.get(parent)).parent();
                    }
                    return line.toString();
                })
                .toList();
    }

    private static ImportedTask only(TaskImport read) {
        assertThat(read.problems()).isEmpty();
        assertThat(read.tasks()).hasSize(1);
        return read.tasks().getFirst();
    }

    private static List<@Nullable Integer> priorities(TaskImport read) {
        return read.tasks().stream()
                .<@Nullable Integer>map(ImportedTask::priority)
                .toList();
    }

    @Test
    void a_box_is_a_task_with_all_that_its_lines_say() {
        TaskImport read = markdown("""
                # Plan

                - [ ] Add **login** as in [the spec](specs/login.md)
                  With a session cookie.

                  - keep it simple
                """);
        assertThat(read)
                .isEqualTo(new TaskImport(
                        Format.MARKDOWN,
                        List.of(new ImportedTask(
                                "add login as in the spec",
                                3,
                                ImportedTask.Type.TASK,
                                "Add login as in the spec",
                                "With a session cookie.\n\n- keep it simple",
                                null,
                                List.of(),
                                Status.PENDING,
                                null,
                                null,
                                null,
                                List.of(),
                                "specs/login.md",
                                null,
                                null)),
                        List.of()));
    }

    @Test
    void every_list_marker_counts_and_every_mark_but_x_is_not_done() {
        TaskImport read = markdown("""
                - [ ] a
                * [x] b
                + [X] c
                1. [ ] d
                2) [x] e
                - [-] f
                - [~] g
                - [✅] h
                - [✔️] i
                - [🚀] j
                - [] k
                - [ x ] l
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read))
                .containsExactly("o a", "x b", "x c", "o d", "x e", "o f", "o g", "o h", "o i", "o j", "o k", "x l");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- [link](a.md)",
                "- [x](a.md) is a link",
                "- [x]: https://example.org",
                "- [todo] two letters or more",
                "[ ] without a list",
                "-[ ] without a blank",
                "plain",
                "> - [ ] quoted",
                "-",
                "- ",
                "- [",
                "- [[x]] a",
                ""
            })
    void what_only_looks_like_a_box_is_not_a_task(String line) {
        assertThat(markdown(line))
                .isEqualTo(new TaskImport(Format.MARKDOWN, List.of(), List.of(new Problem(1, "has no tasks"))));
    }

    @Test
    void deeper_boxes_are_subtasks_of_the_nearest_one_above() {
        TaskImport read = markdown("""
                - [ ] a
                  - [x] b
                      * [ ] c
                  - [ ] d
                 - [ ] one column is not deeper
                1. [ ] e
                   1. [ ] f
                - plain
                  - [ ] not below e

                Text ends the list.

                  - [ ] g
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read))
                .containsExactly(
                        "o a",
                        "  x b",
                        "    o c",
                        "  o d",
                        "o one column is not deeper",
                        "o e",
                        "  o f",
                        "o not below e",
                        "o g");
        assertThat(read.tasks().get(1).type()).isEqualTo(ImportedTask.Type.SUBTASK);
    }

    @Test
    void tabs_line_ends_of_windows_and_of_old_and_a_byte_order_mark_change_nothing() {
        String text = "- [ ] a\n\t- [x] b\n\t\t- [ ] c\n";
        TaskImport read = markdown(text);
        assertThat(outline(read)).containsExactly("o a", "  x b", "    o c");
        assertThat(markdown("\ufeff" + text.replace("\n", "\r\n"))).isEqualTo(read);
        assertThat(markdown(text.replace("\n", "\r"))).isEqualTo(read);
    }

    @Test
    void a_phase_is_an_epic_and_done_when_all_in_it_is() {
        TaskImport read = markdown("""
                # The plan
                - [ ] before
                ## Phase 1: Set up ##
                - [x] a
                ### Details
                - [x] b
                ## **Phase 2** — Build
                ### Phase 2.1: Core
                - [x] c
                  - [ ] d
                ## Phase 3: nothing to tick
                Words.
                ## Phases in general
                - [ ] after
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read))
                .containsExactly(
                        "o before",
                        "x Phase 1: Set up",
                        "  x a",
                        "  x b",
                        "o Phase 2 — Build",
                        "  o Phase 2.1: Core",
                        "    x c",
                        "      o d",
                        "o after");
        assertThat(read.tasks().get(1).type()).isEqualTo(ImportedTask.Type.EPIC);
        assertThat(read.tasks().get(1).line()).isEqualTo(3);
    }

    @Test
    void code_and_comments_are_not_read() {
        TaskImport read = markdown("""
                ```markdown
                - [ ] no
                ~~~
                - [ ] no
                ````
                ~~~~
                - [ ] no
                ~~~
                ~~~~
                <!-- template
                - [ ] no
                -->
                <!-- - [ ] no -->
                - [ ] yes <!-- id 7 -->
                  ```
                  - [ ] part of the description
                  ```
                - ```sh
                  - [ ] no
                  ```
                - [ ] use `<!--` and ```marks```
                - [ ] also
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read)).containsExactly("o yes", "o use `<!--` and ```marks```", "o also");
        assertThat(read.tasks().getFirst().description()).isEqualTo("```\n- [ ] part of the description\n```");
    }

    @Test
    void code_and_comments_that_never_end_are_reported_where_they_begin() {
        assertThat(markdown("- [ ] a\n```\n- [ ] b\n").problems())
                .containsExactly(new Problem(2, "opens a code block that never ends; the rest is skipped"));
        assertThat(markdown("- [ ] a\n\n<!--\n- [ ] b\n").problems())
                .containsExactly(new Problem(3, "opens a comment that never ends; the rest is skipped"));
    }

    @Test
    void a_task_twice_is_reported_and_its_subtasks_stay() {
        TaskImport read = markdown("""
                - [ ] Write tests
                  - [ ] a
                - [x] write  **tests**.
                  - [ ] b
                """);
        assertThat(outline(read)).containsExactly("o Write tests", "  o a", "  o b");
        assertThat(read.problems()).containsExactly(new Problem(3, "repeats \"write tests.\" of line 1; skipped"));
    }

    @Test
    void the_same_title_under_another_heading_or_parent_is_another_task() {
        TaskImport read = markdown("""
                ## Login
                - [ ] Write tests
                ## Search
                - [ ] Write tests
                - [ ] a
                  - [ ] Write tests
                ## Phase 1
                - [ ] Write tests
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(keys(read)).hasSize(6);
    }

    @Test
    void keys_stay_when_tasks_are_ticked_moved_added_and_reworded_a_little() {
        Set<String> before = keys(markdown("""
                ## Open
                - [ ] Add login
                - [ ] Fix `parse()`
                  - [ ] deep
                ## Done
                """));
        Set<String> after = keys(markdown("""
                ## Open
                * [ ] Something new
                * [ ] Fix parse():
                    * [x] Deep
                ## Done
                * [x] **Add  Login.**
                """));
        assertThat(after).containsAll(before).hasSize(before.size() + 1);
    }

    @Test
    void titles_that_differ_in_a_sign_are_different_tasks() {
        assertThat(keys(markdown("- [ ] Support C\n- [ ] Support C++\n- [ ] Support C#\n- [ ] …\n- [ ] ***\n")))
                .hasSize(5);
    }

    private static Set<String> keys(TaskImport read) {
        return read.tasks().stream().map(ImportedTask::key).collect(Collectors.toCollection(HashSet::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "see [a](b.md) and [c](d.md) | b.md",
                "![image](i.png) then [a](b.md \"title\") | b.md",
                "[a](<b.md>) | b.md",
                "[wiki](https://x.org/A_(b)) | https://x.org/A_(b)",
                "[a] (b.md) |",
                "[a]() |",
                "[a](b.md |",
                "[[a](b.md) | b.md",
            })
    void the_first_link_is_the_spec(String text, @Nullable String link) {
        assertThat(only(markdown("- [ ] t " + text)).spec()).isEqualTo(link);
        assertThat(only(markdown("- [ ] t\n  " + text)).spec()).isEqualTo(link);
        assertThat(only(csv("title,description\nt,\"" + text.replace("\"", "\"\"") + "\"\n"))
                        .spec())
                .isEqualTo(link);
    }

    @Test
    void boxes_without_a_title_are_reported() {
        assertThat(markdown("- [ ] a\n- [ ]\n- [x]   \n- [ ] <!-- c -->\n").problems())
                .containsExactly(
                        new Problem(2, "is a box without a title; skipped"),
                        new Problem(3, "is a box without a title; skipped"),
                        new Problem(4, "is a box without a title; skipped"));
    }

    @Test
    void control_characters_are_replaced_and_titles_cut_between_characters() {
        ImportedTask task = only(markdown("- [ ] a\u0000b\u001b[31mred\u001b[0m\u202ec\n  d\u0007e\n"));
        assertThat(task.title()).isEqualTo("a\ufffdbred\ufffdc");
        assertThat(task.description()).isEqualTo("d\ufffde");
        String title = only(markdown("- [ ] " + "😀".repeat(400))).title();
        assertThat(title).hasSizeLessThanOrEqualTo(500).endsWith("😀…");
        assertThat(only(json("[{\"title\":\"a\\nb\\u0000\",\"description\":\"c\\r\\nd\\u001b\"}]")))
                .extracting(ImportedTask::title, ImportedTask::description)
                .containsExactly("a b\ufffd", "c\nd\ufffd");
        assertThat(only(csv("title,tags\n\"a\nb\u0008\",\"c\u0000\"\n")))
                .extracting(ImportedTask::title, ImportedTask::tags)
                .containsExactly("a b\ufffd", List.of("c\ufffd"));
    }

    @Test
    void a_prd_has_stories_whose_first_priority_is_the_most_urgent() {
        TaskImport read = json("""
                {
                  "project": "MyApp",
                  "branchName": "ralph/priorities",
                  "userStories": [
                    {
                      "id": "US-001",
                      "title": "Store the priority",
                      "description": "As a developer I need a column, see [schema](specs/schema.md).",
                      "acceptanceCriteria": ["A migration runs", "Type check passes"],
                      "priority": 1,
                      "passes": true,
                      "notes": ""
                    },
                    {
                      "id": "US-002",
                      "title": "Show it",
                      "priority": 3,
                      "passes": false,
                      "dependsOn": ["US-001"],
                      "notes": "Use colours.",
                      "completion": {"type": "file_exists", "path": "./docs/priority.md"}
                    }
                  ]
                }
                """);
        assertThat(read)
                .isEqualTo(new TaskImport(
                        Format.PRD,
                        List.of(
                                new ImportedTask(
                                        "ralph/priorities US-001",
                                        5,
                                        ImportedTask.Type.TASK,
                                        "Store the priority",
                                        """
                                        As a developer I need a column, see [schema](specs/schema.md).

                                        Acceptance criteria:
                                        - A migration runs
                                        - Type check passes""",
                                        null,
                                        List.of(),
                                        Status.DONE,
                                        3,
                                        "US-001",
                                        null,
                                        List.of(),
                                        "specs/schema.md",
                                        null,
                                        null),
                                new ImportedTask(
                                        "ralph/priorities US-002",
                                        14,
                                        ImportedTask.Type.TASK,
                                        "Show it",
                                        "Notes:\n- Use colours.",
                                        null,
                                        List.of("ralph/priorities US-001"),
                                        Status.PENDING,
                                        1,
                                        "US-002",
                                        null,
                                        List.of(),
                                        null,
                                        Map.of("type", "file_exists", "path", "./docs/priority.md"),
                                        null)),
                        List.of()));
    }

    @Test
    void stories_without_passes_have_a_status_and_count_down_too() {
        TaskImport read = json(
                "{\"stories\":[{\"title\":\"a\",\"status\":\"done\",\"priority\":\"1\"},{\"title\":\"b\",\"priority\":2}]}");
        assertThat(outline(read)).containsExactly("x a", "o b");
        assertThat(priorities(read)).containsExactly(2, 1);
    }

    @Test
    void the_branch_counts_wherever_it_stands() {
        assertThat(keys(json("{\"userStories\":[{\"id\":\"1\",\"title\":\"a\"}],\"branchName\":\"b\"}")))
                .containsExactly("b 1");
    }

    @Test
    void other_lists_of_features_are_read_too() {
        TaskImport read = json("""
                [{"category": "ui", "description": "A button\\nthat works", "steps": ["press it"], "passes": true}, "just words"]
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read)).containsExactly("x A button", "o just words");
        assertThat(priorities(json("{\"tasks\":[{\"title\":\"a\",\"priority\":1},{\"title\":\"b\",\"priority\":9}]}")))
                .as("only stories count down")
                .containsExactly(1, 9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"no\"", "0", "null", "\"maybe\"", "{}", "[]", "1"})
    void a_story_that_does_not_clearly_pass_is_not_done(String passes) {
        assertThat(only(json("[{\"title\":\"a\",\"status\":\"done\",\"passes\":false}]"))
                        .status())
                .isEqualTo(Status.PENDING);
        assertThat(only(json("[{\"title\":\"a\",\"passes\":" + passes + "}]")).status())
                .isEqualTo(Status.PENDING);
    }

    @Test
    void odd_stories_are_reported_with_line_and_number_and_the_others_stay() {
        TaskImport read = json("""
                {"userStories": [
                  {"id": "1", "title": "a", "priority": "soon", "url": "javascript:alert(1)"},
                  7,
                  {"id": "2"},
                  {"id": "1", "title": "b"},
                  {"id": "3", "title": "c", "priority": 1.5, "parent": "9", "dependsOn": ["3", "nothing"]},
                  {"id": "4", "title": "d", "status": "cancelled"},
                  {"id": "5", "title": "e", "completion": {"type": "shell", "command": "rm -rf /"}},
                  {"id": "6", "title": "f", "completion": {"type": "validate", "script": "a\\u0000b"}},
                  null,
                  {"id": {"x": 1}, "title": ["g"], "labels": {"name": "h"}, "description": null}
                ]}
                """);
        assertThat(read.problems())
                .containsExactly(
                        new Problem(2, "item 1 has an address that is not http or https; the address is left out"),
                        new Problem(2, "item 1 has the unknown priority \"soon\"; the priority is left out"),
                        new Problem(3, "item 2 is not a readable object of at most 2 MB; skipped"),
                        new Problem(4, "item 3 has no title; skipped"),
                        new Problem(5, "repeats \"b\" of line 2; skipped"),
                        new Problem(6, "item 5 has the unknown priority \"1.5\"; the priority is left out"),
                        new Problem(6, "\"c\" names the parent \"9\", which is not in this file; it is left out"),
                        new Problem(6, "\"c\" is its own blocker; it is left out"),
                        new Problem(
                                6, "\"c\" names the blocker \"nothing\", which is not in this file; it is left out"),
                        new Problem(7, "item 6 is cancelled; skipped"),
                        new Problem(8, "item 7 has a completion that Ralph does not know; the completion is left out"),
                        new Problem(9, "item 8 has a completion that Ralph does not know; the completion is left out"),
                        new Problem(10, "item 9 is not a readable object of at most 2 MB; skipped"));
        assertThat(outline(read)).containsExactly("o a", "o c", "o e", "o f", "o g");
    }

    @Test
    void what_stands_before_a_broken_place_in_json_is_kept() {
        TaskImport read = json("[\n{\"title\":\"a\"},\n{\"title\":\"b\"},\n{\"title\": oops}\n]");
        assertThat(outline(read)).containsExactly("o a", "o b");
        assertThat(read.problems()).hasSize(1);
        assertThat(read.problems().getFirst().line()).isEqualTo(4);
        assertThat(read.problems().getFirst().words())
                .startsWith("is not JSON: ")
                .endsWith("; the rest is skipped");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "{",
                "[",
                "7",
                "\"a\"",
                "null",
                "[] []",
                "{\"userStories\":",
                "nonsense",
                "\u0000",
                "- [ ] a"
            })
    void text_that_is_not_a_json_list_is_one_problem(String text) {
        TaskImport read = json(text);
        assertThat(read.tasks()).isEmpty();
        assertThat(read.problems()).hasSize(1);
        assertThat(read.problems().getFirst().line()).isEqualTo(1);
    }

    @Test
    void deep_json_and_numbers_without_end_are_problems() {
        assertThat(json("[".repeat(1_000_000)).problems()).hasSize(1);
        assertThat(json("{\"tasks\":[{\"title\":\"a\",\"x\":" + "9".repeat(100_000) + "}]}")
                        .problems())
                .hasSize(1);
        TaskImport read = json("[{\"title\":\"a\",\"x\":1e999999},{\"title\":\"b\"}]");
        assertThat(outline(read)).containsExactly("o b");
        assertThat(read.problems())
                .containsExactly(new Problem(1, "item 1 is not a readable object of at most 2 MB; skipped"));
        assertThat(json("[{\"title\":\"a\",\"number\":" + "9".repeat(400) + "}]")
                        .tasks())
                .hasSize(1);
    }

    @Test
    void an_item_without_end_is_skipped_and_the_next_is_read() {
        TaskImport read = json(
                "[{\"title\":\"a\",\"x\":[" + "{},".repeat(1_000_000) + "{}]},\n{\"title\":\"😀\"},{\"title\":\"b\"}]");
        assertThat(outline(read)).containsExactly("o 😀", "o b");
        assertThat(read.problems())
                .containsExactly(new Problem(1, "item 1 is not a readable object of at most 2 MB; skipped"));
    }

    @Test
    void issues_of_github_keep_number_address_and_labels() {
        TaskImport read = TaskImport.read("issues.json", """
                [{"body":"It crashes.\\r\\nSee [log](https://example.org/log).","labels":[{"id":"L1","name":"bug","description":"","color":"d73a4a"},
                {"name":"priority: high"}],"number":12,"state":"OPEN","stateReason":"","title":"Crash on start","id":"I_kw",
                "url":"https://github.com/acme/app/issues/12"},
                {"number":13,"title":"Old","state":"CLOSED","stateReason":"COMPLETED","body":null,"labels":[],"url":"https://github.com/acme/app/issues/13"},
                {"number":14,"title":"Never","state":"CLOSED","stateReason":"NOT_PLANNED"},
                {"number":15,"title":"A change","state":"OPEN","url":"https://github.com/acme/app/pull/15"}]
                """);
        assertThat(read)
                .isEqualTo(new TaskImport(
                        Format.GITHUB_ISSUES,
                        List.of(
                                new ImportedTask(
                                        "acme/app#12",
                                        1,
                                        ImportedTask.Type.TASK,
                                        "Crash on start",
                                        "It crashes.\nSee [log](https://example.org/log).",
                                        null,
                                        List.of(),
                                        Status.PENDING,
                                        2,
                                        "12",
                                        "https://github.com/acme/app/issues/12",
                                        List.of("bug", "priority: high"),
                                        "https://example.org/log",
                                        null,
                                        null),
                                new ImportedTask(
                                        "acme/app#13",
                                        4,
                                        ImportedTask.Type.TASK,
                                        "Old",
                                        "",
                                        null,
                                        List.of(),
                                        Status.DONE,
                                        null,
                                        "13",
                                        "https://github.com/acme/app/issues/13",
                                        List.of(),
                                        null,
                                        null,
                                        null)),
                        List.of(
                                new Problem(5, "item 3 is cancelled; skipped"),
                                new Problem(6, "item 4 is a pull request; skipped"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"url\":\"https://github.com/x/a/issues/%d\""})
    void issues_know_their_parents_and_blockers(String address) {
        String other =
                "{\"number\":%d,\"title\":\"t\",\"url\":\"https://github.com/x/%s/issues/%d\",\"state\":\"OPEN\"}";
        String parent = other.formatted(1, "a", 1);
        String blockers =
                "{\"nodes\":[" + other.formatted(2, "a", 2) + "," + other.formatted(9, "b", 9) + "],\"totalCount\":2}";
        TaskImport read = json("[{\"number\":3,\"title\":\"c\"" + address.formatted(3) + ",\"parent\":" + parent
                + ",\"blockedBy\":" + blockers
                + "},{\"number\":1,\"title\":\"a\",\"parent\":null,\"blockedBy\":{\"nodes\":[],\"totalCount\":0}"
                + address.formatted(1)
                + "},{\"number\":2,\"title\":\"b\"" + address.formatted(2) + "}]");
        String repository = address.isEmpty() ? "" : "x/a";
        assertThat(read.tasks().getFirst().parent()).isEqualTo(repository + "#1");
        assertThat(read.tasks().getFirst().blockedBy()).containsExactly(repository + "#2");
        assertThat(read.problems())
                .containsExactly(
                        new Problem(1, "\"c\" names the blocker \"x/b#9\", which is not in this file; it is left out"));
    }

    @Test
    void issues_of_two_repositories_with_one_number_are_two_tasks() {
        assertThat(keys(json("""
                [{"number":1,"title":"a","url":"https://github.com/x/a/issues/1"},
                 {"number":1,"title":"a","url":"https://github.com/x/b/issues/1"},
                 {"number":1,"title":"a"}]
                """))).containsExactlyInAnyOrder("x/a#1", "x/b#1", "#1");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "p0, 3",
                "P1, 2",
                "p2, 1",
                "p3, 0",
                "P4, 0",
                "priority: high, 2",
                "priority/critical, 3",
                "Priority-Low, 0",
                "prio 1, 2",
                "priority:p0, 3",
                "high priority, 2",
                "urgent, 3",
                "medium-priority, 1",
                "high, -",
                "p10, -",
                "php, -",
                "priority, -",
                "priority: whatever, -",
                "low, -"
            })
    void labels_say_the_priority(String label, @Nullable Integer priority) {
        String issue = "[{\"number\":1,\"title\":\"a\",\"labels\":[\"" + label + "\"]}]";
        assertThat(only(json(issue)).priority()).isEqualTo(priority);
    }

    @Test
    void of_many_labels_the_most_urgent_counts() {
        assertThat(only(json("[{\"number\":1,\"title\":\"a\",\"labels\":[\"p3\",\"p1\",\"p2, or not\"]}]"))
                        .priority())
                .isEqualTo(2);
    }

    @Test
    void csv_rows_name_each_other_by_title_or_id_in_any_order() {
        TaskImport read = csv("""
                ID,Title,Description,Priority,Status,Parent,Blocked By,Labels
                1,Child,"Says ""hello"", twice
                on two lines",high,in progress,Big,"3; 4",ui|api
                2,Big,,5,done,,,
                3,"Third, with a comma",,-1,Closed,,"#2, Fourth",
                4,Fourth,,,,,,
                """);
        assertThat(read.problems()).isEmpty();
        assertThat(read.tasks())
                .containsExactly(
                        new ImportedTask(
                                "1",
                                2,
                                ImportedTask.Type.SUBTASK,
                                "Child",
                                "Says \"hello\", twice\non two lines",
                                "2",
                                List.of("3", "4"),
                                Status.PENDING,
                                2,
                                "1",
                                null,
                                List.of("ui", "api"),
                                null,
                                null,
                                null),
                        row("2", 4, "Big", List.of(), Status.DONE, 5),
                        row("3", 5, "Third, with a comma", List.of("2", "4"), Status.DONE, -1),
                        row("4", 6, "Fourth", List.of(), Status.PENDING, null));
    }

    private static ImportedTask row(
            String id, int line, String title, List<String> blockedBy, Status status, @Nullable Integer priority) {
        return new ImportedTask(
                id,
                line,
                ImportedTask.Type.TASK,
                title,
                "",
                null,
                blockedBy,
                status,
                priority,
                id,
                null,
                List.of(),
                null,
                null,
                null);
    }

    @Test
    void csv_without_ids_has_titles_as_keys_and_titles_with_commas_can_block() {
        TaskImport read =
                csv("title,parent,blocked_by\nA,,\nTests,A,\nTests,,\"Plan, then do\"\n\"Plan, then do\",,\n");
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read)).containsExactly("o A", "  o Tests", "o Tests", "o Plan, then do");
        assertThat(read.tasks().get(2).blockedBy()).containsExactly("plan, then do");
        assertThat(read.tasks().get(2).externalId()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void separators_line_ends_blanks_and_empty_lines_of_csv_are_what_programs_write(String separator) {
        String text = "\ufeff\n title , status \r\n\r\n \"a\" ,x\r\nb,,,,\r\nc".replace(",", separator);
        TaskImport read = csv(text.replace("\ufeff\n", "\ufeff"));
        assertThat(read.problems()).isEmpty();
        assertThat(outline(read)).containsExactly("x a", "o b", "o c");
        assertThat(read.tasks().stream().map(ImportedTask::line)).containsExactly(3, 4, 5);
    }

    @Test
    void a_lost_quotation_mark_costs_one_row() {
        TaskImport read = csv("""
                title,description
                a,"fine"
                b,"lost
                c,"fine, too"
                d,x,y
                e,"x" y
                f,inch 5"
                "",only a description
                ,
                """ + "g,\"never closed\nh,last");
        assertThat(read.problems())
                .containsExactly(
                        new Problem(3, "has text after a closing quotation mark; skipped"),
                        new Problem(5, "has 3 fields, the header 2; skipped"),
                        new Problem(6, "has text after a closing quotation mark; skipped"),
                        new Problem(10, "has a quotation mark that is never closed; skipped"));
        assertThat(outline(read)).containsExactly("o a", "o c", "o f", "o only a description", "o h");
    }

    @Test
    void csv_without_a_title_column_is_one_problem() {
        assertThat(csv("a,b\n1,2\n3,4\n").problems())
                .containsExactly(new Problem(1, "has no column title; nothing is read"));
        assertThat(csv("title,status\n").problems()).containsExactly(new Problem(1, "has no tasks"));
        assertThat(csv("").problems()).containsExactly(new Problem(1, "has no tasks"));
    }

    @Test
    void long_titles_and_long_lists_of_blockers_are_found_again() {
        String title = "long ".repeat(200);
        String ids = IntStream.range(0, 90).mapToObj(i -> "task-" + i).collect(Collectors.joining(", "));
        String rows = IntStream.range(0, 90)
                .mapToObj(i -> "task-" + i + ",t" + i + ",,\n")
                .collect(Collectors.joining());
        TaskImport read =
                csv("id,title,parent,blocked_by\n" + rows + "a," + title + ",,\nb,b," + title + ",\"" + ids + "\"\n");
        assertThat(read.problems()).isEmpty();
        assertThat(read.tasks().getLast().parent()).isEqualTo("a");
        assertThat(read.tasks().getLast().blockedBy()).hasSize(90);
    }

    @Test
    void no_task_is_its_own_ancestor() {
        TaskImport read = csv("id,title,parent\n1,a,2\n2,b,3\n3,c,1\n4,d,1\n5,e,5\n");
        assertThat(read.problems())
                .containsExactly(
                        new Problem(4, "\"c\" is an ancestor of its own parent; the parent is left out"),
                        new Problem(6, "\"e\" is its own parent; it is left out"));
        assertThat(outline(read)).containsExactly("    o a", "  o b", "o c", "      o d", "o e");
    }

    @Test
    void a_name_without_a_known_ending_leaves_it_to_the_text() {
        assertThat(TaskImport.read("-", "- [ ] a\n").format()).isEqualTo(Format.MARKDOWN);
        assertThat(TaskImport.read("TODO", "[spec](a.md)\n\n- [ ] a\n").format())
                .isEqualTo(Format.MARKDOWN);
        assertThat(TaskImport.read("todo.txt", "Title\n=====\n- [ ] a, b\n").format())
                .isEqualTo(Format.MARKDOWN);
        assertThat(TaskImport.read("-", "\n [ {\"number\":1,\"title\":\"a\"} ]").format())
                .isEqualTo(Format.GITHUB_ISSUES);
        assertThat(TaskImport.read("-", "{\"userStories\":[]}").format()).isEqualTo(Format.PRD);
        assertThat(TaskImport.read("-", "Status;Title\nopen;a\n").format()).isEqualTo(Format.CSV);
        assertThat(TaskImport.read("PLAN.MD", "title,status\n- [ ] a\n").format())
                .isEqualTo(Format.MARKDOWN);
    }

    @Test
    void text_beyond_the_limit_is_not_read() {
        TaskImport read = markdown("- [ ] a\n".repeat(TaskImport.LONGEST_TEXT / 8) + "\n");
        assertThat(read.tasks()).isEmpty();
        assertThat(read.problems()).containsExactly(new Problem(1, "is longer than 16 MB; nothing is read"));
    }

    @Test
    void tasks_and_problems_beyond_the_limit_are_left_out_and_reported() {
        String many = IntStream.rangeClosed(1, TaskImport.MOST_TASKS + 5)
                .mapToObj(i -> "- [ ] " + i)
                .collect(Collectors.joining("\n"));
        TaskImport read = markdown(many);
        assertThat(read.tasks()).hasSize(TaskImport.MOST_TASKS);
        assertThat(read.problems())
                .containsExactly(new Problem(
                        TaskImport.MOST_TASKS + 1,
                        "is beyond the limit of 100000 tasks; it and what follows is skipped"));
        List<Problem> problems = markdown("- [ ]\n".repeat(5000)).problems();
        assertThat(problems).hasSize(TaskImport.MOST_PROBLEMS);
        assertThat(problems.getLast())
                .isEqualTo(new Problem(1000, "and what follows has more problems than are listed"));
    }

    /// Each is long enough, and made of what makes a careless reader take the square of its length.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[", "](", "[a](b", "<!--", "`", "*", "- ", "#", " ", "\n", "\"", ",", "\"a\n", "\"\"", "x,\"\n",
                "- [ ] ", "[ ]", "  ", "\t", "a "
            })
    void hostile_text_is_read_in_time(String piece) {
        String rest = piece.repeat((1 << 20) / piece.length());
        assertThat(markdown("- [ ] a " + rest)).isNotNull();
        assertThat(markdown("- [ ] a\n  " + rest)).isNotNull();
        assertThat(csv("title,b,c\n" + rest)).isNotNull();
        assertThat(TaskImport.read("-", rest)).isNotNull();
    }

    @Test
    void a_deep_list_has_short_keys() {
        TaskImport read = markdown(IntStream.range(0, 2500)
                .mapToObj(i -> " ".repeat(2 * i) + "- [ ] " + "t".repeat(300) + i)
                .collect(Collectors.joining("\n")));
        assertThat(read.tasks()).hasSize(2500).allMatch(task -> task.key().length() < 600);
        assertThat(Objects.requireNonNull(read.tasks().getLast().parent()))
                .isEqualTo(read.tasks().get(2498).key());
    }

    @Test
    void whatever_is_read_gives_different_keys_known_parents_and_the_same_again() {
        String[] pieces = {
            "- [ ] ",
            "* [x] ",
            "\n",
            "\n",
            "  ",
            "\t",
            "# Phase 1: ",
            "## ",
            "```",
            "<!--",
            "-->",
            "a",
            "b",
            "[l](m.md)",
            "**",
            "\"",
            ",",
            ";",
            "title",
            "{",
            "}",
            "[",
            "]",
            ":",
            "\"title\":\"a\"",
            "\"tasks\":[",
            "1",
            "\r",
            "\u0000",
            "😀",
            "\ud83d",
            "parent",
            "id"
        };
        Random random = new Random(18);
        for (int round = 0; round < 5000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            for (String name : List.of("a.md", "a.json", "a.csv", "a")) {
                String content = (name.endsWith("csv") ? "id,title,parent,blocked_by\n" : "") + text;
                TaskImport read = TaskImport.read(name, content);
                assertThat(TaskImport.read(name, content)).isEqualTo(read);
                assertThat(read.tasks().size() + read.problems().size()).isPositive();
                assertThat(keys(read)).hasSameSizeAs(read.tasks());
                assertThat(outline(read)).hasSameSizeAs(read.tasks());
                assertThat(read.tasks()).allMatch(task -> keys(read).containsAll(task.blockedBy()));
            }
        }
    }
}
