package dev.ralph.testkit;

import dev.ralph.testkit.ScriptFile.Place;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads one step of a script's JSON.
final class StepFile {
    /// Each says what the step does; a step has exactly one of them.
    private static final Set<String> ACTS = Set.of(
            "text",
            "shell",
            "write",
            "tool",
            "calls",
            "empty",
            "status",
            "usageLimit",
            "hang",
            "hangMidway",
            "reset",
            "resetMidway",
            "malformed");

    private static final Set<String> CALLS = Set.of("shell", "write", "tool");
    private static final Set<String> ALWAYS = Set.of("times", "delay");
    private static final Set<String> OF_ANSWERS = Set.of("thinking", "stop", "usage");

    private StepFile() {}

    static ModelStep step(Place place) {
        if (place.node().isString()) {
            return ModelStep.text(place.text());
        }
        String act = onlyAct(place, ACTS);
        ModelStep step = step(place, act);
        int times = !place.node().has("times") ? 1 : times(place.get("times"));
        Duration delay =
                !place.node().has("delay") ? Duration.ZERO : place.get("delay").duration();
        return new ModelStep(step.action(), times, delay, step.usage());
    }

    private static ModelStep step(Place place, String act) {
        return switch (act) {
            case "text" -> answer(place, ModelStep.text(place.get(act).text()), "text");
            case "shell", "write" -> answer(place, ModelStep.calls(call(place, act)), "say", act);
            case "tool" -> answer(place, ModelStep.calls(call(place, act)), "say", act, "arguments");
            case "calls" -> answer(place, ModelStep.calls(calls(place.get(act))), "say", act);
            case "empty" -> answer(place, chosen(place, act, ModelStep.empty()), act);
            case "status" -> error(place);
            case "usageLimit" ->
                bare(place, act, ModelStep.usageLimit(place.get(act).duration()));
            case "hang" -> bare(place, act, chosen(place, act, ModelStep.hang()));
            case "reset" -> bare(place, act, chosen(place, act, ModelStep.reset()));
            case "malformed" -> bare(place, act, chosen(place, act, ModelStep.malformed()));
            case "hangMidway" ->
                bare(place, act, ModelStep.hangMidway(place.get(act).text()));
            case "resetMidway" ->
                bare(place, act, ModelStep.resetMidway(place.get(act).text()));
            default -> throw new IllegalStateException(act);
        };
    }

    private static ModelStep answer(Place place, ModelStep step, String... keys) {
        Set<String> allowed = new TreeSet<>(List.of(keys));
        allowed.addAll(ALWAYS);
        allowed.addAll(OF_ANSWERS);
        place.onlyKeys(allowed);
        String say = place.textOrNull("say");
        String thinking = place.textOrNull("thinking");
        ModelStep spoken = say == null ? step : step.saying(say);
        ModelStep thought = thinking == null ? spoken : spoken.thinking(thinking);
        ModelStep stopped = place.node().has("stop") ? thought.stopping(stop(place.get("stop"))) : thought;
        TokenCounts usage = usage(place);
        return usage == null ? stopped : stopped.using(usage);
    }

    private static ModelStep bare(Place place, String act, ModelStep step) {
        Set<String> allowed = new TreeSet<>(ALWAYS);
        allowed.add(act);
        place.onlyKeys(allowed);
        return step;
    }

    private static ModelStep error(Place place) {
        Set<String> allowed = new TreeSet<>(Set.of("status", "headers", "message", "type", "body"));
        allowed.addAll(ALWAYS);
        place.onlyKeys(allowed);
        return ModelStep.of(new StepAction.Refuse(
                place.get("status").number(),
                place.node().has("headers") ? place.get("headers").headers() : Map.of(),
                place.textOrNull("message"),
                place.textOrNull("type"),
                place.node().get("body")));
    }

    private static ScriptedCall[] calls(Place list) {
        return list.elements().stream()
                .map(place -> {
                    String kind = onlyAct(place, CALLS);
                    place.onlyKeys(kind.equals("tool") ? Set.of("tool", "arguments") : Set.of(kind));
                    return call(place, kind);
                })
                .toArray(ScriptedCall[]::new);
    }

    private static ScriptedCall call(Place place, String kind) {
        Place value = place.get(kind);
        return switch (kind) {
            case "shell" -> new ScriptedCall.Shell(value.text());
            case "write" -> {
                value.onlyKeys(Set.of("path", "content"));
                yield new ScriptedCall.Write(
                        value.get("path").text(), value.get("content").text());
            }
            default ->
                new ScriptedCall.Tool(
                        value.text(), place.node().has("arguments") ? arguments(place.get("arguments")) : Map.of());
        };
    }

    private static Map<String, Object> arguments(Place place) {
        if (!place.node().isObject()) {
            throw place.mistake("an object is expected here");
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        place.node().properties().forEach(entry -> arguments.put(entry.getKey(), entry.getValue()));
        return arguments;
    }

    private static String onlyAct(Place place, Set<String> known) {
        if (!place.node().isObject()) {
            throw place.mistake("a step is a text or an object");
        }
        List<String> found =
                place.node().propertyNames().stream().filter(known::contains).toList();
        if (found.size() != 1) {
            throw place.mistake((found.isEmpty()
                            ? "it says nothing to do"
                            : "it says more than one thing to do: " + String.join(", ", found))
                    + "; write one of "
                    + String.join(", ", known.stream().sorted().toList()));
        }
        return found.getFirst();
    }

    /// A step like `{"hang": true}`: any other value would be a mistake that does the opposite of what it says.
    private static ModelStep chosen(Place place, String act, ModelStep step) {
        if (!place.node().path(act).booleanValue(false)) {
            throw place.mistake("the only value of '" + act + "' is true");
        }
        return step;
    }

    private static int times(Place place) {
        return place.node().isString() && place.text().equals("forever") ? ModelStep.FOREVER : place.number();
    }

    private static StopReason stop(Place place) {
        for (StopReason stop : StopReason.values()) {
            if (stop.name().toLowerCase(Locale.ROOT).equals(place.text())) {
                return stop;
            }
        }
        throw place.mistake("'" + place.text() + "' is no reason to stop; known are natural, max_tokens, refusal");
    }

    private static @Nullable TokenCounts usage(Place place) {
        if (!place.node().has("usage")) {
            return null;
        }
        Place usage = place.get("usage");
        usage.onlyKeys(Set.of("input", "cacheRead", "cacheWrite", "output"));
        return new TokenCounts(
                tokens(usage, "input"),
                tokens(usage, "cacheRead"),
                tokens(usage, "cacheWrite"),
                tokens(usage, "output"));
    }

    private static int tokens(Place usage, String key) {
        return usage.node().has(key) ? usage.get(key).number() : 0;
    }
}
