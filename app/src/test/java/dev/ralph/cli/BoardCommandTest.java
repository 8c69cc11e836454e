package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.board.BoardAction;
import dev.ralph.json.JsonText;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The board as text and as JSON, and driven by keys in a real terminal.
@Timeout(180)
class BoardCommandTest {
    private static final String QUESTION = "[ -e asked ] || { touch asked; echo 'PostgreSQL or SQLite?'; exit 42; }; ";
    private static final Path SCREENS =
            Path.of(System.getProperty("ralph.repository", "..")).resolve("app/src/test/resources/board");

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void make() throws Exception {
        project = GitProject.of(base);
    }

    private void list(String... lines) throws Exception {
        project.write("tasks.jsonl", String.join("\n", lines) + "\n");
    }

    private static String task(String id, String title, String status) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"" + title + "\",\"status\":\"" + status
                + "\",\"createdAt\":\"2026-01-01T00:00:00Z\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}";
    }

    @Test
    void where_no_terminal_is_the_board_is_printed_once() throws Exception {
        list(task("TASK-001", "Sort the list", "pending"), task("TASK-002", "Rename the flag", "done"));

        Shell.Said said = project.ralph("board");

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).isEqualTo("""
                Ralph project  2 tasks · 0 agents
                TODO 1          IMPLEMENTING 0  TESTING 0       REVIEWING 0     DONE 1
                ─────────────── ─────────────── ─────────────── ─────────────── ───────────────
                TASK-001                                                        TASK-002
                Sort the list                                                   Rename the flag
                · ready                                                         ✓ done

                ── agents ─────────────────────────────────────────────────────────────────────
                no agent works
                """);
    }

    @Test
    void without_utf_8_it_is_ascii() throws Exception {
        list(task("TASK-001", "Grüße", "pending"));

        Shell.Said said = new Shell(project.folder()).ralph(Map.of("LC_ALL", "C"), List.of("board", "--once"));

        assertThat(said.out()).contains("Gr??e", ". ready");
        assertThat(said.out().chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')))
                .isTrue();
    }

    @Test
    void an_empty_project_has_an_empty_board() {
        Shell.Said said = project.ralph("board", "--once");

        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("0 tasks", "TODO 0", "no agent works");
    }

    @Test
    void programs_read_every_task_and_slot() throws Exception {
        list(task("TASK-001", "Sort the list", "blocked"));
        project.ralph("run", "--task", "asks", "--prompt", "Choose", "--on-question", "park", "--command", QUESTION);

        Shell.Said said = project.ralph("board", "--json");

        JsonContractTest.isValid("board", said.out());
        assertThat(JsonText.object(said.out()).get("lanes"))
                .isEqualTo(Map.of("todo", 1L, "implementing", 0L, "testing", 0L, "reviewing", 1L, "done", 0L));
        assertThat(said.out()).contains("\"mark\":\"blocked\"", "\"question_text\":\"PostgreSQL or SQLite?\"");
    }

    @Test
    void slots_of_a_flow_that_nobody_runs_do_not_count() throws Exception {
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write(".ralph/config.yaml", """
                profile: stage
                sandbox: off
                network: open
                containment: group
                stages: {coder: {command: 'echo "Which one?" > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"'}}
                """);
        list(task("TASK-001", "Sort the list", "pending"));
        project.commit("list");
        Shell.Said run = project.ralph("run");
        assertThat(project.ralph("answer").out()).as(run.out() + run.err()).contains("Which one?");

        assertThat(project.ralph("board", "--json").out()).contains("\"slots\":[]", "\"max_slots\":0");
    }

    @Test
    void top_shows_what_runs() throws Exception {
        Shell.Said begun = project.ralph(
                "run", "--task", "long", "--prompt", "Wait", "--detach", "--command", "echo looking around; sleep 100");
        assertThat(begun.code()).as(begun.err()).isZero();
        try {
            Waiting.until(() -> project.ralph("top", "--once").out().contains("looking around"));

            Shell.Said said = project.ralph("top", "--json");

            JsonContractTest.isValid("top", said.out());
            assertThat(said.out())
                    .contains("\"task\":\"long\"", "\"action\":\"looking around\"")
                    .doesNotContain("\"pid\":0,");
            assertThat(project.ralph("top", "--once").out())
                    .containsPattern("TASK +ROLE +ITERATION +TIME +CPU +MEMORY +SPEND +LAST ACTION")
                    .containsPattern("long +agent +1/\\d+ +\\d+s +\\d+ % +\\d+ MB +\\S+ +looking around");
            assertThat(project.ralph("board", "--once").out())
                    .contains("IMPLEMENTING", "Slot 1: agent", "  Task: long");
        } finally {
            project.ralph("cancel", "long");
        }
        assertThat(project.ralph("top", "--once").out()).startsWith("no attempt runs in ");
    }

    @Test
    void keys_drive_the_board_in_a_terminal() throws Exception {
        list(
                task("TASK-001", "Implement authentication", "pending"),
                task("TASK-002", "Sort the list of names", "blocked"),
                task("TASK-003", "Rename the flag", "done"));
        project.ralph(
                "run",
                "--task",
                "asks",
                "--prompt",
                "Choose a database",
                "--on-question",
                "park",
                "--check",
                "test -e chosen",
                "--command",
                QUESTION + "touch chosen; " + GitProject.DONE);
        try (Tmux terminal = open(80, 24, "C.UTF-8")) {
            terminal.await("? Agent asks", "[blocked]", "q quit");
            terminal.press("1");
            compare("tmux-80x24", terminal.await(">TASK-002"));

            terminal.press("Down");
            terminal.await(">TASK-001", "TASK-001 Implement authentication");
            terminal.press("?");
            terminal.await("leave the board; what runs continues");
            terminal.press("x");
            terminal.await(">TASK-001");

            terminal.press("/");
            terminal.type("flag");
            terminal.press("Enter");
            terminal.await("filter: flag", "1 task ");
            terminal.press("Escape");
            terminal.await("TASK-002");

            terminal.resize(120, 40);
            compare("tmux-120x40", terminal.await("┌─────────────────────┐", "q quit"));
            terminal.resize(30, 8);
            terminal.await("The board needs 40 columns");
            terminal.resize(80, 24);
            terminal.await("? Agent asks", "q quit");

            terminal.press("t");
            terminal.await("new task:");
            terminal.type("Write the manual");
            terminal.press("Enter");
            terminal.await("Write the manu", "RALPH-001");

            terminal.press("4");
            terminal.await(">asks");
            terminal.press("a");
            terminal.await("asks: PostgreSQL or SQLite?", "answer:");
            terminal.paste("SQLite\nq");
            terminal.press("Enter");
            terminal.await("answered asks");
            assertThat(project.ralph("answer").out()).contains("no open questions");

            terminal.press("Enter");
            terminal.await("Criteria", "Last output", "PostgreSQL or SQLite?");
            terminal.press("Escape");
            terminal.await("q quit");
            terminal.press("c");
            terminal.await("Cancel asks? What runs is ended. y/n");
            terminal.press("y");
            terminal.await("- stopped");
            assertThat(project.ralph("status").out()).contains("CANCELLED");

            terminal.press("r");
            terminal.await("Retry asks? y/n");
            terminal.press("y");
            terminal.await("DONE 2");
            assertThat(project.ralph("status").out()).contains("COMPLETED");
            terminal.press("1");
            terminal.await(">TASK-002");
            terminal.press("r");
            terminal.await("Retry TASK-002? y/n");
            terminal.press("y");
            Waiting.until(() -> !terminal.screen().contains("[blocked]"));
            assertThat(Files.readAllLines(project.path("tasks.jsonl")).getLast())
                    .contains("TASK-002", "\"status\":\"pending\"");
            terminal.press("m");
            terminal.await("Move TASK-002: b block, u unblock, d done");
            terminal.press("b");
            terminal.await("blocked because:");
            terminal.type("no server");
            terminal.press("Enter");
            terminal.await("[blocked]");
            terminal.press("e");
            terminal.await("priority and title: 0 Sort the list of names");
            terminal.press("Escape");

            terminal.press("q");
            Waiting.until(() -> !terminal.isOpen());
        }
    }

    @Test
    void an_id_of_the_list_is_never_an_option_of_a_command() throws Exception {
        project.write(".ralph/config.yaml", "profile: stage\nstages: {coder: {command: 'true'}}\n");
        String hostile = "--command=touch taken";
        list(task(hostile, "Sort the list", "pending"), task("TASK-002", "Rename the flag", "blocked"));
        try (ProjectBoardSource door = door(project)) {
            assertThat(door.perform(new BoardAction.Retry(hostile))).contains("is not usable");
            assertThat(door.perform(new BoardAction.Retry("TASK-002")))
                    .isEqualTo("TASK-002 reopened; press r to start");
        }
        assertThat(project.path("tasks.jsonl")).content().endsWith("\n").contains("\"status\":\"pending\"},\"source");
    }

    @Test
    void keys_edit_and_move_a_task_of_the_list_as_the_commands_do() throws Exception {
        list(task("RALPH-001", "Sort the list", "pending"));
        try (ProjectBoardSource door = door(project)) {
            assertThat(door.perform(new BoardAction.Edit("RALPH-001", 7, "--dir=x")))
                    .isEqualTo("RALPH-001: pending, priority 7, --dir=x");
            assertThat(door.perform(new BoardAction.Block("RALPH-001", "no server")))
                    .startsWith("RALPH-001: blocked");
            assertThat(project.path("tasks.jsonl")).content().contains("\"reason\":\"no server\"");
            assertThat(door.perform(new BoardAction.Unblock("RALPH-001"))).startsWith("RALPH-001: pending");
            assertThat(door.perform(new BoardAction.Done("RALPH-001"))).startsWith("RALPH-001: done");
            assertThat(door.perform(new BoardAction.Done("--help"))).contains("is not usable");
            assertThat(door.perform(new BoardAction.Sync())).contains("tracker");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"backlog", "stage"})
    void retry_works_on_the_chosen_task_alone_and_reopens_one_that_was_cancelled(String profile) throws Exception {
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write(".ralph/config.yaml", """
                sandbox: off
                network: open
                containment: group
                workspace: worktree
                checks: off
                PROFILE
                """.replace(
                        "PROFILE",
                        profile.equals("stage")
                                ? "stages: {coder: {command: 'sh coder.sh'}}"
                                : "command: 'echo x >> made; touch \"$TASK_FOLDER/DONE\"'"));
        project.write("coder.sh", """
                echo x >> made
                printf 'I committed it.\\n<promise>IMPLEMENTATION_COMPLETE</promise>\\n'
                """);
        list(task("RALPH-001", "Sort the list", "pending"), task("RALPH-002", "Rename the flag", "cancelled"));
        project.commit("list");
        try (ProjectBoardSource door = door(project)) {
            assertThat(door.perform(new BoardAction.Retry("RALPH-002")))
                    .isEqualTo("RALPH-002 reopened; press r to start");

            Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());

            assertThat(door.perform(new BoardAction.Retry("RALPH-002"))).isEqualTo("RALPH-002 started");

            for (ProcessHandle child : ProcessHandle.current().children().toList()) {
                if (!before.contains(child)) {
                    child.onExit().get(60, TimeUnit.SECONDS);
                }
            }
        }
        assertThat(project.ralph("task", "list").out())
                .containsPattern("RALPH-001 +pending")
                .containsPattern("RALPH-002 +done");
    }

    static ProjectBoardSource door(GitProject project) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_STATE_HOME", project.state().toString());
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        CommandContext context = new CommandContext(nowhere, nowhere, environment);
        List<String> words = List.of("--dir", project.folder().toString(), "board");
        return new ProjectBoardSource(
                context, (Invocation) Commands.table(context).parse(words));
    }

    @Test
    void without_utf_8_the_terminal_shows_ascii() throws Exception {
        list(task("TASK-001", "Grüße", "pending"));

        try (Tmux terminal = open(80, 24, "C")) {
            compare("tmux-ascii-80x24", terminal.await("Gr??e", "q quit"));
            terminal.press("C-c");
            Waiting.until(() -> !terminal.isOpen());
        }
    }

    private Tmux open(int columns, int rows, String locale) throws Exception {
        List<String> words =
                Shell.quickJava(Main.class.getName(), "--dir", project.folder().toString());
        words.add("board");
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", project.state().toString(), "LC_ALL", locale, "NO_COLOR", "1");
        return Tmux.start(base.resolve("tmux"), columns, rows, environment, words);
    }

    /// Who means to change a screen runs this with `-Dralph.regenerate=true` and looks at the difference.
    private static void compare(String name, String screen) throws Exception {
        Path file = SCREENS.resolve(name + ".txt");
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.writeString(file, screen);
        }
        assertThat(screen).isEqualTo(Files.readString(file));
    }
}
