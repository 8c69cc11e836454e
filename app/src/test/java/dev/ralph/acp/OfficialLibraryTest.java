package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The protocol's official Java library on the other side: what we send is what it reads, and the other way round.
@Timeout(60)
class OfficialLibraryTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void a_new_session_is_opened_and_a_turn_done() throws Exception {
        String lines = turn(null);

        assertThat(lines).startsWith("{\"type\":\"session\",\"id\":\"made-in " + folder + "\",\"resumed\":false}\n");
        assertThat(lines)
                .contains("{\"type\":\"text\",\"text\":\"You said: grüße \\\"x\\\"\\n\",\"last\":false}")
                .contains("{\"type\":\"tool_call\",\"id\":\"t1\",\"name\":\"execute\",\"detail\":\"make all\"}")
                .contains("{\"type\":\"tool_result\",\"id\":\"t1\",\"failed\":false}")
                .contains("{\"type\":\"usage\",\"key\":\"cost\",\"scope\":\"session\",\"dollars\":0.5}")
                .contains("{\"type\":\"text\",\"text\":\"files: false\",\"last\":false}")
                .doesNotContain("not to be seen");
        assertThat(lines)
                .endsWith("{\"type\":\"result\",\"failed\":false,\"stopReason\":\"end_turn\",\"strange\":0}\n");
    }

    @Test
    void an_old_session_is_gone_on_with() throws Exception {
        String lines = turn("old");

        assertThat(lines).startsWith("{\"type\":\"session\",\"id\":\"old\",\"resumed\":true}\n");
        assertThat(lines)
                .endsWith("{\"type\":\"result\",\"failed\":false,\"stopReason\":\"end_turn\",\"strange\":0}\n");
    }

    private String turn(@Nullable String session) throws InterruptedException {
        List<String> command = new ArrayList<>(AcpBridgeTest.fake("x"));
        command.subList(command.size() - 2, command.size()).clear();
        command.add(SdkAgent.class.getName());
        Duration limit = Duration.ofSeconds(40);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        new AcpBridge(folder, System.getenv(), "test", new PrintStream(printed, true, StandardCharsets.UTF_8))
                .run(
                        new BridgeRequest(command, session, null, null, limit, limit, Duration.ofSeconds(2)),
                        new ByteArrayInputStream("grüße \"x\"\n".getBytes(StandardCharsets.UTF_8)));
        return printed.toString(StandardCharsets.UTF_8);
    }
}
