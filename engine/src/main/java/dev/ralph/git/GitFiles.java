package dev.ralph.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// The files of a repository in their plain form, as every git reads them: an object or a ref is one file. To write one
/// takes no process.
///
/// 1. Whoever looks finds an object or a ref whole or not at all, and it survives a power cut.
/// 2. A ref is made where there is none. Nothing of anybody's is overwritten or removed.
/// 3. A process that dies leaves no lock behind, and nothing that `git gc` would not remove.
/// 4. What is not in that form is left to git: an [IOException] says so.
final class GitFiles {
    private static final AtomicLong DRAFTS = new AtomicLong();
    private static final String HEX = "[0-9a-f]{40}|[0-9a-f]{64}";
    private static final int LONGEST = 1 << 16;

    private final Path gitDir;
    private final Path common;

    private GitFiles(Path gitDir, Path common) {
        this.gitDir = gitDir;
        this.common = common;
    }

    /// Where the repository of a working tree keeps what all its working trees share.
    static Path common(Path gitDir) throws IOException {
        Path elsewhere = gitDir.resolve("commondir");
        return Files.exists(elsewhere)
                ? gitDir.resolve(Files.readString(elsewhere).strip()).normalize()
                : gitDir;
    }

    /// Empty where objects or refs are kept in another form, or are to be shared with other users.
    static Optional<GitFiles> of(Path gitDir, Path common, GitConfig config) {
        Map<String, String> values = config.values();
        boolean plain = values.entrySet().stream()
                .filter(value -> value.getKey().startsWith("extensions."))
                .allMatch(value -> Set.of("extensions.objectformat", "extensions.worktreeconfig")
                                .contains(value.getKey())
                        || value.equals(Map.entry("extensions.refstorage", "files")));
        boolean known = Set.of("0", "1").contains(values.getOrDefault("core.repositoryformatversion", "0"));
        boolean shared = !Set.of("false", "umask", "0").contains(values.getOrDefault("core.sharedrepository", "false"));
        return plain && known && !shared ? Optional.of(new GitFiles(gitDir, common)) : Optional.empty();
    }

    /// The name of the commit that is checked out; empty where that cannot be seen.
    Optional<String> head() {
        try {
            String head = text(gitDir.resolve("HEAD"));
            String name = head.startsWith("ref: refs/") ? text(common.resolve(head.substring("ref: ".length()))) : head;
            return name.matches(HEX) ? Optional.of(name) : Optional.empty();
        } catch (IOException packed) {
            return Optional.empty();
        }
    }

    /// What is checked out; empty where that cannot be seen, as where the branch has no commit or no file of its own.
    Optional<GitHead> checkedOut() {
        try {
            String head = text(gitDir.resolve("HEAD"));
            if (head.matches(HEX)) {
                return Optional.of(new GitHead(null, head));
            }
            String branch = head.startsWith("ref: refs/heads/") ? head.substring("ref: ".length()) : null;
            String commit = branch == null ? "" : text(common.resolve(branch));
            return commit.matches(HEX) ? Optional.of(new GitHead(branch, commit)) : Optional.empty();
        } catch (IOException packed) {
            return Optional.empty();
        }
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file)) { // nobody may ever write to a pipe
            throw new NoSuchFileException(file.toString());
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip();
        }
    }

    /// Writes a commit on top of one that lies here, too.
    ///
    /// @param tree that of the parent, or one that lies here
    /// @param rest what follows tree and parent in a commit
    /// @return its name
    String commit(String tree, String parent, String rest) throws IOException {
        String before = read(parent, "commit");
        if (!before.startsWith("tree " + tree + "\n") && !Files.exists(object(tree))) {
            throw new NoSuchFileException(object(tree).toString());
        }
        byte[] content = ("tree " + tree + "\nparent " + parent + "\n" + rest).getBytes(StandardCharsets.UTF_8);
        String name = HexFormat.of()
                .formatHex(ObjectVerification.naming(parent, "commit", content.length)
                        .digest(content));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
            out.write(("commit " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
            out.write(content);
        } finally {
            deflater.end();
        }
        Path draft = draft(packed.toByteArray(), "r--r--r--");
        try {
            inFolderOf(object(name), there -> Files.move(draft, there, StandardCopyOption.ATOMIC_MOVE));
        } finally {
            forget(draft);
        }
        return name;
    }

    /// The content of an object that lies here by itself.
    private String read(String name, String type) throws IOException {
        try (InputStream in = new InflaterInputStream(Files.newInputStream(object(name)))) {
            String all = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            int end = all.indexOf('\0');
            if (!all.startsWith(type + " ") || end < 0) {
                throw new IOException(name + " is not a " + type);
            }
            return all.substring(end + 1);
        }
    }

    /// Makes a ref.
    ///
    /// @throws FileAlreadyExistsException when it is there
    void create(String ref, String commit) throws IOException {
        Path draft = draft((commit + "\n").getBytes(StandardCharsets.US_ASCII), "rw-rw-rw-");
        try {
            inFolderOf(common.resolve(ref), there -> Files.createLink(there, draft));
        } finally {
            forget(draft);
        }
    }

    private static void forget(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException stays) {
            return; // until `git gc`
        }
    }

    private interface Publishing {
        void to(Path place) throws IOException;
    }

    /// Git removes folders of objects and refs that became empty, so this one may vanish at any time.
    private static void inFolderOf(Path file, Publishing publishing) throws IOException {
        for (int left = 3; ; left--) {
            try {
                publishing.to(file);
                return;
            } catch (NoSuchFileException missing) {
                if (left == 0) {
                    throw missing;
                }
                Files.createDirectories(file.getParent());
            }
        }
    }

    private Path object(String name) throws IOException {
        if (!name.matches(HEX)) {
            throw new IOException("'" + name + "' names no object");
        }
        return common.resolve("objects").resolve(name.substring(0, 2)).resolve(name.substring(2));
    }

    /// With a name that `git gc` takes for one of its own drafts.
    private Path draft(byte[] content, String permissions) throws IOException {
        while (true) {
            Path draft = common.resolve(
                    "objects/tmp_obj_ralph-" + ProcessHandle.current().pid() + "-" + DRAFTS.incrementAndGet());
            try (FileChannel out = FileChannel.open(
                    draft,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)))) {
                fill(out, content, draft);
                return draft;
            } catch (FileAlreadyExistsException left) {
                // By a process of the same number that died; the next one will do.
            }
        }
    }

    private static void fill(FileChannel out, byte[] content, Path draft) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        } catch (IOException fullDisk) {
            forget(draft);
            throw fullDisk;
        }
    }
}
