package dev.ralph.acp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The agent as a child process of the bridge.
final class AgentProcess {
    /// What the kernel may take to end what was killed, on a machine with much to do.
    private static final Duration KILLED = Duration.ofSeconds(10);

    private final Process process;

    private AgentProcess(Process process) {
        this.process = process;
    }

    /// @throws IOException when the program cannot be started
    static AgentProcess start(List<String> command, Path folder, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new AgentProcess(builder.start());
    }

    InputStream output() {
        return process.getInputStream();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    /// Lets the agent end by itself, and ends what is left of it and of its descendants: SIGTERM, and after the grace
    /// SIGKILL. Returns when they are gone.
    ///
    /// @param close closes its input, which asks it to end
    void end(Runnable close, Duration grace) throws InterruptedException {
        List<ProcessHandle> family = process.descendants().toList();
        close.run();
        process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
        process.destroy();
        family.forEach(ProcessHandle::destroy);
        await(family, grace);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        await(family, KILLED);
    }

    private void await(List<ProcessHandle> family, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while ((process.isAlive() || isAnyAlive(family)) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static boolean isAnyAlive(List<ProcessHandle> family) {
        for (ProcessHandle one : family) {
            if (one.isAlive()) {
                return true;
            }
        }
        return false;
    }
}
