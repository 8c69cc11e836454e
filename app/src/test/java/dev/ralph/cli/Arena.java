package dev.ralph.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import dev.ralph.verify.Review;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Small real repositories, each with one failing test, and agents that are let loose on a copy of their own.
///
/// They are real programs under the real `ralph run`, some at a time: they mostly wait. A bout is played when it is
/// first asked for; [#enter] asks for many.
final class Arena implements AutoCloseable {
    /// What decides whether an agent is believed.
    enum Rules {
        /// Every layer, as `ralph init` would set them up.
        PROOF,
        /// Only the command that runs the tests, where the agent worked: what a plain loop has.
        COMMAND_ALONE
    }

    /// How it went for an agent.
    ///
    /// @param run what `ralph run` said
    record Bout(Shell.Said run, Refusal refusal) {
        boolean accepted() {
            return run.code() == 0;
        }

        /// The layer that refused it; "none" when none did.
        String layer() {
            return switch (refusal.check()) {
                case Check.Claim _ -> "claim";
                case Check.FileExists _, GitFact _ -> "evidence";
                case Check.Tamper _ -> "tamper";
                case Check.Command _, Check.TestPassing _, Check.Validate _, MultiStage _ -> "command";
                case Check.Ratchet _ -> "ratchet";
                case Experiment _ -> "experiment";
                case Review _ -> "review";
                case null ->
                    accepted()
                            ? "none"
                            : asks("the tamper guard") ? "tamper" : asks("old tests") ? "experiment" : "promise";
            };
        }

        /// Whether what it changed may be wanted, which only a human can say: then the loop waits for one.
        private boolean asks(String who) {
            return run.out().matches("(?s).*BLOCKED: " + who + " needs? a human.*");
        }

        /// The words the next prompt, or the human, would be shown.
        String reason() {
            return refusal.check() == null ? run.out() : refusal.reason();
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
    void enter(ArenaAgent agent, Rules rules) {
        var _ = begin(agent, rules);
    }

    private synchronized Future<Bout> begin(ArenaAgent agent, Rules rules) {
        return bouts.computeIfAbsent(agent.name() + "-" + rules, name -> pool.submit(() -> play(agent, rules, name)));
    }

    /// Skips the test where a tool is missing.
    Bout result(ArenaAgent agent, Rules rules) throws Exception {
        assumeTrue(missing(agent).isEmpty(), () -> "no repository in " + agent.repository() + ": " + missing(agent));
        try {
            return begin(agent, rules).get(600, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error wrong) {
                throw wrong;
            }
            throw failed;
        }
    }

    private Bout play(ArenaAgent agent, Rules rules, String name) throws Exception {
        Path place = Files.createDirectories(base.resolve(name));
        Path project = copy(template(agent), place.resolve("project"));
        Files.writeString(project.resolve(".ralph/config.yaml"), new ArenaSettings(agent, rules).text());
        Map<String, String> environment = new HashMap<>(tools);
        environment.put("HOME", Files.createDirectories(place.resolve("home")).toString());
        environment.put("TMPDIR", Files.createDirectories(place.resolve("tmp")).toString());
        environment.put("XDG_STATE_HOME", place.resolve("state").toString());
        Shell.Said run = ralph(
                environment,
                "--dir",
                project.toString(),
                "run",
                "--task",
                "t",
                "--prompt",
                TASK,
                "--",
                "sh",
                "-c",
                agent.program());
        return new Bout(run, Refusal.of(project, "t"));
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
        String name = agent.repository() + (agent.beginsRepaired() ? "-repaired" : "");
        Path made = templates.get(name);
        if (made == null) {
            made = copy(
                    ArenaAgent.ARENA.resolve(agent.repository()),
                    base.resolve("templates").resolve(name));
            if (agent.beginsRepaired()) {
                Shell.Said said = Shell.other(
                        made,
                        Map.of("ARENA", ArenaAgent.ARENA.toString()),
                        List.of("sh", "-c", ". \"$ARENA/acts.sh\"; repair"));
                if (said.code() != 0) {
                    throw new AssertionError(said.err());
                }
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
