package dev.ralph.budget;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Turns what an agent reports while it runs into what this attempt has used.
///
/// Agents tell the same story in several scopes: each call, then the turn, then the process or the session. The scopes
/// are tallied apart and the one that tells of the most tokens counts, so that nothing counts twice in whatever order
/// it is told, and an agent that is ended before it tells the whole has still told its calls.
///
/// 1. Reports of one scope with an equal key count once: the largest, or for [UsageScope#PROCESS] and
/// [UsageScope#SESSION] the
/// last.
/// 2. The attempts of a session add up to the session's last cumulative figure, when each is given the [Counters] of
///    the one before.
/// 3. A cumulative figure that falls began anew; nothing that was counted is taken back.
/// 4. Money the agent states beats the price table; a 0 beside tokens states nothing, because agents without prices
///    say 0.
/// 5. Absurd figures are refused, and what is left is no longer complete. Memory is bounded whatever is reported.
///
/// Not safe for use by several threads at once.
public final class UsageMeter {
    private static final BigDecimal MOST_DOLLARS = BigDecimal.valueOf(1_000_000_000);
    private static final long MOST_TOKENS = 1L << 50;
    private static final int MOST_DIGITS = 50;
    private static final int LONGEST_NAME = 200;

    private final Supplier<Prices> prices;
    private final Map<UsageScope, ScopeTally> tallies = new EnumMap<>(UsageScope.class);
    private final Counters before;
    private String model = Spent.UNNAMED;
    private boolean complete = true;

    /// @param before what the session's figures said last; [Counters#FRESH] for a new session
    public UsageMeter(Prices prices, Counters before) {
        this(() -> prices, before);
    }

    /// @param prices asked for only where tokens were used
    public UsageMeter(Supplier<Prices> prices, Counters before) {
        this.prices = prices;
        this.before = before;
        for (UsageScope scope : UsageScope.values()) {
            boolean cumulative = scope == UsageScope.PROCESS || scope == UsageScope.SESSION;
            tallies.put(scope, new ScopeTally(cumulative, scope == UsageScope.SESSION ? before : Counters.FRESH));
        }
    }

    /// The agent named the model that works when a report does not say.
    public void model(String name) {
        model = named(name);
    }

    public void add(UsageReport report) {
        Tokens tokens = report.tokens();
        if (!sane(tokens)) {
            complete = false;
            return;
        }
        BigDecimal dollars = report.dollars();
        if (dollars != null && !sane(dollars)) {
            complete = false;
            dollars = null;
        }
        if (dollars != null && dollars.signum() == 0 && tokens.total() > 0) {
            dollars = null;
        }
        if (report.scope() == UsageScope.SESSION && !before.known()) {
            complete = false;
        }
        String name = report.model();
        tally(report.scope()).put(shortened(report.key()), name == null ? Spent.UNNAMED : named(name), tokens, dollars);
    }

    /// What this attempt has used up to now.
    public Spent spent() {
        Map<String, Tokens> models = models();
        ScopeTally dearest = dearest();
        BigDecimal sum = dearest == null ? null : dearest.dollars();
        Map<String, Tokens> toPrice = dearest == null ? models : renamed(dearest.unpaid());
        boolean allPriced = true;
        for (Map.Entry<String, Tokens> used : toPrice.entrySet()) {
            BigDecimal price =
                    prices.get().dollars(used.getKey(), used.getValue()).orElse(null);
            allPriced &= price != null;
            sum = Spent.added(sum, price);
        }
        return new Spent(models, sum, complete && !models.isEmpty() && (allPriced || sum == null));
    }

    /// To be kept with the session, and given to the meter of its next attempt.
    public Counters counters() {
        return tally(UsageScope.SESSION).counters();
    }

    private Map<String, Tokens> models() {
        ScopeTally most = tally(UsageScope.CALL);
        for (ScopeTally wider : tallies.values()) {
            if (wider.total().total() >= most.total().total() && wider.statesTokens()) {
                most = wider;
            }
        }
        Tokens unnamed = most.models().getOrDefault(Spent.UNNAMED, Tokens.NONE);
        Map<String, Tokens> byCall = tally(UsageScope.CALL).models();
        if (unnamed.total() > 0 && most.models().size() == 1 && splits(byCall, unnamed)) {
            return split(unnamed, byCall);
        }
        return renamed(most.models());
    }

    /// Whether the calls can tell which models a figure without a model is about.
    private static boolean splits(Map<String, Tokens> byCall, Tokens unnamed) {
        Tokens sum = Tokens.NONE;
        for (Tokens call : byCall.values()) {
            sum = sum.plus(call);
        }
        return sum.total() > 0 && sum.fitsInto(unnamed);
    }

    /// What the calls do not explain was used by the agent's own model, or by the only one there is.
    private Map<String, Tokens> split(Tokens unnamed, Map<String, Tokens> byCall) {
        Map<String, Tokens> models = renamed(byCall);
        Tokens rest = unnamed;
        for (Tokens explained : models.values()) {
            rest = rest.minus(explained);
        }
        if (rest.total() > 0) {
            String name = models.size() == 1 ? models.keySet().iterator().next() : model;
            models.merge(name, rest, Tokens::plus);
        }
        return models;
    }

    private Map<String, Tokens> renamed(Map<String, Tokens> sums) {
        Map<String, Tokens> models = new LinkedHashMap<>();
        sums.forEach((name, tokens) -> models.merge(name.equals(Spent.UNNAMED) ? model : name, tokens, Tokens::plus));
        return models;
    }

    /// The scope that tells of the most money; null when the agent states none.
    private @Nullable ScopeTally dearest() {
        ScopeTally dearest = null;
        BigDecimal most = BigDecimal.ZERO;
        for (ScopeTally tally : tallies.values()) {
            BigDecimal dollars = tally.dollars();
            if (dollars != null && dollars.compareTo(most) >= 0) {
                dearest = tally;
                most = dollars;
            }
        }
        return dearest;
    }

    private ScopeTally tally(UsageScope scope) {
        ScopeTally tally = tallies.get(scope);
        if (tally == null) {
            throw new IllegalStateException("there is no tally of " + scope);
        }
        return tally;
    }

    private static boolean sane(Tokens tokens) {
        return tokens.total() <= MOST_TOKENS;
    }

    /// A number like 1e999999999 would cost gigabytes as soon as something is added to it.
    private static boolean sane(BigDecimal dollars) {
        return dollars.signum() >= 0
                && dollars.precision() <= MOST_DIGITS
                && Math.abs(dollars.scale()) <= MOST_DIGITS
                && dollars.compareTo(MOST_DOLLARS) <= 0;
    }

    private static String named(String name) {
        return name.isBlank() ? Spent.UNNAMED : shortened(name);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "#" + text.hashCode();
    }
}
