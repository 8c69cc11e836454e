package dev.ralph.loop;

import dev.ralph.budget.Spent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a loop has used up so far.
///
/// @param spent    tokens and dollars, as far as agents say
/// @param unpriced attempts of which nobody can say what they cost
/// @param busy     how long agents ran, reviewers among them
/// @param output   bytes they printed
/// @param disk     bytes they added to the project
/// @param free     attempts that do not count: a provider's limit ended them, or nothing was started
/// @param limited  how often in a row that was so
/// @param tree     the project after the last attempt, null when nobody looked
/// @param unmoved  attempts in a row that left it as it was
public record Toll(
        Spent spent,
        int unpriced,
        Duration busy,
        long output,
        long disk,
        int free,
        int limited,
        @Nullable String tree,
        int unmoved) {
    static final Toll NOTHING = new Toll(Spent.NOTHING, 0, Duration.ZERO, 0, 0, 0, 0, null, 0);

    private static final BigDecimal SMALLEST_SUM = new BigDecimal("0.000001");

    Toll and(Report report) {
        Testimony testimony = report.testimony();
        boolean wait = report.ended() == Report.Ended.LIMITED;
        String before = report.trace().before() == null ? tree : report.trace().before();
        String now = report.trace().after();
        boolean still = now != null && now.equals(before) && !wait;
        return new Toll(
                testimony == null ? spent : spent.plus(testimony.spent()),
                isUnpriced(report) ? unpriced + 1 : unpriced,
                busy.plus(report.took()),
                output + report.stdout().bytes() + report.stderr().bytes(),
                disk + report.trace().disk(),
                report.isFree() ? free + 1 : free,
                wait ? limited + 1 : 0,
                now == null ? tree : now,
                still ? unmoved + 1 : wait ? unmoved : 0);
    }

    /// Of an attempt whose engine died, only what the agent said is known.
    Toll and(Testimony lost) {
        boolean wait = lost.isLimited();
        return new Toll(
                spent.plus(lost.spent()),
                unpriced,
                busy,
                output,
                disk,
                wait ? free + 1 : free,
                wait ? limited + 1 : limited,
                tree,
                unmoved);
    }

    /// What reviewers used counts as what agents do.
    public Toll and(Verdict verdict) {
        return new Toll(
                verdict.fee() == null ? spent : spent.plus(verdict.fee().spent()),
                unpriced,
                busy.plus(verdict.reviewing()),
                output,
                disk,
                free,
                limited,
                tree,
                unmoved);
    }

    /// Whether the attempt used something nobody knows the price of. One that failed may have used nothing; one that
    /// was ended early has used more than it said, at known prices.
    private static boolean isUnpriced(Report report) {
        Testimony testimony = report.testimony();
        Spent spent = testimony == null ? Spent.UNKNOWN : testimony.spent();
        boolean finished = report.ended() == Report.Ended.FINISHED;
        boolean unknown = spent.dollars() == null;
        return spent.models().isEmpty() ? finished && unknown : unknown || (finished && !spent.complete());
    }

    /// Why limits in dollars cannot be kept, to be told once: by the first attempt that shows it.
    ///
    /// @param report of the attempt that was counted last
    public Optional<String> blind(Report report, Caps caps) {
        BigDecimal limit = caps.loop().dollars() == null
                ? caps.attempt().dollars()
                : caps.loop().dollars();
        Testimony testimony = report.testimony();
        boolean asked = testimony != null || !caps.hasStandardDollars();
        if (limit == null || unpriced != 1 || !asked || !isUnpriced(report)) {
            return Optional.empty();
        }
        String cannot = "the limit of " + money(limit) + " cannot be kept: ";
        if (testimony == null || testimony.spent().models().isEmpty()) {
            return Optional.of(cannot + (testimony == null ? "the agent" : testimony.agent())
                    + " does not say what it uses; --max-restarts, --timeout and --max-time hold all the same");
        }
        return Optional.of(cannot + "not every price is known of "
                + String.join(", ", new TreeSet<>(testimony.spent().models().keySet()))
                + "; give prices with --prices (docs/prices.md), or limit tokens with --max-tokens");
    }

    /// Somebody resumed the loop: what was spent stays spent, what was counted in a row begins anew.
    Toll again() {
        return new Toll(spent, unpriced, busy, output, disk, free, 0, null, 0);
    }

    /// What the next attempt may use: its own purse, or what is left in the loop's.
    Caps.Purse left(Caps caps) {
        Caps.Purse attempt = caps.attempt();
        Caps.Purse loop = caps.loop();
        return new Caps.Purse(
                smaller(attempt.tokens(), loop.tokens(), spent.tokens().total()),
                dollars(attempt.dollars(), loop.dollars()),
                smaller(attempt.output(), loop.output(), output),
                smaller(attempt.disk(), loop.disk(), disk));
    }

    private static @Nullable Long smaller(@Nullable Long attempt, @Nullable Long loop, long used) {
        if (loop == null) {
            return attempt;
        }
        long rest = Math.max(1, loop - used);
        return attempt == null ? rest : Math.min(attempt, rest);
    }

    private @Nullable BigDecimal dollars(@Nullable BigDecimal attempt, @Nullable BigDecimal loop) {
        if (loop == null) {
            return attempt;
        }
        BigDecimal used = spent.dollars() == null ? BigDecimal.ZERO : spent.dollars();
        BigDecimal rest = loop.subtract(used).max(SMALLEST_SUM);
        return attempt == null ? rest : attempt.min(rest);
    }

    /// How long agents may still run; null for as long as they like.
    public @Nullable Duration time(Caps caps) {
        return caps.busyTime() == null ? null : caps.busyTime().minus(busy);
    }

    private static String words(Duration time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().substring(2).toLowerCase(Locale.ROOT);
    }

    /// With cents, and with as many digits more as it has.
    public static String money(BigDecimal dollars) {
        BigDecimal plain = dollars.stripTrailingZeros();
        return "$" + (plain.scale() < 2 ? plain.setScale(2) : plain).toPlainString();
    }

    /// Which cap of the loop is reached, in words.
    public Optional<String> over(Caps caps) {
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
            return Optional.of("time limit (" + words(caps.busyTime()) + ") reached: agents ran for " + words(busy));
        }
        if (purse.output() != null && output >= purse.output()) {
            return Optional.of("output limit (" + purse.output() + " bytes) reached: " + output + " bytes printed");
        }
        if (purse.disk() != null && disk >= purse.disk()) {
            return Optional.of("disk limit (" + purse.disk() + " bytes) reached: " + disk + " bytes added");
        }
        return Optional.empty();
    }

    /// Why it makes no sense to go on although it is allowed.
    Optional<String> stuck(Caps caps) {
        return caps.sameTrees() > 0 && unmoved >= caps.sameTrees()
                ? Optional.of("nothing in the project changed in " + new Row(unmoved).of("attempt"))
                : Optional.empty();
    }
}
