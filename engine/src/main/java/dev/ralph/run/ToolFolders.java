package dev.ralph.run;

import dev.ralph.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Folders of programs in places that are hidden from a confined program: those of its PATH, its own, and those that
/// the user names.
///
/// @param home the user's
record ToolFolders(Path home) {
    private static final List<Path> HIDDEN =
            List.of(Path.of("/home"), Path.of("/root"), Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run"));
    private static final List<String> BESIDE_BIN = List.of("lib", "lib64", "libexec");

    /// Those of the PATH.
    List<Path> onPath(Launch launch) throws IOException {
        Set<Path> tools = new LinkedHashSet<>();
        for (Path place : path(launch)) {
            addFolder(tools, place);
        }
        return List.copyOf(tools);
    }

    private static List<Path> path(Launch launch) {
        return Stream.of(launch.environment().getOrDefault("PATH", "").split(":"))
                .filter(place -> place.startsWith("/"))
                .map(Path::of)
                .filter(Files::isDirectory)
                .toList();
    }

    /// That of the program itself, without which it cannot start, and what the user names.
    List<Path> needed(Launch launch, List<String> named) throws IOException {
        Set<Path> tools = new LinkedHashSet<>();
        String program = launch.command().getFirst();
        for (Path place : path(launch)) {
            addProgram(tools, place.resolve(program));
        }
        addProgram(tools, launch.directory().resolve(program));
        for (String place : named) {
            Path path = place.startsWith("~/") ? home.resolve(place.substring(2)) : Path.of(place);
            if (Files.exists(path)) {
                tools.add(path.toRealPath());
            }
        }
        return List.copyOf(tools);
    }

    /// A program that is a link lies somewhere else, with all it needs.
    private void addProgram(Set<Path> tools, Path program) throws IOException {
        if (Files.isRegularFile(program)) {
            Path real = program.toRealPath();
            Path folder = real.getParent();
            if (folder != null && folder.equals(hiding(real))) {
                tools.add(real);
            } else if (folder != null) {
                addFolder(tools, folder);
            }
        }
    }

    private void addFolder(Set<Path> tools, Path folder) throws IOException {
        Path real = folder.toRealPath();
        Path root = hiding(real);
        if (root == null || real.equals(root)) {
            return;
        }
        Path module = above(real, "node_modules", root);
        Path bin = module == null ? above(real, "bin", root) : null;
        if (module != null) {
            tools.add(module);
        } else if (bin == null) {
            tools.add(real);
        } else if (bin.equals(root) || String.valueOf(bin.getFileName()).startsWith(".")) {
            // What else lies in ~ or ~/.local is nobody's business.
            tools.add(real);
            BESIDE_BIN.stream().map(bin::resolve).filter(Files::isDirectory).forEach(tools::add);
        } else {
            tools.add(bin);
        }
    }

    /// The hidden place in which a path lies, null if it lies in none.
    private @Nullable Path hiding(Path path) throws IOException {
        Path own = home.toRealPath();
        if (path.startsWith(own)) {
            return own;
        }
        for (Path root : HIDDEN) {
            if (path.startsWith(root)) {
                return root;
            }
        }
        return null;
    }

    /// What holds the outermost folder of that name, null if there is none below `root`.
    private static @Nullable Path above(Path path, String name, Path root) {
        Path found = null;
        for (Path at = path; at != null && !at.equals(root); at = at.getParent()) {
            if (at.endsWith(name)) {
                found = at.getParent();
            }
        }
        return found;
    }
}
