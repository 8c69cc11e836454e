package dev.ralph.testkit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Fills in the times of an error that speaks of a time yet to come: `{{now+3600}}` and `{{iso+3600}}`.
final class Placeholders {
    private static final Pattern TIME = Pattern.compile("\\{\\{(now|iso)\\+(\\d{1,9})}}");

    private final Instant now;

    Placeholders(Instant now) {
        this.now = now;
    }

    Map<String, String> in(Map<String, String> headers) {
        Map<String, String> filled = new TreeMap<>();
        headers.forEach((name, value) -> filled.put(name, in(value)));
        return filled;
    }

    String in(String text) {
        return TIME.matcher(text).replaceAll(match -> time(match.group(1), match.group(2)));
    }

    /// A text that is nothing but `{{now+N}}` becomes a number.
    JsonNode in(JsonNode node) {
        if (node.isString()) {
            Matcher whole = TIME.matcher(node.stringValue());
            boolean number = whole.matches() && whole.group(1).equals("now");
            return number
                    ? JsonTree.of(now.getEpochSecond() + Long.parseLong(whole.group(2)))
                    : JsonTree.of(in(node.stringValue()));
        }
        if (node.isArray()) {
            ArrayNode filled = JsonTree.array();
            node.forEach(element -> filled.add(in(element)));
            return filled;
        }
        if (node.isObject()) {
            ObjectNode filled = JsonTree.object();
            node.forEachEntry((name, value) -> filled.set(name, in(value)));
            return filled;
        }
        return node;
    }

    private String time(String form, String seconds) {
        Instant then = now.plusSeconds(Long.parseLong(seconds)).truncatedTo(ChronoUnit.SECONDS);
        return form.equals("now") ? Long.toString(then.getEpochSecond()) : then.toString();
    }
}
