package dev.ralph.json;

import java.math.BigDecimal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One JSON value, put together piece by piece on one line. What is written is valid, as [JsonText] promises, where
/// each field has a name and nothing follows the value.
public class JsonWriter {
    private final StringBuilder json = new StringBuilder();

    public final void object(Runnable fields) {
        next().append('{');
        fields.run();
        json.append('}');
    }

    public final void array(Runnable values) {
        next().append('[');
        values.run();
        json.append(']');
    }

    public final void arrayField(String name, Runnable values) {
        name(name);
        array(values);
    }

    public final void texts(String name, Iterable<String> texts) {
        arrayField(name, () -> texts.forEach(this::value));
    }

    /// @param fields writes those of one of the objects
    public final <T> void objects(String name, Iterable<T> values, Consumer<T> fields) {
        arrayField(name, () -> values.forEach(value -> object(() -> fields.accept(value))));
    }

    public final void objectField(String name, Runnable fields) {
        name(name);
        object(fields);
    }

    public final void field(String name, @Nullable String value) {
        name(name);
        if (value == null) {
            json.append("null");
        } else {
            value(value);
        }
    }

    public final void field(String name, long value) {
        name(name).append(value);
    }

    public final void number(String name, @Nullable BigDecimal value) {
        name(name).append(value);
    }

    public final void field(String name, boolean value) {
        name(name).append(value);
    }

    /// Something that is JSON already.
    public final void raw(String value) {
        next().append(value);
    }

    /// The same with a name.
    public final void rawField(String name, String value) {
        name(name).append(value);
    }

    public final void value(String text) {
        JsonText.quote(next(), text);
    }

    private StringBuilder name(String name) {
        value(name);
        return json.append(':');
    }

    /// What ends with an opening bracket or a colon waits for its first value.
    private StringBuilder next() {
        boolean isFirst = json.isEmpty() || "{[:".indexOf(json.charAt(json.length() - 1)) >= 0;
        return isFirst ? json : json.append(',');
    }

    @Override
    public final String toString() {
        return json.toString();
    }
}
