package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `ralph acp-bridge` from outside, as a loop starts it: prompt and output are files.
@Timeout(60)
class AcpBridgeCommandTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void the_prompt_comes_on_standard_input_and_the_turn_goes_to_standard_output() throws Exception {
        Process bridge = start("--timeout", "30s", "--", "says-hello");

        assertThat(bridge.waitFor(50, TimeUnit.SECONDS)).isTrue();
        assertThat(bridge.exitValue()).isZero();
        assertThat(printed()).endsWith("""
                {"type":"text","text":"","last":true}
                {"type":"result","failed":false,"stopReason":"end_turn","strange":0}
                """);
    }

    @Test
    void sigterm_cancels_the_turn_and_ends_the_agent() throws Exception {
        Process bridge = start("--grace", "2s", "--", "hangs-politely");
        long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (!printed().contains("thinking aloud") && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        List<ProcessHandle> agents = bridge.descendants().toList();

        bridge.destroy();

        assertThat(bridge.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(bridge.exitValue()).isEqualTo(143);
        assertThat(printed()).endsWith("""
                {"type":"error","class":"cancelled","words":"the bridge was asked to end"}
                {"type":"result","failed":true,"stopReason":"cancelled","strange":0}
                """);
        assertThat(agents).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void without_an_agent_it_says_how_to_name_one() throws Exception {
        Process bridge = start();

        assertThat(bridge.waitFor(50, TimeUnit.SECONDS)).isTrue();
        assertThat(bridge.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("err.txt")))
                .contains("no agent to start: ralph acp-bridge -- gemini --acp");
    }

    /// @param words flags, then `--` and how the agent behaves
    private Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>(AcpBridgeTest.fake("x"));
        command.subList(command.size() - 2, command.size()).clear();
        command.add("dev.ralph.cli.Main");
        command.add("acp-bridge");
        command.addAll(List.of(words));
        if (words.length > 0) {
            command.removeLast();
            command.addAll(AcpBridgeTest.fake(words[words.length - 1]));
        }
        Path prompt = Files.writeString(folder.resolve("prompt.md"), "do it\n");
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(prompt.toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    private String printed() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }
}
