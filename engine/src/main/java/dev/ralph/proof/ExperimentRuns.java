package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.git.Repository;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.LenientText;
import dev.ralph.ratchet.BrokenReport;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestRunText;
import dev.ralph.ratchet.UnittestLines;
import dev.ralph.room.CleanRoom;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runs the commands of a loop's checks on any tree, in clean rooms, each tree once: what came out is remembered
/// outside
/// the project. Runners that write no report by themselves are asked for one, by variables of their own.
public final class ExperimentRuns {
    private static final String VERSION = "3";
    private static final int MOST = 400;
    private static final long LONGEST = 256L << 20;
    private static final int SECRET_BYTES = 16;
    private static final Duration AT_LEAST = Duration.ofMinutes(1);
    private static final int LONGEST_OUTPUT = 4000;
    private static final List<String> USUAL_REPORTS = List.of(
            "**/.ralph-report-*.xml",
            "**/target/surefire-reports/TEST-*.xml",
            "**/target/failsafe-reports/TEST-*.xml",
            "**/build/test-results/**/TEST-*.xml");

    /// None of them is anybody's server, and none is a whole hour from another.
    private static final List<String> ZONES = List.of("""
            Pacific/Chatham Asia/Kathmandu America/St_Johns Australia/Eucla Pacific/Marquesas Asia/Yangon
            Australia/Lord_Howe Asia/Kabul""".split("\\s+"));

    private static final Pattern NODE = Pattern.compile("\\b(?:node|npm|pnpm|yarn)\\b");
    private static final Pattern UNITTEST =
            Pattern.compile("\\bpython[\\d.]*\\s(?:\\s*-\\S+\\s)*\\s*-m\\s+unittest(?:\\s+discover)?(?=[\\s;&|)]|$)");
    /// Old versions do not take it, and end.
    private static final String ASK_NODE = """
        ralph_report='--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit \
        --test-reporter-destination=.ralph-report-node.xml'
        if NODE_OPTIONS="$ralph_report" node -e 0 >/dev/null 2>&1; then export NODE_OPTIONS="$ralph_report"; fi
        """;

    private final Path folder;
    private final @Nullable BaselineRun running;
    private final int atOnce;
    private final @Nullable Layer layer;

    /// @param folder where they are remembered, outside the project
    /// @param atOnce how many are made at the same time
    public ExperimentRuns(Path folder, BaselineRun running, int atOnce) {
        this(running, folder, atOnce, null);
    }

    private ExperimentRuns(@Nullable BaselineRun running, Path folder, int atOnce, @Nullable Layer layer) {
        this.folder = folder;
        this.running = running;
        this.atOnce = atOnce;
        this.layer = layer;
    }

    /// Where nothing can be run.
    static ExperimentRuns none() {
        return new ExperimentRuns(null, Path.of("/nowhere"), 1, null);
    }

    /// What is different from an ordinary run.
    enum Conditions {
        USUAL,
        /// All that must not matter: another folder, time zone, language, order of hashes, and nobody's git identity.
        VARIED,
        /// The same, so that no program can tell one from the other. What a test waits for may never come: no more time
        /// than such a run needs.
        SABOTAGED
    }

    /// How one command ended.
    ///
    /// @param output the end of what it printed
    record Ran(Check.Command command, boolean passed, int code, Duration took, String output, TestRun tests) {}

    /// What lies under the checkout of a room.
    ///
    /// @param id the same for the same files
    record Layer(Path files, String id) {}

    /// The same in rooms that also have what git ignored when the loop began; null where there is nothing.
    @Nullable
    ExperimentRuns onIgnored() throws IOException {
        if (running == null) {
            return null;
        }
        IgnoredLayer ignored = running.rooms().ignored();
        Path files = ignored.folder();
        return files == null ? null : new ExperimentRuns(running, folder, atOnce, new Layer(files, ignored.id()));
    }

    /// No room is open any more.
    void leave() throws IOException {
        if (running != null) {
            running.rooms().leave();
        }
    }

    /// Whether rooms would lie in a repository, where none can be made.
    boolean isInside(Repository repository) throws IOException {
        return running != null
                && running.rooms()
                        .folder()
                        .toAbsolutePath()
                        .normalize()
                        .startsWith(repository.top().toRealPath());
    }

    int atOnce() {
        return atOnce;
    }

    /// In the order of the commands; null where they could not be run.
    ///
    /// @param commit what is run, remembered by its tree
    /// @param tree   of that commit
    /// @param number 1, or more for another run of the same
    @Nullable
    List<Ran> of(String commit, String tree, WorkUnderProof work, Conditions conditions, int number)
            throws IOException, InterruptedException {
        List<Check.Command> commands = commands(work);
        BaselineRun rooms = running;
        if (rooms == null) {
            return null;
        }
        String drawn = conditions == Conditions.USUAL ? "" : drawn(work);
        String key = key(tree, work, commands, conditions + drawn, rooms.rooms());
        Path file = folder.resolve(key + "-" + number + ".txt");
        List<Ran> known = read(file, commands);
        if (known != null) {
            return known;
        }
        boolean moves = conditions != Conditions.USUAL
                && layer == null
                && rooms.rooms().steps().isNothing();
        List<BaselineRun.Outcome> outcomes = rooms.at(
                commit,
                work,
                commands,
                "run-" + Sha256.of(secret() + "\n" + key + "\n" + number).substring(0, 12),
                conditions == Conditions.USUAL ? Map.of() : variables(drawn),
                moves ? CleanRoom.Sight.APART : null,
                layer == null ? null : layer.files(),
                conditions == Conditions.SABOTAGED ? took(work).multipliedBy(3).plus(AT_LEAST) : null);
        if (outcomes == null) {
            return null;
        }
        List<Ran> runs = new ArrayList<>();
        for (BaselineRun.Outcome outcome : outcomes) {
            runs.add(new Ran(
                    commands.get(runs.size()),
                    outcome.wrong() == null,
                    outcome.ran().code(),
                    outcome.ran().exit().took(),
                    end(outcome.ran().output()),
                    tests(outcome)));
        }
        write(file, runs);
        return runs;
    }

    /// What a run said of its tests: in reports, or else line by line.
    private static TestRun tests(BaselineRun.Outcome outcome) throws IOException {
        return outcome.tests().read() > 0
                ? outcome.tests()
                : UnittestLines.of(outcome.ran().stderr());
    }

    /// How long the commands took when they were checked.
    static Duration took(WorkUnderProof work) {
        return work.results().stream()
                .filter(result -> Check.of(result.check()) instanceof Check.Command)
                .map(Verdict.Result::took)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static String end(String output) {
        return output.substring(Math.max(0, output.length() - LONGEST_OUTPUT));
    }

    /// Those that run in a clean room, each with the places where reports are looked for.
    static List<Check.Command> commands(WorkUnderProof work) {
        return TestBaseline.commands(work).stream()
                .filter(command -> command.room() != Check.Room.WORKSPACE)
                .map(command -> command.reports().isEmpty() ? reporting(command) : command)
                .toList();
    }

    private static Check.Command reporting(Check.Command command) {
        return new Check.Command(
                (NODE.matcher(command.command()).find() ? ASK_NODE : "")
                        + UNITTEST.matcher(command.command()).replaceAll("$0 -v"),
                command.success(),
                command.contains(),
                command.containsNot(),
                command.timeout(),
                command.folder(),
                USUAL_REPORTS,
                command.room(),
                false,
                command.title());
    }

    /// The same for all loops that begin with the same files.
    private String drawn(WorkUnderProof work) throws IOException {
        String baseline = work.baseline();
        String begun = baseline == null
                ? ""
                : ChangesSinceStart.repository(work).commits().tree(baseline);
        return Sha256.of(secret() + "\n" + begun);
    }

    /// @param drawn what a program cannot know decides which time zone and order it gets
    private static Map<String, String> variables(String drawn) {
        Map<String, String> variables = new TreeMap<>();
        variables.put("TZ", ZONES.get(drawn(drawn, 0) % ZONES.size()));
        variables.put("LANG", "C.UTF-8");
        variables.put("LC_ALL", "C.UTF-8");
        variables.put("PYTHONHASHSEED", String.valueOf(1 + drawn(drawn, 1)));
        variables.put("PYTHONPYCACHEPREFIX", "/dev/null"); // what is compiled beside its source may be of another one
        variables.put("GIT_CONFIG_GLOBAL", "/dev/null");
        variables.put("GIT_CONFIG_NOSYSTEM", "1");
        return variables;
    }

    private static int drawn(String from, int number) {
        return Integer.parseInt(from.substring(4 * number, 4 * number + 4), 16);
    }

    /// Nobody but the owner of this folder knows it, so that no agent can say what will be changed.
    String secret() throws IOException {
        Path file = folder.resolve("secret");
        if (!Files.isRegularFile(file)) {
            byte[] bytes = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(bytes);
            put(file, List.of(HexFormat.of().formatHex(bytes)));
        }
        return Files.readString(file).strip();
    }

    /// @param rooms what programs can see and reach there
    private String key(
            String tree, WorkUnderProof work, List<Check.Command> commands, String conditions, LoopCleanRooms rooms) {
        StringBuilder text = new StringBuilder(
                VERSION + (layer == null ? "" : " on " + layer.id()) + "\n" + tree + "\n" + conditions + "\n");
        text.append(work.paths().project()).append('\n');
        text.append(work.policy().proof().prepare()).append('\n');
        text.append(work.policy().confinement().sandbox()).append('\n');
        text.append(work.policy().confinement().reach()).append('\n');
        InheritedVariables inherited = rooms.confinement().inherited();
        new TreeSet<>(inherited.more())
                .forEach(name ->
                        text.append(name + "=" + inherited.all().get(name)).append('\n'));
        commands.forEach(command -> text.append(command.line()).append('\n'));
        return Sha256.of(text.toString()).substring(0, 32);
    }

    private static @Nullable List<Ran> read(Path file, List<Check.Command> commands) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
            return null;
        }
        List<Ran> runs = new ArrayList<>();
        try {
            List<String> lines = LenientText.read(file).lines().toList();
            for (int i = 0; i + 1 < lines.size(); i += 2) {
                if (!(JsonText.parse(lines.get(i)) instanceof List<?> said)) {
                    return null;
                }
                runs.add(new Ran(
                        commands.get(runs.size()),
                        (Boolean) said.get(0),
                        ((Number) said.get(1)).intValue(),
                        Duration.ofMillis(((Number) said.get(2)).longValue()),
                        (String) said.get(3),
                        TestRunText.read(lines.get(i + 1))));
            }
        } catch (BrokenReport | InvalidJson | ClassCastException | IndexOutOfBoundsException damaged) {
            return null;
        }
        return runs.size() == commands.size() ? runs : null;
    }

    private void write(Path file, List<Ran> runs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Ran run : runs) {
            lines.add(JsonText.of(List.of(run.passed(), run.code(), run.took().toMillis(), run.output())));
            lines.add(TestRunText.of(run.tests()));
        }
        put(file, lines);
    }

    private void put(Path file, List<String> lines) throws IOException {
        Files.createDirectories(folder);
        forgetOldest();
        Path draft = Files.createTempFile(folder, "draft-", ".txt");
        Files.write(draft, lines);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void forgetOldest() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.txt")) {
            entries.forEach(files::add);
        }
        files.sort(Comparator.comparingLong((Path file) -> file.toFile().lastModified())
                .reversed());
        for (Path old : files.subList(Math.min(files.size(), MOST), files.size())) {
            Files.deleteIfExists(old);
        }
    }
}
