package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusDiscoveryTest {
    @TempDir
    private Path temp;

    private Path project = Path.of("");
    private Path task = Path.of("");
    private Path run = Path.of("");

    @BeforeEach
    void layOut() throws IOException {
        project = temp.toRealPath().resolve("shop");
        task = project.resolve(".ralph/tasks/checkout");
        run = Files.createDirectories(task.resolve("runs/20260223-2048580000-66789-1"));
    }

    @Test
    void the_environment_comes_first_in_either_family() throws IOException {
        Files.createFile(task.resolve("TASK-MESSAGE-BUS.md"));
        Map<String, String> ids = Map.of("JRUN_PROJECT_ID", "p", "JRUN_TASK_ID", "t", "JRUN_ID", "r");
        Path bus = temp.resolve("elsewhere.md");
        for (String name : new String[] {"MESSAGE_BUS", "JRUN_MESSAGE_BUS"}) {
            Map<String, String> environment = new java.util.HashMap<>(ids);
            environment.put(name, bus.toString());
            assertThat(new BusDiscovery(environment, task).find())
                    .contains(new BusAddress(bus, "p", "t", "r", "the variable " + name));
        }
    }

    @Test
    void the_environment_may_name_only_the_bus() throws IOException {
        Path bus = task.resolve("TASK-MESSAGE-BUS.md");
        assertThat(new BusDiscovery(Map.of("MESSAGE_BUS", bus.toString(), "JRUN_ID", " "), temp).find())
                .contains(new BusAddress(bus, "shop", "checkout", null, "the variable MESSAGE_BUS"));
    }

    @Test
    void the_nearest_run_info_comes_second() throws IOException {
        Path info = Files.writeString(
                run.resolve("run-info.yaml"),
                "version: 1\nrun_id: run-1\nproject_id: named\ntask_id: 007\ncommandline: \"a: [b\"\n");
        Path deep = Files.createDirectories(run.resolve("work/src"));
        assertThat(found(deep))
                .isEqualTo(
                        new BusAddress(task.resolve("TASK-MESSAGE-BUS.md"), "named", "007", "run-1", info.toString()));
        Files.writeString(info, "{not yaml");
        assertThat(found(deep)).isNull();
    }

    @Test
    void a_run_info_with_bytes_that_are_no_utf_8_says_where_the_bus_is_all_the_same() throws IOException {
        Path info = Files.write(
                run.resolve("run-info.yaml"),
                "run_id: run-1\nproject_id: p\ntask_id: t\ncwd: \"/caf\u00e9\"\n".getBytes(ISO_8859_1));
        assertThat(found(run))
                .isEqualTo(new BusAddress(task.resolve("TASK-MESSAGE-BUS.md"), "p", "t", "run-1", info.toString()));
    }

    @Test
    void the_nearest_bus_file_comes_third_the_task_before_the_project() throws IOException {
        Path ofProject = Files.createFile(project.resolve(".ralph/PROJECT-MESSAGE-BUS.md"));
        BusAddress projectBus = new BusAddress(ofProject, "shop", null, null, ofProject.toString());
        assertThat(found(Files.createDirectories(project.resolve("src/main")))).isEqualTo(projectBus);
        assertThat(found(run)).isEqualTo(projectBus);

        Path ofTask = Files.createFile(task.resolve("TASK-MESSAGE-BUS.md"));
        Files.createFile(task.resolve("PROJECT-MESSAGE-BUS.md"));
        assertThat(found(run)).isEqualTo(new BusAddress(ofTask, "shop", "checkout", null, ofTask.toString()));
    }

    @Test
    void below_a_root_the_folders_are_project_and_task() throws IOException {
        Path folder = Files.createDirectories(temp.toRealPath().resolve("root/conductor/task-001"));
        Path bus = Files.createFile(folder.resolve("TASK-MESSAGE-BUS.md"));
        assertThat(found(folder)).isEqualTo(new BusAddress(bus, "conductor", "task-001", null, bus.toString()));
    }

    @Test
    void nothing_found_is_nothing() throws IOException {
        assertThat(found(run)).isNull();
    }

    private static @Nullable BusAddress found(Path folder) throws IOException {
        return new BusDiscovery(Map.of(), folder).find().orElse(null);
    }
}
