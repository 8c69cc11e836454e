package dev.ralph.bus;

import java.util.Map;

/// A message that another one answers or continues.
///
/// @param id the message answered
/// @param kind how they belong together, such as `reply`; empty when unsaid
/// @param meta further facts about the relation
public record Parent(String id, String kind, Map<String, String> meta) {
    public Parent {
        OneLine.required("id of a parent message", id);
        OneLine.allowed("kind of a parent message", kind);
        meta = OneLine.keys(meta);
    }

    public Parent(String id) {
        this(id, "", Map.of());
    }
}
