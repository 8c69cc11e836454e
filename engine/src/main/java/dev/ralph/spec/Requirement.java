package dev.ralph.spec;

import java.util.List;

/// A requirement of a feature.
///
/// @param userStory empty if it has none
public record Requirement(String id, String title, String userStory, List<Criterion> criteria, Section section) {
    public Requirement {
        criteria = List.copyOf(criteria);
    }
}
