package dev.ralph.rehearsal;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusAddress;
import dev.ralph.bus.BusDiscovery;
import dev.ralph.bus.MessageDraft;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Plays one attempt of a script in this process.
///
/// 1. Files are written inside the working folder and nowhere else, also not through symbolic links.
/// 2. Even an agent that hangs ends one day: after an hour.
public final class Rehearsal {
    private static final Duration LONGEST_HANG = Duration.ofHours(1);
    private static final Duration LONGEST_DEATH = Duration.ofSeconds(10);

    private final Path folder;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    /// @param folder      where the agent works
    /// @param environment what the loop told it
    public Rehearsal(Path folder, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.folder = folder.toAbsolutePath().normalize();
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    /// Plays the part of the attempt this process is.
    ///
    /// @return the exit code
    public int play(RehearsalScript script) throws IOException, InterruptedException {
        int attempt = attempt();
        List<ScriptStep> steps = script.of(attempt)
                .orElseThrow(() -> new IOException(
                        "the script has no part for attempt " + attempt + ": add it, or a part `otherwise`"));
        for (ScriptStep step : steps) {
            if (step instanceof ScriptStep.Exit(int code)) {
                return code;
            }
            perform(step);
        }
        return 0;
    }

    /// Every attempt has a folder among the task's runs, this one included; outside a loop it is the first.
    int attempt() throws IOException {
        String runs = told("RUNS_DIR");
        if (runs.isEmpty()) {
            return 1;
        }
        int folders = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(runs))) {
            for (Path run : all) {
                folders += Files.isDirectory(run) ? 1 : 0;
            }
        }
        return Math.max(1, folders);
    }

    private void perform(ScriptStep step) throws IOException, InterruptedException {
        switch (step) {
            case ScriptStep.Say(String text) -> print(out, text);
            case ScriptStep.Complain(String text) -> print(err, text);
            case ScriptStep.Sleep(Duration time) -> Thread.sleep(time);
            case ScriptStep.Write(String file, String text) -> Files.writeString(made(file), text);
            case ScriptStep.Append(String file, String text) ->
                Files.writeString(made(file), text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            case ScriptStep.Post(String type, String text) -> post(type, text);
            case ScriptStep.Done _ -> Files.writeString(taskFolder().resolve("DONE"), "");
            case ScriptStep.Wait _ -> Files.writeString(taskFolder().resolve("WAIT_WITHOUT_RESTART"), "");
            case ScriptStep.Exit _ -> throw new IllegalStateException("an exit is no step to perform");
            case ScriptStep.Crash _ -> crash();
            case ScriptStep.Hang _ -> {
                Thread.sleep(LONGEST_HANG);
                throw new IOException("hung for an hour and was not ended");
            }
        }
    }

    private static void print(PrintStream stream, String text) {
        stream.println(text);
        stream.flush();
    }

    private void post(String type, String text) throws IOException {
        BusAddress address = new BusDiscovery(environment, folder)
                .find()
                .orElseThrow(() -> new IOException("there is no bus to post to: run the script inside a loop"));
        new Bus(address.bus(), InstantSource.system())
                .post(MessageDraft.of(type, address.project(), text)
                        .task(address.task())
                        .run(address.run()));
    }

    private Path taskFolder() throws IOException {
        String task = told("TASK_FOLDER");
        if (task.isEmpty()) {
            throw new IOException("TASK_FOLDER is not set: run the script inside a loop");
        }
        return Path.of(task);
    }

    private String told(String variable) {
        return environment.getOrDefault("JRUN_" + variable, environment.getOrDefault(variable, ""));
    }

    /// The file of that name, with the folders above it made.
    private Path made(String name) throws IOException {
        Path file = folder.resolve(name).normalize();
        Path parent = file.getParent();
        if (!file.startsWith(folder) || file.equals(folder) || parent == null) {
            throw outside(name);
        }
        Path real = folder.toRealPath();
        for (Path above = parent; above != null && above.startsWith(folder); above = above.getParent()) {
            if (Files.exists(above) && !above.toRealPath().startsWith(real)) {
                throw outside(name);
            }
        }
        if (Files.isSymbolicLink(file) || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("'" + name + "' is not a regular file; not written");
        }
        Files.createDirectories(parent);
        return file;
    }

    private IOException outside(String name) {
        return new IOException("'" + name + "' is outside the working folder " + folder + ", so it is not written");
    }

    /// A process cannot send itself SIGKILL through the JDK, so a shell does it.
    private static void crash() throws IOException, InterruptedException {
        new ProcessBuilder(
                        "/bin/sh", "-c", "kill -KILL " + ProcessHandle.current().pid())
                .start();
        Thread.sleep(LONGEST_DEATH);
        throw new IOException("sent itself SIGKILL and is still alive");
    }
}
