package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.bus.Bus;
import dev.ralph.bus.MessageDraft;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Signal;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What counts as a wish to wait of the attempt that is running.
class MarkerFilesTest {
    @TempDir
    Path folder;

    TaskFolder task;
    Bus bus;
    MarkerFiles signals;

    @BeforeEach
    void make() {
        task = new TaskFolder(folder);
        bus = new Bus(task.bus(), InstantSource.system());
        signals = new MarkerFiles(task, InstantSource.system());
    }

    @Test
    void a_wish_that_overtook_the_news_of_its_run_counts() throws IOException {
        signals.attemptBegins();
        post("wait_without_restart");
        post("RUN_START");

        assertThat(signals.leftBy(Instant.now(), 0, null)).isEqualTo(Signal.WAIT_MESSAGE);
    }

    @Test
    void a_wish_of_an_earlier_run_in_the_same_second_does_not() throws IOException {
        Instant now = Instant.now();
        post("WAIT_WITHOUT_RESTART");
        signals.attemptBegins();
        post("RUN_START");

        assertThat(signals.leftBy(now, 0, null)).isNull();
    }

    @Test
    void the_word_alone_is_no_wish() throws IOException {
        signals.attemptBegins();
        bus.post(MessageDraft.of("INFO", "project", "never send wait_without_restart"));

        assertThat(signals.leftBy(Instant.now(), 0, null)).isNull();
    }

    @Test
    void after_a_rotation_times_decide() throws IOException {
        post("INFO");
        signals.attemptBegins();
        Instant began = Instant.now();
        Files.move(task.bus(), folder.resolve("archived.md"));
        assertThat(signals.leftBy(began, 0, null)).isNull();
        Files.writeString(task.bus(), "");
        bus.post(MessageDraft.of("wait_without_restart", "p", ""));
        assertThat(signals.leftBy(began, 0, null)).isEqualTo(Signal.WAIT_MESSAGE);
        assertThat(signals.leftBy(began.plusSeconds(5), 0, null)).isNull();
    }

    private static final Policy POLICY = Policy.of(AgentCommand.program("agent"));

    private MarkerFiles of(@Nullable String role, Map<String, String> environment) throws IOException {
        StreamHead head = new StreamHead(
                "loop-1", StreamHead.Kind.LOOP, role == null ? null : "pipeline-1", "p", "t", role, "backlog");
        LoopPaths paths = new LoopPaths(StateLayout.inProject(folder), folder, head);
        task = paths.task();
        Files.createDirectories(task.run("run-1").path());
        return MarkerFiles.of(paths, POLICY, InheritedVariables.of(environment), InstantSource.system());
    }

    @Test
    void a_person_stops_a_loop_by_a_file_and_an_agent_no_stage_of_its_task() throws IOException {
        MarkerFiles loop = of(null, Map.of());
        Files.createFile(task.path().resolve("CANCELLED"));
        assertThat(loop.look()).contains(new Event.StopRequested(Event.StopKind.CANCEL, "the file CANCELLED"));

        MarkerFiles stage = of("coder", Map.of());
        Files.createFile(task.path().resolve("CANCELLED"));
        Files.createFile(task.path().resolve("STOP-REQUESTED"));
        assertThat(stage.look()).isEmpty();
        assertThat(stage.lookForStop()).isEmpty();
        Files.createFile(task.done());
        assertThat(stage.look()).get().isInstanceOf(Event.SignalSeen.class);
    }

    @Test
    void a_secret_is_taken_out_of_what_an_agent_declares_and_finds() throws IOException {
        String token = "sk-live-0123456789abcdef";
        MarkerFiles files = of("coder", Map.of("SOME_API_KEY", token));
        RunFolder run = task.run("run-1");
        Files.writeString(run.blocked(), "cannot log in with " + token + "\n");

        assertThat(files.declared(run)).isEqualTo(new Declaration(List.of(), null, "cannot log in with [secret]"));
        assertThat(files.scrubbed(List.of("wrong key " + token, "name"))).containsExactly("wrong key [secret]", "name");

        Files.writeString(
                task.done(),
                "{\"artifacts\":[\"a/" + token + "\"],\"summary\":\"I used " + token + "\",\"blocker\":null}");
        assertThat(files.declared(run)).isEqualTo(new Declaration(List.of("a/[secret]"), "I used [secret]", null));
    }

    @Test
    void neither_a_bus_nor_a_question_is_read_through_a_link() throws IOException {
        Path elsewhere = folder.resolve("elsewhere.md");
        new Bus(elsewhere, InstantSource.system()).post(MessageDraft.of("wait_without_restart", "p", "the secret"));
        MarkerFiles files = of(null, Map.of());
        files.attemptBegins();
        Files.createSymbolicLink(task.bus(), elsewhere);
        Files.createSymbolicLink(task.waitMarker(), elsewhere);

        assertThat(files.question(Signal.WAIT_MARKER)).isEmpty();
        assertThatThrownBy(() -> files.question(Signal.WAIT_MESSAGE)).hasMessageContaining("symbolic link");
    }

    private void post(String type) throws IOException {
        bus.post(MessageDraft.of(type, "project", "a body that is longer than the others, so that sizes differ"));
    }
}
