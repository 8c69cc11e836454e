package dev.ralph.acp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /// Lets the agent end by itself, and ends what is left of it and of its descendants: SIGTERM, and after
    /// the grace SIGKILL. Returns when they are gone, or when the kernel has not ended one for ten seconds:
    /// what is left then is for whoever supervises the bridge.
    ///
    /// @param close closes its input, which asks it to end
    void end(Runnable close, Duration grace) throws InterruptedException {
        Set<ProcessHandle> family = new LinkedHashSet<>(process.descendants().toList());
        close.run();
        process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
        family.addAll(process.descendants().toList());
        process.destroy();
        family.forEach(ProcessHandle::destroy);
        await(family, grace);
        family.addAll(process.descendants().toList());
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        await(family, KILLED);
    }

    private void await(Set<ProcessHandle> family, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while ((process.isAlive() || family.stream().anyMatch(AgentProcess::isLeft)) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /// A dead process that its parent did not wait for lives, for Java, as long as nobody does; but it is no
    /// program any more.
    static boolean isLeft(ProcessHandle one) {
        ProcessHandle.Info info = one.info();
        return one.isAlive()
                && (info.command().isPresent() || info.commandLine().isPresent());
    }
}
