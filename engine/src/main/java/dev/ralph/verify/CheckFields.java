package dev.ralph.verify;

import dev.ralph.tamper.Measures;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The fields of a definition: texts, numbers, booleans, lists and objects of these, in the order they were written in.
/// One that is null counts as left out, and 1e3 is 1000, at every depth: equal checks have equal lines.
public record CheckFields(Map<String, Object> values) {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)");

    private static final int LONGEST_NUMBER = 1000;

    public static final CheckFields NONE = new CheckFields(Map.of());

    public CheckFields {
        values = plain(values);
    }

    private static Map<String, Object> plain(Map<?, ?> object) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Map.Entry<?, ?> field : object.entrySet()) {
            if (field.getValue() != null) {
                fields.put(String.valueOf(field.getKey()), plain(field.getValue()));
            }
        }
        return Collections.unmodifiableMap(fields);
    }

    private static Object plain(Object value) {
        if (value instanceof Map<?, ?> object) {
            return plain(object);
        }
        if (value instanceof BigDecimal number && number.scale() < 0 && number.scale() > -LONGEST_NUMBER) {
            return number.setScale(0);
        }
        if (!(value instanceof List<?> list)) {
            return value;
        }
        List<Object> items = new ArrayList<>();
        for (Object item : list) {
            if (item != null) {
                items.add(plain(item));
            }
        }
        return List.copyOf(items);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Set<String> names() {
        return values.keySet();
    }

    /// @throws InvalidCheck when a field is none of these
    public void allow(String... known) {
        if (known.length == 0 && !values.isEmpty()) {
            throw new InvalidCheck(values.keySet().iterator().next(), "is not known here: this check has no options");
        }
        for (String name : values.keySet()) {
            if (!List.of(known).contains(name)) {
                String advice = Measures.advice(name);
                throw new InvalidCheck(
                        name, advice != null ? advice : "is not known here: it can be " + String.join(", ", known));
            }
        }
    }

    public String text(String name) {
        String text = get(name, String.class, "a text");
        if (text.isBlank()) {
            throw new InvalidCheck(name, "is empty");
        }
        return text;
    }

    public @Nullable String textOrNull(String name) {
        return has(name) ? text(name) : null;
    }

    public boolean flag(String name, boolean otherwise) {
        return has(name) ? get(name, Boolean.class, "true or false") : otherwise;
    }

    public int number(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        try {
            return decimal(name).intValueExact();
        } catch (ArithmeticException broken) {
            throw new InvalidCheck(name, "is not a whole number");
        }
    }

    /// A time: a number of seconds, or a text as `90s`, `5m`, `1.5h` or `200ms`.
    public @Nullable Duration seconds(String name) {
        if (!has(name)) {
            return null;
        }
        try {
            BigDecimal seconds = values.get(name) instanceof String text ? written(name, text) : decimal(name);
            return Duration.ofNanos(seconds.movePointRight(9).longValueExact());
        } catch (ArithmeticException broken) {
            throw new InvalidCheck(name, "is not a time in seconds");
        }
    }

    private static BigDecimal written(String name, String text) {
        Matcher time = TIME.matcher(text.strip());
        if (!time.matches()) {
            throw new InvalidCheck(name, "is not a time: give a number of seconds, or one with a unit, as 5m");
        }
        BigDecimal number = new BigDecimal(time.group(1));
        return switch (time.group(2)) {
            case "ms" -> number.movePointLeft(3);
            case "m" -> number.multiply(BigDecimal.valueOf(60));
            case "h" -> number.multiply(BigDecimal.valueOf(3600));
            default -> number;
        };
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object item : list(name)) {
            if (!(item instanceof String text)) {
                throw new InvalidCheck(name, "is not a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    public CheckFields child(String name) {
        return has(name) ? object(name, values.get(name)) : NONE;
    }

    public List<CheckFields> children(String name) {
        List<CheckFields> children = new ArrayList<>();
        for (Object item : list(name)) {
            children.add(object(name, item));
        }
        return children;
    }

    /// The same without some of them.
    public CheckFields without(String... names) {
        Map<String, Object> rest = new LinkedHashMap<>(values);
        rest.keySet().removeAll(List.of(names));
        return new CheckFields(rest);
    }

    private List<?> list(String name) {
        return has(name) ? get(name, List.class, "a list") : List.of();
    }

    private BigDecimal decimal(String name) {
        Object value = values.get(name);
        if (value instanceof Integer || value instanceof Long) {
            return BigDecimal.valueOf(((Number) value).longValue());
        }
        return value instanceof Double number ? BigDecimal.valueOf(number) : get(name, BigDecimal.class, "a number");
    }

    private static CheckFields object(String name, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new InvalidCheck(name, "holds something that is not an object");
        }
        return new CheckFields(plain(map));
    }

    private <T> T get(String name, Class<T> type, String wanted) {
        Object value = values.get(name);
        if (value == null) {
            throw new InvalidCheck(name, "is missing");
        }
        if (!type.isInstance(value)) {
            throw new InvalidCheck(name, "is not " + wanted);
        }
        return type.cast(value);
    }
}
