package dev.ralph.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a layer of proof found.
///
/// @param exitCode what its command ended with, -1 when that did not end in time; 0 or 1 where there was none
/// @param output   the end of what it printed, short enough for a prompt
/// @param reason   why it refuses, a sentence for the next prompt; null when it passed
/// @param sha256   the hash of all that was printed, empty where nothing was
/// @param where    the file that holds it, null where there is none
/// @param notes    what is worth knowing though it refuses nothing: a line each
/// @param annex    what its receipt tells besides
record Proven(
        boolean passed,
        int exitCode,
        Duration took,
        String output,
        @Nullable String reason,
        String sha256,
        @Nullable Path where,
        List<Note> notes,
        Annex annex) {
    /// Of a layer that executes nothing.
    Proven(
            boolean passed,
            int exitCode,
            Duration took,
            String output,
            @Nullable String reason,
            String sha256,
            @Nullable Path where,
            List<Note> notes) {
        this(passed, exitCode, took, output, reason, sha256, where, notes, Annex.NONE);
    }

    /// What is worth knowing, in a line.
    record Note(Kind kind, String words) {
        enum Kind {
            /// Names something that came out of the work.
            ARTIFACT,
            WARNING
        }

        static Note artifact(String name) {
            return new Note(Kind.ARTIFACT, "artifact: " + name);
        }

        static Note warning(String words) {
            return new Note(Kind.WARNING, words);
        }
    }

    Proven {
        notes = List.copyOf(notes);
        if (passed == (reason != null)) {
            throw new IllegalArgumentException(
                    passed ? "a check passed, yet there is a reason against it: " + reason : "a refusal has no reason");
        }
    }

    /// Of a layer that runs no command.
    static Proven passed(Duration took, List<Note> notes) {
        return new Proven(true, 0, took, "", null, "", null, notes);
    }

    /// Of a layer that runs no command.
    ///
    /// @param output what it rests on, short enough for a prompt
    static Proven refused(Duration took, String reason, String output) {
        return new Proven(false, 1, took, output, reason, "", null, List.of());
    }

    Proven with(Annex more) {
        return new Proven(passed, exitCode, took, output, reason, sha256, where, notes, more);
    }
}
