import dev.ralph.attempt.FatalFailure;
import dev.ralph.engine.RalphLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Two loops from Java: one around a program, one around a method.
///
/// Run it with the jars that `./ralph` builds:
///
///     java --enable-native-access=ALL-UNNAMED -cp "app/target/launch/ralph/lib/*" examples/RestartLoop.java
void main() throws Exception {
    Path project = Files.createTempDirectory("restart-loop");

    // The agent is any program: here a shell line that fails, then does nothing, then is done.
    String agent = """
            echo working >> progress.txt
            case $(wc -l < progress.txt) in
                1) exit 1 ;;
                2) exit 0 ;;
                *) echo "Task completed successfully" > "$TASK_FOLDER/DONE" ;;
            esac""";
    RalphLoop.Result program = RalphLoop.inProject(project)
            .projectTask("my-project", "task-001")
            .prompt("Write three lines to progress.txt")
            .command(agent)
            .maxRestarts(50)
            .waitTimeout(Duration.ofMinutes(10))
            .restartDelay(Duration.ofMillis(100))
            .check("test $(wc -l < progress.txt) -ge 3")
            .listener((entry, state) -> IO.println("  " + entry.event().getClass().getSimpleName()))
            .build()
            .run();
    IO.println("program: " + program.outcome() + " after " + program.attempts() + " attempts, " + program.sentence());

    // The agent is a method of this program.
    RalphLoop.Result method = RalphLoop.inProject(project)
            .projectTask("my-project", "task-002")
            .restartDelay(Duration.ofMillis(100))
            .rootRunner((context, attempt) -> {
                IO.println("  attempt " + attempt);
                switch (attempt) {
                    case 0 -> throw new IllegalStateException("a transient error is tried again");
                    case 1 -> context.done();
                    default -> throw new FatalFailure("a fatal one is not");
                }
            })
            .build()
            .run();
    IO.println("method: " + method.outcome() + " after " + method.attempts() + " attempts");
}
