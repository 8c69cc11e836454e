package dev.ralph.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Another kind, or a word with a meaning of its own: `off`, `all`.
///
/// @param meaning what the word stands for, null for the absence of a value
record OrWordKind<T>(
        ValueKind<T> kind, String word, @Nullable T meaning) implements ValueKind<T> {
    static <T> OrWordKind<T> off(ValueKind<T> kind) {
        return new OrWordKind<>(kind, "off", null);
    }

    @Override
    public @Nullable T read(WrittenValue written, Base base) throws ValueMismatch {
        if (written instanceof WrittenValue.Text text && text.value().equals(word)) {
            return meaning;
        }
        try {
            return kind.read(written, base);
        } catch (ValueMismatch misfit) {
            throw new ValueMismatch(misfit.spot(), misfit.text() + "; or write " + word);
        }
    }

    @Override
    public String text(T value) {
        return value.equals(meaning) ? word : kind.text(value);
    }

    @Override
    public String expected() {
        return kind.expected() + ", or " + word;
    }

    @Override
    public String placeholder() {
        return kind.placeholder() + "|" + word;
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.anyOf(JsonObject.of("const", word), kind.schema());
    }

    @Override
    public String absent() {
        return word;
    }
}
