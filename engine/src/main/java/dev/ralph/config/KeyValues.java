package dev.ralph.config;

import org.jspecify.annotations.Nullable;

/// A value for every key.
public interface KeyValues {
    /// The value of a key, or null if it has none: not set, or `off`.
    <T> @Nullable T maybe(SettingKey<T> key);

    /// The value of a key that always has one.
    default <T> T value(SettingKey<T> key) {
        T value = maybe(key);
        if (value == null) {
            throw new IllegalStateException(key.name() + " has no value");
        }
        return value;
    }
}
