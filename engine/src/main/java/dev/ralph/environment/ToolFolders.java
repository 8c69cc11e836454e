package dev.ralph.environment;

import dev.ralph.process.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a confined program sees of places that are hidden from it: the programs of its PATH, its own installation, and
/// what the user names.
///
/// 1. Of a folder on the PATH it sees programs, and the libraries beside a `bin`; never what else lies beside it.
/// 2. Nothing but what the user names opens the home, a project or a repository.
///
/// @param home     the user's
/// @param projects that of the user, and where its programs work
/// @param machine  where is kept what is known of the machine
record ToolFolders(Path home, List<Path> projects, Path machine) {
    private static final List<Path> HIDDEN =
            List.of(Path.of("/home"), Path.of("/root"), Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run"));
    private static final List<String> BESIDE_BIN = List.of("lib", "lib32", "lib64", "libexec");
    /// Programs in a folder `shims` only look up the version and start it: pyenv, rbenv, asdf, mise.
    private static final List<String> BESIDE_SHIMS =
            List.of("lib", "libexec", "bin", "version", "versions", "installs");
    /// Tools that do not start without more, by something that only they have.
    private static final Map<String, List<String>> MORE = Map.of(
            "lib/modules", List.of("conf"), // a JDK
            "boot/plexus-classworlds.license", List.of("boot", "conf"), // Maven
            "pyvenv.cfg", List.of("pyvenv.cfg"), // a Python environment
            "pkg/tool", List.of("pkg", "src", "VERSION", "go.env"), // Go
            "rustup", List.of("../../.rustup"), // the programs of Rust only start what lies there
            "app/target/ralph", List.of("ralph", "app/target/ralph"));
    /// In how many folders repositories are looked for, the nearest first: a library may be huge.
    private static final int MOST_FOLDERS = 300;
    /// Where no repository of the user's lies, but many folders do.
    private static final Set<String> PACKAGES = Set.of("node_modules", "site-packages", "dist-packages");
    /// As many as bubblewrap takes without trouble.
    private static final int MOST_PROGRAMS = 500;

    private static final Set<String> INTERPRETERS =
            Set.of("sh", "bash", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php", "java");

    private static final long A_WHILE = TimeUnit.MINUTES.toNanos(1);
    private static final Map<Path, Looked> LOOKED = new ConcurrentHashMap<>();

    /// @param until as [System#nanoTime] counts
    private record Looked(boolean holdsRepository, long until) {}

    /// Begins to look at what a PATH names, for whoever starts a program a moment later.
    static void lookAhead(Path home, Path project, Path machine, String path) {
        Thread.ofPlatform().daemon().name("ralph-tools").start(() -> {
            try {
                ToolFolders folders = new ToolFolders(home.toRealPath(), List.of(project.toRealPath()), machine);
                for (Path folder : path(path)) {
                    folders.ofPath(folder);
                }
            } catch (IOException unreadable) {
                return; // who starts the program hears of it
            }
        });
    }

    /// Those of the PATH.
    List<Path> onPath(Launch launch) throws IOException {
        Set<Path> tools = new LinkedHashSet<>();
        for (Path folder : path(launch)) {
            tools.addAll(ofPath(folder));
        }
        return List.copyOf(tools);
    }

    private static List<Path> path(Launch launch) throws IOException {
        return path(launch.environment().getOrDefault("PATH", ""));
    }

    private static List<Path> path(String path) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String place : path.split(":")) {
            if (place.startsWith("/") && Files.isDirectory(Path.of(place))) {
                folders.add(Path.of(place).toRealPath());
            }
        }
        return folders;
    }

    /// A PATH finds the files of its folder alone, so where it holds more than programs only these are opened.
    private List<Path> ofPath(Path folder) {
        Path root = hiding(folder);
        if (root == null || folder.equals(root) || holdsHomeOrProject(folder)) {
            return List.of();
        }
        List<Path> parts = installation(folder, root);
        boolean known =
                folder.endsWith("bin") && !more(folder.resolveSibling("")).isEmpty();
        // A link alone shows nothing.
        if (!known
                && !list(folder, path -> !isProgram(path) && !Files.isSymbolicLink(path))
                        .isEmpty()) {
            parts.remove(folder);
        }
        if (parts.stream().noneMatch(folder::startsWith)) {
            list(folder, ToolFolders::isProgram).stream()
                    .sorted()
                    .limit(MOST_PROGRAMS)
                    .forEach(parts::add);
        }
        return parts;
    }

    /// That of the program itself, without which it cannot start, and what the user names.
    List<Path> needed(Launch launch, List<String> named) throws IOException {
        Set<Path> tools = new LinkedHashSet<>();
        String program = launch.command().getFirst();
        List<Path> path = path(launch);
        for (Path place :
                Stream.concat(path.stream(), Stream.of(launch.directory())).toList()) {
            Path file = place.resolve(program);
            if (Files.isRegularFile(file)) {
                tools.addAll(ofProgram(file.toRealPath(), path));
            }
        }
        for (String place : named) {
            Path known = place.startsWith("~/") ? home.resolve(place.substring(2)) : Path.of(place);
            if (Files.exists(known)) {
                tools.add(known.toRealPath());
            }
        }
        return List.copyOf(tools);
    }

    /// Those of the programs that a command line names by their paths, and of what it gives to an interpreter. No other
    /// file: a line that reads a key is no reason to show it.
    List<Path> ofScripts(Launch launch) throws IOException {
        Set<Path> tools = new LinkedHashSet<>();
        List<Path> path = path(launch);
        boolean isInterpreted = false;
        for (String word : launch.command()) {
            for (String part : isFile(launch, word) ? List.of(word) : List.of(word.split("[\\s;|&()<>\"']+"))) {
                if (part.startsWith("-")) {
                    continue;
                }
                if (isFile(launch, part) && (isInterpreted || Files.isExecutable(place(launch, part)))) {
                    tools.addAll(ofProgram(place(launch, part).toRealPath(), path));
                }
                isInterpreted = INTERPRETERS.contains(part.substring(part.lastIndexOf('/') + 1));
            }
        }
        return List.copyOf(tools);
    }

    private boolean isFile(Launch launch, String word) {
        return word.contains("/") && word.indexOf('\0') < 0 && Files.isRegularFile(place(launch, word));
    }

    private Path place(Launch launch, String word) {
        return word.startsWith("~/")
                ? home.resolve(word.substring(2))
                : launch.directory().resolve(word);
    }

    /// A program that is on the PATH by a link, or not at all, lies somewhere else with all it needs.
    private List<Path> ofProgram(Path program, List<Path> path) {
        Path folder = program.getParent();
        Path root = hiding(program);
        if (folder == null || root == null) {
            return List.of();
        }
        boolean own = !folder.equals(root) && !path.contains(folder);
        List<Path> parts = new ArrayList<>(own ? installation(folder, root) : ofPath(folder));
        if (parts.stream().noneMatch(program::startsWith)) {
            parts.add(program);
        }
        return parts;
    }

    /// What may be opened of what the programs in a folder need.
    private List<Path> installation(Path folder, Path root) {
        Path modules = modules(folder, root);
        if (modules != null) {
            return new ArrayList<>(holdsHomeOrProject(modules) ? List.of() : List.of(modules));
        }
        List<Path> parts = new ArrayList<>(List.of(folder));
        Path above = folder.getParent();
        if (above != null && folder.endsWith("shims")) {
            parts.addAll(parts(above, BESIDE_SHIMS));
        } else if (above != null && folder.endsWith("bin") && !isWork(above)) {
            parts.addAll(parts(above, BESIDE_BIN));
            parts.addAll(more(above));
        }
        parts.addAll(more(folder));
        parts.removeIf(part -> holdsHomeOrProject(part) || holdsRepository(part));
        return parts;
    }

    /// A repository with a `bin` has its sources in `lib`. One in a folder with a dot is how version managers come.
    private static boolean isWork(Path folder) {
        return Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)
                && !String.valueOf(folder.getFileName()).startsWith(".");
    }

    /// Not by links: they may lead anywhere.
    private static List<Path> parts(Path folder, List<String> names) {
        return names.stream()
                .map(name -> folder.resolve(name).normalize())
                .filter(part -> Files.exists(part, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(part))
                .toList();
    }

    private static List<Path> more(Path folder) {
        return MORE.entrySet().stream()
                .filter(tool -> Files.exists(folder.resolve(tool.getKey())))
                .flatMap(tool -> parts(folder, tool.getValue()).stream())
                .toList();
    }

    private boolean holdsHomeOrProject(Path folder) {
        return Stream.concat(Stream.of(home), projects.stream()).anyMatch(each -> each.startsWith(folder));
    }

    /// Looked at once in a while: to look takes longer than all else that starts a program, and a tool does not become
    /// a repository from one to the next.
    private boolean holdsRepository(Path part) {
        Looked known = LOOKED.compute(
                part,
                (_, before) -> before != null && System.nanoTime() - before.until() < 0
                        ? before
                        : new Looked(isRepositoryIn(part, machine), System.nanoTime() + A_WHILE));
        return known.holdsRepository();
    }

    /// What was found holds as long as no folder that was looked at has changed: whatever comes into one changes it.
    static boolean isRepositoryIn(Path part, Path machine) {
        Map<String, String> question = Map.of("repository in", part.toString());
        String name = UUID.nameUUIDFromBytes(part.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
        CachedAnswer remembered =
                new CachedAnswer(machine.resolve("repositories").resolve(name), question);
        String known = remembered.read();
        if (known != null) {
            return Boolean.parseBoolean(known);
        }
        List<Path> seen = new ArrayList<>();
        long asked = System.currentTimeMillis();
        boolean found = look(part, seen);
        remembered.write(Boolean.toString(found), asked, seen);
        return found;
    }

    /// @param seen gets the folders that were looked at
    private static boolean look(Path part, List<Path> seen) {
        Deque<Path> folders = new ArrayDeque<>(List.of(part));
        while (seen.size() < MOST_FOLDERS && !folders.isEmpty()) {
            Path folder = folders.remove();
            seen.add(folder);
            if (Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
            folders.addAll(list(
                    folder,
                    path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                            && !PACKAGES.contains(String.valueOf(path.getFileName()))));
        }
        return false;
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    private static List<Path> list(Path folder, DirectoryStream.Filter<Path> filter) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, filter)) {
            paths.forEach(found::add);
        } catch (IOException | RuntimeException unreadable) { // then nothing in it can be read inside either
            return List.of();
        }
        return found;
    }

    /// The hidden place in which a path lies, null if it lies in none.
    private @Nullable Path hiding(Path path) {
        return Stream.concat(Stream.of(home), HIDDEN.stream())
                .filter(path::startsWith)
                .findFirst()
                .orElse(null);
    }

    /// The outermost `node_modules` in which a folder lies, null if there is none below `root`.
    private static @Nullable Path modules(Path folder, Path root) {
        Path found = null;
        for (Path at = folder; at != null && !at.equals(root); at = at.getParent()) {
            if (at.endsWith("node_modules")) {
                found = at;
            }
        }
        return found;
    }
}
