package dev.ralph;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskHistory;
import dev.ralph.backlog.TaskList;
import dev.ralph.budget.Spent;
import dev.ralph.config.Profile;
import dev.ralph.engine.AttemptCost;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.flow.FlowEvent;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What became of the last run, or of all since a time: what is proven, what is not, what it cost, what was learned.
///
/// @param name    of the run, or of its only task; null where it is about all since a time
/// @param waiting what needs a person, of these tasks
/// @param points  what had been used and done after each attempt and each task, in the order of time
/// @param odd     what was noticed meanwhile
/// @param remembered what agents of these tasks wanted remembered meanwhile
public record Report(
        @Nullable String name,
        Instant from,
        Instant to,
        List<Result> tasks,
        List<Attention> waiting,
        List<Point> points,
        List<TaskHistory.Noticed> odd,
        List<TaskHistory.Remembered> remembered) {

    public enum State {
        PROVEN,
        /// It is done by its agent's word alone.
        UNVERIFIED,
        BLOCKED,
        STOPPED,
        /// It runs, waits or was interrupted.
        OPEN
    }

    /// What became of one task.
    ///
    /// @param title    as the list has it; empty where it is not in one
    /// @param why      it is not done, or what of its work was not kept; empty where there is nothing to say
    /// @param commit   that holds the work, null where none does
    /// @param proof    what its last verdicts rest on
    /// @param altered  its receipts are not what was written
    /// @param time     how long agents ran
    public record Result(
            String task,
            String title,
            State state,
            String why,
            @Nullable String commit,
            List<Evidence> proof,
            boolean altered,
            int attempts,
            Duration time,
            Spent spent,
            Instant endedAt) {}

    /// @param done how many tasks are done by then
    public record Point(Instant at, Spent spent, Duration time, int done) {}

    public Spent spent() {
        return tasks.stream().map(Result::spent).reduce(Spent.NOTHING, Spent::plus);
    }

    /// How long agents ran.
    public Duration time() {
        return tasks.stream().map(Result::time).reduce(Duration.ZERO, Duration::plus);
    }

    public List<Result> in(State... states) {
        return tasks.stream()
                .filter(task -> Set.of(states).contains(task.state()))
                .toList();
    }

    /// @param since null for the last run
    static @Nullable Report of(Ralph ralph, @Nullable Instant since) throws IOException {
        List<Attention> inbox = ralph.inbox();
        try (JournalView journal = ralph.journal()) {
            List<StreamSummary> runs = journal.streams(StreamQuery.ALL).stream()
                    .filter(stream ->
                            stream.head().parent() == null && !stream.head().isJob())
                    .filter(stream -> since == null || !stream.updatedAt().isBefore(since))
                    .limit(since == null ? 1 : Long.MAX_VALUE)
                    .toList();
            if (runs.isEmpty()) {
                return null;
            }
            Building building = new Building(ralph, journal, ralph.tasks().look(), since);
            for (StreamSummary run : runs.reversed()) {
                building.add(run);
            }
            return building.report(since == null ? runs.getFirst().head().task() : null, inbox);
        }
    }

    /// Collects the parts of a report.
    private static final class Building {
        private final Ralph ralph;
        private final JournalView journal;
        private final TaskList list;
        private final @Nullable Instant since;
        private final Map<String, Result> tasks = new LinkedHashMap<>();
        private final List<Point> steps = new ArrayList<>();
        private @Nullable Instant from;
        private Instant to = Instant.EPOCH;

        Building(Ralph ralph, JournalView journal, TaskList list, @Nullable Instant since) {
            this.ralph = ralph;
            this.journal = journal;
            this.list = list;
            this.since = since;
        }

        void add(StreamSummary run) {
            spans(run);
            if (run.head().kind() == StreamHead.Kind.FLOW) {
                flow(run);
            } else if (run.head().kind() == StreamHead.Kind.LOOP) {
                LoopSummary loop = LoopSummary.of(run);
                Outcome outcome = loop.outcome();
                Reason reason = loop.reason();
                String why = reason == null
                        ? ""
                        : Profile.of(run.head().profile()).wording().of(reason);
                State state = outcome == Outcome.COMPLETED && reason instanceof Reason.Unverified
                        ? State.UNVERIFIED
                        : state(outcome);
                boolean done = state == State.PROVEN || state == State.UNVERIFIED;
                add(run.head().task(), state, done ? "" : why, null, List.of(loop), run.updatedAt());
            }
        }

        private void spans(StreamSummary run) {
            Instant begin = since != null && since.isAfter(run.startedAt()) ? since : run.startedAt();
            from = from == null || begin.isBefore(from) ? begin : from;
            to = run.updatedAt().isAfter(to) ? run.updatedAt() : to;
        }

        private void flow(StreamSummary run) {
            String id = run.head().id();
            Wording wording = Profile.of(run.head().profile()).wording();
            Map<String, FlowEvent> ends = new LinkedHashMap<>();
            for (FlowEvent event : journal.events(StreamType.FLOW, id)) {
                switch (event) {
                    case FlowEvent.TaskPicked picked -> ends.put(picked.task(), picked);
                    case FlowEvent.TaskRefused not -> ends.put(not.task(), not);
                    case FlowEvent.Integrated merged -> ends.put(merged.task(), merged);
                    case FlowEvent.Conflicted not -> ends.put(not.task(), not);
                    case FlowEvent.IntegrationFailed not -> ends.put(not.task(), not);
                    default -> {}
                }
            }
            Map<String, List<StreamSummary>> pipelines = journal.streams(StreamQuery.below(id)).reversed().stream()
                    .collect(Collectors.groupingBy(
                            stream -> stream.head().task(), LinkedHashMap::new, Collectors.toList()));
            ends.forEach((task, end) -> {
                List<StreamSummary> mine = pipelines.getOrDefault(task, List.of());
                Instant at = mine.isEmpty() ? run.updatedAt() : mine.getLast().updatedAt();
                if (since == null || !at.isBefore(since)) {
                    pipelines(task, end, mine, wording, at);
                }
            });
        }

        private void pipelines(String task, FlowEvent end, List<StreamSummary> pipelines, Wording wording, Instant at) {
            PipelineReason reason =
                    !pipelines.isEmpty() && pipelines.getLast().detail() instanceof PipelineProgress progress
                            ? progress.reason()
                            : null;
            List<LoopSummary> loops = pipelines.stream()
                    .flatMap(pipeline ->
                            journal.loops(StreamQuery.below(pipeline.head().id())).reversed().stream())
                    .toList();
            State state = state(reason == null ? null : reason.outcome());
            String why = reason == null || state == State.PROVEN ? "" : wording.of(reason);
            if (end instanceof FlowEvent.TaskRefused refused) {
                state = State.BLOCKED;
                why = "it was not begun: " + refused.words();
            } else if (state == State.PROVEN && end instanceof FlowEvent.Conflicted conflicted) {
                state = State.BLOCKED;
                why = "its work was not merged: " + String.join("; ", conflicted.findings());
            } else if (state == State.PROVEN && end instanceof FlowEvent.IntegrationFailed failed) {
                state = State.BLOCKED;
                why = "its work was not merged: " + failed.words();
            } else if (state == State.PROVEN
                    && !loops.isEmpty()
                    && loops.stream().allMatch(loop -> loop.reason() instanceof Reason.Unverified)) {
                state = State.UNVERIFIED;
            }
            if (end instanceof FlowEvent.Integrated merged && !merged.left().isEmpty()) {
                why = "not kept: " + String.join("; ", merged.left());
            }
            add(task, state, why, end instanceof FlowEvent.Integrated merged ? merged.commit() : null, loops, at);
        }

        private static State state(@Nullable Outcome outcome) {
            return switch (outcome) {
                case COMPLETED -> State.PROVEN;
                case EXHAUSTED, FAILED, FATAL, BLOCKED, WAITING, REJECTED -> State.BLOCKED;
                case STOPPED, CANCELLED -> State.STOPPED;
                case null -> State.OPEN;
            };
        }

        private void add(
                String task,
                State state,
                String why,
                @Nullable String merged,
                List<LoopSummary> loops,
                Instant endedAt) {
            boolean done = state == State.PROVEN || state == State.UNVERIFIED;
            Spent spent = Spent.NOTHING;
            Duration time = Duration.ZERO;
            int attempts = 0;
            for (LoopSummary loop : loops) {
                List<AttemptCost> costs = AttemptCost.of(List.of(loop), journal);
                for (AttemptSummary attempt : journal.attempts(loop.head().id())) {
                    Instant ended = attempt.endedAt();
                    Duration ran = Duration.between(attempt.startedAt(), ended == null ? attempt.startedAt() : ended);
                    Spent used = costs.stream()
                            .filter(cost -> cost.attempt() == attempt.attempt())
                            .map(AttemptCost::spent)
                            .reduce(Spent.NOTHING, Spent::plus);
                    spent = spent.plus(used);
                    time = time.plus(ran.isNegative() ? Duration.ZERO : ran);
                    attempts++;
                    steps.add(new Point(
                            ended == null ? attempt.startedAt() : ended,
                            used,
                            ran.isNegative() ? Duration.ZERO : ran,
                            0));
                }
            }
            String commit = merged;
            boolean altered = false;
            List<Evidence> proof = new ArrayList<>();
            for (LoopSummary loop : loops) {
                LoopReceipts book = LoopReceipts.read(ralph.layout(), journal, loop);
                commit = commit == null ? book.kept() : commit;
                altered |= !book.report().isIntact();
                if (!done || loop.outcome() == Outcome.COMPLETED) { // what failed before it was done proves nothing
                    proof.addAll(book.evidence());
                }
            }
            if (done) {
                steps.add(new Point(endedAt, Spent.NOTHING, Duration.ZERO, 1));
            }
            to = endedAt.isAfter(to) ? endedAt : to;
            tasks.put(
                    task,
                    new Result(
                            task,
                            list.task(task).map(BacklogTask::title).orElse(""),
                            altered && state == State.PROVEN ? State.UNVERIFIED : state,
                            why,
                            commit,
                            proof,
                            altered,
                            attempts,
                            time,
                            spent,
                            endedAt));
        }

        Report report(@Nullable String name, List<Attention> inbox) throws IOException {
            Instant begin = Objects.requireNonNull(from);
            TaskHistory history = ralph.learned();
            List<Point> points = new ArrayList<>(List.of(new Point(begin, Spent.NOTHING, Duration.ZERO, 0)));
            steps.sort(Comparator.comparing(Point::at));
            for (Point step : steps) {
                Point last = points.getLast();
                points.add(new Point(
                        step.at().isBefore(begin) ? begin : step.at(),
                        last.spent().plus(step.spent()),
                        last.time().plus(step.time()),
                        last.done() + step.done()));
            }
            return new Report(
                    name,
                    begin,
                    to,
                    List.copyOf(tasks.values()),
                    inbox.stream()
                            .filter(item -> tasks.containsKey(item.task()))
                            .toList(),
                    points,
                    history.noticed().stream()
                            .filter(seen -> isWithin(seen.at(), begin))
                            .toList(),
                    history.remembered().stream()
                            .filter(said -> tasks.containsKey(said.task()) && isWithin(said.at(), begin))
                            .toList());
        }

        private static boolean isWithin(String at, Instant from) {
            try {
                // Some write whole seconds.
                return !OffsetDateTime.parse(at).toInstant().isBefore(from.truncatedTo(ChronoUnit.SECONDS));
            } catch (DateTimeException unknown) {
                return false;
            }
        }
    }
}
