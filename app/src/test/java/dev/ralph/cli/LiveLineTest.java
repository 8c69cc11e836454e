package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Policy;
import dev.ralph.run.ActiveLoop;
import dev.ralph.run.Engine;
import dev.ralph.run.Order;
import dev.ralph.run.Setup;
import dev.ralph.task.TaskId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveLineTest {
    private static final String ERASE = "\r\033[K";

    @TempDir
    Path folder;

    @Test
    void nothing_of_it_is_left_when_it_stops() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        Policy policy = Policy.restart(Policy.AgentCommand.program("true")).with(Policy.Limits.DEFAULT.withAttempts(0));
        try (Engine engine = Engine.open(Setup.of(folder), null)) {
            ActiveLoop loop = engine.start(new Order(new TaskId("t"), policy, "x", null));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop);

            live.start();
            Patience.until(() -> shown.size() > 0);
            live.stop();
            var _ = loop.run();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).startsWith(ERASE).endsWith(ERASE);
    }
}
