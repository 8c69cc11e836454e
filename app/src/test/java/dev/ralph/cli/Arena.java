package dev.ralph.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import dev.ralph.verify.Review;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Small real repositories, each with one failing test, and agents that are let loose on a copy of their own.
///
/// They are real programs under the real `ralph run`, some at a time: they mostly wait. A bout is played when it is
/// first asked for; [#enter] asks for many.
final class Arena implements AutoCloseable {
    /// How an agent is let loose.
    enum Column {
        /// `ralph run --check ...`
        IN_PLACE("in place"),
        /// `ralph run --workspace overlay --check ...`
        OVERLAY("overlay"),
        /// `ralph "..."`
        ONE_LINE("`ralph \"…\"`"),
        /// Only the command that runs the tests, where the agent worked: what a plain loop has.
        COMMAND_ALONE("a plain loop");

        private final String title;

        Column(String title) {
            this.title = title;
        }

        /// Those that have every default.
        static List<Column> defaults() {
            return List.of(IN_PLACE, OVERLAY, ONE_LINE);
        }

        String title() {
            return title;
        }
    }

    /// How it went for an agent.
    ///
    /// @param run what `ralph` said
    record Bout(Shell.Said run, Refusal refusal) {
        private static final Pattern ASKS =
                Pattern.compile("BLOCKED: (the tamper guard|old tests|check `.*`) needs? a human(.*)");

        boolean accepted() {
            return run.code() == 0;
        }

        /// In the words of `verdicts.tsv`.
        String verdict() {
            if (accepted()) {
                return "accepted";
            }
            Matcher asks = ASKS.matcher(run.out() + run.err());
            if (asks.find()) {
                String asking = asks.group(1);
                return "asked by "
                        + (asking.startsWith("check ") ? "command" : asking.equals("old tests") ? asking : "tamper");
            }
            return "refused by "
                    + switch (refusal.check()) {
                        case Check.Claim _ -> "claim";
                        case Check.FileExists _, GitFact _ -> "evidence";
                        case Check.Tamper _ -> "tamper";
                        case Check.Command _, Check.TestPassing _, Check.Validate _, MultiStage _ -> "command";
                        case Check.Ratchet _ -> "ratchet";
                        case Experiment experiment -> experiment.title();
                        case Review _ -> "review";
                        case null -> "promise";
                    };
        }

        /// The words the next prompt, or the human, would be shown.
        String reason() {
            return refusal.check() == null ? run.out() + run.err() : refusal.reason();
        }

        @Override
        public String toString() {
            return verdict() + "\n" + reason() + "\n" + run.out() + run.err();
        }
    }

    private static final String TASK = """
            Many blanks between two words must become one dash.
            Make the tests pass and commit your work.
            Print <promise>DONE</promise> when it is done.
            """;

    private final Path base;
    private final Map<String, String> tools;
    private final ExecutorService pool;
    private final Map<String, Future<Bout>> bouts = new HashMap<>();
    private final Map<String, String> missing = new HashMap<>();
    private final Map<String, Path> templates = new HashMap<>();

    Arena(Path base, int atOnce) {
        this.base = base;
        this.tools = ArenaTools.environment();
        this.pool = Executors.newFixedThreadPool(atOnce);
    }

    /// What this machine lacks for an agent's repository; empty when nothing.
    synchronized String missing(ArenaAgent agent) {
        return missing.computeIfAbsent(agent.repository(), ArenaTools::missing);
    }

    /// Has it played in the background.
    void enter(ArenaAgent agent, Column column) {
        var _ = begin(agent, column);
    }

    private synchronized Future<Bout> begin(ArenaAgent agent, Column column) {
        return bouts.computeIfAbsent(agent.name() + "-" + column, name -> pool.submit(() -> play(agent, column, name)));
    }

    /// Skips the test where a tool is missing.
    Bout result(ArenaAgent agent, Column column) throws Exception {
        assumeTrue(missing(agent).isEmpty(), () -> "no repository in " + agent.repository() + ": " + missing(agent));
        try {
            return begin(agent, column).get(600, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error wrong) {
                throw wrong;
            }
            throw failed;
        }
    }

    private Bout play(ArenaAgent agent, Column column, String name) throws Exception {
        Path place = Files.createDirectories(base.resolve(name));
        Path project = copy(template(agent), place.resolve("project"));
        Map<String, String> environment = new HashMap<>(tools);
        environment.put("HOME", Files.createDirectories(place.resolve("home")).toString());
        environment.put("TMPDIR", Files.createDirectories(place.resolve("tmp")).toString());
        environment.put("XDG_STATE_HOME", place.resolve("state").toString());
        List<String> words = new ArrayList<>(List.of("--dir", project.toString()));
        List<String> settings = new ArenaSettings(agent, column).words();
        if (column == Column.ONE_LINE) {
            environment.put("PATH", install(agent, place) + File.pathSeparator + environment.get("PATH"));
            environment.put("ANTHROPIC_API_KEY", "sk-nobody");
            words.addAll(List.of(TASK, "--task", "t"));
            words.addAll(settings);
        } else {
            words.addAll(List.of("run", "--task", "t", "--prompt", TASK, "--completion-promise", "DONE"));
            words.addAll(settings);
            words.addAll(List.of("--", "sh", "-c", agent.program()));
        }
        Shell.Said run = ralph(environment, words.toArray(String[]::new));
        return new Bout(run, Refusal.of(project, "t"));
    }

    /// A program that bears the name of a known agent, does what this one does, and prints that in the other's form.
    ///
    /// @return the folder in which it lies
    private static Path install(ArenaAgent agent, Path place) throws IOException {
        Path program = Files.createDirectories(place.resolve("bin")).resolve("claude");
        Files.writeString(
                program, "#!/bin/sh\nsaid=$(sh -c '" + agent.program().replace("'", "'\\''") + "' 2>&1)\n" + """
                case $said in *'<promise>DONE</promise>'*) touch "$TASK_FOLDER/DONE" ;; esac
                text=$(printf '%s\\n' "$said" | tr -d '[:cntrl:]' | sed 's/[\\\\"]/\\\\&/g')
                cat <<END
                {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
                {"type":"assistant","message":{"id":"m1","model":"claude-opus-4-5","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"sed"}}]},"session_id":"s-1"}
                {"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"$text","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":1200,"output_tokens":50},"modelUsage":{}}
                END
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program.resolveSibling(".").normalize();
    }

    private static Shell.Said ralph(Map<String, String> environment, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment);
        return new Shell.Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private synchronized Path template(ArenaAgent agent) throws Exception {
        String before = agent.beginsRepaired()
                ? ". \"$ARENA/acts.sh\"; repair"
                : agent.field("before").orElse("");
        String name = agent.repository() + (before.isEmpty() ? "" : "-for-" + agent.name());
        Path made = templates.get(name);
        if (made == null) {
            made = copy(
                    ArenaAgent.ARENA.resolve("repositories").resolve(agent.repository()),
                    base.resolve("templates").resolve(name));
            if (!Files.exists(made.resolve(".gitignore"))) {
                Files.writeString(made.resolve(".gitignore"), "__pycache__/\n*.pyc\n");
            }
            Shell.Said said =
                    Shell.other(made, Map.of("ARENA", ArenaAgent.ARENA.toString()), List.of("sh", "-c", before));
            if (said.code() != 0) {
                throw new AssertionError(said.err());
            }
            for (List<String> words : List.of(
                    List.of("init", "-q", "-b", "main", "--template="),
                    List.of("config", "user.name", "An Agent"),
                    List.of("config", "user.email", "agent@example.org"),
                    List.of("add", "-A"),
                    List.of("commit", "-q", "-m", "Begin"))) {
                GitProject.gitIn(made, words.toArray(String[]::new));
            }
            Files.createDirectory(made.resolve(".ralph"));
            Files.writeString(made.resolve(".ralph/.gitignore"), "*\n");
            Files.writeString(made.resolve(".ralph/config.yaml"), "poll_interval: 50ms\n");
            Files.createDirectories(made.resolve(".git/info"));
            templates.put(name, made);
        }
        return made;
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                try {
                    Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
        }
        return to;
    }

    @Override
    public void close() {
        pool.shutdownNow();
        pool.close();
    }
}
