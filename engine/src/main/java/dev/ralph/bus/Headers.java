package dev.ralph.bus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// The headers of one record, ours or a foreign writer's. Plain `key: value` lines (nearly all) are read here; for
/// the rest there is a YAML parser, which is not even loaded until then.
final class Headers {
    private final Map<String, Object> values;

    private Headers(Map<String, Object> values) {
        this.values = values;
    }

    /// Null if the text is not a YAML mapping.
    static @Nullable Headers parse(String text) {
        Map<String, Object> values = plainLines(text);
        if (values == null) values = yaml(text);
        return values == null ? null : new Headers(values);
    }

    /// Null if a header that every message needs is missing or makes no sense.
    @Nullable
    BusMessage message(String body) {
        String ts = text("ts");
        Instant at = ts == null ? Instant.EPOCH : Timestamps.fromIso(ts);
        String id = text("msg_id");
        String type = text("type");
        String project = text("project_id");
        if (at == null || id == null || type == null || project == null) return null;
        try {
            return new BusMessage(
                    id,
                    at,
                    type,
                    project,
                    text("task_id"),
                    text("run_id"),
                    parents(),
                    links(),
                    strings(values.get("meta")),
                    body);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// Null if the header is missing, empty, or not a text.
    @Nullable
    String text(String key) {
        return values.get(key) instanceof String text && !text.isBlank() ? text : null;
    }

    private List<MessageParent> parents() {
        List<MessageParent> parents = new ArrayList<>();
        for (Object item : list("parents")) {
            if (item instanceof String id) parents.add(new MessageParent(id));
            else if (item instanceof Map<?, ?> map && map.get("msg_id") instanceof String id)
                parents.add(new MessageParent(id, string(map.get("kind")), strings(map.get("meta"))));
        }
        return parents;
    }

    private List<MessageLink> links() {
        List<MessageLink> links = new ArrayList<>();
        for (Object item : list("links")) {
            if (item instanceof String url) links.add(new MessageLink(url));
            else if (item instanceof Map<?, ?> map && map.get("url") instanceof String url)
                links.add(new MessageLink(url, string(map.get("label")), string(map.get("kind"))));
        }
        return links;
    }

    private List<?> list(String key) {
        return values.get(key) instanceof List<?> list ? list : List.of();
    }

    private static String string(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    private static Map<String, String> strings(@Nullable Object value) {
        Map<String, String> strings = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map)
            map.forEach((k, v) -> {
                if (k instanceof String key && v instanceof String text) strings.put(key, text);
            });
        return strings;
    }

    /// The fast way; null when a line needs real YAML.
    private static @Nullable Map<String, Object> plainLines(String text) {
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, Object> meta = null;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            if (end < 0) end = text.length();
            String line = text.substring(start, end);
            boolean inMeta = meta != null && line.startsWith("  ");
            if (line.equals("meta:")) {
                meta = new LinkedHashMap<>();
                if (values.putIfAbsent("meta", meta) != null) return null;
            } else if (inMeta ? !pair(line.substring(2), meta) : !pair(line, values)) {
                return null;
            } else if (!inMeta) {
                meta = null;
            }
            start = end + 1;
        }
        return values.get("meta") instanceof Map<?, ?> map && map.isEmpty() ? null : values;
    }

    private static boolean pair(String line, @Nullable Map<String, Object> into) {
        int colon = line.indexOf(": ");
        if (colon < 1 || into == null) return false;
        String key = line.substring(0, colon);
        String value = unquoted(line.substring(colon + 2));
        return value != null && RecordForm.plain(key) && into.putIfAbsent(key, value) == null;
    }

    private static @Nullable String unquoted(String value) {
        if (RecordForm.plain(value)) return value;
        int last = value.length() - 1;
        if (last < 1 || value.charAt(0) != '"' || value.indexOf('"', 1) != last || value.indexOf('\\') >= 0)
            return null;
        for (int i = 1; i < last; i++) if (HeaderValue.breaksLine(value.charAt(i))) return null;
        return value.substring(1, last);
    }

    /// Everything stays text: a task called `007` or `true` keeps its name.
    private static @Nullable Map<String, Object> yaml(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setSchema(new FailsafeSchema())
                .setAllowDuplicateKeys(false)
                .setLabel("bus record")
                .build();
        try {
            Object loaded = new Load(settings).loadFromString(text);
            if (!(loaded instanceof Map<?, ?> map)) return null;
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((k, v) -> {
                if (k instanceof String key && v != null) values.put(key, v);
            });
            return values;
        } catch (YamlEngineException | IllegalArgumentException | IndexOutOfBoundsException | StackOverflowError e) {
            return null; // not YAML, or nested deeper than any honest header
        }
    }
}
