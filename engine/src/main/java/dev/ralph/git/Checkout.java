package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A checkout of our own of somebody's repository: it borrows the objects, and none of the settings. Nobody's hooks,
/// filters, aliases or attributes but those in the commit itself have a say in what its files are.
///
/// The folder holds a repository of its own, with a detached HEAD and no other name of any commit.
public final class Checkout {
    /// Where programs that see the folder in another place find the borrowed objects, in its `.git`.
    public static final String BORROWED = "borrowed";

    private final Path tree;
    private final Path own;
    private final Repository users;
    private final Git making;
    private final Git git;

    /// @param tree  the folder; nobody else may use it
    /// @param users whose commits are checked out
    public Checkout(Path tree, Repository users) throws IOException {
        this(tree, tree.resolve(".git"), users);
    }

    /// @param own where its own repository lies
    public Checkout(Path tree, Path own, Repository users) throws IOException {
        this.tree = tree.toAbsolutePath();
        this.own = own.toAbsolutePath();
        this.users = users;
        Map<String, String> alone = Map.of(
                "HOME", "/dev/null",
                "XDG_CONFIG_HOME", "/dev/null",
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_CONFIG_SYSTEM", "/dev/null",
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_ATTR_NOSYSTEM", "1",
                "GIT_ALTERNATE_OBJECT_DIRECTORIES", quotedForList(users.objects()));
        this.making = new Git(tree).own(alone);
        // Where its own repository is broken, git must not find another one further up.
        this.git = making.own(Map.of("GIT_DIR", this.own.toString(), "GIT_WORK_TREE", this.tree.toString()));
    }

    /// The variable is a list; a name with a colon would end there.
    private static String quotedForList(Path path) {
        String text = path.toString();
        return text.contains(":") || text.startsWith("\"") ? RawName.quoted(path) : text;
    }

    /// Makes an empty one in a folder that does not exist.
    ///
    /// @param visible where the borrowed objects are for those who work in it: [#BORROWED] or an absolute path
    public void make(String visible) throws IOException {
        Files.createDirectories(tree);
        String format = users.objectFormat();
        making.own(Map.of("GIT_DIR", own.toString()))
                .line("-c", "init.defaultBranch=main", "init", "-q", "--template=", "--object-format=" + format);
        for (String[] setting : new String[][] {
            {"core.autocrlf", "false"}, {"core.attributesFile", "/dev/null"}, {"gc.auto", "0"},
        }) {
            git.line("config", setting[0], setting[1]);
        }
        Files.createDirectory(own.resolve(BORROWED));
        Files.createDirectories(own.resolve("objects/info"));
        String place = visible.equals(BORROWED) ? "../" + BORROWED : visible;
        Files.writeString(own.resolve("objects/info/alternates"), place + "\n");
    }

    /// Makes every file what it is in that commit, as far as git can see that it is not; other files stay.
    public void reset(String commit) throws IOException {
        Files.deleteIfExists(own.resolve("index.lock")); // of somebody who died
        git.line("read-tree", "--reset", "-u", commit);
        head(commit);
    }

    /// Calls what is there by another commit, which holds the same.
    public void head(String commit) throws IOException {
        Path head = own.resolve("HEAD.new");
        Files.writeString(head, commit + "\n");
        Files.move(head, own.resolve("HEAD"), StandardCopyOption.ATOMIC_MOVE);
    }

    /// Lets git take another commit for the last one: what is different there is not committed then.
    ///
    /// @param instead where HEAD and index are written: what stands in the place of this repository's own
    public void showAsLast(String commit, Path instead) throws IOException {
        Path index = instead.resolve("index");
        Path here = own.resolve("index");
        if (!index.equals(here)) {
            Files.copy(here, index, StandardCopyOption.COPY_ATTRIBUTES);
        }
        git.own(Map.of("GIT_INDEX_FILE", index.toString())).line("read-tree", "-m", commit);
        Files.writeString(instead.resolve("HEAD"), commit + "\n");
    }

    /// What looks as if it were not as in the commit.
    ///
    /// @param others  what is not in the commit at all; a folder ends with `/`
    /// @param changed what git takes for changed or deleted
    public record Strange(Set<RawName> others, Set<RawName> changed) {
        public Strange {
            others = Set.copyOf(others);
            changed = Set.copyOf(changed);
        }

        public boolean isNothing() {
            return others.isEmpty() && changed.isEmpty();
        }
    }

    /// Found by size, times and inode of every file, ignored ones and empty folders included; those that were written
    /// in the same moment as the index are read.
    public Strange strange() throws IOException {
        String raw = git.must(new byte[0], "ls-files", "-t", "-z", "--modified", "--deleted", "--others", "--directory")
                .raw();
        Set<RawName> others = new LinkedHashSet<>();
        Set<RawName> changed = new LinkedHashSet<>();
        for (String part : raw.split("\0")) {
            if (part.length() > 2) {
                (part.charAt(0) == '?' ? others : changed).add(new RawName(part.substring(2)));
            }
        }
        return new Strange(others, changed);
    }

    /// What is there and not in the commit, ignored files and empty folders included; a folder ends with `/`.
    public List<RawName> others() throws IOException {
        return git.must(new byte[0], "ls-files", "-z", "--others", "--directory")
                .names();
    }

    /// Writes the index anew: what was written in the same moment as the old one need not be read again and again.
    public void settle() throws IOException {
        git.answer(new byte[0], "update-index", "-q", "--refresh", "--force-write-index");
    }

    /// What the commit holds.
    public Map<RawName, TreeEntry> blobs() throws IOException {
        return TreeEntry.map(git.must(new byte[0], "ls-files", "-s", "-z").raw(), 1);
    }

    /// Writes these files, and no others, into an empty one.
    public void only(Map<RawName, TreeEntry> files) throws IOException {
        git.must(PrivateIndex.info(files), "update-index", "--add", "-z", "--index-info");
        git.line("checkout-index", "-a", "-f");
    }

    /// What is different between two commits or trees, as people read it, with renames found. As long as nothing is
    /// checked out, nothing but their contents decides what is shown: no attribute and no setting.
    ///
    /// @param most how many bytes are wanted; of more, the beginning is given, which is longer than that
    public String difference(String before, String after, long most) throws IOException {
        return git.upTo(most + 1)
                .must(
                        new byte[0],
                        "diff",
                        "--no-ext-diff",
                        "--no-textconv",
                        "--no-color",
                        "-M",
                        "--submodule=short",
                        before,
                        after,
                        "--")
                .stdout();
    }

    /// Which of these are not what their object is called after: files are read, and so an object that somebody
    /// replaced is found.
    public List<RawName> unlike(Map<RawName, TreeEntry> wanted) throws IOException {
        List<RawName> unlike = new ArrayList<>();
        Map<RawName, TreeEntry> files = new LinkedHashMap<>();
        for (Map.Entry<RawName, TreeEntry> entry : wanted.entrySet()) {
            Path path = tree.resolve(entry.getKey().path());
            if (entry.getValue().isSubmodule()) {
                continue; // an empty folder
            }
            if (entry.getValue().mode().equals(TreeEntry.LINK)) {
                if (!isLink(path, entry.getValue())) {
                    unlike.add(entry.getKey());
                }
            } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                files.put(entry.getKey(), entry.getValue());
            } else {
                unlike.add(entry.getKey());
            }
        }
        Map<RawName, TreeEntry> converted = differing(files, "--no-filters");
        unlike.addAll(differing(converted, "--stdin-paths").keySet());
        return unlike;
    }

    private static boolean isLink(Path path, TreeEntry blob) throws IOException {
        if (!Files.isSymbolicLink(path)) {
            return false;
        }
        String target = Files.readSymbolicLink(path).toString();
        if (target.chars().anyMatch(c -> c > '~')) {
            return true; // Java does not tell its bytes
        }
        byte[] bytes = target.getBytes(StandardCharsets.US_ASCII);
        MessageDigest name = ObjectVerification.naming(blob.id(), "blob", bytes.length);
        return HexFormat.of().formatHex(name.digest(bytes)).equals(blob.id());
    }

    /// @param how `--no-filters` for the bytes as they are, else as git would store them
    private Map<RawName, TreeEntry> differing(Map<RawName, TreeEntry> files, String how) throws IOException {
        Map<RawName, TreeEntry> different = new LinkedHashMap<>();
        if (files.isEmpty()) {
            return different;
        }
        StringBuilder lines = new StringBuilder();
        files.keySet().forEach(name -> lines.append(name.quoted()).append('\n'));
        byte[] input = lines.toString().getBytes(StandardCharsets.US_ASCII);
        String[] words = how.equals("--no-filters")
                ? new String[] {"hash-object", "--no-filters", "--stdin-paths"}
                : new String[] {"hash-object", "--stdin-paths"};
        List<String> ids = git.must(input, words).text().lines().toList();
        int at = 0;
        for (Map.Entry<RawName, TreeEntry> file : files.entrySet()) {
            if (!ids.get(at++).equals(file.getValue().id())) {
                different.put(file.getKey(), file.getValue());
            }
        }
        return different;
    }
}
