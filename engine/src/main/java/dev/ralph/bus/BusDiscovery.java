package dev.ralph.bus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the bus for someone who names none: an agent inside a run, or a person in a project folder.
///
/// Bus and ids are each taken from the first of these that knows them:
/// 1. the environment: `JRUN_MESSAGE_BUS` or `MESSAGE_BUS`, `JRUN_PROJECT_ID`, `JRUN_TASK_ID`, `JRUN_ID`;
/// 2. the nearest `run-info.yaml` in the folder or above it;
/// 3. the nearest bus file in the folder or above it, or in a `.ralph` there: `TASK-MESSAGE-BUS.md` before
///    `PROJECT-MESSAGE-BUS.md`; the names of the folders around it are then the ids.
public final class BusDiscovery {
    public static final String TASK_BUS = "TASK-MESSAGE-BUS.md";
    public static final String PROJECT_BUS = "PROJECT-MESSAGE-BUS.md";

    private static final String RUN_INFO = "run-info.yaml";
    private static final String STATE = ".ralph";
    private static final long MAX_RUN_INFO = 1 << 20;

    private final Map<String, String> environment;
    private final Path folder;

    public BusDiscovery(Map<String, String> environment, Path folder) {
        this.environment = Map.copyOf(environment);
        this.folder = folder.toAbsolutePath().normalize();
    }

    /// Empty if nothing says where a bus is.
    public Optional<BusAddress> find() throws IOException {
        BusAddress nearest = fromRunInfo();
        if (nearest == null) nearest = fromBusFile();
        String variable = variable("JRUN_MESSAGE_BUS") != null ? "JRUN_MESSAGE_BUS" : "MESSAGE_BUS";
        String path = variable(variable);
        if (path != null) nearest = named(folder.resolve(path).normalize(), variable, nearest);
        return Optional.ofNullable(nearest).map(this::withIdsOfEnvironment);
    }

    /// The bus is named by the environment. What lies around the current folder tells ids only if it means the same
    /// bus.
    private static BusAddress named(Path bus, String variable, @Nullable BusAddress nearest) {
        BusAddress own = around(bus, "the variable " + variable);
        if (nearest == null || !nearest.bus().equals(bus)) return own;
        return new BusAddress(bus, nearest.project(), nearest.task(), nearest.run(), own.foundBy());
    }

    private BusAddress withIdsOfEnvironment(BusAddress found) {
        String project = variable("JRUN_PROJECT_ID");
        String task = variable("JRUN_TASK_ID");
        String run = variable("JRUN_ID");
        return new BusAddress(
                found.bus(),
                project != null ? project : found.project(),
                task != null ? task : found.task(),
                run != null ? run : found.run(),
                found.foundBy());
    }

    private @Nullable BusAddress fromRunInfo() throws IOException {
        for (Path at = folder; at != null; at = at.getParent()) {
            Path info = at.resolve(RUN_INFO);
            if (!Files.isRegularFile(info) || Files.size(info) > MAX_RUN_INFO) continue;
            // A path in it may be in any encoding.
            String text = new String(Files.readAllBytes(info), StandardCharsets.UTF_8);
            Headers values = Headers.parse(text.replace("\r\n", "\n"));
            Path runs = at.getParent();
            Path task = runs == null ? null : runs.getParent();
            if (values == null || task == null) continue;
            BusAddress around = around(task.resolve(TASK_BUS), info.toString());
            String projectId = values.text("project_id");
            String taskId = values.text("task_id");
            return new BusAddress(
                    around.bus(),
                    projectId != null ? projectId : around.project(),
                    taskId != null ? taskId : around.task(),
                    values.text("run_id"),
                    info.toString());
        }
        return null;
    }

    private @Nullable BusAddress fromBusFile() {
        for (Path at = folder; at != null; at = at.getParent()) {
            for (Path place : new Path[] {at, at.resolve(STATE)}) {
                for (String name : new String[] {TASK_BUS, PROJECT_BUS}) {
                    Path bus = place.resolve(name);
                    if (Files.isRegularFile(bus)) return around(bus, bus.toString());
                }
            }
        }
        return null;
    }

    /// Reads the ids off the folders: `<project>/.ralph/tasks/<task>/`, or `<project>/<task>/` below a root.
    private static BusAddress around(Path bus, String foundBy) {
        Path holder = bus.getParent();
        boolean ofTask = bus.endsWith(TASK_BUS);
        Path project = ofTask && holder != null ? holder.getParent() : holder;
        if (ofTask && project != null && project.endsWith("tasks")) project = project.getParent();
        if (project != null && project.endsWith(STATE)) project = project.getParent();
        return new BusAddress(bus, name(project, "default"), ofTask ? name(holder, "") : null, null, foundBy);
    }

    private static String name(@Nullable Path folder, String otherwise) {
        Path name = folder == null ? null : folder.getFileName();
        return name == null || name.toString().isBlank() ? otherwise : name.toString();
    }

    private @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
