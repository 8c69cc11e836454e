package dev.ralph.sandbox;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.ContainmentUnavailable;
import dev.ralph.process.Enclosure;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A small project in a folder of its own in which a confined program tries what agents do, and what they must
/// not.
final class ConfinedProbe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String WORK = """
            echo new > new && echo more >> old && rm gone && rm folder/file && rmdir folder && mkdir folder || exit 31
            [ ! -e folder/file ] || exit 32
            if (exec 9>>/proc/sys/kernel/core_pattern) 2>/dev/null; then exit 33; fi
            (echo escaped > "$1") 2>/dev/null
            exit 0
            """;

    private static final String PREFIX = "probe-";
    private static final int TRIES = 10;

    private final Path scratch;
    private final Path folder;
    private final Path outside;
    private final Supervisor supervisor;
    private int runs;

    ConfinedProbe(Path scratch, Containment containment) throws IOException {
        this.scratch = scratch;
        folder = folder(scratch, TRIES).toRealPath();
        outside = Files.writeString(folder.resolve("outside"), "untouched");
        supervisor = supervisor(containment);
    }

    /// Removes what processes left that died meanwhile, and the folder of all of them where it is empty.
    static void sweep(Path scratch) throws IOException {
        forgetDead(scratch);
        try {
            Files.deleteIfExists(scratch);
        } catch (DirectoryNotEmptyException inUse) {
            return; // another process probes in this moment
        }
    }

    private static void forgetDead(Path scratch) throws IOException {
        for (Path left : Files.isDirectory(scratch) ? list(scratch) : List.<Path>of()) {
            String[] parts = left.getFileName().toString().split("-");
            if (parts.length == 3 && !Files.exists(Path.of("/proc", parts[1]))) {
                delete(left);
            }
        }
    }

    private static Path folder(Path scratch, int tries) throws IOException {
        Files.createDirectories(scratch);
        try {
            forgetDead(scratch);
            return Files.createTempDirectory(scratch, PREFIX + Files.readSymbolicLink(Path.of("/proc/self")) + "-");
        } catch (NoSuchFileException gone) { // another process ended its probe in this moment
            if (tries == 1) {
                throw gone;
            }
            return folder(scratch, tries - 1);
        }
    }

    private Supervisor supervisor(Containment containment) throws IOException {
        try {
            return Supervisor.open(containment, Files.createDirectories(folder.resolve("leases")));
        } catch (ContainmentUnavailable none) {
            delete(folder);
            throw none;
        }
    }

    SandboxView view() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve("old"), "old");
        Files.writeString(project.resolve("gone"), "gone");
        Files.writeString(Files.createDirectories(project.resolve("folder")).resolve("file"), "file");
        Path home = Files.createDirectories(folder.resolve("home"));
        return new SandboxView(
                project,
                null,
                List.of(),
                List.of(),
                List.of(),
                new SandboxView.Home(home, home),
                new SandboxView.Network.None(),
                ResourceBounds.NONE,
                SandboxView.Nesting.HELD_BACK);
    }

    /// A new overlay over the project.
    Path overlay() throws IOException {
        Path overlay = Files.createDirectories(folder.resolve("overlays").resolve("o" + ++runs));
        for (String part : List.of("upper", "work", "merged")) {
            Files.createDirectory(overlay.resolve(part));
        }
        Files.createSymbolicLink(overlay.resolve("lower"), folder.resolve("project"));
        return overlay;
    }

    /// Does the work inside; null if everything was as it should be, else what was not.
    @Nullable
    String run(Enclosure enclosure) throws IOException, CannotStart {
        Path project = folder.resolve("project");
        String trouble = ended(enclosure, project, List.of("/bin/sh", "-c", WORK, "sh", outside.toString()));
        if (trouble == null && !Files.readString(outside).equals("untouched")) {
            return "a program could write outside";
        }
        boolean overlaid = enclosure instanceof Enclosure.Namespaces view && view.overlay() != null;
        if (trouble == null && overlaid && Files.exists(project.resolve("new"))) {
            return "a program wrote past the overlay";
        }
        return trouble;
    }

    /// Only starts a program inside.
    @Nullable
    String runs(Enclosure enclosure) throws IOException, CannotStart {
        return ended(enclosure, Path.of("/"), List.of("/bin/sh", "-c", "exit 0"));
    }

    private @Nullable String ended(Enclosure enclosure, Path directory, List<String> command)
            throws IOException, CannotStart {
        Path said = folder.resolve("stderr-" + ++runs);
        Launch launch = new Launch(
                        "probe-" + folder.getFileName() + "-" + runs,
                        command,
                        Map.of("PATH", "/usr/bin:/bin"),
                        directory,
                        Path.of("/dev/null"),
                        folder.resolve("stdout-" + runs),
                        said,
                        RunLimits.of(null, PATIENCE))
                .in(enclosure);
        Exit exit = supervisor.start(launch).exit().join();
        if (exit.ending() == EndCause.OWN_EXIT && exit.status().equals(new ExitStatus.Exited(0))) {
            return null;
        }
        String words = Files.readString(said).strip().replace('\n', ' ');
        return switch (exit.status()) {
            case ExitStatus.Exited(int code) when code == 31 || code == 32 -> "files cannot be changed there " + words;
            case ExitStatus.Exited(int code) when code == 33 -> "the settings of the kernel can be written";
            case ExitStatus.Exited(int code) -> words.isEmpty() ? exit.ending() + ", exit code " + code : words;
            case ExitStatus.Signaled(int signal) -> exit.ending() + ", signal " + signal;
        };
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
        delete(folder);
        try {
            Files.deleteIfExists(scratch);
        } catch (DirectoryNotEmptyException another) {
            // Another process probes there, too.
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> listed = Files.list(folder)) {
            return listed.toList();
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.isReadable(path)) { // the kernel leaves its work folder without any right
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            }
            for (Path part : list(path)) {
                delete(part);
            }
        }
        Files.delete(path);
    }
}
