package dev.ralph.session;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.session.SessionEvent.Idle;
import dev.ralph.sim.SimClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A working folder, a program with sessions and a clock that moves when told.
final class SessionFixture {
    static final String SESSION = "ses_1";
    static final String TASK = "Refactor the database layer";

    final Path folder;
    final SimClock clock = new SimClock();
    final ManualTimer timer = new ManualTimer(clock);
    final Conversations host = new Conversations();
    RalphLoopConfig config = RalphLoopConfig.DEFAULT;
    RalphLoopHook hook;

    SessionFixture(Path folder) {
        this.folder = folder;
        this.hook = newHook();
    }

    SessionFixture configured(RalphLoopConfig other) {
        config = other;
        hook = newHook();
        return this;
    }

    /// Another process: it knows only what is on disk.
    RalphLoopHook newHook() {
        return new RalphLoopHook(folder, config, host, clock, timer);
    }

    /// Starts a loop in the first session and sends its first prompt, as a command would.
    SessionFixture start(StartLoopOptions options) throws Exception {
        hook.startLoop(SESSION, TASK, options);
        host.inject(SESSION, TASK);
        host.prompts.clear();
        return this;
    }

    SessionFixture start() throws Exception {
        return start(StartLoopOptions.NONE);
    }

    /// The agent's turn ends with these words, and all that follows from it has happened.
    void turn(String words) {
        host.says(SESSION, words);
        idle();
        pass(2_000);
    }

    void idle() {
        hook.handle(new Idle(SESSION));
    }

    void pass(long millis) {
        timer.pass(Duration.ofMillis(millis));
    }

    int iteration() {
        return state(SESSION).iteration();
    }

    /// The loop of a session that has one.
    RalphLoopState state(String session) {
        return there(hook.getState(session));
    }

    RalphLoopState newest() {
        return there(hook.getState());
    }

    /// The same as another process sees it.
    RalphLoopState elsewhere(String session) {
        return there(newHook().getState(session));
    }

    static RalphLoopState loop(LoopStates states) {
        return loop(states, SESSION);
    }

    static RalphLoopState loop(LoopStates states, String session) {
        SessionLoop loop = states.of(session);
        return there(loop == null ? null : loop.state());
    }

    /// With one turn more, as it is once its prompt was accepted.
    static SessionLoop counted(SessionLoop loop) {
        int attempt = loop.now().attempts();
        Instant at = Instant.parse("2030-01-01T00:00:00Z");
        AttemptReport report = AttemptReport.bare(AttemptReport.How.EXITED, 0, null, null, at, Duration.ZERO, "");
        return loop.after(new SessionLoop.Entry(at, 0, new Event.AttemptEnded(attempt, report)))
                .after(new SessionLoop.Entry(at, 0, new Event.RestEnded()))
                .after(new SessionLoop.Entry(at, 0, new Event.AttemptStarted(attempt + 1, "run")));
    }

    static SessionLoop read(LoopStates states) {
        SessionLoop loop = states.of(SESSION);
        if (loop == null) {
            throw new AssertionError("there is no loop");
        }
        return loop;
    }

    private static RalphLoopState there(@Nullable RalphLoopState state) {
        if (state == null) {
            throw new AssertionError("there is no loop");
        }
        return state;
    }

    Path stateFile() {
        return folder.resolve(".supercoin").resolve("ralph-loop-state.json");
    }
}
