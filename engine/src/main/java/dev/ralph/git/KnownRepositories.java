package dev.ralph.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Where repositories are and what their configuration says, as git said it to this process a moment ago: who asks
/// again starts no process.
///
/// 1. An answer holds only while every file that decides it is what it was, by times that nobody can set, and only if
///    all of them had been at rest for a while when git read them: one written in that moment could bear the same time.
/// 2. A configuration that leads to other files is asked for as ever: one of those may say nothing now and something
///    later.
final class KnownRepositories {
    /// Longer than a step of any file system's clock.
    private static final long REST = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST = 100;
    private static final int MOST_LINKS = 5;
    private static final Map<Path, Place> PLACES = new ConcurrentHashMap<>();
    private static final Map<Path, Configured> CONFIGURED = new ConcurrentHashMap<>();

    private KnownRepositories() {}

    /// Where the repository of a folder was found.
    ///
    /// @param signs what would make it another one
    /// @param asked when, in nanoseconds
    record Place(Path top, Path gitDir, Map<Path, FileStamp> signs, long asked) {}

    private record Configured(GitConfig config, Map<Path, FileStamp> files) {
        boolean isStill() {
            return stamps(files.keySet()).equals(files);
        }

        boolean isCertain() {
            return !config.includes();
        }

        boolean restedAt(long moment) {
            return files.values().stream().allMatch(stamp -> stamp.changed() < moment - REST);
        }
    }

    static long now() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    /// Remembers where git found the repository of a folder.
    ///
    /// @param asked when git was asked
    static void remember(Path folder, Path top, Path gitDir, long asked) throws IOException {
        if (PLACES.size() >= MOST) {
            PLACES.clear();
        }
        Path real = folder.toRealPath();
        PLACES.put(real, new Place(top, gitDir, signs(real, top.toRealPath()), asked));
    }

    /// Null where git has to be asked.
    static @Nullable Place at(Path folder) {
        try {
            Path real = folder.toRealPath();
            Place known = PLACES.get(real);
            if (known == null
                    || !Files.exists(known.gitDir().resolve("HEAD"))
                    || !signs(real, known.top().toRealPath()).equals(known.signs())) {
                return null;
            }
            Configured configured = configured(new Git(known.top()), known.gitDir());
            return configured.isCertain() && configured.restedAt(known.asked()) ? known : null;
        } catch (IOException unknown) { // who asks git hears why
            return null;
        }
    }

    /// The `.git` of the folder and of those above it, up to the top. The times of one that is a folder change with
    /// every commit.
    private static Map<Path, FileStamp> signs(Path folder, Path top) {
        Map<Path, FileStamp> signs = new HashMap<>();
        for (Path at = folder; at != null && at.startsWith(top); at = at.getParent()) {
            FileStamp stamp = FileStamp.of(at.resolve(".git"));
            signs.put(
                    at, stamp.isFolder() ? new FileStamp(stamp.device(), stamp.inode(), stamp.mode(), 0, 0, 0) : stamp);
        }
        return signs;
    }

    /// What the configuration says now.
    static GitConfig config(Git git, Path gitDir) throws IOException {
        Configured known = CONFIGURED.get(gitDir);
        return known != null && known.isCertain() && known.isStill()
                ? known.config()
                : read(git, gitDir).config();
    }

    private static Configured configured(Git git, Path gitDir) throws IOException {
        Configured known = CONFIGURED.get(gitDir);
        return known != null && known.isStill() ? known : read(git, gitDir);
    }

    private static Configured read(Git git, Path gitDir) throws IOException {
        long asked = now();
        GitConfig config = GitConfig.read(git, gitDir, GitFiles.common(gitDir));
        Set<Path> files = new HashSet<>(config.files());
        files.add(gitDir.resolve("commondir"));
        Configured read = new Configured(config, stamps(files));
        if (CONFIGURED.size() >= MOST) {
            CONFIGURED.clear();
        }
        if (read.restedAt(asked)) {
            CONFIGURED.put(gitDir, read);
        }
        return read;
    }

    /// The same, where git is asked for the configuration if it was not yet: once, for who asks for more soon.
    static Optional<GitFiles> files(Git git, Path gitDir) throws IOException {
        if (!CONFIGURED.containsKey(gitDir)) {
            read(git, gitDir);
        }
        return files(gitDir);
    }

    /// The files of the repository, where its form is known without asking git.
    static Optional<GitFiles> files(Path gitDir) throws IOException {
        Configured known = CONFIGURED.get(gitDir);
        return known != null && known.isCertain() && known.isStill()
                ? GitFiles.of(gitDir, GitFiles.common(gitDir), known.config())
                : Optional.empty();
    }

    /// With all that links lead to.
    private static Map<Path, FileStamp> stamps(Collection<Path> files) {
        Map<Path, FileStamp> stamps = new HashMap<>();
        for (Path file : files) {
            Path at = file;
            for (int links = 0; links <= MOST_LINKS; links++) {
                stamps.put(at, FileStamp.of(at));
                if (!Files.isSymbolicLink(at)) {
                    break;
                }
                at = target(at);
            }
        }
        return stamps;
    }

    private static Path target(Path link) {
        try {
            return link.resolveSibling(Files.readSymbolicLink(link));
        } catch (IOException gone) {
            return link;
        }
    }
}
