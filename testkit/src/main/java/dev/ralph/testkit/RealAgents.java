package dev.ralph.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds real agent programs for tests: those that `./check --real-agents` installed, and else those on PATH.
///
/// The cache folder is `RALPH_AGENT_CACHE`, or `~/.cache/ralph/agents`. It holds one folder per agent with its
/// `node_modules`, and in it a file `installed` that names package and version and is written last: a folder
/// without it is a broken installation.
public final class RealAgents {
    private final Path cache;
    private final List<Path> path;

    /// @param environment where `RALPH_AGENT_CACHE`, `HOME` and `PATH` are looked up
    public RealAgents(Map<String, String> environment) {
        String stated = environment.getOrDefault("RALPH_AGENT_CACHE", "");
        this.cache = stated.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", "/"), ".cache", "ralph", "agents")
                : Path.of(stated);
        List<Path> folders = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        this.path = List.copyOf(folders);
    }

    /// The agents of this process's environment.
    public static RealAgents here() {
        return new RealAgents(System.getenv());
    }

    /// The folder that `./check --real-agents` installs into.
    public Path cache() {
        return cache;
    }

    /// An agent's program: `claude`, `codex`, `opencode`, `gemini`, `qwen`, `copilot`.
    public Optional<Path> program(String name) {
        Path installed = bin(name).resolve(name);
        if (Files.isRegularFile(cache.resolve(name).resolve("installed")) && Files.isExecutable(installed)) {
            return Optional.of(installed);
        }
        return path.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// A value for PATH with which an agent is found, and a Node that is new enough for it, before everything else.
    public String pathFor(String name) {
        List<String> folders = new ArrayList<>();
        for (Path bin : List.of(bin("node"), bin(name))) {
            if (Files.isDirectory(bin)) {
                folders.add(bin.toString());
            }
        }
        path.forEach(folder -> folders.add(folder.toString()));
        return String.join(File.pathSeparator, folders);
    }

    /// What to tell whoever misses an agent.
    public String missing(String name) {
        return "the agent program " + name + " is neither in " + cache
                + " nor on PATH: ./check --real-agents installs it";
    }

    private Path bin(String name) {
        return cache.resolve(name).resolve("node_modules").resolve(".bin");
    }
}
