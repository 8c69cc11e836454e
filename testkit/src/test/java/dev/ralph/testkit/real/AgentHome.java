package dev.ralph.testkit.real;

import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where one agent works: a home and a project folder of its own, kept over several turns. Every process it
/// starts carries a mark in its environment, by which even those are found that left their parents.
final class AgentHome implements AutoCloseable {
    private static final Pattern SESSION =
            Pattern.compile("\"(?:session_id|sessionID|sessionId|thread_id)\":\"([^\"]+)\"");

    private static final Duration START = Duration.ofMinutes(4);

    private final RealAgent agent;
    private final Path program;
    private final String mark;
    final Path home;
    final Path project;

    AgentHome(RealAgent agent, Path folder) throws IOException {
        this.agent = agent;
        RealAgents agents = RealAgents.here();
        this.program = agents.program(agent.program())
                .orElseThrow(() -> new IllegalStateException(agents.missing(agent.program())));
        this.mark = "RALPH_DESK=" + folder;
        this.home = Files.createDirectories(folder.resolve("home"));
        this.project = Files.createDirectories(folder.resolve("project"));
    }

    /// What a turn left.
    record Turn(@Nullable Integer exit, String stdout, String stderr, Duration took) {
        boolean ended() {
            return exit != null;
        }

        /// The session's id, in whatever form the agent gives it.
        String session() {
            Matcher matcher = SESSION.matcher(stdout);
            if (!matcher.find()) {
                throw new AssertionError("there is no session id in: " + stdout);
            }
            return matcher.group(1);
        }

        @Override
        public String toString() {
            return "exit " + exit + " after " + took + "\nstdout: " + stdout + "\nstderr: " + stderr;
        }
    }

    Turn turn(ScriptPlayback playback, String prompt, Duration limit) throws IOException, InterruptedException {
        return turn(playback, prompt, null, Map.of(), limit);
    }

    /// One turn, ended with everything it started when it takes longer than the limit after its first word with
    /// the model; its exit is null then. On a busy machine the start alone can take a minute.
    Turn turn(
            ScriptPlayback playback, String prompt, @Nullable String session, Map<String, String> more, Duration limit)
            throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Process process = start(playback, prompt, session, more);
        int turns = playback.turnCount();
        for (int second = 0;
                second < START.toSeconds() && playback.turnCount() == turns && process.isAlive();
                second++) {
            playback.awaitTurns(turns + 1, Duration.ofSeconds(1));
        }
        boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
            end();
            process.waitFor();
        }
        return new Turn(
                ended ? process.exitValue() : null,
                output(),
                Files.readString(home.resolveSibling("stderr")),
                Duration.ofNanos(System.nanoTime() - begun));
    }

    /// What the agent has printed so far.
    String output() throws IOException {
        return Files.readString(home.resolveSibling("stdout"));
    }

    Process start(ScriptPlayback playback, String prompt, @Nullable String session, Map<String, String> more)
            throws IOException {
        Path input = Files.writeString(home.resolveSibling("prompt"), prompt);
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        builder.command().addAll(ByHand.arguments(agent, playback.url(), session));
        builder.directory(project.toFile());
        builder.redirectInput(input.toFile());
        builder.redirectOutput(home.resolveSibling("stdout").toFile());
        builder.redirectError(home.resolveSibling("stderr").toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(agent.settle(home, playback.url(), RealAgent.Manner.QUIET));
        environment.put(mark.substring(0, mark.indexOf('=')), mark.substring(mark.indexOf('=') + 1));
        environment.putAll(more);
        return builder.start();
    }

    /// The processes that work at this desk.
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try (Stream<String> variables = Stream.of(
                Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"), StandardCharsets.ISO_8859_1)
                        .split("\0"))) {
            return variables.anyMatch(mark::equals);
        } catch (IOException _) {
            return false;
        }
    }

    /// Kills every process of this desk, and those that appear meanwhile.
    void end() {
        for (int round = 0; round < 100; round++) {
            List<ProcessHandle> alive = processes();
            if (alive.isEmpty()) {
                return;
            }
            alive.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("these processes do not end: " + processes());
    }

    @Override
    public void close() {
        end();
    }
}
