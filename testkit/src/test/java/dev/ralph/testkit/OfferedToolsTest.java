package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfferedToolsTest {
    private final OfferedTools tools = new OfferedTools();

    @Test
    void a_command_that_is_a_list_is_given_to_bash() {
        offer("shell", "{'properties':{'command':{'type':'array'}}}");

        assertThat(chosen(new ScriptedCall.Shell("echo hi")))
                .isEqualTo("shell {\"command\":[\"bash\",\"-c\",\"echo hi\"]}");
    }

    @Test
    void types_in_capitals_and_lists_of_types_are_understood() {
        offer(
                "run_shell_command",
                "{'properties':{'command':{'type':'STRING'},'limit':{'type':['INTEGER','NULL']}},'required':['command','limit']}");

        assertThat(chosen(new ScriptedCall.Shell("x")))
                .isEqualTo("run_shell_command {\"command\":\"x\",\"limit\":60000}");
    }

    @Test
    void what_a_tool_requires_is_filled_in_by_type() {
        offer(
                "bash",
                "{'properties':{'command':{'type':'string'},'a':{'type':'boolean'},'b':{'type':'array'},'c':{'type':'object'},'d':{'enum':['sync','async']},'e':{}},"
                        + "'required':['command','a','b','c','d','e']}");

        assertThat(chosen(new ScriptedCall.Shell("x")))
                .isEqualTo(
                        "bash {\"command\":\"x\",\"a\":false,\"b\":[],\"c\":{},\"d\":\"sync\",\"e\":\"a scripted step\"}");
    }

    @Test
    void a_write_tool_that_wants_absolute_paths_gets_them() {
        offer(
                "write_file",
                "{'properties':{'file_path':{'type':'string','description':'The absolute path'},'content':{}}}");

        assertThat(chosen(new ScriptedCall.Write("a.txt", "x"), "/w"))
                .isEqualTo("write_file {\"file_path\":\"/w/a.txt\",\"content\":\"x\"}");
        assertThat(chosen(new ScriptedCall.Write("/b.txt", "x"), "/w"))
                .isEqualTo("write_file {\"file_path\":\"/b.txt\",\"content\":\"x\"}");
    }

    @Test
    void other_write_tools_get_the_path_of_the_script() {
        offer("create", "{'properties':{'path':{'type':'string'},'file_text':{'type':'string'}}}");

        assertThat(chosen(new ScriptedCall.Write("a.txt", "x"), "/w"))
                .isEqualTo("create {\"path\":\"a.txt\",\"file_text\":\"x\"}");
    }

    @Test
    void without_a_write_tool_the_shell_writes_the_very_same_bytes(@TempDir Path folder) throws Exception {
        offer("exec_command", "{'properties':{'cmd':{'type':'string'}}}");
        String content = "it's \"quoted\"\n\tGrüße $HOME `x`";

        OfferedTools.Chosen call = tools.choose(new ScriptedCall.Write("new folder/it's.txt", content), null);

        Process bash = new ProcessBuilder(
                        "bash", "-c", call.arguments().path("cmd").asString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(bash.waitFor()).isZero();
        assertThat(folder.resolve("new folder/it's.txt")).hasContent(content);
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void an_exact_tool_is_called_whether_it_is_on_offer_or_not() {
        assertThat(chosen(new ScriptedCall.Tool("nobody", Map.of("a", 1)))).isEqualTo("nobody {\"a\":1}");
        assertThat(chosen(new ScriptedCall.Shell("x"))).isEqualTo("bash {\"command\":\"x\"}");
    }

    @Test
    void the_folder_is_found_in_the_words_of_each_agent() {
        assertThat(folder("Working directory: /a/b\\nPlatform")).isEqualTo("/a/b");
        assertThat(folder("<cwd>/a/b</cwd>")).isEqualTo("/a/b");
        assertThat(folder("I'm currently working in the directory: /a/b.")).isEqualTo("/a/b");
        assertThat(folder("Primary working directory: `/a/b`, fine")).isEqualTo("/a/b");
        assertThat(folder("no folder here")).isNull();
        assertThat(folder("list files in the current directory, then read docs/commands to find out"))
                .isNull();
        assertThat(folder("in the current directory, see docs/x\\nWorking directory: /a/b"))
                .isEqualTo("/a/b");
        assertThat(WorkingFolder.in(JsonTree.readStrictly("{\"tools\":[\"working directory: /wrong\"]}")))
                .isNull();
    }

    private static @Nullable String folder(String words) {
        return WorkingFolder.in(JsonTree.readStrictly("{\"n\":1,\"messages\":[{\"content\":\"" + words + "\"}]}"));
    }

    private void offer(String name, String schema) {
        tools.add(new OfferedTools.Offered(
                name, JsonTree.readStrictly(schema.replace('\'', '"')), OfferedTools.Form.FUNCTION, null));
    }

    private String chosen(ScriptedCall call) {
        return chosen(call, null);
    }

    private String chosen(ScriptedCall call, @Nullable String folder) {
        OfferedTools.Chosen chosen = tools.choose(call, folder);
        return chosen.name() + " " + chosen.arguments();
    }
}
