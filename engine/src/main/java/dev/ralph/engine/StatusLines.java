package dev.ralph.engine;

import dev.ralph.config.Profile;
import dev.ralph.flow.FlowProgress;
import dev.ralph.flow.FlowReason;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Outcome;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StatusLine;
import dev.ralph.store.StreamSummary;
import dev.ralph.wording.Wording;
import org.jspecify.annotations.Nullable;

/// What `ralph status` says of streams.
public final class StatusLines {
    /// Flows and the tasks in them are shown before anything else of the same name.
    private static final int FLOW = 2;

    private StatusLines() {}

    /// A job is shown only where its task has nothing else; of a task with stages its pipeline is.
    public static @Nullable StatusLine of(StreamSummary stream) {
        Wording wording = Profile.of(stream.head().profile()).wording();
        return switch (stream.detail()) {
            case PipelineProgress pipeline -> {
                PipelineReason reason = pipeline.reason();
                yield line(
                        stream,
                        state(pipeline.heldBy(), pipeline.role(), reason == null ? null : reason.outcome()),
                        pipeline.stage() + "/" + pipeline.stages(),
                        reason == null ? paused(pipeline.heldBy()) : wording.of(reason));
            }
            case FlowProgress flow -> {
                FlowReason reason = flow.reason();
                yield line(
                        stream,
                        state(flow.heldBy(), flow.inFlight() + " in flight", reason == null ? null : reason.outcome()),
                        flow.done() + "/" + (flow.done() + flow.failed() + flow.inFlight()),
                        reason == null ? paused(flow.heldBy()) : wording.of(reason));
            }
            default -> stream.head().isStage() ? null : of(LoopSummary.of(stream));
        };
    }

    private static String state(@Nullable String heldBy, String work, @Nullable Outcome end) {
        return end != null ? end.name() : heldBy != null ? "paused" : work;
    }

    private static String paused(@Nullable String by) {
        return by == null ? "" : "paused by " + by;
    }

    /// What a person calls its state: an open loop that no process runs was interrupted, if it had begun; a fork
    /// has not.
    public static StatusLine now(StatusLine line, Leases leases) {
        if (line.ended() || leases.whoHolds(line.lease()).isPresent()) {
            return line;
        }
        return new StatusLine(
                line.task(),
                line.stream(),
                line.rank(),
                line.lease(),
                false,
                line.rank() < FLOW && line.attempts().startsWith("0/") ? "not begun" : "interrupted",
                line.attempts(),
                line.updated(),
                line.reason());
    }

    private static StatusLine line(StreamSummary stream, String state, String count, String reason) {
        return new StatusLine(
                stream.head().task(),
                stream.head().id(),
                FLOW,
                Leases.key(stream.head()),
                stream.ended() || stream.parked(),
                stream.parked() ? "waits for an answer" : state,
                count,
                stream.updatedAt().toEpochMilli(),
                reason.lines().findFirst().orElse(""));
    }

    public static StatusLine of(LoopSummary loop) {
        Wording wording = Profile.of(loop.head().profile()).wording();
        Outcome outcome = loop.outcome();
        String reason = loop.reason() == null ? "" : wording.of(loop.reason());
        return new StatusLine(
                loop.head().task(),
                loop.head().id(),
                loop.head().isJob() ? 0 : 1,
                Leases.key(loop.head()),
                !loop.open() || loop.activity() == Activity.PARKED,
                outcome != null
                        ? outcome.name()
                        : wording.of(
                                loop.activity(),
                                loop.attempts(),
                                loop.progress().until()),
                loop.attempts() + "/" + loop.maxAttempts(),
                loop.updatedAt().toEpochMilli(),
                reason.lines().findFirst().orElse(""));
    }
}
