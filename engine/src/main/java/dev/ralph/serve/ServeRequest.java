package dev.ralph.serve;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a client asks for.
///
/// @param query   by name, each with what was given, comma lists taken apart
/// @param headers by name in lower case
record ServeRequest(String method, String path, Map<String, List<String>> query, Map<String, String> headers) {
    private static final Set<String> ONCE = Set.of("host", "origin", "authorization", "last-event-id");
    private static final String BEARER = "Bearer ";

    /// Why a request is not answered.
    ///
    /// @param error   for programs
    /// @param message what happened, and what to do
    record Refused(int status, String error, String message) {}

    /// @param head all lines before the empty one
    /// @throws IllegalArgumentException when it makes no sense
    static ServeRequest parse(String head) {
        String[] lines = head.split("\r\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !words[1].startsWith("/") || !words[2].startsWith("HTTP/1.")) {
            throw new IllegalArgumentException("the first line of the request is not `GET /path HTTP/1.1`");
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1 || lines[i].substring(0, colon).isBlank() || Character.isWhitespace(lines[i].charAt(0))) {
                throw new IllegalArgumentException("line " + (i + 1) + " of the request is not `Name: value`");
            }
            String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            String value = lines[i].substring(colon + 1).strip();
            if (headers.put(name, value) != null && ONCE.contains(name)) {
                throw new IllegalArgumentException("the request has the header " + name + " twice");
            }
        }
        int mark = words[1].indexOf('?');
        String path = mark < 0 ? words[1] : words[1].substring(0, mark);
        return new ServeRequest(words[0], path, query(mark < 0 ? "" : words[1].substring(mark + 1)), headers);
    }

    private static Map<String, List<String>> query(String text) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            List<String> values = query.computeIfAbsent(name, _ -> new ArrayList<>());
            for (String value :
                    decoded(equals < 0 ? "" : pair.substring(equals + 1)).split(",", -1)) {
                if (!value.isEmpty()) {
                    values.add(value);
                }
            }
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    List<String> all(String name) {
        return query.getOrDefault(name, List.of());
    }

    /// What stands against answering it.
    Optional<Refused> refusal(int port, String token) {
        Set<String> hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        String host = headers.getOrDefault("host", "");
        if (!hosts.contains(host.toLowerCase(Locale.ROOT))) {
            return Optional.of(
                    new Refused(403, "wrong_host", "The request names another host. Use http://127.0.0.1:" + port));
        }
        String origin = headers.get("origin");
        if (origin != null && hosts.stream().noneMatch(own -> origin.equalsIgnoreCase("http://" + own))) {
            return Optional.of(new Refused(403, "wrong_origin", "Origin not allowed. Use http://127.0.0.1:" + port));
        }
        if (!isToken(token)) {
            return Optional.of(
                    new Refused(
                            401,
                            "wrong_token",
                            "The token is missing or wrong. Send the one that `ralph serve` printed: Authorization: Bearer TOKEN"));
        }
        return method.equals("GET")
                ? Optional.empty()
                : Optional.of(new Refused(405, "wrong_method", "Nothing can be changed here. Use GET."));
    }

    /// Compared in a time that does not depend on where they differ.
    private boolean isToken(String token) {
        String header = headers.get("authorization");
        String given = header == null
                ? String.join(",", all("token"))
                : header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? header.substring(BEARER.length()).strip()
                        : "";
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /// After which event it wants to hear, null for from now on. A browser that connects again sends the header, with
    /// the address as it was.
    ///
    /// @throws IllegalArgumentException when it is not a position
    @Nullable
    Long since() {
        List<String> given = all("since");
        String text = headers.getOrDefault("last-event-id", given.isEmpty() ? "" : given.getLast());
        if (text.isEmpty()) {
            return null;
        }
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(
                    "since and Last-Event-ID are positions, the `id` of an event: give a whole number, 0 for the beginning");
        }
        return Long.valueOf(text);
    }

    /// @throws IllegalArgumentException when a type has no such name
    Set<ServedEvent.Type> types() {
        Set<ServedEvent.Type> types = new HashSet<>();
        for (String word : all("type")) {
            types.add(ServedEvent.Type.of(word)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "No event has the type '" + word + "'; docs/serve.md lists them.")));
        }
        return types;
    }
}
