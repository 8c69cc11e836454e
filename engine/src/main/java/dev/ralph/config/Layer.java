package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one source says: written values by key, and what is wrong with the source itself.
final class Layer {
    private final Map<Key<?>, Entry> entries = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /// @param where names the source in messages, without line and column
    record Entry(Written written, Origin origin, String where) {
        String place(Written.Spot spot) {
            return spot.line() == 0 ? where : where + ":" + spot.line() + ":" + spot.column();
        }
    }

    void put(Key<?> key, Written written, Origin origin, String where) {
        entries.put(key, new Entry(written, origin, where));
    }

    void wrong(String where, String message) {
        problems.add(new Problem(where, message));
    }

    Map<Key<?>, Entry> entries() {
        return entries;
    }

    List<Problem> problems() {
        return problems;
    }

    /// The settings among the environment's variables; an empty variable counts as not set.
    static Layer ofEnvironment(Map<String, String> environment) {
        Layer layer = new Layer();
        for (Key<?> key : Keys.all()) {
            String variable = key.variable();
            String value = environment.get(variable);
            if (value != null && !value.isEmpty() && !key.onlyInFiles()) {
                layer.put(key, Written.Text.argument(value), new Origin(Origin.Source.ENVIRONMENT, variable), variable);
            }
        }
        return layer;
    }
}
