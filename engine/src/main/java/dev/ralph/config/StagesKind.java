package dev.ralph.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Stages by name, each a mapping of what is different for it.
record StagesKind() implements ValueKind<StageSettings> {
    private static final Base NO_PATHS = new Base(Path.of(""), null);
    private static final String AFTER = "after";
    private static final String ENABLED = "enabled";
    private static final String PROMPT = "prompt";
    private static final String LADDER = "escalation";
    private static final String CANDIDATES = "candidates";
    private static final List<String> OWN = List.of(AFTER, ENABLED, PROMPT, LADDER);
    private static final ScalarKind<String> TEXT = ScalarKind.line("a text", "TEXT");

    @Override
    public StageSettings read(WrittenValue written, Base base) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Mapping mapping)
                || mapping.pairs().isEmpty()) {
            throw ValueMismatch.expected(written, expected());
        }
        List<ValueMismatch> wrong = new ArrayList<>();
        Map<String, StageSettings.One> stages = new LinkedHashMap<>();
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            String name = pair.key();
            if (!name.matches(RalphKind.STAGE)) {
                wrong.add(ValueMismatch.expected(
                        pair.name(),
                        "the name of a stage, of at most 64 letters, digits, '.', '_' or '-', such as reviewer"));
            } else if (stages.containsKey(name)) {
                wrong.add(new ValueMismatch(pair.name(), "duplicate stage " + name));
            } else {
                stages.put(name, stage(name, pair.value(), wrong));
            }
        }
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            String name = pair.key();
            String after = stages.getOrDefault(name, StageSettings.One.NOTHING).after();
            if (after != null && (after.equals(name) || !stages.containsKey(after))) {
                wrong.add(new ValueMismatch(
                        pair.name(),
                        after.equals(name)
                                ? name + ": after: a stage cannot follow itself; name another one, or leave it out"
                                : name + ": after: there is no other stage '" + ForeignText.shortened(after) + "'"
                                        + NearestName.hint(after, stages.keySet())));
            }
        }
        ValueMismatch.throwAny(wrong);
        StageSettings all = new StageSettings(stages);
        try {
            var _ = all.order();
        } catch (IllegalArgumentException circle) {
            throw new ValueMismatch(written, String.valueOf(circle.getMessage()));
        }
        return all;
    }

    private static StageSettings.One stage(String stage, WrittenValue written, List<ValueMismatch> wrong) {
        List<RoleSettings.Line> lines = new ArrayList<>();
        List<List<RoleSettings.Line>> ladder = new ArrayList<>();
        List<Integer> anew = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        String after = null;
        Boolean enabled = null;
        String prompt = null;
        Set<String> seen = new HashSet<>();
        for (WrittenValue.Mapping.Pair pair : pairs(stage, written, wrong)) {
            String name = pair.key();
            if (!seen.add(name)) {
                wrong.add(ValueMismatch.duplicate(pair).in(stage));
                continue;
            }
            try {
                switch (name) {
                    case AFTER -> {
                        after = TEXT.read(pair.value(), NO_PATHS);
                        shown.add(name + ": " + YamlText.ifNeeded(after));
                    }
                    case ENABLED -> {
                        enabled = RalphKind.truth(pair.value());
                        shown.add(name + ": " + enabled);
                    }
                    case PROMPT -> {
                        prompt = TEXT.read(pair.value(), NO_PATHS);
                        shown.add(name + ": " + YamlText.ifNeeded(prompt));
                    }
                    case LADDER -> {
                        List<String> rungs = ladder(pair.value(), ladder, anew);
                        shown.add(name + ": [" + String.join(", ", rungs) + "]");
                    }
                    default -> {
                        RoleSettings.Line line = line("", pair, settings(), OWN);
                        lines.add(line);
                        shown.add(line.name() + ": " + line.text());
                    }
                }
            } catch (ValueMismatch misfit) {
                wrong.addAll(misfit.in(stage).all());
            }
        }
        if (seen.contains("agent") && seen.contains("command")) {
            wrong.add(new ValueMismatch(written, stage + ": set agent or command, not both"));
        }
        return new StageSettings.One(lines, after, enabled, prompt, ladder, anew, shown);
    }

    private static List<WrittenValue.Mapping.Pair> pairs(
            String stage, WrittenValue written, List<ValueMismatch> wrong) {
        try {
            return RalphKind.pairs(written, "what holds for this stage, such as {agent: codex, max_iterations: 5}");
        } catch (ValueMismatch misfit) {
            wrong.addAll(misfit.in(stage).all());
            return List.of();
        }
    }

    /// @return the rungs as they could be written
    private static List<String> ladder(WrittenValue written, List<List<RoleSettings.Line>> ladder, List<Integer> anew)
            throws ValueMismatch {
        List<String> shown = new ArrayList<>();
        for (WrittenValue item : written instanceof WrittenValue.Items list ? list.items() : List.of(written)) {
            if (!(item instanceof WrittenValue.Mapping rung) || rung.pairs().isEmpty()) {
                throw new ValueMismatch(
                        item,
                        LADDER + ": found " + item.described()
                                + ", expected a list such as [{model: opus}, {agent: codex}]");
            }
            List<RoleSettings.Line> lines = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            WrittenValue candidates = null;
            for (WrittenValue.Mapping.Pair pair : rung.pairs()) {
                if (pair.key().equals(CANDIDATES)) {
                    candidates = pair.value();
                    continue;
                }
                RoleSettings.Line line = line(LADDER, pair, rungSettings(), List.of(CANDIDATES));
                lines.add(line);
                texts.add(line.name() + ": " + line.text());
            }
            if (candidates == null) {
                ladder.add(lines);
            } else {
                List<String> names = new ArrayList<>();
                for (List<RoleSettings.Line> candidate : candidates(candidates)) {
                    List<RoleSettings.Line> all = new ArrayList<>(lines);
                    all.addAll(candidate);
                    ladder.add(all);
                    anew.add(ladder.size());
                    names.add(shown(candidate));
                }
                texts.add(CANDIDATES + ": [" + String.join(", ", names) + "]");
            }
            shown.add("{" + String.join(", ", texts) + "}");
        }
        return shown;
    }

    /// What is different for each of them: a known agent by its name, or settings as of a rung.
    private static List<List<RoleSettings.Line>> candidates(WrittenValue written) throws ValueMismatch {
        List<List<RoleSettings.Line>> all = new ArrayList<>();
        for (WrittenValue item : written instanceof WrittenValue.Items list ? list.items() : List.<WrittenValue>of()) {
            List<RoleSettings.Line> lines = new ArrayList<>();
            if (item instanceof WrittenValue.Mapping one) {
                for (WrittenValue.Mapping.Pair pair : one.pairs()) {
                    lines.add(line(CANDIDATES, pair, rungSettings(), List.of()));
                }
            } else {
                lines.add(line("agent", SettingKeys.AGENTS, item));
            }
            all.add(lines);
        }
        if (all.size() < 2 || all.stream().anyMatch(List::isEmpty)) {
            throw new ValueMismatch(
                    written,
                    CANDIDATES + ": found " + written.described() + ", expected two or more such as"
                            + " [claude, {command: 'my-agent --print'}]");
        }
        return all;
    }

    private static String shown(List<RoleSettings.Line> candidate) {
        boolean named = candidate.size() == 1 && candidate.getFirst().name().equals("agent");
        return named
                ? candidate.getFirst().text()
                : candidate.stream()
                        .map(line -> line.name() + ": " + line.text())
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    private static RoleSettings.Line line(
            String within, WrittenValue.Mapping.Pair pair, Map<String, SettingKey<?>> settings, List<String> besides)
            throws ValueMismatch {
        String name = pair.key();
        SettingKey<?> key = settings.get(name);
        if (key == null) {
            List<String> known = new ArrayList<>(settings.keySet());
            known.addAll(besides);
            ValueMismatch unknown = ValueMismatch.unknown(pair, known, "; there are " + String.join(", ", known));
            throw within.isEmpty() ? unknown : unknown.in(within);
        }
        return line(name, key, pair.value());
    }

    static <T> RoleSettings.Line line(String name, SettingKey<T> key, WrittenValue written) throws ValueMismatch {
        try {
            WrittenValue kept = written;
            String text;
            if (key == SettingKeys.MAX_RESTARTS) { // a stage is run at least once
                text = RalphKind.ITERATIONS.text(RalphKind.ITERATIONS.read(written, NO_PATHS));
            } else if (key == SettingKeys.COMPLETION_PROMISE) {
                text = YamlText.ifNeeded(RalphKind.promise(written));
            } else {
                @Nullable T value = key.kind().read(written, NO_PATHS);
                text = key.text(value);
                if (value instanceof List<?> checks && key == SettingKeys.CHECKS) {
                    kept = instead(checks);
                }
            }
            return new RoleSettings.Line(name, key, kept, text, "");
        } catch (ValueMismatch misfit) {
            throw misfit.in(name);
        }
    }

    /// Checks of a stage take the place of those that hold elsewhere.
    private static WrittenValue instead(List<?> checks) {
        List<Object> all = new ArrayList<>();
        all.add(SettingKeys.NO_CHECKS);
        all.addAll(checks);
        return new WrittenValue.Meant(List.copyOf(all));
    }

    @Override
    public String expected() {
        return "stages and what is different for them, such as {coder: {agent: claude}, reviewer: {agent: codex}}";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> fields = schemas(settings());
        fields.put("max_iterations", RalphKind.ITERATIONS.schema());
        fields.put("completion_promise", RalphKind.PROMISE.schema());
        fields.put(SettingKeys.CHECKS.name(), JsonObject.of("$ref", "#/properties/checks"));
        fields.put(AFTER, TEXT.schema());
        fields.put(ENABLED, RalphKind.truthSchema());
        fields.put(PROMPT, TEXT.schema());
        Map<String, Object> rungFields = schemas(rungSettings());
        Map<String, Object> candidate = JsonObject.closed("object", schemas(rungSettings()));
        candidate.put("minProperties", 1);
        rungFields.put(CANDIDATES, JsonObject.list(2, JsonObject.anyOf(JsonObject.of("type", "string"), candidate)));
        Map<String, Object> rung = JsonObject.closed("object", rungFields);
        rung.put("minProperties", 1);
        fields.put(LADDER, JsonObject.anyOf(rung, JsonObject.list(rung)));
        Map<String, Object> stage = JsonObject.closed(List.of("object", "null"), fields);
        stage.put("not", JsonObject.of("type", "object", "required", List.of("agent", "command")));
        Map<String, Object> name = JsonObject.of("pattern", RalphKind.STAGE);
        return JsonObject.of(
                "type", "object", "minProperties", 1, "propertyNames", name, "additionalProperties", stage);
    }

    private static Map<String, Object> schemas(Map<String, SettingKey<?>> settings) {
        Map<String, Object> schemas = JsonObject.of();
        settings.forEach((name, key) -> schemas.put(name, key.kind().schema()));
        return schemas;
    }

    /// What can be different for a stage. Not a constant: the table of keys is still being made when this kind is.
    private static Map<String, SettingKey<?>> settings() {
        Map<String, SettingKey<?>> settings = rungSettings();
        settings.put("max_iterations", SettingKeys.MAX_RESTARTS);
        for (SettingKey<?> key : List.<SettingKey<?>>of(
                SettingKeys.COMPLETION_PROMISE,
                SettingKeys.TIMEOUT,
                SettingKeys.IDLE_TIMEOUT,
                SettingKeys.MAX_TIME,
                SettingKeys.MAX_COST,
                SettingKeys.MAX_ATTEMPT_COST,
                SettingKeys.MAX_TOKENS,
                SettingKeys.BREAKER,
                SettingKeys.CHECKS,
                SettingKeys.NETWORK,
                SettingKeys.ALLOW,
                SettingKeys.TOOLS,
                SettingKeys.AGENT_TOOLS)) {
            settings.put(key.name(), key);
        }
        return settings;
    }

    static Map<String, SettingKey<?>> rungSettings() {
        Map<String, SettingKey<?>> settings = new LinkedHashMap<>();
        settings.put("agent", SettingKeys.AGENTS);
        for (SettingKey<?> key : List.<SettingKey<?>>of(
                SettingKeys.AGENT_ARGS,
                SettingKeys.MODEL,
                SettingKeys.EFFORT,
                SettingKeys.ALLOW_TOOLS,
                SettingKeys.DENY_TOOLS,
                SettingKeys.COMMAND,
                SettingKeys.STREAM,
                SettingKeys.SESSION)) {
            settings.put(key.name(), key);
        }
        return settings;
    }
}
