package dev.ralph.ratchet;

import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The test reports that one run of a check writes into a tree.
///
/// Promises:
/// 1. What lay there before the run, and has not been written since, is not read: neither is what is older than it.
/// 2. Links are not followed; nothing outside the tree is read.
/// 3. However many and however large the files are, memory and time are bounded, and what was left out is said.
public final class ReportFiles {
    /// Where reports go that a tool would not write by itself.
    public static final String OWN = ".ralph-reports";

    private static final int MOST_FILES = 20_000;
    private static final long MOST_BYTES = 1L << 30;
    private static final int MOST_TOLD = 20;
    private static final Duration COARSEST_CLOCK = Duration.ofSeconds(2);
    private static final Set<String> NEVER = Set.of(".git", "node_modules", ".ralph", ".gradle");

    private final Path root;
    private final Path seen;
    private final List<ReportGlob> globs;
    private final Map<Path, Trace> before;

    /// What tells a file that was written from one that was left alone. Nobody can set the time of its last change.
    private record Trace(
            @Nullable Object key,
            long size,
            FileTime written,
            @Nullable Object changed) {}

    private ReportFiles(Path root, Path seen, List<ReportGlob> globs, Map<Path, Trace> before) {
        this.root = root;
        this.seen = seen;
        this.globs = globs;
        this.before = before;
    }

    /// Right before the run: remembers what is there already.
    ///
    /// @param root where what it writes can be read
    /// @param seen what the tests call that folder
    public static ReportFiles watch(Path root, Path seen, List<ReportGlob> globs) throws IOException {
        return new ReportFiles(root, seen, List.copyOf(globs), matching(root, globs));
    }

    /// Right after the run.
    ///
    /// @param began when it did
    /// @param never files of the commit that was tested: whoever wrote them, it was not this run
    public TestRun read(Instant began, Set<Path> never) throws IOException {
        Instant oldest = began.minus(COARSEST_CLOCK);
        TestRun.Builder found = new TestRun.Builder();
        String folder = seen.toString();
        long bytes = 0;
        int told = 0;
        for (Map.Entry<Path, Trace> file : matching(root, globs).entrySet()) {
            String name = file.getKey().toString();
            Trace now = file.getValue();
            bytes += Math.min(now.size, ReportText.LARGEST);
            if (now.equals(before.get(file.getKey()))
                    || now.written.toInstant().isBefore(oldest)
                    || never.contains(file.getKey())) {
                continue;
            }
            try {
                if (bytes > MOST_BYTES) {
                    throw new BrokenReport("with it the reports are larger than " + (MOST_BYTES >> 20) + " MiB");
                }
                if (found.isFull()) {
                    throw new BrokenReport(
                            "the reports before it hold more than " + TestRun.Builder.MOST_TESTS + " tests");
                }
                try (InputStream in = Files.newInputStream(root.resolve(file.getKey()), LinkOption.NOFOLLOW_LINKS)) {
                    found.add(ReportText.read(in, name, folder));
                }
            } catch (BrokenReport why) {
                if (told++ < MOST_TOLD) {
                    found.broken(name, Objects.requireNonNullElse(why.getMessage(), "it cannot be read"));
                }
            }
        }
        if (told > MOST_TOLD) {
            found.broken("and " + (told - MOST_TOLD) + " more", "they cannot be read either");
        }
        return found.build();
    }

    /// Takes away what the run wrote into the folder that is there for nothing else ([#OWN]).
    public void tidy() throws IOException {
        Path own = root.resolve(OWN);
        if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (Path file : matching(root, globs).keySet()) {
            if (file.startsWith(OWN) && !before.containsKey(file)) {
                Files.deleteIfExists(root.resolve(file));
            }
        }
        try {
            Files.delete(own);
        } catch (DirectoryNotEmptyException used) {
            return; // by somebody else
        }
    }

    private static SortedMap<Path, Trace> matching(Path root, List<ReportGlob> globs) throws IOException {
        SortedMap<Path, Trace> found = new TreeMap<>();
        if (globs.isEmpty() || !Files.isDirectory(root)) {
            return found;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean never = !folder.equals(root)
                        && NEVER.contains(
                                Objects.requireNonNull(folder.getFileName()).toString());
                return never ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path relative = root.relativize(file);
                if (attributes.isRegularFile() && globs.stream().anyMatch(glob -> glob.matches(relative))) {
                    if (found.size() == MOST_FILES) {
                        throw new IOException("more than " + MOST_FILES + " files match " + globs
                                + ": these are not the reports of one run");
                    }
                    found.put(relative, trace(file, attributes));
                }
                return FileVisitResult.CONTINUE;
            }

            // What goes away, or is closed to us, while we look is no report of ours.
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private static Trace trace(Path file, BasicFileAttributes attributes) {
        Object changed;
        try {
            changed = Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            changed = null;
        }
        return new Trace(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime(), changed);
    }
}
