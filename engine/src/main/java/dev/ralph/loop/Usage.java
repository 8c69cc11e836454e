package dev.ralph.loop;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
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
/// @param lost     attempts whose engine died: nobody knows all that they used
/// @param untimed  those of them of which nobody knows how long they ran
public record Usage(
        Spent spent,
        int unpriced,
        Duration busy,
        long output,
        long disk,
        int free,
        int limited,
        @Nullable String tree,
        int unmoved,
        int lost,
        int untimed) {
    static final Usage NOTHING = new Usage(Spent.NOTHING, 0, Duration.ZERO, 0, 0, 0, 0, null, 0, 0, 0);

    private static final BigDecimal SMALLEST_SUM = new BigDecimal("0.000001");

    Usage and(AttemptReport report) {
        AgentStatement statement = report.statement();
        boolean wait = report.ended() == AttemptReport.Ended.LIMITED;
        String before =
                report.effect().before() == null ? tree : report.effect().before();
        String now = report.effect().after();
        boolean still = now != null && now.equals(before) && !wait;
        boolean ran = report.how() != AttemptReport.How.NOT_STARTED;
        Spent more = statement != null ? statement.spent() : ran ? Spent.UNKNOWN : Spent.NOTHING;
        return new Usage(
                spent.plus(more),
                isUnpriced(report) ? unpriced + 1 : unpriced,
                busy.plus(report.took()),
                output + report.stdout().bytes() + report.stderr().bytes(),
                disk + report.effect().disk(),
                report.isFree() ? free + 1 : free,
                wait ? limited + 1 : 0,
                now == null ? tree : now,
                still ? unmoved + 1 : wait ? unmoved : 0,
                lost,
                untimed);
    }

    /// Of an attempt whose engine died, only what the agent said is known; null where it said nothing.
    ///
    /// @param took at most, null where that is not known
    Usage andLost(@Nullable AgentStatement said, @Nullable Duration took) {
        boolean wait = said != null && said.isLimited();
        return new Usage(
                said == null ? spent : spent.plus(said.spent()),
                unpriced,
                took == null ? busy : busy.plus(took),
                output,
                disk,
                wait ? free + 1 : free,
                wait ? limited + 1 : limited,
                tree,
                unmoved,
                lost + 1,
                took == null ? untimed + 1 : untimed);
    }

    /// What it all cost, at least.
    ///
    /// @param attempts that count
    Cost cost(int attempts) {
        return new Cost(lost == 0 ? spent : spent.atLeast(), untimed == 0 ? busy : null, attempts);
    }

    /// What reviewers used counts as what agents do.
    public Usage and(Verdict verdict) {
        return new Usage(
                verdict.reviewCost() == null
                        ? spent
                        : spent.plus(verdict.reviewCost().spent()),
                unpriced,
                busy.plus(verdict.reviewing()),
                output,
                disk,
                free,
                limited,
                tree,
                unmoved,
                lost,
                untimed);
    }

    /// Whether the attempt used something nobody knows the price of. One that failed may have used nothing; one that
    /// was ended early has used more than it said, at known prices.
    private static boolean isUnpriced(AttemptReport report) {
        AgentStatement statement = report.statement();
        Spent spent = statement == null ? Spent.UNKNOWN : statement.spent();
        boolean finished = report.ended() == AttemptReport.Ended.FINISHED;
        boolean unknown = spent.dollars() == null;
        return spent.models().isEmpty() ? finished && unknown : unknown || (finished && !spent.complete());
    }

    /// A limit in dollars that cannot be kept.
    ///
    /// @param agent  that does not say what it uses, null where nobody listens to it
    /// @param models that have no price; none where the agent does not say what it uses
    public record Unpriced(BigDecimal limit, @Nullable String agent, SortedSet<String> models) {}

    /// Why limits in dollars cannot be kept, to be told once: by the first attempt that shows it.
    ///
    /// @param report of the attempt that was counted last
    public Optional<Unpriced> unpriced(AttemptReport report, Caps caps) {
        BigDecimal limit = caps.loop().dollars() == null
                ? caps.attempt().dollars()
                : caps.loop().dollars();
        AgentStatement statement = report.statement();
        boolean asked = statement != null || !caps.hasStandardDollars();
        if (limit == null || unpriced != 1 || !asked || !isUnpriced(report)) {
            return Optional.empty();
        }
        return Optional.of(
                statement == null
                        ? new Unpriced(limit, null, new TreeSet<>())
                        : new Unpriced(
                                limit,
                                statement.agent(),
                                new TreeSet<>(statement.spent().models().keySet())));
    }

    /// Somebody resumed the loop: what was spent stays spent, what was counted in a row begins anew.
    Usage again() {
        return new Usage(spent, unpriced, busy, output, disk, free, 0, null, 0, lost, untimed);
    }

    /// What the next attempt may use: its own budget, or what is left in the loop's.
    Caps.Budget left(Caps caps) {
        Caps.Budget attempt = caps.attempt();
        Caps.Budget loop = caps.loop();
        return new Caps.Budget(
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

    /// Which cap of the loop is reached.
    public Optional<Reason.CapReached> over(Caps caps) {
        Caps.Budget budget = caps.loop();
        return over(caps.grant())
                .or(() -> reached(Reason.Cap.OUTPUT, budget.output(), output))
                .or(() -> reached(Reason.Cap.DISK, budget.disk(), disk));
    }

    /// Which part of a grant is used up.
    Optional<Reason.CapReached> over(Grant grant) {
        return over(grant, spent, busy);
    }

    /// Which part of a grant is used up by that much.
    public static Optional<Reason.CapReached> over(Grant grant, Spent spent, Duration busy) {
        Duration time = grant.time();
        return reached(Reason.Cap.TOKENS, grant.tokens(), spent.tokens().total())
                .or(() -> reached(Reason.Cap.DOLLARS, grant.dollars(), spent.dollars()))
                .or(() -> reached(Reason.Cap.TIME, time == null ? null : seconds(time), seconds(busy)));
    }

    private static Optional<Reason.CapReached> reached(Reason.Cap cap, @Nullable Long limit, long used) {
        return limit == null ? Optional.empty() : reached(cap, BigDecimal.valueOf(limit), BigDecimal.valueOf(used));
    }

    private static Optional<Reason.CapReached> reached(
            Reason.Cap cap, @Nullable BigDecimal limit, @Nullable BigDecimal used) {
        BigDecimal known = used == null ? BigDecimal.ZERO : used;
        return limit == null || known.compareTo(limit) < 0
                ? Optional.empty()
                : Optional.of(new Reason.CapReached(cap, limit, known));
    }

    private static BigDecimal seconds(Duration time) {
        return BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
    }

    /// Why it makes no sense to go on although it is allowed.
    Optional<Reason.NoChange> stuck(Caps caps) {
        return caps.sameTrees() > 0 && unmoved >= caps.sameTrees()
                ? Optional.of(new Reason.NoChange(unmoved))
                : Optional.empty();
    }
}
