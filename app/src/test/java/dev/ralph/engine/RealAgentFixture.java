package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

/// One real agent program under a loop, with a project, a home folder and a model of its own.
final class RealAgentFixture implements AutoCloseable {
    static final Duration LONG = Duration.ofMinutes(3);

    final RealAgent agent;
    final Path folder;
    final Path project;
    /// Of every attempt that ended.
    final List<AttemptReport> reports = new CopyOnWriteArrayList<>();
    /// After every event.
    final List<LoopState> states = new CopyOnWriteArrayList<>();
    /// Processes that were there when a wait for the provider began.
    final Set<String> waiting = new ConcurrentSkipListSet<>();
    private final Map<String, String> environment = new HashMap<>();
    private final ModelServer server = ModelServer.start();

    RealAgentFixture(Path folder, RealAgent agent) throws IOException, InterruptedException {
        this.folder = folder;
        this.agent = agent;
        this.project = Files.createDirectories(folder.resolve("project"));
        git("init", "-q");
        git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "--allow-empty", "-m", "begin");
    }

    private void git(String... words) throws IOException, InterruptedException {
        ProcessBuilder git = new ProcessBuilder("git").directory(project.toFile());
        git.command().addAll(List.of(words));
        assertThat(git.start().waitFor()).isZero();
    }

    ScriptPlayback model(ModelStep... steps) {
        return server.play(ModelScript.builder().steps(steps).folder(project).build());
    }

    /// A task that ends with the promise DONE.
    ///
    /// @param more variables, in place of those with which it would log in
    Task task(ScriptPlayback model, Map<String, String> more) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        environment.putAll(agent.settle(home, model.url(), RealAgent.Manner.AS_IT_IS));
        environment.putAll(more);
        return Task.named("task-1")
                .text("Do what to do.")
                .restartDelay(Duration.ofMillis(100))
                .pollInterval(Duration.ofMillis(200))
                .with(SettingKeys.IDLE_TIMEOUT, LONG)
                .attempts(3)
                .completionPromise("DONE")
                .with("profile", "restart")
                .agent(agent.program())
                .with(SettingKeys.AGENT_ARGS, agent.arguments(model.url()));
    }

    RunningTask.Result run(Task task) throws IOException {
        RalphOptions options = RalphOptions.of(project)
                .with(RalphOptions.Configured.BY_DEFAULTS)
                .with(environment);
        try (Ralph ralph = Ralph.open(options)) {
            return ralph.start(task, running -> running.listen((entry, state) -> hear(entry.event(), state)))
                    .await();
        }
    }

    private void hear(Event event, LoopState state) {
        states.add(state);
        if (event instanceof Event.AttemptEnded ended) {
            reports.add(ended.report());
        }
        if (state.phase() instanceof Phase.Limited) {
            try {
                waiting.addAll(LivingProcesses.of(folder));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }

    Task task(ScriptPlayback model) throws IOException {
        return task(model, Map.of());
    }

    AgentStatement statement(int attempt) {
        return Objects.requireNonNull(
                reports.get(attempt).statement(), () -> "nobody listened: " + reports.get(attempt));
    }

    /// Waits for a file of the project that has something in it.
    void await(String file) throws IOException, InterruptedException {
        Path path = project.resolve(file);
        long deadline = System.nanoTime() + LONG.toNanos();
        while ((!Files.exists(path) || Files.size(path) == 0) && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        assertThat(path).exists();
    }

    @Override
    public void close() {
        server.close();
    }
}
