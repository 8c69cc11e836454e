package dev.ralph.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The program of an agent on this machine.
///
/// A native program is preferred over the launcher that npm puts on the PATH: a launcher dies of the first signal and
/// leaves the agent behind.
///
/// @param beside folders that belong first on its PATH
public record InstalledAgent(Path program, List<Path> beside) {
    public InstalledAgent {
        beside = List.copyOf(beside);
    }

    /// By the package that it came with, null when that does not say; the program itself is not asked.
    public @Nullable String version() {
        return ProgramVersion.of(program);
    }

    /// Looks for the kind's program.
    ///
    /// @param path   as in the variable PATH
    /// @param folder what relative entries of it are relative to
    public static Optional<InstalledAgent> find(AgentKind kind, String path, Path folder) {
        String name = kind.program();
        if (name.indexOf('/') >= 0) {
            return Optional.of(folder.resolve(name))
                    .filter(InstalledAgent::isProgram)
                    .map(file -> at(kind, file));
        }
        for (String entry : path.split(":")) {
            Optional<Path> file = file(folder, entry, name).filter(InstalledAgent::isProgram);
            if (file.isPresent()) {
                return Optional.of(at(kind, file.get()));
            }
        }
        return Optional.empty();
    }

    /// What stands in the way where a file of the right name was found that is no program; empty if there is none.
    public static String unusable(AgentKind kind, String path, Path folder) {
        for (String entry : path.split(":")) {
            Optional<Path> file = file(folder, entry, kind.program()).filter(Files::exists);
            if (file.isPresent()) {
                return file.get() + (Files.isDirectory(file.get()) ? " is a folder" : " is not executable");
            }
        }
        return "";
    }

    private static Optional<Path> file(Path folder, String entry, String name) {
        try {
            return Optional.of(folder.resolve(entry).resolve(name));
        } catch (InvalidPathException broken) { // an entry of PATH may be anything
            return Optional.empty();
        }
    }

    /// A program whose place is known; its native one if it is a launcher of npm's.
    static InstalledAgent at(AgentKind kind, Path file) {
        try {
            if (!isScript(file)) {
                return new InstalledAgent(file, List.of());
            }
            for (Path modules : modules(file.toRealPath())) {
                for (NativeProgram place : kind.natives()) {
                    Path program = modules.resolve(NativeProgram.here(place.file()));
                    if (isProgram(program)) {
                        return new InstalledAgent(program, beside(modules, place));
                    }
                }
            }
            return new InstalledAgent(file, List.of());
        } catch (IOException unreadable) { // it may still be executable
            return new InstalledAgent(file, List.of());
        }
    }

    private static List<Path> beside(Path modules, NativeProgram place) {
        if (place.beside() == null) {
            return List.of();
        }
        Path folder = modules.resolve(NativeProgram.here(place.beside()));
        return Files.isDirectory(folder) ? List.of(folder) : List.of();
    }

    /// The folders `node_modules` in which the packages of a launcher may lie, the nearest first.
    private static List<Path> modules(Path launcher) {
        List<Path> found = new ArrayList<>();
        for (Path at = launcher.getParent(); at != null; at = at.getParent()) {
            if (at.endsWith("node_modules")) {
                found.add(at);
            } else if (at.toString().contains("node_modules")) {
                found.add(at.resolve("node_modules"));
            }
        }
        return found;
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static boolean isScript(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(2);
            return start.length == 2 && start[0] == '#' && start[1] == '!';
        }
    }
}
