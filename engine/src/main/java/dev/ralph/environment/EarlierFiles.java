package dev.ralph.environment;

import dev.ralph.paths.StateLayout;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What was in the home folder and in the folders for temporary files when a loop began. Checks in a clean room see
/// that and nothing that came later, also where there is no sandbox.
///
/// It is a question of names: a folder that was there is seen with all that is in it now, so that tools find and fill
/// their caches. A file that was changed is not seen. What checks write in the hidden folders themselves stays for the
/// other rooms of the same verdict, as it would there: who counts runs finds that out.
///
/// @param list where it is written down
/// @param home stands in the place of the home folder; null for one that rooms share
public record EarlierFiles(Path list, @Nullable Path home) {
    /// Bubblewrap reads all mounts again for each it makes.
    private static final int MOST = 200;

    private static final int EVERYBODYS = 01777;
    private static final String SEPARATOR = "\0";
    private static final String FOLDER = "folder";
    private static final List<String> BELOW_HOME =
            List.of(".cache", ".config", ".local", ".local/bin", ".local/share", ".local/state");
    private static final List<String> TEMPORARY = List.of("/tmp", "/var/tmp", "/dev/shm");

    public static EarlierFiles of(StateLayout layout, String loop) {
        return new EarlierFiles(layout.loop(loop).resolve("outside.txt"), null);
    }

    /// What stands in the place of the hidden folders.
    private Path shared() {
        return list.resolveSibling("outside");
    }

    /// A verdict is given: the next one begins with nothing of it.
    public void clear() throws IOException {
        TreeRemoval.delete(shared());
    }

    boolean isKnown() {
        return Files.isRegularFile(list);
    }

    /// Writes down what is there now, once: what the first loop of a task leaves, a later one does not see either.
    ///
    /// @param project is seen, wherever it lies
    public void remember(InheritedVariables inherited, Path project) throws IOException {
        if (isKnown()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (Path folder : folders(inherited)) {
            text.append(FOLDER).append(' ').append(folder).append(SEPARATOR);
            for (Path entry : entries(folder, project.toRealPath())) {
                text.append(key(entry)).append(' ').append(entry).append(SEPARATOR);
            }
        }
        Path draft = list.resolveSibling(list.getFileName() + ".new");
        Files.writeString(draft, text);
        Files.move(draft, list, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Set<Path> folders(InheritedVariables inherited) throws IOException {
        Path home = home(inherited);
        String temporary = inherited.all().getOrDefault("TMPDIR", "/tmp");
        List<Path> wanted = new ArrayList<>();
        Stream.concat(TEMPORARY.stream(), Stream.of(temporary)).map(Path::of).forEach(wanted::add);
        wanted.add(home);
        BELOW_HOME.forEach(name -> wanted.add(home.resolve(name)));
        wanted.removeIf(folder -> !folder.isAbsolute()
                || folder.getNameCount() == 0
                || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isReadable(folder));
        wanted.sort(Comparator.comparingInt(Path::getNameCount)); // what lies in another comes after it
        return new LinkedHashSet<>(wanted);
    }

    private static Path home(InheritedVariables inherited) {
        return Path.of(inherited.all().getOrDefault("HOME", System.getProperty("user.home")));
    }

    /// Those that were changed last, where there are too many; and what leads to the project.
    private static List<Path> entries(Path folder, Path project) throws IOException {
        Map<Path, Long> changed = new LinkedHashMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(entry -> changed.put(
                    entry,
                    project.startsWith(entry) ? Long.MAX_VALUE : entry.toFile().lastModified()));
        }
        return changed.entrySet().stream()
                .sorted(Map.Entry.<Path, Long>comparingByValue().reversed())
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// The same as long as it is the same file with the same content, or the same folder; empty where nothing is there.
    private static String key(Path entry) {
        try {
            Map<String, Object> now = Files.readAttributes(entry, "unix:dev,ino,size,ctime", LinkOption.NOFOLLOW_LINKS);
            String file = now.get("dev") + "/" + now.get("ino");
            return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    ? file
                    : file + "/" + now.get("size") + "/" + now.get("ctime");
        } catch (IOException gone) { // or nobody may look at it
            return "";
        }
    }

    /// Shows nothing but that, in the words of bubblewrap, over a view of the whole machine.
    ///
    /// @param top what lies in it has a place of its own
    List<String> words(InheritedVariables inherited, Path top) throws IOException {
        Map<Path, String> earlier = new LinkedHashMap<>();
        for (String line : Files.readString(list).split(SEPARATOR)) {
            int blank = line.indexOf(' ');
            if (blank >= 0) {
                earlier.put(Path.of(line.substring(blank + 1)), line.substring(0, blank));
            }
        }
        Path users = home(inherited);
        List<String> words = new ArrayList<>();
        for (Map.Entry<Path, String> one : earlier.entrySet()) {
            Path path = one.getKey();
            if (path.startsWith(top)) {
                continue;
            }
            String place = path.toString();
            if (!one.getValue().equals(FOLDER)) {
                if (!one.getValue().isEmpty() && one.getValue().equals(key(path))) {
                    words.addAll(List.of("--bind-try", place, place)); // where it is a link, what that leads to
                }
            } else if (path.startsWith(users) && !path.equals(users)) {
                words.addAll(List.of("--dir", place));
            } else {
                Path own = home != null && path.equals(users)
                        ? home
                        : shared().resolve(place.substring(1).replace('/', '-'));
                Files.createDirectories(own);
                if (!path.equals(users)) {
                    Files.setAttribute(own, "unix:mode", EVERYBODYS);
                }
                words.addAll(List.of("--bind", own.toString(), place));
            }
        }
        return words;
    }
}
