package dev.ralph.session;

import dev.ralph.fault.FaultPoint;
import dev.ralph.session.SessionEvent.Idle;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;

/// Lives in a process of its own: ends it at the n-th fault point it passes, as a signal that cannot be caught would.
public final class DiesAt implements FaultPoint.Hook {
    static final int DEAD = 137;

    private final int at = Integer.getInteger("ralph.test.dies");
    private int passed;

    @Override
    public synchronized void reached(FaultPoint point, String place, String detail) {
        if (++passed == at) {
            Runtime.getRuntime().halt(DEAD);
        }
    }

    /// Does one thing to the loops of a folder: `start`, `count` or `cancel`.
    public static void main(String[] words) {
        Conversations host = new Conversations();
        InstantSource clock = InstantSource.fixed(Instant.parse("2030-01-01T01:00:00Z"));
        RalphLoopHook hook =
                new RalphLoopHook(Path.of(words[0]), RalphLoopConfig.DEFAULT, host, clock, (_, then) -> then.run());
        switch (words[1]) {
            case "start" -> hook.startLoop(SessionFixture.SESSION, "Another task");
            case "count" -> {
                host.says(SessionFixture.SESSION, "working");
                hook.handle(new Idle(SessionFixture.SESSION));
            }
            default -> hook.cancelLoop(SessionFixture.SESSION);
        }
    }
}
