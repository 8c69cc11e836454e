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
            String name = pair.key();
            if (!names.contains(name)) {
                wrong.add(ValueMismatch.unknown(pair, names, "; there are " + String.join(", ", names)));
                continue;
            }
            try {
                String text = ValueKind.scalar(pair.value(), "a text");
                if (texts.put(name, text) != null) {
                    wrong.add(ValueMismatch.duplicate(pair));
                } else if (text.isBlank()) {
                    wrong.add(new ValueMismatch(pair.value(), name + " is empty; remove it, or say what it is"));
                }
            } catch (ValueMismatch misfit) {
                wrong.add(misfit.in(name));
            }
        }
        ValueMismatch.throwAny(wrong);
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
    public Map<String, Object> schema() {
        Map<String, Object> texts = JsonObject.of();
        names.forEach(name -> texts.put(name, JsonObject.of("type", "string", "minLength", 1)));
        return JsonObject.closed("object", texts);
    }
}
