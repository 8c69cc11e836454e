package dev.ralph.proof;

import dev.ralph.environment.LoopVariables;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the programs that layers of proof need: without a terminal, with nothing to read, for a bounded time, with
/// bounded output, and so that nothing of them is left.
///
/// @param reports what is read of the tests that they run
public record CheckProcesses(LoopPaths paths, LoopVariables environment, Duration grace, TestReports reports) {
    private static final int OUTPUT_LINES = 20;
    private static final int OUTPUT_BYTES = 4000;
    private static final long KEPT_OUTPUT = 1 << 20;
    private static final SecureRandom TAGS = new SecureRandom();
    /// Where a runner has a variable of its own for options, it is asked for a report; each time, so that nobody can
    /// tell
    /// one run from another by it.
    private static final Map<String, String> ASK_FOR_REPORTS =
            Map.of("PYTEST_ADDOPTS", "--junitxml=.ralph-report-pytest.xml");

    public CheckProcesses(LoopPaths paths, LoopVariables environment, Duration grace) {
        this(paths, environment, grace, new TestReports());
    }

    /// How an errand ended.
    ///
    /// @param code    128 and the signal's number where a signal ended it, -1 when it did not end in time
    /// @param output  the end of what it printed, short enough for a prompt
    /// @param touched whether something changed meanwhile where the agent's work lies
    record Ran(int code, Exit exit, String output, Path stdout, Path stderr, boolean touched) {
        /// What is wrong with how it ended, completing the sentence that it begins; null when nothing is.
        @Nullable
        String against(int success) {
            if (code < 0) {
                return "did not end in time";
            }
            return code == success ? null : "failed (exit " + code + ")";
        }
    }

    /// Until it has ended. An interrupt ends it first.
    ///
    /// @throws CannotStart when it could not even be started
    Ran run(CheckProcess checkProcess) throws IOException, CannotStart, InterruptedException {
        return run(checkProcess, () -> {});
    }

    /// What is to be done with what an errand wrote, before anybody asks whether it changed something.
    @FunctionalInterface
    interface Afterwards {
        void tidy() throws IOException;
    }

    Ran run(CheckProcess checkProcess, Afterwards afterwards) throws IOException, CannotStart, InterruptedException {
        Launch launch = launch(checkProcess);
        String before = checkProcess.place().fingerprint();
        Exit exit = checkProcess.place().start(launch).await();
        afterwards.tidy();
        String after = before == null ? null : checkProcess.place().fingerprint();
        String output = LenientText.tail(launch.stdout(), OUTPUT_LINES, OUTPUT_BYTES)
                + LenientText.tail(launch.stderr(), OUTPUT_LINES, OUTPUT_BYTES);
        return new Ran(
                exit.ending() == EndCause.WALL_LIMIT ? -1 : exit.status().shellCode(),
                exit,
                output.strip(),
                launch.stdout(),
                launch.stderr(),
                after != null && !after.equals(before));
    }

    private Launch launch(CheckProcess checkProcess) throws IOException {
        Path folder = paths.layout().loop(paths.head().id()).resolve("checks");
        Path stdout = folder.resolve(checkProcess.name() + ".txt");
        Path stderr = folder.resolve(checkProcess.name() + "-stderr.txt");
        Folders.below(paths.layout().state(), folder);
        Files.deleteIfExists(stdout);
        Files.deleteIfExists(stderr);
        Map<String, String> variables =
                new LinkedHashMap<>(environment.ofCheck(paths.head().id() + "-" + checkProcess.name()));
        variables.putAll(checkProcess.more());
        if (checkProcess.place().isApart()) {
            variables.putAll(ASK_FOR_REPORTS);
        }
        String tag =
                paths.head().id() + "-" + HexFormat.of().toHexDigits(TAGS.nextLong()); // says nothing of what it is
        return new Launch(
                tag,
                List.of("/bin/sh", "-c", checkProcess.line()),
                variables,
                paths.project(),
                Path.of("/dev/null"),
                stdout,
                stderr,
                new RunLimits(null, checkProcess.atMost(), grace, KEPT_OUTPUT));
    }
}
