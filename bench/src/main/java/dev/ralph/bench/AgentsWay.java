package dev.ralph.bench;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// The ways to run many agents that are compared.
enum AgentsWay {
    GROUP {
        @Override
        Starter in(Path folder) {
            return supervised(Containment.GROUP, folder);
        }
    },
    NAMESPACE {
        @Override
        Starter in(Path folder) {
            return supervised(Containment.NAMESPACE, folder);
        }
    },
    /// What anybody writes first. Only one of the two output streams is read, which favours it.
    VIRTUAL_READERS {
        @Override
        Starter in(Path folder) {
            return (_, command, line) -> {
                Process process = new ProcessBuilder(command)
                        .redirectInput(folder.resolve("prompt.md").toFile())
                        .redirectErrorStream(true)
                        .start();
                Thread.ofVirtual().start(() -> read(process, line));
                return process.onExit();
            };
        }
    };

    /// Starts an agent whose lines are told; the future is complete when it has ended.
    @FunctionalInterface
    interface Starter {
        CompletableFuture<?> start(int number, List<String> command, Consumer<String> line)
                throws IOException, CannotStart;
    }

    /// @param folder holds `prompt.md` and a folder `run-<number>` for each agent
    abstract Starter in(Path folder);

    private static Starter supervised(Containment containment, Path folder) {
        Supervisor supervisor = Supervisor.open(containment, folder.resolve("leases"));
        Map<String, String> environment = System.getenv();
        RunLimits limits = RunLimits.of(Duration.ofMinutes(5), null);
        return (number, command, line) -> {
            Path run = folder.resolve("run-" + number);
            RunningProcess running = supervisor.start(new Launch(
                    "agents-" + ProcessHandle.current().pid() + "-" + number,
                    command,
                    environment,
                    folder,
                    folder.resolve("prompt.md"),
                    run.resolve("stdout.txt"),
                    run.resolve("stderr.txt"),
                    limits));
            running.onOutput(() -> line.accept(running.progress().lastLine()));
            return running.exit();
        };
    }

    private static void read(Process process, Consumer<String> line) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String next = reader.readLine(); next != null; next = reader.readLine()) line.accept(next);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static Path prepare(Path parent, int agents) throws IOException {
        Path folder = Files.createTempDirectory(parent, "agents");
        Files.writeString(folder.resolve("prompt.md"), "Tick.\n");
        for (int i = 0; i < agents; i++) Files.createDirectory(folder.resolve("run-" + i));
        return folder;
    }
}
