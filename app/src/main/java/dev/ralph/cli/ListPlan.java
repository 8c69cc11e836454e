package dev.ralph.cli;

import dev.ralph.Plan;
import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.SettingKeys;
import dev.ralph.flow.FlowTasks;
import dev.ralph.json.JsonText;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a run over the task list would do: with what, in which order, and what it would leave.
///
/// @param next in the order in which they would be taken if each were done
/// @param left    the others that are not over
/// @param refused those that nobody can work on, and why
/// @param only    ids of those that are wanted; none for all
record ListPlan(
        List<BacklogTask> next,
        List<BacklogTask> left,
        Map<String, String> refused,
        TaskList before,
        List<String> only) {
    private static final int MOST_WARNINGS = 10;

    /// @param tasks as the run would work on them
    static ListPlan of(Ralph ralph, Plan plan, FlowTasks tasks) throws IOException {
        TaskFile file = ralph.tasks();
        TaskList later = new TaskFile(file.path()).look(); // a copy of its own
        int most = plan.settings().value(SettingKeys.MAX_TASKS);
        Map<String, String> refused = new LinkedHashMap<>();
        List<BacklogTask> next = new ArrayList<>();
        List<String> only = plan.settings().value(SettingKeys.ONLY);
        Set<String> others = later.all().stream()
                .map(BacklogTask::id)
                .filter(id -> !only.isEmpty() && !only.contains(id))
                .collect(Collectors.toSet());
        for (Optional<BacklogTask> task = later.next(others);
                task.isPresent() && next.size() < most;
                task = later.next(others)) {
            String against = tasks.against(task.get().id());
            if (against == null) {
                next.add(task.get());
            } else {
                refused.put(task.get().id(), against);
            }
            later.apply(JsonText.of(Map.of(
                    "op",
                    "update",
                    "id",
                    task.get().id(),
                    "changes",
                    Map.of("status", (against == null ? TaskStatus.DONE : TaskStatus.BLOCKED).word()))));
        }
        TaskList now = file.look();
        List<BacklogTask> left = now.all().stream()
                .filter(task -> !task.status().isOver()
                        && next.stream().noneMatch(other -> other.id().equals(task.id())))
                .toList();
        return new ListPlan(next, left, refused, now, only);
    }

    void show(Console console) {
        if (console.json()) {
            json(console);
            return;
        }
        console.say("");
        if (next.isEmpty()) {
            console.say("no task is ready");
        }
        for (int i = 0; i < next.size(); i++) {
            BacklogTask task = next.get(i);
            console.say(Console.harmless((i + 1) + ". " + task.id() + ": " + task.title()));
        }
        if (!left.isEmpty()) {
            console.say("");
            console.say("not now: " + Amount.of(left.size(), "task"));
            left.forEach(task ->
                    console.say(Console.harmless("   " + task.id() + ": " + task.title() + " (" + why(task) + ")")));
        }
        warn(console, before.problems());
    }

    /// What is odd about the lines of the list.
    static void warn(Console console, List<TaskList.Problem> problems) {
        problems.stream()
                .limit(MOST_WARNINGS)
                .forEach(problem ->
                        console.warn(Console.harmless("tasks.jsonl:" + problem.line() + ": " + problem.words())));
        if (problems.size() > MOST_WARNINGS) {
            console.warn("tasks.jsonl: " + (problems.size() - MOST_WARNINGS) + " more warnings");
        }
    }

    private String why(BacklogTask task) {
        String against = refused.get(task.id());
        if (against != null) {
            return "would be blocked: " + against;
        }
        if (task.status() != TaskStatus.PENDING && task.status() != TaskStatus.IN_PROGRESS) {
            return task.status().word() + (task.reason().isEmpty() ? "" : ": " + task.reason());
        }
        if (!only.isEmpty() && !only.contains(task.id())) {
            return "not in --only";
        }
        List<String> waits = before.waitsFor(task);
        return waits.isEmpty() ? "beyond --max-tasks" : "waits for " + String.join(", ", waits);
    }

    private void json(Console console) {
        console.object(json -> {
            json.field("type", "tasks");
            json.objects("next", next, task -> task(json, task, null));
            json.objects("left", left, task -> task(json, task, why(task)));
        });
    }

    private static void task(JsonOutput json, BacklogTask task, @Nullable String why) {
        json.field("task", task.id());
        json.field("title", task.title());
        json.field("state", task.status().word());
        json.field("priority", task.priority());
        json.field("why", why);
    }
}
