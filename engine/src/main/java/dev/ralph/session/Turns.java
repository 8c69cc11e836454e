package dev.ralph.session;

import dev.ralph.session.LoopStates.Stored;
import dev.ralph.session.SessionHost.Activity;
import dev.ralph.session.SessionWatch.Since;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From the end of one turn to the beginning of the next: judge, wait, judge again, prompt, count.
final class Turns {
    private static final Duration RECOVERY = Duration.ofSeconds(5);
    /// Within this time after a prompt an end is most likely told again that was told before.
    private static final Duration SETTLING = Duration.ofMillis(500);

    private final RalphLoopConfig config;
    private final SessionHost host;
    private final InstantSource clock;
    private final Timer timer;
    private final LoopStates states;

    Turns(RalphLoopConfig config, SessionHost host, InstantSource clock, Timer timer, LoopStates states) {
        this.config = config;
        this.host = host;
        this.clock = clock;
        this.timer = timer;
        this.states = states;
    }

    /// How many messages a session has, as far as the host can say.
    int messageCount(String sessionId) {
        try {
            return host.messages(sessionId).size();
        } catch (Exception unknown) {
            host.log(LogLine.warn("Failed to count messages: " + HostErrorText.words(unknown)));
            return Stored.UNKNOWN;
        }
    }

    /// An error: nothing is done for a while, so that whoever recovers the session can, and then it is looked at,
    /// because the end of the turn may have been told meanwhile or may never be.
    void recover(String sessionId, SessionWatch watch) {
        int window = watch.failed();
        timer.after(RECOVERY, () -> {
            if (!watch.recovered(window)) {
                return;
            }
            if (activity(sessionId) == Activity.BUSY) {
                done(sessionId, watch);
            } else {
                look(sessionId, watch);
            }
        });
    }

    /// Nobody waits for an answer that does not come: what the host cannot say is not known.
    private Activity activity(String sessionId) {
        try {
            return host.activity(sessionId);
        } catch (RuntimeException unknown) {
            host.log(LogLine.warn("Failed to ask for activity: " + HostErrorText.words(unknown)));
            return Activity.UNKNOWN;
        }
    }

    /// A turn has ended; the watch knows that it is being looked at.
    void look(String sessionId, SessionWatch watch) {
        boolean goesOn = false;
        try {
            Stored loop = states.of(sessionId);
            SessionWords said = loop == null || !loop.state().active() ? null : said(loop, watch);
            if (loop == null || said == null) {
                return;
            }
            TurnResult judgement = TurnResult.of(config, host, loop.state(), said);
            if (judgement instanceof TurnResult.GoOn next && !isExhausted(loop.state())) {
                announce(loop.state());
                timer.after(config.continuationDelay(), () -> dispatch(loop, watch, said, next));
                goesOn = true;
            } else {
                end(loop.state(), judgement);
            }
        } finally {
            if (!goesOn) {
                done(sessionId, watch);
            }
        }
    }

    private void announce(RalphLoopState state) {
        int next = state.iteration() + 1;
        host.log(LogLine.info(
                "Continuing loop", "sessionId", state.sessionId(), "iteration", next, "max", state.maxIterations()));
        host.show(SessionNotice.progress(next, state.maxIterations()));
    }

    /// The delay is over: everything may have changed meanwhile.
    private void dispatch(Stored before, SessionWatch watch, SessionWords saidBefore, TurnResult.GoOn judgedBefore) {
        String sessionId = before.state().sessionId();
        try {
            Stored loop = states.of(sessionId);
            SessionWords said = loop == null || !isUnchanged(before.state(), loop.state()) ? null : said(loop, watch);
            if (loop == null || said == null) {
                return;
            }
            TurnResult judgement =
                    said.equals(saidBefore) ? judgedBefore : TurnResult.of(config, host, loop.state(), said);
            if (!(judgement instanceof TurnResult.GoOn next) || isExhausted(loop.state())) {
                end(loop.state(), judgement);
            } else if (activity(sessionId) != Activity.BUSY
                    && watch.beginsDispatch(said.messages().size())) {
                if (next.claimed()) {
                    watch.refuse(new Since(said.messages().size(), clock.instant()));
                }
                hand(loop.state(), next.reason(), watch);
            }
        } finally {
            done(sessionId, watch);
        }
    }

    private static boolean isUnchanged(RalphLoopState before, RalphLoopState now) {
        return now.active() && now.isSameLoop(before) && now.iteration() == before.iteration();
    }

    private void hand(RalphLoopState state, @Nullable String reason, SessionWatch watch) {
        String sessionId = state.sessionId();
        try {
            host.inject(sessionId, ContinuationPrompt.of(state.next(clock.instant()), reason));
        } catch (Exception refused) {
            String why = HostErrorText.words(refused);
            host.log(LogLine.error("Failed to inject continuation", "sessionId", sessionId, "error", why));
            stop(state, "The next prompt could not be delivered: " + why, SessionNotice.Variant.ERROR);
            return;
        }
        watch.dispatched();
        if (states.advance(state, clock.instant()) == null) {
            uncounted(state, watch);
        }
        timer.after(SETTLING, () -> settled(sessionId, watch));
    }

    /// A loop that cannot be counted has no limit, so it ends, at least in this process.
    private void uncounted(RalphLoopState state, SessionWatch watch) {
        host.log(LogLine.error("Failed to increment iteration", "sessionId", state.sessionId()));
        Stored now = states.of(state.sessionId());
        if (now != null && isUnchanged(state, now.state())) {
            watch.over();
            states.clear(state);
            host.show(SessionNotice.stopped(
                    "The iteration could not be stored; the log says why", SessionNotice.Variant.ERROR));
        }
    }

    /// An end that was told right after a prompt belongs to the turn before, unless the agent has spoken since or the
    /// host knows that it is idle.
    private void settled(String sessionId, SessionWatch watch) {
        if (!watch.settled()) {
            return;
        }
        boolean isNew = switch (activity(sessionId)) {
            case IDLE -> true;
            case BUSY -> false;
            case UNKNOWN -> hasSpoken(sessionId, watch);
        };
        if (isNew) {
            look(sessionId, watch);
        } else {
            done(sessionId, watch);
        }
    }

    private boolean hasSpoken(String sessionId, SessionWatch watch) {
        Stored loop = states.of(sessionId);
        SessionWords said = loop == null ? null : said(loop, watch);
        return said != null && said.isAnyAfter(watch.messagesAtDispatch());
    }

    private void done(String sessionId, SessionWatch watch) {
        if (watch.done()) {
            look(sessionId, watch);
        }
    }

    /// Null when the session cannot be read: it is tried again later, and the loop ends when that does not help.
    private @Nullable SessionWords said(Stored loop, SessionWatch watch) {
        String sessionId = loop.state().sessionId();
        List<SessionMessage> transcript = List.of();
        try {
            transcript = host.transcript(sessionId);
        } catch (Exception unreadable) {
            host.log(LogLine.warn("Failed to read transcript: " + HostErrorText.words(unreadable)));
        }
        try {
            SessionWords said = SessionWords.of(watch.since(loop), host.messages(sessionId), transcript);
            watch.readable();
            return said;
        } catch (Exception unreadable) {
            String why = HostErrorText.words(unreadable);
            host.log(LogLine.error("Failed to read messages", "sessionId", sessionId, "error", why));
            if (watch.unreadable()) {
                stop(loop.state(), "The messages of the session cannot be read: " + why, SessionNotice.Variant.ERROR);
            } else {
                recover(sessionId, watch);
            }
            return null;
        }
    }

    private static boolean isExhausted(RalphLoopState state) {
        return state.iteration() >= state.maxIterations();
    }

    private void end(RalphLoopState state, TurnResult judgement) {
        switch (judgement) {
            case TurnResult.Complete _ ->
                end(
                        state,
                        SessionNotice.complete(state.iteration()),
                        "Completion detected!",
                        "promise",
                        state.completionPromise());
            case TurnResult.Blocked _ ->
                stop(state, "The agent says that it is blocked", SessionNotice.Variant.WARNING);
            case TurnResult.Silent _ ->
                stop(state, "The agent answered with nothing: no word and no action", SessionNotice.Variant.WARNING);
            case TurnResult.GoOn _ ->
                end(
                        state,
                        SessionNotice.exhausted(state.maxIterations()),
                        "Max iterations reached",
                        "max",
                        state.maxIterations());
        }
    }

    private void stop(RalphLoopState state, String why, SessionNotice.Variant variant) {
        end(state, SessionNotice.stopped(why, variant), "Loop stopped", "why", why);
    }

    /// Whoever clears the loop tells it: there may be several who know that it has ended.
    private void end(RalphLoopState state, SessionNotice notice, String words, String name, Object value) {
        if (states.clear(state) != null) {
            host.log(LogLine.info(words, "sessionId", state.sessionId(), "iteration", state.iteration(), name, value));
            host.show(notice);
        }
    }
}
