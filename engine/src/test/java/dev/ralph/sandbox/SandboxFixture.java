package dev.ralph.sandbox;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.ContainmentUnavailable;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/// A project with something around it that must stay as it is, and programs that run confined, or not, for
/// comparison.
final class SandboxFixture implements AutoCloseable {
    final Path folder;
    final Path project;
    final Path home;
    /// A folder that a program can see in the sandbox: not below those that are private there.
    final Path outside;

    private final Path leases;
    private final FileChannel turn;
    private int runs;

    SandboxFixture(Path folder) {
        try {
            this.folder = folder.toRealPath();
            project = Files.createDirectories(this.folder.resolve("project"));
            home = Files.createDirectories(this.folder.resolve("home"));
            leases = Files.createDirectories(this.folder.resolve("leases"));
            outside = outside();
            turn = turn();
            Files.writeString(outside.resolve("file"), "untouched");
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    /// One yard at a time, also where two JVMs run tests: a socket of one that goes while another's view is made
    /// would fail it.
    private static FileChannel turn() throws IOException {
        Path file = Path.of(
                System.getProperty("java.io.tmpdir"), "ralph-yard-of-" + System.getProperty("user.name") + ".lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.lock();
        return channel;
    }

    private static Path outside() throws IOException {
        for (Path place : List.of(Path.of("/opt"), Path.of("/srv"), Path.of(System.getProperty("user.home")))) {
            if (Files.isWritable(place)) {
                return Files.createTempDirectory(place, "ralph-outside");
            }
        }
        throw new TestAbortedException("not run: neither /opt nor /srv nor the home folder can be written");
    }

    static boolean isRoot() {
        return RunAsUser.self().isRoot();
    }

    SandboxView view(@Nullable Path overlay) {
        return new SandboxView(
                project,
                overlay,
                List.of(),
                List.of(),
                List.of(),
                new SandboxView.Home(home, made(folder.resolve("private-home"))),
                new SandboxView.Network.None(),
                ResourceBounds.NONE,
                SandboxView.Nesting.HELD_BACK);
    }

    static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    /// A new overlay over the project.
    Path overlay(String name) {
        try {
            Path overlay = made(folder.resolve("workspaces").resolve(name));
            for (String part : List.of("upper", "work", "merged")) {
                Files.createDirectory(overlay.resolve(part));
            }
            Files.createSymbolicLink(overlay.resolve("lower"), project);
            return overlay;
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    /// The best sandbox by namespaces, or the test is not run.
    Sandbox namespaces() {
        SandboxTier tier = Sandbox.probed(folder.resolve("probes"));
        if (tier.level() != SandboxTier.Level.L1 && tier.level() != SandboxTier.Level.L3) {
            throw new TestAbortedException("not run: no sandbox of namespaces here: " + tier.explained());
        }
        return new Sandbox(tier);
    }

    static Sandbox landlock() {
        if (dev.ralph.process.Landlock.abi() == 0) {
            throw new TestAbortedException("not run: this kernel has no Landlock");
        }
        return new Sandbox(new SandboxTier(
                SandboxTier.Level.L2, java.util.Set.of(), List.of(), List.of("a test wants Landlock"), List.of()));
    }

    /// @param exit what it came to
    record Ran(Exit exit, String stdout, String stderr) {}

    /// Runs a shell script without any sandbox.
    Ran freely(String script, Map<String, String> environment) {
        return run(Containment.GROUP, null, project, script, environment);
    }

    Ran confined(Sandbox sandbox, SandboxView view, String script, Map<String, String> environment) {
        Containment containment =
                sandbox.tier().level() == SandboxTier.Level.L2 ? Containment.GROUP : Containment.NAMESPACE;
        try (Sandbox.Enclosed enclosed = sandbox.enclose(view)) {
            return run(
                    containment,
                    enclosed.enclosure().orElseThrow(),
                    view.project(),
                    script,
                    enclosed.environment(environment));
        }
    }

    private Ran run(
            Containment containment,
            @Nullable Enclosure enclosure,
            Path directory,
            String script,
            Map<String, String> environment) {
        try (Supervisor supervisor = Supervisor.open(containment, leases)) {
            return ended(
                    supervisor
                            .start(launch(enclosure, directory, script, environment))
                            .exit()
                            .join(),
                    runs);
        } catch (ContainmentUnavailable here) {
            throw new TestAbortedException("not run: " + here.getMessage());
        } catch (CannotStart | IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    Launch launch(@Nullable Enclosure enclosure, Path directory, String script, Map<String, String> environment) {
        runs++;
        Map<String, String> all = new TreeMap<>(environment);
        all.putIfAbsent("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        Launch plain = new Launch(
                "test-" + UUID.randomUUID(),
                List.of("/bin/sh", "-c", script),
                all,
                directory,
                Path.of("/dev/null"),
                folder.resolve("stdout-" + runs),
                folder.resolve("stderr-" + runs),
                RunLimits.of(null, Duration.ofSeconds(60)));
        return enclosure == null ? plain : plain.in(enclosure);
    }

    Ran ended(Exit exit, int run) throws IOException {
        return new Ran(exit, text(folder.resolve("stdout-" + run)), text(folder.resolve("stderr-" + run)));
    }

    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    /// Everything below a folder, names and contents, as one text.
    static String everything(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                all.append(file).append('\n');
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    all.append(text(file)).append('\n');
                }
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        try (turn) {
            delete(outside);
            if (Files.exists(folder.resolve("workspaces"))) {
                delete(folder.resolve("workspaces")); // the kernel leaves folders there that nobody may read
            }
        } catch (IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            List<Path> parts;
            try (Stream<Path> listed = Files.list(path)) {
                parts = listed.toList();
            }
            for (Path part : parts) {
                delete(part);
            }
        }
        Files.delete(path);
    }
}
