package dev.ralph.survey;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of a `package.json` says how it is tested.
///
/// @param scripts    by name
/// @param manager    what it names as its package manager, empty for nothing
/// @param workspaces whether it has any
/// @param packages   the names of what it needs, for whatever purpose
record PackageJson(Map<String, String> scripts, String manager, boolean workspaces, Set<String> packages) {
    private static final Set<String> DEPENDENCIES =
            Set.of("dependencies", "devDependencies", "optionalDependencies", "peerDependencies");

    PackageJson {
        scripts = Map.copyOf(scripts);
        packages = Set.copyOf(packages);
    }

    /// Null when it is not a JSON object.
    static @Nullable PackageJson read(String text) {
        try {
            Map<String, @Nullable Object> all = JsonText.object(text);
            Set<String> packages = new HashSet<>();
            DEPENDENCIES.forEach(kind -> packages.addAll(texts(all.get(kind)).keySet()));
            String manager = all.get("packageManager") instanceof String named ? named : "";
            return new PackageJson(texts(all.get("scripts")), manager, all.containsKey("workspaces"), packages);
        } catch (InvalidJson broken) {
            return null;
        }
    }

    /// The texts of an object by name, none of anything else.
    private static Map<String, String> texts(@Nullable Object value) {
        Map<String, String> texts = new HashMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, inside) -> {
                if (inside instanceof String text) {
                    texts.put((String) name, text);
                }
            });
        }
        return texts;
    }
}
