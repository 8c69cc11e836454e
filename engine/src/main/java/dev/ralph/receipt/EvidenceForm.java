package dev.ralph.receipt;

import dev.ralph.json.RecordCodec;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The JSON form of what a check found out, as `docs/receipt.schema.json` describes it: flat where there is one of a
/// thing, times in milliseconds, the table of tests as an object. What is null is left out.
final class EvidenceForm {
    /// Records whose fields stand beside those of the whole.
    private static final List<String> PARTS = List.of("claim", "finding", "subject", "author");

    private static final List<String> OPTIONAL =
            List.of("reason", "second_run", "tests", "commit", "tree", "baseline", "agent", "model", "output");

    private EvidenceForm() {}

    static Map<String, @Nullable Object> tree(Evidence evidence) {
        Map<String, @Nullable Object> tree = new TreeMap<>(RecordCodec.snakeCase(evidence));
        PARTS.forEach(part -> tree.putAll(map(tree.remove(part))));
        inMillis(tree);
        tree.replaceAll((_, value) -> value instanceof Map<?, ?> ? withoutNulls(map(value)) : value);
        if (tree.get("second_run") instanceof Map<?, ?> again) {
            inMillis(map(again));
        }
        tree.computeIfPresent("tests", (_, tests) -> CanonicalJson.parse(String.valueOf(tests)));
        tree.remove("notes", List.of());
        return withoutNulls(tree);
    }

    private static void inMillis(Map<String, @Nullable Object> fields) {
        BigDecimal seconds = new BigDecimal(String.valueOf(fields.remove("took")));
        fields.put("took_ms", seconds.movePointRight(3).longValueExact());
    }

    private static Map<String, @Nullable Object> withoutNulls(Map<String, @Nullable Object> fields) {
        fields.values().removeIf(Objects::isNull);
        return fields;
    }

    /// @throws dev.ralph.json.InvalidJson when it is not the form of any evidence
    static Evidence evidence(Map<String, @Nullable Object> tree) {
        Map<String, @Nullable Object> fields = inSeconds(tree);
        OPTIONAL.forEach(name -> fields.putIfAbsent(name, null));
        fields.putIfAbsent("notes", List.of());
        fields.computeIfPresent("tests", (_, tests) -> CanonicalJson.of(map(tests)));
        fields.computeIfPresent("second_run", (_, again) -> again instanceof Map<?, ?> ? inSeconds(map(again)) : again);
        Map<String, @Nullable Object> whole = new HashMap<>(fields);
        PARTS.forEach(part -> whole.put(part, fields)); // a reader takes of it what it asks for
        return RecordCodec.readSnakeCase(Evidence.class, whole);
    }

    private static Map<String, @Nullable Object> inSeconds(Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> known = new HashMap<>(fields);
        known.put("took", known.get("took_ms") instanceof Long millis ? BigDecimal.valueOf(millis, 3) : null);
        return known;
    }

    @SuppressWarnings("unchecked") // only RecordCodec and JsonText make them, and their keys are names
    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }
}
