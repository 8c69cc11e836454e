package dev.ralph.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A text for some of these names.
///
/// @param expected completes "expected …"
record MappingKind(String expected, List<String> names) implements ValueKind<Map<String, String>> {
    @Override
    public Map<String, String> read(WrittenValue written, Base base) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Mapping mapping)) {
            throw ValueMismatch.expected(written, expected);
        }
        List<ValueMismatch> wrong = new ArrayList<>();
        Map<String, String> texts = new LinkedHashMap<>();
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            String name = pair.name() instanceof WrittenValue.Text text ? text.value() : "";
            if (!names.contains(name)) {
                String hint = NearestName.hint(name, names);
                wrong.add(new ValueMismatch(
                        pair.name(),
                        "unknown key '" + ForeignText.shortened(name) + "'"
                                + (hint.isEmpty() ? "; there are " + String.join(", ", names) : hint)));
                continue;
            }
            try {
                String text = ValueKind.scalar(pair.value(), "a text");
                if (texts.put(name, text) != null) {
                    wrong.add(new ValueMismatch(pair.name(), "duplicate key " + name));
                } else if (text.isBlank()) {
                    wrong.add(new ValueMismatch(pair.value(), name + " is empty; remove it, or say what it is"));
                }
            } catch (ValueMismatch misfit) {
                wrong.add(new ValueMismatch(misfit.spot(), name + ": " + misfit.text()));
            }
        }
        if (!wrong.isEmpty()) {
            throw new ValueMismatch(wrong);
        }
        return Map.copyOf(texts);
    }

    @Override
    public String text(Map<String, String> value) {
        return names.stream()
                .filter(value::containsKey)
                .map(name -> name + ": " + YamlText.ifNeeded(String.valueOf(value.get(name))))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @Override
    public String placeholder() {
        return "";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> texts = JsonObject.of();
        names.forEach(name -> texts.put(name, JsonObject.of("type", "string", "minLength", 1)));
        return JsonObject.of("type", "object", "additionalProperties", false, "properties", texts);
    }
}
