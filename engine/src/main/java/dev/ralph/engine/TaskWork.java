package dev.ralph.engine;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.flow.TaskFacts;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison;
import dev.ralph.json.JsonText;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.process.PlainText;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was done for one task of a flow, by the journal.
record TaskWork(EngineOptions options, Journal journal, LoopAssembler assembler, String flow, String task) {
    private static final TreeComparison.Size NOTHING = new TreeComparison.Size(0, 0);

    TaskFacts facts() {
        List<StreamSummary> pipelines =
                journal.streams(StreamQuery.below(flow, task)).reversed();
        if (pipelines.isEmpty()) { // its name may not even be one of a folder
            return TaskFacts.NOTHING;
        }
        List<LoopSummary> loops = pipelines.stream()
                .flatMap(pipeline -> assembler.stages(pipeline.head().id()).stream())
                .toList();
        Cost cost = Cost.NOTHING;
        Grant limit = Grant.UNBOUNDED;
        for (StreamSummary pipeline : pipelines) {
            PipelineState state = PipelineState.replay(
                    journal.events(StreamType.PIPELINE, pipeline.head().id()));
            cost = cost.plus(state.grants().cost());
            limit = limit.equals(Grant.UNBOUNDED) ? state.grants().limit() : limit; // the next ones have the rest
        }
        long iterations = loops.stream()
                .flatMap(loop -> journal.attempts(loop.head().id()).stream())
                .filter(attempt -> !attempt.isFree())
                .count();
        Set<Path> folders = new LinkedHashSet<>();
        folders.add(options.layout().task(new TaskId(task)).path());
        loops.forEach(loop -> folders.add(paths(loop.head()).task().path()));
        folders.removeIf(this::isLinked);
        TreeComparison.Size size =
                size(assembler.stages(pipelines.getLast().head().id()));
        return new TaskFacts(
                (int) iterations,
                Objects.requireNonNullElse(cost.time(), Duration.ZERO),
                cost.spent().dollars(),
                share(cost, limit),
                size.files(),
                size.lines(),
                loops.stream().anyMatch(this::isBetter),
                List.copyOf(folders),
                loops.isEmpty() ? null : said(loops.getLast()));
    }

    private @Nullable String said(LoopSummary loop) {
        boolean isText = journal.events(loop.head().id()).getFirst() instanceof Event.LoopStarted started
                && started.policy().agent().stream().equals(Policy.AgentCommand.TEXT);
        try {
            return isText ? null : PlainText.of(new LoopOutput(paths(loop.head()), journal, options).words());
        } catch (IOException gone) {
            return null; // what it printed is shown instead
        }
    }

    /// A link of an agent's could lead to a secret.
    private boolean isLinked(Path folder) {
        try {
            UnlinkedFiles.require(options.layout().tasks(), folder);
            return false;
        } catch (IOException link) {
            return true;
        }
    }

    private static double share(Cost cost, Grant limit) {
        BigDecimal dollars = cost.spent().dollars();
        BigDecimal most = limit.dollars();
        if (dollars != null && most != null && most.signum() > 0) {
            return dollars.divide(most, MathContext.DECIMAL32).doubleValue();
        }
        Duration time = cost.time();
        Duration longest = limit.time();
        return time == null || longest == null || longest.isZero() ? 0 : (double) time.toMillis() / longest.toMillis();
    }

    /// From what the first attempt of a pipeline began with to what its last one left: earlier ones may have begun
    /// before others were merged.
    private TreeComparison.Size size(List<LoopSummary> loops) {
        String before = null;
        String after = null;
        List<String> ours = List.of();
        for (LoopSummary loop : loops) {
            String id = loop.head().id();
            if (before == null && journal.events(id).getFirst() instanceof Event.LoopStarted started) {
                before = started.policy().proof().baseline();
                ours = started.policy().confinement().ours();
            }
            for (AttemptSummary attempt : journal.attempts(id)) {
                AttemptReport report = attempt.report();
                String left = report == null ? null : report.effect().commit();
                after = left == null ? after : left;
            }
        }
        if (before == null || after == null) {
            return NOTHING;
        }
        try {
            Optional<Repository> repository = Repository.at(options.project());
            return repository.isEmpty()
                    ? NOTHING
                    : repository.get().comparison().size(before, after, ours);
        } catch (IOException gone) {
            return NOTHING; // that an attempt cannot be compared any more keeps no task from being recorded
        }
    }

    /// Whether more checks pass than at first, or more tests than before.
    private boolean isBetter(LoopSummary loop) {
        long first = -1;
        for (Event event : journal.events(loop.head().id())) {
            if (event instanceof Event.ChecksTried tried) {
                first = tried.checks().stream()
                        .filter(check -> check.exitCode() == 0)
                        .count();
            } else if (event instanceof Event.ChecksEnded ended) {
                long passed = ended.verdict().results().stream()
                        .filter(Verdict.Result::passed)
                        .count();
                if (first >= 0 && passed > first) {
                    return true;
                }
                first = first < 0 ? passed : first;
            }
        }
        return LoopReceipts.read(options.layout(), journal, loop).receipts().stream()
                .map(stored -> stored.receipt().evidence().finding().tests())
                .filter(Objects::nonNull)
                .map(JsonText::object)
                .anyMatch(tests -> passed(tests.get("after")) > passed(tests.get("before")));
    }

    private static long passed(@Nullable Object sums) {
        return sums instanceof Map<?, ?> counts && counts.get("passed") instanceof Long passed ? passed : 0;
    }

    private LoopPaths paths(StreamHead of) {
        return new LoopPaths(options.layout(), options.project(), of);
    }
}
