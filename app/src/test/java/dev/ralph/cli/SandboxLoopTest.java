package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// `ralph run --sandbox` as a user sees it.
class SandboxLoopTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";
    /// A request by a proxy, or by none, without any tool but perl.
    static final String FETCH = """
            fetch() { perl -MIO::Socket::INET -e '
              my ($where, $what) = @ARGV; my $s = IO::Socket::INET->new(PeerAddr => $where, Timeout => 20);
              print "no connection\\n" and exit unless $s;
              print $s "GET $what HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"; print <$s>, "\\n"' "$@"; }
            """;

    @TempDir
    Path base;

    private Path project;
    private Path home;
    private Shell shell;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void open() throws Exception {
        project = Files.createDirectory(base.resolve("project"));
        home = Files.createDirectory(base.resolve("home"));
        shell = new Shell(project);
        environment.put("XDG_STATE_HOME", base.resolve("state").toString());
        environment.put("HOME", home.toString());
    }

    private Shell.Said run(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of("--task", "task-001", "--prompt", "Do the thing", "--restart-delay", "10ms"));
        words.addAll(List.of(arguments));
        return shell.ralph(environment, words);
    }

    private Shell.Said confined(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("--workspace", "overlay", "--sandbox", "required"));
        words.addAll(List.of(arguments));
        return run(words.toArray(String[]::new));
    }

    private String stored(String file) throws IOException {
        return stored(shell, file);
    }

    /// What Ralph stored of all attempts under that name, the oldest first: their numbers may get longer.
    static String stored(Shell shell, String file) throws IOException {
        try (Stream<Path> runs = Files.walk(shell.task("task-001").resolve("runs"))) {
            StringBuilder text = new StringBuilder();
            Comparator<Path> age =
                    Comparator.comparingLong(path -> path.toFile().lastModified());
            for (Path path :
                    runs.filter(found -> found.endsWith(file)).sorted(age).toList()) {
                text.append(Files.readString(path));
            }
            return text.toString();
        }
    }

    @Test
    void an_agent_reaches_whom_the_list_names_and_nobody_else_and_every_kind_of_call_is_told() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 6);
            exchange.getResponseBody().write("reached".getBytes(StandardCharsets.UTF_8), 0, 6);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        String named = "127.0.0.1:" + port;
        String script = FETCH + """
                proxy=${HTTP_PROXY#http://}
                echo 'by the proxy:'; fetch "$proxy" "http://%1$s/"; fetch "$proxy" "http://%1$s/"
                echo 'directly:'; fetch %1$s /
                echo 'others:'; fetch "$proxy" "http://evil.example/"; fetch "$proxy" "http://169.254.169.254/"
                %2$s
                """.formatted(named, DONE);
        try {
            Shell.Said said = confined("--network", "allow-list", "--allow", named, "--command", script);
            assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
            assertThat(said.err())
                    .contains("network: evil.example:80 was refused: not on the allow-list")
                    .doesNotContain(named + " was called");
            String out = stored("agent-stdout.txt");
            assertThat(out.substring(0, out.indexOf("others:")).split("reache", -1))
                    .as(out)
                    .hasSize(4);
            assertThat(out.substring(out.indexOf("others:")))
                    .contains("evil.example:80: not on the allow-list", "169.254.169.254:80: not on the allow-list")
                    .doesNotContain("reache");
            assertThat(shell.bus("task-001").split("network: " + named + " was called", -1))
                    .as("told once")
                    .hasSize(2);
            assertThat(shell.bus("task-001")).contains("network: evil.example:80 was refused: not on the allow-list");
            assertThat(shell.ralph("status", "--json").out().replaceAll("\\s", ""))
                    .contains("\"host\":\"" + named + "\",\"allowed\":true,\"message\":null,\"times\":3,")
                    .contains("\"host\":\"evil.example:80\",\"allowed\":false");

            Files.delete(shell.task("task-001").resolve("DONE"));
            Shell.Said closed = confined("--network", "none", "--command", script);
            assertThat(closed.out()).as(closed.err()).contains("COMPLETED after ");
            String last = stored("agent-stdout.txt").substring(out.length());
            assertThat(last).contains("no connection").doesNotContain("reache");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_program_that_asks_no_proxy_reaches_nobody() throws Exception {
        try (ServerSocket service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String script = FETCH.replace("print <$s>", "print qq(connected)") + "fetch 127.0.0.1:"
                    + service.getLocalPort() + " /; " + DONE;
            assertThat(run("--command", script).out()).contains("COMPLETED after ");
            String free = stored("agent-stdout.txt");
            assertThat(free).as("without a sandbox").contains("connected");

            Files.delete(shell.task("task-001").resolve("DONE"));
            Shell.Said said = confined("--network", "allow-list", "--allow", "127.0.0.1:9", "--command", script);
            assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
            assertThat(stored("agent-stdout.txt").substring(free.length())).contains("no connection");
        }
    }

    @Test
    void a_limit_of_bytes_ends_what_goes_through_the_proxy() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 1 << 20);
            exchange.getResponseBody().write(new byte[1 << 20]);
            exchange.close();
        });
        server.start();
        String named = "127.0.0.1:" + server.getAddress().getPort();
        try {
            Shell.Said said = confined(
                    "--network",
                    "allow-list",
                    "--allow",
                    named,
                    "--max-network",
                    "100k",
                    "--command",
                    FETCH + "fetch " + named + " / | wc -c; fetch " + named + " / | wc -c; " + DONE);
            assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
            assertThat(stored("agent-stdout.txt").lines().map(String::strip).mapToInt(Integer::parseInt))
                    .allMatch(bytes -> bytes < 110_000);
            assertThat(shell.bus("task-001")).contains("limit of 102400 bytes");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void what_the_machine_gives_is_printed_and_recorded_with_the_attempt() throws Exception {
        Shell.Said said = confined("--command", DONE);
        assertThat(said.lines().getFirst()).matches(".* · sandbox L[13] \\(.*\\)");
        assertThat(stored("run-info.yaml")).containsPattern("sandbox: \"L[13]\"");
        assertThat(shell.ralph("status", "--json").out().replaceAll("\\s", ""))
                .containsPattern("\"sandbox\":\"L[13]\"");
        assertThat(shell.ralph("task", "show", "task-001").out()).containsPattern("SANDBOX[^\\n]*\\n.* L[13] ");
        assertThat(shell.ralph("doctor").out())
                .containsPattern("sandbox L[13] .*\\n")
                .contains("sandbox bounds");
    }

    @Test
    void no_sandbox_is_loud_when_it_is_chosen_and_no_network_without_one_is_refused() throws Exception {
        Shell.Said off = run("--sandbox", "off", "--command", DONE);
        assertThat(off.err()).contains("NO SANDBOX: the agent can read, change and delete whatever you can");
        assertThat(stored("run-info.yaml")).contains("sandbox: \"L0\"");
        Shell.Said half = run("--network", "none", "--command", DONE);
        assertThat(half.code()).isEqualTo(2);
        assertThat(half.err()).contains("--network none needs a sandbox; add --sandbox auto");
    }

    @Test
    void an_agent_gets_its_own_login_and_no_other_and_a_refreshed_one_comes_back() throws Exception {
        Path login = Files.createDirectory(home.resolve(".codex")).resolve("auth.json");
        Files.writeString(login, "{\"tokens\":{\"access\":\"old-old-old\"},\"last\":\"1\"}");
        Files.writeString(home.resolve(".codex/config.toml"), "notify = 1");
        Files.createDirectory(home.resolve(".claude"));
        Files.writeString(home.resolve(".claude/.credentials.json"), "{\"token\":\"of-somebody-else\"}");
        Path program = Files.createDirectories(base.resolve("tools/bin")).resolve("codex");
        Files.writeString(program, """
                #!/bin/sh
                find "$HOME" -type f; grep -c old-old-old "$HOME/.codex/auth.json"
                echo '{"tokens":{"access":"new-new-new"},"last":"2"}' > "$HOME/.codex/auth.json"
                touch "$TASK_FOLDER/DONE"
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));

        Shell.Said said = confined("--", program.toString());

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(stored("agent-stdout.txt").lines())
                .as(stored("agent-stderr.txt"))
                .containsExactly(home.resolve(".codex/auth.json").toString(), "1");
        assertThat(login).hasContent("{\"tokens\":{\"access\":\"new-new-new\"},\"last\":\"2\"}\n");
        try (Stream<Path> left = Files.walk(base.resolve("state"))) {
            assertThat(left.filter(path -> path.endsWith("auth.json"))).isEmpty();
        }
    }

    @Test
    void an_engine_that_is_killed_leaves_no_agent_and_the_next_one_no_socket_and_a_refreshed_login() throws Exception {
        Path login = Files.createDirectory(home.resolve(".codex")).resolve("auth.json");
        Files.writeString(login, "{\"tokens\":\"old-old-old\"}");
        Path program = Files.createDirectories(base.resolve("tools/bin")).resolve("codex");
        Files.writeString(program, """
                #!/bin/sh
                [ ! -e "$TASK_FOLDER/up" ] || { touch "$TASK_FOLDER/DONE"; exit 0; }
                echo '{"tokens":"new-new-new"}' > "$HOME/.codex/auth.json"
                touch "$TASK_FOLDER/up"; exec sleep 300
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path temporary = Files.createDirectory(base.resolve("tmp"));
        List<String> words = Shell.java("-Djava.io.tmpdir=" + temporary, Main.class.getName());
        words.addAll(List.of("--dir", project.toString(), "run", "--task", "task-001", "--prompt", "Do the thing"));
        words.addAll(List.of("--workspace", "overlay", "--sandbox", "required", "--network", "allow-list"));
        words.addAll(List.of("--", program.toString()));
        ProcessBuilder engine = new ProcessBuilder(words).redirectErrorStream(true);
        engine.redirectOutput(base.resolve("said").toFile()).environment().putAll(environment);

        Process killed = engine.start();
        Waiting.until(() -> Files.exists(shell.task("task-001").resolve("up")));
        killed.destroyForcibly().waitFor();
        assertThat(sockets(temporary)).as("the killed engine left one").hasSize(1);
        assertThat(login).hasContent("{\"tokens\":\"old-old-old\"}");

        assertThat(engine.start().waitFor())
                .as(Files.readString(base.resolve("said")))
                .isZero();
        assertThat(sockets(temporary)).isEmpty();
        assertThat(login).hasContent("{\"tokens\":\"new-new-new\"}\n");
    }

    private static List<Path> sockets(Path temporary) throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(path -> path.getFileName().toString().startsWith("ralph-net-"))
                    .toList();
        }
    }

    @Test
    void every_attempt_has_the_same_environment_whatever_the_machine_has_around_it() throws Exception {
        environment.put("UNRELATED", "from the shell of the user");
        Files.writeString(home.resolve("settings"), "of the user\n");
        Path around = Files.createTempFile("around-", ".txt");
        String script =
                "env | sed 's/=.*//' | grep -v -e _ -e PWD | sort; env | grep -c UNRELATED; ls -A \"$HOME\" | sort; ls "
                        + around + "; ls /tmp/left; touch /tmp/left; ";

        confined("--max-restarts", "2", "--command", script + "[ $(ls \"$RUNS_DIR\" | wc -l) = 2 ] && " + DONE);
        Files.delete(around);

        try (Stream<Path> runs = Files.list(shell.task("task-001").resolve("runs"))) {
            List<String> seen = new ArrayList<>();
            for (Path run : runs.toList()) {
                seen.add(Files.readString(run.resolve("agent-stdout.txt")));
            }
            assertThat(seen).hasSize(2).containsOnly(seen.getFirst());
            assertThat(seen.getFirst()).contains("PATH").doesNotContain("around", "settings", "left");
        }
        assertThat(stored("agent-stdout.txt")).contains("\n0\n").doesNotContain("UNRELATED");
    }

    @Test
    void a_command_in_the_view_has_its_exit_code_and_output_recorded() throws Exception {
        confined(
                "--max-restarts",
                "1",
                "--command",
                "echo inside > made; echo said; echo wrong >&2; " + DONE + "; exit 3",
                "--check",
                "cat made; exit 7");

        assertThat(stored("agent-stdout.txt")).isEqualTo("said\n");
        assertThat(stored("agent-stderr.txt")).isEqualTo("wrong\n");
        assertThat(stored("run-info.yaml")).contains("exit_code: 3");
        assertThat(project.resolve("made")).doesNotExist();
        assertThat(shell.ralph("receipts", "task-001", "--json").out()).contains("\"exit_code\":7");
        try (Stream<Path> outputs = Files.walk(project.resolve(".ralph/loops"))) {
            assertThat(outputs.filter(path -> path.endsWith("checks/check-1-1.txt")))
                    .singleElement()
                    .satisfies(output -> assertThat(output).hasContent("inside"));
        }
    }

    @Test
    void named_folders_of_the_home_can_be_read_and_named_secrets_cannot() throws Exception {
        Path cache = Files.createDirectories(home.resolve(".m2/repository")).resolve("a.jar");
        Files.writeString(cache, "a jar\n");
        Path key = Files.writeString(project.resolve("deploy.pem"), "c2VjcmV0IGtleSBtYXRlcmlhbCBpbiBhIGZpbGU\n");
        String script = "cat " + cache + "; cat " + key + "; echo x > " + cache + "; " + DONE;
        String[] given = {"--tools", "~/.m2/repository", "--secrets", key.toString(), "--command", script};

        Shell.Said said = confined(given);

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(stored("agent-stdout.txt")).isEqualTo("a jar\n");
        assertThat(cache).hasContent("a jar");
        assertThat(key).hasContent("c2VjcmV0IGtleSBtYXRlcmlhbCBpbiBhIGZpbGU");
    }

    @Test
    void a_project_below_the_home_works_in_every_kind_of_workspace() throws Exception {
        project = Files.createDirectories(home.resolve("code/project"));
        shell = new Shell(project);
        for (List<String> git : List.of(
                List.of("git", "init", "-q", "-b", "main"),
                List.of(
                        "git",
                        "-c",
                        "user.name=t",
                        "-c",
                        "user.email=t@x",
                        "commit",
                        "-q",
                        "--allow-empty",
                        "-m",
                        "1"))) {
            assertThat(Shell.other(project, Map.of(), git).code()).isZero();
        }
        Files.writeString(home.resolve("private"), "of the user");
        environment.remove("XDG_STATE_HOME");
        environment.put("XDG_STATE_HOME", "");
        for (String workspace : List.of("overlay", "worktree", "in-place")) {
            Files.deleteIfExists(shell.task("task-001").resolve("DONE"));
            Shell.Said said = run(
                    "--sandbox",
                    "required",
                    "--workspace",
                    workspace,
                    "--command",
                    "cat ~/private; git log --format=%s | tail -1; echo x > " + workspace + "; " + DONE);
            assertThat(said.out()).as(workspace + said.err()).contains("COMPLETED after ");
            assertThat(project.resolve(workspace)).exists();
        }
        assertThat(stored("agent-stdout.txt")).isEqualTo("1\n1\n1\n");
    }

    @Test
    void root_lends_an_agent_to_the_owner_of_the_project() throws Exception {
        if (!Shell.isRoot()) {
            throw new TestAbortedException("not run: only root can start programs as somebody else");
        }
        int somebody = 12_345;
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setAttribute(project, "unix:uid", somebody);
        Files.setAttribute(project, "unix:gid", somebody);
        for (String workspace : List.of("overlay", "in-place")) {
            Files.deleteIfExists(shell.task("task-001").resolve("DONE"));
            Shell.Said said = run(
                    "--sandbox",
                    "required",
                    "--workspace",
                    workspace,
                    "--command",
                    "id -u; echo x > " + workspace + " && touch ~/mine && " + DONE);
            assertThat(said.out()).as(workspace + said.err()).contains("COMPLETED after ");
            assertThat(project.resolve(workspace)).exists();
        }
        assertThat(stored("agent-stdout.txt")).isEqualTo(somebody + "\n" + somebody + "\n");
        assertThat(shell.bus("task-001")).contains("runs as uid " + somebody + ", to whom the project belongs");
    }

    @Test
    void a_file_that_grows_too_large_ends_its_writer() throws Exception {
        Shell.Said said = confined(
                "--max-file-size",
                "1MiB",
                "--command",
                "(head -c 3000000 /dev/zero > big); wc -c < big; " + DONE,
                "--check",
                "test -f big");
        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(stored("agent-stdout.txt").strip()).isEqualTo("1048576");
    }
}
