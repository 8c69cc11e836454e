package dev.ralph.sandbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Which parts a login has, whatever is in them.
final class LoginShape {
    private static final String IN_A_LIST = "*";

    private LoginShape() {}

    /// The names in an object of JSON, which is read to its end; those of objects inside with what leads there. Empty
    /// for anything else.
    ///
    /// @throws tools.jackson.core.JacksonException when it is damaged
    static Set<String> of(String json) {
        Set<String> names = new TreeSet<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return names;
            }
            Deque<String> above = new ArrayDeque<>();
            String name = "";
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    name = parser.currentName();
                    if (!above.contains(IN_A_LIST)) {
                        names.add(String.join(".", above) + "." + name);
                    }
                } else if (token.isStructStart()) {
                    above.addLast(token == JsonToken.START_ARRAY ? IN_A_LIST : name);
                } else if (token.isStructEnd() && !above.isEmpty()) {
                    above.removeLast();
                }
            }
        }
        return names;
    }
}
