package dev.ralph.session;

import java.nio.file.Path;
import java.time.Instant;

/// A process that counts iterations until it is killed, at most for a while.
final class RestlessLoop {
    private RestlessLoop() {}

    public static void main(String[] args) {
        LoopStates states = new LoopStates(Path.of(args[0]), null, line -> System.out.println(line.text()));
        Instant now = Instant.parse("2030-01-01T00:00:00Z");
        String task = "x".repeat(20_000);
        RalphLoopState state = states.start(
                new RalphLoopState(true, 1, 1_000_000, "DONE", now, task, SessionFixture.SESSION, null, null), 0);
        for (int i = 0; state != null && i < 20_000; i++) {
            state = states.advance(state, now);
        }
    }
}
