package dev.ralph.session;

import dev.ralph.session.LoopStates.Stored;
import dev.ralph.session.SessionHost.Existence;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
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
/// It promises:
/// 1. A loop is on disk before [#startLoop] returns true, and goes on in another process, with the next event.
/// 2. After [#cancelLoop] returned true, or the user broke off a turn, or the session was deleted, no prompt of that
///    loop is handed over, also not one that was waiting for its delay. One that is being handed over that very moment
///    may arrive.
/// 3. An agent gets at most `maxIterations` turns: the first prompt and one less continuations. One more is possible
///    for each time a process dies between a prompt's acceptance and its counting.
/// 4. A turn is answered by one prompt, however often its end is told.
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

    private final RalphLoopConfig config;
    private final SessionHost host;
    private final InstantSource clock;
    private final LoopStates states;
    private final Turns turns;
    private final ConcurrentHashMap<String, SessionWatch> watches = new ConcurrentHashMap<>();

    /// @param workdir below which the state lies, unless the configuration says otherwise
    public RalphLoopHook(Path workdir, RalphLoopConfig config, SessionHost host, InstantSource clock, Timer timer) {
        this.config = config;
        this.host = host;
        this.clock = clock;
        this.states = new LoopStates(workdir, config.stateDir(), host::log);
        this.turns = new Turns(config, host, clock, timer, states);
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
        RalphLoopState state = states.start(wanted, turns.messageCount(sessionId));
        if (state == null) {
            return false;
        }
        watches.put(sessionId, new SessionWatch());
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

    /// Ends the loop of a session.
    ///
    /// @return false when it has none, or the state cannot be written
    public boolean cancelLoop(String sessionId) {
        RalphLoopState state = clear(sessionId);
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
        Stored stored = stored(sessionId);
        return stored == null ? null : stored.state();
    }

    public boolean isLoopActive(String sessionId) {
        Stored stored = stored(sessionId);
        return stored != null && stored.state().active();
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
            case SessionEvent.Deleted(String sessionId) -> end(sessionId, "Session deleted, loop cleared");
            case SessionEvent.Failed failed
            when failed.isAbort() -> end(failed.sessionId(), "User aborted, loop cleared");
            case SessionEvent.Failed(String sessionId, String _) -> recover(sessionId);
            case SessionEvent.Idle(String sessionId) -> idle(sessionId);
        }
    }

    private void end(String sessionId, String words) {
        if (clear(sessionId) != null) {
            host.log(LogLine.info(words, "sessionId", sessionId));
        }
    }

    private void recover(String sessionId) {
        if (stored(sessionId) != null) {
            turns.recover(sessionId, watch(sessionId));
        }
    }

    private void idle(String sessionId) {
        if (stored(sessionId) == null) {
            watches.remove(sessionId);
            clearOrphans(sessionId);
            return;
        }
        SessionWatch watch = watch(sessionId);
        switch (watch.idle()) {
            case LOOK -> turns.look(sessionId, watch);
            case RECOVERING -> host.log(LogLine.info("Skipped: in recovery", "sessionId", sessionId));
            case DUPLICATE -> host.log(LogLine.info("Skipped: already told", "sessionId", sessionId));
        }
    }

    /// A loop whose session is gone would never hear of anything again.
    private void clearOrphans(String currentSession) {
        for (RalphLoopState state : states.all()) {
            if (state.active() && isGone(state.sessionId()) && clear(state.sessionId()) != null) {
                host.log(LogLine.info(
                        "Cleared orphaned state",
                        "orphanedSessionId",
                        state.sessionId(),
                        "currentSessionId",
                        currentSession));
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

    private @Nullable RalphLoopState clear(String sessionId) {
        Stored stored = stored(sessionId);
        RalphLoopState cleared = stored == null ? null : states.clear(stored.state());
        if (stored == null || cleared != null) {
            watches.remove(sessionId);
        }
        return cleared;
    }

    private @Nullable Stored stored(String sessionId) {
        return sessionId.isBlank() ? null : states.of(sessionId);
    }

    private SessionWatch watch(String sessionId) {
        return watches.computeIfAbsent(sessionId, _ -> new SessionWatch());
    }
}
