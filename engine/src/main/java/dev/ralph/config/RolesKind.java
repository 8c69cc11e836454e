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
record RolesKind() implements Kind<Roles> {
    private static final String NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
    private static final Base NO_PATHS = new Base(Path.of(""), null);

    @Override
    public Roles read(Written written, Base base) throws Misfit {
        if (!(written instanceof Written.Mapping mapping)) {
            throw Misfit.expected(written, expected());
        }
        List<Misfit> wrong = new ArrayList<>();
        Map<String, List<Roles.Line>> roles = new LinkedHashMap<>();
        for (Written.Mapping.Pair role : mapping.pairs()) {
            String name = name(role.name(), wrong);
            if (name != null && roles.put(name, lines(name, role.value(), wrong)) != null) {
                wrong.add(new Misfit(role.name(), "the role " + name + " is there twice; keep one of them"));
            }
        }
        if (!wrong.isEmpty()) {
            throw new Misfit(wrong);
        }
        return new Roles(roles);
    }

    @Override
    public String text(Roles value) {
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
        for (Map.Entry<String, Key<?>> setting : settings().entrySet()) {
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
    private static Map<String, Key<?>> settings() {
        Map<String, Key<?>> settings = new LinkedHashMap<>();
        for (Key<?> key : List.of(Keys.AGENTS, Keys.AGENT_ARGS, Keys.MODEL, Keys.COMMAND, Keys.STREAM, Keys.SESSION)) {
            settings.put(key == Keys.AGENT_ARGS ? key.name() : key.flag(), key);
        }
        return settings;
    }

    private static @Nullable String name(Written written, List<Misfit> wrong) {
        if (written instanceof Written.Text text && isName(text.value())) {
            return text.value();
        }
        wrong.add(Misfit.expected(
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

    private static List<Roles.Line> lines(String role, Written written, List<Misfit> wrong) {
        List<Roles.Line> lines = new ArrayList<>();
        if (!(written instanceof Written.Mapping mapping)) {
            wrong.add(new Misfit(
                    written,
                    role + ": found " + written.described()
                            + ", expected what is different for this role, such as {agent: codex, model: gpt-5}"));
            return lines;
        }
        Map<String, Key<?>> settings = settings();
        Set<String> seen = new HashSet<>();
        for (Written.Mapping.Pair pair : mapping.pairs()) {
            String name = pair.name() instanceof Written.Text text ? text.value() : "";
            Key<?> key = settings.get(name);
            if (key == null) {
                wrong.add(unknown(role, pair.name(), settings));
            } else if (!seen.add(name)) {
                wrong.add(new Misfit(pair.name(), role + ": " + name + " is there twice; keep one of them"));
            } else {
                read(role, name, key, pair.value(), lines, wrong);
            }
        }
        if (seen.contains("agent") && seen.contains("command")) {
            wrong.add(new Misfit(
                    written, role + ": agent and command are both given, and only one of them can be run; remove one"));
        }
        return lines;
    }

    private static <T> void read(
            String role, String name, Key<T> key, Written written, List<Roles.Line> lines, List<Misfit> wrong) {
        try {
            String text = key.text(key.kind().read(written, NO_PATHS));
            lines.add(new Roles.Line(name, key, written, text, ""));
        } catch (Misfit misfit) {
            wrong.add(new Misfit(misfit.spot(), role + ": " + name + ": " + misfit.text()));
        }
    }

    private static Misfit unknown(String role, Written name, Map<String, Key<?>> settings) {
        if (!(name instanceof Written.Text text)) {
            return new Misfit(name, role + ": found " + name.described() + ", expected the name of a setting");
        }
        String hint = Nearest.hint(text.value(), settings.keySet());
        return new Misfit(
                name,
                role + ": unknown key '" + Shown.shortened(text.value()) + "'"
                        + (hint.isEmpty() ? "; a role can have " + String.join(", ", settings.keySet()) : hint));
    }
}
