package dev.ralph.cli;

import dev.ralph.proxy.Bridge;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The training runs for the JDK's AOT caches: each does what its programs do, in one JVM, so that what they load is in
/// the cache. There are several, because a cache is read as a whole: commands that only look should not pay for those
/// that run loops or ask the database.
///
/// The launcher starts it after each build, with a scratch folder as current folder, and throws its output away: with
/// the argument `loops`, which leaves a project behind, then with `looks`, `status` and `bridge`. What fails here costs
/// start-up time later, never correctness.
final class AotTraining {
    private static final String CONFIGURATION = """
            # What a project usually has.
            max_restarts: 20
            restart_delay: 0s
            idle_timeout: 10m
            agent: ["true"]
            checks:
              - "true"
            """;

    private static final String[][] LOOPS = {
        {"run", "--task=warm", "--prompt=Do it.", "--max-restarts=2", "--", "sh", "-c", "echo working"},
        {"run", "--task=done", "--prompt=Do it.", "--check=true", "--", "sh", "-c", "echo done > \"$TASK_FOLDER/DONE\""
        },
        {"run", "--json", "--task=fails", "--prompt=Do it.", "--max-restarts=1", "--containment=group", "--", "false"},
        {"status", "--json"},
        {"status", "--task=warm"},
        {"logs", "--task=warm"},
        {"receipts", "done"},
        {"task", "show", "warm"},
        {"task", "list"},
        {"stage", "status"},
        {"init", "--dry-run"},
        {"gc", "--dry-run"},
    };

    /// What Claude Code prints of a short turn.
    private static final String AGENT = """
            #!/bin/sh
            cat >/dev/null
            echo '{"type":"system","subtype":"init","session_id":"s1","model":"m","tools":["Bash"],"mcp_servers":[]}'
            echo '{"type":"assistant","session_id":"s1","message":{"id":"m1","role":"assistant","model":"m","usage":\
            {"input_tokens":1,"output_tokens":1},"content":[{"type":"text","text":"Hello."}]}}'
            echo hello >hello.txt
            touch "$TASK_FOLDER/DONE"
            echo '{"type":"result","subtype":"success","is_error":false,"result":"Done.","session_id":"s1",\
            "total_cost_usd":0.01,"usage":{"input_tokens":1,"output_tokens":1}}'
            """;

    private static final String[][] LOOKS = {
        {"--version"},
        {"--help"},
        {"config", "check"},
        {"bus", "read", "--task=warm"},
        {"__complete", "--", ""},
        {"__complete", "--", "run", "--c"},
        {"__complete", "--", "run", "--task", ""},
        {"status", "--no-such-flag"},
    };

    private AotTraining() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "loops" -> {
                run(LOOPS, LocaleCheck.environment());
                run(new String[][] {{"run", "--dir=repository", "--max-restarts=1", "Say hello."}}, oneLine());
            }
            case "status" -> run(new String[][] {{"status"}}, LocaleCheck.environment());
            case "bridge" -> bridge();
            default -> run(LOOKS, LocaleCheck.environment());
        }
        Runtime.getRuntime().halt(0); // some programs end only when they are killed
    }

    private static void run(String[][] commands, Map<String, String> environment) throws IOException {
        Files.createDirectories(Path.of(".ralph"));
        Files.writeString(Path.of(".ralph/config.yaml"), CONFIGURATION);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        for (String[] command : commands) {
            EarlyLoading.of(command);
            Main.run(command, nowhere, nowhere, environment);
        }
        Main.run(new String[] {"--version"}, System.out, System.err);
    }

    /// What `ralph "..."` finds: a repository with tests, and an agent that it knows.
    private static Map<String, String> oneLine() throws IOException, InterruptedException {
        Path here = Path.of("").toAbsolutePath();
        Path agent = Files.createDirectories(here.resolve("bin")).resolve("claude");
        Files.writeString(agent, AGENT);
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path repository = Files.createDirectories(here.resolve("repository"));
        Files.writeString(repository.resolve("Makefile"), "test:\n\t@true\n");
        String[] me = {"git", "-c", "user.name=t", "-c", "user.email=t@localhost"};
        for (String words : List.of("init -q", "add -A", "commit -q -m first")) {
            List<String> line = new ArrayList<>(List.of(me));
            line.addAll(List.of(words.split(" ")));
            var _ = new ProcessBuilder(line)
                    .directory(repository.toFile())
                    .start()
                    .waitFor();
        }
        Map<String, String> environment = new HashMap<>(LocaleCheck.environment());
        environment.put("PATH", agent.getParent() + File.pathSeparator + environment.get("PATH"));
        environment.put("HOME", Files.createDirectories(here.resolve("home")).toString());
        environment.put("XDG_STATE_HOME", here.resolve("home/state").toString());
        environment.put("ANTHROPIC_API_KEY", "none");
        return environment;
    }

    /// Carries a connection to the proxy, and one to a service on loopback.
    private static void bridge() throws IOException, InterruptedException {
        Path socket = Path.of("proxy.sock").toAbsolutePath();
        ServerSocketChannel proxy = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        proxy.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    try (SocketChannel asked = proxy.accept()) {
                        asked.write(ByteBuffer.wrap("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                    }
                }
            } catch (IOException ended) {
                return; // then less is known
            }
        });
        List<Integer> ports = List.of(freePort(), freePort());
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Bridge.main(new String[] {
                    socket.toString(), Integer.toString(ports.getFirst()), "127.0.0.1:" + ports.getLast()
                });
            } catch (IOException ended) {
                return; // then less is known
            }
        });
        for (int port : ports) {
            connect(port);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static void connect(int port) throws IOException, InterruptedException {
        for (int tries = 0; tries < 100; tries++) {
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.getInputStream().readAllBytes();
                return;
            } catch (ConnectException notYet) {
                Thread.sleep(20);
            }
        }
    }
}
