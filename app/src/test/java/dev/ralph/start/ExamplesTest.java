package dev.ralph.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples run as they stand.
class ExamplesTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("ralph.repository")).resolve("examples");

    @TempDir
    Path folder;

    @Test
    void the_java_program_runs_a_loop_around_a_program_and_one_around_a_method() throws Exception {
        assertThat(output(java(EXAMPLES.resolve("RestartLoop.java").toString())))
                .contains("program: COMPLETED after 3 attempts, every check passed")
                .contains("method: COMPLETED after 2 attempts");
    }

    @Test
    void the_session_program_keeps_its_chat_going_until_the_promise_is_true() throws Exception {
        assertThat(output(java(EXAMPLES.resolve("SessionLoop.java").toString())))
                .contains("info: Ralph Loop Started - Max 10 iterations. Complete with <promise>COUNTED</promise>")
                .contains("state: 1 of 10 in .supercoin/ralph-loop-state.json")
                .contains("prompt: [RALPH LOOP - ITERATION 2/10]")
                .contains("info: Ralph Loop - Iteration 3/10")
                .contains("success: Ralph Loop Complete! - Task completed after 3 iteration(s)")
                .contains("active: false");
    }

    /// A program that agents find on their `PATH`, too.
    private Path ralph() throws Exception {
        Path ralph = folder.resolve("ralph");
        StringBuilder line = new StringBuilder("#!/bin/sh\nexec");
        java("-Dralph.launcher=" + ralph, "dev.ralph.cli.Main")
                .forEach(word -> line.append(" '").append(word).append('\''));
        Files.writeString(ralph, line.append(" \"$@\"\n"));
        Files.setPosixFilePermissions(ralph, PosixFilePermissions.fromString("rwxr-xr-x"));
        return ralph;
    }

    @Test
    void the_stages_send_one_task_back_see_through_one_promise_and_merge_all_three() throws Exception {
        String run = EXAMPLES.resolve("stage/run").toString();
        String state = "XDG_STATE_HOME=" + folder.resolve("state");

        String said = output(List.of("env", "RALPH=" + ralph(), state, run, "--sandbox", "off", "--network", "open"));
        assertThat(said.split("(?i)sabotage skipped", -1)).as(said).hasSizeLessThanOrEqualTo(2);
        assertThat(said)
                .contains("TASK-001: sent back: words/hello.sh does not say what it is for")
                .contains("TASK-002: coder, attempt 2")
                .contains("COMPLETED: all 3 tasks are done")
                .contains("\nTASK-001: Say hello\nstatus: done\n")
                .contains("sent back:\n  reviewer: words/hello.sh does not say what it is for\n")
                .containsPattern("\"task_id\":\"TASK-002\",\"stage\":\"coder\",\"ralph_iteration\":1,"
                        + ".*\"verified\":false,\"reason\":\"Promise refused\",\"details\":\"[^\"]*sh test.sh")
                .contains("No active Ralph loops\n");
    }

    @Test
    void the_list_is_worked_through_a_question_answered_and_what_is_impossible_blocked() throws Exception {
        String run = EXAMPLES.resolve("backlog/run").toString();
        String state = "XDG_STATE_HOME=" + folder.resolve("state");
        List<String> words = List.of("env", "RALPH=" + ralph(), state, run);

        assertThat(output(Stream.concat(
                                words.stream(),
                                Stream.of("--sandbox", "off", "--network", "open", "--workspace", "worktree"))
                        .toList()))
                .contains("--- what waits for you\n", "RALPH-004", "--- what is in git\n")
                .containsPattern("(?m)^RALPH-001: ")
                .contains("--- the report");
    }

    @Test
    void a_spec_with_a_flaw_of_each_type_heals_and_what_nobody_can_correct_is_asked() throws Exception {
        String run = EXAMPLES.resolve("heal/run").toString();
        String state = "XDG_STATE_HOME=" + folder.resolve("state");

        assertThat(output(List.of("env", "RALPH=" + ralph(), state, run, "--sandbox", "off", "--network", "open")))
                .containsSubsequence(
                        "shop-1: failed (test failure): ",
                        "shop-1: Updated tasks.md Task 1: say how the greeting ends",
                        "shop-2: failed (test failure): ",
                        "shop-2: Updated design.md Property 1: name the direction of rounding",
                        "shop-3: failed (compilation error): ",
                        "shop-3: Updated design.md section 'Types': add the type that is missing",
                        "shop-4: failed (runtime error): ",
                        "shop-4: Updated requirements.md Requirement 2: say what a quantity of 0 means",
                        "shop-5: failed (missing dependency): ",
                        "shop-5: Updated tasks.md Task 5: name what comes first",
                        "shop-6: failed (invalid spec): ",
                        "shop-6: Updated design.md section 'Units': close the table",
                        "shop-7: failed (test failure): ",
                        "shop-7: asks: Unable to auto-correct after 3 attempts: 7 Know the future",
                        "Answer: ralph answer shop-7 \"...\", then ralph heal shop")
                .contains("--- what ralph heal printed (exit code 4)")
                .contains("Event #10 - ESCALATION REQUIRED");
    }

    @Test
    void the_shell_script_runs_a_loop_and_shows_its_bus() throws Exception {
        assertThat(output(List.of(
                        "env",
                        "RALPH=" + ralph(),
                        EXAMPLES.resolve("restart.sh").toString())))
                .contains("COMPLETED after 3 attempts: every check passed")
                .contains("agent failed on restart #0: exit code 1 (general failure)")
                .contains("task completed (DONE marker present, no active children)");
    }

    /// `cd` looks there first, and prints where it went.
    @Test
    void the_shell_script_finds_the_ralph_beside_it_whatever_cdpath_says() throws Exception {
        Path script = Files.createDirectory(folder.resolve("examples")).resolve("restart.sh");
        Files.copy(EXAMPLES.resolve("restart.sh"), script);
        Path ralph = Files.writeString(folder.resolve("ralph"), "#!/bin/sh\necho \"called with $1\"\n");
        Files.setPosixFilePermissions(ralph, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path other = Files.createDirectories(folder.resolve("other/examples"));

        assertThat(output(List.of("env", "-u", "RALPH", "CDPATH=" + other.getParent(), "sh", "examples/restart.sh")))
                .contains("called with run\n");
    }

    @Test
    void the_examples_of_the_librarys_page_run_as_they_stand() throws Exception {
        Path page =
                Path.of(System.getProperty("ralph.repository")).resolve("engine/src/main/java/dev/ralph/Ralph.java");
        List<String> examples = Pattern.compile("(?s)^/// ```java$(.*?)^/// ```$", Pattern.MULTILINE)
                .matcher(Files.readString(page))
                .results()
                .map(found -> found.group(1).replace("\n///", "\n"))
                .toList();
        Path project = Files.createDirectory(folder.resolve("my-project"));
        Path agent = Files.writeString(folder.resolve("my-agent"), """
                #!/bin/sh
                printf 'test:\\n\\ttrue\\n' > Makefile
                touch "$TASK_FOLDER/DONE"
                """);
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwxr-xr-x"));
        output(List.of("git", "init", "-q", "my-project"));
        for (List<String> words : List.of(
                List.of("config", "user.name", "Ann"),
                List.of("config", "user.email", "ann@example.com"),
                List.of("commit", "-q", "--allow-empty", "-m", "begin"))) {
            List<String> git = new ArrayList<>(List.of("git", "-C", project.toString()));
            git.addAll(words);
            output(git);
        }
        Path program = Files.writeString(folder.resolve("Example.java"), """
                import dev.ralph.*;
                import java.nio.file.Path;
                void main() throws Exception {
                    %s
                    try (Ralph ralph = Ralph.open(Path.of("my-project"))) {
                        %s
                        ralph.status().forEach(line -> IO.println(line.attempts() + " " + line.state()));
                    }
                }
                """.formatted(
                        examples.getFirst().replace("\"my-agent\"", "\"" + agent + "\""), examples.getLast()));

        assertThat(examples).hasSize(2);
        assertThat(output(java(program.toString())).lines())
                .contains("COMPLETED: every check passed", "3/100 COMPLETED", "1/50 COMPLETED")
                .anyMatch(line -> line.matches("[0-9a-f]{40}"));
    }

    private static List<String> java(String... rest) {
        List<String> words = new ArrayList<>();
        words.add(ProcessHandle.current().info().command().orElseThrow());
        words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(rest));
        return words;
    }

    private String output(List<String> command) throws Exception {
        Path out = folder.resolve("out.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        int code = process.waitFor();
        String text = Files.readString(out);
        assertThat(code).as(text).isZero();
        return text;
    }
}
