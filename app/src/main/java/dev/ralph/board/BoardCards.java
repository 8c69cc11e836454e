package dev.ralph.board;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.Profile;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.stage.StageTasks;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Makes the cards of a board of what the list of tasks and the journal say.
///
/// A task of several stages is in the lane of the stage whose turn it is. Any other is implemented while its agent
/// works, tested while its checks run, and reviewed while it waits for a person. What ended without success is to do.
public final class BoardCards {
    private final TaskList list;
    private final Map<String, String> texts;
    private final Predicate<StreamHead> runs;
    private final Map<String, Card.Question> questions;
    /// Of each task the stream that was begun last and is no stage; a job only where there is nothing else.
    private final Map<String, StreamSummary> last = new HashMap<>();
    /// Of each pipeline the loop that was begun last.
    private final Map<String, StreamSummary> stages = new HashMap<>();

    /// Where a task stands.
    private record CardState(
            Lane lane, Card.Mark mark, @Nullable String role, int iteration, int most, String words, Instant since) {
        static CardState of(Lane lane, Card.Mark mark, String words, Instant since) {
            return new CardState(lane, mark, null, 0, 0, words, since);
        }
    }

    /// @param texts     what tasks that are in no list are about, by their names
    /// @param runs      whether a process runs the machine of this head
    /// @param questions what streams ask, by their ids
    public BoardCards(
            TaskList list,
            Collection<StreamSummary> streams,
            Map<String, String> texts,
            Predicate<StreamHead> runs,
            Map<String, Card.Question> questions) {
        this.list = list;
        this.texts = texts;
        this.runs = runs;
        this.questions = questions;
        List<StreamSummary> inOrder = new ArrayList<>(streams);
        inOrder.sort(Comparator.comparing(StreamSummary::startedAt)
                .thenComparing(stream -> stream.head().id()));
        Map<String, StreamSummary> jobs = new HashMap<>();
        for (StreamSummary stream : inOrder) {
            StreamHead head = stream.head();
            if (head.isStage() && head.parent() != null) {
                stages.put(head.parent(), stream);
            } else if (head.isJob()) {
                jobs.put(head.task(), stream);
            } else if (head.kind() != StreamHead.Kind.FLOW) {
                last.put(head.task(), stream);
            }
        }
        jobs.forEach(last::putIfAbsent);
    }

    public List<Card> all() {
        Set<String> tasks = new TreeSet<>(texts.keySet());
        tasks.addAll(last.keySet());
        List<Card> cards = new ArrayList<>();
        for (BacklogTask task : list.all()) {
            tasks.remove(task.id());
            cards.add(card(task.id(), task.title(), listed(task), task.priority(), true));
        }
        for (String task : tasks) {
            StreamSummary stream = last.get(task);
            CardState standing = stream == null
                    ? CardState.of(Lane.TODO, Card.Mark.READY, "not begun", Instant.EPOCH)
                    : standing(stream);
            cards.add(card(task, texts.getOrDefault(task, ""), standing, 0, false));
        }
        return cards;
    }

    private Card card(String task, String title, CardState standing, long priority, boolean listed) {
        return new Card(
                task,
                title,
                standing.lane(),
                standing.mark(),
                standing.role(),
                standing.iteration(),
                standing.most(),
                standing.words(),
                priority,
                listed,
                standing.mark() == Card.Mark.ASKS ? question(task) : null,
                standing.since());
    }

    private Card.@Nullable Question question(String task) {
        StreamSummary stream = last.get(task);
        if (stream == null) {
            return null;
        }
        StreamSummary stage = stages.get(stream.head().id());
        Card.Question own = questions.get(stream.head().id());
        return own != null || stage == null ? own : questions.get(stage.head().id());
    }

    /// While it is worked on the journal knows best, and after that the list.
    private CardState listed(BacklogTask task) {
        StreamSummary stream = last.get(task.id());
        if (stream != null && !stream.ended()) {
            return standing(stream);
        }
        Instant since = stream == null ? task.createdAt() : stream.updatedAt();
        return switch (task.status()) {
            case DONE -> CardState.of(Lane.DONE, Card.Mark.DONE, "", since);
            case CANCELLED -> CardState.of(Lane.TODO, Card.Mark.STOPPED, TaskStatus.CANCELLED.word(), since);
            case REVIEW -> CardState.of(Lane.REVIEWING, Card.Mark.WAITS, "needs a review", since);
            case BLOCKED -> CardState.of(Lane.TODO, Card.Mark.BLOCKED, task.reason(), since);
            case IN_PROGRESS -> picked(stream, since);
            case PENDING, DISCOVERED -> {
                List<String> others = list.waitsFor(task);
                yield others.isEmpty()
                        ? pending(task, stream, since)
                        : CardState.of(Lane.TODO, Card.Mark.WAITS, "after " + String.join(", ", others), since);
            }
        };
    }

    /// Its work is about to be merged and recorded, or nobody is there to do so.
    private CardState picked(@Nullable StreamSummary stream, Instant since) {
        PipelineReason reason =
                stream != null && stream.detail() instanceof PipelineProgress pipeline ? pipeline.reason() : null;
        if (stream != null && reason != null && reason.outcome() == Outcome.CANCELLED) {
            return standing(stream);
        }
        if (stream != null && reason != null && reason.outcome() == Outcome.COMPLETED && runs.test(stream.head())) {
            return new CardState(Lane.REVIEWING, Card.Mark.WORKING, "merge", 0, 0, "its work is merged", since);
        }
        return CardState.of(Lane.IMPLEMENTING, Card.Mark.INTERRUPTED, "in progress, not running", since);
    }

    /// It was never tried, or was given back because it failed or somebody stopped it.
    private CardState pending(BacklogTask task, @Nullable StreamSummary stream, Instant since) {
        if (task.fields().get("metadata") instanceof Map<?, ?> metadata
                && metadata.get(StageTasks.FAILURE) instanceof Map<?, ?> failure) {
            String role = failure.get("stage") instanceof String stage ? stage : null;
            int used = failure.get("iterations_used") instanceof Long number ? (int) Math.min(number, 1 << 20) : 0;
            StreamSummary loop =
                    stream == null ? null : stages.get(stream.head().id());
            int most = loop == null ? used : Math.max(used, LoopSummary.of(loop).iterations());
            String why = failure.get("reason") instanceof String reason ? reason : "";
            return new CardState(Lane.TODO, Card.Mark.FAILED, role, used, most, why, since);
        }
        CardState before = stream == null ? null : standing(stream);
        return before != null && before.mark() == Card.Mark.STOPPED
                ? before
                : CardState.of(Lane.TODO, Card.Mark.READY, "", since);
    }

    private CardState standing(StreamSummary stream) {
        return stream.detail() instanceof PipelineProgress pipeline
                ? pipeline(stream, pipeline)
                : loop(LoopSummary.of(stream));
    }

    private CardState pipeline(StreamSummary stream, PipelineProgress pipeline) {
        StreamHead head = stream.head();
        StreamSummary stage = stages.get(head.id());
        LoopSummary loop = stage == null ? null : LoopSummary.of(stage);
        boolean staged = pipeline.stages() > 1 || Profile.of(head.profile()).hasStages();
        String role = staged ? pipeline.role() : null;
        int iteration = loop == null ? 0 : loop.iteration();
        int most = loop == null ? 0 : loop.iterations();
        PipelineReason reason = pipeline.reason();
        if (reason != null && stream.ended()) {
            String why = firstLine(Profile.of(head.profile()).wording().of(reason));
            return ended(reason.outcome(), role, iteration, most, why, stream.updatedAt());
        }
        Activity activity = loop == null || !loop.open() ? Activity.READY : loop.activity();
        boolean asks = (stream.parked() || activity == Activity.PARKED) && question(head.task()) != null;
        boolean running = runs.test(head) || (stage != null && runs.test(stage.head()));
        Card.Mark mark = mark(asks, pipeline.heldBy() != null, running, activity);
        Lane lane = role == null ? lane(mark, activity) : lane(role);
        return new CardState(lane, mark, role, iteration, most, words(mark, loop), stream.updatedAt());
    }

    /// What was answered waits for nobody but who runs it.
    private static Card.Mark mark(boolean asks, boolean held, boolean running, Activity activity) {
        if (asks) {
            return Card.Mark.ASKS;
        }
        if (held) {
            return Card.Mark.PAUSED;
        }
        if (!running) {
            return Card.Mark.INTERRUPTED;
        }
        return activity == Activity.LIMITED ? Card.Mark.LIMITED : Card.Mark.WORKING;
    }

    private CardState loop(LoopSummary loop) {
        Outcome outcome = loop.outcome();
        String role = loop.head().isJob() ? "job" : loop.head().role();
        if (outcome != null) {
            Reason reason = loop.reason();
            String why = reason == null
                    ? ""
                    : firstLine(Profile.of(loop.head().profile()).wording().of(reason));
            return ended(outcome, role, loop.iteration(), loop.iterations(), why, loop.updatedAt());
        }
        Activity activity = loop.activity();
        boolean running = runs.test(loop.head());
        if (!running && loop.attempts() == 0 && activity != Activity.PARKED) {
            return CardState.of(Lane.TODO, Card.Mark.READY, "not begun", loop.updatedAt());
        }
        boolean asks = activity == Activity.PARKED && question(loop.head().task()) != null;
        Card.Mark mark = mark(asks, activity == Activity.PAUSED, running, activity);
        return new CardState(
                lane(mark, activity),
                mark,
                role,
                loop.iteration(),
                loop.iterations(),
                words(mark, loop),
                loop.updatedAt());
    }

    private static CardState ended(
            Outcome outcome, @Nullable String role, int iteration, int most, String why, Instant since) {
        return switch (outcome) {
            case COMPLETED -> new CardState(Lane.DONE, Card.Mark.DONE, role, iteration, most, why, since);
            case STOPPED, CANCELLED -> new CardState(Lane.TODO, Card.Mark.STOPPED, role, iteration, most, why, since);
            case EXHAUSTED, FAILED, FATAL ->
                new CardState(Lane.TODO, Card.Mark.FAILED, role, iteration, most, why, since);
            case BLOCKED, WAITING, REJECTED ->
                new CardState(Lane.TODO, Card.Mark.BLOCKED, role, iteration, most, why, since);
        };
    }

    /// Of a stage, by its role: the last reviewer shares the lane of the others, and stages of the project's own are
    /// part of the work.
    private static Lane lane(String role) {
        return switch (role) {
            case "tester" -> Lane.TESTING;
            case "reviewer", "qa" -> Lane.REVIEWING;
            default -> Lane.IMPLEMENTING;
        };
    }

    private static Lane lane(Card.Mark mark, Activity activity) {
        if (mark == Card.Mark.ASKS || mark == Card.Mark.PAUSED) {
            return Lane.REVIEWING;
        }
        return switch (activity) {
            case CHECKING, REFUSING, KEEPING -> Lane.TESTING;
            case ASKING, PARKED, PAUSED -> Lane.REVIEWING;
            case READY, RESTING, LIMITED, RUNNING, AWAITING_CHILDREN -> Lane.IMPLEMENTING;
            case DISCARDING, STOPPING, FINISHING, ENDED -> Lane.IMPLEMENTING;
        };
    }

    private static String words(Card.Mark mark, @Nullable LoopSummary loop) {
        return switch (mark) {
            case INTERRUPTED ->
                loop != null && loop.activity() == Activity.PARKED ? "answered, not running" : "not running";
            case PAUSED -> "paused";
            case ASKS -> "waits for an answer";
            case WORKING, LIMITED ->
                loop == null || !loop.open()
                        ? ""
                        : Profile.of(loop.head().profile())
                                .wording()
                                .of(
                                        loop.activity(),
                                        loop.attempts(),
                                        loop.progress().until());
            case FAILED, BLOCKED, READY, WAITS, STOPPED, DONE -> "";
        };
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
