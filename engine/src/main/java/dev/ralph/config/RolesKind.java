package dev.ralph.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Roles by name, each a mapping of what is different for it. The names in a role are those of the flags, so that a
/// role
/// says what somebody would otherwise type.
record RolesKind() implements ValueKind<RoleSettings> {
    private static final String NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
    private static final Base NO_PATHS = new Base(Path.of(""), null);

    @Override
    public RoleSettings read(WrittenValue written, Base base) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Mapping mapping)) {
            throw ValueMismatch.expected(written, expected());
        }
        List<ValueMismatch> wrong = new ArrayList<>();
        Map<String, List<RoleSettings.Line>> roles = new LinkedHashMap<>();
        for (WrittenValue.Mapping.Pair role : mapping.pairs()) {
            String name = name(role.name(), wrong);
            if (name != null && roles.put(name, lines(name, role.value(), wrong)) != null) {
                wrong.add(new ValueMismatch(role.name(), "duplicate role " + name));
            }
        }
        if (!wrong.isEmpty()) {
            throw new ValueMismatch(wrong);
        }
        return new RoleSettings(roles);
    }

    @Override
    public String text(RoleSettings value) {
        return value.toString();
    }

    @Override
    public String expected() {
        return "roles and what is different for them, such as {reviewer: {agent: codex, model: gpt-5}}";
    }

    @Override
    public String placeholder() {
        return "";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> settings = JsonObject.of();
        for (Map.Entry<String, SettingKey<?>> setting : settings().entrySet()) {
            Map<String, Object> described =
                    JsonObject.of("description", setting.getValue().help());
            described.putAll(setting.getValue().kind().schema());
            settings.put(setting.getKey(), described);
        }
        Map<String, Object> role = JsonObject.of(
                "type",
                "object",
                "additionalProperties",
                false,
                "not",
                JsonObject.of("required", List.of("agent", "command")),
                "properties",
                settings);
        return JsonObject.of(
                "type", "object", "propertyNames", JsonObject.of("pattern", NAME), "additionalProperties", role);
    }

    /// What can be different for a role. Not a constant: the table of keys is still being made when this kind is.
    private static Map<String, SettingKey<?>> settings() {
        Map<String, SettingKey<?>> settings = new LinkedHashMap<>();
        for (SettingKey<?> key : List.of(
                SettingKeys.AGENTS,
                SettingKeys.AGENT_ARGS,
                SettingKeys.MODEL,
                SettingKeys.EFFORT,
                SettingKeys.COMMAND,
                SettingKeys.STREAM,
                SettingKeys.SESSION)) {
            settings.put(key == SettingKeys.AGENT_ARGS ? key.name() : key.flag(), key);
        }
        return settings;
    }

    private static @Nullable String name(WrittenValue written, List<ValueMismatch> wrong) {
        if (written instanceof WrittenValue.Text text && isName(text.value())) {
            return text.value();
        }
        wrong.add(ValueMismatch.expected(
                written, "the name of a role, of at most 64 letters, digits, '.', '_' or '-', such as reviewer"));
        return null;
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && (i == 0 || (c != '.' && c != '_' && c != '-'))) {
                return false;
            }
        }
        return !name.isEmpty() && name.length() <= 64;
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
        Map<String, SettingKey<?>> settings = settings();
        Set<String> seen = new HashSet<>();
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            String name = pair.name() instanceof WrittenValue.Text text ? text.value() : "";
            SettingKey<?> key = settings.get(name);
            if (key == null) {
                wrong.add(unknown(role, pair.name(), settings));
            } else if (!seen.add(name)) {
                wrong.add(new ValueMismatch(pair.name(), role + ": duplicate key " + name));
            } else {
                read(role, name, key, pair.value(), lines, wrong);
            }
        }
        if (seen.contains("agent") && seen.contains("command")) {
            wrong.add(new ValueMismatch(written, role + ": set agent or command, not both"));
        }
        return lines;
    }

    private static <T> void read(
            String role,
            String name,
            SettingKey<T> key,
            WrittenValue written,
            List<RoleSettings.Line> lines,
            List<ValueMismatch> wrong) {
        try {
            String text = key.text(key.kind().read(written, NO_PATHS));
            lines.add(new RoleSettings.Line(name, key, written, text, ""));
        } catch (ValueMismatch misfit) {
            wrong.add(new ValueMismatch(misfit.spot(), role + ": " + name + ": " + misfit.text()));
        }
    }

    private static ValueMismatch unknown(String role, WrittenValue name, Map<String, SettingKey<?>> settings) {
        if (!(name instanceof WrittenValue.Text text)) {
            return new ValueMismatch(name, role + ": found " + name.described() + ", expected the name of a setting");
        }
        String hint = NearestName.hint(text.value(), settings.keySet());
        return new ValueMismatch(
                name,
                role + ": unknown key '" + ForeignText.shortened(text.value()) + "'"
                        + (hint.isEmpty() ? "; a role can have " + String.join(", ", settings.keySet()) : hint));
    }
}
