package dev.ralph.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Another JVM that runs a `main` of these tests. It ends with the test at the latest: its standard input closes.
final class StoreProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static StoreProcess java(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /// @param before what stands before the java command, such as a shell that sets limits
    static StoreProcess start(List<String> before, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new StoreProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /// Waits for the next line it prints; null at its end.
    @Nullable
    String line() throws IOException {
        return output.readLine();
    }

    List<String> rest() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    /// Gives it a byte to read.
    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /// Lets children begin at the same moment: each waits for a byte after it has printed `ready`.
    static void goTogether(List<StoreProcess> children) throws IOException {
        for (StoreProcess child : children) {
            String line = child.line();
            if (!"ready".equals(line)) {
                throw new AssertionError("a child said " + line + " instead of ready");
            }
        }
        for (StoreProcess child : children) {
            child.go();
        }
    }

    /// As `kill -9` does it; returns when it is dead. What it printed can still be read.
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.onExit().get(20, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            kill();
        } catch (InterruptedException | ExecutionException e) {
            kill();
            throw new IOException(e);
        }
    }
}
