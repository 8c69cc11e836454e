package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.FileRequests;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an engine that was killed left is brought to an end by the next one.
class RecoveryTest {
    private static final Policy POLICY =
            Policy.of(Policy.AgentCommand.program("true")).with(Policy.Limits.DEFAULT.withAttempts(1));

    @TempDir
    Path folder;

    @Test
    void a_stop_that_is_in_the_journal_leaves_no_request_behind_when_the_task_is_started_anew() throws Exception {
        StateLayout layout = StateLayout.inProject(folder);
        EngineOptions options = options();
        StateFolder.make(options);
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            journal.begin(StreamHead.loop("old", "scratch", "task-1", "restart"));
            Instant now = Instant.now();
            journal.append(
                    "old",
                    List.of(
                            new JournalEntry<>(1, now, new Event.LoopStarted(POLICY)),
                            new JournalEntry<>(2, now, new Event.AttemptStarted(1, "run-1")),
                            new JournalEntry<>(3, now, new Event.StopRequested(Event.StopKind.STOP, "me"))));
        }
        new FileRequests(layout::requests).send("old", Requests.Kind.STOP, "me");

        try (Engine engine = Engine.open(options, null)) {
            ActiveLoop anew = engine.start(new LoopOrder(new TaskId("task-1"), POLICY, "do it", null));
            assertThat(anew.run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        }

        try (Journal journal = SqliteJournal.open(layout.journal())) {
            assertThat(journal.loop("old").orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        }
        assertThat(layout.requests("old")).isEmptyDirectory();
    }

    /// A first line that names a conversation, and what else may lie where an agent's output was.
    @ParameterizedTest
    @ValueSource(strings = {"whole", "half", "missing", "folder", "pipe", "link", "noise", "flood"})
    @Timeout(60)
    void whatever_lies_in_the_place_of_a_lost_attempts_output_the_loop_can_go_on(String what) throws Exception {
        EngineOptions options = options();
        StateFolder.make(options);
        Path output = options.layout().task(new TaskId("task-1")).run("run-1").stdout();
        Files.createDirectories(output.getParent());
        leave(what, output);
        Policy policy = Policy.of(Policy.AgentCommand.known("claude", null, List.of()));
        StreamHead head = StreamHead.loop("old", "scratch", "task-1", "restart");

        Event.AttemptLost lost;
        try (Journal journal = SqliteJournal.open(options.layout().journal())) {
            journal.begin(head);
            Instant now = Instant.now();
            journal.append(
                    "old",
                    List.of(
                            new JournalEntry<>(1, now, new Event.LoopStarted(policy)),
                            new JournalEntry<>(2, now, new Event.AttemptStarted(1, "run-1", "L1"))));
            LoopPaths paths = new LoopPaths(options.layout(), folder, head);
            new Recovery(options, journal, (_, _) -> {}).of(paths);
            new Recovery(options, journal, (_, _) -> {}).of(paths);
            assertThat(journal.entries("old")).hasSize(3);
            lost = (Event.AttemptLost) journal.entries("old").getLast().event();
        }

        assertThat(lost.tier()).isEqualTo("L1");
        boolean read = List.of("whole", "half", "flood").contains(what);
        AgentStatement said = lost.statement();
        assertThat(said == null ? null : said.session()).isEqualTo(read ? "conversation-1" : null);
        assertThat(said == null)
                .isEqualTo(List.of("missing", "folder", "pipe", "link").contains(what));
    }

    private static void leave(String what, Path output) throws Exception {
        String line = "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"conversation-1\"}\n";
        switch (what) {
            case "whole" -> Files.writeString(output, line);
            case "half" -> Files.writeString(output, line + "{\"type\":\"assistant\",\"mess");
            case "folder" -> Files.createDirectory(output);
            case "pipe" ->
                assertThat(new ProcessBuilder("mkfifo", output.toString())
                                .start()
                                .waitFor())
                        .isZero();
            case "link" -> Files.createSymbolicLink(output, Path.of("/dev/zero"));
            case "noise" -> Files.write(output, new byte[] {-1, 0, '{', '\n', '"'});
            case "flood" -> {
                Files.writeString(output, line);
                try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "rw")) {
                    file.setLength(1L << 40);
                }
            }
            default -> assertThat(what).isEqualTo("missing");
        }
    }

    private EngineOptions options() {
        return new ScratchProject(folder).options(InstantSource.system());
    }
}
