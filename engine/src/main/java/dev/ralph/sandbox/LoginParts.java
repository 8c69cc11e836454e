package dev.ralph.sandbox;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which parts a login has, whatever is in them.
final class LoginParts {
    private LoginParts() {}

    /// The names in an object of JSON; those of objects inside with what leads there. Empty for anything else.
    ///
    /// @throws InvalidJson when it is damaged
    static Set<String> of(String json) {
        Set<String> names = new TreeSet<>();
        add(names, "", JsonText.parse(json));
        return names;
    }

    private static void add(Set<String> names, String above, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, inside) -> {
                names.add(above + "." + name);
                add(names, above + "." + name, inside);
            });
        }
    }
}
