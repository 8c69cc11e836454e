package dev.ralph.config;

import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.InvalidCheck;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks, each a line for the shell or an object with a type. The value holds their definitions, a line each.
record ChecksKind() implements ValueKind<List<String>> {
    private static final ListKind LINES = new ListKind(ListKind.Of.LINES);

    @Override
    public List<String> read(WrittenValue written, Base base) throws ValueMismatch {
        if (written instanceof WrittenValue.Text) {
            return definitions(LINES.read(written, base), written);
        }
        List<String> checks = new ArrayList<>();
        List<ValueMismatch> wrong = new ArrayList<>();
        for (WrittenValue item : written instanceof WrittenValue.Items list ? list.items() : List.of(written)) {
            try {
                checks.addAll(
                        item instanceof WrittenValue.Mapping object
                                ? List.of(check(object).line())
                                : definitions(
                                        LINES.read(new WrittenValue.Items(List.of(item), item.spot()), base), item));
            } catch (ValueMismatch misfit) {
                wrong.addAll(misfit.all());
            }
        }
        ValueMismatch.throwAny(wrong);
        return List.copyOf(checks);
    }

    /// A line that is the JSON of a check, as on the command line, is brought into its one form.
    private static List<String> definitions(List<String> lines, WrittenValue written) throws ValueMismatch {
        List<String> checks = new ArrayList<>();
        for (String line : lines) {
            try {
                checks.add(Check.of(line).line());
            } catch (InvalidCheck wrong) {
                throw new ValueMismatch(written, wrong.getMessage() + " in " + ForeignText.shortened(line));
            }
        }
        return checks;
    }

    private static Check check(WrittenValue.Mapping object) throws ValueMismatch {
        try {
            return Check.of(new CheckFields(fields(object)));
        } catch (InvalidCheck wrong) {
            WrittenValue.Spot spot = wrong.field() == null ? null : spot(object, wrong.field());
            throw new ValueMismatch(spot == null ? object.spot() : spot, String.valueOf(wrong.getMessage()));
        }
    }

    private static Map<String, Object> fields(WrittenValue.Mapping object) throws ValueMismatch {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (WrittenValue.Mapping.Pair pair : object.pairs()) {
            if (!(pair.name() instanceof WrittenValue.Text name)) {
                throw new ValueMismatch(
                        pair.name(), "found " + pair.name().described() + ", expected the name of a field");
            }
            if (fields.containsKey(name.value())) {
                throw new ValueMismatch(name, "duplicate key " + name.value());
            }
            Object value = name.value().equals("timeout") ? seconds(pair.value()) : value(pair.value());
            if (value != null) {
                fields.put(name.value(), value);
            }
        }
        return fields;
    }

    private static @Nullable Object value(WrittenValue written) throws ValueMismatch {
        return switch (written) {
            case WrittenValue.Text text ->
                switch (text.meaning()) {
                    case NOTHING -> null;
                    case TRUTH -> Boolean.parseBoolean(text.value());
                    case NUMBER -> number(text);
                    case TEXT -> text.value();
                };
            case WrittenValue.Items list -> {
                List<Object> items = new ArrayList<>();
                for (WrittenValue item : list.items()) {
                    Object value = value(item);
                    if (value != null) {
                        items.add(value);
                    }
                }
                yield items;
            }
            case WrittenValue.Mapping object -> fields(object);
            case WrittenValue.Meant _ -> throw new IllegalStateException("a value is not read again");
            case WrittenValue.Nested nested ->
                throw new ValueMismatch(nested, "found " + nested.described() + ", where nothing of that kind belongs");
        };
    }

    private static Object number(WrittenValue.Text text) throws ValueMismatch {
        try {
            return new BigDecimal(text.value());
        } catch (NumberFormatException strange) {
            throw new ValueMismatch(
                    text, "found " + text.described() + ", expected a number such as 5, or a text in quotes");
        }
    }

    /// As a number it is seconds, as in the specification; as a text it has a unit, as everywhere else.
    private static @Nullable Object seconds(WrittenValue written) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Text text) || text.meaning() != YamlMeaning.TEXT) {
            return value(written);
        }
        try {
            return BigDecimal.valueOf(DurationText.parse(text.value()).toMillis(), 3);
        } catch (IllegalArgumentException e) {
            throw new ValueMismatch(written, ForeignText.shortenedMessage(e));
        }
    }

    /// Where the value of a field stands, be it in an inner object.
    private static WrittenValue.@Nullable Spot spot(WrittenValue written, String field) {
        if (written instanceof WrittenValue.Items list) {
            for (WrittenValue item : list.items()) {
                WrittenValue.Spot found = spot(item, field);
                if (found != null) {
                    return found;
                }
            }
        }
        if (written instanceof WrittenValue.Mapping object) {
            for (WrittenValue.Mapping.Pair pair : object.pairs()) {
                boolean here = pair.name() instanceof WrittenValue.Text name
                        && name.value().equals(field);
                WrittenValue.Spot found = here ? pair.name().spot() : spot(pair.value(), field);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    @Override
    public String text(List<String> value) {
        return LINES.text(value);
    }

    @Override
    public String expected() {
        return LINES.expected();
    }

    @Override
    public String placeholder() {
        return LINES.placeholder();
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> item = JsonObject.anyOf(JsonObject.text(ScalarKind.LINE), CheckSchema.object());
        return JsonObject.anyOf(item, JsonObject.list(item));
    }
}
