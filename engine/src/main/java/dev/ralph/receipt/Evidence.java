package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What one check found out, on what, and where: everything of a receipt but its place in the chain.
///
/// Texts that are too long are cut: a receipt is bounded whatever a check prints.
///
/// @param output where what it printed lies, null where nothing was kept
public record Evidence(
        Claim claim,
        Definition check,
        Finding finding,
        Subject subject,
        Author author,
        Fingerprint environment,
        Instant started,
        Duration took,
        @Nullable Output output) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 8000;
    private static final int LONGEST_TABLE = 128 << 10;

    public Evidence {
        if (took.isNegative()) {
            throw new IllegalArgumentException("a check cannot take " + took);
        }
        started = started.truncatedTo(ChronoUnit.MILLIS);
        took = took.truncatedTo(ChronoUnit.MILLIS);
    }

    /// Why the check was run.
    public enum Occasion {
        /// An attempt signalled that it was done.
        VERDICT,
        /// Somebody asked `ralph verify`, later; the loop's outcome is what it was.
        REVERIFICATION
    }

    /// Whose word was checked.
    ///
    /// @param step the check's place among those of the same verdict, from 1
    public record Claim(Occasion occasion, String loop, String task, int attempt, int step) {
        public Claim {
            if (loop.isEmpty() || loop.length() > LONGEST_NAME || task.isEmpty() || task.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("loop and task have names of at most " + LONGEST_NAME + " letters");
            }
            if (attempt < 0 || step < 1) {
                throw new IllegalArgumentException("check " + step + " of attempt " + attempt + " cannot be");
            }
        }
    }

    /// What was checked.
    ///
    /// @param definition as it was pinned before the first attempt
    /// @param sha256     of the whole of it
    /// @param title      the same for people
    /// @param command    what was executed, null where the check executes nothing
    public record Definition(
            String definition,
            String sha256,
            String title,
            @Nullable String command) {
        public Definition {
            Sha256.require("the hash of the definition", sha256);
            definition = cut(definition, LONGEST_TEXT);
            title = cut(title, LONGEST_NAME);
            command = command == null ? null : cut(command, LONGEST_TEXT);
        }

        public static Definition of(String text, String title, @Nullable String command) {
            return new Definition(text, Sha256.of(text), title, command);
        }
    }

    /// What came of it.
    ///
    /// @param exitCode  below zero where it did not end in time, or is no program
    /// @param reason    why it did not pass, null when it did
    /// @param secondRun of a check that is not the same every time, null when there was none
    /// @param tests     the table of tests as a JSON object, null when there is none
    /// @param notes     what is worth knowing besides: artifacts, warnings
    public record Finding(
            boolean passed,
            int exitCode,
            @Nullable String reason,
            @Nullable Again secondRun,
            @Nullable String tests,
            List<String> notes) {
        private static final int MOST_NOTES = 50;
        private static final int LONGEST_NOTE = 500;

        public Finding {
            notes = notes.stream()
                    .limit(MOST_NOTES)
                    .map(note -> cut(note, LONGEST_NOTE))
                    .toList();
            reason = reason == null ? null : cut(reason, LONGEST_TEXT);
            tests = tests == null ? null : table(tests);
        }

        /// A table that is too large to be kept is counted.
        private static String table(String tests) {
            return tests.length() <= LONGEST_TABLE
                    ? CanonicalJson.of(CanonicalJson.parse(tests))
                    : "{\"omitted_characters\":" + tests.length() + ",\"sha256\":\"" + Sha256.of(tests) + "\"}";
        }
    }

    /// The second run of the same check on the same state.
    public record Again(boolean passed, int exitCode, Duration took) {
        public Again {
            took = took.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /// The state that was checked; null where there is no git, or nothing of that kind.
    ///
    /// @param baseline the commit the loop began on
    public record Subject(
            @Nullable String commit,
            @Nullable String tree,
            @Nullable String baseline) {
        public static final Subject UNKNOWN = new Subject(null, null, null);
        private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

        public Subject {
            require(commit);
            require(tree);
            require(baseline);
        }

        private static void require(@Nullable String object) {
            if (object != null && !OBJECT.matcher(object).matches()) {
                throw new IllegalArgumentException("no name of a git object: " + cut(object, LONGEST_NAME));
            }
        }
    }

    /// Whose work it is; null where that is not known.
    public record Author(@Nullable String agent, @Nullable String model) {
        public static final Author UNKNOWN = new Author(null, null);

        public Author {
            agent = agent == null ? null : cut(agent, LONGEST_NAME);
            model = model == null ? null : cut(model, LONGEST_NAME);
        }
    }

    /// What the check printed.
    ///
    /// @param sha256 of the file as it was stored
    /// @param file   where it lies below the state folder, with `/`
    public record Output(String sha256, long bytes, String file) {
        public Output {
            Sha256.require("the hash of the output", sha256);
            if (bytes < 0) {
                throw new IllegalArgumentException("no output has " + bytes + " bytes");
            }
            if (file.isEmpty() || file.startsWith("/") || file.length() > LONGEST_TEXT || leavesItsFolder(file)) {
                throw new IllegalArgumentException("the output does not lie below the state folder");
            }
        }

        private static boolean leavesItsFolder(String file) {
            for (String name : file.split("/", -1)) {
                if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('\0') >= 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /// A text that is cut says so, and cutting it again changes nothing.
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 30;
        end = Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
        return text.substring(0, end) + "… [" + (text.length() - end) + " more]";
    }
}
