package dev.ralph.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Roles by name, each a mapping of what is different for it. The names in a role are those of the flags, so that a
/// role says what somebody would otherwise type.
record RolesKind() implements ValueKind<RoleSettings> {
    private static final String NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

    @Override
    public RoleSettings read(WrittenValue written, Base base) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Mapping mapping)) {
            throw ValueMismatch.expected(written, expected());
        }
        List<ValueMismatch> wrong = new ArrayList<>();
        Map<String, List<RoleSettings.Line>> roles = new LinkedHashMap<>();
        for (WrittenValue.Mapping.Pair role : mapping.pairs()) {
            String name = role.key();
            if (!name.matches(NAME)) {
                wrong.add(ValueMismatch.expected(
                        role.name(),
                        "the name of a role, of at most 64 letters, digits, '.', '_' or '-', such as reviewer"));
            } else if (roles.put(name, lines(name, role.value(), wrong)) != null) {
                wrong.add(new ValueMismatch(role.name(), "duplicate role " + name));
            }
        }
        ValueMismatch.throwAny(wrong);
        return new RoleSettings(roles);
    }

    @Override
    public String expected() {
        return "roles and what is different for them, such as {reviewer: {agent: codex, model: gpt-5}}";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> settings = JsonObject.of();
        StagesKind.rungSettings().forEach((name, key) -> {
            Map<String, Object> described = JsonObject.of("description", key.help());
            described.putAll(key.kind().schema());
            settings.put(name, described);
        });
        Map<String, Object> role = JsonObject.of("type", "object", "additionalProperties", false);
        role.put("not", JsonObject.of("required", List.of("agent", "command")));
        role.put("properties", settings);
        return JsonObject.of(
                "type", "object", "propertyNames", JsonObject.of("pattern", NAME), "additionalProperties", role);
    }

    private static List<RoleSettings.Line> lines(String role, WrittenValue written, List<ValueMismatch> wrong) {
        List<RoleSettings.Line> lines = new ArrayList<>();
        if (!(written instanceof WrittenValue.Mapping mapping)) {
            wrong.add(new ValueMismatch(
                    written,
                    role + ": found " + written.described()
                            + ", expected what is different for this role, such as {agent: codex, model: gpt-5}"));
            return lines;
        }
        Map<String, SettingKey<?>> settings = StagesKind.rungSettings();
        Set<String> seen = new HashSet<>();
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            SettingKey<?> key = settings.get(pair.key());
            if (key == null) {
                wrong.add(unknown(pair, settings.keySet()).in(role));
            } else if (!seen.add(pair.key())) {
                wrong.add(ValueMismatch.duplicate(pair).in(role));
            } else {
                try {
                    lines.add(StagesKind.line(pair.key(), key, pair.value()));
                } catch (ValueMismatch misfit) {
                    wrong.addAll(misfit.in(role).all());
                }
            }
        }
        if (seen.contains("agent") && seen.contains("command")) {
            wrong.add(new ValueMismatch(written, role + ": set agent or command, not both"));
        }
        return lines;
    }

    private static ValueMismatch unknown(WrittenValue.Mapping.Pair pair, Set<String> known) {
        return pair.name() instanceof WrittenValue.Text
                ? ValueMismatch.unknown(pair, known, "; a role can have " + String.join(", ", known))
                : ValueMismatch.expected(pair.name(), "the name of a setting");
    }
}
