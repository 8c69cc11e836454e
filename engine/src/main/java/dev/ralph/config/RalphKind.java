package dev.ralph.config;

import dev.ralph.signal.PromiseRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The object `ralph` of specification 003: settings for all stages, and for each an object with its name. The names
/// that a later version of it has for some of them count, too.
record RalphKind() implements ValueKind<RalphSettings> {
    static final ScalarKind<Integer> ITERATIONS = ScalarKind.number(1, 1_000_000);
    static final ScalarKind<String> PROMISE = ScalarKind.line("a word or two, such as STAGE_COMPLETE", "TEXT");

    /// Names of stages are names of folders, and none of a job's.
    static final String STAGE = "^(?!job-|.*[.][.])[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

    private static final String LATER = "agent_defaults";
    private static final List<String> METHODS = List.of("string_match", "semantic", "external", "multi_stage");
    private static final String NO_METHOD = "none";
    private static final List<String> NAMES = List.of(
            "enabled", "default_max_iterations", "verify_promises", "max_iterations", "default_verification", LATER);
    private static final List<String> STAGE_NAMES = List.of("enabled", "max_iterations", "completion_promise");
    private static final Base NO_PATHS = new Base(Path.of(""), null);

    @Override
    public RalphSettings read(WrittenValue written, Base base) throws ValueMismatch {
        Reading reading = new Reading();
        for (WrittenValue.Mapping.Pair pair : pairs(written, expected())) {
            reading.field(pair);
        }
        return reading.result();
    }

    /// What was read so far, and what was wrong with it.
    private static final class Reading {
        private final List<ValueMismatch> wrong = new ArrayList<>();
        private final Map<String, RalphSettings.OfStage> stages = new LinkedHashMap<>();
        private @Nullable Boolean enabled;
        private @Nullable Integer iterations;
        private @Nullable Boolean verify;

        void field(WrittenValue.Mapping.Pair pair) {
            String name = pair.key();
            try {
                switch (name) {
                    case "enabled" -> enabled = once(enabled, truth(pair.value()), pair);
                    case "default_max_iterations", "max_iterations" ->
                        iterations = once(iterations, ITERATIONS.read(pair.value(), NO_PATHS), pair);
                    case "verify_promises" -> verify = once(verify, truth(pair.value()), pair);
                    case "default_verification" -> verify = once(verify, method(pair.value()), pair);
                    case LATER -> {
                        for (WrittenValue.Mapping.Pair stage : pairs(pair.value(), "stages, such as {coder: {…}}")) {
                            stage(stage);
                        }
                    }
                    default -> stage(pair);
                }
            } catch (ValueMismatch misfit) {
                wrong.addAll(misfit.in(name).all());
            }
        }

        /// Whatever has an object as its value is a stage.
        private void stage(WrittenValue.Mapping.Pair pair) throws ValueMismatch {
            String name = pair.key();
            boolean isStage = StageSettings.USUAL.contains(name)
                    || pair.value() instanceof WrittenValue.Mapping
                    || isNothing(pair.value());
            if (!isStage || !name.matches(STAGE)) {
                wrong.add(ValueMismatch.unknown(
                        pair, NAMES, "; there are " + String.join(", ", NAMES) + " and names of stages"));
                return;
            }
            Boolean on = null;
            Integer most = null;
            String promise = null;
            for (WrittenValue.Mapping.Pair field :
                    pairs(pair.value(), "what holds for it, such as {max_iterations: 15}")) {
                String key = field.key();
                try {
                    switch (key) {
                        case "enabled" -> on = once(on, truth(field.value()), field);
                        case "max_iterations" -> most = once(most, ITERATIONS.read(field.value(), NO_PATHS), field);
                        case "completion_promise" -> promise = once(promise, promise(field.value()), field);
                        default ->
                            wrong.add(ValueMismatch.unknown(
                                            field, STAGE_NAMES, "; there are " + String.join(", ", STAGE_NAMES))
                                    .in(name));
                    }
                } catch (ValueMismatch misfit) {
                    wrong.add(misfit.in(key).in(name));
                }
            }
            stages.put(name, once(stages.get(name), new RalphSettings.OfStage(on, most, promise), pair));
        }

        private static <T> T once(@Nullable T before, T now, WrittenValue.Mapping.Pair pair) throws ValueMismatch {
            if (before != null) {
                throw ValueMismatch.duplicate(pair);
            }
            return now;
        }

        RalphSettings result() throws ValueMismatch {
            ValueMismatch.throwAny(wrong);
            return new RalphSettings(enabled, iterations, verify, stages);
        }
    }

    /// None where nothing is written.
    static List<WrittenValue.Mapping.Pair> pairs(WrittenValue written, String expected) throws ValueMismatch {
        if (isNothing(written)) {
            return List.of();
        }
        if (written instanceof WrittenValue.Mapping mapping) {
            return mapping.pairs();
        }
        throw ValueMismatch.expected(written, expected);
    }

    static boolean isNothing(WrittenValue written) {
        return written instanceof WrittenValue.Text text && text.meaning() == YamlMeaning.NOTHING;
    }

    /// As the specification writes it, or as other settings are written.
    static boolean truth(WrittenValue written) throws ValueMismatch {
        if (written instanceof WrittenValue.Text text) {
            switch (text.value()) {
                case "true", "True", "TRUE", "on" -> {
                    return true;
                }
                case "false", "False", "FALSE", "off" -> {
                    return false;
                }
                default -> {}
            }
        }
        throw ValueMismatch.expected(written, "true or false");
    }

    static String promise(WrittenValue written) throws ValueMismatch {
        String text = PROMISE.read(written, NO_PATHS);
        try {
            return PromiseRule.stage(text).promise();
        } catch (IllegalArgumentException none) {
            throw new ValueMismatch(written, ForeignText.shortenedMessage(none));
        }
    }

    private static boolean method(WrittenValue written) throws ValueMismatch {
        String word = ValueKind.scalar(written, "one of " + String.join(", ", METHODS) + ", " + NO_METHOD);
        if (!METHODS.contains(word) && !word.equals(NO_METHOD)) {
            throw new ValueMismatch(
                    written,
                    "found " + written.described() + ", expected one of " + String.join(", ", METHODS) + ", "
                            + NO_METHOD + NearestName.hint(word, METHODS));
        }
        return !word.equals(NO_METHOD);
    }

    @Override
    public String expected() {
        return "what holds for stages, such as {enabled: true, coder: {max_iterations: 15}}";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> stage = object(JsonObject.of(
                "enabled", truthSchema(),
                "max_iterations", ITERATIONS.schema(),
                "completion_promise", PROMISE.schema()));
        List<String> methods = new ArrayList<>(METHODS);
        methods.add(NO_METHOD);
        Map<String, Object> all = object(JsonObject.of(
                "enabled",
                truthSchema(),
                "default_max_iterations",
                ITERATIONS.schema(),
                "verify_promises",
                truthSchema(),
                "max_iterations",
                ITERATIONS.schema(),
                "default_verification",
                JsonObject.of("enum", methods),
                LATER,
                JsonObject.of("type", List.of("object", "null"), "additionalProperties", stage)));
        all.put("additionalProperties", stage);
        return all;
    }

    static Map<String, Object> truthSchema() {
        return JsonObject.of("enum", List.of(true, false, "on", "off"));
    }

    private static Map<String, Object> object(Map<String, Object> fields) {
        return JsonObject.closed(List.of("object", "null"), fields);
    }
}
