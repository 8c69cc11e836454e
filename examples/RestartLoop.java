import dev.ralph.Ralph;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.attempt.FatalFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Two tasks from Java: one for a program, one for a method.
///
/// Run it with the jars that `./ralph` builds:
///
///     java --enable-native-access=ALL-UNNAMED -cp "app/target/launch/ralph/lib/*" examples/RestartLoop.java
void main() throws Exception {
    Path project = Files.createTempDirectory("restart-loop");
    try (Ralph ralph = Ralph.open(project)) {

        // The agent is any program: here a shell line that fails, then does nothing, then is done.
        String agent = """
                echo working >> progress.txt
                case $(wc -l < progress.txt) in
                    1) exit 1 ;;
                    2) exit 0 ;;
                    *) echo "Task completed successfully" > "$TASK_FOLDER/DONE" ;;
                esac""";
        Task lines = Task.named("task-001")
                .text("Write three lines to progress.txt")
                .command(agent)
                .attempts(50)
                .waitTimeout(Duration.ofMinutes(10))
                .restartDelay(Duration.ofMillis(100))
                .with("max_time", "1h")
                .check("test $(wc -l < progress.txt) -ge 3");
        RunningTask.Result program = ralph.start(
                        lines,
                        running -> running.listen((entry, state) ->
                                IO.println("  " + entry.event().getClass().getSimpleName())))
                .await();
        IO.println("program: " + program.outcome() + " after " + program.attempts() + " attempts, "
                + program.sentence());
        program.receipts().forEach(receipt -> IO.println("  checked: " + receipt.check().title()));

        // The agent is a method of this program.
        Task counting = Task.named("task-002")
                .restartDelay(Duration.ofMillis(100))
                .runner((context, attempt) -> {
                    IO.println("  attempt " + attempt);
                    switch (attempt) {
                        case 0 -> throw new IllegalStateException("a transient error is tried again");
                        case 1 -> context.done();
                        default -> throw new FatalFailure("a fatal one is not");
                    }
                });
        RunningTask.Result method = ralph.start(counting).await();
        IO.println("method: " + method.outcome() + " after " + method.attempts() + " attempts");

        ralph.status().forEach(line -> IO.println("status: " + line.task() + " " + line.state()));
        IO.println("events: " + ralph.events(0).size());
    }
}
