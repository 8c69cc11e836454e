package dev.ralph.process;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/// A supervisor in a folder of its own, with a private copy of the nasty agent, by which its survivors are found.
final class SupervisorFixture implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(60);

    private static @Nullable Path compiled;

    final Path folder;
    final Path nasty;
    final Supervisor supervisor;
    private final AtomicInteger runs = new AtomicInteger();

    SupervisorFixture(Path folder, Containment containment) {
        this(folder, leases -> Supervisor.open(containment, leases));
    }

    SupervisorFixture(Path folder, Function<Path, Supervisor> opening) {
        this.folder = folder;
        try {
            this.nasty = Files.copy(
                    compiled(),
                    folder.resolve(
                            "nasty" + Integer.toHexString(folder.toString().hashCode())),
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
            this.supervisor = opening.apply(Files.createDirectories(folder.resolve("leases")));
        } catch (ContainmentUnavailable here) {
            throw new TestAbortedException("not run: " + here.getMessage());
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    Path leases() {
        return folder.resolve("leases");
    }

    private static synchronized Path compiled() throws IOException {
        if (compiled == null) {
            Path at = Files.createTempDirectory("ralph-nasty");
            try (InputStream source = Objects.requireNonNull(SupervisorFixture.class.getResourceAsStream("nasty.c"))) {
                Files.copy(source, at.resolve("nasty.c"));
            }
            compile(at);
            at.toFile().setExecutable(true, false);
            at.toFile().setReadable(true, false);
            compiled = at.resolve("nasty");
        }
        return compiled;
    }

    private static void compile(Path at) throws IOException {
        try {
            Process cc = new ProcessBuilder("cc", "-O1", "-static", "-o", "nasty", "nasty.c")
                    .directory(at.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (cc.waitFor() != 0) {
                fail("the nasty agent does not compile: " + said);
            }
        } catch (IOException missing) {
            throw new TestAbortedException("not run: the C compiler 'cc' is missing (package gcc or clang)");
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// Starts the nasty agent without limits.
    RunningProcess nasty(String... modes) {
        return nasty(limits(Duration.ofSeconds(5)), modes);
    }

    RunningProcess nasty(RunLimits limits, String... modes) {
        List<String> command = new ArrayList<>(List.of(nasty.toString()));
        command.addAll(Arrays.asList(modes));
        return start(launch(limits, command.toArray(String[]::new)));
    }

    RunningProcess shell(RunLimits limits, String line) {
        return start(launch(limits, "sh", "-c", line));
    }

    RunningProcess start(Launch launch) {
        try {
            return supervisor.start(launch);
        } catch (CannotStart trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    static RunLimits limits(Duration grace) {
        return new RunLimits(null, null, grace, RunLimits.KEPT_BYTES);
    }

    Launch launch(RunLimits limits, String... command) {
        int run = runs.incrementAndGet();
        Path at = folder.resolve("run-" + run);
        try {
            Files.createDirectories(at);
            Files.writeString(at.resolve("prompt.md"), "the prompt of run " + run + "\n");
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin");
        return new Launch(
                "test-" + UUID.randomUUID(),
                List.of(command),
                Map.of("PATH", path),
                at,
                at.resolve("prompt.md"),
                at.resolve("stdout.txt"),
                at.resolve("stderr.txt"),
                limits);
    }

    /// The files of the run started last.
    Path stdout() {
        return folder.resolve("run-" + runs.get()).resolve("stdout.txt");
    }

    Path stderr() {
        return folder.resolve("run-" + runs.get()).resolve("stderr.txt");
    }

    void awaitReady() {
        await("the agent said ready", () -> text(stdout()).contains("ready"));
    }

    /// The agent said ready after more output than one wants to read.
    void awaitReadyAtEnd(RunningProcess agent) {
        await("the agent said ready", () -> {
            if (agent.exit().isDone()) {
                fail("it ended instead: " + exit(agent));
            }
            try (RandomAccessFile file = new RandomAccessFile(stdout().toFile(), "r")) {
                byte[] end = new byte[6];
                file.seek(Math.max(0, file.length() - end.length));
                return file.read(end) == end.length && new String(end, StandardCharsets.UTF_8).equals("ready\n");
            } catch (IOException notYet) {
                return false;
            }
        });
    }

    static String text(Path file) {
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    static Exit exit(RunningProcess running) {
        try {
            return running.exit().get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception late) {
            throw new AssertionError("the agent did not end in time", late);
        }
    }

    /// The pids of living processes whose program is this scene's nasty agent.
    List<Integer> survivors() {
        return survivors(nasty);
    }

    static List<Integer> survivors(Path program) {
        return ProcFiles.pids().stream()
                .filter(pid -> {
                    ProcFiles.Stat stat = ProcFiles.stat(pid);
                    return isOf(pid, program) && stat != null && stat.alive();
                })
                .toList();
    }

    /// Of a process that is not dumpable, only root may see the program; its name is unique enough.
    private static boolean isOf(int pid, Path program) {
        Path process = Path.of("/proc/" + pid);
        try {
            return Files.readSymbolicLink(process.resolve("exe")).equals(program);
        } catch (AccessDeniedException hidden) {
            return String.valueOf(program.getFileName()).equals(name(process));
        } catch (IOException gone) {
            return false;
        }
    }

    private static String name(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip();
        } catch (IOException gone) {
            return "";
        }
    }

    static boolean isZombie(ProcFiles.@Nullable Stat stat) {
        return stat != null && !stat.alive();
    }

    static void await(String what, BooleanSupplier condition) {
        await(what, LONG, condition);
    }

    static void await(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                fail("waited in vain for: " + what);
            }
            pause(5);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// Ends whatever a test let live on purpose.
    void killSurvivors() {
        for (int pid : survivors()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public void close() {
        supervisor.close();
        killSurvivors();
    }
}
