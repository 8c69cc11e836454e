package dev.ralph.cli;

import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AgentStatement;
import dev.ralph.wording.Amount;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Tokens and money as people read them. What is not known is called unknown, never 0.
final class CostLines {
    static final String NOTHING = "nothing";
    private static final String UNKNOWN = "unknown";

    private CostLines() {}

    static String dollars(Spent spent) {
        BigDecimal dollars = spent.dollars();
        return dollars != null && isKnown(spent) ? atLeast(spent) + "$" + rounded(dollars) : unknown(spent);
    }

    /// What stands before a sum where nothing else says what it is: "$0.30", but "cost unknown".
    static String label(Spent spent) {
        return isKnown(spent) ? "" : "cost ";
    }

    /// Whether there is a sum to show: "at least $0.00" says nothing.
    static boolean isKnown(Spent spent) {
        return spent.dollars() != null && (spent.dollars().signum() > 0 || spent.complete());
    }

    /// What stands for a figure that is not there.
    private static String unknown(Spent spent) {
        return spent.equals(Spent.NOTHING) ? NOTHING : UNKNOWN;
    }

    private static String atLeast(Spent spent) {
        return spent.complete() ? "" : "at least ";
    }

    /// Cents, or as many digits as a small sum needs.
    static String rounded(BigDecimal dollars) {
        BigDecimal cents = dollars.setScale(2, RoundingMode.HALF_UP);
        boolean small = cents.signum() == 0 && dollars.signum() > 0;
        return small ? dollars.round(new MathContext(2)).stripTrailingZeros().toPlainString() : cents.toPlainString();
    }

    static String tokens(Spent spent) {
        return spent.models().isEmpty()
                ? unknown(spent)
                : atLeast(spent) + number(spent.tokens().total());
    }

    /// One kind of tokens.
    static String part(Spent spent, long tokens) {
        return spent.models().isEmpty() ? unknown(spent) : number(tokens);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// What an agent said of an attempt, for the end of a line; empty when it said nothing worth knowing.
    static String of(@Nullable AgentStatement statement) {
        if (statement == null) {
            return "";
        }
        Spent spent = statement.spent();
        StringBuilder line = new StringBuilder(" · ").append(statement.agent());
        if (statement.model() != null) {
            line.append(' ').append(statement.model());
        }
        line.append(", ").append(Amount.of(statement.actions(), "action"));
        if (!spent.models().isEmpty()) {
            line.append(", ").append(tokens(spent)).append(" tokens");
        }
        if (spent.dollars() != null && spent.dollars().signum() > 0) {
            line.append(", ").append(dollars(spent));
        }
        return line.toString();
    }

    static void fields(JsonOutput json, Spent spent) {
        json.objectField(
                "models",
                () -> spent.models()
                        .forEach((model, tokens) -> json.objectField(model, () -> {
                            tokens(json, tokens);
                        })));
        boolean known = !spent.models().isEmpty() || spent.equals(Spent.NOTHING);
        json.number("tokens", known ? BigDecimal.valueOf(spent.tokens().total()) : null);
        json.number("dollars", spent.equals(Spent.NOTHING) ? BigDecimal.ZERO : spent.dollars());
        json.field("complete", spent.complete());
    }

    private static void tokens(JsonOutput json, Tokens tokens) {
        json.field("input", tokens.input());
        json.field("cache_read", tokens.cacheRead());
        json.field("cache_write", tokens.cacheWrite());
        json.field("output", tokens.output());
    }
}
