package dev.ralph.config;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What sort of value a key takes: how it is read, shown, and described to people and editors.
sealed interface ValueKind<T>
        permits ScalarKind,
                ChoiceKind,
                ProfileKind,
                ListKind,
                ChecksKind,
                RolesKind,
                StagesKind,
                RalphKind,
                TrackerKind,
                MappingKind,
                OrWordKind {
    /// The value, or null where a word such as `off` stands for none.
    @Nullable
    T read(WrittenValue written, Base base) throws ValueMismatch;

    /// The value as it could be written in the file.
    default String text(T value) {
        return value.toString();
    }

    /// Completes "expected …".
    String expected();

    /// Stands for the value in usage lines: `N`, `DURATION`; empty where no line can hold it.
    default String placeholder() {
        return "";
    }

    /// The JSON Schema of the value.
    Map<String, Object> schema();

    /// How the absence of a value is shown.
    default String absent() {
        return "";
    }

    /// What relative paths are relative to.
    ///
    /// @param home what `~/` means, or null if nobody knows
    record Base(Path folder, @Nullable Path home) {}

    /// The text of a scalar, wherever it was written.
    static String scalar(WrittenValue written, String expected) throws ValueMismatch {
        if (written instanceof WrittenValue.Text text && text.meaning() == YamlMeaning.TEXT) {
            return text.value();
        }
        String quoteIt = written instanceof WrittenValue.Text text && text.meaning() != YamlMeaning.NOTHING
                ? "; put it in quotes"
                : "";
        throw new ValueMismatch(written, "found " + written.described() + ", expected " + expected + quoteIt);
    }
}
