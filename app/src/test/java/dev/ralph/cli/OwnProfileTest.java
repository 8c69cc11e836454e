package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.config.Profile;
import dev.ralph.config.PromptInput;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A profile that exists in this file alone works from the configuration to the status line.
@Timeout(120)
class OwnProfileTest {

    /// Three tries, and a file that counts them.
    public static final class Thrice implements Profile {
        @Override
        public String name() {
            return "thrice";
        }

        @Override
        public String summary() {
            return "three tries";
        }

        @Override
        public Map<String, String> defaults() {
            return Map.of("max_restarts", "3", "restart_delay", "10ms");
        }

        @Override
        public Wording wording() {
            return allowed -> "not even the " + allowed + "rd try helped";
        }

        @Override
        public String prompt(PromptInput input) {
            return "Try " + input.start().attempt() + " of "
                    + input.policy().limits().attempts() + ": " + input.task();
        }

        @Override
        public List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
            return List.of(new Projection() {
                private int tries;

                @Override
                public void follow(JournalEntry<Event> entry) {
                    tries += entry.event() instanceof Event.AttemptStarted ? 1 : 0;
                }

                @Override
                public void show(LoopState state) {
                    try {
                        Files.writeString(paths.project().resolve("tries"), tries + " tries");
                    } catch (IOException unwritable) {
                        throw new UncheckedIOException(unwritable);
                    }
                }
            });
        }
    }

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void configure() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "profile: thrice\n");
    }

    private Shell.Said ralph(String... words) throws Exception {
        return java(Main.class, words);
    }

    private Shell.Said java(Class<?> program, String... words) throws Exception {
        List<String> command =
                Shell.java(folder.resolve("jar"), Thrice.class, program.getName(), "--dir", project.toString());
        command.addAll(List.of(words));
        return Shell.other(project, Map.of(), command);
    }

    @Test
    void its_defaults_prompt_words_and_files_are_used() throws Exception {
        Shell.Said run = ralph("run", "--task", "t", "--containment", "group", "Do it", "--", "sh", "-c", "exit 1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out()).contains("not even the 3rd try helped");
        assertThat(ralph("status").out()).contains("not even the 3rd try helped");
        assertThat(project.resolve("tries")).hasContent("3 tries");
        try (var runs = Files.list(project.resolve(".ralph/tasks/t/runs"))) {
            Path last = runs.sorted().toList().getLast();
            assertThat(last.resolve("prompt.md")).hasContent("Try 3 of 3: Do it");
        }
        assertThat(ralph("help", "run").out().replaceAll("\\s+", " ")).contains("thrice: three tries");
        assertThat(ralph("config", "schema").out())
                .contains("\"restart\", \"session\", \"task\", \"stage\", \"backlog\", \"heal\", \"thrice\"");
    }

    /// A program that opens the project whose folder is its second argument.
    public static final class Program {
        public static void main(String[] arguments) throws Exception {
            try (Ralph ralph = Ralph.open(Path.of(arguments[1]))) {
                RunningTask.Result result = ralph.start(
                                Task.named("t").text("Do it").command("exit 1"))
                        .await();
                System.out.println(result.attempts() + " attempts, " + result.sentence());
                ralph.status().forEach(line -> System.out.println(line.attempts() + " " + line.reason()));
            }
        }
    }

    @Test
    void a_program_uses_it_too() throws Exception {
        assertThat(java(Program.class).lines())
                .containsExactly("3 attempts, not even the 3rd try helped", "3/3 not even the 3rd try helped");
    }

    @Test
    void a_profile_that_nobody_brings_is_refused_with_those_there_are() throws Exception {
        Shell.Said run = ralph("run", "--profile", "twice", "Do it", "--", "true");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run.err()).contains("restart, session, task, stage, backlog, heal or thrice");
    }
}
