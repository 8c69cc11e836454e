package dev.ralph.cli;

import dev.ralph.RunningTask;
import dev.ralph.config.Profile;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.process.Progress;
import dev.ralph.wording.DurationText;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The last line of a terminal while a loop runs: which attempt, for how long, what it said last, what it waits for.
/// Everything else is printed above it.
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
    private static final String WRAP = "\u001b[?7h";

    private final Console console;
    private final RunningTask loop;
    private final IntSupplier columns;
    private final long began = System.nanoTime();
    private @Nullable Thread drawing;
    private int turn;
    /// How many columns the line takes that is shown.
    private int drawn;
    private long since = System.nanoTime();
    private @Nullable Phase shown;

    LiveLine(Console console, RunningTask loop) {
        this(console, loop, TerminalWidth::columns);
    }

    /// @param columns how many the terminal has now
    LiveLine(Console console, RunningTask loop, IntSupplier columns) {
        this.console = console;
        this.loop = loop;
        this.columns = columns;
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
                    String line = TerminalWidth.fit(text(), wide - ROOM);
                    console.out().print(erasing(wide) + CUT + line + WRAP);
                    console.out().flush();
                    drawn = TerminalWidth.of(line);
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
            drawn = 0;
        }
    }

    /// A terminal that was made narrower shows the line in as many rows as it now takes.
    private String erasing(int wide) {
        int above = drawn == 0 ? 0 : (drawn - 1) / wide;
        return above == 0 ? ERASE : "\r\u001b[" + above + "A\u001b[J";
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
