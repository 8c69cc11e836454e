package dev.ralph.cli;

import dev.ralph.WatchedTask;
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
    private static final String[] WHEEL = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final String ERASE = "\r\u001b[K";
    /// A line that is too long for a terminal that was just made narrower must not become two.
    private static final String CUT = "\u001b[?7l";
    /// For the `^C` that a terminal writes when somebody types it.
    private static final int ROOM = 3;
    private static final int BAR = 10;
    private static final Duration WORTH_A_BAR = Duration.ofDays(1);
    private static final String WRAP = "\u001b[?7h";

    private final Console console;
    private final WatchedTask loop;
    private final IntSupplier columns;
    private long began = System.nanoTime();
    private @Nullable Thread drawing;
    private int turn;
    /// How many columns each line takes that is shown.
    private List<Integer> drawn = List.of();
    private long since = System.nanoTime();
    private @Nullable Phase shown;

    LiveLine(Console console, WatchedTask loop) {
        this(console, loop, TerminalWidth::columns);
    }

    /// @param columns how many the terminal has now
    LiveLine(Console console, WatchedTask loop, IntSupplier columns) {
        this.console = console;
        this.loop = loop;
        this.columns = columns;
    }

    /// What is shown has been so for a while.
    void startedBefore(Duration ago) {
        shown = loop.state().phase();
        since -= ago.toNanos();
        began -= ago.toNanos();
    }

    synchronized void start() {
        if (console.live()) { // the thread looks whether it is meant, so it is known before it begins
            drawing = Thread.ofPlatform().daemon().name("ralph-live").start(this::draw);
        }
    }

    /// Prints lines above the live one.
    synchronized void print(Runnable printing) {
        erase();
        printing.run();
    }

    void stop() {
        Thread thread = drawing;
        if (thread != null) {
            thread.interrupt();
            synchronized (this) {
                erase();
                drawing = null;
            }
        }
    }

    private void draw() {
        try {
            while (true) {
                synchronized (this) {
                    if (drawing == null) {
                        return;
                    }
                    int wide = columns.getAsInt();
                    List<String> lines = new ArrayList<>();
                    for (String line : List.of(text(), used())) {
                        if (!line.isEmpty()) {
                            lines.add(TerminalWidth.fit(line, wide - ROOM));
                        }
                    }
                    console.out().print(erasing(wide) + CUT + String.join("\r\n", lines) + WRAP);
                    console.out().flush();
                    drawn = lines.stream().map(TerminalWidth::of).toList();
                }
                Thread.sleep(REDRAW);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void erase() {
        if (drawing != null) {
            console.out().print(erasing(columns.getAsInt()));
            console.out().flush();
            drawn = List.of();
        }
    }

    /// A terminal that was made narrower shows each line in as many rows as it now takes.
    private String erasing(int wide) {
        int rows = drawn.stream()
                .mapToInt(line -> Math.max(1, (line + wide - 1) / wide))
                .sum();
        return rows <= 1 ? ERASE : "\r\u001b[" + (rows - 1) + "A\u001b[J";
    }

    /// How much of the loop's limits is used, the running attempt with it; empty where nothing is known.
    private String used() {
        LoopState state = loop.state();
        Caps caps = state.policy().limits().caps();
        boolean runs = state.phase() instanceof Phase.Running;
        Spent spent = runs
                ? state.cost().spent().plus(loop.spent().orElse(Spent.NOTHING))
                : state.cost().spent();
        List<String> parts = new ArrayList<>();
        Duration busy = state.cost().time();
        if (caps.busyTime() != null && busy != null && caps.busyTime().compareTo(WORTH_A_BAR) < 0) {
            Duration now = runs ? busy.plus(whole(System.nanoTime() - since)) : busy;
            parts.add(bar(now.toMillis() / (double) caps.busyTime().toMillis()) + " "
                    + DurationText.format(whole(now.toNanos())) + " of " + DurationText.format(caps.busyTime()));
        }
        BigDecimal most = caps.loop().dollars();
        if (spent.dollars() != null && most != null && most.signum() > 0) {
            parts.add(bar(spent.dollars().doubleValue() / most.doubleValue()) + " "
                    + CostLines.dollars(spent).replace("at least ", "") + " of $" + most.toPlainString());
        }
        if (!spent.models().isEmpty()) {
            parts.add(CostLines.tokens(spent).replace("at least ", "") + " tokens");
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
        String wheel = WHEEL[turn++ % WHEEL.length];
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
            when state.held() -> "⏸ paused · ralph resume --task " + loop.head().task();
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
