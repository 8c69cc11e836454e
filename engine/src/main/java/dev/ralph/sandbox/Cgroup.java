package dev.ralph.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A control group of a program's own that bounds memory and number of all its processes together, where this
/// user may make one: as root, or where a service manager has left a part of the tree to the user.
final class Cgroup implements AutoCloseable {
    private static final Path TREE = Path.of("/sys/fs/cgroup");
    private static final String PREFIX = "ralph-";
    /// The process itself joins, and with it what it starts.
    private static final String JOIN = """
            while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit 125; shift; done
            shift && exec "$@"
            """;

    private final List<Path> folders = new ArrayList<>();
    private boolean memory;
    private boolean processes;

    private Cgroup() {}

    /// Empty if there is nothing to bound or no group can be made.
    ///
    /// @param number tells groups of this process apart
    static Optional<Cgroup> make(ResourceBounds bounds, int number) {
        Cgroup group = new Cgroup();
        String name = PREFIX + self() + "-" + number;
        for (String line : lines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                group.add(parts[1], parts[2].substring(1), bounds, name);
            }
        }
        if (group.folders.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(group);
    }

    private void add(String controllers, String own, ResourceBounds bounds, String name) {
        switch (controllers) {
            case "memory" ->
                memory |= bound(TREE.resolve("memory").resolve(own), name, "memory.limit_in_bytes", bounds.memory());
            case "pids" ->
                processes |= bound(TREE.resolve("pids").resolve(own), name, "pids.max", whole(bounds.processes()));
            case "" -> unified(TREE.resolve(own), bounds, name);
            default -> {} // bounds nothing of ours
        }
    }

    /// In the tree with one hierarchy a group beside our own is as good as one below, and often the one we may
    /// make.
    private void unified(Path own, ResourceBounds bounds, String name) {
        Path above = own.getParent();
        for (Path parent : above == null || !above.startsWith(TREE) ? List.of(own) : List.of(own, above)) {
            boolean boundsMemory = !memory && bound(parent, name, "memory.max", bounds.memory());
            boolean boundsProcesses = !processes && bound(parent, name, "pids.max", whole(bounds.processes()));
            memory |= boundsMemory;
            processes |= boundsProcesses;
            if (boundsMemory || boundsProcesses) {
                return;
            }
        }
    }

    private static @Nullable Long whole(@Nullable Integer number) {
        return number == null ? null : number.longValue();
    }

    private boolean bound(Path parent, String name, String file, @Nullable Long value) {
        if (value == null || !Files.isWritable(parent)) {
            return false;
        }
        Path folder = parent.resolve(name);
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(file), value.toString());
            if (!folders.contains(folder)) {
                folders.add(folder);
            }
            return true;
        } catch (IOException | UnsupportedOperationException notOurs) {
            if (!folders.contains(folder)) {
                remove(folder);
            }
            return false;
        }
    }

    boolean boundsMemory() {
        return memory;
    }

    boolean boundsProcesses() {
        return processes;
    }

    /// What stands before a program to put it into the group.
    List<String> before() {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", JOIN, "ralph-cgroup"));
        folders.forEach(folder -> words.add(folder.toString()));
        words.add("--");
        return words;
    }

    /// Removes the groups; one in which something is still alive stays until the next start.
    @Override
    public void close() {
        folders.forEach(Cgroup::remove);
    }

    /// Removes groups that engines which died left behind, wherever [#make] puts them.
    static void sweep() {
        for (String line : lines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                Path own = TREE.resolve(parts[1]).resolve(parts[2].substring(1));
                Path above = own.getParent();
                sweep(own);
                if (parts[1].isEmpty() && above != null && above.startsWith(TREE)) {
                    sweep(above);
                }
            }
        }
    }

    private static void sweep(Path own) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(own, PREFIX + "*")) {
            folders.forEach(Cgroup::removeAbandoned);
        } catch (IOException none) { // this part of the tree is not shown here
            return;
        }
    }

    private static void removeAbandoned(Path folder) {
        String[] parts = String.valueOf(folder.getFileName()).split("-", 3);
        if (parts.length == 3 && !Files.exists(Path.of("/proc", parts[1]))) {
            remove(folder);
        }
    }

    /// The number of this process.
    static String self() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self")).toString();
        } catch (IOException none) {
            return "0";
        }
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException inUse) {
            return;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException none) {
            return List.of();
        }
    }
}
