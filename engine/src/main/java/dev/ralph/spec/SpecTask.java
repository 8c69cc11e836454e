package dev.ralph.spec;

import java.util.ArrayList;
import java.util.List;

/// A task of a feature, with its subtasks.
///
/// @param id           its number without a dot at the end, `2.3`; where it has none, `#7` for the seventh task of the
///                     document
/// @param optional     whether a star follows its box
/// @param checkpoint   whether a person looks before anything below it begins
/// @param requirements the requirements and criteria it names, as `1` or `1.2`
/// @param properties   the numbers of the properties it names
/// @param details      what is said below it, bullet by bullet, without the references
/// @param children     the tasks that are indented below it, or follow it with a number below its own
/// @param section      its line and everything that is indented below it
/// @param markerOffset where the character in its box stands in the document's text
public record SpecTask(
        String id,
        String title,
        Marker marker,
        boolean optional,
        boolean checkpoint,
        List<String> requirements,
        List<String> properties,
        List<String> details,
        List<SpecTask> children,
        Section section,
        int markerOffset) {
    public SpecTask {
        requirements = List.copyOf(requirements);
        properties = List.copyOf(properties);
        details = List.copyOf(details);
        children = List.copyOf(children);
    }

    /// Whether the number of the other one says that it belongs below this one.
    boolean isAbove(SpecTask other) {
        return isNumbered() && other.id.startsWith(id + ".");
    }

    /// Whether the other one is somewhere below it.
    boolean isAround(SpecTask other) {
        return children.stream().anyMatch(child -> child.equals(other) || child.isAround(other));
    }

    /// The same with tasks below it that are not indented.
    SpecTask withMore(List<SpecTask> more) {
        List<SpecTask> all = new ArrayList<>(children);
        all.addAll(more);
        return new SpecTask(
                id, title, marker, optional, checkpoint, requirements, properties, details, all, section, markerOffset);
    }

    /// Whether its author gave it a number.
    public boolean isNumbered() {
        return !id.startsWith("#");
    }
}
