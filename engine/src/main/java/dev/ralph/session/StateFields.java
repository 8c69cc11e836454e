package dev.ralph.session;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of a stored loop, as somebody wrote them: names in `camelCase` or `snake_case`, values perhaps by hand.
///
/// What is missing has its default where the specification has one. What makes no sense is no loop: a limit of 0 or a
/// session without a name would be a loop that nobody can stop.
record StateFields(Map<String, Object> fields) {
    StateFields {
        Map<String, Object> plain = new HashMap<>();
        fields.forEach((name, value) -> plain.put(plain(name), value));
        fields = plain;
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    RalphLoopState state() {
        return new RalphLoopState(
                flag("active"),
                number("iteration", null),
                number("maxIterations", RalphLoopConfig.DEFAULT_MAX_ITERATIONS),
                text("completionPromise", RalphLoopConfig.DEFAULT_COMPLETION_PROMISE),
                time("startedAt", text("startedAt", null)),
                text("prompt", null),
                text("sessionId", null),
                find("lastIterationAt") == null ? null : time("lastIterationAt", text("lastIterationAt", null)),
                find("description") == null ? null : text("description", null));
    }

    private @Nullable Object find(String name) {
        return fields.get(plain(name));
    }

    private boolean flag(String name) {
        return switch (String.valueOf(find(name))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, "true or false");
        };
    }

    private int number(String name, @Nullable Integer otherwise) {
        Object value = find(name);
        if (value == null && otherwise != null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw wrong(name, "a whole number");
        }
    }

    private String text(String name, @Nullable String otherwise) {
        Object value = find(name);
        if (value != null) {
            return value.toString();
        }
        if (otherwise == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return otherwise;
    }

    private static Instant time(String name, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("its " + name + " is not a time such as 2026-01-15T10:30:00.000Z", e);
        }
    }

    private IllegalArgumentException wrong(String name, String wanted) {
        return new IllegalArgumentException(
                find(name) == null ? "it has no " + name : "its " + name + " is not " + wanted);
    }
}
