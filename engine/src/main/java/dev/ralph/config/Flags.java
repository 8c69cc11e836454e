package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Settings given on the command line, as text; the key gives them their meaning.
public final class Flags {
    private final Map<Key<?>, List<String>> given = new LinkedHashMap<>();

    /// No flags at all.
    public static Flags none() {
        return new Flags();
    }

    /// These flags and one more. A key that takes a list may be given several times.
    public Flags with(Key<?> key, String... texts) {
        return with(key, List.of(texts));
    }

    /// These flags and one more, which replaces nothing: a list grows by the given items.
    public Flags with(Key<?> key, List<String> texts) {
        if (key.onlyInFiles()) {
            throw new IllegalArgumentException(key + " can only be set in a file");
        }
        Flags more = new Flags();
        more.given.putAll(given);
        List<String> all = new ArrayList<>(given.getOrDefault(key, List.of()));
        all.addAll(texts);
        if (!key.repeated() && all.size() != 1) {
            throw new IllegalArgumentException("--" + key.flag() + " takes one value, not " + all);
        }
        more.given.put(key, List.copyOf(all));
        return more;
    }

    Layer layer() {
        Layer layer = new Layer();
        for (Map.Entry<Key<?>, List<String>> entry : given.entrySet()) {
            Key<?> key = entry.getKey();
            String shown = key == Keys.AGENT ? "--" : "--" + key.flag();
            layer.put(key, written(key, entry.getValue()), new Origin(Origin.Source.FLAG, shown), shown);
        }
        return layer;
    }

    /// Words and lines arrive one by one and are left alone; names may also stand between commas.
    private static Written written(Key<?> key, List<String> texts) {
        if (key == Keys.AGENT || key == Keys.CHECKS) {
            List<Written> items = new ArrayList<>();
            for (String text : texts) {
                items.add(Written.Text.argument(text));
            }
            return new Written.Items(items, Written.Spot.NONE);
        }
        return Written.Text.argument(String.join("\n", texts));
    }
}
