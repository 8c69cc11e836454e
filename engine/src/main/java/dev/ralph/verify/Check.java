package dev.ralph.verify;

import dev.ralph.tamper.Measures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Something that must hold before a signal is believed.
///
/// It is written as one line, which is what the journal pins before the first attempt: a line for the shell as people
/// write it, or a JSON object whose first field is its `type`. Equal checks have equal lines.
public sealed interface Check
        permits Check.Command,
                Check.FileExists,
                Check.TestPassing,
                Check.Validate,
                GitFact,
                MultiStage,
                Check.Claim,
                Check.Tamper,
                Check.Ratchet,
                Review {
    /// @throws InvalidCheck when the line is the JSON of no check
    static Check of(String line) {
        if (line.isBlank()) {
            throw new InvalidCheck("a check is empty: give a shell line, or leave it out");
        }
        return Definition.isOne(line) ? CheckTypes.read(Definition.parse(line)) : Command.shell(line);
    }

    /// What somebody wrote as an object: with a `type`, or in a form of the specifications, as
    /// `verification_method` with `verification_config`, or as `completion`.
    ///
    /// @throws InvalidCheck when it is none
    static Check of(Fields fields) {
        return fields.has("type") ? CheckTypes.read(fields) : SpecifiedForms.read(fields);
    }

    /// Its definition in one line; `Check.of(check.line())` is the same check.
    String line();

    /// What people call it.
    String title();

    /// Scripts of the project that are part of it, as paths from the project's folder, whether or not they are there.
    default List<String> scripts() {
        return Scripts.of(this);
    }

    /// Whether passing it proves anything about the work, and not only about what was said of it.
    default boolean proves() {
        return true;
    }

    /// Whether other agents are asked for it.
    default boolean asks() {
        return false;
    }

    /// A line for the shell that Ralph runs itself.
    ///
    /// @param success     the exit code that counts
    /// @param contains    what its output must contain, null for anything
    /// @param containsNot what its output must not contain, null for nothing
    /// @param timeout     null for that of the loop
    /// @param folder      where it runs, from the project's folder; null for that folder
    /// @param reports     where it writes test reports, as glob patterns
    /// @param room        where it runs; null for where the loop's checks run
    /// @param pinned      whether scripts of the project that it names must stay as they are
    record Command(
            String command,
            int success,
            @Nullable String contains,
            @Nullable String containsNot,
            @Nullable Duration timeout,
            @Nullable String folder,
            List<String> reports,
            @Nullable Room room,
            boolean pinned)
            implements Check {
        public Command {
            required("command", command);
            reports = List.copyOf(reports);
            reports.forEach(ReportGlob::new);
            if (timeout != null && !timeout.isPositive()) {
                throw new InvalidCheck("timeout", "is " + timeout.toSeconds() + " s: it must be more than zero");
            }
            if (success < 0 || success > 255) {
                throw new InvalidCheck("success_exit_code", "is " + success + ": it must be from 0 to 255");
            }
        }

        /// With its scripts pinned.
        public Command(
                String command,
                int success,
                @Nullable String contains,
                @Nullable String containsNot,
                @Nullable Duration timeout,
                @Nullable String folder,
                List<String> reports,
                @Nullable Room room) {
            this(command, success, contains, containsNot, timeout, folder, reports, room, true);
        }

        public static Command shell(String line) {
            return new Command(line, 0, null, null, null, null, List.of(), null);
        }

        @Override
        public String line() {
            boolean plain = equals(shell(command)) && !Definition.isOne(command);
            return plain
                    ? command
                    : Definition.of("command")
                            .with("command", command)
                            .with("success_exit_code", success == 0 ? null : success)
                            .with("output_contains", contains)
                            .with("output_not_contains", containsNot)
                            .with("timeout", timeout)
                            .with("working_dir", folder)
                            .with("reports", reports.isEmpty() ? null : reports)
                            .with("room", room == null ? null : room.word())
                            .with("pinned", pinned ? null : false)
                            .line();
        }

        @Override
        public String title() {
            return command;
        }
    }

    /// Where a command runs.
    enum Room {
        /// A fresh checkout of what would be kept.
        CLEAN,
        /// Where the agent worked.
        WORKSPACE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A file of the project exists and is not empty.
    record FileExists(String path) implements Check {
        public FileExists {
            required("path", path);
        }

        @Override
        public String line() {
            return Definition.of("file_exists").with("path", path).line();
        }

        @Override
        public String title() {
            return "file " + path + " exists";
        }
    }

    /// The tests that belong to a task pass.
    ///
    /// @param grep    what their names contain; null for the id of the task
    /// @param command how they are run; null for `npm test`
    record TestPassing(@Nullable String grep, @Nullable String command) implements Check {
        public TestPassing {
            if (grep != null) {
                required("grep", grep);
            }
            if (command != null) {
                required("command", command);
            }
        }

        @Override
        public String line() {
            return Definition.of("test_passing")
                    .with("grep", grep)
                    .with("command", command)
                    .line();
        }

        @Override
        public String title() {
            return grep == null ? "tests of the task pass" : "tests of " + grep + " pass";
        }
    }

    /// A script of the project says so; what it prints are the artifacts.
    record Validate(String script) implements Check {
        public Validate {
            required("script", script);
        }

        @Override
        public String line() {
            return Definition.of("validate").with("script", script).line();
        }

        @Override
        public String title() {
            return "validate " + script;
        }
    }

    /// The words the claim comes with do not contradict it.
    record Claim(Fields options) implements Check {
        /// In the words of specification 003.
        public static final List<String> STAGES = List.of("coder", "reviewer", "tester", "qa");

        public Claim {
            options.allow("stage");
            String stage = options.textOrNull("stage");
            if (stage != null && !STAGES.contains(stage)) {
                throw new InvalidCheck("stage", "is " + stage + ": it can be " + String.join(", ", STAGES));
            }
        }

        /// Whose rules apply besides, null for nobody's.
        public @Nullable String stage() {
            return options.textOrNull("stage");
        }

        @Override
        public String line() {
            return Definition.of("claim").withAll(options).line();
        }

        @Override
        public String title() {
            return "claim";
        }

        @Override
        public boolean proves() {
            return false;
        }
    }

    /// Nothing that the checks rest on was weakened.
    ///
    /// @param options rules and what becomes of their findings: `allow`, `warn`, `ask` or `block`
    record Tamper(Fields options) implements Check {
        public Measures measures() {
            Map<String, String> words = new LinkedHashMap<>();
            options.names().forEach(name -> words.put(name, options.text(name)));
            try {
                return Measures.of(words);
            } catch (IllegalArgumentException wrong) {
                throw new InvalidCheck(String.valueOf(wrong.getMessage()));
            }
        }

        /// It says what the other checks are worth, nothing of the work.
        @Override
        public boolean proves() {
            return false;
        }

        @Override
        public String line() {
            return Definition.of("tamper").withAll(options).line();
        }

        @Override
        public String title() {
            return "tamper guard";
        }
    }

    /// No test that passed before fails, is skipped or has vanished.
    record Ratchet() implements Check {
        @Override
        public String line() {
            return Definition.of("ratchet").line();
        }

        @Override
        public String title() {
            return "ratchet";
        }
    }

    private static void required(String name, String value) {
        if (Objects.requireNonNull(value).isBlank()) {
            throw new InvalidCheck(name, "is empty");
        }
        if (value.indexOf('\0') >= 0) {
            throw new InvalidCheck(name, "holds a NUL character");
        }
    }
}
