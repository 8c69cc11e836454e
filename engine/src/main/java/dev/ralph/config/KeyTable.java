package dev.ralph.config;

import dev.ralph.config.DurationKind.Zero;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of one subject, in the order in which people read them.
final class KeyTable {
    /// What a supervised run keeps at least: a block from the start of its output and one from the end.
    static final ByteSize SMALLEST_OUTPUT = new ByteSize(8192);

    static final ByteSize SMALLEST_MEMORY = new ByteSize(16 << 20);
    static final ByteSize SMALLEST_BUS = new ByteSize(4096);
    static final DurationKind ANY_TIME = new DurationKind(Zero.ALLOWED);
    static final DurationKind SOME_TIME = new DurationKind(Zero.REFUSED);

    private final List<Key<?>> keys = new ArrayList<>();

    <T> Key<T> key(String name, Key.Group group, Kind<T> kind, @Nullable T standard, String help) {
        Key<T> key = new Key<>(name, group, kind, standard, help);
        keys.add(key);
        return key;
    }

    List<Key<?>> all() {
        return List.copyOf(keys);
    }
}
