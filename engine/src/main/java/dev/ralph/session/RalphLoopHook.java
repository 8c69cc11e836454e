package dev.ralph.session;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptEffect;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.session.SessionHost.Activity;
import dev.ralph.session.SessionHost.Existence;
import dev.ralph.session.SessionLoop.Entry;
import dev.ralph.session.SessionNotice.Variant;
import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The loop of specification 002: whenever a session's agent falls silent without having kept its promise, it is
/// prompted again, up to a limit.
///
///     var hook = new RalphLoopHook(workdir, RalphLoopConfig.DEFAULT, host, InstantSource.system(), Timer.real());
///     hook.startLoop(sessionId, "Fix all TypeScript errors in src/", StartLoopOptions.of(25, "ALL_FIXED"));
///     host.inject(sessionId, "Fix all TypeScript errors in src/");
///     …
///     hook.handle(new SessionEvent.Idle(sessionId));    // whenever the agent's turn is over, or by a HookRegistry
///
/// It is the same loop as every other: a turn of the session is an attempt, [dev.ralph.loop.LoopState] decides, and
/// what it decides is done here to the host.
///
/// It promises:
/// 1. A loop is on disk before [#startLoop] returns true, and goes on in another process, with the next event.
/// 2. After [#cancelLoop] returned true, or the user broke off a turn, or the session was deleted, no prompt of that
///    loop is handed over, also not one that was waiting for its delay. One that is being handed over that very moment
///    may arrive.
/// 3. An agent gets at most `maxIterations` turns: the first prompt and one less continuations. A process that dies
///    between a prompt's counting and its acceptance takes a turn away; the next event goes on with the one after it.
/// 4. A turn is answered by one prompt at most, however often its end is told, and in whatever process.
/// 5. A loop never waits for an event that has already been: what comes at a bad moment is looked into afterwards.
/// 6. One session's events touch no other session's loop, and an empty id no loop at all.
///
/// For any number of threads.
public final class RalphLoopHook implements SessionHook {
    public static final String NAME = "ralph-loop";
    public static final String DESCRIPTION = "Agentic iteration loop for autonomous task completion";
    /// Lower than hooks that recover sessions.
    public static final int PRIORITY = 50;

    public static final List<String> EVENTS = List.of(SessionEvent.IDLE, SessionEvent.ERROR, SessionEvent.DELETED);

    private static final System.Logger LOG = System.getLogger(NAME);

    /// Within this time after a prompt an end is most likely told again that was told before.
    private static final Duration SETTLING = Duration.ofMillis(500);

    private static final int MOST_FAILURES = 3;
    private static final String UNREADABLE = "The messages of the session cannot be read";

    private final RalphLoopConfig config;
    private final SessionHost host;
    private final InstantSource clock;
    private final Timer timer;
    private final LoopStates states;
    /// What waits for the session's turn: one thing at a time happens to a loop.
    private final Map<String, Deque<Runnable>> inboxes = new HashMap<>();
    /// Loops that can no longer be stored, so that nothing more is done for them in this process.
    private final Set<Instant> over = ConcurrentHashMap.newKeySet();

    /// @param workdir below which the state lies, unless the configuration says otherwise
    public RalphLoopHook(Path workdir, RalphLoopConfig config, SessionHost host, InstantSource clock, Timer timer) {
        this.config = config;
        this.host = host;
        this.clock = clock;
        this.timer = timer;
        this.states = new LoopStates(workdir, config, host::log);
    }

    public boolean startLoop(String sessionId, String prompt) {
        return startLoop(sessionId, prompt, StartLoopOptions.NONE);
    }

    /// Begins a loop, in place of the one that the session may have. The first prompt is the caller's to send.
    ///
    /// @return false when loops are disabled or the state cannot be written
    /// @throws IllegalArgumentException for a task, session or promise that makes no sense
    public boolean startLoop(String sessionId, String prompt, StartLoopOptions options) {
        Integer limit = options.maxIterations();
        String promise = options.completionPromise();
        RalphLoopState wanted = new RalphLoopState(
                true,
                1,
                limit == null ? config.defaultMaxIterations() : limit,
                promise == null ? config.defaultCompletionPromise() : promise,
                clock.instant(),
                prompt,
                sessionId,
                null,
                options.description());
        if (!config.enabled()) {
            return false;
        }
        RalphLoopState state = states.start(wanted, messageCount(sessionId));
        if (state == null) {
            return false;
        }
        host.log(LogLine.info(
                "Loop started",
                "sessionId",
                sessionId,
                "maxIterations",
                state.maxIterations(),
                "completionPromise",
                state.completionPromise()));
        host.show(SessionNotice.started(state.maxIterations(), state.completionPromise()));
        return true;
    }

    private int messageCount(String sessionId) {
        try {
            return host.messages(sessionId).size();
        } catch (Exception unknown) {
            host.log(LogLine.warn("Failed to count messages: " + words(unknown)));
            return SessionMessage.UNKNOWN;
        }
    }

    /// Ends the loop of a session.
    ///
    /// @return false when it has none, or the state cannot be written
    public boolean cancelLoop(String sessionId) {
        RalphLoopState state = stop(sessionId, StopKind.CANCEL, "cancelLoop");
        if (state == null) {
            return false;
        }
        host.log(LogLine.info("Loop cancelled", "sessionId", sessionId, "iteration", state.iteration()));
        host.show(SessionNotice.cancelled(state.iteration()));
        return true;
    }

    /// The newest loop, null when there is none.
    public @Nullable RalphLoopState getState() {
        return states.newest();
    }

    /// The loop of a session, null when it has none.
    public @Nullable RalphLoopState getState(String sessionId) {
        SessionLoop loop = loop(sessionId);
        return loop == null ? null : loop.state();
    }

    public boolean isLoopActive(String sessionId) {
        SessionLoop loop = loop(sessionId);
        return loop != null && loop.state().active();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public List<String> events() {
        return EVENTS;
    }

    @Override
    public void handle(SessionEvent event) {
        if (event.sessionId().isBlank() || !config.enabled()) {
            return;
        }
        switch (event) {
            case SessionEvent.Deleted(String sessionId) ->
                end(sessionId, "session.deleted", "Session deleted, loop cleared");
            case SessionEvent.Failed failed
            when failed.isAbort() -> end(failed.sessionId(), "session.error", "User aborted, loop cleared");
            case SessionEvent.Failed(String sessionId, String error) ->
                inTurn(sessionId, () -> failed(sessionId, error));
            case SessionEvent.Idle(String sessionId) -> inTurn(sessionId, () -> idle(sessionId));
        }
    }

    private void end(String sessionId, String by, String words) {
        if (stop(sessionId, StopKind.STOP, by) != null) {
            host.log(LogLine.info(words, "sessionId", sessionId));
        }
    }

    private @Nullable RalphLoopState stop(String sessionId, StopKind kind, String by) {
        SessionLoop loop = loop(sessionId);
        return loop == null ? null : perform(after(loop, new Event.StopRequested(kind, by)), null, true);
    }

    private @Nullable SessionLoop loop(String sessionId) {
        return sessionId.isBlank() ? null : states.of(sessionId);
    }

    /// Does it when nothing else is being done for the session, perhaps in the thread that does that.
    private void inTurn(String sessionId, Runnable work) {
        synchronized (inboxes) {
            Deque<Runnable> waiting = inboxes.get(sessionId);
            if (waiting != null) {
                waiting.add(work);
                return;
            }
            inboxes.put(sessionId, new ArrayDeque<>(List.of(work)));
        }
        for (Runnable next = next(sessionId); next != null; next = next(sessionId)) {
            try {
                next.run();
            } catch (RuntimeException failed) {
                LOG.log(Level.ERROR, "failed at an event of session " + sessionId, failed);
            }
        }
    }

    private @Nullable Runnable next(String sessionId) {
        synchronized (inboxes) {
            Deque<Runnable> waiting = inboxes.get(sessionId);
            Runnable next = waiting == null ? null : waiting.poll();
            if (next == null) {
                inboxes.remove(sessionId);
            }
            return next;
        }
    }

    /// An error: nothing is done for a while, so that whoever recovers the session can, and then it is looked at,
    /// because the end of the turn may have been told meanwhile or may never be.
    private void failed(String sessionId, @Nullable String error) {
        SessionLoop loop = states.of(sessionId);
        if (loop != null && !isOver(loop)) {
            perform(ended(loop, failure(error == null ? "error" : error), SessionMessage.UNKNOWN), null, false);
        }
    }

    private void idle(String sessionId) {
        SessionLoop loop = states.of(sessionId);
        if (loop == null) {
            clearOrphans(sessionId);
        } else if (loop.state().active() && !isOver(loop)) {
            if (!(loop.now().decision() instanceof Decision.Rest rest)) {
                boolean settles =
                        loop.now().attempts() > 1 && isAhead(loop.turn().at().plus(SETTLING), SETTLING);
                if (settles) {
                    settle(loop);
                } else {
                    look(loop);
                }
            } else if (isAhead(rest.until(), rest.atMost())) {
                String why = isRecovering(loop) ? "Skipped: in recovery" : "Skipped: already told";
                host.log(LogLine.info(why, "sessionId", sessionId));
            } else {
                rested(loop, null, false);
            }
        }
    }

    /// Whether a wait is not over; one that seems too long is: the clock was set meanwhile.
    private boolean isAhead(Instant until, Duration atMost) {
        Duration left = Duration.between(clock.instant(), until);
        return left.isPositive() && left.compareTo(atMost) <= 0;
    }

    private static boolean isRecovering(SessionLoop loop) {
        return loop.now().failure().what() != null;
    }

    /// An end that was told right after a prompt belongs to the turn before, unless the agent has spoken since or the
    /// host knows that it is idle.
    private void settle(SessionLoop told) {
        later(told, SETTLING, loop -> {
            boolean isNew = switch (activity(loop)) {
                case IDLE -> true;
                case BUSY -> false;
                case UNKNOWN -> {
                    SessionWords said = said(loop);
                    yield said != null
                            && said.isAnyAfter(Math.max(0, loop.turn().messages()));
                }
            };
            if (isNew) {
                look(loop);
            }
        });
    }

    /// Later, unless something happens to the loop meanwhile.
    private void later(SessionLoop before, Duration delay, Consumer<SessionLoop> work) {
        String sessionId = before.began().sessionId();
        timer.after(
                delay,
                () -> inTurn(sessionId, () -> {
                    SessionLoop loop = states.of(sessionId);
                    if (loop != null && loop.isAt(before) && loop.state().active() && !isOver(loop)) {
                        work.accept(loop);
                    }
                }));
    }

    /// A turn has ended.
    private void look(SessionLoop loop) {
        SessionWords said = said(loop);
        if (said != null) {
            perform(ended(loop, report(loop, said), said.messages().size()), said, false);
        }
    }

    /// The wait after a turn is over: everything may have changed meanwhile.
    ///
    /// @param before what was said before it, null where nobody looked
    private void rested(SessionLoop resting, @Nullable SessionWords before, boolean announced) {
        SessionWords said = activity(resting) == Activity.BUSY ? null : said(resting);
        if (said == null) {
            return;
        }
        SessionLoop loop = said.equals(before)
                ? resting
                : ended(resting, report(resting, said), said.messages().size());
        boolean waited = !isRecovering(resting) && loop.now().decision() instanceof Decision.Rest;
        perform(waited ? after(loop, new Event.RestEnded()) : loop, said, announced);
    }

    /// Does what the loop decides, until it has to wait.
    ///
    /// @param said      that the decisions rest on
    /// @param announced whether the user knows that the loop goes on
    /// @return as the loop was when it ended; null when it goes on, or somebody else ended it
    private @Nullable RalphLoopState perform(SessionLoop loop, @Nullable SessionWords said, boolean announced) {
        return switch (loop.now().decision()) {
            case Decision.AwaitChildren _ ->
                perform(after(loop, new Event.ChildrenEnded(0, List.of())), said, announced);
            case Decision.RunChecks _ -> perform(checked(loop, said), said, announced);
            case Decision.RefuseSignal _ ->
                perform(after(loop, new Event.SignalRefused("", clock.instant())), said, announced);
            case Decision.LookAgain _ -> perform(after(loop, new Event.NothingSeen()), said, announced);
            case Decision.EndAttempt _ -> perform(ended(loop, stopped(), SessionMessage.UNKNOWN), said, announced);
            case Decision.Rest _
            when !isRecovering(loop) && isLast(loop) -> perform(after(loop, new Event.RestEnded()), said, announced);
            case Decision.Rest rest -> rest(loop, rest.atMost(), said, announced);
            case Decision.StartAttempt start -> hand(loop, start, said, announced);
            case Decision.Finish finish -> finish(loop, finish.reason());
            case Decision.AttendAttempt _, Decision.Hold _, Decision.Ended _ -> null;
            case Decision.WaitForLimit _, Decision.KeepWork _, Decision.DiscardWork _ -> throw cannot(loop);
            case Decision.Ask _, Decision.AwaitAnswer _ -> throw cannot(loop);
        };
    }

    private static IllegalStateException cannot(SessionLoop loop) {
        return new IllegalStateException(
                "nobody allowed a session's loop " + loop.now().decision());
    }

    /// Whether no prompt follows the rest, so that nobody has to wait for it.
    private static boolean isLast(SessionLoop loop) {
        return loop.now().after(new Event.RestEnded()).decision() instanceof Decision.LookAgain;
    }

    private SessionLoop after(SessionLoop loop, Event event) {
        return loop.after(new Entry(clock.instant(), SessionMessage.UNKNOWN, event));
    }

    private SessionLoop ended(SessionLoop loop, AttemptReport report, int messages) {
        Event event = new Event.AttemptEnded(loop.now().attempts(), report);
        return loop.after(new Entry(clock.instant(), messages, event));
    }

    private AttemptReport failure(String words) {
        return bare(AttemptReport.How.EXITED, null, new AttemptFailure.Told(words));
    }

    private AttemptReport stopped() {
        return bare(AttemptReport.How.STOPPED, null, new AttemptFailure.Stopped());
    }

    private AttemptReport bare(AttemptReport.How how, @Nullable Signal signal, @Nullable AttemptFailure failure) {
        return AttemptReport.bare(how, 0, signal, failure, clock.instant(), Duration.ZERO, "");
    }

    /// What follows from what the agent said is the loop's to decide.
    private AttemptReport report(SessionLoop loop, SessionWords said) {
        var conversation = loop.now().policy().conversation();
        PromiseRule rule = conversation.promise() == null
                ? PromiseRule.session(loop.state().completionPromise())
                : conversation.promise();
        return switch (said.finding(rule)) {
            case PromiseFinding.Kept _
            when conversation.mustWork() && said.isWithoutWork() -> remarked(new Reason.PromiseWithoutWork());
            case PromiseFinding.Kept _ -> bare(AttemptReport.How.EXITED, Signal.PROMISE, null);
            case PromiseFinding.Blocked _ -> bare(AttemptReport.How.EXITED, Signal.GAVE_UP, null);
            case PromiseFinding.Wrong _, PromiseFinding.None _
            when said.isEmptyTurn() ->
                bare(AttemptReport.How.EXITED, null, null).with(null, new AttemptEffect("", "", 0));
            case PromiseFinding.Wrong _, PromiseFinding.None _ ->
                said.findingInTurn(rule) instanceof PromiseFinding.Wrong wrong
                        ? remarked(new Reason.WrongPromise(wrong.text(), rule.promise()))
                        : bare(AttemptReport.How.EXITED, null, null);
        };
    }

    private AttemptReport remarked(Reason.Refusal remark) {
        AgentStatement statement =
                new AgentStatement(NAME, null, null, null, Spent.UNKNOWN, Counters.FRESH, 0, 0, null, remark);
        return bare(AttemptReport.How.EXITED, null, null).with(statement, AttemptEffect.UNKNOWN);
    }

    /// Asks the host, which is the loop's only check.
    private SessionLoop checked(SessionLoop loop, @Nullable SessionWords said) {
        String objection;
        try {
            objection = host.objection(loop.state()).orElse(null);
        } catch (Exception failed) {
            objection = "the check could not be made: " + words(failed);
        }
        Verdict verdict = new Verdict(List.of(new Verdict.Result(
                SessionLoop.HOST, objection == null ? 0 : 1, Duration.ZERO, "", "", objection, null)));
        int messages = said == null ? SessionMessage.UNKNOWN : said.messages().size();
        return loop.after(new Entry(clock.instant(), messages, new Event.ChecksEnded(verdict)));
    }

    private @Nullable RalphLoopState rest(
            SessionLoop loop, Duration delay, @Nullable SessionWords said, boolean announced) {
        SessionLoop resting = states.save(loop);
        if (resting == null) {
            unstored(loop);
            return null;
        }
        boolean recovers = isRecovering(resting);
        if (!recovers && !announced) {
            announce(resting);
        }
        later(resting, delay, now -> rested(now, recovers ? null : said, !recovers));
        return null;
    }

    private void announce(SessionLoop loop) {
        RalphLoopState state = loop.state();
        int next = state.iteration() + 1;
        host.log(LogLine.info(
                "Continuing loop", "sessionId", state.sessionId(), "iteration", next, "max", state.maxIterations()));
        host.show(SessionNotice.progress(next, state.maxIterations()));
    }

    /// Counts the next prompt, so that no other process hands it over too, and hands it over. Where it is refused, the
    /// loop ends as it was before.
    private @Nullable RalphLoopState hand(
            SessionLoop loop, Decision.StartAttempt start, @Nullable SessionWords said, boolean announced) {
        int messages = said == null ? SessionMessage.UNKNOWN : said.messages().size();
        Event started = new Event.AttemptStarted(start.attempt(), String.valueOf(start.attempt()));
        if (states.save(loop.after(new Entry(clock.instant(), messages, started))) == null) {
            unstored(loop);
            return null;
        }
        if (!announced) {
            announce(loop);
        }
        RalphLoopState state = loop.state();
        String sessionId = state.sessionId();
        try {
            RalphLoopState next = state.next(clock.instant());
            host.inject(
                    sessionId,
                    ContinuationPrompt.noted(ContinuationPrompt.of(ContinuationPrompt.TEMPLATE, next), loop.remark()));
        } catch (Exception refused) {
            String why = words(refused);
            host.log(LogLine.error("Failed to inject continuation", "sessionId", sessionId, "error", why));
            Reason.Broken broken = new Reason.Broken("The next prompt could not be delivered: " + why);
            return perform(after(loop, new Event.TroubleFound(broken)), said, true);
        }
        return null;
    }

    /// A loop that cannot be counted has no limit, so it ends, at least in this process.
    private void unstored(SessionLoop loop) {
        SessionLoop now = states.of(loop.began().sessionId());
        if (now != null && now.isAt(loop) && now.state().active()) {
            host.log(LogLine.error(
                    "Failed to increment iteration", "sessionId", loop.began().sessionId()));
            over.add(loop.began().startedAt());
            states.clear(loop);
            host.show(SessionNotice.stopped("The iteration could not be stored; the log says why", Variant.ERROR));
        }
    }

    private boolean isOver(SessionLoop loop) {
        return over.contains(loop.began().startedAt());
    }

    /// Whoever clears the loop tells it: there may be several who know that it has ended.
    private @Nullable RalphLoopState finish(SessionLoop loop, Reason reason) {
        RalphLoopState state = loop.state();
        if (states.clear(loop) == null) {
            return null;
        }
        if (reason instanceof Reason.StoppedBy) {
            return state; // whoever asked for it tells it
        }
        String why = why(reason, state);
        if (reason.outcome() == Outcome.COMPLETED) {
            tell(state, "Completion detected!", "promise", state.completionPromise());
        } else if (reason instanceof Reason.AttemptsUsed) {
            tell(state, "Max iterations reached", "max", state.maxIterations());
        } else {
            tell(state, "Loop stopped", "why", why);
        }
        SessionNotice.ended(reason, state.iteration(), why).ifPresent(host::show);
        return state;
    }

    private void tell(RalphLoopState state, String words, String name, Object value) {
        host.log(LogLine.info(words, "sessionId", state.sessionId(), "iteration", state.iteration(), name, value));
    }

    private static String why(Reason reason, RalphLoopState state) {
        return switch (reason) {
            case Reason.AttemptsUsed _ ->
                SessionNotice.exhausted(state.maxIterations()).message();
            case Reason.GaveUp _ -> "The agent says that it is blocked";
            case Reason.NoChange _ -> "The agent answered with nothing: no word and no action";
            case Reason.Broken broken -> broken.words();
            default -> reason.toString();
        };
    }

    /// Null when the session cannot be read: it is tried again later, and the loop ends when that does not help.
    private @Nullable SessionWords said(SessionLoop loop) {
        String sessionId = loop.began().sessionId();
        List<SessionMessage> transcript = List.of();
        try {
            transcript = host.transcript(sessionId);
        } catch (Exception unreadable) {
            host.log(LogLine.warn("Failed to read transcript: " + words(unreadable)));
        }
        try {
            return SessionWords.of(loop.since(), host.messages(sessionId), transcript);
        } catch (Exception unreadable) {
            String why = words(unreadable);
            host.log(LogLine.error("Failed to read messages", "sessionId", sessionId, "error", why));
            SessionLoop failed = ended(loop, failure(UNREADABLE), SessionMessage.UNKNOWN);
            boolean gone = failed.now().failure().times() >= MOST_FAILURES;
            Event trouble = new Event.TroubleFound(new Reason.Broken(UNREADABLE + ": " + why));
            perform(gone ? after(failed, trouble) : failed, null, false);
            return null;
        }
    }

    /// Nobody waits for an answer that does not come: what the host cannot say is not known.
    private Activity activity(SessionLoop loop) {
        try {
            return host.activity(loop.began().sessionId());
        } catch (RuntimeException unknown) {
            host.log(LogLine.warn("Failed to ask for activity: " + words(unknown)));
            return Activity.UNKNOWN;
        }
    }

    /// A loop whose session is gone would never hear of anything again.
    private void clearOrphans(String currentSession) {
        for (RalphLoopState state : states.all()) {
            String orphan = state.sessionId();
            if (state.active() && isGone(orphan) && stop(orphan, StopKind.STOP, "the end of its session") != null) {
                host.log(LogLine.info(
                        "Cleared orphaned state", "orphanedSessionId", orphan, "currentSessionId", currentSession));
            }
        }
    }

    private boolean isGone(String sessionId) {
        try {
            return host.existence(sessionId) == Existence.GONE;
        } catch (Exception unknown) {
            return false;
        }
    }

    /// What a host's exception says; an interrupt stays one.
    private static String words(Exception trouble) {
        if (trouble instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return trouble.getMessage() == null ? trouble.toString() : trouble.getMessage();
    }
}
