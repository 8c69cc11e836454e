package dev.ralph.spec;

/// An acceptance criterion.
///
/// @param id of its requirement and its own number: `1.2`
public record Criterion(String id, String text, Section section) {}
