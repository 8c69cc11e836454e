package dev.ralph.workspace;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The step of keeping after which there is no way back: a branch gets a commit.
///
/// @param ref    the branch, or `HEAD` when none is checked out
/// @param before what it was; null when it had no commit
/// @param since  the file system's time just before everything was looked at: what changes later is the user's
record BranchMove(String ref, String commit, @Nullable String before, FileTime since) {
    private static final String WORD = "move ";
    private static final String NONE = "-";

    static boolean isOne(String line) {
        return line.startsWith(WORD);
    }

    static BranchMove parse(String line) {
        String[] words = line.split(" ");
        if (words.length != 5) {
            throw new IllegalArgumentException("no move of a plan: '" + line + "'");
        }
        return new BranchMove(
                FileNames.decoded(words[1]).toString(),
                words[2],
                words[3].equals(NONE) ? null : words[3],
                FileTime.from(Long.parseLong(words[4]), TimeUnit.NANOSECONDS));
    }

    String line() {
        return WORD + FileNames.encoded(Path.of(ref)) + " " + commit + " " + (before == null ? NONE : before) + " "
                + since.to(TimeUnit.NANOSECONDS);
    }
}
