package dev.ralph.git;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A working tree that is looked at again and again. As long as no file of it shows a change, what git said of it the
/// last time holds, and no process is started.
///
/// 1. A change is never missed. What a file shows is taken down before git reads it, and believed only when its last
///    change is older than that look by the clock of the file system: one that comes later bears a later time.
/// 2. Folders that are ignored are not looked into, as git does not. Rules that change are noticed.
/// 3. Where it cannot be certain, git is asked as ever: in a tree with a repository inside, on several file systems,
///    with something that cannot be read.
public final class WorkTreeCache {
    /// From here on the start of a process is a small part of a look, and git looks at many files faster.
    private static final int MOST_FILES = 20_000;

    private static final int MOST_WALKS = 30;

    private final Repository repository;
    private final Git git;
    private final Path top;
    private final Path file;
    private @Nullable Configured configured;
    private final Map<Path, Boolean> folders = new HashMap<>();
    private Map<Path, FileStamp> rules = Map.of();
    private boolean isFirst = true;
    private boolean isTooLarge;
    private @Nullable Walk seen;
    private @Nullable Snapshot last;
    private FileStamp index = FileStamp.NONE;
    private FileStamp repositorys = FileStamp.NONE;

    /// What is known of the configuration, as long as none of its files is another.
    ///
    /// @param rules files outside of the tree that say what is ignored
    private record Configured(Git quiet, Map<Path, FileStamp> files, List<Path> rules, boolean isStable) {}

    /// @param file the private index
    WorkTreeCache(Repository repository, Git git, Path file) {
        this.repository = repository;
        this.git = git;
        this.top = repository.top();
        this.file = file;
    }

    /// The working tree as it stands.
    public Snapshot snapshot() throws IOException {
        Snapshot before = last;
        Walk known = seen;
        last = null;
        seen = null;
        long now = now();
        Configured configuration = configured(now);
        Walk walk = isFirst ? null : walk(now, configuration);
        // An agent may make another repository in the place of this one, which has nothing of what was taken down.
        FileStamp settings = FileStamp.of(repository.gitDir().resolve("config"));
        boolean still = known != null && walk != null && walk.isStill(known) && settings.equals(repositorys);
        Snapshot found = before != null && still ? before : asked(configuration.quiet(), before, settings);
        isFirst = false;
        seen = found.unread().isEmpty() ? walk : null;
        last = found;
        return found;
    }

    /// A text that is another one as soon as a file of the working tree has another content, or another commit is
    /// checked out.
    public String fingerprint() throws IOException {
        Snapshot now = snapshot();
        return now.tree() + " " + repository.headName() + " " + now.unread();
    }

    private Snapshot asked(Git quiet, @Nullable Snapshot before, FileStamp settings) throws IOException {
        boolean isOurs = FileStamp.of(file).equals(index) && settings.equals(repositorys);
        Snapshot found = repository.snapshotAgain(quiet, file, before != null && isOurs ? before.tree() : null);
        index = FileStamp.of(file);
        repositorys = settings;
        return found;
    }

    /// By the clock of the file system, which may be coarse, and another machine's.
    private long now() throws IOException {
        Path marker = file.resolveSibling(file.getFileName() + ".now");
        if (!Files.exists(marker)) {
            Files.createDirectories(marker.getParent());
            Files.createFile(marker);
        }
        Files.setLastModifiedTime(marker, FileTime.fromMillis(0)); // the other time cannot be set, and is now
        return FileStamp.of(marker).changed();
    }

    private Configured configured(long now) throws IOException {
        Configured known = configured;
        if (known != null && known.isStable() && stamps(known.files().keySet()).equals(known.files())) {
            return known;
        }
        Path common = GitFiles.common(repository.gitDir());
        GitConfig config = GitConfig.read(git, repository.gitDir(), common);
        Map<Path, FileStamp> files = stamps(config.files());
        // What was written meanwhile is read the next time.
        boolean stable = !config.includes() && files.values().stream().allMatch(stamp -> stamp.changed() < now);
        Configured read = new Configured(git.quiet(config.filters()), files, config.ignoring(top, common), stable);
        repository.writing(GitFiles.of(repository.gitDir(), common, config).orElse(null));
        configured = read;
        return read;
    }

    private static Map<Path, FileStamp> stamps(Collection<Path> files) {
        Map<Path, FileStamp> stamps = new HashMap<>();
        for (Path each : files) {
            stamps.put(each, FileStamp.of(each));
        }
        return stamps;
    }

    /// Null when a look cannot be certain.
    private @Nullable Walk walk(long now, Configured configuration) throws IOException {
        if (isTooLarge) {
            return null;
        }
        PrivateIndex index = new PrivateIndex(configuration.quiet(), repository.gitDir(), top, file);
        for (int walks = 0; walks < MOST_WALKS; walks++) {
            if (folders.isEmpty()) {
                openThoseOf(index);
            }
            Walk walk = new Walk(now);
            try {
                walk.outside(configuration.rules());
                walk.folder(top);
            } catch (Uncertain unseen) {
                return null;
            }
            boolean sameRules = rules.entrySet().stream()
                    .allMatch(rule -> rule.getValue().equals(walk.rules.getOrDefault(rule.getKey(), rule.getValue())));
            rules = walk.rules;
            if (!sameRules) {
                folders.clear();
            } else if (walk.unknown.isEmpty()) {
                return walk;
            } else {
                classify(walk.unknown, index);
            }
        }
        return null; // somebody writes rules all the time
    }

    /// A folder with a file in the index is looked into, whatever the rules say.
    private void openThoseOf(PrivateIndex index) throws IOException {
        Set<String> names = new HashSet<>();
        for (RawName name : index.blobs().keySet()) {
            String bytes = name.bytes();
            for (int end = bytes.lastIndexOf('/'); end > 0; end = bytes.lastIndexOf('/', end - 1)) {
                if (!names.add(bytes.substring(0, end))) {
                    break;
                }
            }
        }
        names.forEach(name -> folders.put(top.resolve(new RawName(name).path()), true));
        folders.put(top, true);
    }

    private void classify(List<Path> unknown, PrivateIndex index) throws IOException {
        Map<RawName, Path> names = new HashMap<>();
        unknown.forEach(folder -> names.put(RawName.of(top, folder), folder));
        Set<RawName> ignored = index.ignored(names.keySet());
        names.forEach((name, folder) -> folders.put(folder, !ignored.contains(name)));
    }

    /// One look at everything that git would look at.
    private final class Walk {
        private final long began;
        private final MessageDigest digest = Sha256.digest();
        private final ByteBuffer numbers = ByteBuffer.allocate(5 * Long.BYTES);
        private final Map<Path, FileStamp> rules = new HashMap<>();
        private final List<Path> unknown = new ArrayList<>();
        private final long device = FileStamp.of(top).device();
        private int files;
        private boolean isSettled = true;
        private byte @Nullable [] sum;

        /// @param began when, by the clock of the file system
        Walk(long began) {
            this.began = began;
        }

        /// Whether nothing can have changed since an earlier one.
        boolean isStill(Walk earlier) {
            return earlier.isSettled && Arrays.equals(earlier.sum(), sum());
        }

        private byte[] sum() {
            byte[] made = sum == null ? digest.digest() : sum;
            sum = made;
            return made;
        }

        void outside(List<Path> ignoring) {
            for (Path each : ignoring) {
                FileStamp stamp = FileStamp.of(each);
                rules.put(each, stamp);
                add(each.toString(), stamp);
            }
        }

        void folder(Path folder) throws Uncertain {
            FileStamp rule = FileStamp.NONE;
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
                for (Path path : inside) {
                    String name = path.getFileName().toString();
                    if (isLeftOut(folder, name)) {
                        continue;
                    }
                    FileStamp stamp = FileStamp.of(path);
                    isTooLarge |= ++files > MOST_FILES;
                    if (stamp.device() != device || isTooLarge) {
                        throw new Uncertain();
                    }
                    if (stamp.isFolder()) {
                        subfolder(path, name, stamp.mode());
                    } else {
                        add(name, stamp);
                        rule = name.equals(".gitignore") ? stamp : rule;
                    }
                }
            } catch (IOException | DirectoryIteratorException closed) {
                throw new Uncertain();
            }
            rules.put(folder, rule);
            add("/", FileStamp.NONE);
        }

        /// Its times change with what is in it, which is looked at by itself.
        private void subfolder(Path path, String name, int mode) throws Uncertain {
            Boolean open = folders.get(path);
            add(name, new FileStamp(device, 0, mode, open == null ? -1 : open ? 1 : 0, 0, 0));
            if (open == null) {
                unknown.add(path);
            } else if (open) {
                folder(path);
            }
        }

        /// Ralph's own, as in a [Snapshot], and the repository. Of another one inside, git looks at its commit.
        private boolean isLeftOut(Path folder, String name) throws Uncertain {
            if (name.equals(".git") && !folder.equals(top)) {
                throw new Uncertain();
            }
            return name.equals(".git")
                    || name.equals(".ralph")
                    || (name.startsWith("ralph-loop-") && folder.endsWith(".supercoin"));
        }

        private void add(String name, FileStamp stamp) {
            isSettled &= stamp.changed() < began;
            numbers.clear();
            numbers.putLong(stamp.inode()).putLong(stamp.mode()).putLong(stamp.size());
            numbers.putLong(stamp.modified()).putLong(stamp.changed());
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(numbers.array());
        }
    }

    /// A look that cannot tell.
    private static final class Uncertain extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
