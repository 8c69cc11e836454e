package dev.ralph.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// The part of GitHub's API that Ralph uses, for the repository `me/app`, on loopback.
final class GithubServer implements AutoCloseable {
    static final String TOKEN = "ghp_only0ralph0knows0this0one0000000";

    private static final String ISSUES = "/repos/me/app/issues";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Long, Map<String, Object>> issues = new TreeMap<>();
    private final Map<Long, List<String>> comments = new TreeMap<>();
    private final List<String> requests = new ArrayList<>();
    private volatile Fault fault = _ -> false;
    private volatile Runnable afterActs = () -> {};
    private volatile int perPage = 100;

    /// Something else than an answer.
    interface Fault {
        /// @return whether the request was dealt with
        boolean happens(HttpExchange exchange) throws IOException;
    }

    GithubServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized GithubServer issue(long number, String title, String body, String... labels) {
        Map<String, Object> issue = new LinkedHashMap<>();
        issue.put("number", number);
        issue.put("title", title);
        issue.put("body", body);
        issue.put("state", "open");
        issue.put("html_url", "https://github.com/me/app/issues/" + number);
        issue.put("created_at", "2026-01-0" + Math.min(number, 9) + "T00:00:00Z");
        labels(issue, List.of(labels));
        issues.put(number, issue);
        return this;
    }

    private static void labels(Map<String, Object> issue, List<String> names) {
        issue.put("labels", names.stream().map(name -> Map.of("name", name)).toList());
    }

    private Map<String, Object> known(long number) {
        return Objects.requireNonNull(issues.get(number));
    }

    synchronized void set(long number, String field, Object value) {
        known(number).put(field, value);
    }

    synchronized String state(long number) {
        return known(number).get("state") + "/" + known(number).get("state_reason");
    }

    synchronized List<String> labels(long number) {
        return names(known(number).get("labels"));
    }

    private static List<String> names(@Nullable Object labels) {
        List<String> names = new ArrayList<>();
        if (labels instanceof List<?> list) {
            list.forEach(label ->
                    names.add(String.valueOf(label instanceof Map<?, ?> fields ? fields.get("name") : label)));
        }
        return names;
    }

    synchronized List<String> comments(long number) {
        return List.copyOf(comments.getOrDefault(number, List.of()));
    }

    /// What was asked since the last time.
    synchronized List<String> requests() {
        List<String> asked = List.copyOf(requests);
        requests.clear();
        return asked;
    }

    void failing(Fault with) {
        fault = with;
    }

    void working() {
        fault = _ -> false;
    }

    void afterActs(Runnable then) {
        afterActs = then;
    }

    void perPage(int most) {
        perPage = most;
    }

    static Fault status(int status, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            answer(exchange, status, "{\"message\":\"\\u001b[31mno <b>way</b>\"}");
            return true;
        };
    }

    static Fault saying(String text) {
        return exchange -> {
            answer(exchange, 200, text);
            return true;
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            URI uri = exchange.getRequestURI();
            synchronized (this) {
                requests.add(method + " " + uri);
            }
            if (fault.happens(exchange)) {
                return;
            }
            if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, "{}");
                return;
            }
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (method.equals("GET")) {
                look(exchange, uri);
            } else {
                String said = act(method, uri.getPath(), body);
                if (said != null) {
                    afterActs.run();
                }
                answer(exchange, said == null ? 404 : 200, said == null ? "{}" : said);
            }
        }
    }

    private void look(HttpExchange exchange, URI uri) throws IOException {
        String text;
        synchronized (this) {
            if (uri.getPath().equals(ISSUES)) {
                text = page(exchange, uri.getQuery());
            } else {
                String[] parts = uri.getPath().substring(ISSUES.length() + 1).split("/");
                long number = Long.parseLong(parts[0]);
                text = parts.length == 1
                        ? JsonText.of(issues.get(number))
                        : JsonText.of(comments(number).stream()
                                .map(words -> Map.of("body", words))
                                .toList());
            }
        }
        String etag = "\"" + Integer.toHexString(text.hashCode()) + "\"";
        exchange.getResponseHeaders().set("ETag", etag);
        boolean same = etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
        answer(exchange, text.equals("null") ? 404 : same ? 304 : 200, text);
    }

    private String page(HttpExchange exchange, String query) {
        String label = query.contains("labels=") ? query.replaceFirst(".*labels=([^&]*).*", "$1") : "";
        int page = query.contains("&page=") ? Integer.parseInt(query.replaceFirst(".*&page=([0-9]*).*", "$1")) : 1;
        List<Map<String, Object>> found = issues.entrySet().stream()
                .filter(issue -> "open".equals(issue.getValue().get("state")))
                .filter(issue -> label.isEmpty() || labels(issue.getKey()).contains(label))
                .map(Map.Entry::getValue)
                .toList();
        int from = Math.min(found.size(), (page - 1) * perPage);
        int to = Math.min(found.size(), from + perPage);
        if (to < found.size()) {
            String next = url() + ISSUES + "?" + query.replaceFirst("&page=.*", "") + "&page=" + (page + 1);
            exchange.getResponseHeaders().add("Link", "<" + next + ">; rel=\"next\", <x>; rel=\"last\"");
        }
        return JsonText.of(found.subList(from, to));
    }

    /// @return null where there is no such issue
    private synchronized @Nullable String act(String method, String path, String body) {
        String[] parts = path.substring(ISSUES.length() + 1).split("/");
        long number = Long.parseLong(parts[0]);
        Map<String, Object> issue = issues.get(number);
        if (issue == null) {
            return null;
        }
        List<String> labels = new ArrayList<>(labels(number));
        if (method.equals("DELETE")) {
            if (!labels.remove(parts[2])) {
                return null;
            }
            labels(issue, labels);
            return "[]";
        }
        Map<String, @Nullable Object> said = JsonText.object(body);
        if (method.equals("PATCH")) {
            issue.put("state", said.get("state"));
            issue.put("state_reason", said.getOrDefault("state_reason", "reopened"));
        } else if (parts[1].equals("comments")) {
            comments.computeIfAbsent(number, _ -> new ArrayList<>()).add(String.valueOf(said.get("body")));
        } else {
            labels.addAll(names(said.get("labels")));
            labels(issue, labels.stream().distinct().toList());
        }
        return JsonText.of(issue);
    }

    static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, status == 304 ? -1 : bytes.length);
        if (status != 304) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
