package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.budget.Cost;
import dev.ralph.config.Profile;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTask;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.store.JournalEntry;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What becomes of the tasks of a flow, and what a person reads of that when the flow has ended. It is told from the
/// journal's entries, as a [LoopStory] is.
final class FlowEnding {
    private static final int MOST_TASKS = 30;
    private static final int WIDEST_NAME = 24;

    private final Map<String, TaskEnd> tasks = new LinkedHashMap<>();
    private final Set<String> refused = new LinkedHashSet<>();

    /// What is known of one task.
    private static final class TaskEnd {
        /// By id.
        private final Map<String, LoopState> loops = new HashMap<>();
        private boolean checked;
        private String question = "";
        private @Nullable TaskReason reason;
        private @Nullable String commit;
        private @Nullable String pullRequest;

        Cost cost() {
            return loops.values().stream().map(LoopState::cost).reduce(Cost.NOTHING, Cost::plus);
        }

        int attempts() {
            return loops.values().stream().mapToInt(LoopState::attempts).sum();
        }

        boolean isDone() {
            return reason instanceof TaskReason.Done;
        }

        String words(Wording wording) {
            TaskReason why = reason;
            if (why == null) {
                return question.isEmpty() ? "not finished" : "asks: " + question;
            }
            return isDone()
                    ? "done in " + Amount.of(attempts(), "attempt")
                    : why.outcome().name().toLowerCase(Locale.ROOT) + " after " + Amount.of(attempts(), "attempt")
                            + ": " + wording.of(why);
        }
    }

    void hear(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        if (next instanceof FlowState state) {
            for (FlowTask task : state.tasks()) {
                TaskEnd known = of(task.name());
                known.reason = task.stand() instanceof FlowTask.Recording recording ? recording.reason() : known.reason;
            }
        }
        if (next instanceof LoopState state) {
            hear(head, state);
        }
        switch (entry.event()) {
            case FlowEvent.Integrated merged -> {
                of(merged.task()).commit = merged.commit();
                of(merged.task()).pullRequest = merged.pullRequest();
            }
            case PipelineEvent.Asked asked -> of(head.task()).question = asked.text();
            case PipelineEvent.Answered _ -> of(head.task()).question = "";
            case Event.AttemptEnded ended -> refused.addAll(LoopEnding.refused(ended.report()));
            case Event.ChecksEnded checks ->
                of(head.task()).checked |= !checks.verdict().results().isEmpty();
            case Event.WorkKept kept when kept.commit() != null -> of(head.task()).commit = kept.commit();
            default -> {}
        }
    }

    /// Where a loop of a task is, which may have begun before anybody listened.
    void hear(StreamHead loop, LoopState state) {
        of(loop.task()).loops.put(loop.id(), state);
    }

    void asks(String task, String question) {
        of(task).question = question;
    }

    private TaskEnd of(String task) {
        return tasks.computeIfAbsent(task, _ -> new TaskEnd());
    }

    void show(Console console, Ralph ralph, StreamHead flow) {
        if (tasks.isEmpty()) {
            return;
        }
        LoopEnding rows = new LoopEnding(console, ralph);
        Wording wording = Profile.of(flow.profile()).wording();
        console.say("");
        console.say(console.bold("What happened"));
        int left = Math.max(0, tasks.size() - MOST_TASKS);
        if (left > 0) {
            console.say(console.dim("  …  " + Amount.of(left, "earlier task") + ": ralph status"));
        }
        int widest = Math.min(
                WIDEST_NAME,
                tasks.keySet().stream().mapToInt(String::length).max().orElse(0));
        tasks.entrySet().stream().skip(left).forEach(task -> {
            TaskEnd end = task.getValue();
            String name = task.getKey()
                    + " ".repeat(Math.max(0, widest - task.getKey().length()));
            console.say("  " + name + "  " + Console.harmless(LoopEnding.firstLine(end.words(wording)))
                    + (end.attempts() == 0
                            ? ""
                            : console.dim("  " + CostLines.label(end.cost().spent()) + LoopEnding.cost(end.cost()))));
            if (end.isDone()) {
                work(end, ralph).ifPresent(work -> console.say("  " + " ".repeat(widest) + "  " + work));
            }
        });
        console.say("");
        tasks.entrySet().stream()
                .filter(task -> task.getValue().checked)
                .reduce((_, last) -> last)
                .ifPresent(task -> rows.row("receipts", "ralph receipts " + task.getKey()));
        rows.refused(List.copyOf(refused));
        rows.row("cost", LoopEnding.cost(cost()));
    }

    /// Where its work is, and how much it changed.
    private static Optional<String> work(TaskEnd end, Ralph ralph) {
        if (end.pullRequest != null) {
            return Optional.of("pull request " + Console.harmless(end.pullRequest));
        }
        String commit = end.commit;
        if (commit == null) {
            return Optional.empty();
        }
        List<String> changed = LoopEnding.summary(ralph, commit);
        return Optional.of("commit " + commit.substring(0, 10)
                + (changed.isEmpty()
                        ? ""
                        : ", " + Console.harmless(changed.getLast().strip())));
    }

    private Cost cost() {
        return tasks.values().stream().map(TaskEnd::cost).reduce(Cost.NOTHING, Cost::plus);
    }

    /// The task that failed last, to look at; empty where none did.
    Optional<String> failed() {
        return tasks.entrySet().stream()
                .filter(task -> task.getValue().reason != null
                        && task.getValue().attempts() > 0
                        && outcome(task.getValue()) != Outcome.COMPLETED
                        && outcome(task.getValue()) != Outcome.STOPPED)
                .map(Map.Entry::getKey)
                .reduce((_, last) -> last);
    }

    private static @Nullable Outcome outcome(TaskEnd end) {
        TaskReason reason = end.reason;
        return reason == null ? null : reason.outcome();
    }

    /// For a program.
    void fields(JsonOutput json, Wording wording) {
        json.arrayField(
                "tasks",
                () -> tasks.forEach((name, end) -> json.object(() -> {
                    json.field("task", name);
                    json.code("outcome", outcome(end));
                    json.field("message", end.words(wording));
                    json.field("attempts", end.attempts());
                    json.field("commit", end.isDone() ? end.commit : null);
                    json.field("pull_request", end.pullRequest);
                })));
        CostLines.fields(json, cost().spent());
    }
}
