package dev.ralph.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A task in flight.
///
/// @param tries    how many pipelines it had
/// @param collided whether the work of one of them could not be merged
public record FlowTask(String name, int tries, boolean collided, Stand stand) {

    /// Where it stands.
    public sealed interface Stand {}

    /// For a slot, and for a pipeline.
    ///
    /// @param findings what its earlier pipeline ran into
    /// @param others   how many more tasks were ready with it at most
    public record Waiting(List<String> findings, int others) implements Stand {
        public Waiting {
            findings = List.copyOf(findings);
        }
    }

    /// Its pipeline holds a slot.
    public record Running(String pipeline) implements Stand {}

    /// Its pipeline holds no slot until the question is answered.
    public record Parked(String pipeline, String question) implements Stand {}

    /// Its pipeline gets the next free slot.
    public record Returning(String pipeline) implements Stand {}

    /// What its pipeline accepted is to be merged.
    public record Integrating(String pipeline) implements Stand {}

    public record Recording(TaskReason reason) implements Stand {}

    public record Syncing(TaskReason reason) implements Stand {}

    public record Learning(TaskReason reason) implements Stand {}

    /// Its open pipeline, null when it has none.
    public @Nullable String pipeline() {
        return switch (stand) {
            case Running running -> running.pipeline();
            case Parked parked -> parked.pipeline();
            case Returning returning -> returning.pipeline();
            case Waiting _, Integrating _, Recording _, Syncing _, Learning _ -> null;
        };
    }

    FlowTask in(Stand next) {
        return new FlowTask(name, tries, collided, next);
    }

    /// What comes after the step before; null when nothing does.
    @Nullable
    FlowTask next(TaskReason reason, List<FlowPlan.Step> steps) {
        if (stand instanceof Recording && steps.contains(FlowPlan.Step.SYNC)) {
            return in(new Syncing(reason));
        }
        return !(stand instanceof Learning) && steps.contains(FlowPlan.Step.LEARN) ? in(new Learning(reason)) : null;
    }
}
