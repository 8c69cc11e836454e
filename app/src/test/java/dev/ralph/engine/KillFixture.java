package dev.ralph.engine;

import dev.ralph.paths.StateLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A project folder with an agent, and the real program to run on it.
record KillFixture(Path folder, KillScenario scenario, String containment) {
    private static final int PATIENCE_SECONDS = 120;
    static final int KILLED = 137;

    static KillFixture make(Path folder, KillScenario scenario, String containment)
            throws IOException, InterruptedException {
        KillFixture fixture =
                new KillFixture(folder, scenario, scenario.flags().contains("overlay") ? "namespace" : containment);
        Files.createDirectories(fixture.project());
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("agent.sh"), scenario.agent());
        Files.writeString(folder.resolve("job.sh"), scenario.job());
        List<String> flags = fixture.fault("job-", "$(cat '" + folder.resolve("job.kill") + "')", "job.killed");
        Files.writeString(folder.resolve("job.kill"), "");
        fixture.program("ralph", "exec \"" + String.join("\" \"", fixture.java(flags)) + "\" \"$@\"\n");
        fixture.program("claude", fixture.recorded() + ". " + folder.resolve("agent.sh") + "\n");
        if (scenario.isOverlaid() || scenario.discards()) {
            OverlayScenario.plant(fixture.project());
        }
        if (scenario.commits()) {
            fixture.git("init", "-q");
            fixture.git("add", "--all");
            fixture.git(
                    "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "--allow-empty", "-m", "0");
        }
        return fixture;
    }

    private void program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// What a known agent needs besides its script: of our environment it sees next to nothing.
    private String recorded() {
        Path streams =
                Path.of(System.getProperty("ralph.repository")).resolve("engine/src/test/resources/streams/claude");
        return "LOG=" + folder.resolve("ran") + " SCRATCH=" + folder + "\nsay() { cat '" + streams + "'/$1.jsonl; }\n";
    }

    Path project() {
        return folder.resolve("project");
    }

    /// Where workspaces lie.
    Path state() {
        return folder.resolve("state");
    }

    StateLayout layout() {
        return StateLayout.inProject(project());
    }

    /// The run ids of all agents that ever ran, in order.
    List<String> ran() throws IOException {
        Path log = folder.resolve("ran");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /// The points passed so far, by all processes.
    List<String> visits() throws IOException {
        Path visits = folder.resolve("visits");
        return Files.exists(visits) ? Files.readAllLines(visits) : List.of();
    }

    /// Whether one of the kills that were asked for took place.
    boolean wasKilled() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().contains("killed"));
        }
    }

    /// How a process ended, and what it said.
    record Ended(int code, String said) {}

    /// @param kill where the engine dies, empty for nowhere
    Ended run(String kill) throws IOException, InterruptedException {
        return ralph(kill, runWords(scenario.flags()));
    }

    List<String> runWords(List<String> flags) {
        List<String> words = new ArrayList<>(List.of("run", "--prompt", KillScenario.PROMPT));
        words.addAll(List.of("--restart-delay", "0s", "--grace", "2s", "--containment", containment));
        words.addAll(flags);
        words.addAll(List.of("--task", "t"));
        if (!scenario.isKnown()) {
            words.addAll(List.of("--", "sh", folder.resolve("agent.sh").toString()));
        }
        return words;
    }

    Ended resume(String kill) throws IOException, InterruptedException {
        return ralph(kill, List.of("resume", "--containment", containment, "--task", "t"));
    }

    Ended ralph(String kill, List<String> words) throws IOException, InterruptedException {
        return await(start(kill, words));
    }

    /// Starts the engine and waits until something is so, or the engine has ended.
    Process begin(List<String> words, Callable<Boolean> isSo) throws Exception {
        Process engine = start("", words);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!isSo.call() && engine.isAlive() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        return engine;
    }

    Process start(String kill, List<String> words) throws IOException {
        List<String> command = java(fault("", kill, "killed-" + System.nanoTime()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project().toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("said").toFile()));
        builder.environment().putAll(Map.of("LOG", folder.resolve("ran").toString(), "SCRATCH", folder.toString()));
        builder.environment().put("XDG_STATE_HOME", state().toString());
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().keySet().removeIf(name -> name.startsWith("RALPH_") || name.startsWith("JRUN_"));
        return builder.start();
    }

    Ended await(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end within " + PATIENCE_SECONDS + " s, and said:\n" + said());
        }
        return new Ended(process.exitValue(), said());
    }

    String said() throws IOException {
        return Files.readString(folder.resolve("said"));
    }

    String git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", project().toString()));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new AssertionError(command + " failed: " + said);
        }
        return said;
    }

    /// Lets the process of `ralph job` die, once.
    void killJobAt(String visit) throws IOException {
        Files.writeString(folder.resolve("job.kill"), visit);
    }

    private List<String> fault(String prefix, String kill, String once) {
        return List.of(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.prefix=" + prefix,
                "-Dralph.fault.visits=" + folder.resolve("visits"),
                "-Dralph.fault.kill=" + kill,
                "-Dralph.fault.once=" + folder.resolve(once));
    }

    private List<String> java(List<String> flags) {
        List<String> command = QuickJava.command();
        command.add("-Dralph.launcher=" + folder.resolve("bin/ralph"));
        command.addAll(flags);
        command.add("dev.ralph.cli.Main");
        return command;
    }
}
