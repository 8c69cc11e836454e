package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.engine.QuickJava;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an agent tells Ralph from inside an attempt: a real agent program calls a real `ralph`, confined or not.
class ToolCommandsTest {
    @TempDir
    Path base;

    private GitProject project;
    private String ralph;

    @BeforeEach
    void open() throws Exception {
        project = GitProject.of(base);
        ralph = "'" + Shell.program(Files.createDirectory(base.resolve("bin"))) + "'";
    }

    /// What a confined agent has to see of the tests to start a `ralph` made of them.
    private String classPath() {
        List<String> command = QuickJava.command();
        List<String> seen = new ArrayList<>(List.of(base.resolve("bin").toString()));
        seen.addAll(List.of(command.get(command.indexOf("-cp") + 1).split(":")));
        return String.join(",", seen);
    }

    private Shell.Said run(String profile, String workspace, String line, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("--profile", profile, "--tools", classPath(), "--command", line));
        words.addAll(List.of(more));
        return project.run(workspace, words.toArray(String[]::new));
    }

    private Shell.Said confined(String line, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("--sandbox", "required"));
        words.addAll(List.of(more));
        return run("restart", "overlay", line, words.toArray(String[]::new));
    }

    private List<Event> events() {
        try (JournalView journal = Ralph.open(project.folder()).journal()) {
            return journal.entries(journal.loopsOf("task-001").getFirst().head().id()).stream()
                    .map(JournalEntry::event)
                    .toList();
        }
    }

    private Declaration declared() {
        return events().stream()
                .filter(Event.AttemptEnded.class::isInstance)
                .map(event -> ((Event.AttemptEnded) event).report().declared())
                .toList()
                .getLast();
    }

    private Path task() {
        return project.shell().task("task-001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"complete", "blocked why", "ask what", "reject finding", "post text", "remember text"})
    void outside_an_attempt_each_is_a_usage_error_that_says_so(String line) {
        TypedCommand said = TypedCommand.in(project.folder(), line.split(" "));

        assertThat(said.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(said.err()).contains("ralph " + line.split(" ")[0] + " is for agents", "inside an attempt");
    }

    @Test
    void a_confined_agent_says_that_it_is_done_and_what_it_made() throws Exception {
        Shell.Said said = confined(
                "mkdir out; echo made > out/report.md; cd out; " + ralph
                        + " complete --artifact report.md --summary 'The report'",
                "--check",
                "test -f out/report.md");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(declared()).isEqualTo(new Declaration(List.of("out/report.md"), "The report", null));
        assertThat(task().resolve("DONE")).content().contains("\"artifacts\":[\"out/report.md\"]");
    }

    @ParameterizedTest
    @CsvSource({"restart, in-place", "restart, worktree", "session, in-place", "task, overlay"})
    void it_is_heard_in_every_profile_and_every_workspace(String profile, String workspace) throws Exception {
        Shell.Said said = run(
                profile,
                workspace,
                "echo made > made; " + ralph
                        + " complete --artifact \"$PWD/made\"; echo $RALPH_TASK_ID > \"$TASK_FOLDER/id\"",
                "--check",
                "test -f made");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(declared()).isEqualTo(new Declaration(List.of("made"), null, null));
        assertThat(task().resolve("id")).hasContent("task-001");
        assertThat(SandboxLoopTest.stored(project.shell(), "prompt.md").contains("ralph complete --artifact FILE"))
                .isEqualTo(profile.equals("task"));
    }

    @Test
    void an_artifact_that_is_missing_or_lies_outside_is_refused_and_nothing_is_declared() throws Exception {
        Shell.Said said = confined(
                "ln -s /etc/hosts link; for f in none ../bin /etc/hosts link .; do " + ralph
                        + " complete --artifact $f; echo $? >> \"$TASK_FOLDER/codes\"; done",
                "--max-restarts",
                "1");

        assertThat(said.out()).contains("EXHAUSTED");
        assertThat(task().resolve("codes")).hasContent("2\n2\n2\n2\n2");
        assertThat(task().resolve("DONE")).doesNotExist();
        assertThat(SandboxLoopTest.stored(project.shell(), "agent-stderr.txt"))
                .contains("artifact none does not exist", "artifact link lies outside the workspace");
    }

    @Test
    void a_confined_agent_that_cannot_continue_ends_the_loop_with_its_reason() throws Exception {
        Shell.Said said = confined(ralph + " blocked --json 'The registry needs a password'");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED", "cannot continue: The registry needs a password");
        assertThat(declared()).isEqualTo(new Declaration(List.of(), null, "The registry needs a password"));
        assertThat(SandboxLoopTest.stored(project.shell(), "agent-stdout.txt"))
                .isEqualToIgnoringWhitespace("{\"task\":\"task-001\",\"tool\":\"blocked\"}");
    }

    /// Also where whoever started the loop is an agent that may do so.
    @Test
    void where_nothing_can_be_sent_back_a_rejection_is_a_usage_error() throws Exception {
        Shell.Said said = project.shell()
                .ralph(
                        Map.of(
                                "RALPH_MAY_REJECT",
                                "1",
                                "XDG_STATE_HOME",
                                project.state().toString()),
                        List.of(
                                "run",
                                "--task",
                                "task-001",
                                "--prompt",
                                "Do the thing",
                                "--max-restarts",
                                "1",
                                "--command",
                                ralph + " reject 'The name is wrong'; echo $? > \"$TASK_FOLDER/code\""));

        assertThat(said.out()).contains("EXHAUSTED");
        assertThat(task().resolve("code")).hasContent("2");
        assertThat(SandboxLoopTest.stored(project.shell(), "agent-stderr.txt"))
                .contains("this stage cannot send work back");
    }

    @Test
    void what_was_declared_counts_although_the_engine_was_killed() throws Exception {
        project.asProgram()
                .run(
                        "in-place",
                        "--containment",
                        "group",
                        "--command",
                        ralph + " blocked 'No key'; kill -9 $PPID; sleep 5");

        Shell.Said said = project.ralph("resume", "task-001");

        assertThat(said.out()).as(said.err()).contains("BLOCKED", "cannot continue: No key");
        assertThat(events())
                .filteredOn(Event.AttemptLost.class::isInstance)
                .extracting(event -> ((Event.AttemptLost) event).declared())
                .containsExactly(new Declaration(List.of(), null, "No key"));
    }

    @Test
    void a_confined_agent_asks_and_continues_with_the_answer() throws Exception {
        String line = "if grep -q 'Use the second' \"$RUN_FOLDER/prompt.md\"; then " + ralph + " complete; else "
                + ralph + " ask 'Which table?'; " + ralph + " ask 'Which index?'; fi";

        Shell.Said said = confined(line, "--on-question", "park");
        assertThat(said.out()).as(said.err()).contains("WAITING");
        assertThat(project.ralph("answer").out()).contains("task-001: Which table?", "Which index?");

        project.ralph("answer", "Use the second");
        Shell.Said resumed = project.ralph("resume", "task-001");
        assertThat(resumed.out()).as(resumed.err()).contains("COMPLETED");
    }

    @Test
    void a_confined_agent_posts_to_its_bus_and_leaves_notes_for_the_next_attempt() throws Exception {
        Shell.Said said = confined("if grep -q '> - Mind the --- gap' \"$RUN_FOLDER/prompt.md\"; then " + ralph
                + " complete; else " + ralph + " post 'Half of it works'; " + ralph
                + " remember \"$(printf 'Mind the\\n---\\ngap')\"; fi");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after 2 attempts");
        assertThat(project.shell().bus("task-001")).contains("type: INFO", "\nHalf of it works");
        assertThat(task().resolve("remembered.jsonl"))
                .content()
                .contains("{\"text\":\"Mind the\\n---\\ngap\",\"timestamp\":\"2", "\"task\":\"task-001\"}");
    }

    @Test
    void a_task_of_a_list_is_blocked_with_the_reason_of_its_agent() throws Exception {
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n");
        project.write("tasks.jsonl", """
                {"op":"create","task":{"id":"T-1","title":"Deploy","status":"pending"},"timestamp":"2026-01-01T00:00:00Z"}
                """).commit("tasks");

        Shell.Said said = project.ralph(
                "run", "--tools", classPath(), "--command", ralph + " remember Once; " + ralph + " blocked 'No key'");

        assertThat(said.out() + said.err()).contains("No key");
        assertThat(project.path("tasks.jsonl")).content().contains("\"status\":\"blocked\"", "cannot continue: No key");
        assertThat(project.path(".ralph/tasks/T-1/stages/agent/remembered.jsonl"))
                .exists();
    }
}
