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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void it_shows_what_an_agent_says_and_never_the_stream_it_says_it_in() throws Exception {
        String script = """
                echo '{"type":"system","subtype":"init","session_id":"s","model":"m"}'
                until [ -e "$TASK_FOLDER/speak" ]; do sleep 0.05; done
                echo '{"type":"assistant","message":{"content":[{"type":"text","text":"I look at the tests"}]}}'
                until [ -e "$TASK_FOLDER/end" ]; do sleep 0.05; done
                touch "$TASK_FOLDER/DONE"
                """;
        Policy.AgentCommand agent =
                new Policy.AgentCommand(Policy.AgentCommand.Kind.SHELL, List.of(script), null, "claude");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        Path task = folder.resolve(".ralph/tasks/t");
        try (Engine engine = Engine.open(Setup.of(folder), null)) {
            ActiveLoop loop = engine.start(new Order(new TaskId("t"), Policy.restart(agent), "x", null));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop);
            Thread running = Thread.ofVirtual().start(() -> {
                try {
                    var _ = loop.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });

            live.start();
            Patience.until(() ->
                    loop.progress().filter(now -> now.stdoutBytes() > 0).isPresent());
            int drawn = shown.size();
            Patience.until(() -> shown.size() > drawn + 200);
            Files.createFile(task.resolve("speak"));
            Patience.until(() -> shown.toString(StandardCharsets.UTF_8).contains("I look at the tests"));
            Files.createFile(task.resolve("end"));
            running.join();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain("\"type\"");
    }
}
