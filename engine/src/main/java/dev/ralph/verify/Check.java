package dev.ralph.verify;

import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Measures;
import dev.ralph.tamper.TamperRule;
import dev.ralph.verify.CheckType.Cost;
import dev.ralph.verify.CheckType.Field;
import dev.ralph.verify.CheckType.Form;
import dev.ralph.verify.CheckType.Trait;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                Experiment,
                Review {
    /// The kinds there are.
    static List<CheckType> types() {
        return Types.ALL;
    }

    /// A class of its own: were it part of this one, a kind that is used first would need the list, which needs the
    /// kind.
    final class Types {
        private static final List<CheckType> ALL = List.of(
                Command.TYPE,
                FileExists.TYPE,
                TestPassing.TYPE,
                Validate.TYPE,
                GitFact.TREE_CLEAN.type(),
                GitFact.CHANGED.type(),
                GitFact.COMMITTED.type(),
                MultiStage.TYPE,
                Claim.TYPE,
                Tamper.TYPE,
                Ratchet.TYPE,
                Experiment.Kind.OLD_TESTS.type(),
                Experiment.Kind.VARIATION.type(),
                Experiment.Kind.SABOTAGE.type(),
                Review.TYPE);

        private Types() {}
    }

    /// @throws InvalidCheck when the line is the JSON of no check
    static Check of(String line) {
        if (line.isBlank()) {
            throw new InvalidCheck("a check is empty: give a shell line, or leave it out");
        }
        return CheckDefinition.isOne(line) ? typed(CheckDefinition.parse(line)) : Command.shell(line);
    }

    /// What somebody wrote as an object: with a `type`, or in a form of the specifications, as
    /// `verification_method` with `verification_config`, or as `completion`.
    ///
    /// @throws InvalidCheck when it is none
    static Check of(CheckFields fields) {
        return fields.has("type") ? typed(fields) : SpecifiedForms.read(fields);
    }

    private static Check typed(CheckFields fields) {
        String name = fields.text("type");
        for (CheckType type : types()) {
            if (type.name().equals(name)) {
                return type.read(fields.without("type"));
            }
        }
        throw new InvalidCheck(
                "type",
                "is " + name + ", and there is no such check: it can be "
                        + types().stream().map(CheckType::name).collect(Collectors.joining(", ")));
    }

    /// Its definition in one line; `Check.of(check.line())` is the same check.
    default String line() {
        return CheckDefinition.of(type().name()).withAll(options()).line();
    }

    /// What it says besides its type, where that is kept as it was read.
    default CheckFields options() {
        return CheckFields.NONE;
    }

    /// What people call it.
    String title();

    CheckType type();

    /// Scripts of the project that are part of it, as paths from the project's folder, whether or not they are there.
    default List<String> scripts() {
        return List.of();
    }

    /// What the shell runs for it.
    default List<Run> runs() {
        return List.of();
    }

    /// A line for the shell.
    ///
    /// @param folder from the project's folder, empty for that folder
    /// @param room   where it runs; null for where the loop's checks run
    record Run(String line, String folder, @Nullable Room room) {}

    /// Whether passing it proves anything about the work, and not only about what was said of it.
    default boolean proves() {
        return !type().traits().contains(Trait.PROVES_NOTHING);
    }

    /// Whether other agents are asked for it.
    default boolean asks() {
        return type().traits().contains(Trait.ASKS);
    }

    /// Whether it can be made in a git repository only.
    default boolean needsGit() {
        return type().traits().contains(Trait.NEEDS_GIT);
    }

    /// Why it cannot be made again later from the commit that was kept; null when it can.
    default @Nullable String unrepeatable() {
        return type().unrepeatable();
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
            boolean pinned,
            @Nullable String name)
            implements Check {
        static final List<Field> FIELDS = List.of(
                new Field("command", Form.TEXT).needed(),
                new Field("success_exit_code", Form.NUMBER, false, List.of(), 0, 255),
                new Field("output_contains", Form.TEXT),
                new Field("output_not_contains", Form.TEXT),
                new Field("timeout", Form.SECONDS),
                new Field("working_dir", Form.TEXT),
                new Field("reports", Form.TEXTS),
                Field.word("room", List.of("clean", "workspace")),
                new Field("pinned", Form.FLAG),
                new Field("name", Form.TEXT));

        static final CheckType TYPE = new CheckType("command", Cost.RUN, FIELDS, Command::read);

        static Command read(CheckFields fields) {
            return new Command(
                    fields.text("command"),
                    fields.number("success_exit_code", 0),
                    fields.textOrNull("output_contains"),
                    fields.textOrNull("output_not_contains"),
                    fields.seconds("timeout"),
                    fields.textOrNull("working_dir"),
                    fields.texts("reports"),
                    Room.named(fields.textOrNull("room")),
                    fields.flag("pinned", true),
                    fields.textOrNull("name"));
        }

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
            this(command, success, contains, containsNot, timeout, folder, reports, room, true, null);
        }

        public static Command shell(String line) {
            return new Command(line, 0, null, null, null, null, List.of(), null);
        }

        @Override
        public String line() {
            CheckDefinition definition = CheckDefinition.of("command")
                    .with("command", command)
                    .with("success_exit_code", success == 0 ? null : success)
                    .with("output_contains", contains)
                    .with("output_not_contains", containsNot)
                    .with("timeout", timeout)
                    .with("working_dir", folder)
                    .with("reports", reports.isEmpty() ? null : reports)
                    .with("room", room == null ? null : room.word())
                    .with("pinned", pinned ? null : false)
                    .with("name", name);
            boolean plain = definition.map().size() == 2 && !CheckDefinition.isOne(command);
            return plain ? command : definition.line();
        }

        @Override
        public String title() {
            return name == null ? command : name;
        }

        @Override
        public CheckType type() {
            return TYPE;
        }

        @Override
        public List<String> scripts() {
            return pinned ? CheckScripts.named(folder, command) : List.of();
        }

        @Override
        public List<Run> runs() {
            return List.of(new Run(command, folder == null ? "" : folder, room));
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

        static @Nullable Room named(@Nullable String word) {
            return switch (word) {
                case null -> null;
                case "clean" -> CLEAN;
                case "workspace" -> WORKSPACE;
                default -> throw new InvalidCheck("room", "is " + word + ": it can be clean or workspace");
            };
        }
    }

    /// A file of the project exists and is not empty.
    record FileExists(String path) implements Check {
        static final CheckType TYPE = new CheckType(
                "file_exists",
                Cost.LOOK,
                List.of(new Field("path", Form.TEXT).needed()),
                fields -> new FileExists(fields.text("path")));

        public FileExists {
            required("path", path);
        }

        @Override
        public String line() {
            return CheckDefinition.of("file_exists").with("path", path).line();
        }

        @Override
        public String title() {
            return "file " + path + " exists";
        }

        @Override
        public CheckType type() {
            return TYPE;
        }
    }

    /// The tests that belong to a task pass.
    ///
    /// @param grep    what their names contain; null for the id of the task
    /// @param command how they are run; null for `npm test`
    record TestPassing(@Nullable String grep, @Nullable String command) implements Check {
        static final CheckType TYPE = new CheckType(
                "test_passing",
                Cost.RUN,
                List.of(new Field("grep", Form.TEXT), new Field("command", Form.TEXT)),
                fields -> new TestPassing(fields.textOrNull("grep"), fields.textOrNull("command")),
                Trait.TELLS_TASK);

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
            return CheckDefinition.of("test_passing")
                    .with("grep", grep)
                    .with("command", command)
                    .line();
        }

        @Override
        public String title() {
            return grep == null ? "tests of the task pass" : "tests of " + grep + " pass";
        }

        @Override
        public CheckType type() {
            return TYPE;
        }

        @Override
        public List<String> scripts() {
            return command == null ? List.of() : CheckScripts.named(null, command);
        }

        @Override
        public List<Run> runs() {
            return List.of(new Run(command == null ? "npm test" : command, "", null));
        }
    }

    /// A script of the project says so; what it prints are the artifacts.
    record Validate(String script) implements Check {
        static final CheckType TYPE = new CheckType(
                "validate",
                Cost.RUN,
                List.of(new Field("script", Form.TEXT).needed()),
                fields -> new Validate(fields.text("script")),
                Trait.TELLS_TASK);

        public Validate {
            required("script", script);
        }

        @Override
        public String line() {
            return CheckDefinition.of("validate").with("script", script).line();
        }

        @Override
        public String title() {
            return "validate " + script;
        }

        @Override
        public CheckType type() {
            return TYPE;
        }

        @Override
        public List<String> scripts() {
            return List.of(script);
        }

        @Override
        public List<Run> runs() {
            return List.of(new Run("sh " + script, "", null));
        }
    }

    /// The words the claim comes with do not contradict it.
    record Claim(CheckFields options) implements Check {
        /// In the words of specification 003.
        public static final List<String> STAGES = List.of("coder", "reviewer", "tester", "qa");

        private static final String CORRECTOR = "corrector";
        private static final List<String> WORDS =
                Stream.concat(STAGES.stream(), Stream.of(CORRECTOR)).toList();

        static final CheckType TYPE = new CheckType(
                        "claim",
                        Cost.WORDS,
                        Stream.concat(Stream.of(Field.word("stage", WORDS)), Reviewer.FORM.stream())
                                .toList(),
                        Claim::new,
                        Trait.PROVES_NOTHING)
                .unrepeatable("it is about what the agent said");

        public Claim {
            TYPE.known(options);
            Reviewer.of(options);
            String stage = options.textOrNull("stage");
            if (stage != null && !WORDS.contains(stage)) {
                throw new InvalidCheck("stage", "is " + stage + ": it can be " + String.join(", ", WORDS));
            }
            if (CORRECTOR.equals(stage) && !Reviewer.of(options).isNamed()) {
                throw new InvalidCheck("stage", "is corrector: name an `agent` or a `command` that reads what it says");
            }
        }

        /// Of a corrector of a spec: somebody else finds that it contradicts nothing.
        public static Claim ofCorrector(Reviewer checker) {
            return new Claim(checker.in(new CheckFields(Map.of("stage", CORRECTOR))));
        }

        public boolean isOfCorrector() {
            return CORRECTOR.equals(stage());
        }

        /// Who reads the words instead of the patterns; nobody where none is named.
        public Reviewer reader() {
            return Reviewer.of(options);
        }

        /// Whose rules apply besides, null for nobody's.
        public @Nullable String stage() {
            return options.textOrNull("stage");
        }

        @Override
        public String title() {
            return "claim";
        }

        @Override
        public CheckType type() {
            return TYPE;
        }
    }

    /// Nothing that the checks rest on was weakened.
    ///
    /// @param options rules and what becomes of their findings: `allow`, `warn`, `ask` or `block`
    record Tamper(CheckFields options) implements Check {
        static final CheckType TYPE = new CheckType(
                        "tamper",
                        Cost.COMPARISON,
                        Stream.concat(
                                        Stream.of(Measures.ALL, Measures.ASK),
                                        Stream.of(TamperRule.values()).map(TamperRule::id))
                                .map(rule -> Field.word(
                                        rule,
                                        Stream.of(Measure.values())
                                                .map(Measure::toString)
                                                .toList()))
                                .toList(),
                        Tamper::new,
                        Trait.PROVES_NOTHING)
                .unrepeatable(BEFORE);

        public Tamper {
            measures(options);
        }

        public Measures measures() {
            return measures(options);
        }

        private static Measures measures(CheckFields options) {
            Map<String, String> words = new LinkedHashMap<>();
            options.names().forEach(name -> words.put(name, options.text(name)));
            try {
                return Measures.of(words);
            } catch (IllegalArgumentException wrong) {
                throw new InvalidCheck(String.valueOf(wrong.getMessage()));
            }
        }

        @Override
        public String title() {
            return "tamper guard";
        }

        @Override
        public CheckType type() {
            return TYPE;
        }
    }

    /// No test that passed before fails, is skipped or has vanished.
    record Ratchet() implements Check {
        static final CheckType TYPE =
                new CheckType("ratchet", Cost.REPORTS, List.of(), _ -> new Ratchet()).unrepeatable(BEFORE);

        @Override
        public String title() {
            return "ratchet";
        }

        @Override
        public CheckType type() {
            return TYPE;
        }
    }

    String BEFORE = "it compares with what was there before the loop";

    private static void required(String name, String value) {
        if (Objects.requireNonNull(value).isBlank()) {
            throw new InvalidCheck(name, "is empty");
        }
        if (value.indexOf('\0') >= 0) {
            throw new InvalidCheck(name, "holds a NUL character");
        }
    }
}
