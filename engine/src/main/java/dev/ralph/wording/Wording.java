package dev.ralph.wording;

import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Activity;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Usage;
import dev.ralph.loop.Verdict;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.session.SessionNotice;
import dev.ralph.signal.PromiseRule;
import dev.ralph.verify.Check;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The sentences of one profile. They are for reading: nothing is ever decided by one.
public interface Wording {

    /// Every allowed attempt was made.
    String attemptsUsed(int allowed);

    /// What lines about a loop begin with: a pattern of date and time.
    default String stamp() {
        return "'['yyyy-MM-dd HH:mm:ss'] '";
    }

    /// The last line of a loop that is exhausted.
    default String stopping(Reason reason) {
        return of(reason) + ", stopping";
    }

    /// What happened, for programs that show a message for a moment.
    ///
    /// @param state that the event led to
    default Optional<SessionNotice> notice(Event event, LoopState state) {
        return Optional.empty();
    }

    /// There is nothing to cancel; empty where that is a mistake.
    default Optional<SessionNotice> nothingRuns() {
        return Optional.empty();
    }

    default String of(Reason reason) {
        return switch (reason) {
            case Reason.Proven _ -> "every check passed";
            case Reason.Unverified _ -> "unverified: no check configured";
            case Reason.AttemptsUsed used -> attemptsUsed(used.allowed());
            case Reason.CapReached reached -> of(reached);
            case Reason.SameFailure same ->
                "the same failure " + inARow(same.times(), "time") + ": " + of(same.failure());
            case Reason.NoChange none -> inARow(none.attempts(), "attempt") + " changed nothing";
            case Reason.ProviderLimited limited ->
                "provider limit hit " + inARow(limited.times(), "time") + ": " + limited.words();
            case Reason.GaveUp gave ->
                "the agent says it cannot continue" + (gave.blocker() == null ? "" : ": " + gave.blocker());
            case Reason.AgentWaits waits -> "wait-without-restart by " + of(waits.signal());
            case Reason.AgentAsks asks -> asks.text();
            case Reason.StoppedBy stopped ->
                switch (stopped.kind()) {
                    case STOP -> "stopped by " + stopped.by();
                    case AFTER_ATTEMPT -> "stopped by " + stopped.by() + " after the attempt";
                    case CANCEL -> "cancelled by " + stopped.by();
                };
            case Reason.AttemptFailed failed -> of(failed.failure());
            case Reason.NoAgent none -> of(none.failure());
            case Reason.Rejected rejected -> "sent back: " + String.join("; ", rejected.findings());
            case Reason.ChecksFailed failed ->
                failed.results().stream().map(Wording::refusal).collect(Collectors.joining("\n\nAlso: "));
            case Reason.PromiseWithoutWork _ -> "The agent claimed to be done but changed nothing. Do the work first.";
            case Reason.WrongPromise wrong ->
                wrong.wanted() == null
                        ? "The promise '" + wrong.said() + "' does not count: put it alone on its line."
                        : "The promise must be '" + wrong.wanted() + "', not '" + wrong.said() + "'.";
            case Reason.Broken broken -> broken.words();
            case Reason.DoneIsFolder done ->
                "DONE is a directory: " + done.path()
                        + " must be a file to say that the task is done; remove the directory";
            case Reason.DiskFull full ->
                "less than " + Amount.ofBytes(full.least()) + " free on the disk of " + full.where()
                        + " or of its state (min_free_disk). Free some space";
            case Reason.CannotPrepare cannot ->
                cannot.failed() + (cannot.lastLine().isEmpty() ? "" : "; its last line: " + cannot.lastLine())
                        + ". Fix it, then: ralph run --task " + cannot.task();
            case Reason.CannotCheck cannot ->
                "check `" + Check.of(cannot.check()).title() + "` cannot run (exit " + cannot.exitCode() + ")"
                        + (cannot.lastLine().isEmpty() ? "" : ": " + cannot.lastLine())
                        + ". Fix it, then: ralph resume";
            case Reason.NotKept against -> "work not kept: " + against.words();
            case Reason.NotDiscarded against -> "work not discarded: " + against.words();
            case Reason.BranchMoves moves ->
                "work not kept: the branch moved " + Amount.of(moves.times(), "time")
                        + " while checks ran. Check again: ralph resume";
            case Reason.Questions asked ->
                String.join(". Also: ", asked.questions()) + (asked.othersPassed() ? " (all other checks passed)" : "");
        };
    }

    /// Why a task's pipeline ended.
    default String of(PipelineReason reason) {
        return switch (reason) {
            case PipelineReason.StagesPassed _ -> "every stage passed";
            case PipelineReason.StageFailed failed -> failed.role() + ": " + of(failed.reason());
            case PipelineReason.RejectionsUsed used ->
                used.role() + " rejected the work " + Amount.of(used.allowed() + 1, "time");
            case PipelineReason.Stalemate same ->
                same.role() + " reported the same finding " + Amount.of(same.times(), "time") + ": " + same.finding();
            case PipelineReason.CorrectionsUsed used ->
                used.role() + " still fails after " + Amount.of(used.allowed(), "correction");
            case PipelineReason.Checkpoint checkpoint -> checkpoint.words();
            case PipelineReason.GrantUsed used -> "the budget was used up before " + used.role();
            case PipelineReason.StoppedBy stopped -> of(new Reason.StoppedBy(stopped.kind(), stopped.by()));
            case PipelineReason.Broken broken -> broken.words();
        };
    }

    /// Why a flow is through with a task.
    default String of(TaskReason reason) {
        return switch (reason) {
            case TaskReason.Done _ -> "done";
            case TaskReason.PipelineFailed failed -> of(failed.reason());
            case TaskReason.LimitUsed used -> of(used.limit()) + " in " + Amount.of(used.tries(), "try", "tries");
            case TaskReason.ConflictsUsed used ->
                "not merged after " + Amount.of(used.tries(), "try", "tries")
                        + (used.limit() == null ? "" : ": " + of(used.limit()));
            case TaskReason.NotIntegrated not -> "not merged: " + not.words();
            case TaskReason.NotBegun not -> not.words();
            case TaskReason.NotAfforded _ -> "the run reached its limit";
            case TaskReason.FlowStopped _ -> "the run was stopped";
        };
    }

    default String of(FlowReason reason) {
        return switch (reason) {
            case FlowReason.AllDone all ->
                all.done() == 0
                        ? "no open tasks"
                        : all.done() == 1 ? "1 task is done" : "all " + all.done() + " tasks are done";
            case FlowReason.TasksUsed used -> "task limit (" + used.allowed() + ") reached";
            case FlowReason.GrantUsed _ -> "the budget of the run is used up";
            case FlowReason.TasksFailed some -> Amount.of(some.failed(), "task") + " failed";
            case FlowReason.TasksWait _ ->
                "the remaining tasks are blocked or wait for others. See: ralph inbox, ralph task list";
            case FlowReason.StoppedBy stopped -> of(new Reason.StoppedBy(stopped.kind(), stopped.by()));
            case FlowReason.Broken broken -> broken.words();
        };
    }

    private static String of(Reason.CapReached reached) {
        BigDecimal limit = reached.limit();
        BigDecimal used = reached.used();
        return switch (reached.cap()) {
            case TOKENS -> "token limit (" + whole(limit) + ") reached: " + whole(used) + " used";
            case DOLLARS -> "cost limit (" + money(limit) + ") reached: " + money(used) + " spent";
            case TIME -> "time limit (" + seconds(limit) + ") reached: agents ran for " + seconds(used);
            case OUTPUT -> "output limit (" + whole(limit) + " bytes) reached: " + whole(used) + " bytes printed";
            case DISK -> "disk limit (" + whole(limit) + " bytes) reached: " + whole(used) + " bytes added";
        };
    }

    private static String refusal(Verdict.Result result) {
        return against(result) + (result.output().isBlank() ? "" : "; its last output was:\n" + result.output());
    }

    /// What a check that did not pass has against the work.
    static String against(Verdict.Result result) {
        return result.reason() != null
                ? result.reason()
                : "check `" + Check.of(result.check()).title() + "` "
                        + (result.exitCode() < 0 ? "did not end in time" : "failed (exit " + result.exitCode() + ")");
    }

    default String of(AttemptFailure failure) {
        return switch (failure) {
            case AttemptFailure.ExitCode(int code) -> "exit code " + code + usually(code);
            case AttemptFailure.Killed(int signal) -> "killed by signal " + signal + usually(128 + signal);
            case AttemptFailure.TimedOut timedOut -> "agent timeout: " + over(timedOut);
            case AttemptFailure.OverCap(Reason.Cap cap, BigDecimal allowed) ->
                "ended because it "
                        + switch (cap) {
                            case TOKENS -> "used more than " + whole(allowed) + " tokens";
                            case DOLLARS -> "cost more than " + money(allowed);
                            case TIME -> "ran for more than " + seconds(allowed);
                            case OUTPUT -> "printed more than " + whole(allowed) + " bytes";
                            case DISK -> "added more than " + Amount.ofBytes(allowed.longValue()) + " to the project";
                        };
            case AttemptFailure.DiskFull(long least) ->
                "ended because less than " + Amount.ofBytes(least) + " was free (min_free_disk)";
            case AttemptFailure.AwaitedProvider _ -> "waited for the provider's limit";
            case AttemptFailure.Stopped _ -> "stopped";
            case AttemptFailure.Lost _ -> "Ralph was killed during the attempt";
            case AttemptFailure.DoneIsFolder(String path) -> of(new Reason.DoneIsFolder(path));
            case AttemptFailure.Told(String words) -> words;
        };
    }

    private static String over(AttemptFailure.TimedOut timedOut) {
        Duration limit = timedOut.limit();
        String time = limit == null ? "its limit" : DurationText.format(limit);
        return switch (timedOut.timer()) {
            case SILENCE -> "no output for " + time;
            case ATTEMPT -> "ran longer than " + time;
            case LOOP -> "ran longer than the loop's time limit allows (max_time)";
        };
    }

    /// What exit codes usually mean; a shell adds 128 to the number of a signal.
    private static String usually(int code) {
        return switch (code) {
            case 1 -> " (general failure)";
            case 2 -> " (wrong usage)";
            case 126 -> " (not permitted to run)";
            case 127 -> " (program not found)";
            case 130 -> " (interrupted)";
            case 134 -> " (aborted)";
            case 137 -> " (out of memory?)";
            case 139 -> " (invalid memory access)";
            case 143 -> " (terminated)";
            default -> "";
        };
    }

    default String of(Signal signal) {
        return switch (signal) {
            case DONE -> "DONE file";
            case PROMISE -> "promise";
            case GAVE_UP -> "the agent's word that it cannot continue";
            case ENDED -> "end of the attempt";
            case WAIT_EXIT -> "exit code 42";
            case WAIT_MESSAGE -> "bus message wait_without_restart";
            case WAIT_MARKER -> "WAIT_WITHOUT_RESTART file";
        };
    }

    default String of(Event.SignalRefused refused) {
        return refused.keptAs().isEmpty()
                ? "completion not accepted"
                : "DONE not accepted, kept as " + refused.keptAs();
    }

    static String of(Event.TermsChanged changed) {
        PromiseRule promise = changed.promise();
        return Amount.of(changed.attempts(), "attempt") + " allowed"
                + (promise == null ? "" : " until <promise>" + promise.promise() + "</promise>") + ", changed by "
                + changed.by();
    }

    /// What a loop is doing.
    ///
    /// @param attempt the last one
    /// @param until   how long it waits, null where that is not known
    default String of(Activity activity, int attempt, @Nullable Instant until) {
        return switch (activity) {
            case READY -> "ready";
            case PAUSED -> "paused";
            case RESTING -> "resting";
            case LIMITED -> "waiting until " + until;
            case RUNNING -> "running attempt " + attempt;
            case AWAITING_CHILDREN -> "waiting for children";
            case CHECKING -> "checking";
            case REFUSING -> "rejecting the work";
            case KEEPING -> "keeping work";
            case DISCARDING -> "discarding work";
            case ASKING -> "asking";
            case PARKED -> "waits for an answer";
            case STOPPING -> "stopping";
            case FINISHING -> "finishing";
            case ENDED -> "ended";
        };
    }

    default String of(Usage.Unpriced unpriced) {
        String agent = unpriced.agent() == null ? "the agent" : unpriced.agent();
        String so = ", so the " + money(unpriced.limit()) + " limit does not apply. ";
        if (unpriced.models().isEmpty()) {
            return "Cost unknown: " + agent + " does not say what it uses" + so
                    + "--max-restarts, --timeout and --max-time still do.";
        }
        return unpriced.models().contains(Spent.UNNAMED)
                ? "Cost unknown: " + agent + " did not name its model" + so + "Set --model or --max-tokens."
                : "Cost unknown: no price for " + String.join(", ", unpriced.models()) + so
                        + "Give prices with --prices (docs/prices.md), or set --max-tokens.";
    }

    /// `used all 10 attempts`.
    static String usedAll(int allowed, String noun) {
        return "used " + (allowed == 1 ? "its only " + noun : "all " + Amount.of(allowed, noun));
    }

    /// `1 time`, `2 times in a row`.
    private static String inARow(int times, String noun) {
        return Amount.of(times, noun) + (times == 1 ? "" : " in a row");
    }

    private static String whole(BigDecimal amount) {
        return amount.toPlainString();
    }

    /// With cents, and with as many digits more as it has.
    private static String money(BigDecimal dollars) {
        BigDecimal plain = dollars.stripTrailingZeros();
        return "$" + (plain.scale() < 2 ? plain.setScale(2) : plain).toPlainString();
    }

    private static String seconds(BigDecimal time) {
        return DurationText.format(Duration.ofSeconds(time.longValue()));
    }
}
