package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.cli.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentProcessTest {
    private static final int MANY = 200;

    @TempDir
    Path folder;

    @Test
    void what_an_agent_starts_when_it_is_asked_to_end_is_gone_too() throws Exception {
        AgentProcess agent = start("trap '' TERM; read -r line; i=0; while [ $i -lt " + MANY
                + " ]; do sleep 600 & echo $! >> started; i=$((i+1)); done; echo done; while :; do sleep 600; done");

        agent.end(() -> close(agent), Duration.ofSeconds(3));

        List<String> started = Files.readAllLines(folder.resolve("started"));
        assertThat(started)
                .hasSize(MANY)
                .allSatisfy(
                        pid -> assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(AgentProcess::isLeft))
                                .isEmpty());
    }

    @Test
    void a_dead_process_that_nobody_waited_for_is_not_left() throws Exception {
        Process parent = new ProcessBuilder("/bin/sh", "-c", "sleep 0 & echo $!; exec sleep 600").start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            long pid = Long.parseLong(said.readLine());
            Waiting.until(
                    () -> Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z "));

            assertThat(ProcessHandle.of(pid)).hasValueSatisfying(dead -> {
                assertThat(dead.isAlive()).as("so says Java").isTrue();
                assertThat(AgentProcess.isLeft(dead)).isFalse();
            });
            assertThat(AgentProcess.isLeft(parent.toHandle())).isTrue();
        } finally {
            parent.destroyForcibly().waitFor();
        }
        assertThat(AgentProcess.isLeft(parent.toHandle())).isFalse();
    }

    private AgentProcess start(String script) throws IOException {
        return AgentProcess.start(List.of("/bin/sh", "-c", script), folder, Map.of("PATH", "/usr/bin:/bin"));
    }

    private static void close(AgentProcess agent) {
        try {
            agent.input().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
