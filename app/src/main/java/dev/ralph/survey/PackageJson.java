package dev.ralph.survey;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// What of a `package.json` says how it is tested.
///
/// @param scripts    by name
/// @param manager    what it names as its package manager, empty for nothing
/// @param workspaces whether it has any
/// @param packages   the names of what it needs, for whatever purpose
record PackageJson(Map<String, String> scripts, String manager, boolean workspaces, Set<String> packages) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> DEPENDENCIES =
            Set.of("dependencies", "devDependencies", "optionalDependencies", "peerDependencies");

    PackageJson {
        scripts = Map.copyOf(scripts);
        packages = Set.copyOf(packages);
    }

    /// Null when it is no JSON object.
    static @Nullable PackageJson read(String text) {
        Map<String, String> scripts = new HashMap<>();
        Map<String, String> others = new HashMap<>();
        Set<String> packages = new HashSet<>();
        boolean workspaces = false;
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                workspaces |= name.equals("workspaces");
                if (value == JsonToken.START_OBJECT && name.equals("scripts")) {
                    texts(json, scripts);
                } else if (value == JsonToken.START_OBJECT && DEPENDENCIES.contains(name)) {
                    Map<String, String> needed = new HashMap<>();
                    texts(json, needed);
                    packages.addAll(needed.keySet());
                } else if (value == JsonToken.VALUE_STRING) {
                    others.put(name, json.getString());
                } else {
                    json.skipChildren();
                }
            }
        } catch (JacksonException broken) {
            return null;
        }
        return new PackageJson(scripts, others.getOrDefault("packageManager", ""), workspaces, packages);
    }

    private static void texts(JsonParser json, Map<String, String> into) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.VALUE_STRING) {
                into.put(name, json.getString());
            } else {
                json.skipChildren();
            }
        }
    }
}
