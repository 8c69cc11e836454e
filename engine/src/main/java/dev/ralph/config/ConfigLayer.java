package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one source says: written values by key, and what is wrong with the source itself.
final class ConfigLayer {
    private final Map<SettingKey<?>, Entry> entries = new LinkedHashMap<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    /// @param where names the source in messages, without line and column
    record Entry(WrittenValue written, ValueOrigin origin, String where) {
        String place(WrittenValue.Spot spot) {
            return spot.line() == 0 ? where : where + ":" + spot.line() + ":" + spot.column();
        }
    }

    void put(SettingKey<?> key, WrittenValue written, ValueOrigin origin, String where) {
        entries.put(key, new Entry(written, origin, where));
    }

    void wrong(String where, String message) {
        problems.add(new ConfigProblem(where, message));
    }

    Map<SettingKey<?>, Entry> entries() {
        return entries;
    }

    List<ConfigProblem> problems() {
        return problems;
    }

    /// The settings among the environment's variables; an empty variable counts as not set.
    static ConfigLayer ofEnvironment(Map<String, String> environment) {
        ConfigLayer layer = new ConfigLayer();
        for (SettingKey<?> key : SettingKeys.all()) {
            String variable = key.variable();
            String value = environment.get(variable);
            if (value != null && !value.isEmpty() && !key.onlyInFiles()) {
                layer.put(
                        key,
                        WrittenValue.Text.argument(value),
                        new ValueOrigin(ValueOrigin.Source.ENVIRONMENT, variable),
                        variable);
            }
        }
        return layer;
    }
}
