package dev.ralph;

import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalView;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// How well specs correct themselves, by the journal: the figures of specification 000.
///
/// @param tasks that were worked on, the one that began first first
public record CorrectionMetrics(List<OfTask> tasks) {
    /// More of the failures than this should be corrected without a person.
    public static final double LEAST_CORRECTED = 0.9;

    /// Fewer corrections than this should be enough, on average.
    public static final double MOST_ATTEMPTS = 1.5;

    /// Fewer of the tasks than this should need a person.
    public static final double MOST_ESCALATED = 0.1;

    /// What happened to one task.
    ///
    /// @param spec        that it belongs to
    /// @param failures    the types of its failures, in their order
    /// @param corrections that were proposed, applied or not
    /// @param escalated   a person was asked because no correction was left
    /// @param done        it passed in the end
    public record OfTask(
            String spec,
            String task,
            List<String> failures,
            int corrections,
            boolean escalated,
            boolean done,
            Instant since) {
        public OfTask {
            failures = List.copyOf(failures);
        }

        /// Whether it failed, and passed without a person.
        public boolean healed() {
            return !failures.isEmpty() && done && !escalated;
        }
    }

    public CorrectionMetrics {
        tasks = List.copyOf(tasks);
    }

    static CorrectionMetrics of(JournalView journal) {
        Map<String, OfTask> all = new LinkedHashMap<>();
        for (StreamSummary stream :
                journal.streams(StreamQuery.ALL.of(StreamHead.Kind.PIPELINE)).reversed()) {
            List<PipelineEvent> events =
                    journal.events(StreamType.PIPELINE, stream.head().id());
            if (events.getFirst() instanceof PipelineEvent.PipelineStarted started
                    && started.plan().correction() != null) {
                OfTask one = of(stream, events);
                all.merge(one.task(), one, CorrectionMetrics::both);
            }
        }
        return new CorrectionMetrics(List.copyOf(all.values()));
    }

    private static OfTask of(StreamSummary stream, List<PipelineEvent> events) {
        PipelineState state = PipelineState.begin((PipelineEvent.PipelineStarted) events.getFirst());
        List<String> failures = new ArrayList<>();
        int corrections = 0;
        boolean escalated = false;
        for (PipelineEvent event : events.subList(1, events.size())) {
            if (event instanceof PipelineEvent.FailureClassified failed) {
                failures.add(failed.kind());
            }
            boolean proposed = event instanceof PipelineEvent.CorrectionApplied
                    || event instanceof PipelineEvent.CorrectionRefused;
            corrections += proposed ? 1 : 0;
            escalated |= state.decision() instanceof PipelineDecision.Ask ask
                    && ask.reason() instanceof PipelineReason.CorrectionsUsed;
            state = state.after(event);
        }
        escalated |= state.decision() instanceof PipelineDecision.Ask ask
                && ask.reason() instanceof PipelineReason.CorrectionsUsed;
        boolean done = state.decision() instanceof PipelineDecision.Ended ended
                && ended.reason() instanceof PipelineReason.StagesPassed;
        String task = stream.head().task();
        String spec = task.substring(0, Math.max(0, task.lastIndexOf('-')));
        return new OfTask(spec, task, failures, corrections, escalated, done, stream.startedAt());
    }

    private static OfTask both(OfTask first, OfTask later) {
        List<String> failures = new ArrayList<>(first.failures());
        failures.addAll(later.failures());
        return new OfTask(
                first.spec(),
                first.task(),
                failures,
                first.corrections() + later.corrections(),
                first.escalated() || later.escalated(),
                later.done(),
                first.since());
    }

    /// Those of one spec.
    public CorrectionMetrics of(String spec) {
        return new CorrectionMetrics(
                tasks.stream().filter(task -> task.spec().equals(spec)).toList());
    }

    public List<String> specs() {
        return tasks.stream().map(OfTask::spec).distinct().toList();
    }

    /// By the day on which their tasks began.
    public Map<LocalDate, CorrectionMetrics> byDay(ZoneId zone) {
        return tasks.stream()
                .collect(Collectors.groupingBy(
                        task -> LocalDate.ofInstant(task.since(), zone),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), CorrectionMetrics::new)));
    }

    private int count(Predicate<OfTask> which) {
        return (int) tasks.stream().filter(which).count();
    }

    /// How many tasks failed at least once.
    public int failed() {
        return count(task -> !task.failures().isEmpty());
    }

    public int healed() {
        return count(OfTask::healed);
    }

    public int escalated() {
        return count(OfTask::escalated);
    }

    /// The part of the tasks that failed, and are decided, which passed without a person; empty where there is none.
    public OptionalDouble selfCorrectionRate() {
        int decided =
                healed() + count(task -> task.escalated() && !task.failures().isEmpty());
        return decided == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) healed() / decided);
    }

    /// How many corrections a task needed that healed; empty where none did.
    public OptionalDouble averageAttempts() {
        ToIntFunction<OfTask> corrections = OfTask::corrections;
        return tasks.stream().filter(OfTask::healed).mapToInt(corrections).average();
    }

    /// The part of all tasks for which a person was asked; empty where there is none.
    public OptionalDouble escalationRate() {
        return tasks.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) escalated() / tasks.size());
    }

    /// How often each type of failure came.
    public Map<String, Integer> types() {
        Map<String, Integer> types = new TreeMap<>();
        tasks.forEach(task -> task.failures().forEach(type -> types.merge(type, 1, Integer::sum)));
        return types;
    }
}
