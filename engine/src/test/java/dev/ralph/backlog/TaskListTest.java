package dev.ralph.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskListTest {
    private final TaskList list = new TaskList();

    private void create(String id, String more) {
        list.apply("{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Do " + id
                + "\",\"status\":\"pending\"" + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}");
    }

    private void update(String id, String changes) {
        update(id, changes, "manual");
    }

    private void update(String id, String changes, String source) {
        list.apply("{\"op\":\"update\",\"id\":\"" + id + "\",\"changes\":{" + changes + "},\"source\":\"" + source
                + "\"}");
    }

    private void relate(String id, String relation, String target) {
        list.apply("{\"op\":\"relate\",\"id\":\"" + id + "\",\"relation\":\"" + relation + "\",\"targetId\":\"" + target
                + "\"}");
    }

    private @Nullable String next(String... without) {
        return list.next(Set.of(without)).map(BacklogTask::id).orElse(null);
    }

    private List<String> problems() {
        return list.problems().stream()
                .map(problem -> problem.line() + ": " + problem.words())
                .toList();
    }

    @Test
    void the_state_of_a_task_is_what_its_operations_amount_to() {
        create("RALPH-001", ",\"priority\":1,\"estimate\":3");
        update("RALPH-001", "\"priority\":5,\"title\":\"Better\"");
        list.apply("{\"op\":\"link\",\"id\":\"RALPH-001\",\"externalId\":\"#7\",\"externalUrl\":\"https://x/7\"}");

        BacklogTask task = list.task("RALPH-001").orElseThrow();
        assertThat(task.title()).isEqualTo("Better");
        assertThat(task.priority()).isEqualTo(5);
        assertThat(task.fields()).containsEntry("estimate", 3L).containsEntry("externalId", "#7");
        assertThat(problems()).isEmpty();
    }

    @Test
    void tasks_in_progress_come_first_then_the_most_urgent_then_the_oldest_then_the_first_in_the_file() {
        create("late", ",\"createdAt\":\"2026-03-01T00:00:00Z\"");
        create("early", ",\"createdAt\":\"2026-02-01T00:00:00+01:00\"");
        create("twin", ",\"createdAt\":\"2026-02-01T00:00:00+01:00\"");
        create("urgent", ",\"priority\":9,\"createdAt\":\"2026-04-01T00:00:00Z\"");
        create("begun", ",\"priority\":-5,\"createdAt\":\"2026-05-01T00:00:00Z\"");
        update("begun", "\"status\":\"in_progress\"");

        List<String> order = new ArrayList<>();
        for (String id = next(); id != null; id = next(order.toArray(String[]::new))) {
            order.add(id);
        }
        assertThat(order).containsExactly("begun", "urgent", "early", "twin", "late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"discovered", "blocked", "review", "done", "cancelled", "nonsense"})
    void only_pending_tasks_and_tasks_in_progress_are_picked(String status) {
        create("a", "");
        update("a", "\"status\":\"" + status + "\"");

        assertThat(next()).isNull();
    }

    @Test
    void a_task_waits_until_everything_that_blocks_it_is_over() {
        create("a", ",\"blockedBy\":[\"b\"],\"priority\":9");
        create("b", "");
        create("c", "");
        relate("c", "blocks", "a");

        assertThat(next()).isEqualTo("b");
        update("b", "\"status\":\"done\"");
        assertThat(next()).isEqualTo("c");
        update("c", "\"status\":\"cancelled\"");
        assertThat(next()).isEqualTo("a");
        update("b", "\"status\":\"pending\"");
        assertThat(next()).as("it was opened again").isEqualTo("b");
    }

    @Test
    void a_task_may_say_itself_what_it_blocks_and_what_its_subtasks_are() {
        create("a", ",\"priority\":9");
        create("b", ",\"blocks\":[\"a\",\"later\"]");
        create("later", ",\"priority\":8");
        create("epic", ",\"priority\":7,\"subtasks\":[\"part\"]");
        create("part", "");

        assertThat(problems()).isEmpty();
        List<String> order = new ArrayList<>();
        for (String id = next(); id != null; id = next()) {
            order.add(id);
            update(id, "\"status\":\"done\"");
        }
        assertThat(order).containsExactly("b", "a", "later", "part", "epic");
    }

    @Test
    void what_a_task_says_itself_of_others_can_change_and_may_be_unknown() {
        create("a", ",\"blocks\":[\"b\"],\"subtasks\":[\"gone\"]");
        create("b", "");
        assertThat(next()).isNull();
        assertThat(problems()).containsExactly("1: a has the subtask gone, which is unknown");
        update("a", "\"blocks\":[\"c\"],\"subtasks\":[]");

        assertThat(next("a")).isEqualTo("b");
        assertThat(problems()).containsExactly("1: a blocks c, which is unknown");
        create("c", "");
        assertThat(next("a", "b")).isNull();
        update("c", "\"blocks\":[\"a\"]");
        assertThat(problems()).containsExactly("1: a, c wait for each other");
    }

    @Test
    void a_task_waits_for_its_subtasks() {
        create("epic", ",\"priority\":9");
        create("part", ",\"parent\":\"epic\"");
        create("other", "");
        relate("epic", "subtask", "other");

        assertThat(next()).isEqualTo("part");
        assertThat(next("part")).isEqualTo("other");
        update("part", "\"status\":\"done\"");
        update("other", "\"status\":\"done\"");
        assertThat(next()).isEqualTo("epic");
    }

    @Test
    void a_line_that_cannot_be_used_is_named_and_changes_nothing() {
        create("a", "");
        list.apply("{\"op\":\"create\",\"task\":{\"id\":");
        list.apply("");
        list.apply("[]");
        list.apply("{\"op\":\"destroy\",\"id\":\"a\"}");
        list.apply("{\"op\":\"create\",\"task\":{\"title\":\"no id\"}}");
        create("a", ",\"title\":\"second\"");
        update("nobody", "\"priority\":1");
        list.apply("<<<<<<< HEAD");
        relate("a", "likes", "a");
        relate("a", "blockedBy", "nobody");

        assertThat(next()).isEqualTo("a");
        assertThat(problems())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("2: is not JSON"),
                        two -> assertThat(two).startsWith("4: is not a JSON object"),
                        three -> assertThat(three).startsWith("5: has the operation 'destroy'"),
                        four -> assertThat(four).isEqualTo("6: creates a task without an id"),
                        five -> assertThat(five).startsWith("7: creates a a second time"),
                        six -> assertThat(six).startsWith("8: unknown task nobody"),
                        seven -> assertThat(seven).startsWith("9: left over from a merge conflict"),
                        eight -> assertThat(eight).startsWith("10: has the relation 'likes'"),
                        nine -> assertThat(nine).startsWith("11: relates a to unknown task nobody"));
    }

    @Test
    void tasks_that_wait_for_themselves_or_for_nobody_are_named_and_never_picked() {
        create("self", ",\"blockedBy\":[\"self\"]");
        create("one", ",\"blockedBy\":[\"two\"]");
        create("two", ",\"blockedBy\":[\"three\"]");
        create("three", ",\"blockedBy\":[\"one\"]");
        create("lost", ",\"blockedBy\":[\"gone\"],\"parent\":\"nowhere\"");

        assertThat(next()).isNull();
        assertThat(problems())
                .containsExactly(
                        "1: self waits for itself",
                        "2: one, two, three wait for each other",
                        "5: lost has the parent nowhere, which is unknown",
                        "5: lost is blocked by gone, which is unknown");
    }

    @ParameterizedTest
    @CsvSource({"pending, in_progress, true", "pending, done, false", "done, pending, false", "blocked, pending, true"})
    void a_move_that_is_not_foreseen_is_made_and_named(String from, String to, boolean foreseen) {
        list.apply("{\"op\":\"create\",\"task\":{\"id\":\"a\",\"status\":\"" + from + "\"}}");
        update("a", "\"status\":\"" + to + "\"", "agent");

        assertThat(list.task("a").orElseThrow().status().word()).isEqualTo(to);
        assertThat(problems().isEmpty()).isEqualTo(foreseen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"manual", "tracker", "git"})
    void what_people_and_trackers_do_is_no_problem(String source) {
        create("a", "");
        update("a", "\"status\":\"done\"", source);
        update("a", "\"status\":\"pending\"", source);
        update("a", "\"status\":\"review\"", source);
        list.apply("{\"op\":\"update\",\"id\":\"a\",\"changes\":{\"status\":\"done\"}}");

        assertThat(list.task("a").orElseThrow().status()).isEqualTo(TaskStatus.DONE);
        assertThat(problems()).isEmpty();
    }

    @Test
    void a_number_in_quotes_and_a_plain_date_count() {
        create("low", ",\"priority\":\"2\"");
        create("high", ",\"priority\":\" 5 \"");
        create("even", ",\"priority\":3.0");
        create("young", ",\"createdAt\":\"2026-01-02\"");
        create("old", ",\"createdAt\":\"2026-01-01\"");

        assertThat(problems()).isEmpty();
        assertThat(list.task("low").orElseThrow().priority()).isEqualTo(2);
        assertThat(list.task("high").orElseThrow().priority()).isEqualTo(5);
        assertThat(list.task("even").orElseThrow().priority()).isEqualTo(3);
        assertThat(list.task("old").orElseThrow().createdAt()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(next()).isEqualTo("high");
        assertThat(next("low", "high", "even")).isEqualTo("old");
    }

    @Test
    void a_priority_or_a_time_that_cannot_be_read_is_named_and_counts_as_none() {
        create("a", ",\"priority\":2.5");
        create("b", ",\"priority\":\"high\"");
        create("c", ",\"createdAt\":\"yesterday\"");
        update("a", "\"priority\":[1]");
        create("d", ",\"priority\":1e30");

        assertThat(list.all()).allMatch(task -> task.priority() == 0);
        assertThat(problems())
                .satisfiesExactly(
                        one -> assertThat(one)
                                .isEqualTo("1: gives a the priority 2.5, which is not a whole number: it counts as 0"),
                        two -> assertThat(two).startsWith("2: gives b the priority \"high\", which is not"),
                        three -> assertThat(three).startsWith("3: gives c the createdAt \"yesterday\", which is not"),
                        four -> assertThat(four).startsWith("4: gives a the priority [1], which is not"),
                        five -> assertThat(five).startsWith("5: gives d the priority "));
    }

    @Test
    void the_next_task_is_always_the_one_that_a_look_at_all_of_them_finds() {
        Random random = new Random(7);
        List<TaskStatus> statuses = List.of(TaskStatus.values());
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            String id = ids.isEmpty() || random.nextInt(4) == 0 ? "t" + i : ids.get(random.nextInt(ids.size()));
            if (!ids.contains(id)) {
                ids.add(id);
                create(id, ",\"priority\":" + random.nextInt(3));
            }
            String other = ids.get(random.nextInt(ids.size()));
            switch (random.nextInt(4)) {
                case 0 -> relate(id, random.nextBoolean() ? "blockedBy" : "blocks", other);
                case 1 ->
                    update(
                            id,
                            "\"status\":\""
                                    + statuses.get(random.nextInt(statuses.size()))
                                            .word() + "\"");
                case 2 -> update(id, "\"priority\":" + random.nextInt(5));
                default -> relate(id, random.nextBoolean() ? "parent" : "subtask", other);
            }
            assertThat(next()).as("after " + i).isEqualTo(slowly());
        }
    }

    /// As the specification's function does it.
    private @Nullable String slowly() {
        BacklogTask best = null;
        for (BacklogTask task : list.all()) {
            boolean open = task.status() == TaskStatus.PENDING || task.status() == TaskStatus.IN_PROGRESS;
            if (open && list.waitsFor(task).isEmpty() && (best == null || isBefore(task, best))) {
                best = task;
            }
        }
        return best == null ? null : best.id();
    }

    private static boolean isBefore(BacklogTask one, BacklogTask other) {
        if (one.status() != other.status()) {
            return one.status() == TaskStatus.IN_PROGRESS;
        }
        return one.priority() != other.priority() ? one.priority() > other.priority() : one.line() < other.line();
    }

    @Test
    void the_order_of_lines_of_different_tasks_does_not_matter_for_what_they_are() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Map<String, Object> task =
                    new LinkedHashMap<>(Map.of("id", "t" + i, "createdAt", "2026-01-01T00:00:0" + i % 10 + "Z"));
            lines.add(JsonText.of(Map.of("op", "create", "task", task)));
        }
        Collections.shuffle(lines, new Random(3));
        lines.forEach(list::apply);

        assertThat(new HashSet<>(list.all().stream().map(BacklogTask::id).toList()))
                .hasSize(50);
        assertThat(list.next(Set.of()).orElseThrow().createdAt()).hasToString("2026-01-01T00:00:00Z");
    }
}
