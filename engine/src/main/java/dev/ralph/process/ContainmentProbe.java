package dev.ralph.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Finds out, by trying, which containment works on this machine.
final class ContainmentProbe {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final String INSTALL = "Install bubblewrap (package 'bubblewrap') or util-linux, and allow user"
            + " namespaces, or choose another containment.";

    private final Path leases;
    private final ProbeCache tried;
    private final List<String> refused = new ArrayList<>();

    private ContainmentProbe(Path leases, ProbeCache tried) {
        this.leases = leases;
        this.tried = tried;
    }

    static Supervisor open(Containment wanted, Path leases, ProbeCache tried) {
        ContainmentProbe probe = new ContainmentProbe(leases, tried);
        return switch (wanted) {
            case AUTO -> probe.strongest();
            case NAMESPACE -> probe.wanted(wanted, probe.namespace());
            case SUBREAPER -> probe.wanted(wanted, probe.subreaper());
            case GROUP -> probe.wanted(wanted, probe.group());
        };
    }

    private Supervisor wanted(Containment wanted, @Nullable Supervisor supervisor) {
        return supervisor != null ? supervisor : refuse(wanted, String.join("; ", refused));
    }

    /// Never a weaker one instead of the one wanted.
    static Supervisor refuse(Containment wanted, String reasons) {
        String advice = wanted == Containment.NAMESPACE
                ? INSTALL
                : "It needs Linux 5.3 or newer, glibc 2.34, and a JVM with --enable-native-access.";
        String what = wanted == Containment.AUTO ? "no containment works" : "containment " + wanted + " does not work";
        throw new ContainmentUnavailable(what + " here: " + reasons + ". " + advice);
    }

    private Supervisor strongest() {
        Supervisor supervisor = namespace();
        supervisor = supervisor != null ? supervisor : subreaper();
        return wanted(Containment.AUTO, supervisor != null ? supervisor : group());
    }

    private @Nullable Supervisor namespace() {
        return tried("NAMESPACE", () -> {
            NamespaceScope.Wrapper wrapper = wrapper();
            return wrapper == null
                    ? null
                    : opened(
                            Containment.NAMESPACE,
                            "PID namespace by " + wrapper.prefix().getFirst(),
                            wrapper);
        });
    }

    private NamespaceScope.@Nullable Wrapper wrapper() {
        List<String> troubles = new ArrayList<>();
        for (NamespaceScope.Wrapper wrapper : wrappers(troubles)) {
            if (wrapper.hasWorked()) {
                return wrapper;
            }
            String trouble = trial(wrapper);
            if (trouble == null) {
                wrapper.works();
                return wrapper;
            }
            troubles.add(wrapper.prefix().getFirst() + " failed: " + trouble);
        }
        refused.add("NAMESPACE: " + String.join(", ", troubles));
        return null;
    }

    private List<NamespaceScope.Wrapper> wrappers(List<String> troubles) {
        List<NamespaceScope.Wrapper> wrappers = new ArrayList<>();
        Path bubblewrap = onPath("bwrap");
        if (bubblewrap == null) {
            troubles.add("bwrap is not installed");
        } else {
            wrappers.add(new Bubblewrap(bubblewrap, tried));
        }
        Path setpriv = onPath("setpriv");
        Path unshare = onPath("unshare");
        if (setpriv == null || unshare == null) {
            troubles.add("setpriv and unshare of util-linux are not installed");
        } else {
            wrappers.add(new Unshare(setpriv, unshare));
        }
        return wrappers;
    }

    static @Nullable Path onPath(String name) {
        return ProgramOnPath.find(System.getenv(), name).orElse(null);
    }

    /// Makes a namespace for real and lets `true` run in it; null if that worked, else what was said.
    static @Nullable String trial(NamespaceScope.Wrapper wrapper) {
        int[] pipe = SystemCalls.pipe(SystemCalls.O_NONBLOCK);
        Path said = null;
        try {
            said = Files.createTempFile("ralph-probe", ".txt");
            return trial(wrapper, pipe[1], said);
        } catch (IOException trouble) {
            throw new UncheckedIOException("the probe needs a temporary file", trouble);
        } finally {
            SystemCalls.close(pipe[0]);
            SystemCalls.close(pipe[1]);
            delete(said);
        }
    }

    private static @Nullable String trial(NamespaceScope.Wrapper wrapper, int report, Path said) throws IOException {
        List<String> command = new ArrayList<>(wrapper.prefix());
        command.add("/bin/sh");
        command.addAll(List.of("-c", "read -r line < /proc/self/stat && [ $$ -lt 10 ]"));
        int pid = born(new Spawn.Order(
                command.getFirst(),
                command,
                Map.of("PATH", "/usr/bin:/bin"),
                "/",
                "/dev/null",
                "/dev/null",
                said.toString(),
                report));
        if (pid < 0) {
            return ProgramSearch.reason(-pid);
        }
        SystemCalls.Reaped reaped = ended(pid);
        KnownChildren.remove(pid);
        if (reaped == null) {
            return "it did not come back";
        }
        return reaped.status() == 0
                ? null
                : Files.readString(said).strip() + " (" + ExitStatus.ofWait(reaped.status()) + ")";
    }

    private static int born(Spawn.Order order) {
        KnownChildren.BIRTH.lock();
        try {
            int pid = new Spawn().start(order);
            if (pid > 0) {
                KnownChildren.add(pid);
            }
            return pid;
        } finally {
            KnownChildren.BIRTH.unlock();
        }
    }

    private static SystemCalls.@Nullable Reaped ended(int pid) {
        long deadline = System.nanoTime() + PATIENCE;
        SystemCalls.Reaped reaped = SystemCalls.reap(pid);
        while (reaped == null && System.nanoTime() < deadline) {
            LockSupport.parkNanos(200_000);
            reaped = SystemCalls.reap(pid);
        }
        if (reaped == null) {
            SystemCalls.kill(-pid, SystemCalls.SIGKILL);
        }
        return reaped;
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException harmless) { // an empty file in the temporary folder
            return;
        }
    }

    private @Nullable Supervisor subreaper() {
        return tried("SUBREAPER", () -> {
            if (ProcFiles.ownChildren().isEmpty()) {
                throw new UnsupportedOperationException("the kernel does not list a process's children");
            }
            return opened(Containment.SUBREAPER, "orphans come to the engine", null);
        });
    }

    private @Nullable Supervisor group() {
        return tried("GROUP", () -> opened(Containment.GROUP, "session, process group and search by tag", null));
    }

    private Supervisor opened(Containment containment, String how, NamespaceScope.@Nullable Wrapper wrapper) {
        int pidfd = SystemCalls.pidfdOpen(KnownChildren.SELF);
        if (pidfd < 0) {
            throw new UnsupportedOperationException("the kernel has no pidfd: " + ProgramSearch.reason(-pidfd));
        }
        SystemCalls.close(pidfd);
        return new Supervisor(new ContainmentTier(containment, how, refused), wrapper, leases);
    }

    /// Opens a tier that needs native access.
    private interface Attempt {
        @Nullable
        Supervisor open();
    }

    private @Nullable Supervisor tried(String name, Attempt attempt) {
        try {
            NativeLibrary.require();
            return attempt.open();
        } catch (UnsupportedOperationException | IllegalCallerException | LinkageError without) {
            Throwable reason = without.getCause() == null ? without : without.getCause();
            refused.add(name + ": " + reason.getMessage());
            return null;
        }
    }
}
