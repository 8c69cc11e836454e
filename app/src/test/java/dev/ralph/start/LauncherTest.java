package dev.ralph.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.ScriptPlayback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the real `./ralph` with a real JVM in a copy of the repository's shape; only Maven is played by a script.
class LauncherTest {

    @TempDir
    static Path shared = Path.of("");

    @TempDir
    Path folder = Path.of("");

    private LauncherFixture ralph = new LauncherFixture(Path.of(""));

    /// Building and training take seconds: tests about a build that is already there begin with a copy of one.
    @BeforeAll
    static void build() throws Exception {
        LauncherFixture built = new LauncherFixture(shared.resolve("built"));
        built.writeSources();
        assertThat(built.start("--version").code()).isZero();
    }

    @BeforeEach
    void make() throws IOException {
        ralph = new LauncherFixture(folder.resolve("a path with 'spaces'"));
    }

    @Test
    void builds_once_and_says_so_and_later_starts_are_silent() throws Exception {
        ralph.writeSources();
        StartedCommand first = ralph.start("--version");
        StartedCommand second = ralph.start("--version");

        assertThat(first.out()).isEqualTo(second.out()).startsWith("ralph ");
        assertThat(first.err()).isEqualTo("ralph: building Ralph (first start only, about a minute) …\n");
        assertThat(second).isEqualTo(new StartedCommand(0, first.out(), ""));
        assertThat(ralph.builds()).isEqualTo(1);
    }

    @Test
    void starts_from_any_folder_through_links() throws Exception {
        ralph.writeSources();
        Path far = Files.createDirectories(folder.resolve("far/bin"));
        Files.createSymbolicLink(far.resolve("second"), ralph.script());
        Files.createSymbolicLink(far.resolve("ralph"), Path.of("second"));

        assertThat(ralph.start(far, List.of("./ralph", "--version"), Map.of()).code())
                .isZero();
        assertThat(ralph.start(folder, List.of("far/bin/ralph", "--version"), Map.of()))
                .isEqualTo(ralph.start("--version"));
        assertThat(ralph.start(ralph.home(), List.of("sh", "ralph", "--version"), Map.of()))
                .isEqualTo(ralph.start("--version"));
    }

    @Test
    void rebuilds_when_a_source_is_newer_and_leaves_the_older_build_to_those_who_run_it() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        Path older = ralph.currentBuild();

        ralph.touchSource();
        StartedCommand rebuilt = ralph.start("--version");

        assertThat(rebuilt.err()).isEqualTo("ralph: sources are newer than the build: rebuilding …\n");
        assertThat(ralph.currentBuild()).isNotEqualTo(older);
        assertThat(older.resolve("lib/ralph-app.jar")).exists();
        assertThat(ralph.start("--version").err()).isEmpty();
    }

    @Test
    void a_tab_in_the_shell_never_waits_for_a_build() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        ralph.touchSource();

        StartedCommand offered = ralph.start("__complete", "--", "stat");

        assertThat(offered.err()).isEmpty();
        assertThat(offered.out()).startsWith("words\nstatus\t");
        assertThat(ralph.builds()).isEqualTo(1);
    }

    @Test
    void a_failed_rebuild_is_an_error_though_an_older_build_exists() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        ralph.touchSource();

        for (int i = 0; i < 2; i++) {
            StartedCommand failed =
                    ralph.start(folder, List.of(ralph.script().toString(), "--version"), Map.of("MVN_FAILS", "1"));

            assertThat(failed.code()).isEqualTo(1);
            assertThat(failed.out()).isEmpty();
            assertThat(failed.err()).contains("[ERROR] planted", "ralph: the build failed", "build.log");
        }
        assertThat(ralph.start("--version").code()).isZero();
    }

    @Test
    void two_first_starts_at_once_build_once() throws Exception {
        ralph.writeSources();
        List<Process> both = List.of(ralph.launch("--version"), ralph.launch("--version"));

        for (Process process : both) {
            assertThat(process.waitFor(Duration.ofSeconds(90))).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(ralph.builds()).isEqualTo(1);
    }

    @Test
    void a_copy_without_sources_is_never_rebuilt() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        ralph.deleteSources();

        assertThat(ralph.start("--version").code()).isZero();
        assertThat(ralph.builds()).isEqualTo(1);
    }

    @Test
    void a_start_up_cache_that_does_not_fit_is_left_out_without_a_word() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        StartedCommand good = ralph.start("--version");
        Path cache = ralph.cache();
        byte[] whole = Files.readAllBytes(cache);
        List<byte[]> unfit = new ArrayList<>();
        unfit.add(new byte[0]);
        unfit.add(Arrays.copyOf(whole, 1000));
        unfit.add(Arrays.copyOf(whole, whole.length / 2));
        unfit.add("not a cache".repeat(100_000).getBytes(UTF_8));

        for (byte[] bytes : unfit) {
            Files.write(cache, bytes);
            assertThat(ralph.start("--version")).isEqualTo(new StartedCommand(0, good.out(), ""));
        }
        Files.write(cache, whole);
        Path jar = ralph.currentBuild().resolve("lib/ralph-app.jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        assertThat(ralph.start("--version")).isEqualTo(new StartedCommand(0, good.out(), ""));
        Files.delete(cache);
        assertThat(ralph.start("--version")).isEqualTo(new StartedCommand(0, good.out(), ""));
        assertThat(cache).as("not made again at each start").doesNotExist();
    }

    @Test
    void a_program_whose_jars_lie_apart_is_loaded_by_its_command_alone() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        Path apart = ralph.currentBuild().resolve("lib/builtin");
        assertThat(apart.resolve("ralph-builtin.jar")).exists();

        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.of(ModelStep.text("Hello")));
            StartedCommand talk = ralph.start(
                    folder,
                    List.of(
                            "sh",
                            "-c",
                            "echo Hi | \"$0\" builtin-agent",
                            ralph.script().toString()),
                    Map.of("ANTHROPIC_BASE_URL", model.url().toString(), "ANTHROPIC_API_KEY", "sk-ant-scripted"));

            assertThat(talk.err()).isEmpty();
            assertThat(talk.out()).contains("{\"type\":\"text\",\"text\":\"Hello\",\"last\":true}");
            assertThat(talk.code()).isZero();
        }
        Files.move(apart, folder.resolve("gone"));
        assertThat(ralph.start("status").code()).isZero();
        assertThat(ralph.start("builtin-agent"))
                .isEqualTo(new StartedCommand(
                        1, "", "ralph: `builtin` is incomplete: its jars are missing. Reinstall Ralph\n"));
    }

    @Test
    void the_board_has_its_library_from_a_folder_of_its_own_wherever_its_word_stands() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        Path apart = ralph.currentBuild().resolve("lib/board");
        assertThat(apart).isDirectoryContaining("glob:**jline*.jar");
        assertThat(ralph.currentBuild().resolve("lib")).isDirectoryNotContaining("glob:**jline*.jar");

        assertThat(ralph.start("--dir", folder.toString(), "board", "--once").out())
                .contains("TODO 0");
        Files.move(apart, folder.resolve("gone"));
        assertThat(ralph.start("--dir", folder.toString(), "board", "--once"))
                .isEqualTo(new StartedCommand(
                        1, "", "ralph: `board` is incomplete: its jars are missing. Reinstall Ralph\n"));
        assertThat(ralph.start("--dir", folder.toString(), "top", "--once").code())
                .isZero();
    }

    private static final String GREETING = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"test","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    /// What an agent hears of `ralph mcp` that says this.
    private StartedCommand served(String says, Map<String, String> more) throws Exception {
        Path run = Files.createDirectories(folder.resolve("task/runs/run-1"));
        Map<String, String> environment = new HashMap<>(more);
        environment.putAll(Map.of(
                "RALPH_INSIDE_LOOP", "loop-1",
                "RALPH_INSIDE_FOLDER", folder.toString(),
                "JRUN_TASK_FOLDER", folder.resolve("task").toString(),
                "JRUN_RUN_FOLDER", run.toString(),
                "JRUN_PROJECT_ID", "project",
                "JRUN_TASK_ID", "task",
                "JRUN_ID", "run-1"));
        Files.deleteIfExists(folder.resolve("said"));
        // Standard input stays open until the second request is answered.
        String script =
                "(printf '%s' \"$1\"; until grep -qs '\"id\":2' said; do sleep 0.1; done) | \"$0\" mcp | tee said";
        return ralph.start(folder, List.of("sh", "-c", script, ralph.script().toString(), says), environment);
    }

    @Test
    void the_tools_for_agents_are_served_from_jars_of_their_own() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        String call = GREETING + """
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"text":"%s"}}}
                """;
        for (String said : List.of(
                call.formatted("a \\\"thing\\\""),
                call.formatted("much").replace("\"arguments\"", " ".repeat(100_000) + "\"arguments\""),
                call.formatted("spaces").replace(":", ": "))) {
            StartedCommand served = served(said, Map.of());

            assertThat(served.err()).isEmpty();
            assertThat(served.out().lines()).hasSize(2);
            assertThat(served.out()).contains("\"serverInfo\":{", "\"name\":\"ralph\"", "\"isError\":false");
        }
        assertThat(folder.resolve("task/remembered.jsonl")).content().contains("a \\\"thing\\\"", "much", "spaces");
    }

    @Test
    void an_agent_hears_of_its_tools_before_any_jvm_has_started() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        Files.move(ralph.currentBuild().resolve("lib"), folder.resolve("gone"));
        String list = GREETING + "{\"method\":\"tools/list\",\"jsonrpc\":\"2.0\",\"id\":2}\n";
        String hello = """
                {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18",""";

        StartedCommand usual = served(list, Map.of());
        StartedCommand rejecting = served(list, Map.of("RALPH_MAY_REJECT", "1"));

        assertThat(usual.err()).isEmpty();
        assertThat(usual.out().lines()).hasSize(2);
        assertThat(usual.out())
                .startsWith(hello)
                .contains(
                        "\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[{", "\"task_complete\"", "inputSchema")
                .doesNotContain("\"reject\"");
        assertThat(rejecting.out()).startsWith(hello).contains("\"task_complete\"", "\"reject\"");
        String later = "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"method\":\"server/discover\"}\n";
        assertThat(served(later + list, Map.of()).out())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"error\":{\"code\":-32601,")
                .endsWith(usual.out());
    }

    @Test
    void names_outside_ascii_survive_a_locale_without_them_and_agents_keep_the_users_locale() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        String script = """
                cd "$1" && d=$(printf 'sp ace \\303\\274') && mkdir "$d" && "$0" run --dir "$d" --task t --prompt x \\
                    --containment group --command 'pwd > where; env | grep LC_ALL; touch "$TASK_FOLDER/DONE"' &&
                "$0" logs --dir "$d" t && cat "$d/where"
                """;

        StartedCommand run = ralph.start(
                folder,
                List.of("sh", "-c", script, ralph.script().toString(), folder.toString()),
                Map.of("LC_ALL", "C", "RALPH_CHECKS", ""));

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("COMPLETED after 1 attempt")
                .endsWith("LC_ALL=C\n" + folder.toRealPath() + "/sp ace \u00fc\n");
    }

    @Test
    void variables_of_the_user_are_none_of_the_script() throws Exception {
        ralph.copyOf(shared.resolve("built"));
        Map<String, String> noise = new HashMap<>();
        for (String name : List.of("limit", "build", "flag", "sqlite", "class_path", "cache", "home", "jdk", "kind")) {
            noise.put(name, "/no/such/thing");
        }

        assertThat(ralph.start(folder, List.of(ralph.script().toString(), "--version"), noise))
                .isEqualTo(ralph.start("--version"));
    }

    @Test
    void an_older_jdk_is_refused_in_one_sentence() throws Exception {
        ralph.writeSources();
        Path old = folder.resolve("jdk-17");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.copy(Path.of("/bin/true"), old.resolve("bin/java"), StandardCopyOption.COPY_ATTRIBUTES);

        StartedCommand refused =
                ralph.start(folder, List.of(ralph.script().toString()), Map.of("RALPH_JAVA_HOME", old.toString()));

        assertThat(refused)
                .isEqualTo(new StartedCommand(
                        1,
                        "",
                        "ralph: RALPH_JAVA_HOME (" + old + ") is no JDK 25 or newer: point it at one, or unset it\n"));
    }
}
