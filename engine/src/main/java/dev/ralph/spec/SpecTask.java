package dev.ralph.spec;

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
/// @param section      its line, its details and its subtasks
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

    /// Whether its author gave it a number.
    public boolean isNumbered() {
        return !id.startsWith("#");
    }
}
