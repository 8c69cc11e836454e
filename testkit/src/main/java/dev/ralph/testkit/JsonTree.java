package dev.ralph.testkit;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON trees, read and made. Jackson bounds the depth and the sizes of what it reads.
final class JsonTree {
    private static final JsonMapper LENIENT = JsonMapper.builder().build();
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonTree() {}

    /// @throws tools.jackson.core.JacksonException if these bytes are not JSON
    static JsonNode read(byte[] bytes) {
        return LENIENT.readTree(bytes);
    }

    /// As a person wrote it: a key that occurs twice is a mistake.
    static JsonNode readStrictly(String text) {
        return STRICT.readTree(text);
    }

    static JsonNode of(Object value) {
        return LENIENT.valueToTree(value);
    }

    static ObjectNode object() {
        return LENIENT.createObjectNode();
    }

    static ArrayNode array() {
        return LENIENT.createArrayNode();
    }
}
