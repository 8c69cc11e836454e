package dev.ralph.loop;

import dev.ralph.budget.Spent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a loop has used up so far.
///
/// @param spent    tokens and dollars, as far as agents say
/// @param busy     how long agents ran
/// @param output   bytes they printed
/// @param free     attempts that do not count: a provider's limit ended them, or nothing was started
/// @param limited  how often in a row that was so
/// @param tree     the project after the last attempt, null when nobody looked
/// @param unmoved  attempts in a row that left it as it was
public record Toll(
        Spent spent,
        Duration busy,
        long output,
        int free,
        int limited,
        @Nullable String tree,
        int unmoved) {
    static final Toll NOTHING = new Toll(Spent.NOTHING, Duration.ZERO, 0, 0, 0, null, 0);

    Toll and(Report report) {
        Testimony testimony = report.testimony();
        boolean wait = report.ended() == Report.Ended.LIMITED;
        String now = report.tree();
        boolean still = now != null && now.equals(tree) && !wait;
        return new Toll(
                testimony == null ? spent : spent.plus(testimony.spent()),
                busy.plus(report.took()),
                output + report.stdout().bytes() + report.stderr().bytes(),
                wait || report.how() == Report.How.NOT_STARTED ? free + 1 : free,
                wait ? limited + 1 : 0,
                now == null ? tree : now,
                still ? unmoved + 1 : wait ? unmoved : 0);
    }

    /// Of an attempt whose engine died, only what the agent said is known.
    Toll and(Testimony lost) {
        boolean wait = lost.hindrance() != null && lost.hindrance().cure() == Testimony.Cure.WAIT;
        return new Toll(
                spent.plus(lost.spent()),
                busy,
                output,
                wait ? free + 1 : free,
                wait ? limited + 1 : limited,
                tree,
                unmoved);
    }

    /// Somebody resumed the loop: what was spent stays spent, what was counted in a row begins anew.
    Toll again() {
        return new Toll(spent, busy, output, free, 0, null, 0);
    }

    /// What the next attempt may spend: its own purse, or what is left in the loop's.
    Caps.Purse left(Caps caps) {
        Long tokens = caps.attempt().tokens();
        if (caps.loop().tokens() != null) {
            long rest = caps.loop().tokens() - spent.tokens().total();
            tokens = Math.max(1, tokens == null ? rest : Math.min(tokens, rest));
        }
        BigDecimal dollars = caps.attempt().dollars();
        if (caps.loop().dollars() != null) {
            BigDecimal used = spent.dollars() == null ? BigDecimal.ZERO : spent.dollars();
            BigDecimal rest = caps.loop().dollars().subtract(used).max(new BigDecimal("0.000001"));
            dollars = dollars == null ? rest : dollars.min(rest);
        }
        return new Caps.Purse(tokens, dollars);
    }

    /// How long agents may still run; null for as long as they like.
    @Nullable
    Duration time(Caps caps) {
        return caps.busyTime() == null ? null : caps.busyTime().minus(busy);
    }

    /// With cents, and with as many digits more as it has.
    public static String money(BigDecimal dollars) {
        BigDecimal plain = dollars.stripTrailingZeros();
        return "$" + (plain.scale() < 2 ? plain.setScale(2) : plain).toPlainString();
    }

    /// Which cap of the loop is reached, in words.
    Optional<String> over(Caps caps) {
        Caps.Purse purse = caps.loop();
        if (purse.tokens() != null && spent.tokens().total() >= purse.tokens()) {
            return Optional.of("token limit (" + purse.tokens() + ") reached: "
                    + spent.tokens().total() + " used");
        }
        BigDecimal dollars = spent.dollars();
        if (purse.dollars() != null && dollars != null && dollars.compareTo(purse.dollars()) >= 0) {
            return Optional.of("cost limit (" + money(purse.dollars()) + ") reached: " + money(dollars) + " spent");
        }
        if (caps.busyTime() != null && busy.compareTo(caps.busyTime()) >= 0) {
            return Optional.of("time limit (" + caps.busyTime() + ") reached: agents ran for " + busy);
        }
        if (caps.output() != null && output >= caps.output()) {
            return Optional.of("output limit (" + caps.output() + " bytes) reached: " + output + " bytes printed");
        }
        return Optional.empty();
    }
}
