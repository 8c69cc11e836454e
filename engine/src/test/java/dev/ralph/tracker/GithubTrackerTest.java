package dev.ralph.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What one process does about answers that it had before, and about a server that comes back; the rest is shown from
/// the shell.
class GithubTrackerTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile String issues = "[{\"number\":1,\"title\":\"First\",\"state\":\"open\"}]";
    private HttpServer server;
    private GithubTracker tracker;

    @BeforeEach
    void begin() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String tag = "\"" + issues.hashCode() + "\"";
                String known = exchange.getRequestHeaders().getFirst("If-None-Match");
                boolean fails = failures.getAndDecrement() > 0;
                int status = fails ? 503 : tag.equals(known) ? 304 : 200;
                asked.add(exchange.getRequestMethod() + " " + status);
                exchange.getResponseHeaders().set("ETag", tag);
                byte[] body = issues.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, status == 304 ? -1 : body.length);
                if (status != 304) {
                    exchange.getResponseBody().write(body);
                }
            }
        });
        server.start();
        tracker = new GithubTracker(
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "me/app",
                "ralph",
                "token",
                Duration.ofSeconds(20),
                InstantSource.system());
    }

    @AfterEach
    void end() {
        tracker.close();
        server.stop(0);
    }

    @Test
    void a_list_that_has_not_changed_is_not_sent_again() throws Exception {
        assertThat(tracker.open()).hasSize(1);
        assertThat(tracker.open()).hasSize(1);
        issues = "[]";
        assertThat(tracker.open()).isEmpty();

        assertThat(asked).containsExactly("GET 200", "GET 304", "GET 200");
    }

    @Test
    void a_server_that_fails_for_a_moment_is_asked_again_but_a_comment_is_not_written_twice() throws Exception {
        failures.set(2);
        assertThat(tracker.open()).hasSize(1);
        failures.set(1);
        assertThatThrownBy(() -> tracker.perform("1", Tracker.Act.COMMENT, "Done"))
                .hasMessageContaining("an error of its own: 503");
        failures.set(1);
        tracker.perform("1", Tracker.Act.CLOSE, "");

        assertThat(asked).containsExactly("GET 503", "GET 503", "GET 200", "POST 503", "PATCH 503", "PATCH 200");
    }

    @Test
    void what_is_not_an_issue_is_passed_over() throws Exception {
        issues = "[null, 5, {}, {\"number\":2}, {\"number\":-3,\"title\":\"x\",\"state\":\"open\"},"
                + " {\"number\":4,\"title\":\" \",\"state\":\"open\"},"
                + " {\"number\":5,\"title\":\"Fine\",\"body\":null,\"state\":\"open\",\"labels\":\"none\"}]";

        assertThat(tracker.open()).extracting(Issue::id).containsExactly("5");
    }

    @Test
    void closed_issues_are_done_unless_they_say_otherwise() {
        assertThat(state("completed")).isEqualTo(Issue.State.DONE);
        assertThat(state("not_planned")).isEqualTo(Issue.State.CANCELLED);
        assertThat(state("duplicate")).isEqualTo(Issue.State.CANCELLED);
        assertThat(state("")).isEqualTo(Issue.State.DONE);
    }

    private static Issue.State state(String reason) {
        Issue issue = Issue.of(Map.of("title", "x", "state", "closed", "state_reason", reason), "1");
        return Objects.requireNonNull(issue).state();
    }
}
