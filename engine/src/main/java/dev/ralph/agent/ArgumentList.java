package dev.ralph.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An argument list in the making.
final class ArgumentList {
    private final List<String> words = new ArrayList<>();

    ArgumentList(InstalledAgent installed) {
        words.add(installed.program().toString());
    }

    ArgumentList add(String... more) {
        words.addAll(List.of(more));
        return this;
    }

    ArgumentList addAll(List<String> more) {
        words.addAll(more);
        return this;
    }

    /// An option and its value, if there is one.
    ArgumentList option(String name, @Nullable String value) {
        return value == null ? this : add(name, value);
    }

    /// An option and its values in one argument, if there are any.
    ArgumentList joined(String option, @Nullable List<String> values) {
        return values == null || values.isEmpty() ? this : add(option + "=" + String.join(",", values));
    }

    List<String> list() {
        return words;
    }
}
