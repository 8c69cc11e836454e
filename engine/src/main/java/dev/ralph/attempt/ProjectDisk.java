package dev.ralph.attempt;

import dev.ralph.paths.LoopPaths;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The disks a loop writes to. What cannot be found out is taken for enough space, and for nothing written.
///
/// @param grows  the folder in which lies what its agents write: the project, or a part of a workspace elsewhere
/// @param state  Ralph's own files, which are bounded by other limits
/// @param folders these and the project, the one that grows first. Each is asked for the space of its file system: to
///     look that up by name would mean reading the table of all mounts before every attempt
/// @param since   when the attempt began, by the clock of the file system
public record ProjectDisk(
        Path grows,
        Path state,
        List<Path> folders,
        @Nullable FileTime since) implements DiskUse.Disk {
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(20);
    private static final String CHANGED = "ctime";

    /// Before an attempt: nothing is written yet.
    static ProjectDisk of(LoopPaths paths) {
        Path state = paths.layout().state();
        return new ProjectDisk(paths.project(), state, List.of(paths.project(), state), null);
    }

    /// While an attempt runs.
    ///
    /// @param folder where it writes
    /// @param newest a file that was written right before it begins, after everything that Ralph put into
    ///     that folder
    public ProjectDisk grownBy(Path folder, Path newest) {
        FileTime changed = null;
        try {
            changed = changed(newest);
        } catch (IOException | UnsupportedOperationException unknown) {
            // Then nothing is ever found; the least free space holds all the same.
        }
        List<Path> all = new ArrayList<>(folders);
        all.addFirst(folder);
        return new ProjectDisk(folder, state, List.copyOf(all), changed);
    }

    @Override
    public long free() {
        return folders.stream().findFirst().map(ProjectDisk::free).orElse(Long.MAX_VALUE);
    }

    @Override
    public long leastFree() {
        return folders.stream().distinct().mapToLong(ProjectDisk::free).min().orElse(Long.MAX_VALUE);
    }

    /// A file system that says nothing of itself cannot be watched.
    private static long free(Path folder) {
        File place = folder.toFile();
        long usable = place.getUsableSpace();
        return usable == 0 && place.getTotalSpace() == 0 ? Long.MAX_VALUE : usable;
    }

    @Override
    public long written(long enough) {
        FileTime from = since;
        if (from == null) {
            return 0;
        }
        Search search = new Search(from, enough, System.nanoTime() + LONGEST_SEARCH.toNanos());
        try {
            Files.walkFileTree(grows, search);
        } catch (IOException unreadable) {
            // What was found so far counts.
        }
        return Math.min(search.found, enough);
    }

    /// A file's contents may come with an old time of their own, as from an archive; this time cannot be set.
    private static FileTime changed(Path file) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, "unix:" + CHANGED, LinkOption.NOFOLLOW_LINKS);
        return Objects.requireNonNull((FileTime) attributes.get(CHANGED));
    }

    private final class Search extends SimpleFileVisitor<Path> {
        private final FileTime from;
        private final long enough;
        private final long deadline;
        private long found;

        Search(FileTime from, long enough, long deadline) {
            this.from = from;
            this.enough = enough;
            this.deadline = deadline;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(state) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && attributes.size() > 0) {
                try {
                    found += changed(file).compareTo(from) >= 0 ? attributes.size() : 0;
                } catch (IOException | UnsupportedOperationException gone) {
                    // Deleted meanwhile: it takes no space.
                }
            }
            return found >= enough || System.nanoTime() - deadline >= 0
                    ? FileVisitResult.TERMINATE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }
    }
}
