package dev.ralph.backlog;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.verify.Check;
import dev.ralph.wording.Wording;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows the events of a task's loop, and says what each iteration came to as soon as that is known: when the attempt
/// has ended, or, where it is to be checked, when the checks have.
public final class Iterations {
    private final Wording wording;
    private @Nullable Declaration declared;
    /// What the checks that passed say is there.
    private List<String> found = List.of();
    private @Nullable BigDecimal before;
    private Open open = Open.UNKNOWN;

    private enum Open {
        /// Nobody heard how the loop began.
        UNKNOWN,
        YES,
        NO
    }

    /// @param number    from 1, as its limit counts
    /// @param attempt   from 1, as folders and refs count
    /// @param cost      dollars, null where nobody knows
    /// @param costSoFar of the task
    public record Ended(
            int number,
            int attempt,
            IterationResult result,
            @Nullable BigDecimal cost,
            @Nullable BigDecimal costSoFar,
            Instant at) {}

    public Iterations(Wording wording) {
        this.wording = wording;
    }

    /// @param now what the loop is after the event
    /// @param at  when it happened
    public Optional<Ended> after(Event event, LoopState now, Instant at) {
        declared = switch (event) {
            case Event.AttemptStarted _ -> null;
            case Event.AttemptEnded ended -> ended.report().declared();
            case Event.AttemptLost lost -> lost.declared();
            default -> declared;
        };
        if (event instanceof Event.ChecksEnded checks && checks.verdict().passed()) {
            found = checks.verdict().results().stream()
                    .flatMap(Iterations::artifacts)
                    .toList();
        }
        if (event instanceof Event.AttemptStarted) {
            open = Open.YES;
        } else if (event instanceof Event.LoopStarted) {
            open = Open.NO;
        }
        boolean ends = event instanceof Event.LoopEnded ended && ended.outcome() != Outcome.COMPLETED;
        boolean may = open == Open.YES || (open == Open.UNKNOWN && now.attempts() > 0 && !ends);
        IterationResult result = may ? result(event, now) : null;
        if (result == null) {
            return Optional.empty();
        }
        open = Open.NO;
        BigDecimal all = now.cost().spent().dollars();
        BigDecimal used = before;
        before = all;
        BigDecimal cost = all == null || used == null ? all : all.subtract(used);
        return Optional.of(new Ended(now.iteration(), now.attempts(), result, cost, all, at));
    }

    /// What the agent names, then what the completion of the task does.
    private List<String> artifacts() {
        Stream<String> named = declared == null ? Stream.of() : declared.artifacts().stream();
        return Stream.concat(named, found.stream())
                .map(one -> one.startsWith("./") ? one.substring(2) : one)
                .distinct()
                .limit(Declaration.MOST_ARTIFACTS)
                .toList();
    }

    private static Stream<String> artifacts(Verdict.Result result) {
        Check check = Check.of(result.check());
        if (check instanceof Check.FileExists file) {
            return Stream.of(file.path());
        }
        return check instanceof Check.Validate
                ? result.output().lines().map(String::strip).filter(line -> !line.isEmpty())
                : Stream.of();
    }

    private @Nullable IterationResult result(Event event, LoopState now) {
        return switch (event) {
            case Event.AttemptEnded ended -> ended(ended.report(), now);
            case Event.AttemptLost _ ->
                now.phase() instanceof Phase.AwaitingChildren
                        ? null
                        : new IterationResult.Failed("Ralph died while it ran");
            case Event.ChecksEnded checks ->
                checks.verdict()
                        .refusal()
                        .<IterationResult>map(reason -> new IterationResult.Continue(wording.of(reason)))
                        .orElse(null);
            case Event.LoopEnded ended ->
                ended.outcome() == Outcome.COMPLETED
                        ? new IterationResult.Complete(artifacts())
                        : new IterationResult.Continue(wording.of(ended.reason()));
            default -> null;
        };
    }

    /// Null where checks, or nothing but the end of the loop, say how it went.
    private @Nullable IterationResult ended(AttemptReport report, LoopState now) {
        if (now.phase() instanceof Phase.AwaitingChildren) {
            return null;
        }
        if (now.phase() instanceof Phase.Finishing(Reason.GaveUp gaveUp)) {
            return new IterationResult.Blocked(gaveUp.blocker() == null ? wording.of(gaveUp) : gaveUp.blocker());
        }
        if (now.phase() instanceof Phase.Asking) {
            return new IterationResult.Continue("it asks a question");
        }
        return switch (report.ended()) {
            case FINISHED -> new IterationResult.Continue("it ended without saying that the task is done");
            case LIMITED -> new IterationResult.Continue("a limit of its provider");
            case ERRORED, TIMED_OUT, HUNG, KILLED ->
                new IterationResult.Failed(
                        report.told() == null ? "exit code " + report.code() : wording.of(report.told()));
        };
    }
}
