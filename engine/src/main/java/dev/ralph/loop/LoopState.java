package dev.ralph.loop;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Grant;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Phase.*;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The heart promises:
/// 1. The decision follows from the state alone; replaying the same events gives the same decision.
/// 2. N allowed attempts mean at most N executions, and a signal left by the last one still counts.
/// 3. After a stop request no attempt, check or commit is started.
/// 4. COMPLETED needs a signal, or the exit code 0 of an attempt where that counts, and then that every check passed.
/// 5. An ended loop stays ended until somebody resumes it.
/// 6. An attempt that a provider's limit ended uses up none of the allowed ones, and the wait for the limit is not
///    endless: so often in a row, and the loop is BLOCKED.
/// 7. No attempt is started once a cap of the loop is reached; an answer may bring a lower one.
/// 8. A parked loop starts nothing until the answer to its question, which the next attempt is told, or a stop request.
/// 9. An attempt that sends the work back ends a loop that may do so as REJECTED, whatever else it said; nothing of it
///    is checked or kept. No other loop ends so.
///
/// @param attempts attempts started so far, lost ones included
/// @param refusal  why the last signal was not believed
/// @param failure  the last failure, and how often in a row it came
/// @param children what became of the children after the last signal, null when nobody looked yet
/// @param basis    whose work there is
/// @param answers  what people answered to agents, the last ones: later attempts are told
/// @param held     somebody asked that no further attempt starts; what an attempt left is still checked and kept
/// @param leave    stop once the running attempt has ended, null when nobody asked
/// @param chain    which agent works
/// @param usage    what was used up
public record LoopState(
        Policy policy,
        Phase phase,
        int attempts,
        Reason.@Nullable Refusal refusal,
        RepeatedFailure failure,
        @Nullable ChildrenEnded children,
        Basis basis,
        List<Answer> answers,
        boolean held,
        @Nullable StopRequested leave,
        AgentChain chain,
        Usage usage)
        implements State<LoopState, Event, Decision> {
    /// More would fill the prompt with what an agent has long made use of.
    private static final int MOST_ANSWERS = 10;

    /// @param before the attempt whose work the last one began with, 0 for none
    /// @param now    the attempt whose work there is
    public record Basis(int before, int now) {}

    /// What a person said.
    ///
    /// @param question what the agent had asked, null where it had not
    public record Answer(@Nullable String question, String text) {}

    public static LoopState begin(LoopStarted started) {
        Policy policy = started.policy();
        AgentChain chain = AgentChain.of(policy.agents().size());
        return new LoopState(
                policy,
                new Ready(false),
                0,
                null,
                RepeatedFailure.NONE,
                null,
                new Basis(0, 0),
                List.of(),
                false,
                null,
                chain,
                Usage.NOTHING);
    }

    /// Recovery: the state after all of a loop's events.
    public static LoopState replay(List<Event> events) {
        if (events.isEmpty() || !(events.getFirst() instanceof LoopStarted started)) {
            throw new IllegalEvent("a journal begins with LoopStarted, but this one "
                    + (events.isEmpty() ? "is empty" : "begins with " + events.getFirst()));
        }
        LoopState state = begin(started);
        for (Event event : events.subList(1, events.size())) {
            state = state.after(event);
        }
        return state;
    }

    @Override
    public Decision decision() {
        return switch (phase) {
            case Ready _ when held -> new Decision.Hold();
            case Ready _ when isUsedUp() -> new Decision.LookAgain();
            case Ready ready ->
                new Decision.StartAttempt(
                        attempts + 1, refusal, thrownAway(), answers, ready.clearWait(), assignment());
            case Resting resting -> new Decision.Rest(resting.until(), delay());
            case Limited limited ->
                new Decision.WaitForLimit(limited.until(), Duration.between(limited.since(), limited.until()));
            case Running running -> new Decision.AttendAttempt(running.attempt(), running.done(), running.endBy());
            case AwaitingChildren _ -> new Decision.AwaitChildren(policy.pace().childWait());
            case Checking _ -> new Decision.RunChecks(attempts);
            case Refusing _ -> new Decision.RefuseSignal(attempts);
            case Keeping _ -> new Decision.KeepWork(attempts);
            case Discarding _ -> new Decision.DiscardWork(attempts, basis.before());
            case Asking asking -> new Decision.Ask(attempts, asking.signal());
            case Parked parked -> new Decision.AwaitAnswer(parked.question());
            case Stopping stopping -> new Decision.EndAttempt(stopping.attempt(), stopping.kind());
            case Finishing finishing -> new Decision.Finish(finishing.reason());
            case Ended ended -> new Decision.Ended(ended.reason());
        };
    }

    @Override
    public LoopState after(Event event) {
        return switch (event) {
            case LoopStarted _ -> throw new IllegalEvent(phase, event);
            case LoopResumed resumed -> new AfterResume(this, resumed).next();
            case AttemptStarted started -> afterStarted(started);
            case AttemptTimedOut timedOut -> isRunning(timedOut.attempt()) ? this : illegal(event);
            case AttemptEnded ended -> afterEnded(ended);
            case AttemptLost lost -> afterLost(lost);
            case SignalSeen seen -> afterSignal(seen);
            case AgentFinished finished -> afterFinished(finished);
            case NothingSeen _ -> afterNothing(event);
            case RestEnded _ -> afterRest(event);
            case LimitEnded ended -> afterLimit(ended);
            case ChildrenEnded ended -> new AfterSignal(this).after(ended);
            case ChecksEnded checks -> new AfterSignal(this).after(checks);
            case SignalRefused refused -> new AfterSignal(this).after(refused);
            case BranchMoved moved -> new AfterSignal(this).after(moved);
            case WorkKept kept -> new AfterSignal(this).after(kept);
            case WorkDiscarded discarded -> afterDiscarded(discarded);
            case Asked asked -> afterAsked(asked);
            case Answered answered -> afterAnswered(answered);
            case ChecksTried tried -> afterTried(tried);
            case Told told -> afterTold(told);
            case Held _ -> isOver() ? illegal(event) : hold(true);
            case Released _ -> isOver() ? illegal(event) : hold(false);
            case TermsChanged changed -> isOver() ? illegal(event) : under(changed.in(policy));
            case StopRequested stop -> afterStop(stop);
            case TroubleFound trouble -> afterTrouble(trouble);
            case LoopEnded ended -> afterLoopEnded(ended);
        };
    }

    /// Why there is nothing left of the attempt before.
    private @Nullable AttemptFailure thrownAway() {
        return policy.onRefusal() == Policy.OnRefusal.KEEP ? null : failure.what();
    }

    /// Which of the allowed attempts the last one was, from 1: one that a provider's limit ended counts for none.
    public int iteration() {
        return Math.max(1, attempts - usage.free());
    }

    /// Which cap of the loop is reached; empty when none is.
    public Optional<Reason.CapReached> over() {
        return usage.over(policy.limits().caps());
    }

    /// What it has cost so far, as far as anybody knows.
    public Cost cost() {
        return usage.cost(Math.max(0, attempts - usage.free()));
    }

    public Activity activity() {
        return switch (phase) {
            case Ready _ -> held ? Activity.PAUSED : Activity.READY;
            case Resting _ -> Activity.RESTING;
            case Limited _ -> Activity.LIMITED;
            case Running _ -> Activity.RUNNING;
            case AwaitingChildren _ -> Activity.AWAITING_CHILDREN;
            case Checking _ -> Activity.CHECKING;
            case Refusing _ -> Activity.REFUSING;
            case Keeping _ -> Activity.KEEPING;
            case Discarding _ -> Activity.DISCARDING;
            case Asking _ -> Activity.ASKING;
            case Parked _ -> Activity.PARKED;
            case Stopping _ -> Activity.STOPPING;
            case Finishing _ -> Activity.FINISHING;
            case Ended _ -> Activity.ENDED;
        };
    }

    /// Until when it waits for a provider's limit; null when it does not.
    public @Nullable Instant until() {
        return phase instanceof Limited limited ? limited.until() : null;
    }

    /// Why it ended, or is about to; while it goes on, the last failure or refusal. Null when there was none.
    public @Nullable Reason reason() {
        return switch (phase) {
            case Ended ended -> ended.reason();
            case Finishing finishing -> finishing.reason();
            case Refusing refusing -> refusing.reason();
            case Discarding discarding -> in(discarding.then()).reason();
            case Asking(Signal signal) ->
                signal == null ? new Reason.NoChange(usage.unmoved()) : new Reason.AgentWaits(signal);
            case Parked parked -> new Reason.AgentAsks(parked.question(), parked.text());
            case Limited limited -> new Reason.AttemptFailed(limited.why());
            case Ready _, Resting _, Running _, AwaitingChildren _, Checking _, Keeping _, Stopping _ ->
                failure.what() == null ? refusal : new Reason.AttemptFailed(failure.what());
        };
    }

    @Override
    public boolean hasEnded() {
        return phase instanceof Ended;
    }

    @Override
    public boolean isParked() {
        return phase instanceof Parked;
    }

    /// What happened between two attempts: the next one begins by looking and by preparing a folder. A request may not
    /// wait: the world forgets it only when it is told, and would say it again and again.
    @Override
    public boolean mayWait(Event last) {
        return decision() instanceof Decision.StartAttempt
                && switch (last) {
                    case AttemptEnded _, AttemptLost _, RestEnded _, SignalRefused _ -> true;
                    case LoopStarted _, LoopResumed _, LoopEnded _, AttemptStarted _ -> false;
                    case SignalSeen _, AgentFinished _, NothingSeen _, ChildrenEnded _, LimitEnded _ -> false;
                    case ChecksEnded _, BranchMoved _, WorkKept _, TroubleFound _, AttemptTimedOut _ -> false;
                    case Held _, Released _, StopRequested _, TermsChanged _ -> false;
                    case WorkDiscarded _, Asked _, Answered _, ChecksTried _, Told _ -> false;
                };
    }

    private LoopState afterTried(ChecksTried tried) {
        if (!(phase instanceof Ready) || held || attempts > 0) {
            return illegal(tried);
        }
        for (TriedCheck one : tried.checks()) {
            Reason.CannotCheck against = one.against();
            if (against != null) {
                return finishing(against);
            }
        }
        return this;
    }

    private LoopState afterStarted(AttemptStarted started) {
        boolean allowed = phase instanceof Ready && !held && !isUsedUp() && started.attempt() == attempts + 1;
        if (!allowed) {
            return illegal(started);
        }
        return new LoopState(
                policy,
                new Running(started.attempt()),
                attempts + 1,
                refusal,
                failure,
                children,
                new Basis(basis.now(), started.attempt()),
                answers,
                held,
                leave,
                chain,
                usage);
    }

    private boolean isRunning(int attempt) {
        return phase instanceof Running running && running.attempt() == attempt;
    }

    private boolean isUsedUp() {
        return attempts - usage.free() >= policy.limits().attempts();
    }

    /// Whose turn it is.
    public Policy.AgentCommand agent() {
        return policy.agents().get(chain.at());
    }

    private Decision.Assignment assignment() {
        boolean resume = policy.conversation().session() == ConversationPolicy.Session.RESUME;
        return new Decision.Assignment(
                chain.at(),
                resume ? chain.session() : null,
                resume ? chain.counters() : Counters.FRESH,
                usage.free(),
                usage.limited(),
                usage.left(policy.limits().caps()),
                usage.time(policy.limits().caps()));
    }

    private LoopState afterEnded(AttemptEnded ended) {
        return switch (phase) {
            case Running running
            when running.attempt() == ended.attempt() -> new AfterAttempt(this, ended.report()).next();
            // Whoever keeps a conversation may tell more of its last turn: an error, or what was said after all.
            case Resting _
            when policy.conversation().rules() != null && ended.attempt() == attempts ->
                new AfterAttempt(this, ended.report()).next();
            case Stopping stopping
            when stopping.attempt() == ended.attempt() ->
                counting(ended.report()).stopped(stopping.kind(), stopping.by());
            case Ready _, Resting _, Limited _, Running _, AwaitingChildren _, Checking _, Refusing _ -> illegal(ended);
            case Keeping _, Discarding _, Asking _, Parked _, Stopping _, Finishing _, Ended _ -> illegal(ended);
        };
    }

    /// What an attempt leaves in the books, however it ended.
    LoopState counting(AttemptReport report) {
        boolean limited = report.ended() == AttemptReport.Ended.LIMITED;
        return hearing(report.statement())
                .withFailure(limited ? failure : failure.and(report.failure()))
                .withUsage(usage.and(report));
    }

    private LoopState afterLost(AttemptLost lost) {
        return switch (phase) {
            case Running running when running.attempt() == lost.attempt() -> new AfterLostAttempt(this, lost).next();
            case Stopping stopping
            when stopping.attempt() == lost.attempt() -> counting(lost).stopped(stopping.kind(), stopping.by());
            case Ready _, Resting _, Limited _, Running _, AwaitingChildren _, Checking _, Refusing _ -> illegal(lost);
            case Keeping _, Discarding _, Asking _, Parked _, Stopping _, Finishing _, Ended _ -> illegal(lost);
        };
    }

    /// What a lost attempt leaves in the books.
    LoopState counting(AttemptLost lost) {
        return hearing(lost.statement()).withUsage(usage.andLost(lost.statement(), lost.took()));
    }

    private LoopState hearing(@Nullable AgentStatement statement) {
        if (statement == null) {
            return this;
        }
        Reason.Refusal remark = statement.remark();
        return withChain(chain.spoke(statement)).withRefusal(remark == null ? refusal : remark);
    }

    /// Whether these findings of an attempt end the loop.
    boolean rejects(List<String> findings) {
        return policy.conversation().mayReject() && !findings.isEmpty();
    }

    private LoopState afterSignal(SignalSeen seen) {
        return switch (phase) {
            case Running _, Ready _, Resting _, Limited _
            when !policy.conversation().counts(seen.signal()) -> illegal(seen);
            case Running running
            when seen.signal() == Signal.DONE ->
                in(new Running(
                        running.attempt(), true, seen.at().plus(policy.pace().doneGrace())));
            case Running _ -> this;
            case Ready _ when held -> illegal(seen);
            case Ready _, Resting _, Limited _ when seen.signal().isSaid() -> illegal(seen);
            case Ready _, Resting _, Limited _ -> signalled(seen.signal());
            case AwaitingChildren _, Checking _, Refusing _, Keeping _ -> illegal(seen);
            case Discarding _, Asking _, Parked _, Stopping _, Finishing _, Ended _ -> illegal(seen);
        };
    }

    /// One that went on after all, and then said its last word once more, gets its time anew.
    private LoopState afterFinished(AgentFinished finished) {
        if (!(phase instanceof Running running && running.attempt() == finished.attempt())) {
            return illegal(finished);
        }
        Instant endBy = finished.at().plus(policy.pace().doneGrace());
        return running.done() ? this : in(new Running(running.attempt(), false, endBy));
    }

    LoopState signalled(Signal signal) {
        if (!signal.asksToWait()) {
            return in(new AwaitingChildren());
        }
        return mayAsk() ? in(new Asking(signal)) : finishing(new Reason.AgentWaits(signal));
    }

    /// An answer is of use only to a next attempt.
    private boolean mayAsk() {
        return policy.conversation().onQuestion() == ConversationPolicy.OnQuestion.PARK
                && policy.mode() == Policy.Mode.LOOP
                && !isUsedUp()
                && over().isEmpty();
    }

    private LoopState afterAsked(Asked asked) {
        return phase instanceof Asking ? in(new Parked(asked.question(), asked.text())) : illegal(asked);
    }

    /// What was counted in a row begins anew: the next attempt knows more.
    private LoopState afterAnswered(Answered answered) {
        if (!(phase instanceof Parked parked && parked.question().equals(answered.question()))) {
            return illegal(answered);
        }
        LoopState ready = knowing(new Answer(parked.text(), answered.text()))
                .in(new Ready(true))
                .withFailure(RepeatedFailure.NONE)
                .withUsage(usage.again());
        return answered.grant() == null ? ready.unlessOver() : ready.within(answered.grant());
    }

    private LoopState within(Grant grant) {
        return usage.over(grant)
                .map(this::finishing)
                .orElseGet(() -> under(policy.with(
                                policy.limits().with(policy.limits().caps().within(grant))))
                        .unlessOver());
    }

    /// What is said twice, as after a crash, is told once.
    private LoopState afterTold(Told told) {
        Answer said = new Answer(null, told.text());
        return isOver() ? illegal(told) : answers.contains(said) ? this : knowing(said);
    }

    private LoopState knowing(Answer said) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(said);
        List<Answer> last = List.copyOf(more.subList(Math.max(0, more.size() - MOST_ANSWERS), more.size()));
        return new LoopState(
                policy, phase, attempts, refusal, failure, children, basis, last, held, leave, chain, usage);
    }

    private LoopState afterNothing(Event event) {
        return phase instanceof Ready && !held && isUsedUp()
                ? finishing(new Reason.AttemptsUsed(policy.limits().attempts()))
                : illegal(event);
    }

    private LoopState afterLimit(LimitEnded ended) {
        return phase instanceof Limited limited
                ? withChain(chain.ready(ended.at())
                                .or(() -> chain.ready(limited.until()))
                                .orElse(chain))
                        .in(new Ready(false))
                        .unlessOver()
                : illegal(ended);
    }

    private LoopState afterRest(Event event) {
        return phase instanceof Resting ? in(new Ready(false)) : illegal(event);
    }

    private LoopState under(Policy next) {
        return new LoopState(
                next, phase, attempts, refusal, failure, children, basis, answers, held, leave, chain, usage);
    }

    private LoopState afterStop(StopRequested stop) {
        return switch (phase) {
            case Running _ when stop.kind() == StopKind.AFTER_ATTEMPT -> leave == null ? leaving(stop) : this;
            case Running running -> in(new Stopping(running.attempt(), stop.kind(), stop.by()));
            case Ready _,
                    Resting _,
                    Limited _,
                    AwaitingChildren _,
                    Checking _,
                    Refusing _,
                    Keeping _,
                    Asking _,
                    Parked _ -> stopped(stop.kind(), stop.by());
            // It may be half done.
            case Discarding discarding ->
                discarding.isStopped()
                        ? this
                        : in(new Discarding(new Finishing(new Reason.StoppedBy(stop.kind(), stop.by()))));
            case Stopping _, Finishing _, Ended _ -> this;
        };
    }

    private LoopState afterTrouble(TroubleFound trouble) {
        return switch (phase) {
            case Ready _, Resting _, Limited _, AwaitingChildren _, Checking _, Refusing _, Keeping _, Asking _ ->
                finishing(trouble.trouble());
            case Discarding discarding -> discarding.isStopped() ? in(discarding.then()) : finishing(trouble.trouble());
            case Running _, Parked _, Stopping _, Finishing _, Ended _ -> illegal(trouble);
        };
    }

    private LoopState afterLoopEnded(LoopEnded ended) {
        return phase instanceof Finishing finishing && finishing.reason().outcome() == ended.outcome()
                ? in(new Ended(ended.reason()))
                : illegal(ended);
    }

    /// Another attempt, where more than one is meant to be made.
    LoopState again(Instant since, Reason otherwise) {
        return policy.mode() == Policy.Mode.ONCE ? finishing(otherwise) : onward(since);
    }

    /// The next attempt, after the rest before it, if no cap of the loop forbids it and the loop gets anywhere.
    /// The first agent that can work makes it.
    LoopState onward(Instant since) {
        Duration delay = delay();
        return withChain(chain.ready(since).orElse(chain))
                .in(delay.isZero() ? new Ready(false) : new Resting(since.plus(delay)))
                .unlessOver();
    }

    /// From the end of the last attempt to the next; a session that failed is given time to recover.
    private Duration delay() {
        Duration usual = policy.pace().restartDelay();
        ConversationPolicy.SessionRules rules = policy.conversation().rules();
        return rules == null || failure.what() == null || rules.recovery().compareTo(usual) < 0
                ? usual
                : rules.recovery();
    }

    LoopState unlessOver() {
        Caps caps = policy.limits().caps();
        return usage.over(caps)
                .map(this::finishing)
                .or(() -> usage.stuck(caps).map(stuck -> mayAsk() ? in(new Asking(null)) : finishing(stuck)))
                .orElse(this);
    }

    /// What the last attempt left, which was refused, is thrown away first, where the policy says so.
    LoopState discarding() {
        return discarding(policy.onRefusal() == Policy.OnRefusal.DISCARD);
    }

    /// The same for one that failed.
    LoopState discardingFailed() {
        return discarding(policy.onRefusal() != Policy.OnRefusal.KEEP);
    }

    private LoopState discarding(boolean wanted) {
        return wanted && policy.mode() == Policy.Mode.LOOP ? in(new Discarding(phase)) : this;
    }

    private LoopState afterDiscarded(WorkDiscarded discarded) {
        if (!(phase instanceof Discarding discarding)) {
            return illegal(discarded);
        }
        Basis back = new Basis(basis.before(), basis.before());
        return new LoopState(
                policy,
                discarding.then(),
                attempts,
                refusal,
                failure,
                children,
                back,
                answers,
                held,
                leave,
                chain,
                usage);
    }

    private LoopState stopped(StopKind kind, String by) {
        return finishing(new Reason.StoppedBy(kind, by));
    }

    LoopState finishing(Reason reason) {
        return in(new Finishing(reason));
    }

    boolean isOver() {
        return phase instanceof Ended || phase instanceof Finishing;
    }

    @SuppressWarnings("DoNotCallSuggester") // it stands where a state is asked for
    LoopState illegal(Event event) {
        throw new IllegalEvent(phase, event);
    }

    LoopState in(Phase next) {
        return new LoopState(
                policy, next, attempts, refusal, failure, children, basis, answers, held, leave, chain, usage);
    }

    private LoopState hold(boolean holding) {
        return new LoopState(
                policy, phase, attempts, refusal, failure, children, basis, answers, holding, leave, chain, usage);
    }

    private LoopState leaving(StopRequested stop) {
        return new LoopState(
                policy, phase, attempts, refusal, failure, children, basis, answers, held, stop, chain, usage);
    }

    LoopState withRefusal(Reason.@Nullable Refusal reason) {
        return new LoopState(
                policy, phase, attempts, reason, failure, children, basis, answers, held, leave, chain, usage);
    }

    LoopState withFailure(RepeatedFailure next) {
        return new LoopState(
                policy, phase, attempts, refusal, next, children, basis, answers, held, leave, chain, usage);
    }

    LoopState withChildren(@Nullable ChildrenEnded next) {
        return new LoopState(
                policy, phase, attempts, refusal, failure, next, basis, answers, held, leave, chain, usage);
    }

    LoopState withChain(AgentChain next) {
        return new LoopState(
                policy, phase, attempts, refusal, failure, children, basis, answers, held, leave, next, usage);
    }

    LoopState withUsage(Usage next) {
        return new LoopState(
                policy, phase, attempts, refusal, failure, children, basis, answers, held, leave, chain, next);
    }
}
