package dev.ralph.flow;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A task in flight.
///
/// @param tries    how many pipelines it had
/// @param collided whether the work of one of them could not be merged
/// @param limit    what all of them together may use up
/// @param used     by those that have ended, as far as anybody says
public record FlowTask(String name, int tries, boolean collided, Grant limit, Cost used, Stand stand) {
    private static final Cost UNUSED = Cost.NOTHING.said();

    static FlowTask picked(String name, Grant limit, Waiting first) {
        return new FlowTask(name, 0, false, limit, UNUSED, first);
    }

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

    /// The same task elsewhere.
    public FlowTask in(Stand next) {
        return new FlowTask(name, tries, collided, limit, used, next);
    }

    FlowTask opened(String pipeline) {
        return new FlowTask(name, tries + 1, collided, limit, used, new Running(pipeline));
    }

    FlowTask having(Cost more) {
        return new FlowTask(name, tries, collided, limit, used.plus(more.said()), stand);
    }

    FlowTask collidedWith(List<String> findings) {
        return new FlowTask(name, tries, true, limit, used, new Waiting(findings, 0));
    }

    /// In a new run.
    FlowTask anew(Grant next) {
        return new FlowTask(name, tries, collided, next, UNUSED, stand);
    }

    /// What another pipeline could use up.
    Grant left() {
        return limit.minus(used.outOf(limit));
    }

    /// What of its limit is used up; null where something of everything is left.
    @Nullable
    Reason usedUp() {
        Integer most = limit.attempts();
        if (most != null && used.attempts() >= most) {
            return new Reason.AttemptsUsed(most);
        }
        return Usage.over(limit, used.spent(), Objects.requireNonNullElse(used.time(), Duration.ZERO))
                .orElse(null);
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
