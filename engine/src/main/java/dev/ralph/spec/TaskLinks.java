package dev.ralph.spec;

import java.util.List;

/// What a task is for: what it names itself, else what the nearest task above it names.
///
/// @param references   to requirements and criteria, as they are written
/// @param numbers      of properties, as they are written
/// @param requirements those of the document that it is for
/// @param properties   those that it names, and those that hold for these requirements
/// @param covered      whether the documents ask for what the task is for: something that it names is there, or it
/// names
///                     nothing, so that nobody can tell
public record TaskLinks(
        List<String> references,
        List<String> numbers,
        List<Requirement> requirements,
        List<Property> properties,
        boolean covered) {
    public TaskLinks {
        references = List.copyOf(references);
        numbers = List.copyOf(numbers);
        requirements = List.copyOf(requirements);
        properties = List.copyOf(properties);
    }

    static TaskLinks of(Feature feature, SpecTask task) {
        SpecTask naming = naming(feature.tasks().tasks(), task, task);
        List<String> references = naming.requirements();
        List<String> numbers = naming.properties();
        List<Requirement> requirements = references.stream()
                .flatMap(to ->
                        feature.requirements().requirements().stream().filter(one -> Reference.meet(to, one.id())))
                .distinct()
                .toList();
        List<Property> properties = feature.design().properties().stream()
                .filter(one -> numbers.contains(one.number())
                        || one.validates().stream()
                                .anyMatch(shown -> references.stream().anyMatch(to -> Reference.meet(to, shown))))
                .toList();
        boolean covered = (references.isEmpty() && numbers.isEmpty())
                || references.stream()
                        .anyMatch(to -> Reference.isToAll(to)
                                || feature.requirements().ids().containsKey(to))
                || numbers.stream().anyMatch(to -> feature.design().property(to).isPresent());
        return new TaskLinks(references, numbers, requirements, properties, covered);
    }

    /// The task that says what the wanted one is for; the wanted one where none does.
    ///
    /// @param above the nearest task around these that names something, else the wanted one
    private static SpecTask naming(List<SpecTask> siblings, SpecTask above, SpecTask wanted) {
        for (SpecTask task : siblings) {
            SpecTask names = task.requirements().isEmpty() && task.properties().isEmpty() ? above : task;
            if (task.equals(wanted)) {
                return names;
            }
            if (task.isAround(wanted)) {
                return naming(task.children(), names, wanted);
            }
        }
        return wanted;
    }
}
