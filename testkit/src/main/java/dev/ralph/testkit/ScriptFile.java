package dev.ralph.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reads a script's JSON. Strict: an unknown key, a wrong type or two acts in one step is a [BadModelScript]
/// that names the place.
final class ScriptFile {
    private static final Set<String> SCRIPT_KEYS =
            Set.of("steps", "end", "side", "sideMarks", "models", "delay", "folder");

    private ScriptFile() {}

    static ModelScript parse(String name, String json) {
        JsonNode root;
        try {
            root = JsonTree.readStrictly(json);
        } catch (JacksonException e) {
            throw new BadModelScript(name + " is not JSON: " + e.getMessage(), e);
        }
        try {
            return root.isArray()
                    ? ModelScript.builder().steps(steps(new Place(name, root))).build()
                    : script(new Place(name, root));
        } catch (BadModelScript e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new BadModelScript(name + ": " + e.getMessage(), e);
        }
    }

    private static ModelScript script(Place place) {
        place.onlyKeys(SCRIPT_KEYS);
        ModelScript.Builder script = ModelScript.builder().steps(steps(place.get("steps")));
        place.ifPresent("end", value -> script.end(value.text()));
        place.ifPresent("side", value -> {
            if (value.node().isBoolean() && !value.node().booleanValue()) {
                script.noSide();
            } else {
                script.side(value.text());
            }
        });
        place.ifPresent("sideMarks", value -> script.sideMarks(value.texts()));
        place.ifPresent("models", value -> script.models(value.texts()));
        place.ifPresent("delay", value -> script.delay(value.duration()));
        place.ifPresent("folder", value -> script.folder(Path.of(value.text())));
        return script.build();
    }

    private static ModelStep[] steps(Place place) {
        return place.elements().stream().map(StepFile::step).toArray(ModelStep[]::new);
    }

    /// A value in the file, and the words that lead a person to it.
    record Place(String where, JsonNode node) {
        void onlyKeys(Set<String> allowed) {
            if (!node.isObject()) {
                throw mistake("an object is expected here");
            }
            for (String key : node.propertyNames()) {
                if (!allowed.contains(key)) {
                    throw mistake("there is no key '" + key + "' here; known are "
                            + String.join(", ", allowed.stream().sorted().toList()));
                }
            }
        }

        Place get(String key) {
            JsonNode value = node.get(key);
            if (value == null) {
                throw mistake("the key '" + key + "' is missing");
            }
            return new Place(where + " → " + key, value);
        }

        void ifPresent(String key, Consumer<Place> use) {
            if (node.has(key)) {
                use.accept(get(key));
            }
        }

        @Nullable
        String textOrNull(String key) {
            return node.has(key) ? get(key).text() : null;
        }

        String text() {
            if (!node.isString()) {
                throw mistake("a text is expected here");
            }
            return node.stringValue();
        }

        int number() {
            if (!node.isInt()) {
                throw mistake("a whole number is expected here");
            }
            return node.intValue();
        }

        List<Place> elements() {
            if (!node.isArray()) {
                throw mistake("a list is expected here");
            }
            Place[] elements = new Place[node.size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = new Place(where + " [" + (i + 1) + "]", node.get(i));
            }
            return List.of(elements);
        }

        String[] texts() {
            return elements().stream().map(Place::text).toArray(String[]::new);
        }

        Map<String, String> headers() {
            if (!node.isObject()) {
                throw mistake("an object of header names and values is expected here");
            }
            Map<String, String> headers = new TreeMap<>();
            for (String name : node.propertyNames()) {
                headers.put(name, get(name).node().asString());
            }
            return headers;
        }

        /// `250ms`, `2s`, `5m` or `1h`.
        Duration duration() {
            String text = text();
            int digits = 0;
            while (digits < text.length() && digits < 9 && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
                digits++;
            }
            Duration unit = switch (text.substring(digits)) {
                case "ms" -> Duration.ofMillis(1);
                case "s" -> Duration.ofSeconds(1);
                case "m" -> Duration.ofMinutes(1);
                case "h" -> Duration.ofHours(1);
                default -> Duration.ZERO;
            };
            if (digits > 0 && !unit.isZero()) {
                return unit.multipliedBy(Long.parseLong(text.substring(0, digits)));
            }
            throw mistake("'" + text + "' is no length of time; write for example 250ms, 2s, 5m or 1h");
        }

        BadModelScript mistake(String what) {
            return new BadModelScript(where + ": " + what);
        }
    }
}
