package dev.ralph.budget;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an attempt, a task or a run has used. Unknown is never 0.
///
/// @param models   by the model's name as the agent gave it, [#UNNAMED] where it gave none; empty: no tokens are known
/// @param dollars  null: nothing is known about the money
/// @param complete false: more was used than the figures say, so they are to be read as "at least"
public record Spent(Map<String, Tokens> models, @Nullable BigDecimal dollars, boolean complete) {
    /// Stands for the model of an agent that does not name it.
    public static final String UNNAMED = "(unnamed)";

    /// Nothing was started yet, so nothing was used.
    public static final Spent NOTHING = new Spent(Map.of(), null, true);

    /// Something ran and said nothing about its use.
    public static final Spent UNKNOWN = new Spent(Map.of(), null, false);

    public Spent {
        models = Map.copyOf(models);
        if (dollars != null && dollars.signum() < 0) {
            throw new IllegalArgumentException("nobody spends " + dollars + " dollars");
        }
        dollars = dollars == null ? null : plain(dollars);
    }

    /// The tokens of all models.
    public Tokens tokens() {
        Tokens all = Tokens.NONE;
        for (Tokens tokens : models.values()) {
            all = all.plus(tokens);
        }
        return all;
    }

    /// The same, where more was used than is known.
    public Spent atLeast() {
        return new Spent(models, dollars, false);
    }

    public Spent plus(Spent other) {
        if (equals(NOTHING)) {
            return other;
        }
        if (other.equals(NOTHING)) {
            return this;
        }
        Map<String, Tokens> sum = new LinkedHashMap<>(models);
        other.models.forEach((model, tokens) -> sum.merge(model, tokens, Tokens::plus));
        boolean oneIsUnknown = (dollars == null) != (other.dollars == null);
        return new Spent(sum, added(dollars, other.dollars), complete && other.complete && !oneIsUnknown);
    }

    /// Without zeros at the end, so that equal amounts are equal.
    static BigDecimal plain(BigDecimal dollars) {
        BigDecimal plain = dollars.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    static @Nullable BigDecimal added(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.add(other);
    }
}
