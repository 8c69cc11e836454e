package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.ActiveLoop;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.LoopOrder;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `ralph status` tells people and programs.
class StatusTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    private static Policy agent(String script) {
        return Policy.of(new Policy.AgentCommand(Policy.AgentCommand.Kind.SHELL, List.of(script), null, "claude"));
    }

    private void journal(String task, Event... events) throws IOException {
        Files.createDirectories(folder.resolve(".ralph"));
        List<JournalEntry<Event>> entries = new ArrayList<>();
        for (Event event : events) {
            entries.add(new JournalEntry<>(entries.size() + 1L, START, event));
        }
        try (SqliteJournal journal = SqliteJournal.open(folder.resolve(".ralph/ralph.db"))) {
            journal.begin(StreamHead.loop("loop-of-" + task, "p", task, "restart"));
            journal.append("loop-of-" + task, entries);
        }
    }

    private String json(String task) {
        return shell.ralph("status", task, "--json").out().replaceAll("\\s", "");
    }

    @Test
    void a_program_reads_one_word_for_where_a_loop_stands_and_the_rest_in_fields_of_their_own() throws Exception {
        Event begun = new Event.LoopStarted(agent("true"));
        journal("fresh", begun);
        journal("killed", begun, new Event.AttemptStarted(1, "r1"));
        assertThat(shell.run("--command", "touch $TASK_FOLDER/DONE").code()).isZero();

        assertThat(json("fresh")).contains("\"state\":\"not_begun\",\"outcome\":null,");
        assertThat(json("killed")).contains("\"state\":\"interrupted\",\"outcome\":null,");
        assertThat(json("task-001")).contains("\"state\":\"completed\",\"outcome\":\"completed\",");
        assertThat(shell.ralph("task", "list", "--json").out())
                .contains(
                        "{\"task\":\"fresh\",\"state\":\"not_begun\",",
                        "{\"task\":\"task-001\",\"state\":\"completed\"");
    }

    @Test
    void lists_show_the_text_of_a_task_in_80_columns_and_the_newest_first() {
        String hostile = "Fix \u001b[31mthe\u202e test that fails " + "whenever the moon is full ".repeat(9);
        for (String task : List.of("older", "newer-with-a-rather-long-name-of-its-own-as-made-from-a-text")) {
            assertThat(shell.ralph(
                                    "run",
                                    "--task",
                                    task,
                                    "--prompt",
                                    hostile,
                                    "--containment",
                                    "group",
                                    "--command",
                                    "echo " + "no ".repeat(50) + "; exit 1",
                                    "--max-restarts",
                                    "1",
                                    "--profile",
                                    "restart")
                            .code())
                    .isEqualTo(3);
        }
        assertThat(shell.ralph("task", "add", "--task", "added", "Add a thing").code())
                .isZero();

        for (List<String> command : List.of(List.of("status"), List.of("task", "list"))) {
            Shell.Said said = shell.ralph(Map.of("COLUMNS", "80"), command);

            assertThat(said.out().lines()).allMatch(line -> TerminalWidth.of(line) <= 80);
            assertThat(said.out())
                    .containsSubsequence("newer-with", "EXHAUSTED", "older", "EXHAUSTED", "Fix \ufffd[31")
                    .doesNotContain("\u001b", "\u202e");
        }
        assertThat(shell.ralph("task", "list").out()).containsSubsequence("added", "Add a thing", "newer", "older");
        assertThat(shell.ralph("status").out()).contains("the\ufffd test that fails whenever the moon is full");
    }

    @Test
    void a_loop_that_waits_says_until_when_and_one_that_runs_does_not() throws Exception {
        Policy limited = agent("echo '{\"type\":\"result\",\"is_error\":true,\"result\":\"API Error: 500 scripted\"}'");
        assertThat(whileItRuns("waits", limited, "\"state\":\"waiting_provider\""))
                .containsPattern("\"waiting_until\":\"20\\d\\d-[-0-9T:.]+Z\"")
                .contains("\"reason\":\"attempt_failed\",\"message\":\"theAPIof");
        assertThat(whileItRuns("runs", agent("sleep 60"), "\"state\":\"running\""))
                .contains("\"waiting_until\":null", "\"attempts\":1,");
    }

    /// What `status --json` says of a loop once it contains a text.
    private String whileItRuns(String task, Policy policy, String text) throws Exception {
        try (Engine engine = Engine.open(EngineOptions.of(folder), null)) {
            ActiveLoop loop = engine.start(new LoopOrder(new TaskId(task), policy, "x", null));
            Thread running = Thread.ofVirtual().start(() -> {
                try {
                    var _ = loop.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            Waiting.until(() -> json(task).contains(text));
            String said = json(task);
            loop.stop("a test", Duration.ZERO);
            running.join();
            return said;
        }
    }
}
