package dev.ralph.tamper;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What becomes of each rule's findings: the standard ones, and what somebody configured otherwise.
public record Measures(Map<TamperRule, Measure> others) {
    public static final Measures STANDARD = new Measures(Map.of());

    public Measures {
        others = Map.copyOf(others);
    }

    /// The word for all rules that are not named.
    public static final String ALL = "all";

    /// The word for those that would ask a human after all other words were heard, for when none is there.
    public static final String ASK = "ask";

    /// @param words a measure for the id of a rule, for `ask` or for `all`
    /// @throws IllegalArgumentException when one is neither
    public static Measures of(Map<String, String> words) {
        Map<TamperRule, Measure> measures = new EnumMap<>(TamperRule.class);
        String all = words.get(ALL);
        for (TamperRule rule : TamperRule.values()) {
            measures.put(rule, all == null ? rule.standard() : measure(ALL, all));
        }
        words.forEach((id, word) -> {
            if (!id.equals(ALL) && !id.equals(ASK)) {
                measures.put(rule(id), measure(id, word));
            }
        });
        String ask = words.get(ASK);
        if (ask != null) {
            Measure instead = measure(ASK, ask);
            measures.replaceAll((_, measure) -> measure == Measure.ASK ? instead : measure);
        }
        return new Measures(measures);
    }

    /// They read test code, which is run instead.
    private static final Set<String> GONE = Set.of(
            "test-skipped",
            "new-test-skipped",
            "test-neutralized",
            "assertion-weakened",
            "assertion-changed",
            "test-changed");

    /// What to do about the name of a rule that there was once; null for any other name.
    public static @Nullable String advice(String id) {
        return GONE.contains(id)
                ? "is no rule any more: what became of old tests is found out by running them (docs/proof.md); remove"
                        + " it"
                : null;
    }

    private static TamperRule rule(String id) {
        String advice = advice(id);
        if (advice != null) {
            throw new IllegalArgumentException(id + " " + advice);
        }
        return TamperRule.named(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no rule " + id
                        + " of the tamper guard: it can be "
                        + ALL + ", " + ASK + ", "
                        + Arrays.stream(TamperRule.values()).map(TamperRule::id).collect(Collectors.joining(", "))));
    }

    private static Measure measure(String id, String word) {
        return Measure.named(word)
                .orElseThrow(() -> new IllegalArgumentException(
                        id + " is " + TamperExcerpt.line(word) + ": it can be allow, warn, ask or block"));
    }

    /// The same with another measure for one rule.
    public Measures with(TamperRule rule, Measure measure) {
        Map<TamperRule, Measure> measures = new EnumMap<>(all());
        measures.put(rule, measure);
        return new Measures(measures);
    }

    public Measure of(TamperRule rule) {
        return others.getOrDefault(rule, rule.standard());
    }

    /// All of them, in the order of the rules.
    public Map<TamperRule, Measure> all() {
        Map<TamperRule, Measure> all = new EnumMap<>(TamperRule.class);
        for (TamperRule rule : TamperRule.values()) {
            all.put(rule, of(rule));
        }
        return all;
    }
}
