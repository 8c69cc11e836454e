package dev.ralph.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The upper layer of an overlay while nothing runs in it.
///
/// Folders that the agent closed to everybody, and so to us, are opened while it is read, and closed again at the
/// end. Their true permissions are written down first: after a crash the next reader knows them.
final class OverlayChanges implements AutoCloseable {
    private static final int MOST_TOLD = 10;
    private static final int LONGEST_TOLD = 100;

    private final Path root;
    private final Path register;
    private final SequencedMap<Path, Integer> opened = new LinkedHashMap<>();

    private OverlayChanges(Path root, Path register) {
        this.root = root;
        this.register = register;
    }

    /// @param register a file next to the layer
    static OverlayChanges read(Path root, Path register) throws IOException {
        OverlayChanges layer = new OverlayChanges(root, register);
        if (Files.exists(register)) {
            for (String line : Files.readAllLines(register, StandardCharsets.US_ASCII)) {
                int blank = line.indexOf(' ');
                if (blank > 0) {
                    Path path = FileNames.decoded(line.substring(blank + 1));
                    layer.opened.putIfAbsent(path, Integer.parseInt(line.substring(0, blank), 8));
                }
            }
        }
        return layer;
    }

    Path path(Path relative) {
        return root.resolve(relative);
    }

    /// Makes it possible to list a folder.
    ///
    /// @param entry the folder as it is now
    void open(Path folder, PathEntry entry) throws IOException {
        if ((entry.mode() & 0700) != 0700 && !opened.containsKey(folder)) {
            opened.put(folder, entry.mode());
            Files.writeString(
                    register,
                    Integer.toOctalString(entry.mode()) + " " + FileNames.encoded(folder) + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            ClosedFileAccess.mode(path(folder), entry.mode() | 0700);
        }
    }

    /// With the permissions the agent gave it. From then on it can be read, too.
    PathEntry entry(Path relative) throws IOException {
        return asItWas(relative, reached(relative));
    }

    /// An entry of the layer with the permissions the agent gave it.
    PathEntry asItWas(Path relative, PathEntry found) {
        Integer mode = found.isDirectory() ? opened.get(relative) : null;
        return mode == null ? found : found.withMode(mode);
    }

    /// Files and folders of a delta that nobody can keep, as people read them; pipes and their like do not count.
    ///
    /// @param left what else nobody can
    List<String> unheld(Delta delta, List<Path> left) throws IOException {
        List<Path> unheld = new ArrayList<>(left);
        for (PathChange change : delta.changes()) {
            boolean isLeft = change.thing() == PathChange.Thing.SPECIAL && change.kind() != PathChange.Kind.DELETED;
            if (isLeft && unheld.size() < MOST_TOLD && entry(change.path()).isContent()) {
                unheld.add(change.path());
            }
        }
        return unheld.stream().limit(MOST_TOLD).map(OverlayChanges::told).toList();
    }

    private static String told(Path path) {
        String name = FileNames.shown(path);
        return name.length() <= LONGEST_TOLD ? name : name.substring(0, LONGEST_TOLD) + "…";
    }

    private PathEntry reached(Path relative) throws IOException {
        try {
            return PathEntry.listed(path(relative));
        } catch (AccessDeniedException closed) {
            for (int depth = 1; depth < relative.getNameCount(); depth++) {
                Path above = relative.subpath(0, depth);
                open(above, PathEntry.listed(path(above)));
            }
            return PathEntry.listed(path(relative));
        }
    }

    @Override
    public void close() throws IOException {
        for (Map.Entry<Path, Integer> folder : opened.reversed().entrySet()) {
            if (Files.isDirectory(path(folder.getKey()))) {
                ClosedFileAccess.mode(path(folder.getKey()), folder.getValue());
            }
        }
        Files.deleteIfExists(register);
    }
}
