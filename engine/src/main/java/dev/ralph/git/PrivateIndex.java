package dev.ralph.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An index of our own, in which a tree is put together next to the user's index. Names are bytes, and every list
/// goes through a pipe: no number of files is too many.
public final class PrivateIndex implements AutoCloseable {
    private static final Pattern CLOSED = Pattern.compile(
            "^warning: could not open directory '(.*)': (?:Permission denied|File name too long)$", Pattern.MULTILINE);

    private final Git git;
    private final Path file;

    /// @param workTree where files are read from
    PrivateIndex(Git git, Path gitDir, Path workTree, Path file) {
        this.file = file.toAbsolutePath();
        this.git = git.in(workTree)
                .with(Map.of(
                        "GIT_DIR", gitDir.toString(),
                        "GIT_WORK_TREE", workTree.toAbsolutePath().toString(),
                        "GIT_INDEX_FILE", this.file.toString()));
    }

    /// @param tree a commit or tree; null for none
    public void read(@Nullable String tree) throws IOException {
        close();
        if (tree == null) {
            run("read-tree", "--empty");
        } else {
            run("read-tree", tree);
        }
    }

    /// Begins with what somebody else's index knows, so that unchanged files need not be read.
    void copy(Path index) throws IOException {
        close();
        // With its time: by that git knows which files may have changed since without looking so.
        Files.copy(index, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }

    public Map<RawName, TreeEntry> blobs() throws IOException {
        return TreeEntry.map(ask(new byte[0], "ls-files", "-s", "-z").raw(), 1);
    }

    public void remove(Collection<RawName> names) throws IOException {
        if (!names.isEmpty()) {
            ask(lines(names), "update-index", "--force-remove", "-z", "--stdin");
        }
    }

    /// Takes files and links as they stand in the work tree.
    ///
    /// @return whether git took them all without a word
    public boolean add(Collection<RawName> names) throws IOException {
        return names.isEmpty()
                || ask(lines(names), "update-index", "--add", "--remove", "--replace", "-z", "--stdin")
                        .stderr()
                        .isBlank();
    }

    public void put(Map<RawName, TreeEntry> blobs) throws IOException {
        if (!blobs.isEmpty()) {
            ask(info(blobs), "update-index", "--add", "--replace", "-z", "--index-info");
        }
    }

    static byte[] info(Map<RawName, TreeEntry> blobs) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        blobs.forEach((name, blob) -> {
            input.writeBytes((blob.mode() + " " + blob.id() + "\t").getBytes(StandardCharsets.US_ASCII));
            input.writeBytes(name.toBytes());
            input.write(0);
        });
        return input.toByteArray();
    }

    /// Which of these the rules of the work tree and the user leave out; what is in the index already is not.
    public Set<RawName> ignored(Collection<RawName> names) throws IOException {
        if (names.isEmpty()) {
            return Set.of();
        }
        // This command takes patterns, and some names look like one.
        List<RawName> plain =
                names.stream().map(name -> new RawName("./" + name.bytes())).toList();
        Git.Answer answer = git.answer(lines(plain), "check-ignore", "-z", "--stdin");
        if (answer.code() > 1) {
            throw new GitFailed(
                    "git cannot list the ignored files: " + answer.stderr().strip());
        }
        Set<RawName> ignored = new HashSet<>();
        answer.names().forEach(name -> ignored.add(new RawName(name.bytes().substring(2))));
        return ignored;
    }

    /// Which of these a filter converts, and its name.
    public Map<RawName, String> filtered(Collection<RawName> names) throws IOException {
        Map<RawName, String> filtered = new HashMap<>();
        if (!names.isEmpty()) {
            String answer =
                    ask(lines(names), "check-attr", "-z", "--stdin", "filter").raw();
            String[] parts = answer.split("\0", -1);
            for (int i = 0; i + 2 < parts.length; i += 3) {
                if (!Set.of("unspecified", "unset", "").contains(parts[i + 2])) {
                    filtered.put(new RawName(parts[i]), parts[i + 2]);
                }
            }
        }
        return filtered;
    }

    /// In which names the work tree is not what the index says: changed, gone or new, ignored ones left out. A
    /// nested repository is one name that ends with `/`.
    ///
    /// @param closed folders, with a `/` at the end, into which git could not look; names in them that the index
    ///     knows are among the others
    record Changed(Set<RawName> names, Set<RawName> closed) {}

    Changed changed() throws IOException {
        Git.Answer answer =
                ask(new byte[0], "ls-files", "-z", "--modified", "--deleted", "--others", "--exclude-standard");
        Set<RawName> closed = new HashSet<>();
        Matcher said = CLOSED.matcher(answer.stderr());
        while (said.find()) {
            closed.add(RawName.of(said.group(1).getBytes(StandardCharsets.UTF_8)));
        }
        return new Changed(new HashSet<>(answer.names()), closed);
    }

    /// In which names the index differs from a tree.
    public Set<RawName> differing(String tree) throws IOException {
        return new HashSet<>(ask(
                        new byte[0],
                        "diff-index",
                        "--cached",
                        "--no-renames",
                        "--ignore-submodules=dirty",
                        "-z",
                        "--name-only",
                        tree)
                .names());
    }

    /// Writes files of the index below a folder.
    public void write(Collection<RawName> names, Path folder) throws IOException {
        if (!names.isEmpty()) {
            ask(lines(names), "checkout-index", "-z", "--stdin", "--prefix=" + folder.toAbsolutePath() + "/");
        }
    }

    public String tree() throws IOException {
        return ask(new byte[0], "write-tree").text();
    }

    private void run(String... arguments) throws IOException {
        ask(new byte[0], arguments);
    }

    private Git.Answer ask(byte[] input, String... arguments) throws IOException {
        String[] all = new String[arguments.length + 2];
        all[0] = "-c";
        all[1] = "core.splitIndex=false"; // a shared part would stay behind in the user's repository
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return git.must(input, all);
    }

    private static byte[] lines(Collection<RawName> names) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        names.forEach(name -> {
            input.writeBytes(name.toBytes());
            input.write(0);
        });
        return input.toByteArray();
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
    }
}
