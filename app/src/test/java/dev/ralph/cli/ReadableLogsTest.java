package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `ralph logs` of agents whose output is made for programs.
class ReadableLogsTest extends WithAgentPrograms {
    private static final String STREAM = """
            cat >/dev/null
            cat <<'END'
            {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m1","model":"claude-opus-4-5","role":"assistant","content":[{"type":"text","text":"I run\\nthe build.\\u001b]0;x\\u0007"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make\\n\\u001b[2Jall"}}]},"session_id":"s-1"}
            {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"secret of the tool"}]},"session_id":"s-1"}
            npm warn
            {"type":"assistant","message":{"id":"m2","model":"claude-opus-4-5","role":"assistant","content":[{"type":"text","text":"WORDS"}]},"session_id":"s-1"}
            {"type":"result","subtype":"success","is_error":false,"result":"WORDS","session_id":"s-1","total_cost_usd":0.25}
            END
            """;

    @Test
    void what_a_known_agent_says_and_does_is_shown_in_lines_for_people() throws Exception {
        install("claude", STREAM.replace("WORDS", "<promise>DONE</promise>"));
        assertThat(run("--completion-promise", "DONE").code()).isZero();

        assertThat(type("logs", "t").out()).isEqualTo("""
                · session s-1
                · model claude-opus-4-5
                I run
                the build.\ufffd]0;x\ufffd
                → Bash make all
                ✗ Bash failed
                ? no JSON object: npm warn
                <promise>DONE</promise>
                """);
    }

    @Test
    void raw_and_json_show_what_is_stored() throws Exception {
        install("claude", STREAM.replace("WORDS", "<promise>DONE</promise>"));
        assertThat(run("--completion-promise", "DONE").code()).isZero();

        assertThat(type("logs", "t", "--raw").raw()).isEqualTo(stored());
        assertThat(type("logs", "t", "--json").out().lines())
                .hasSize(6)
                .allMatch(line -> line.startsWith("{\"run_id\""));
        String json = type("logs", "t", "--json").out();
        String run = json.substring(json.indexOf("\"run_id\":\"") + 10, json.indexOf("\",\"attempt\""));
        assertThat(type("logs", "t", "--run", run).out())
                .isEqualTo(type("logs", "t").out());
    }

    @Test
    void each_attempt_of_a_chain_is_read_as_its_own_agent_prints() throws Exception {
        install(
                "codex",
                "cat >/dev/null; echo '{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"type\":\"agent_message\",\"text\":\"codex words\"}}'; exit 1");
        install("claude", STREAM.replace("WORDS", "claude words"));

        run("--agent", "codex,claude", "--max-restarts", "4", "--completion-promise", "DONE");

        assertThat(type("logs", "t", "--attempt", "1").out()).isEqualTo("codex words\n");
        assertThat(type("logs", "t").out()).endsWith("claude words\n");
    }

    @Test
    void a_program_is_shown_as_it_is_unless_its_stream_is_known() throws Exception {
        String line =
                "{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"type\":\"agent_message\",\"text\":\"hello\"}}";
        TypedCommand.loop(folder, "plain", "echo '" + line + "'; touch DONE");
        TypedCommand.loop(folder, "known", "echo '" + line + "'; touch DONE", "--stream", "codex");

        assertThat(type("logs", "plain").out()).isEqualTo(line + "\n");
        assertThat(type("logs", "known").out()).isEqualTo("hello\n");
    }

    @Test
    void following_shows_words_as_they_come() throws Exception {
        install(
                "claude",
                STREAM.replace("WORDS", "<promise>DONE</promise>").replace("cat <<", "head -c 100000 <<")
                        + "until test -e go; do sleep 0.05; done");
        Thread loop = Thread.ofPlatform().start(() -> run("--completion-promise", "DONE"));
        Waiting.until(() -> type("logs", "t").out().contains("<promise>"));
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        String[] words = {"--dir", folder.toString(), "logs", "-f", "t"};
        Thread follow = Thread.ofPlatform()
                .start(() -> Main.run(words, new PrintStream(shown, true), new PrintStream(shown, true), Map.of()));

        Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("→ Bash make all"));
        Files.createFile(folder.resolve("go"));

        follow.join();
        loop.join();
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("<promise>DONE</promise>\n");
    }

    @ParameterizedTest
    @EnumSource(
            value = StreamFormat.class,
            names = {"TEXT", "ACP", "BUILTIN"},
            mode = EnumSource.Mode.EXCLUDE)
    void the_recorded_streams_of_every_agent_read_well(StreamFormat format) throws Exception {
        Path streams = Path.of(System.getProperty("ralph.repository"), "engine/src/test/resources/streams");
        try (Stream<Path> files = Files.list(streams.resolve(format.word()))) {
            List<Path> recorded = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
            assertThat(recorded).isNotEmpty();
            for (Path file : recorded) {
                assertThat(shown(format, file))
                        .as(file.toString())
                        .doesNotContain("{\"type\":")
                        .satisfies(text -> assertThat(text.isEmpty() || text.endsWith("\n"))
                                .isTrue());
            }
        }
        assertThat(shown(format, streams.resolve(format.word()).resolve("tools.jsonl")))
                .contains("\n→ ");
        assertThat(shown(format, streams.resolve(format.word()).resolve("e429.jsonl")))
                .containsOnlyOnce("! failed: ")
                .doesNotContain("! ended with a failure");
    }

    private static String shown(StreamFormat format, Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WordsSink sink = new WordsSink(new PrintStream(out, true), format.reader(ResetTimes.UNKNOWN));
        byte[] bytes = Files.readAllBytes(file);
        for (int from = 0; from < bytes.length; from += 1000) {
            sink.write(bytes, from, Math.min(1000, bytes.length - from));
        }
        sink.end();
        return out.toString(StandardCharsets.UTF_8);
    }

    private String stored() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(".ralph/tasks/t/runs"))) {
            Path file = files.filter(path -> path.endsWith("agent-stdout.txt"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        }
    }
}
