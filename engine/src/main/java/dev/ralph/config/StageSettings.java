package dev.ralph.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The stages that a task passes, by their names, in the order of the file.
final class StageSettings {
    /// Those of specification 003, in their order.
    static final List<String> USUAL = List.of("coder", "reviewer", "tester", "qa");

    private final Map<String, One> byName;

    /// What is said of one stage.
    ///
    /// @param lines   settings that are different for it
    /// @param after   the stage it follows, null where its place says that
    /// @param enabled whether it loops, null where that is not said
    /// @param prompt  its own, null for the usual one
    /// @param ladder  what is different for each further try after it failed
    /// @param anew    which of those, from 1, have nothing of what was tried before them
    /// @param shown   everything that was written, for people
    record One(
            List<RoleSettings.Line> lines,
            @Nullable String after,
            @Nullable Boolean enabled,
            @Nullable String prompt,
            List<List<RoleSettings.Line>> ladder,
            List<Integer> anew,
            List<String> shown) {
        static final One NOTHING = new One(List.of(), null, null, null, List.of(), List.of(), List.of());

        One {
            lines = List.copyOf(lines);
            ladder = List.copyOf(ladder);
            anew = List.copyOf(anew);
            shown = List.copyOf(shown);
        }

        private One in(String file) {
            return new One(
                    placed(lines, file),
                    after,
                    enabled,
                    prompt,
                    ladder.stream().map(rung -> placed(rung, file)).toList(),
                    anew,
                    shown);
        }

        private static List<RoleSettings.Line> placed(List<RoleSettings.Line> lines, String file) {
            return lines.stream()
                    .map(line -> new RoleSettings.Line(line.name(), line.key(), line.written(), line.text(), file))
                    .toList();
        }
    }

    StageSettings(Map<String, One> byName) {
        this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /// In the order of the file.
    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    One of(String stage) {
        return byName.getOrDefault(stage, One.NOTHING);
    }

    /// The same, knowing which file they stand in.
    StageSettings in(String file) {
        Map<String, One> placed = new LinkedHashMap<>();
        byName.forEach((name, stage) -> placed.put(name, stage.in(file)));
        return new StageSettings(placed);
    }

    /// As a task passes them: those of the specification in its order, every other one after the one that is written
    /// before it, and where `after` says otherwise, there.
    ///
    /// @throws IllegalArgumentException where stages follow each other in a circle
    List<String> order() {
        List<String> names = names();
        List<String> order = new ArrayList<>();
        Map<String, String> follows = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String after = of(name).after();
            if (after != null) {
                follows.put(name, after);
            } else if (!USUAL.contains(name) && i > 0) {
                follows.put(name, names.get(i - 1));
            } else if (!USUAL.contains(name)) {
                order.add(name);
            }
        }
        USUAL.stream()
                .filter(name -> names.contains(name) && !follows.containsKey(name))
                .forEach(order::add);
        Map<String, String> last = new LinkedHashMap<>(); // of those that follow the same stage
        while (!follows.isEmpty()) {
            String next = follows.entrySet().stream()
                    .filter(one -> order.contains(one.getValue()))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            String.join(", ", follows.keySet()) + " follow each other in a circle: correct `after`"));
            String target = String.valueOf(follows.remove(next));
            order.add(order.indexOf(last.getOrDefault(target, target)) + 1, next);
            last.put(target, next);
        }
        return order;
    }

    /// What a stage says, as a layer of its own.
    static ConfigLayer layer(String stage, List<RoleSettings.Line> lines) {
        ConfigLayer layer = new ConfigLayer();
        for (RoleSettings.Line line : lines) {
            int number = line.written().spot().line();
            String where = stage + " at " + line.where() + (number == 0 ? "" : ":" + number);
            layer.put(line.key(), line.written(), new ValueOrigin(ValueOrigin.Source.ROLE, where), line.where());
        }
        return layer;
    }

    /// As it could be written in the file.
    @Override
    public String toString() {
        List<String> stages = new ArrayList<>();
        byName.forEach(
                (name, stage) -> stages.add(YamlText.ifNeeded(name) + ": {" + String.join(", ", stage.shown()) + "}"));
        return "{" + String.join(", ", stages) + "}";
    }
}
