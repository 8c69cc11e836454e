package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralph.engine.SelfKill;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The end of a loop, and a question, as people who are elsewhere hear of it: a real server on loopback, real programs.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NotificationsTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";
    private static final int HANG = 0;

    @TempDir
    Path folder;

    private Shell shell;
    private HttpServer server;
    /// How to answer, the next request first; 200 where nothing is left.
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    private record Request(String path, String key, String body, int status) {
        Map<String, ?> json() {
            return JsonText.object(body);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        shell = new Shell(folder);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Integer next = answers.poll();
        int status = next == null ? 200 : next;
        requests.add(new Request(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                body,
                status));
        if (status != HANG) {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        }
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private Shell.Said run(String agent, String... more) {
        List<String> words = new ArrayList<>(List.of("--command", agent, "--max-restarts", "2"));
        words.addAll(List.of(more));
        return shell.run(words.toArray(String[]::new));
    }

    @Test
    void the_end_is_posted_as_facts() {
        Shell.Said said = run(DONE, "--notify", url("/hook"));

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        Request request = requests.remove();
        assertThat(requests).isEmpty();
        assertThat(request.path()).isEqualTo("/hook");
        Map<String, ?> json = request.json();
        assertThat(json.get("event")).isEqualTo("ended");
        assertThat(json.get("task")).isEqualTo("task-001");
        assertThat(json.get("outcome")).isEqualTo("COMPLETED");
        assertThat(json.get("id")).isEqualTo(request.key());
        assertThat((String) json.get("text")).startsWith("COMPLETED after 1 attempt");
    }

    @Test
    void a_question_is_posted_and_cannot_be_a_mention_or_markup() {
        String ask = "printf '<!channel> *now* @everyone \\033[31m' > \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"";
        run(
                ask,
                "--on-question",
                "park",
                "--notify",
                "slack:" + url("/s") + ",discord:" + url("/d") + ",ntfy:" + url("/base/topic"));

        Map<String, ?> slack = requests.remove().json();
        assertThat((String) slack.get("text"))
                .contains("task-001 asks", "&lt;!channel&gt; *now*", "ralph answer task-001");
        assertThat((String) slack.get("text")).doesNotContain("\u001b");
        assertThat(slack.get("mrkdwn")).isEqualTo(false);
        Map<String, ?> discord = requests.remove().json();
        assertThat((String) discord.get("content")).contains("\\*now\\*", "\\<!channel\\>");
        assertThat(discord.get("allowed_mentions")).isEqualTo(Map.of("parse", List.of()));
        Request ntfy = requests.remove();
        assertThat(ntfy.path()).isEqualTo("/base/");
        assertThat(ntfy.json().get("topic")).isEqualTo("topic");
        assertThat((String) ntfy.json().get("message")).contains("@everyone");
        assertThat(requests).isEmpty();
    }

    @Test
    void what_is_long_is_cut() {
        run(
                "head -c 100000 /dev/zero | tr '\\0' x > \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"",
                "--on-question",
                "park",
                "--notify",
                url("/"));
        assertThat(requests.remove().body().length()).isBetween(1000, 3000);
    }

    @Test
    void a_server_that_fails_is_tried_again() {
        answers.addAll(List.of(500, 503));
        Shell.Said said = run(DONE, "--notify", url("/hook"));

        assertThat(said.code()).isZero();
        assertThat(requests).extracting(Request::status).containsExactly(500, 503, 200);
        assertThat(requests)
                .extracting(Request::key)
                .containsOnly(requests.peek().key());
        assertThat(said.err()).doesNotContain("no notification");
    }

    @Test
    void a_server_that_hangs_is_tried_again() {
        answers.add(HANG);
        run(DONE, "--notify", url("/hook"));
        assertThat(requests).extracting(Request::status).containsExactly(HANG, 200);
    }

    @Test
    void what_the_server_refuses_is_told_once_without_its_address() {
        answers.add(404);
        Shell.Said said = run(DONE, "--notify", url("/secret-token"));

        assertThat(said.code()).isZero();
        assertThat(requests).hasSize(1);
        assertThat(said.err()).contains("no notification by webhook to 127.0.0.1: the server answers 404");
        assertThat(said.out() + said.err()).doesNotContain("secret-token");
        assertThat(shell.ralph("resume", "task-001", "--notify", url("/secret-token"))
                        .code())
                .isZero();
        assertThat(requests).extracting(Request::status).containsExactly(404, 200);
    }

    @Test
    void an_engine_that_is_killed_while_it_sends_sends_it_when_it_is_resumed_and_then_never_again() throws Exception {
        answers.addAll(List.of(500, HANG));
        Process engine = start("--notify", url("/hook"), "--command", DONE);
        List<Request> heard = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Request next = requests.poll(60, TimeUnit.SECONDS);
            assertThat(next).as(() -> said()).isNotNull();
            heard.add(next);
        }
        engine.destroyForcibly().waitFor();

        for (int i = 0; i < 2; i++) {
            Shell.Said said = shell.ralph("resume", "task-001", "--notify", url("/hook"));
            assertThat(said.code()).as(said.out() + said.err()).isZero();
        }
        heard.addAll(requests);
        assertThat(heard).extracting(Request::status).containsExactly(500, HANG, 200);
        assertThat(heard).extracting(Request::key).containsOnly(heard.getFirst().key());
    }

    @ParameterizedTest
    @CsvSource({"before, 2", "inside, 2", "after, 1"})
    void an_engine_that_is_killed_around_the_mark_sends_it_again_only_before_it_is_there(String place, int times)
            throws Exception {
        List<String> words = command("--notify", url("/hook"), "--command", DONE);
        words.addAll(
                1,
                List.of(
                        "-Dralph.fault.hook=" + SelfKill.class.getName(),
                        "-Dralph.fault.visits=" + folder.resolve("visits"),
                        "-Dralph.fault.kill=" + place + " NOTIFIED#1",
                        "-Dralph.fault.once=" + folder.resolve("once")));
        assertThat(Shell.other(folder, Map.of(), words).code()).isEqualTo(137);

        for (int i = 0; i < 2; i++) {
            assertThat(shell.ralph("resume", "task-001", "--notify", url("/hook"))
                            .code())
                    .isZero();
        }
        assertThat(requests)
                .hasSize(times)
                .extracting(Request::key)
                .containsOnly(requests.peek().key());
    }

    private Process start(String... more) throws IOException {
        return new ProcessBuilder(command(more))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException gone) {
            return gone.toString();
        }
    }

    @Test
    void a_stop_that_somebody_asked_for_is_no_news() throws Exception {
        Process engine = start("--notify", url("/hook"), "--command", "touch running; exec sleep 600");
        Waiting.until(() -> Files.exists(folder.resolve("running")));

        assertThat(shell.ralph("stop", "task-001").code()).isZero();
        assertThat(engine.waitFor()).isEqualTo(6);
        assertThat(requests).isEmpty();
    }

    @Test
    void a_command_gets_its_arguments_as_they_are_and_the_facts_as_variables() throws Exception {
        Path program = folder.resolve("tell");
        Files.writeString(
                program,
                "#!/bin/sh\nprintf '%s|' \"$@\" \"$RALPH_NOTIFY_EVENT\" \"$RALPH_NOTIFY_TASK\""
                        + " \"$RALPH_NOTIFY_OUTCOME\" > '" + folder.resolve("told") + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Shell.Said said = run(DONE, "--notify-command", program + " $(id) ;ls");

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(folder.resolve("told")).hasContent("$(id)|;ls|ended|task-001|COMPLETED|");
        Files.delete(folder.resolve("told"));
        shell.ralph("resume", "task-001", "--notify-command", program + " $(id) ;ls");
        assertThat(folder.resolve("told")).doesNotExist();
    }

    @Test
    void a_desktop_notification_is_made_by_the_program_that_is_installed() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path program = bin.resolve("notify-send");
        Files.writeString(program, "#!/bin/sh\nprintf '%s|' \"$@\" > '" + folder.resolve("shown") + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Shell.Said said = Shell.other(
                folder,
                Map.of("PATH", bin + ":" + System.getenv("PATH")),
                command("--notify", "desktop", "--command", DONE));

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(Files.readString(folder.resolve("shown")))
                .startsWith("--app-name=Ralph|--|Ralph: task-001 COMPLETED|COMPLETED after 1 attempt");
    }

    private List<String> command(String... more) {
        List<String> words = Shell.java(Main.class.getName(), "--dir", folder.toString(), "run", "--task", "task-001");
        words.addAll(List.of("--prompt", "Do it"));
        words.addAll(List.of(more));
        return words;
    }

    @Test
    void what_an_agent_could_write_sends_nothing_and_starts_nothing() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        for (String line : List.of("notify: ['" + url("/") + "']", "notify_command: [touch, pwned]")) {
            Files.writeString(folder.resolve(".ralph/config.yaml"), line + "\n");
            Shell.Said said = run(DONE);
            assertThat(said.code()).isEqualTo(2);
            assertThat(said.err()).contains("do not count in the project's file");
        }
        Files.writeString(folder.resolve(".ralph/config.yaml"), "notify: bell\n");
        assertThat(run(DONE).code()).isZero();
        assertThat(requests).isEmpty();
    }
}
