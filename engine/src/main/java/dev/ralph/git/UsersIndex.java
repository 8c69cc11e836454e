package dev.ralph.git;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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
        bring(changed(before, commit));
    }

    /// @param tree what the entries of these names become those of
    void unstage(Set<RawName> names, String tree) throws IOException {
        Map<RawName, TreeEntry> known = new Commits(git).blobs(tree);
        Map<RawName, TreeEntry> entries = new LinkedHashMap<>();
        for (boolean there : new boolean[] {false, true}) {
            names.stream()
                    .filter(name -> known.containsKey(name) == there)
                    .forEach(name -> entries.put(name, known.getOrDefault(name, new TreeEntry("0", tree))));
        }
        bring(entries);
    }

    private void bring(Map<RawName, TreeEntry> entries) throws IOException {
        if (entries.isEmpty()) {
            return;
        }
        write(PrivateIndex.info(entries));
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
