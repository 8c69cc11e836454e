package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Settings given on the command line, as text; the key gives them their meaning.
public final class FlagValues {
    private final Map<SettingKey<?>, List<String>> given = new LinkedHashMap<>();

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
        FlagValues more = new FlagValues();
        more.given.putAll(given);
        List<String> all = new ArrayList<>(given.getOrDefault(key, List.of()));
        all.addAll(texts);
        if (!key.repeated() && all.size() != 1) {
            throw new IllegalArgumentException("--" + key.flag() + " takes one value, not " + all);
        }
        more.given.put(key, List.copyOf(all));
        return more;
    }

    ConfigLayer layer() {
        ConfigLayer layer = new ConfigLayer();
        for (Map.Entry<SettingKey<?>, List<String>> entry : given.entrySet()) {
            SettingKey<?> key = entry.getKey();
            String shown = key == SettingKeys.AGENT ? "--" : "--" + key.flag();
            layer.put(key, written(key, entry.getValue()), new ValueOrigin(ValueOrigin.Source.FLAG, shown), shown);
        }
        return layer;
    }

    /// Words and lines arrive one by one and are left alone; names may also stand between commas.
    private static WrittenValue written(SettingKey<?> key, List<String> texts) {
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
