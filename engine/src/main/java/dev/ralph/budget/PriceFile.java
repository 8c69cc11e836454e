package dev.ralph.budget;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the YAML of a price table. `docs/prices.md` describes the form.
final class PriceFile {
    private static final int LONGEST = 1 << 20;
    private static final BigDecimal DEAREST = BigDecimal.valueOf(100_000);
    private static final List<String> KEYS = List.of("checked", "sources", "models");
    private static final List<String> FIELDS = List.of("input", "cacheRead", "cacheWrite", "output", "from", "source");

    private final String file;

    PriceFile(String file) {
        this.file = file;
    }

    Map<String, Price> read(String text) {
        if (text.length() > LONGEST) {
            throw bad("has more than " + LONGEST + " characters");
        }
        Map<String, Object> root = mapping("the file", load(text));
        only(KEYS, root, "the file");
        LocalDate checked = date(root, "checked", "");
        Map<String, Object> sources = mapping("sources", root.get("sources"));
        Map<String, Price> models = new HashMap<>();
        mapping("models", root.get("models")).forEach((model, value) -> {
            String plain = ModelName.plain(model);
            if (plain.isEmpty()) {
                throw bad("a model has no name");
            }
            if (models.put(plain, price(model, mapping(model, value), checked, sources)) != null) {
                throw bad("the model " + model + " is given twice");
            }
        });
        return models;
    }

    private @Nullable Object load(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setMaxAliasesForCollections(0)
                .setAllowDuplicateKeys(false)
                .build();
        try {
            return new Load(settings).loadFromString(text);
        } catch (YamlEngineException e) {
            String message = String.valueOf(e.getMessage());
            throw bad("cannot be read as YAML: " + message.lines().findFirst().orElse(message));
        }
    }

    private Price price(
            String model, Map<String, Object> fields, @Nullable LocalDate checked, Map<String, Object> sources) {
        only(FIELDS, fields, model);
        BigDecimal input = amount(fields, "input", model);
        BigDecimal output = amount(fields, "output", model);
        if (input == null || output == null) {
            throw bad(model + " needs both `input` and `output`, in dollars for a million tokens");
        }
        BigDecimal read = amount(fields, "cacheRead", model);
        BigDecimal write = amount(fields, "cacheWrite", model);
        String source = String.valueOf(fields.getOrDefault("source", file));
        return new Price(
                input,
                read == null ? input : read,
                write == null ? input : write,
                output,
                date(fields, "from", model + "."),
                checked,
                String.valueOf(sources.getOrDefault(source, source)));
    }

    private @Nullable BigDecimal amount(Map<String, Object> fields, String name, String model) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Number number)) {
            throw bad(model + "." + name + " is not a number: '" + value + "'");
        }
        BigDecimal amount;
        try {
            amount = new BigDecimal(number.toString());
        } catch (NumberFormatException infinite) {
            throw bad(model + "." + name + " is not a number: '" + value + "'");
        }
        if (amount.signum() < 0 || amount.compareTo(DEAREST) > 0) {
            throw bad(model + "." + name + " must be between 0 and " + DEAREST + " dollars for a million tokens");
        }
        return amount;
    }

    private @Nullable LocalDate date(Map<String, Object> fields, String name, String prefix) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        try {
            return LocalDate.parse(value.toString());
        } catch (DateTimeException e) {
            throw bad(prefix + name + " is not a date like 2026-11-15: '" + value + "'");
        }
    }

    private void only(List<String> allowed, Map<String, Object> fields, String where) {
        for (String field : fields.keySet()) {
            if (!allowed.contains(field)) {
                throw bad(where + " has an unknown field '" + field + "'; known are " + String.join(", ", allowed));
            }
        }
    }

    private Map<String, Object> mapping(String what, @Nullable Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (value == null) {
            return fields;
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw bad(what + " is not a mapping of names to values");
        }
        map.forEach((name, field) -> {
            if (field != null) {
                fields.put(String.valueOf(name), field);
            }
        });
        return fields;
    }

    private BadPrices bad(String problem) {
        return new BadPrices(file, problem);
    }
}
