package dev.ralph.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The real agent programs that are installed, each playing the same scene: side by side, because they mostly wait,
/// though each is a test of its own. The first test of a scene starts it for all of them.
final class RealAgentRuns implements AutoCloseable {
    /// What an agent does, on a stage of its own; assertions belong to it. It plays for every agent, so it must take
    /// the agent from its stage.
    interface Scene {
        void play(RealAgentFixture stage) throws Exception;
    }

    /// In which runs a scene is played.
    enum Run {
        EVERY,
        WHOLE_LIST
    }

    private final Path folder;
    private final ExecutorService pool;
    private final Map<String, Map<RealAgent, Future<?>>> played = new HashMap<>();

    RealAgentRuns(Path folder, int atOnce) {
        this.folder = folder;
        this.pool = Executors.newFixedThreadPool(atOnce);
    }

    /// Skips the test of an agent that is not installed, and scenes that are not for this run.
    void play(String name, RealAgent agent, Run run, Scene scene) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(
                run == Run.EVERY || Boolean.getBoolean("ralph.real-agents"),
                "only with ./check --real-agents; without it each program plays the scene that tells most");
        try {
            Objects.requireNonNull(begin(name, scene).get(agent)).get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error wrong) {
                throw wrong;
            }
            throw failed;
        }
    }

    /// Starts a scene for everybody, unless it was.
    Map<RealAgent, Future<?>> begin(String name, Scene scene) {
        return played.computeIfAbsent(name, _ -> start(name, scene));
    }

    private Map<RealAgent, Future<?>> start(String name, Scene scene) {
        Map<RealAgent, Future<?>> scenes = new EnumMap<>(RealAgent.class);
        for (RealAgent agent : RealAgent.values()) {
            if (RealAgents.here().program(agent.program()).isPresent()) {
                scenes.put(agent, pool.submit(() -> {
                    playOn(Files.createDirectories(folder.resolve(name + "-" + agent.program())), agent, scene);
                    return null;
                }));
            }
        }
        return scenes;
    }

    private static void playOn(Path place, RealAgent agent, Scene scene) throws Exception {
        try (RealAgentFixture stage = new RealAgentFixture(place, agent)) {
            scene.play(stage);
        }
    }

    @Override
    public void close() throws IOException {
        pool.shutdownNow();
        pool.close();
    }
}
