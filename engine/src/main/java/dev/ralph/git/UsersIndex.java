package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// The user's own index. Other entries than those of a commit are not touched, nor is anything the user staged
/// there.
final class UsersIndex {
    private static final int TRIES = 200;
    private static final long PAUSE_MILLIS = 50;

    private final Git git;

    UsersIndex(Git git) {
        this.git = git;
    }

    void stage(String before, String commit) throws IOException {
        bring(PrivateIndex.info(changed(before, commit)));
    }

    /// As `update-index --index-info` reads them.
    String entries() throws IOException {
        return git.must(new byte[0], "ls-files", "--stage", "--full-name", "-z").raw();
    }

    void unstage(String before, String after) throws IOException {
        Map<String, String> wanted = byName(before);
        Map<String, String> left = byName(after);
        Map<String, String> now = byName(entries());
        StringBuilder removed = new StringBuilder();
        StringBuilder put = new StringBuilder();
        Set<String> names = new TreeSet<>(wanted.keySet());
        names.addAll(left.keySet());
        for (String name : names) {
            String there = now.get(name);
            if (!Objects.equals(wanted.get(name), left.get(name)) && Objects.equals(there, left.get(name))) {
                if (there != null) {
                    removed.append("0 ")
                            .append(there.split(" ")[1])
                            .append('\t')
                            .append(name)
                            .append('\0');
                }
                put.append(wanted.getOrDefault(name, ""));
            }
        }
        bring(removed.append(put).toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /// A name in conflict has several entries.
    private static Map<String, String> byName(String entries) {
        Map<String, String> found = new HashMap<>();
        for (String entry : entries.split("\0")) {
            found.merge(entry.substring(entry.indexOf('\t') + 1), entry + '\0', String::concat);
        }
        found.remove("");
        return found;
    }

    private void bring(byte[] info) throws IOException {
        if (info.length == 0) {
            return;
        }
        write(info);
        // Only times and sizes, so that the next `git status` need not read the files; it fails where some are changed.
        git.answer(new byte[0], "update-index", "-q", "--refresh");
    }

    /// What is gone has the mode 0, as `update-index --index-info` wants it.
    private Map<RawName, TreeEntry> changed(String before, String commit) throws IOException {
        Map<RawName, TreeEntry> removed = new LinkedHashMap<>();
        Map<RawName, TreeEntry> put = new LinkedHashMap<>();
        for (TreeComparison.Difference difference : new TreeComparison(git).names(before, commit)) {
            if (difference.letter() == 'D') {
                removed.put(
                        difference.name(), new TreeEntry("0", difference.after().id()));
            } else {
                put.put(difference.name(), difference.after());
            }
        }
        removed.putAll(put); // a file that became a folder leaves before what is in the folder comes
        return removed;
    }

    /// Somebody else's git may hold the index for a moment.
    private void write(byte[] info) throws IOException {
        for (int left = TRIES; ; left--) {
            Git.Answer answer = git.answer(
                    info, "-c", "core.fsync=index", "update-index", "--add", "--replace", "-z", "--index-info");
            if (answer.isGood()) {
                return;
            }
            if (left == 0 || !answer.stderr().contains("index.lock")) {
                throw new GitFailed("the index of " + git.folder() + " cannot be brought up to date: "
                        + answer.stderr().strip());
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new GitFailed("interrupted while waiting for another git to release the index");
        }
    }
}
