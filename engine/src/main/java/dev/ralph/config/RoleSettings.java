package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is different for each role, by the role's name.
final class RoleSettings {
    static final RoleSettings NONE = new RoleSettings(Map.of());

    private final Map<String, List<Line>> byName;

    /// One setting of a role.
    ///
    /// @param text  the value as it could be written in the file
    /// @param where the file it was read from, empty before that is known
    record Line(String name, SettingKey<?> key, WrittenValue written, String text, String where) {}

    RoleSettings(Map<String, List<Line>> byName) {
        Map<String, List<Line>> copied = new TreeMap<>();
        for (Map.Entry<String, List<Line>> role : byName.entrySet()) {
            copied.put(role.getKey(), List.copyOf(role.getValue()));
        }
        this.byName = copied;
    }

    /// The names of all roles, in the order of the alphabet.
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /// These roles, and of the weaker ones those whose names are not among them.
    RoleSettings over(RoleSettings weaker) {
        Map<String, List<Line>> all = new LinkedHashMap<>(weaker.byName);
        all.putAll(byName);
        return new RoleSettings(all);
    }

    /// The same roles, knowing which file they stand in.
    RoleSettings in(String file) {
        Map<String, List<Line>> placed = new LinkedHashMap<>();
        for (Map.Entry<String, List<Line>> role : byName.entrySet()) {
            List<Line> lines = new ArrayList<>();
            for (Line line : role.getValue()) {
                lines.add(new Line(line.name(), line.key(), line.written(), line.text(), file));
            }
            placed.put(role.getKey(), lines);
        }
        return new RoleSettings(placed);
    }

    /// What the role says, as a layer of its own.
    ConfigLayer layer(String role) {
        ConfigLayer layer = new ConfigLayer();
        for (Line line : byName.getOrDefault(role, List.of())) {
            String where =
                    role + " at " + line.where() + ":" + line.written().spot().line();
            layer.put(line.key(), line.written(), new ValueOrigin(ValueOrigin.Source.ROLE, where), line.where());
        }
        return layer;
    }

    /// As it could be written in the file: `{reviewer: {agent: [codex], model: gpt-5}}`.
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("{");
        for (Map.Entry<String, List<Line>> role : byName.entrySet()) {
            out.append(out.length() == 1 ? "" : ", ")
                    .append(YamlText.ifNeeded(role.getKey()))
                    .append(": {");
            String separator = "";
            for (Line line : role.getValue()) {
                out.append(separator).append(line.name()).append(": ").append(line.text());
                separator = ", ";
            }
            out.append('}');
        }
        return out.append('}').toString();
    }
}
