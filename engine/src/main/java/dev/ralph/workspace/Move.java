package dev.ralph.workspace;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The step of keeping after which there is no way back: a branch gets a commit.
///
/// @param ref    the branch, or `HEAD` when none is checked out
/// @param before what it was; null when it had no commit
record Move(String ref, String commit, @Nullable String before) {
    private static final String WORD = "move ";
    private static final String NONE = "-";

    static boolean isOne(String line) {
        return line.startsWith(WORD);
    }

    static Move parse(String line) {
        String[] words = line.split(" ");
        if (words.length != 4) {
            throw new IllegalArgumentException("no move of a plan: '" + line + "'");
        }
        return new Move(Names.decoded(words[1]).toString(), words[2], words[3].equals(NONE) ? null : words[3]);
    }

    String line() {
        return WORD + Names.encoded(Path.of(ref)) + " " + commit + " " + (before == null ? NONE : before);
    }
}
