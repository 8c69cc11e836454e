package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo as a newcomer runs it. Its agents may take long to start on a busy machine, so the silence that counts as
/// a hang is longer here.
class DemoTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));

    @TempDir
    static Path shared = Path.of("");

    private static Shell.Said demo = new Shell.Said(-1, "", "");

    @BeforeAll
    static void show() {
        demo = Shell.anywhere("demo", "--dir", shared.resolve("scratch").toString(), "--idle-timeout", "8s");
    }

    @Test
    void it_tells_what_each_attempt_did_and_what_ralph_did_about_it() {
        assertThat(demo.code()).as(demo.out() + demo.err()).isZero();
        assertThat(demo.lines().stream().map(line -> line.replaceFirst("  [0-9ms.]+$", "")))
                .containsSubsequence(
                        "  1  The agent crashed: killed by signal 9.",
                        "     Ralph started it again.",
                        "  2  The agent hung: no output for 8s.",
                        "     Ralph stopped it and everything it started, then started it again.",
                        "  3  The agent claimed to be done, but `sh test.sh` failed (exit 1).",
                        "     Rejected (DONE.rejected-3); the next attempt gets the reason.",
                        "  4  The agent claimed to be done, and `sh test.sh` passed.",
                        "     Ralph accepted the work and committed it.");
        assertThat(demo.out()).doesNotContain("\u001b");
        assertThat(demo.err()).isEmpty();
    }

    @Test
    void what_it_says_is_what_is_there() throws Exception {
        Path scratch = shared.resolve("scratch");

        assertThat(scratch.resolve("greet.sh")).hasContent("echo \"Hello, $1!\"\n");
        assertThat(scratch.resolve(".ralph/tasks/demo/DONE.rejected-3")).exists();
        String head = git(scratch, "rev-parse", "HEAD");
        assertThat(demo.out()).contains("changed     greet.sh | 1 +", "commit      " + head.substring(0, 10));
        assertThat(git(scratch, "status", "--porcelain")).isEmpty();
    }

    /// Lines are compared with times, ids, paths and what the machine offers masked. Where the page has a line `…`,
    /// lines are left out.
    @Test
    void its_page_shows_what_it_prints() throws Exception {
        String page = Files.readString(REPOSITORY.resolve("docs/demo.md"));
        int begin = page.indexOf("$ ./ralph demo\n") + "$ ./ralph demo\n".length();
        String transcript = page.substring(begin, page.indexOf("\n```", begin));
        String printed = masked(demo.out().replace(shared.resolve("scratch").toString(), "/tmp/ralph-demo-0"));

        assertThat(begin).isGreaterThan(100);
        String[] parts = ("\n" + masked(transcript) + "\n").split("(?<=\n)…(?=\n)");
        assertThat("\n" + printed).containsSubsequence(parts);
        assertThat("\n" + printed).startsWith(parts[0]).endsWith(parts[parts.length - 1]);
    }

    @Test
    void the_documentation_names_every_outcome_with_its_exit_code() throws Exception {
        List<String> page = Files.readAllLines(REPOSITORY.resolve("docs/README.md"));

        for (Outcome outcome : Outcome.values()) {
            assertThat(page)
                    .anyMatch(
                            line -> line.startsWith("| " + outcome.exitCode() + " |") && line.contains(outcome.name()));
        }
    }

    private static String masked(String text) {
        return text.replaceAll("\\[\\d{4}-[^]]*] DONE file seen[^\n]*\n", "") // the agent may have ended before
                .replaceAll("\\[\\d{4}-[^]]*]", "[time]")
                .replaceAll("/tmp/ralph-demo-\\w+", "DIR")
                .replaceAll("loop \\d+-\\S+", "loop ID")
                .replaceAll("containment [A-Z].*", "containment")
                .replaceAll("its own \\([A-Z]+\\)", "its own")
                .replace("no process that could be found", "no process")
                .replaceAll("\\b[0-9a-f]{10}\\b", "COMMIT")
                .replaceAll("\\b[\\d.]+m?s\\b", "TIME")
                .replaceAll("(?m)^  \\./ralph ", "  ralph ");
    }

    /// The commands it recommends are understood; the last two are for another folder.
    @Test
    void the_commands_it_shows_exist() {
        CommandContext context = new CommandContext(System.out, System.err, System.getenv());
        List<String> shown = demo.lines().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("ralph ") && !line.contains("\""))
                .toList();

        assertThat(shown).hasSizeGreaterThanOrEqualTo(4);
        for (String line : shown) {
            List<String> words = List.of(line.split(" "));
            assertThat(Commands.table(context).parse(words.subList(1, words.size())))
                    .as(line)
                    .isInstanceOf(Invocation.class);
        }
    }

    @Test
    void for_programs_it_prints_events_and_a_summary() throws Exception {
        Shell.Said json =
                Shell.anywhere("demo", "--json", "--dir", shared.resolve("json").toString(), "--idle-timeout", "4s");

        assertThat(json.code()).isZero();
        assertThat(json.lines()).hasSizeGreaterThan(10);
        JsonContractTest.isValid("run", json.out());
        assertThat(json.lines().getLast())
                .startsWith("{\"type\":\"demo_summary\"")
                .contains("\"outcome\":\"completed\"", "\"check\":\"sh test.sh\"", "\"files\":[\"greet.sh\"]");
    }

    /// The agent of the second attempt hangs, and would for an hour.
    @Test
    void ctrl_c_ends_its_agent_too() throws Exception {
        Path said = shared.resolve("interrupted.txt");
        String scratch = shared.resolve("interrupted").toString();
        Process process = new ProcessBuilder(
                        Shell.java(Main.class.getName(), "demo", "--dir", scratch, "--idle-timeout", "10m"))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            Waiting.until(() -> Files.readString(said).contains("Starting agent (attempt 2/8)"));
            process.destroy();
            assertThat(process.waitFor(Waiting.LONG)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(6);
        assertThat(said)
                .content()
                .contains("STOPPED after 2 attempts")
                .containsPattern("  2  The agent was stopped\\.  [0-9ms.]+\n     All its processes are gone\\.");
        assertThat(Path.of(scratch, ".ralph/leases")).isEmptyDirectory();
    }

    @Test
    void it_touches_no_folder_that_has_something_in_it() throws Exception {
        Path full = Files.createDirectory(shared.resolve("full"));
        Files.writeString(full.resolve("mine.txt"), "mine");

        Shell.Said refused = Shell.anywhere("demo", "--dir", full.toString());

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains(full + " is not empty", "leave out --dir");
        assertThat(full).isDirectoryNotContaining(file -> !file.endsWith("mine.txt"));
    }

    @Test
    void the_example_of_the_rehearsal_agent_works() throws Exception {
        Path project = Files.createDirectory(shared.resolve("example"));
        String script = REPOSITORY.resolve("examples/flaky-agent.txt").toString();

        Shell.Said run = Shell.anywhere(
                "run",
                "--dir",
                project.toString(),
                "--task",
                "hello",
                "--prompt",
                "Write hello.txt",
                "--restart-delay",
                "0s",
                "--check",
                "grep -q world hello.txt",
                "--",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "rehearse",
                script);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("COMPLETED after 3 attempts");
        assertThat(Files.readString(project.resolve(".ralph/tasks/hello/TASK-MESSAGE-BUS.md")))
                .contains("hello.txt is begun", "hello.txt is complete");
    }

    private static String git(Path folder, String... words) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(git.waitFor()).isZero();
        return out.strip();
    }
}
