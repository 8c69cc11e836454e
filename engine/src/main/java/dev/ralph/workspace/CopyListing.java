package dev.ralph.workspace;

import dev.ralph.disk.Durable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a copy of the project was like when it was made: with it, what changed since is found without reading what did
/// not. Nobody can set back the time of an inode's last change.
final class CopyListing {
    private static final String LEFT = "LEFT";
    private static final Path TOP = Path.of("");

    private final Map<Path, PathEntry> entries = new HashMap<>();
    private final Map<Path, List<Path>> children = new HashMap<>();
    private final Set<Path> left = new HashSet<>();

    /// @param path relative to the project
    void add(Path path, PathEntry entry) {
        entries.put(path, entry);
        Path parent = path.getParent();
        children.computeIfAbsent(parent == null ? TOP : parent, _ -> new ArrayList<>())
                .add(path);
    }

    /// Something that could not be copied.
    void leave(Path path) {
        left.add(path);
    }

    @Nullable
    PathEntry at(Path path) {
        return entries.get(path);
    }

    List<Path> children(Path folder) {
        return children.getOrDefault(folder, List.of());
    }

    /// Whether this, or something it lies in, was not copied.
    boolean isLeft(Path path) {
        for (Path above = path; above != null; above = above.getParent()) {
            if (left.contains(above)) {
                return true;
            }
        }
        return false;
    }

    boolean isSomethingLeftIn(Path folder) {
        return left.stream().anyMatch(path -> path.startsWith(folder));
    }

    void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (Map.Entry<Path, PathEntry> entry : entries.entrySet()) {
                out.write(line(entry.getValue()) + " " + FileNames.encoded(entry.getKey()) + "\n");
            }
            for (Path path : left) {
                out.write(LEFT + " " + FileNames.encoded(path) + "\n");
            }
        }
        Durable.file(file);
    }

    private static String line(PathEntry entry) {
        return String.join(
                " ",
                entry.kind().name(),
                Integer.toOctalString(entry.mode()),
                Long.toString(entry.size()),
                Long.toString(entry.inode()),
                Long.toString(entry.modified().to(TimeUnit.NANOSECONDS)),
                Long.toString(entry.changed().to(TimeUnit.NANOSECONDS)));
    }

    static CopyListing read(Path file) throws IOException {
        CopyListing listing = new CopyListing();
        for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
            String[] words = line.split(" ");
            Path path = FileNames.decoded(words[words.length - 1]);
            if (words.length == 2 && words[0].equals(LEFT)) {
                listing.leave(path);
            } else if (words.length == 7) {
                listing.add(path, entry(words));
            } else {
                throw new IOException(file + " is damaged: '" + line + "' is not a line of it");
            }
        }
        return listing;
    }

    private static PathEntry entry(String[] words) {
        return new PathEntry(
                PathEntry.Kind.valueOf(words[0]),
                Integer.parseInt(words[1], 8),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                1,
                FileTime.from(Long.parseLong(words[4]), TimeUnit.NANOSECONDS),
                FileTime.from(Long.parseLong(words[5]), TimeUnit.NANOSECONDS),
                0);
    }

    /// Whether nobody wrote to a file or gave it other permissions since it was listed.
    boolean isUntouched(Path path, PathEntry now) {
        PathEntry then = Objects.requireNonNull(entries.get(path), "listed");
        return now.kind() == then.kind()
                && now.inode() == then.inode()
                && now.size() == then.size()
                && now.modified().equals(then.modified())
                && now.changed().equals(then.changed());
    }
}
