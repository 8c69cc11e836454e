package dev.ralph.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An argument list in the making.
final class Arguments {
    private final List<String> words = new ArrayList<>();

    Arguments(Installed installed) {
        words.add(installed.program().toString());
    }

    Arguments add(String... more) {
        words.addAll(List.of(more));
        return this;
    }

    Arguments addAll(List<String> more) {
        words.addAll(more);
        return this;
    }

    /// An option and its value, if there is one.
    Arguments option(String name, @Nullable String value) {
        return value == null ? this : add(name, value);
    }

    List<String> list() {
        return words;
    }
}
