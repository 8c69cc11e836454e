package dev.ralph.bus;

import java.util.Map;

/// A message that another one answers or continues.
///
/// @param id the message answered
/// @param kind how they belong together, such as `reply`; empty when unsaid
/// @param meta further facts about the relation
public record MessageParent(String id, String kind, Map<String, String> meta) {
    public MessageParent {
        HeaderValue.required("id of a parent message", id);
        HeaderValue.allowed("kind of a parent message", kind);
        meta = HeaderValue.keys(meta);
    }

    public MessageParent(String id) {
        this(id, "", Map.of());
    }
}
