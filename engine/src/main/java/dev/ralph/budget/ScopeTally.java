package dev.ralph.budget;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The figures of one scope in one attempt, summed up as they come. Takes bounded memory whatever is reported.
final class ScopeTally {
    /// An old key is forgotten, its figures stay in the sums. A report about it would then count again; agents repeat
    /// themselves at once or not at all.
    private static final int MOST_KEYS = 10_000;

    /// Cumulative figures are few, and they are kept for the next attempt.
    private static final int MOST_CUMULATIVE_KEYS = 64;

    private static final int MOST_MODELS = 64;
    private static final String MORE_MODELS = "(more models)";

    private final boolean cumulative;
    private final Counters before;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Tokens> models = new LinkedHashMap<>();
    private final Map<String, Tokens> unpaid = new LinkedHashMap<>();
    private Tokens total = Tokens.NONE;
    private BigDecimal dollars = BigDecimal.ZERO;
    private boolean statesDollars;
    private boolean statesDollarsAlone;
    private boolean statesTokens;

    /// @param cumulative whether a figure that falls means that counting began anew; otherwise it is a correction
    ScopeTally(boolean cumulative, Counters before) {
        this.cumulative = cumulative;
        this.before = before;
    }

    void put(String key, String model, Tokens tokens, @Nullable BigDecimal stated) {
        statesTokens |= tokens.total() > 0;
        statesDollars |= stated != null;
        statesDollarsAlone |= stated != null && tokens.total() == 0;
        Entry entry = entries.get(key);
        if (entry == null) {
            entry = new Entry(model, before(key, tokens, stated));
            entries.put(key, entry);
            forgetOldest(entries, cumulative ? MOST_CUMULATIVE_KEYS : MOST_KEYS);
        }
        String old = entry.model;
        Tokens oldTokens = entry.tokens;
        BigDecimal oldDollars = entry.dollars;
        boolean wasPaid = entry.paid;
        entry.take(room(model), tokens, stated, cumulative);
        total = total.minus(oldTokens).plus(entry.tokens);
        dollars = dollars.subtract(oldDollars).add(entry.dollars);
        move(models, old, oldTokens, entry.model, entry.tokens);
        move(unpaid, old, wasPaid ? Tokens.NONE : oldTokens, entry.model, entry.paid ? Tokens.NONE : entry.tokens);
    }

    Tokens total() {
        return total;
    }

    /// The sums by model, those without a name under [Spent#UNNAMED].
    Map<String, Tokens> models() {
        return models;
    }

    /// What was reported without its price. Money that is reported apart from tokens is the price of all of them.
    Map<String, Tokens> unpaid() {
        return statesDollarsAlone ? Map.of() : unpaid;
    }

    boolean statesTokens() {
        return statesTokens;
    }

    @Nullable
    BigDecimal dollars() {
        return statesDollars ? dollars : null;
    }

    /// What the cumulative figures said last; those of keys that were not heard of again stay.
    Counters counters() {
        Map<String, Counters.Figure> figures = new LinkedHashMap<>(before.figures());
        entries.forEach((key, entry) -> {
            figures.remove(key);
            figures.put(key, new Counters.Figure(entry.last, entry.lastDollars));
            forgetOldest(figures, MOST_CUMULATIVE_KEYS);
        });
        return new Counters(before.known() || !figures.isEmpty(), figures);
    }

    private Counters.Figure before(String key, Tokens tokens, @Nullable BigDecimal stated) {
        Counters.Figure figure = before.figures().get(key);
        if (figure != null) {
            return figure;
        }
        return before.known() ? new Counters.Figure(Tokens.NONE, null) : new Counters.Figure(tokens, stated);
    }

    private String room(String model) {
        return models.containsKey(model) || models.size() < MOST_MODELS ? model : MORE_MODELS;
    }

    private static void forgetOldest(Map<String, ?> map, int most) {
        if (map.size() > most) {
            Iterator<?> all = map.values().iterator();
            all.next();
            all.remove();
        }
    }

    private static void move(Map<String, Tokens> sums, String from, Tokens old, String to, Tokens now) {
        if (old.total() > 0) {
            sums.computeIfPresent(from, (_, sum) -> {
                Tokens rest = sum.minus(old);
                return rest.total() == 0 ? null : rest;
            });
        }
        if (now.total() > 0) {
            sums.merge(to, now, Tokens::plus);
        }
    }

    /// What one key counts for.
    private static final class Entry {
        private String model;
        /// What this attempt used by this key.
        private Tokens tokens = Tokens.NONE;

        private BigDecimal dollars = BigDecimal.ZERO;
        private boolean paid;
        /// The figure as it was reported last, which at first is the one of the attempt before.
        private Tokens last;

        private @Nullable BigDecimal lastDollars;

        Entry(String model, Counters.Figure before) {
            this.model = model;
            this.last = before.tokens();
            this.lastDollars = before.dollars();
        }

        void take(String name, Tokens now, @Nullable BigDecimal stated, boolean cumulative) {
            model = name;
            if (cumulative) {
                boolean anew = now.total() < last.total() && now.total() > 0;
                tokens = tokens.plus(anew ? now : now.minus(last));
                last = now.total() > 0 ? now : last;
            } else {
                tokens = tokens.atLeast(now);
                last = tokens;
            }
            if (stated != null) {
                takeDollars(stated, cumulative);
            }
        }

        private void takeDollars(BigDecimal stated, boolean cumulative) {
            paid = true;
            BigDecimal was = lastDollars == null ? BigDecimal.ZERO : lastDollars;
            if (cumulative) {
                boolean anew = stated.compareTo(was) < 0;
                dollars = dollars.add(anew ? stated : stated.subtract(was));
                lastDollars = stated;
            } else {
                dollars = dollars.max(stated);
                lastDollars = dollars;
            }
        }
    }
}
