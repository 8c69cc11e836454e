package dev.ralph.proof;

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
/// @param details  what its receipt tells besides
/// @param rule     the id of the rule that refuses first, of a layer that has rules; null for none
public record ProofResult(
        boolean passed,
        int exitCode,
        Duration took,
        String output,
        @Nullable String reason,
        String sha256,
        @Nullable Path where,
        List<Note> notes,
        ReceiptDetails details,
        @Nullable String rule) {
    /// Of a layer that executes nothing.
    ProofResult(
            boolean passed,
            int exitCode,
            Duration took,
            String output,
            @Nullable String reason,
            String sha256,
            @Nullable Path where,
            List<Note> notes) {
        this(passed, exitCode, took, output, reason, sha256, where, notes, ReceiptDetails.NONE, null);
    }

    /// What is worth knowing, in a line.
    public record Note(Kind kind, String words) {
        public enum Kind {
            /// Names something that came out of the work.
            ARTIFACT,
            /// Why a layer was left out.
            SKIPPED,
            WARNING
        }

        static Note artifact(String name) {
            return new Note(Kind.ARTIFACT, "artifact: " + name);
        }

        static Note skipped(String words) {
            return new Note(Kind.SKIPPED, words);
        }

        static Note warning(String words) {
            return new Note(Kind.WARNING, words);
        }
    }

    public ProofResult {
        notes = List.copyOf(notes);
        if (passed == (reason != null)) {
            throw new IllegalArgumentException(
                    passed ? "a check passed, yet there is a reason against it: " + reason : "a refusal has no reason");
        }
    }

    /// Of a layer that runs no command.
    static ProofResult passed(Duration took, List<Note> notes) {
        return new ProofResult(true, 0, took, "", null, "", null, notes);
    }

    /// Of a layer that runs no command.
    ///
    /// @param output what it rests on, short enough for a prompt
    static ProofResult refused(Duration took, String reason, String output) {
        return new ProofResult(false, 1, took, output, reason, "", null, List.of());
    }

    /// Why it was left out; null where it was not.
    @Nullable
    String skipped() {
        return notes.stream()
                .filter(note -> note.kind() == Note.Kind.SKIPPED)
                .map(Note::words)
                .findFirst()
                .orElse(null);
    }

    ProofResult with(ReceiptDetails more) {
        return new ProofResult(passed, exitCode, took, output, reason, sha256, where, notes, more, rule);
    }

    ProofResult by(String first) {
        return new ProofResult(passed, exitCode, took, output, reason, sha256, where, notes, details, first);
    }
}
