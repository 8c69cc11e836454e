package dev.ralph.stage;

import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.claim.ClaimRule;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import dev.ralph.verify.Check;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `execution.jsonl` in the folder of a task: a line for each iteration of its stages as specification 003 has it, with
/// what became of its promise. Made from the journal: a line that a crash kept from being written is written when the
/// loop continues, and none is written twice.
public final class ExecutionLog implements Projection {
    private final LoopPaths paths;
    private final Path file;
    private final Wording wording;
    private final Consumer<String> complaints;
    private final List<Map<String, @Nullable Object>> due = new ArrayList<>();
    private @Nullable Set<Long> written;
    private @Nullable LoopState state;
    private @Nullable Open open;
    private @Nullable BigDecimal before;
    private long seen;

    /// An attempt that has ended, and of which it is not known what becomes of its promise.
    ///
    /// @param promised whether the promise was found
    /// @param took     null where nobody knows
    /// @param remark   what is wrong with a promise that was not found, null where there was none
    private record Open(
            int attempt,
            int iteration,
            boolean promised,
            @Nullable Duration took,
            boolean timeout,
            Reason.@Nullable Refusal remark,
            @Nullable AttemptFailure failure) {
        static Open of(int attempt, AttemptReport report, LoopState now) {
            boolean timeout =
                    report.ended() == AttemptReport.Ended.TIMED_OUT || report.ended() == AttemptReport.Ended.HUNG;
            return new Open(
                    attempt,
                    now.iteration(),
                    report.signal() == Signal.PROMISE,
                    report.took(),
                    timeout,
                    report.statement() == null ? null : report.statement().remark(),
                    report.told());
        }
    }

    public ExecutionLog(LoopPaths paths, Wording wording, Consumer<String> complaints) {
        this.paths = paths;
        this.file = file(paths.layout().task(new TaskId(paths.head().task())));
        this.wording = wording;
        this.complaints = complaints;
    }

    /// Where the log of a task lies.
    public static Path file(TaskFolder task) {
        return task.path().resolve("execution.jsonl");
    }

    @Override
    public void follow(JournalEntry<Event> entry) {
        if (entry.seq() <= seen) { // the first one may be told twice
            return;
        }
        seen = entry.seq();
        LoopState last = state;
        Event event = entry.event();
        LoopState now = last == null ? LoopState.begin((Event.LoopStarted) event) : last.after(event);
        state = now;
        if (event instanceof Event.AttemptEnded ended) {
            open = Open.of(ended.attempt(), ended.report(), now);
        } else if (event instanceof Event.AttemptLost lost) {
            boolean promised = lost.signal() == Signal.PROMISE;
            open = new Open(lost.attempt(), now.iteration(), promised, null, false, null, new AttemptFailure.Lost());
        }
        Open ended = open;
        boolean undecided = now.phase() instanceof Phase.AwaitingChildren || now.phase() instanceof Phase.Checking;
        if (ended != null && !undecided) {
            open = null;
            due.add(line(ended, now, entry.at()));
        }
    }

    @Override
    public void show(LoopState now) {
        if (due.isEmpty()) {
            return;
        }
        try {
            Set<Long> known = written == null ? known() : written;
            written = known;
            for (Map<String, @Nullable Object> line : due) {
                if (line.get("attempt") instanceof Long attempt && known.add(attempt)) {
                    JsonLinesFile.append(file, line);
                }
            }
            due.clear();
        } catch (IOException unwritable) {
            complaints.accept(file + " cannot be written: " + FileErrorText.words(unwritable));
        }
    }

    private Set<Long> known() throws IOException {
        Set<Long> known = new HashSet<>();
        for (Map<String, @Nullable Object> line : JsonLinesFile.last(file)) {
            if (paths.head().id().equals(line.get("loop")) && line.get("attempt") instanceof Long attempt) {
                known.add(attempt);
            }
        }
        return known;
    }

    private Map<String, @Nullable Object> line(Open ended, LoopState now, Instant at) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("task_id", paths.head().task());
        line.put("stage", paths.head().role());
        line.put("ralph_iteration", (long) ended.iteration());
        line.put("ralph_max", (long) now.policy().limits().attempts());
        line.put("promise_found", ended.promised());
        line.put("continuing", continues(now));
        line.put("duration_ms", ended.took() == null ? null : ended.took().toMillis());
        line.put("verified", verified(ended, now));
        line.put("reason", reason(ended, now));
        line.put("details", details(ended, now));
        line.put("cost", cost(now));
        line.put("timeout", ended.timeout());
        line.put("loop", paths.head().id());
        line.put("attempt", (long) ended.attempt());
        line.put("timestamp", at.toString());
        return line;
    }

    /// Whether the work was accepted.
    private static boolean isAccepted(LoopState now) {
        return now.phase() instanceof Phase.Keeping
                || (now.phase() instanceof Phase.Finishing finishing
                        && finishing.reason().outcome() == Outcome.COMPLETED);
    }

    private static boolean isUsedUp(LoopState now) {
        return now.attempts() - now.usage().free() >= now.policy().limits().attempts();
    }

    private static boolean continues(LoopState now) {
        boolean once = now.policy().mode() == Policy.Mode.ONCE;
        return !once && !isUsedUp(now) && !isAccepted(now) && !(now.phase() instanceof Phase.Finishing);
    }

    /// Null where there is nothing to verify.
    private static @Nullable Boolean verified(Open ended, LoopState now) {
        if (!ended.promised()) {
            return ended.remark() == null ? null : Boolean.FALSE;
        }
        if (isAccepted(now)) {
            return isVerifying(now.policy());
        }
        return now.phase() instanceof Phase.Refusing ? Boolean.FALSE : null;
    }

    private static boolean isVerifying(Policy policy) {
        return policy.checks().stream().map(Check::of).anyMatch(Check.Claim.class::isInstance);
    }

    /// In the words of the specification, as far as it has any.
    private @Nullable String reason(Open ended, LoopState now) {
        if (isAccepted(now)) {
            String accepted = isVerifying(now.policy()) ? PromiseVerifier.VERIFIED : PromiseVerifier.TRUSTED;
            return ended.promised() ? accepted : null;
        }
        if (now.phase() instanceof Phase.Refusing refusing) {
            return refused(refusing.reason());
        }
        if (ended.remark() != null) {
            return PromiseVerifier.NOT_FOUND;
        }
        boolean last = isUsedUp(now) && now.policy().mode() == Policy.Mode.LOOP;
        return last && details(ended, now) == null ? StageTasks.EXHAUSTED : null;
    }

    private static String refused(Reason.Refusal refusal) {
        return switch (refusal) {
            case Reason.ChecksFailed failed ->
                failed.results().stream()
                        .map(result -> ClaimRule.named(result.rule()))
                        .flatMap(Stream::ofNullable)
                        .findFirst()
                        .map(PromiseVerifier::reason)
                        .orElse(PromiseVerifier.REFUSED);
            case Reason.WrongPromise _ -> PromiseVerifier.NOT_FOUND;
            case Reason.PromiseWithoutWork _ -> PromiseVerifier.REFUSED;
        };
    }

    /// What there is to say besides.
    private @Nullable String details(Open ended, LoopState now) {
        if (isAccepted(now)) {
            return null;
        }
        if (now.phase() instanceof Phase.Refusing refusing) {
            return wording.of(refusing.reason());
        }
        if (now.phase() instanceof Phase.Finishing finishing && !(finishing.reason() instanceof Reason.AttemptsUsed)) {
            return wording.of(finishing.reason());
        }
        if (ended.remark() != null) {
            return wording.of(ended.remark());
        }
        return ended.failure() == null ? null : wording.of(ended.failure());
    }

    /// Of this iteration, as far as anybody knows.
    private @Nullable BigDecimal cost(LoopState now) {
        BigDecimal all = now.cost().spent().dollars();
        BigDecimal used = before;
        before = all;
        return all == null || used == null ? all : all.subtract(used);
    }
}
