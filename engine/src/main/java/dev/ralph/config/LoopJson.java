package dev.ralph.config;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads `ralph.json`, a file of the project with an object `loop`, into a layer: names that a profile has for some
/// settings, times in seconds.
///
/// @param names of settings, by the names they have in the file
record LoopJson(String file, Map<String, String> names, ConfigLayer layer) {
    static final String FILE = "ralph.json";

    private static final String LOOP = "loop";
    /// The setting counts the first try, too.
    private static final String RETRIES = "maxRetries";

    /// What is longer was meant as milliseconds; who means it writes it with its unit.
    private static final Duration LONGEST = Duration.ofDays(7);

    void read(String text) {
        if (text.isBlank()) {
            return;
        }
        try {
            JsonText.unambiguous(text).forEach(this::field);
        } catch (InvalidJson broken) {
            layer.wrong(file, ForeignText.shortenedMessage(broken));
        }
    }

    private void field(String name, @Nullable Object value) {
        if (!name.equals(LOOP)) { // other tools may keep theirs there
            String hint = names.containsKey(name)
                    ? "; move it into the object '" + LOOP + "'"
                    : NearestName.hint(name, List.of(LOOP));
            if (!hint.isEmpty()) {
                layer.wrong(file, "unknown key '" + ForeignText.shortened(name) + "'" + hint);
            }
        } else if (value instanceof Map<?, ?> fields) {
            fields.forEach((key, one) -> setting(String.valueOf(key), one));
        } else {
            layer.wrong(file, LOOP + ": found " + written(value).described() + ", expected an object");
        }
    }

    /// A negative or huge number stays as it is, and is refused as such.
    private static Long tries(Long retries) {
        return retries >= 0 && retries < 1 << 20 ? Long.valueOf(retries + 1) : retries;
    }

    private void setting(String name, @Nullable Object given) {
        Object value = name.equals(RETRIES) && given instanceof Long retries ? tries(retries) : given;
        String setting = names.get(name);
        if (setting == null) {
            String all = "; there are " + String.join(", ", new TreeSet<>(names.keySet()));
            layer.wrong(
                    file,
                    LOOP + ": unknown key '" + ForeignText.shortened(name) + "'"
                            + NearestName.hint(name, names.keySet(), all));
            return;
        }
        SettingKey<?> key = SettingKeys.key(setting);
        String where = file + ": " + LOOP + "." + name;
        BigDecimal number = value instanceof Long whole
                ? BigDecimal.valueOf(whole)
                : value instanceof BigDecimal decimal ? decimal : null;
        boolean isTime = key.standard() instanceof Duration;
        if (number != null && number.signum() <= 0) {
            layer.wrong(where, "found " + written(value).described() + ", expected a number more than 0");
        } else if (isTime && number == null) {
            layer.wrong(where, "found " + written(value).described() + ", expected a number of seconds");
        } else if (isTime) {
            time(key, Objects.requireNonNull(number), where);
        } else {
            layer.put(key, written(value), new ValueOrigin(ValueOrigin.Source.PROJECT, file), where);
        }
    }

    private void time(SettingKey<?> key, BigDecimal seconds, String where) {
        if (seconds.compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) > 0) {
            BigDecimal meant = seconds.movePointLeft(3).stripTrailingZeros();
            layer.wrong(
                    where,
                    seconds.toPlainString() + " seconds is more than " + DurationText.brief(LONGEST)
                            + ". If you meant milliseconds, write " + meant.toPlainString()
                            + "; for a longer limit, set " + key.name() + ": 10d in " + Configuration.PROJECT_FILE);
            return;
        }
        Duration time = Duration.ofMillis(seconds.movePointRight(3).longValue());
        layer.put(
                key,
                new WrittenValue.Meant(time.isZero() ? Duration.ofMillis(1) : time),
                new ValueOrigin(ValueOrigin.Source.PROJECT, file),
                where);
    }

    private static WrittenValue written(@Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            return new WrittenValue.Nested("an object", WrittenValue.Spot.NONE);
        }
        if (value instanceof List<?>) {
            return new WrittenValue.Nested("a list", WrittenValue.Spot.NONE);
        }
        boolean isText = value instanceof String;
        String text =
                value == null ? "" : value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        return new WrittenValue.Text(
                text, isText ? WrittenValue.Notation.QUOTED : WrittenValue.Notation.PLAIN, WrittenValue.Spot.NONE);
    }
}
