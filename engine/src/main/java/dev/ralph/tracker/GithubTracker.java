package dev.ralph.tracker;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.tracker.TrackerFailed.Why;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The issues of a repository on GitHub, or on a server that speaks its API.
///
/// It promises:
/// 1. The token goes to the host of the configured address and nowhere else; no message has it.
/// 2. Whatever the server does, a visit takes a bounded time and bounded memory.
/// 3. A limit that the server states is an answer with its end, never waited for here.
final class GithubTracker implements Tracker {
    private static final int MOST_PAGES = 20;
    private static final int PER_PAGE = 100;
    private static final int LARGEST = 8 << 20;
    private static final int TRIES = 3;
    private static final int REDIRECTS = 3;
    private static final int CACHED = 200;
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_LIMIT = Duration.ofHours(2);
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(1);
    private static final Pattern NEXT = Pattern.compile("<([^<>]{1,2000}+)>\\s*+;\\s*+rel=\"?next\"?");

    private final URI api;
    private final String repo;
    private final @Nullable String label;
    private final @Nullable String token;
    private final Duration patience;
    private final InstantSource clock;
    private final Map<URI, Answer> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<URI, Answer> eldest) {
            return size() > CACHED;
        }
    };
    private @Nullable HttpClient client;
    private Instant end;

    /// @param etag of what was read; null where it cannot be asked for whether it changed
    private record Answer(
            int status,
            @Nullable Object said,
            @Nullable String etag,
            @Nullable String next) {}

    /// @param label    that issues for Ralph have; null for all
    /// @param token    null where there is none
    /// @param patience how long a visit may take
    GithubTracker(
            String api,
            String repo,
            @Nullable String label,
            @Nullable String token,
            Duration patience,
            InstantSource clock) {
        this.api = URI.create(api);
        this.repo = repo;
        this.label = label;
        this.token = token == null ? null : token.strip();
        this.patience = patience;
        this.clock = clock;
        this.end = clock.instant().plus(patience);
    }

    @Override
    public String name() {
        return "github " + repo;
    }

    @Override
    public String prefix() {
        return "GH-";
    }

    @Override
    public void begin() {
        end = clock.instant().plus(patience);
    }

    @Override
    public List<Issue> open() throws TrackerFailed {
        String wanted = label == null ? "" : "&labels=" + URLEncoder.encode(label, StandardCharsets.UTF_8);
        List<Issue> issues = new ArrayList<>();
        for (Object item : pages(
                "/issues?state=open&sort=created&direction=asc&per_page=" + PER_PAGE + wanted, "list of issues")) {
            Issue issue = issue(item);
            if (issue != null) {
                issues.add(issue);
            }
        }
        return issues;
    }

    private static @Nullable Issue issue(@Nullable Object said) {
        return said instanceof Map<?, ?> fields && fields.get("number") instanceof Long number && number > 0
                ? Issue.of(said, number.toString())
                : null;
    }

    private List<@Nullable Object> pages(String path, String what) throws TrackerFailed {
        List<@Nullable Object> items = new ArrayList<>();
        URI page = uri(path);
        for (int i = 0; page != null && i < MOST_PAGES; i++) {
            Answer answer = get(page);
            if (!(answer.said() instanceof List<?> list)) {
                throw new TrackerFailed(Why.NONSENSE, host() + " answers with something that is not a " + what);
            }
            items.addAll(list);
            String next = answer.next();
            page = next == null ? null : sameHost(page, next);
        }
        return items;
    }

    @Override
    public Optional<Issue> issue(String id) throws TrackerFailed {
        try {
            return Optional.ofNullable(issue(get(uri(path(id))).said()));
        } catch (TrackerFailed failed) {
            if (failed.why() == Why.ISSUE) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    @Override
    public boolean owns(String id, String url) {
        return id.matches("[1-9][0-9]{0,11}")
                && (url.isEmpty()
                        || url.toLowerCase(Locale.ROOT)
                                .endsWith("/" + repo.toLowerCase(Locale.ROOT) + "/issues/" + id));
    }

    @Override
    public void perform(String id, Act act, String text) throws TrackerFailed {
        String issue = path(id);
        switch (act) {
            case COMMENT -> write("POST", issue + "/comments", Map.of("body", text));
            case CLOSE -> write("PATCH", issue, Map.of("state", "closed", "state_reason", "completed"));
            case CANCEL -> write("PATCH", issue, Map.of("state", "closed", "state_reason", "not_planned"));
            case REOPEN -> write("PATCH", issue, Map.of("state", "open"));
            case BLOCK -> write("POST", issue + "/labels", Map.of("labels", List.of(BLOCKED)));
            case UNBLOCK -> {
                try {
                    write("DELETE", issue + "/labels/" + BLOCKED, null);
                } catch (TrackerFailed failed) {
                    if (failed.why() != Why.ISSUE) { // else it does not have the label
                        throw failed;
                    }
                }
            }
        }
    }

    @Override
    public boolean hasComment(String id, String mark) throws TrackerFailed {
        for (Object comment : pages(path(id) + "/comments?per_page=" + PER_PAGE, "list of comments")) {
            if (comment instanceof Map<?, ?> fields
                    && fields.get("body") instanceof String body
                    && body.contains(mark)) {
                return true;
            }
        }
        return false;
    }

    private static String path(String id) {
        if (!id.matches("[1-9][0-9]{0,11}")) {
            throw new IllegalArgumentException("no number of an issue: " + id);
        }
        return "/issues/" + id;
    }

    private URI uri(String path) {
        return URI.create(api + "/repos/" + repo + path);
    }

    private String host() {
        return String.valueOf(api.getHost());
    }

    private void write(String method, String path, @Nullable Map<String, ?> body) throws TrackerFailed {
        send(method, uri(path), body == null ? null : JsonText.of(body));
        known.clear(); // what was read before may not be so any more
    }

    private Answer get(URI uri) throws TrackerFailed {
        Answer answer = send("GET", uri, null);
        Answer before = known.get(uri);
        if (answer.status() == 304) {
            if (before == null) {
                throw new TrackerFailed(Why.NONSENSE, host() + " answers that nothing changed, and nothing was read");
            }
            return before;
        }
        if (answer.etag() != null) {
            known.put(uri, answer);
        }
        return answer;
    }

    /// What can be done twice is tried again while the server fails; a comment is looked for at the next visit.
    private Answer send(String method, URI uri, @Nullable String body) throws TrackerFailed {
        boolean again = !(method.equals("POST") && uri.getPath().endsWith("/comments"));
        URI to = uri;
        int redirects = 0;
        for (int time = 1; ; time++) {
            TrackerFailed failed;
            try {
                HttpResponse<byte[]> response = exchange(method, to, body);
                int status = response.statusCode();
                boolean moved = status == 307 || status == 308 || (method.equals("GET") && status / 100 == 3);
                if (moved && status != 304 && redirects++ < REDIRECTS) {
                    to = sameHost(to, response.headers().firstValue("Location").orElse(""));
                    time--;
                    continue;
                }
                if (status < 500) {
                    return answer(response);
                }
                failed = new TrackerFailed(Why.UNREACHABLE, host() + " answers with an error of its own: " + status);
            } catch (TrackerFailed silent) {
                if (silent.why() != Why.UNREACHABLE) {
                    throw silent;
                }
                failed = silent;
            }
            Duration pause = PAUSE.multipliedBy(1L << (time - 1));
            if (!again || time == TRIES || left().compareTo(pause) <= 0) {
                throw failed;
            }
            sleep(pause);
        }
    }

    private Duration left() {
        return Duration.between(clock.instant(), end);
    }

    private HttpResponse<byte[]> exchange(String method, URI uri, @Nullable String body) throws TrackerFailed {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/vnd.github+json")
                .header("X-GitHub-Api-Version", "2022-11-28")
                .header("User-Agent", "ralph")
                .header("Authorization", "Bearer " + requiredToken());
        Answer before = method.equals("GET") ? known.get(uri) : null;
        if (before != null) {
            request.header("If-None-Match", Objects.requireNonNull(before.etag()));
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        request.method(
                method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        long millis = left().toMillis();
        if (millis <= 0) {
            throw silent();
        }
        CompletableFuture<HttpResponse<byte[]>> answer = client().sendAsync(
                        request.build(),
                        HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), LARGEST));
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw silent();
        } catch (ExecutionException broken) {
            String words =
                    broken.getCause() instanceof ConnectException ? " cannot be reached" : " gave no complete answer";
            throw new TrackerFailed(Why.UNREACHABLE, host() + words);
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw silent();
        }
    }

    private TrackerFailed silent() {
        return new TrackerFailed(Why.UNREACHABLE, host() + " does not answer within " + patience.toSeconds() + " s");
    }

    private String requiredToken() throws TrackerFailed {
        if (token == null || token.isEmpty()) {
            throw new TrackerFailed(
                    Why.REFUSED, "GITHUB_TOKEN is not set: export a token that may read and write issues of " + repo);
        }
        if (!token.matches("[\\x21-\\x7e]{1,500}")) {
            throw new TrackerFailed(Why.REFUSED, "GITHUB_TOKEN is malformed; export it again");
        }
        return token;
    }

    private HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(patience)
                    .build();
        }
        return client;
    }

    private static void sleep(Duration time) throws TrackerFailed {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new TrackerFailed(Why.UNREACHABLE, "interrupted while the tracker was asked");
        }
    }

    private Answer answer(HttpResponse<byte[]> response) throws TrackerFailed {
        int status = response.statusCode();
        if (status / 100 == 2) {
            String etag = response.headers()
                    .firstValue("ETag")
                    .filter(tag -> tag.matches("[\\x21-\\x7e]{1,200}"))
                    .orElse(null);
            return new Answer(status, said(response), etag, next(response));
        }
        if (status == 304) {
            return new Answer(status, null, null, null);
        }
        Optional<Instant> until = until(response);
        if (status == 429 || (status == 403 && until.isPresent())) {
            Instant then = until.orElse(clock.instant().plus(USUAL_LIMIT));
            throw new TrackerFailed(
                    Why.LIMITED,
                    host() + " allows no more requests until "
                            + then.truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                    then);
        }
        boolean ofIssue = response.request().uri().getPath().contains("/issues/");
        throw switch (status) {
            case 401 -> new TrackerFailed(Why.REFUSED, host() + " does not accept the token in GITHUB_TOKEN (401)");
            case 403 ->
                new TrackerFailed(
                        Why.REFUSED,
                        "the token in GITHUB_TOKEN may not do this in " + repo
                                + " (403): it needs to read and write issues");
            case 404, 410, 422 ->
                ofIssue
                        ? new TrackerFailed(Why.ISSUE, "an issue of " + repo + " is not there or is locked: " + status)
                        : new TrackerFailed(
                                Why.REFUSED,
                                host() + " has no issues of " + repo + " for this token (" + status
                                        + "): check `tracker` in .ralph/config.yaml");
            default -> new TrackerFailed(Why.NONSENSE, host() + ": unexpected answer " + status);
        };
    }

    private @Nullable Object said(HttpResponse<byte[]> response) throws TrackerFailed {
        byte[] body = response.body();
        if (body.length == 0 || !response.request().method().equals("GET")) {
            return null;
        }
        try {
            return JsonText.parse(new String(body, StandardCharsets.UTF_8));
        } catch (InvalidJson nonsense) {
            throw new TrackerFailed(Why.NONSENSE, host() + " answers with something that is not JSON");
        }
    }

    private static @Nullable String next(HttpResponse<byte[]> response) {
        for (String link : response.headers().allValues("Link")) {
            Matcher next = NEXT.matcher(link.substring(0, Math.min(link.length(), 8000)));
            if (next.find()) {
                return next.group(1);
            }
        }
        return null;
    }

    /// When it may be asked again.
    private Optional<Instant> until(HttpResponse<byte[]> response) {
        Instant now = clock.instant();
        Optional<Instant> stated = response.headers()
                .firstValue("Retry-After")
                .flatMap(text ->
                        text.matches("[0-9]{1,9}") ? Optional.of(now.plusSeconds(Long.parseLong(text))) : date(text))
                .or(() -> response.headers()
                        .firstValue("X-RateLimit-Remaining")
                        .filter("0"::equals)
                        .flatMap(_ -> response.headers().firstValue("X-RateLimit-Reset"))
                        .filter(text -> text.matches("[0-9]{1,11}"))
                        .map(text -> Instant.ofEpochSecond(Long.parseLong(text))));
        return stated.map(time -> {
            Instant soonest = now.plus(SHORTEST_LIMIT);
            Instant latest = now.plus(LONGEST_LIMIT);
            return time.isBefore(soonest) ? soonest : time.isAfter(latest) ? latest : time;
        });
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    private URI sameHost(URI from, String link) throws TrackerFailed {
        try {
            URI to = from.resolve(link);
            if (Objects.equals(to.getScheme(), api.getScheme())
                    && Objects.equals(to.getHost(), api.getHost())
                    && to.getPort() == api.getPort()) {
                return to;
            }
        } catch (IllegalArgumentException nonsense) {
            throw new TrackerFailed(Why.NONSENSE, host() + " leads to something that is not an address");
        }
        throw new TrackerFailed(Why.NONSENSE, host() + " leads to another host, which gets no token");
    }

    @Override
    public void close() {
        if (client != null) {
            client.shutdownNow();
            client = null;
        }
    }
}
