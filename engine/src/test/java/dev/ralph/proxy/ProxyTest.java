package dev.ralph.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyTest {
    @TempDir
    Path folder;

    private final BlockingQueue<ProxyDecision> decisions = new LinkedBlockingQueue<>();
    private HttpServer target;
    private Path socket;
    private int port;

    @BeforeEach
    void serve() throws IOException {
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        port = target.getAddress().getPort();
        socket = folder.resolve("proxy.sock");
        target.createContext("/", exchange -> {
            String seen = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().containsKey("Proxy-Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = seen.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        target.start();
    }

    @AfterEach
    void stop() {
        target.stop(0);
    }

    private Proxy proxy(String... rules) throws IOException {
        return proxy(
                1 << 20,
                new AllowList(List.of(rules).stream().map(HostRule::parse).toList()));
    }

    private Proxy proxy(long mostBytes, AllowList list) throws IOException {
        return Proxy.open(socket, list, mostBytes, decisions::add);
    }

    private String ask(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private ProxyDecision decision() throws InterruptedException {
        ProxyDecision decision = decisions.poll(20, TimeUnit.SECONDS);
        assertThat(decision).as("a decision was told").isNotNull();
        return decision;
    }

    @Test
    void plain_http_to_a_named_host_goes_through_and_is_told() throws Exception {
        try (Proxy _ = proxy("localhost:" + port)) {
            String answer = ask("POST http://localhost:" + port + "/a?b=c HTTP/1.1\r\nHost: other\r\n"
                    + "Proxy-Authorization: Basic c2VjcmV0\r\nContent-Length: 4\r\n\r\nbody");
            assertThat(answer).startsWith("HTTP/1.1 200").endsWith("POST /a?b=c false body");
            ProxyDecision decision = decision();
            assertThat(decision.allowed()).isTrue();
            assertThat(decision.target()).isEqualTo(new ProxyTarget("localhost", port));
            assertThat(decision.received()).isPositive();
        }
    }

    @Test
    void a_tunnel_carries_whatever_both_sides_say() throws Exception {
        try (Proxy _ = proxy("localhost:" + port)) {
            String answer = ask("CONNECT LOCALHOST:" + port + " HTTP/1.1\r\n\r\n"
                    + "GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 200 Connection established").contains("GET /inside");
            assertThat(decision().allowed()).isTrue();
        }
    }

    @Test
    void who_is_not_on_the_list_is_refused_with_the_reason() throws Exception {
        try (Proxy _ = proxy("localhost:" + port)) {
            for (String other : List.of("127.0.0.1:" + port, "localhost:1", "[::1]:" + port, "evil.example:443")) {
                assertThat(ask("CONNECT " + other + " HTTP/1.1\r\n\r\n"))
                        .startsWith("HTTP/1.1 403 Forbidden")
                        .contains("not on the allow-list");
                assertThat(decision().refused()).isEqualTo("not on the allow-list");
            }
        }
    }

    @Test
    void a_name_under_a_wildcard_that_leads_to_this_machine_is_refused() throws Exception {
        AllowList list = new AllowList(List.of(HostRule.parse("*.example.com:" + port)), host ->
                new InetAddress[] {InetAddress.getLoopbackAddress()});
        try (Proxy _ = proxy(1 << 20, list)) {
            assertThat(ask("CONNECT rebind.example.com:" + port + " HTTP/1.1\r\n\r\n"))
                    .contains("an address of this machine or a private network");
            assertThat(decision().allowed()).isFalse();
        }
    }

    @Test
    void a_host_named_in_full_may_be_private_but_not_this_machine_or_its_link() throws Exception {
        for (String answer : List.of("127.0.0.1", "169.254.169.254", "::1", "0.0.0.0", "fe80::1")) {
            AllowList list = new AllowList(List.of(HostRule.parse("corp.example:" + port)), host ->
                    new InetAddress[] {InetAddress.getByName(answer)});
            try (Proxy _ = proxy(1 << 20, list)) {
                assertThat(ask("CONNECT corp.example:" + port + " HTTP/1.1\r\n\r\n"))
                        .as(answer)
                        .startsWith("HTTP/1.1 403");
            }
        }
        AllowList inner = new AllowList(List.of(HostRule.parse("corp.example:443")), host ->
                new InetAddress[] {InetAddress.getByName("10.1.2.3")});
        assertThat(inner.allowed(new ProxyTarget("corp.example", 443)).getHostAddress())
                .isEqualTo("10.1.2.3");
    }

    @Test
    void a_redirect_to_somebody_else_is_a_request_of_its_own_and_refused() throws Exception {
        target.createContext("/away", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://evil.example/");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        try (Proxy _ = proxy("localhost:" + port)) {
            assertThat(ask("GET http://localhost:" + port + "/away HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 302");
            assertThat(ask("GET http://evil.example/ HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void a_name_is_resolved_once() throws Exception {
        int[] asked = {0};
        AllowList list = new AllowList(List.of(HostRule.parse("localhost:" + port)), host -> {
            asked[0]++;
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        });
        try (Proxy _ = proxy(1 << 20, list)) {
            assertThat(ask("GET http://localhost:" + port + "/ HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
            assertThat(asked[0]).isEqualTo(1);
        }
    }

    @Test
    void the_limit_of_bytes_ends_a_connection_and_refuses_the_next() throws Exception {
        AllowList list = new AllowList(List.of(HostRule.parse("localhost:" + port)));
        try (Proxy _ = proxy(40, list)) {
            ask("GET http://localhost:" + port + "/long?" + "x".repeat(200) + " HTTP/1.1\r\n\r\n");
            assertThat(decision().refused()).contains("limit of 40 bytes");
            assertThat(ask("GET http://localhost:" + port + "/ HTTP/1.1\r\n\r\n"))
                    .contains("used up");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET ftp://localhost/ HTTP/1.1\r\n\r\n",
                "GET http://user:word@localhost/ HTTP/1.1\r\n\r\n",
                "CONNECT localhost:port HTTP/1.1\r\n\r\n",
                "CONNECT ::1:443 HTTP/1.1\r\n\r\n",
                "GET http://local host/ HTTP/1.1\r\n\r\n",
                "GET http://localhost/ HTTP/1.1\r\nno header\r\n\r\n"
            })
    void what_makes_no_sense_is_refused(String request) throws Exception {
        try (Proxy _ = proxy("localhost:" + port)) {
            assertThat(ask(request)).startsWith("HTTP/1.1 400 Bad Request");
            assertThat(decision().allowed()).isFalse();
        }
    }

    @Test
    void a_head_without_end_is_refused() throws Exception {
        try (Proxy _ = proxy("localhost:" + port)) {
            try {
                ask("GET http://localhost/" + "x".repeat(70_000));
            } catch (IOException reset) {
                assertThat(reset).hasMessageContaining("reset"); // it had more to say
            }
            assertThat(decision().refused()).contains("too long");
        }
    }

    @Test
    void a_host_that_is_not_there_is_said_so() throws Exception {
        AllowList list = new AllowList(List.of(HostRule.parse("gone.example")), host -> {
            throw new UnknownHostException(host);
        });
        try (Proxy _ = proxy(1 << 20, list)) {
            assertThat(ask("CONNECT gone.example:443 HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 502");
            assertThat(decision().refused()).isEqualTo("no host has that name");
        }
    }

    @Test
    void the_bridge_leads_from_loopback_to_the_proxy() throws Exception {
        int free;
        try (var probe = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = probe.getLocalPort();
        }
        Process bridge = new ProcessBuilder(
                        BridgeProgram.of(socket, free, List.of()).command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Proxy _ = proxy("localhost:" + port)) {
            assertThat(bridge.inputReader().readLine()).isEqualTo("listening");
            try (SocketChannel channel =
                    SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), free))) {
                channel.write(ByteBuffer.wrap(("GET http://localhost:" + port + "/bridged HTTP/1.1\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
                assertThat(new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8))
                        .endsWith("GET /bridged false ");
            }
        } finally {
            bridge.destroyForcibly().waitFor();
        }
    }

    @Test
    void closing_it_ends_open_tunnels() throws Exception {
        Proxy proxy = proxy("localhost:" + port);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(
                    ("CONNECT localhost:" + port + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII)));
            channel.read(ByteBuffer.allocate(100));
            proxy.close();
            assertThat(channel.read(ByteBuffer.allocate(100))).isNegative();
        }
        assertThatThrownBy(() -> ask("CONNECT localhost:1 HTTP/1.1\r\n\r\n")).isInstanceOf(IOException.class);
    }
}
