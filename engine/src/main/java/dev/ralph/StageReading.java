package dev.ralph;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.Profile;
import dev.ralph.flow.FlowEvent;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.stage.ExecutionResult;
import dev.ralph.stage.StageMetadata;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Wording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the journal says of stages that tasks pass.
///
/// @param runs whether a process runs a flow
record StageReading(JournalView journal, Predicate<StreamHead> runs) {

    /// Those that are being worked on, by the names of their tasks.
    List<StageLoop> loops() {
        return journal.streams(StreamQuery.OPEN.of(StreamHead.Kind.PIPELINE)).stream()
                .filter(pipeline -> hasStages(pipeline) && !pipeline.parked() && isRunning(pipeline.head()))
                .map(this::loop)
                .sorted(Comparator.comparing(StageLoop::task))
                .toList();
    }

    /// Those that wait for an answer, the one that asked first first.
    ///
    /// @param open questions that nobody has answered
    List<StageLoop> waiting(List<Questions.Question> open) {
        List<StageLoop> waiting = new ArrayList<>();
        for (Questions.Question asked : open) {
            journal.stream(asked.stream())
                    .flatMap(stream -> stream.head().isStage()
                            ? journal.stream(String.valueOf(stream.head().parent()))
                            : Optional.of(stream))
                    .filter(stream -> stream.head().kind() == StreamHead.Kind.PIPELINE && hasStages(stream))
                    .map(pipeline -> asking(pipeline, asked.text()))
                    .ifPresent(waiting::add);
        }
        return waiting;
    }

    private StageLoop asking(StreamSummary pipeline, String question) {
        StageLoop at = loop(pipeline);
        return new StageLoop(at.task(), at.stage(), at.iteration(), at.maxIterations(), pipeline.updatedAt(), question);
    }

    private static boolean hasStages(StreamSummary stream) {
        return Profile.of(stream.head().profile()).hasStages();
    }

    private boolean isRunning(StreamHead pipeline) {
        String flow = pipeline.parent();
        return flow != null
                && journal.stream(flow).map(StreamSummary::head).filter(runs).isPresent();
    }

    /// Between two loops the one that is about to begin.
    private StageLoop loop(StreamSummary pipeline) {
        String id = pipeline.head().id();
        String task = pipeline.head().task();
        List<LoopSummary> open = journal.loops(StreamQuery.openBelow(id));
        if (!open.isEmpty()) {
            LoopSummary loop = open.getFirst();
            LoopState state = journal.state(loop.head().id());
            int most = state.policy().limits().attempts();
            String role = String.valueOf(loop.head().role());
            return new StageLoop(task, role, state.iteration(), most, loop.startedAt(), null);
        }
        PipelineState state = journal.state(StreamType.PIPELINE, id);
        PipelinePlan.Stage next = state.plan().stages().get(state.at());
        return new StageLoop(task, next.role(), 1, next.policy().limits().attempts(), pipeline.updatedAt(), null);
    }

    StageTask of(BacklogTask task) {
        List<StreamSummary> pipelines = journal
                .streams(StreamQuery.of(task.id()).of(StreamHead.Kind.PIPELINE))
                .stream()
                .filter(StageReading::hasStages)
                .toList()
                .reversed();
        List<StageTask.Pass> passes = new ArrayList<>();
        List<StageTask.Sent> sent = new ArrayList<>();
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        List<String> left = List.of();
        String pullRequest = null;
        for (StreamSummary pipeline : pipelines) {
            Map<String, String> roles = new LinkedHashMap<>();
            for (LoopSummary loop :
                    journal.loops(StreamQuery.below(pipeline.head().id())).reversed()) {
                LoopState state = journal.state(loop.head().id());
                String role = String.valueOf(loop.head().role());
                roles.put(loop.head().id(), role);
                passes.add(pass(role, loop, state));
                metadata.put("ralph", StageMetadata.of(role, state, loop.startedAt()));
            }
            journal.events(StreamType.PIPELINE, pipeline.head().id()).forEach(event -> {
                if (event instanceof PipelineEvent.StageEnded ended && ended.rejects()) {
                    sent.add(new StageTask.Sent(roles.getOrDefault(ended.loop(), "unknown"), ended.findings()));
                }
            });
            for (FlowEvent event : merge(pipeline.head())) {
                if (event instanceof FlowEvent.Conflicted conflicted) {
                    sent.add(new StageTask.Sent(StageTask.MERGE, conflicted.findings()));
                } else if (event instanceof FlowEvent.IntegrationFailed failed) {
                    sent.add(new StageTask.Sent(StageTask.MERGE, List.of(failed.words())));
                } else if (event instanceof FlowEvent.Integrated merged) {
                    left = merged.left();
                    pullRequest = merged.pullRequest() == null ? pullRequest : merged.pullRequest();
                }
            }
        }
        task.metadata().forEach(metadata::putIfAbsent); // anybody may have written `ralph` into the list
        Optional<StreamSummary> last = pipelines.isEmpty() ? Optional.empty() : Optional.of(pipelines.getLast());
        String stage = last.filter(pipeline -> !pipeline.ended())
                .map(pipeline -> ((PipelineProgress) pipeline.detail()).role())
                .orElse(null);
        boolean cancelled = last.flatMap(
                        pipeline -> Optional.ofNullable(((PipelineProgress) pipeline.detail()).reason()))
                .filter(reason -> reason.outcome() == Outcome.CANCELLED)
                .isPresent();
        String status = status(task, stage, cancelled);
        return new StageTask(task.id(), task.title(), status, stage, metadata, passes, sent, left, pullRequest);
    }

    /// What became of the work of a pipeline whose stages have passed, as its flow tells it.
    private List<FlowEvent> merge(StreamHead pipeline) {
        List<FlowEvent> merge = new ArrayList<>();
        boolean its = false;
        for (FlowEvent event : journal.events(StreamType.FLOW, String.valueOf(pipeline.parent()))) {
            if (event instanceof FlowEvent.PipelineOpened opened
                    && opened.head().task().equals(pipeline.task())) {
                its = opened.head().equals(pipeline);
            }
            String of = switch (event) {
                case FlowEvent.Conflicted not -> not.task();
                case FlowEvent.IntegrationFailed not -> not.task();
                case FlowEvent.Integrated merged -> merged.task();
                default -> "";
            };
            if (its && of.equals(pipeline.task())) {
                merge.add(event);
            }
        }
        return merge;
    }

    private static StageTask.Pass pass(String role, LoopSummary loop, LoopState state) {
        Wording wording = Profile.of(loop.head().profile()).wording();
        Outcome outcome = loop.outcome();
        Reason reason = loop.reason();
        List<String> issues = new ArrayList<>();
        if (outcome != null && reason instanceof Reason.AttemptsUsed used) {
            issues.add(ExecutionResult.exceeded(used.allowed()));
        } else if (outcome != null && outcome != Outcome.COMPLETED && reason != null) {
            issues.add(wording.of(reason));
        }
        return new StageTask.Pass(
                role,
                loop.head().id(),
                state.attempts() == 0 ? 0 : state.iteration(),
                state.policy().limits().attempts(),
                outcome,
                reason == null ? null : wording.of(reason),
                state.cost().spent().dollars(),
                issues);
    }

    /// In the words of specification 003. Whoever runs the flow next writes into the list what was cancelled meanwhile.
    private static String status(BacklogTask task, @Nullable String stage, boolean cancelled) {
        if (stage != null && !task.status().isOver()) {
            return switch (stage) {
                case "reviewer", "qa" -> "reviewing";
                case "tester" -> "testing";
                default -> "implementing";
            };
        }
        return switch (task.status()) {
            case DISCOVERED, PENDING, BLOCKED, REVIEW -> "todo";
            case IN_PROGRESS -> cancelled ? "todo" : "implementing";
            case DONE -> "done";
            case CANCELLED -> TaskStatus.CANCELLED.word();
        };
    }
}
