package dev.ralph.attempt;

import dev.ralph.paths.LenientText;
import dev.ralph.paths.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Tells from what `/bin/sh` printed last that it could not run a command of the line it was given.
final class ShellRefusal {
    private static final String SHELL = "/bin/sh: ";
    private static final int LONGEST = 4000;

    private ShellRefusal() {}

    /// The word of the line that the shell could not run, null if it said nothing of the kind.
    static @Nullable String of(String line, RunFolder run) {
        String said = last(run, run.stderr());
        return word(line, said.isEmpty() ? last(run, run.stdout()) : said);
    }

    /// Shells write `/bin/sh: 1: agent: not found` or `/bin/sh: line 1: agent: command not found`, each in its own
    /// language.
    static @Nullable String word(String line, String said) {
        if (!said.startsWith(SHELL)) {
            return null;
        }
        int reason = said.lastIndexOf(": ");
        int word = said.lastIndexOf(": ", reason - 1);
        if (word < 0) {
            return null;
        }
        String named = said.substring(word + 2, reason);
        return !named.isEmpty() && line.contains(named) ? named : null;
    }

    private static String last(RunFolder run, Path file) {
        try {
            return LenientText.tail(run.home(), file, 1, LONGEST).strip();
        } catch (IOException unreadable) {
            return "";
        }
    }
}
