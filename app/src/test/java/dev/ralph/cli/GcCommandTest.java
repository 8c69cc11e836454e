package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.store.FileLeases;
import dev.ralph.store.Leases;
import dev.ralph.store.OwnerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcCommandTest {
    @TempDir
    Path folder;

    private Path task;

    @BeforeEach
    void place() {
        task = folder.resolve(".ralph/tasks/t");
    }

    @Test
    void an_old_ended_loop_loses_its_runs_and_check_output_and_nothing_else() throws Exception {
        loop("t", "echo hello; touch DONE", "--check", "echo fine");
        Path bus = task.resolve("TASK-MESSAGE-BUS.md");
        String messages = Files.readString(bus);
        assertThat(runs()).hasSize(1);

        TypedCommand young = gc();
        assertThat(young.out()).isEqualTo("freed 0 bytes in 0 places\n");
        TypedCommand dry = gc("--older-than", "0s", "--dry-run");
        assertThat(dry.code()).isZero();
        assertThat(dry.out()).contains("run " + task.resolve("runs"), "check output ", "would free ");
        assertThat(runs()).hasSize(1);
        TypedCommand real = gc("--older-than", "0s");

        assertThat(real.err()).isEmpty();
        assertThat(real.code()).isZero();
        assertThat(real.out()).isEqualTo(dry.out().replace("would free", "freed"));
        assertThat(runs()).isEmpty();
        assertThat(task.resolve("TASK.md")).exists();
        assertThat(task.resolve("DONE")).exists();
        assertThat(bus).hasContent(messages);
        assertThat(TypedCommand.in(folder, "status", "t").out()).contains("COMPLETED", "exited 0");
        assertThat(TypedCommand.in(folder, "logs", "t").err()).contains("`ralph gc` has removed it");
        assertThat(gc("--older-than", "0s").out()).isEqualTo("freed 0 bytes in 0 places\n");
    }

    @Test
    void failed_loops_can_be_kept() throws Exception {
        loop("t", "exit 1", "--max-restarts", "1");

        assertThat(gc("--older-than", "0s", "--keep-failed").code()).isZero();
        assertThat(runs()).hasSize(1);
        assertThat(gc("--older-than", "0s", "--json").out())
                .startsWith("{\"dry_run\":false,\"freed_bytes\":")
                .contains("{\"kind\":\"run\",\"path\":\"" + task.resolve("runs"));
        assertThat(runs()).isEmpty();
        assertThat(TypedCommand.in(
                                folder,
                                "resume",
                                "t",
                                "--max-restarts",
                                "2",
                                "--containment",
                                "group",
                                "--restart-delay",
                                "0s")
                        .out())
                .as("what is gone is not missed")
                .contains("EXHAUSTED after 2 attempts");
    }

    @Test
    void an_open_loop_is_left_alone() throws Exception {
        String wait = "until test -e \"$TASK_FOLDER/go\"; do sleep 0.05; done; touch \"$TASK_FOLDER/DONE\"";
        Thread loop = Thread.ofPlatform().start(() -> loop("t", wait));
        Waiting.until(() -> !runs().isEmpty());

        TypedCommand gc = gc("--older-than", "0s");

        assertThat(gc.out()).isEqualTo("freed 0 bytes in 0 places\n");
        assertThat(runs()).hasSize(1);
        Files.createFile(task.resolve("go"));
        loop.join();
        assertThat(TypedCommand.in(folder, "status", "t").out()).contains("COMPLETED");
    }

    @Test
    void a_loop_whose_task_somebody_owns_is_left_alone() throws Exception {
        loop("t", "touch DONE");
        Leases.Answer claim = new FileLeases(folder.resolve(".ralph/locks"))
                .acquire("task-t", OwnerProcess.me(Instant.now(), "a test"));
        assertThat(claim).isInstanceOf(Leases.Lease.class);

        try (Leases.Lease _ = (Leases.Lease) claim) {
            assertThat(gc("--older-than", "0s", "--dry-run").out()).contains("in 0 places");
            TypedCommand gc = gc("--older-than", "0s");
            assertThat(gc.code()).isZero();
            assertThat(gc.err()).contains("task t is held by process").contains("its last loop is left alone");
            assertThat(gc("--older-than", "0s", "--json").out())
                    .contains("\"items\":[],\"remarks\":[{\"message\":\"task t is held by process ")
                    .endsWith("\"troubles\":[]}\n");
            assertThat(runs()).hasSize(1);
        }
        gc("--older-than", "0s");
        assertThat(runs()).isEmpty();
    }

    @Test
    void no_symbolic_link_is_followed() throws Exception {
        Path precious = Files.createDirectories(folder.resolve("precious/deep"));
        Files.writeString(precious.resolve("file"), "mine");
        loop("t", "ln -s " + folder.resolve("precious") + " \"$RUN_FOLDER/link\"; touch DONE");

        gc("--older-than", "0s");
        assertThat(runs()).isEmpty();
        assertThat(precious.resolve("file")).hasContent("mine");

        loop("u", "touch DONE");
        Path real = folder.resolve(".ralph/tasks/u/runs");
        Path moved = folder.resolve("precious/runs");
        Files.move(real, moved);
        Files.createSymbolicLink(real, moved);
        TypedCommand gc = gc("--older-than", "0s");

        try (Stream<Path> kept = Files.list(moved)) {
            assertThat(kept).as(gc.out() + gc.err()).hasSize(1);
        }
        assertThat(gc.out()).doesNotContain("run " + real);
    }

    @Test
    void large_buses_are_put_aside_and_stale_descriptions_removed() throws Exception {
        loop("t", "touch DONE");
        Path bus = task.resolve("TASK-MESSAGE-BUS.md");
        TypedCommand.in(folder, "bus", "post", "--task", "t", "x".repeat(5000));
        String messages = Files.readString(bus);
        Path locks = folder.resolve(".ralph/locks");
        Path stale = locks.resolve("task-gone.lock.holder");
        Files.writeString(stale, "pid=1\nborn=never\nuser=u\nhost=h\nsince=2020-01-01T00:00:00Z\ncommand=ralph\n");
        Map<String, String> small = Map.of("RALPH_BUS_ROTATE", "4096B");

        TypedCommand dry = TypedCommand.in(folder, small, "gc", "--dry-run");
        assertThat(dry.out()).contains("rotated bus " + bus, "stale lock description " + stale);
        assertThat(bus).hasContent(messages);
        assertThat(stale).exists();
        TypedCommand gc = TypedCommand.in(folder, small, "gc");

        assertThat(gc.code()).isZero();
        assertThat(gc.out()).contains("rotated bus " + bus + ".", "stale lock description " + stale);
        assertThat(bus).doesNotExist();
        try (Stream<Path> files = Files.list(task)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".archived")).toList();
            assertThat(archives)
                    .singleElement()
                    .satisfies(archive -> assertThat(archive).hasContent(messages));
        }
        assertThat(stale).doesNotExist();
        assertThat(TypedCommand.in(folder, small, "gc").out()).contains("in 0 places");
    }

    @Test
    void a_folder_without_state_is_a_mistake() {
        TypedCommand gc = gc();

        assertThat(gc.code()).isEqualTo(2);
        assertThat(gc.err()).contains("ralph: nothing to clean: " + folder.resolve(".ralph"));
        assertThat(folder.resolve(".ralph")).doesNotExist();
    }

    private TypedCommand gc(String... options) {
        return TypedCommand.in(folder, List.of("gc"), options);
    }

    private void loop(String name, String agent, String... options) {
        TypedCommand.loop(folder, name, agent, options);
    }

    private List<Path> runs() throws Exception {
        if (!Files.isDirectory(task.resolve("runs"))) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(task.resolve("runs"))) {
            return runs.toList();
        }
    }
}
