package dev.ralph.session;

import java.nio.file.Path;
import java.time.Instant;

/// A process that counts iterations until it is killed, at most for a while.
final class RestlessLoop {
    private RestlessLoop() {}

    public static void main(String[] args) {
        LoopStates states =
                new LoopStates(Path.of(args[0]), RalphLoopConfig.DEFAULT, line -> System.out.println(line.text()));
        Instant now = Instant.parse("2030-01-01T00:00:00Z");
        String task = "x".repeat(20_000);
        states.start(new RalphLoopState(true, 1, 1_000_000, "DONE", now, task, SessionFixture.SESSION, null, null), 0);
        SessionLoop loop = states.of(SessionFixture.SESSION);
        for (int i = 0; loop != null && i < 20_000; i++) {
            loop = states.save(SessionFixture.counted(loop));
        }
    }
}
