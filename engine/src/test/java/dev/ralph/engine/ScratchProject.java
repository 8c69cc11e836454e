package dev.ralph.engine;

import dev.ralph.ScratchLoop;
import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.config.SettingKeys;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import dev.ralph.projection.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A project folder whose loops are in a hurry, and what they left in it.
public record ScratchProject(Path folder) {
    public static final String TASK = "task-001";
    public static final String DONE = "touch \"$TASK_FOLDER/DONE\"; ";

    /// Counts executions in the project folder, where a shell agent stands.
    public static final String COUNT = "echo x >> count; ";

    /// A quick loop around a shell line.
    public ScratchLoop loop(String line) {
        return loop().command(line);
    }

    /// A quick loop whose agent is still to be named.
    public ScratchLoop loop() {
        return new ScratchLoop(folder, "scratch", TASK)
                .prompt("Do the thing")
                .set(SettingKeys.CONTAINMENT, Containment.GROUP)
                .pollInterval(Duration.ofMillis(50))
                .restartDelay(Duration.ofMillis(10))
                .set(SettingKeys.GRACE, Duration.ofSeconds(2))
                .maxRestarts(5);
    }

    /// For an engine that inherits nothing and waits for nobody.
    EngineOptions options(InstantSource clock) {
        return new EngineOptions(
                layout(), folder, new ProjectId("scratch"), Containment.GROUP, Map.of(), null, Duration.ZERO, clock);
    }

    public StateLayout layout() {
        return StateLayout.inProject(folder);
    }

    public TaskFolder task() {
        return layout().task(new TaskId(TASK));
    }

    public int executions() throws IOException {
        Path count = folder.resolve("count");
        return Files.exists(count) ? Files.readAllLines(count).size() : 0;
    }

    public List<BusMessage> bus() throws IOException {
        return new Bus(task().bus(), InstantSource.system()).read();
    }

    public List<BusMessage> projectBus() throws IOException {
        return new Bus(layout().projectBus(), InstantSource.system()).read();
    }

    /// Every message of the task's bus as `TYPE first line`.
    public List<String> told() throws IOException {
        return bus().stream()
                .map(message -> message.type() + " "
                        + message.body().lines().findFirst().orElse(""))
                .toList();
    }

    /// Whether the task's bus has such a message by now.
    boolean hasTold(String words) {
        try {
            return told().stream().anyMatch(line -> line.contains(words));
        } catch (IOException notYet) {
            return false;
        }
    }

    /// The runs in the order they were started.
    public List<RunFolder> runs() throws IOException {
        if (!Files.isDirectory(task().runs())) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(task().runs())) {
            return found.sorted(Comparator.comparingInt(ScratchProject::number))
                    .map(RunFolder::new)
                    .toList();
        }
    }

    private static int number(Path run) {
        String name = run.getFileName().toString();
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    public RunInfo info(int run) throws IOException {
        return RunInfo.read(runs().get(run).info()).orElseThrow();
    }

    public String read(Path file) throws IOException {
        return LenientText.read(file);
    }

    public void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /// A run that another tool started and wrote down, below `task`.
    void foreignRun(String task, String run, String parent, long group) throws IOException {
        Path info = layout().task(new TaskId(task)).run(run).info();
        Files.createDirectories(info.getParent());
        new RunInfo(Map.of(
                        "version",
                        "1",
                        "run_id",
                        run,
                        "parent_run_id",
                        parent,
                        "project_id",
                        "scratch",
                        "task_id",
                        task,
                        "pid",
                        Long.toString(group),
                        "pgid",
                        Long.toString(group),
                        "start_time",
                        RunInfo.time(Instant.now()),
                        "end_time",
                        RunInfo.NO_TIME,
                        "status",
                        "running"))
                .write(info);
    }

    /// A process group of its own that ends by itself.
    static Process group(String seconds) throws Exception {
        Process process = new ProcessBuilder("setsid", "sleep", seconds).start();
        until("the process leads a group of its own", () -> Supervisor.groupAlive(process.pid()));
        return process;
    }

    /// Whether a process runs; one that ended and was not collected by its parent does not.
    public static boolean alive(long pid) {
        try {
            String stat = LenientText.read(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    /// Waits for something that must happen soon.
    public static void until(String what, BooleanSupplier happened) throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(30);
        while (!happened.getAsBoolean()) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError("did not happen within 30 s: " + what);
            }
            Thread.sleep(10);
        }
    }
}
