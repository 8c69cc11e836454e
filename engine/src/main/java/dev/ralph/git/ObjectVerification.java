package dev.ralph.git;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Whether objects are what their names say. Git compares only some of what it reads, and whoever may commit may also
/// put another content in the place of an object.
public final class ObjectVerification {
    private static final int AT_ONCE = 2_000;

    private final Git git;

    ObjectVerification(Git git) {
        this.git = git;
    }

    /// Reads a commit, or a tree, and every folder in it: what it says of its files can be trusted then.
    ///
    /// @throws IOException when one of them is another than its name says
    public void require(String name) throws IOException {
        String id = git.line("rev-parse", "--verify", "--end-of-options", name);
        String commit = read(List.of(id)).getFirst().raw();
        String tree = commit.startsWith("tree ")
                ? commit.lines().findFirst().orElseThrow().substring(5)
                : id;
        read(List.of(tree));
        Set<String> folders = new LinkedHashSet<>();
        for (String line :
                git.must(new byte[0], "ls-tree", "-r", "-d", "-z", tree).raw().split("\0")) {
            if (line.startsWith("040000 tree ")) {
                folders.add(line.substring(12, line.indexOf('\t')));
            }
        }
        List<String> all = List.copyOf(folders);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            read(all.subList(from, Math.min(all.size(), from + AT_ONCE)));
        }
    }

    /// One object.
    ///
    /// @param raw one character for each byte
    record Stored(String id, String raw) {
        byte[] bytes() {
            return raw.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /// All of these, which must be there.
    ///
    /// @throws IOException when one of them is another than its name says
    List<Stored> read(List<String> ids) throws IOException {
        byte[] input = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.US_ASCII);
        String printed = git.must(input, "cat-file", "--batch").raw();
        List<Stored> found = new ArrayList<>();
        for (int at = 0;
                at < printed.length(); ) { // for each a line with its name, type and size, its bytes, a line end
            int end = printed.indexOf('\n', at);
            String[] words = printed.substring(at, end).split(" ");
            if (words.length != 3) {
                throw new GitFailed("git in " + git.folder() + " does not find " + printed.substring(at, end)
                        + ": `git fsck` shows what is damaged");
            }
            int size = Integer.parseInt(words[2]);
            Stored stored = new Stored(words[0], printed.substring(end + 1, end + 1 + size));
            byte[] bytes = stored.bytes();
            MessageDigest digest = naming(words[0], words[1], bytes.length);
            require(words[0], words[1], digest.digest(bytes));
            found.add(stored);
            at = end + 1 + size + 1;
        }
        return found;
    }

    /// Of the content of a file, however large it is.
    ///
    /// @throws IOException when it is another than its name says
    String sha256(String id) throws IOException {
        return git.must(
                (printed, size) -> {
                    MessageDigest name = naming(id, "blob", size);
                    MessageDigest content = Sha256.digest();
                    byte[] bytes = new byte[1 << 16];
                    for (int length = printed.read(bytes); length >= 0; length = printed.read(bytes)) {
                        name.update(bytes, 0, length);
                        content.update(bytes, 0, length);
                    }
                    require(id, "blob", name.digest());
                    return Sha256.hex(content);
                },
                "cat-file",
                "blob",
                id);
    }

    private void require(String id, String type, byte[] name) throws GitFailed {
        if (!HexFormat.of().formatHex(name).equals(id)) {
            throw new GitFailed(type + " " + id + " of the repository in " + git.folder()
                    + " is not what its name says: `git fsck` shows what is damaged");
        }
    }

    /// Of all that the name of an object is made of, the content comes next.
    static MessageDigest naming(String id, String type, long size) {
        try {
            MessageDigest digest = id.length() == 40 ? MessageDigest.getInstance("SHA-1") : Sha256.digest();
            digest.update((type + " " + size + "\0").getBytes(StandardCharsets.US_ASCII));
            return digest;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }
}
