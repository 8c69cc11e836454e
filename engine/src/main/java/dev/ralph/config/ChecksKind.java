package dev.ralph.config;

import dev.ralph.verify.Check;
import dev.ralph.verify.Fields;
import dev.ralph.verify.InvalidCheck;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks, each a line for the shell or an object with a type. The value holds their definitions, a line each.
record ChecksKind() implements Kind<List<String>> {
    private static final ListKind LINES = new ListKind(ListKind.Of.LINES);

    @Override
    public List<String> read(Written written, Base base) throws Misfit {
        if (written instanceof Written.Text) {
            return definitions(LINES.read(written, base), written);
        }
        List<String> checks = new ArrayList<>();
        List<Misfit> wrong = new ArrayList<>();
        for (Written item : written instanceof Written.Items list ? list.items() : List.of(written)) {
            try {
                checks.addAll(
                        item instanceof Written.Mapping object
                                ? List.of(check(object).line())
                                : definitions(LINES.read(new Written.Items(List.of(item), item.spot()), base), item));
            } catch (Misfit misfit) {
                wrong.addAll(misfit.all());
            }
        }
        if (!wrong.isEmpty()) {
            throw new Misfit(wrong);
        }
        return List.copyOf(checks);
    }

    /// A line that is the JSON of a check, as on the command line, is brought into its one form.
    private static List<String> definitions(List<String> lines, Written written) throws Misfit {
        List<String> checks = new ArrayList<>();
        for (String line : lines) {
            try {
                checks.add(Check.of(line).line());
            } catch (InvalidCheck wrong) {
                throw new Misfit(written, wrong.getMessage() + " in " + Shown.shortened(line));
            }
        }
        return checks;
    }

    private static Check check(Written.Mapping object) throws Misfit {
        try {
            return Check.of(new Fields(fields(object)));
        } catch (InvalidCheck wrong) {
            Written.Spot spot = wrong.field() == null ? null : spot(object, wrong.field());
            throw new Misfit(spot == null ? object.spot() : spot, String.valueOf(wrong.getMessage()));
        }
    }

    private static Map<String, Object> fields(Written.Mapping object) throws Misfit {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Written.Mapping.Pair pair : object.pairs()) {
            if (!(pair.name() instanceof Written.Text name)) {
                throw new Misfit(pair.name(), "found " + pair.name().described() + ", expected the name of a field");
            }
            if (fields.containsKey(name.value())) {
                throw new Misfit(name, name.value() + " is there twice; keep one of them");
            }
            Object value = name.value().equals("timeout") ? seconds(pair.value()) : value(pair.value());
            if (value != null) {
                fields.put(name.value(), value);
            }
        }
        return fields;
    }

    private static @Nullable Object value(Written written) throws Misfit {
        return switch (written) {
            case Written.Text text ->
                switch (text.meaning()) {
                    case NOTHING -> null;
                    case TRUTH -> Boolean.parseBoolean(text.value());
                    case NUMBER -> number(text);
                    case TEXT -> text.value();
                };
            case Written.Items list -> {
                List<Object> items = new ArrayList<>();
                for (Written item : list.items()) {
                    Object value = value(item);
                    if (value != null) {
                        items.add(value);
                    }
                }
                yield items;
            }
            case Written.Mapping object -> fields(object);
            case Written.Nested nested ->
                throw new Misfit(nested, "found " + nested.described() + ", where nothing of that kind belongs");
        };
    }

    private static Object number(Written.Text text) throws Misfit {
        try {
            return new BigDecimal(text.value());
        } catch (NumberFormatException strange) {
            throw new Misfit(text, "found " + text.described() + ", expected a number such as 5, or a text in quotes");
        }
    }

    /// As a number it is seconds, as in the specification; as a text it has a unit, as everywhere else.
    private static @Nullable Object seconds(Written written) throws Misfit {
        if (!(written instanceof Written.Text text) || text.meaning() != Meaning.TEXT) {
            return value(written);
        }
        try {
            return BigDecimal.valueOf(DurationText.parse(text.value()).toMillis(), 3);
        } catch (IllegalArgumentException e) {
            throw new Misfit(written, Shown.shortenedMessage(e));
        }
    }

    /// Where the value of a field stands, be it in an inner object.
    private static Written.@Nullable Spot spot(Written written, String field) {
        if (written instanceof Written.Items list) {
            for (Written item : list.items()) {
                Written.Spot found = spot(item, field);
                if (found != null) {
                    return found;
                }
            }
        }
        if (written instanceof Written.Mapping object) {
            for (Written.Mapping.Pair pair : object.pairs()) {
                boolean here =
                        pair.name() instanceof Written.Text name && name.value().equals(field);
                Written.Spot found = here ? pair.name().spot() : spot(pair.value(), field);
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
        Map<String, Object> item = JsonObject.of(
                "anyOf", List.of(JsonObject.of("type", "string", "pattern", ScalarKind.LINE), CheckSchema.object()));
        return JsonObject.of("anyOf", List.of(item, JsonObject.of("type", "array", "items", item)));
    }
}
