package dev.ralph.backlog;

import dev.ralph.json.JsonText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One task of the list.
///
/// @param line   where it was created, from 1: of two that are alike, the earlier one comes first
/// @param fields everything the file says of it, by the names of the file
public record BacklogTask(String id, int line, Map<String, @Nullable Object> fields) {
    private static final int DIGITS = 15;
    private static final int LONGEST_SHOWN = 60;
    private static final int DATE_LENGTH = "2026-01-01".length();

    public BacklogTask {
        fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public String title() {
        return text("title");
    }

    public String description() {
        return text("description");
    }

    /// Of a word that nobody knows, that it is blocked: it is not picked until somebody corrects it.
    public TaskStatus status() {
        String word = text("status");
        return word.isEmpty() ? TaskStatus.PENDING : TaskStatus.of(word).orElse(TaskStatus.BLOCKED);
    }

    /// What kind of work it is: `bug`, `docs` and so on.
    public String type() {
        String type = text("type");
        return type.isEmpty() ? "task" : type;
    }

    /// The higher, the more urgent; 0 where the file has none that can be read.
    public long priority() {
        Long number = whole(fields.get("priority"));
        return number == null ? 0 : number;
    }

    /// The beginning of time where the file has none that can be read.
    public Instant createdAt() {
        Instant time = time(fields.get("createdAt"));
        return time == null ? Instant.EPOCH : time;
    }

    /// What of some fields does not count, because it cannot be read.
    static List<String> unreadable(Map<?, ?> fields) {
        List<String> words = new ArrayList<>();
        if (fields.get("status") instanceof String word && TaskStatus.of(word).isEmpty()) {
            words.add("the status '" + word + "', which does not exist; treated as blocked");
        }
        Object priority = fields.get("priority");
        if (priority != null && whole(priority) == null) {
            words.add("the priority " + shown(priority) + ", which is not a whole number: it counts as 0");
        }
        Object created = fields.get("createdAt");
        if (created != null && time(created) == null) {
            words.add("the createdAt " + shown(created)
                    + ", which is not a time like 2026-01-01T00:00:00Z or a date like 2026-01-01: it counts as the"
                    + " beginning of time");
        }
        return words;
    }

    private static String shown(Object value) {
        String text = JsonText.of(value);
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }

    private static @Nullable Long whole(@Nullable Object given) {
        return switch (given) {
            case Long number -> number;
            case BigDecimal number
            when number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() <= DIGITS ->
                number.longValue();
            case String text when text.strip().matches("-?\\d{1,9}") -> Long.valueOf(text.strip());
            case null, default -> null;
        };
    }

    /// Of a date alone, its beginning in UTC.
    static @Nullable Instant time(@Nullable Object given) {
        String text = given instanceof String words ? words.strip() : "";
        try {
            return text.length() == DATE_LENGTH
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException unknown) {
            return null;
        }
    }

    public @Nullable String parent() {
        String parent = text("parent");
        return parent.isEmpty() ? null : parent;
    }

    /// The tasks that must be over before it begins.
    public List<String> blockedBy() {
        return texts("blockedBy");
    }

    /// The tasks that wait for it, as it says itself.
    public List<String> blocks() {
        return texts("blocks");
    }

    /// The tasks it is divided into, as it says itself.
    public List<String> subtasks() {
        return texts("subtasks");
    }

    public List<String> tags() {
        return texts("tags");
    }

    /// Why it is blocked, or what became of it; empty where nobody said.
    public String reason() {
        return text("reason");
    }

    /// How it is known to be complete, null where it does not say so itself.
    @SuppressWarnings("unchecked") // the file's objects have texts as keys
    public @Nullable Map<String, @Nullable Object> completion() {
        return fields.get("completion") instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : null;
    }

    /// The same as a check, in one line; its type comes first, whatever the order in the file: so a check is told from
    /// a shell line.
    public @Nullable String completionCheck() {
        Map<String, @Nullable Object> completion = completion();
        if (completion == null) {
            return null;
        }
        Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
        ordered.put("type", completion.get("type"));
        ordered.putAll(completion);
        return JsonText.of(ordered);
    }

    /// A file of the project with what is to be done; null where it names none. What is imported names what its
    /// first link leads to: a place in such a file, or a page elsewhere, which is none.
    public @Nullable String spec() {
        String spec = text("spec").strip().replaceFirst("#.*", "");
        return spec.isEmpty() || spec.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") ? null : spec;
    }

    /// What programs noted about it.
    @SuppressWarnings("unchecked") // the file's objects have texts as keys
    public Map<String, @Nullable Object> metadata() {
        return fields.get("metadata") instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : Map.of();
    }

    private String text(String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    private List<String> texts(String name) {
        List<?> given = fields.get(name) instanceof List<?> list
                ? list
                : fields.get(name) instanceof String one ? List.of(one) : List.of();
        return given.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .distinct()
                .toList();
    }

    BacklogTask with(Map<String, @Nullable Object> changes) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        all.putAll(changes);
        all.put("id", id);
        return new BacklogTask(id, line, all);
    }
}
