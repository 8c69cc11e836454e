package dev.ralph.engine;

import dev.ralph.paths.LenientText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the checks of a task in the project as it is, before anybody works on it.
public record ChecksBeforeWork(EngineOptions options, Duration atMost) {
    private static final int OUTPUT_LINES = 20;
    private static final int OUTPUT_BYTES = 4000;
    private static final long KEPT_OUTPUT = 1 << 20;

    /// One after the other, each like a check of a loop: without a terminal, bounded, and so that nothing of it is
    /// left.
    public List<BaselineCheck> run(List<String> lines) throws IOException, InterruptedException {
        for (String line : lines) {
            if (!Check.of(line).equals(Check.Command.shell(line))) {
                throw new RequestRefused(
                        "an acceptance check is a shell line, but this is the definition of another one: " + line);
            }
        }
        StateFolder.make(options);
        List<BaselineCheck> trials = new ArrayList<>();
        Path folder = Files.createTempDirectory(options.layout().state(), "trial-");
        try (Supervisor supervisor =
                Supervisor.open(options.containment(), options.layout().leases())) {
            for (String line : lines) {
                String name = folder.getFileName() + "-" + trials.size();
                trials.add(run(supervisor, launch(line, name, folder), line));
            }
        } catch (CannotStart why) {
            throw new IOException("the check cannot be started: " + why.getMessage(), why);
        } finally {
            for (int i = 0; i <= trials.size(); i++) {
                Files.deleteIfExists(folder.resolve(i + ".txt"));
                Files.deleteIfExists(folder.resolve(i + "-stderr.txt"));
            }
            Files.deleteIfExists(folder);
        }
        return trials;
    }

    private Launch launch(String line, String name, Path folder) {
        Map<String, String> variables = new HashMap<>(options.environment().ofProgram());
        variables.keySet().removeIf(variable -> variable.startsWith("RALPH_INSIDE_"));
        String number = name.substring(name.lastIndexOf('-') + 1);
        return new Launch(
                name,
                List.of("/bin/sh", "-c", line),
                variables,
                options.project(),
                Path.of("/dev/null"),
                folder.resolve(number + ".txt"),
                folder.resolve(number + "-stderr.txt"),
                new RunLimits(null, atMost, RunLimits.GRACE, KEPT_OUTPUT));
    }

    private static BaselineCheck run(Supervisor supervisor, Launch launch, String line)
            throws IOException, CannotStart, InterruptedException {
        Exit exit = supervisor.start(launch).await();
        String output = LenientText.tail(launch.stdout(), OUTPUT_LINES, OUTPUT_BYTES)
                + LenientText.tail(launch.stderr(), OUTPUT_LINES, OUTPUT_BYTES);
        return BaselineCheck.of(
                line, exit.ending() == EndCause.WALL_LIMIT ? -1 : exit.status().shellCode(), output.strip());
    }
}
