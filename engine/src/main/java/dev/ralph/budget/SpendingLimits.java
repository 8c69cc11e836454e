package dev.ralph.budget;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an attempt, a task and a run may use. Asked again at each report of a running agent.
public record SpendingLimits(Limit attempt, Limit task, Limit run) {
    /// Finite, and far above what a sound attempt needs.
    public static final SpendingLimits STANDARD =
            new SpendingLimits(Limit.of(50_000_000, "25"), Limit.of(200_000_000, "100"), Limit.of(500_000_000, "250"));

    public static final SpendingLimits NONE = new SpendingLimits(Limit.NONE, Limit.NONE, Limit.NONE);

    /// What a limit is for.
    public enum Of {
        ATTEMPT("attempt"),
        TASK("task"),
        RUN("run");

        private final String word;

        Of(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// A limit was reached; what was used is at least the limit.
    public sealed interface Hit {
        Of of();

        /// One sentence for people.
        String words();

        record TokenLimit(Of of, long limit, long used) implements Hit {
            public long over() {
                return used - limit;
            }

            @Override
            public String words() {
                return "the " + of.word + "'s limit of " + limit + " tokens is used up: " + used + " were used, "
                        + over() + " over";
            }
        }

        record DollarLimit(Of of, BigDecimal limit, BigDecimal used) implements Hit {
            public BigDecimal over() {
                return used.subtract(limit);
            }

            @Override
            public String words() {
                return "the " + of.word + "'s limit of " + Dollars.words(limit) + " is used up: " + Dollars.words(used)
                        + " were spent, " + Dollars.words(over()) + " over";
            }
        }
    }

    /// The first limit that is used up, the attempt's first.
    ///
    /// @param task what all attempts of the task have used, this one included
    /// @param run  what all tasks of the run have used, this one included
    public Optional<Hit> hit(Spent attempt, Spent task, Spent run) {
        Hit hit = hit(Of.ATTEMPT, this.attempt, attempt);
        hit = hit == null ? hit(Of.TASK, this.task, task) : hit;
        return Optional.ofNullable(hit == null ? hit(Of.RUN, this.run, run) : hit);
    }

    /// Why the limits in dollars cannot be kept, when money is limited and the agent used tokens nobody knows the price
    /// of. The user must be told; limits in tokens hold all the same.
    public Optional<String> blind(Spent spent) {
        boolean limited = attempt.dollars() != null || task.dollars() != null || run.dollars() != null;
        boolean known = spent.dollars() != null && spent.complete();
        if (!limited || known || spent.equals(Spent.NOTHING)) {
            return Optional.empty();
        }
        if (spent.models().isEmpty()) {
            return Optional.of("the limit in dollars cannot be kept: the agent does not say what it uses");
        }
        return Optional.of("the limit in dollars cannot be kept: not every price is known for "
                + String.join(", ", spent.models().keySet().stream().sorted().toList())
                + "; add them to a price table (docs/prices.md), or limit tokens");
    }

    private static @Nullable Hit hit(Of of, Limit limit, Spent spent) {
        BigDecimal dollars = spent.dollars();
        if (limit.dollars() != null && dollars != null && dollars.compareTo(limit.dollars()) >= 0) {
            return new Hit.DollarLimit(of, limit.dollars(), dollars);
        }
        long tokens = spent.tokens().total();
        if (limit.tokens() != null
                && tokens >= limit.tokens()
                && !spent.models().isEmpty()) {
            return new Hit.TokenLimit(of, limit.tokens(), tokens);
        }
        return null;
    }
}
