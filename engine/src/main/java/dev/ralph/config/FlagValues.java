package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Settings given on the command line, as text, whose key gives them their meaning; or by a program, as values.
public final class FlagValues {
    private final Map<SettingKey<?>, List<String>> given = new LinkedHashMap<>();
    private final Map<SettingKey<?>, WrittenValue.Meant> meant = new LinkedHashMap<>();
    private final Map<SettingKey<?>, String> typed = new LinkedHashMap<>();

    /// No flags at all.
    public static FlagValues none() {
        return new FlagValues();
    }

    /// These flags and one more. A key that takes a list may be given several times.
    public FlagValues with(SettingKey<?> key, String... texts) {
        return with(key, List.of(texts));
    }

    /// These flags and one more, which replaces nothing: a list grows by the given items.
    public FlagValues with(SettingKey<?> key, List<String> texts) {
        if (key.onlyInFiles()) {
            throw new IllegalArgumentException(key + " can only be set in a file");
        }
        FlagValues more = copy();
        more.meant.remove(key);
        List<String> all = new ArrayList<>(given.getOrDefault(key, List.of()));
        all.addAll(texts);
        if (!key.repeated() && all.size() != 1) {
            throw new IllegalArgumentException("--" + key.flag() + " takes one value, not " + all);
        }
        more.given.put(key, List.copyOf(all));
        return more;
    }

    /// The same, where messages name the flag of a key as it was typed.
    public FlagValues typed(SettingKey<?> key, String flag) {
        FlagValues same = copy();
        same.typed.put(key, flag);
        return same;
    }

    /// These flags and one more, in the place of what was said of its key before.
    ///
    /// @param value null for `off`
    public <T> FlagValues withValue(SettingKey<T> key, @Nullable T value) {
        if (value == null && key.standard() != null && !(key.kind() instanceof OrWordKind)) {
            throw new IllegalArgumentException(key.name() + " needs a value");
        }
        FlagValues more = copy();
        more.given.remove(key);
        more.meant.put(key, new WrittenValue.Meant(value));
        return more;
    }

    /// The same without what is said of a key.
    public FlagValues without(SettingKey<?> key) {
        FlagValues less = copy();
        less.given.remove(key);
        less.meant.remove(key);
        return less;
    }

    /// These flags and others, which take the place of these where both are about the same key.
    public FlagValues and(FlagValues others) {
        FlagValues all = copy();
        all.given.keySet().removeAll(others.meant.keySet());
        all.meant.keySet().removeAll(others.given.keySet());
        all.given.putAll(others.given);
        all.typed.putAll(others.typed);
        all.meant.putAll(others.meant);
        return all;
    }

    private FlagValues copy() {
        FlagValues copy = new FlagValues();
        copy.given.putAll(given);
        copy.meant.putAll(meant);
        copy.typed.putAll(typed);
        return copy;
    }

    public boolean isEmpty() {
        return given.isEmpty() && meant.isEmpty();
    }

    /// Whether something is said of this key.
    public boolean has(SettingKey<?> key) {
        return given.containsKey(key) || meant.containsKey(key);
    }

    ConfigLayer layer() {
        ConfigLayer layer = new ConfigLayer();
        for (Map.Entry<SettingKey<?>, WrittenValue.Meant> entry : meant.entrySet()) {
            String shown = "--" + entry.getKey().flag();
            layer.put(entry.getKey(), entry.getValue(), new ValueOrigin(ValueOrigin.Source.FLAG, shown), shown);
        }
        for (Map.Entry<SettingKey<?>, List<String>> entry : given.entrySet()) {
            SettingKey<?> key = entry.getKey();
            String shown = key == SettingKeys.AGENT ? "--" : "--" + typed.getOrDefault(key, key.flag());
            layer.put(key, written(key, entry.getValue()), new ValueOrigin(ValueOrigin.Source.FLAG, shown), shown);
        }
        return layer;
    }

    /// Words and lines arrive one by one and are left alone; names may also stand between commas.
    static WrittenValue written(SettingKey<?> key, List<String> texts) {
        if (key == SettingKeys.AGENT || key == SettingKeys.CHECKS) {
            List<WrittenValue> items = new ArrayList<>();
            for (String text : texts) {
                items.add(WrittenValue.Text.argument(text));
            }
            return new WrittenValue.Items(items, WrittenValue.Spot.NONE);
        }
        return WrittenValue.Text.argument(String.join("\n", texts));
    }
}
