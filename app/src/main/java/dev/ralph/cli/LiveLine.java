package dev.ralph.cli;

import dev.ralph.WatchedTask;
import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.config.Profile;
import dev.ralph.loop.Caps;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.process.Progress;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The last lines of a terminal while a loop runs: which attempt, for how long, what it said last, what it waits for,
/// and how much of its limits is used. Everything else is printed above them.
final class LiveLine {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("EEE HH:mm:ss", Locale.ROOT);
    static final String WHEEL = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final int BAR = 10;
    private static final Duration WORTH_A_BAR = Duration.ofDays(1);

    private final WatchedTask loop;
    private final LiveBlock block;
    private long began = System.nanoTime();
    private int turn;
    private long since = System.nanoTime();
    private @Nullable Phase shown;

    LiveLine(Console console, WatchedTask loop) {
        this(console, loop, TerminalWidth::columns);
    }

    /// @param columns how many the terminal has now
    LiveLine(Console console, WatchedTask loop, IntSupplier columns) {
        this.loop = loop;
        this.block = new LiveBlock(console, columns, () -> List.of(text(), used()));
    }

    /// What is shown has been so for a while.
    void startedBefore(Duration ago) {
        shown = loop.state().phase();
        since -= ago.toNanos();
        began -= ago.toNanos();
    }

    void start() {
        block.start();
    }

    /// Prints lines above the live ones.
    void print(Runnable printing) {
        block.print(printing);
    }

    void stop() {
        block.stop();
    }

    /// How much of the loop's limits is used, the running attempt with it; empty where nothing is known.
    private String used() {
        LoopState state = loop.state();
        boolean runs = state.phase() instanceof Phase.Running;
        Spent spent = runs
                ? state.cost().spent().plus(loop.spent().orElse(Spent.NOTHING))
                : state.cost().spent();
        Duration busy = state.cost().time();
        Duration now = busy == null || !runs ? busy : busy.plus(whole(System.nanoTime() - since));
        return used(new Cost(spent, now), state.policy().limits().caps().grant());
    }

    /// How much of what may be used up is: a bar for each limit that somebody chose, empty where nothing is known.
    static String used(Cost cost, Grant most) {
        List<String> parts = new ArrayList<>();
        Duration time = cost.time();
        if (most.time() != null && time != null && most.time().compareTo(WORTH_A_BAR) < 0) {
            parts.add(bar(time.toMillis() / (double) most.time().toMillis()) + " "
                    + DurationText.format(whole(time.toNanos())) + " of " + DurationText.brief(most.time()));
        }
        Spent spent = cost.spent();
        BigDecimal dollars = most.dollars();
        BigDecimal paid = spent.dollars();
        if (paid != null && CostLines.isKnown(spent) && dollars != null && dollars.signum() > 0) {
            parts.add(bar(paid.doubleValue() / dollars.doubleValue()) + " " + CostLines.dollars(spent) + " of $"
                    + dollars.toPlainString());
        }
        if (!spent.models().isEmpty()) {
            Long limit = most.tokens();
            String used = CostLines.tokens(spent);
            if (limit == null || limit <= 0 || limit.equals(Caps.DEFAULT.loop().tokens())) {
                parts.add(used + " tokens");
            } else {
                parts.add(bar(spent.tokens().total() / (double) limit) + " " + used + " of " + CostLines.number(limit)
                        + " tokens");
            }
        }
        return parts.isEmpty() ? "" : "  " + String.join(" · ", parts);
    }

    private static String bar(double share) {
        int full = (int) Math.round(Math.clamp(share, 0, 1) * BAR);
        return "█".repeat(full) + "░".repeat(BAR - full);
    }

    private String text() {
        LoopState state = loop.state();
        if (!state.phase().equals(shown)) {
            shown = state.phase();
            since = System.nanoTime();
        }
        Duration here = whole(System.nanoTime() - since);
        String wheel = String.valueOf(WHEEL.charAt(turn++ % WHEEL.length()));
        String counted = "attempt " + new AttemptCount(state).of(state.attempts(), " of ");
        return switch (state.phase()) {
            case Phase.Running _ -> wheel + " " + counted + " · " + DurationText.format(here) + last();
            case Phase.Resting _ -> wheel + " " + counted + " ended · restarting soon";
            case Phase.Limited limited ->
                wheel + " waiting until " + CLOCK.format(limited.until().atZone(ZoneId.systemDefault()))
                        + " · Ctrl-C stops · "
                        + Console.harmless(Profile.of(state.policy())
                                .wording()
                                .of(limited.why())
                                .lines()
                                .findFirst()
                                .orElse(""));
            case Phase.AwaitingChildren _ -> wheel + " waiting for children · " + DurationText.format(here);
            case Phase.Checking _ -> wheel + " running checks · " + DurationText.format(here);
            case Phase.Stopping _ -> wheel + " stopping, the agent may clean up · " + DurationText.format(here);
            case Phase.Ready _
            when state.held() -> "⏸ paused · ralph resume " + loop.head().task();
            case Phase.Ready _
            when state.attempts() == 0 && state.policy().proof().roomSettings().tried() ->
                wheel + " trying the checks before the first attempt · " + DurationText.format(here);
            case Phase.Ready _, Phase.Refusing _, Phase.Keeping _, Phase.Asking _, Phase.Parked _ ->
                activity(state, wheel);
            case Phase.Discarding _, Phase.Finishing _, Phase.Ended _ -> activity(state, wheel);
        };
    }

    private String activity(LoopState state, String wheel) {
        return wheel + " " + Profile.of(state.policy()).wording().of(state.activity(), state.attempts(), state.until())
                + " · " + DurationText.format(whole(System.nanoTime() - began));
    }

    private String last() {
        Optional<Progress> progress = loop.progress();
        if (progress.isEmpty()) {
            return "";
        }
        Progress now = progress.get();
        Duration limit = loop.state().policy().limits().idle();
        Duration worth = limit == null || limit.compareTo(SILENCE.multipliedBy(2)) > 0 ? SILENCE : limit.dividedBy(2);
        String silent = now.idle().compareTo(worth) > 0
                ? " · silent " + DurationText.format(whole(now.idle().toNanos()))
                        + (limit == null ? "" : " of " + DurationText.format(limit))
                : "";
        String line = now.lastLine().strip();
        return silent + (line.isEmpty() ? "" : " · " + line);
    }

    private static Duration whole(long nanos) {
        return Duration.ofSeconds(Duration.ofNanos(nanos).toSeconds());
    }
}
