package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that embeds the loop and is told to end.
class EmbeddedTest {
    @TempDir
    Path folder;

    /// Runs a loop whose agent would go on for a minute.
    static final class Program {
        public static void main(String[] arguments) throws Exception {
            new ScratchProject(Path.of(arguments[0]))
                    .loop("echo $$ > pid.new; mv pid.new pid; exec sleep 60")
                    .run();
        }
    }

    @Test
    void when_the_program_is_terminated_its_agent_ends_and_the_loop_can_be_resumed() throws Exception {
        ScratchProject project = new ScratchProject(folder);
        Process program = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        folder.toString()))
                .inheritIO()
                .start();
        ScratchProject.until("the agent runs", () -> Files.exists(folder.resolve("pid")));
        long agent = Long.parseLong(Files.readString(folder.resolve("pid")).strip());

        program.destroy();

        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ScratchProject.alive(agent)).isFalse();
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            assertThat(journal.loops().getFirst().outcome()).isEqualTo(Outcome.STOPPED);
            assertThat(journal.loops().getFirst().reason())
                    .isEqualTo(new Reason.StoppedBy(Event.StopKind.STOP, "the end of the program"));
        }
        assertThat(project.loop(ScratchProject.DONE).resume().outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void a_program_that_resumes_a_loop_does_not_take_the_agents_check_for_its_own() throws Exception {
        Files.writeString(folder.resolve("check.sh"), "exit 1\n");
        ScratchProject project = new ScratchProject(folder);
        String agent = "echo exit 0 > check.sh; " + ScratchProject.DONE;

        assertThat(project.loop(agent).check("sh check.sh").maxRestarts(1).run().outcome())
                .isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.loop(agent).maxRestarts(2).resume().outcome()).isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void when_the_thread_of_a_loop_is_interrupted_the_check_that_runs_ends_before_the_loop_does() throws Exception {
        ScratchLoop told = new ScratchProject(folder)
                .loop(ScratchProject.DONE)
                .check("echo $$ > pid.new; mv pid.new pid; exec sleep 60");
        try (Engine engine = Engine.open(told.options(), null)) {
            var running = new FutureTask<>(engine.start(told.order())::run);
            Thread thread = Thread.ofPlatform().start(running);
            ScratchProject.until("the check runs", () -> Files.exists(folder.resolve("pid")));
            long check = Long.parseLong(Files.readString(folder.resolve("pid")).strip());

            thread.interrupt();

            assertThat(running.get()).isEqualTo(new Reason.StoppedBy(Event.StopKind.STOP, "interrupt"));
            assertThat(ScratchProject.alive(check)).isFalse();
        }
    }
}
