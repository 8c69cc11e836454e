package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What belongs together in a feature: tasks, requirements, properties, and the tests that show them.
public final class SpecTrace {
    private static final String ALL = "";

    private final Feature feature;
    private final Map<String, Set<String>> tasks = new HashMap<>();
    private final Map<String, Set<String>> properties = new HashMap<>();
    private final Map<String, Set<String>> tests = new HashMap<>();
    private final Map<String, Set<String>> tasksOfProperty = new HashMap<>();
    private final Map<String, Set<String>> testsOfProperty = new HashMap<>();

    public SpecTrace(Feature feature, Collection<TestMention> mentions) {
        this.feature = feature;
        for (SpecTask task : feature.tasks().inOrder()) {
            task.requirements().forEach(to -> put(tasks, Reference.isToAll(to) ? ALL : to, task.id()));
            task.properties().forEach(to -> put(tasksOfProperty, to, task.id()));
        }
        for (Property property : feature.design().properties()) {
            property.validates().forEach(to -> put(properties, Reference.isToAll(to) ? ALL : to, property.number()));
        }
        for (TestMention mention : mentions) {
            boolean property = mention.target() == Reference.Target.PROPERTY;
            put(property ? testsOfProperty : tests, mention.to(), mention.place());
        }
    }

    private static void put(Map<String, Set<String>> into, String to, String what) {
        into.computeIfAbsent(to, _ -> new LinkedHashSet<>()).add(what);
    }

    public Feature feature() {
        return feature;
    }

    /// The tasks that name a requirement or criterion, or all of the requirement that it belongs to.
    public List<String> tasks(String requirement) {
        return of(tasks, requirement);
    }

    /// The properties that validate it.
    public List<String> properties(String requirement) {
        return of(properties, requirement);
    }

    /// The tests that name it, or a property that validates it.
    public List<String> tests(String requirement) {
        Set<String> all = new LinkedHashSet<>(of(tests, requirement));
        properties(requirement).forEach(property -> all.addAll(testsOfProperty(property)));
        return List.copyOf(all);
    }

    public List<String> tasksOfProperty(String number) {
        return List.copyOf(tasksOfProperty.getOrDefault(number, Set.of()));
    }

    public List<String> testsOfProperty(String number) {
        return List.copyOf(testsOfProperty.getOrDefault(number, Set.of()));
    }

    private static List<String> of(Map<String, Set<String>> known, String requirement) {
        List<String> found = new ArrayList<>(known.getOrDefault(requirement, Set.of()));
        for (int dot = requirement.lastIndexOf('.'); dot > 0; dot = requirement.lastIndexOf('.', dot - 1)) {
            found.addAll(known.getOrDefault(requirement.substring(0, dot), Set.of()));
        }
        found.addAll(known.getOrDefault(ALL, Set.of()));
        return found.stream().distinct().toList();
    }
}
