package dev.ralph.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The last lines of a terminal, drawn anew all the time while something runs. Everything else is printed above them.
final class LiveBlock {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final String ERASE = "\r\u001b[K";
    /// A line that is too long for a terminal that was just made narrower must not become two.
    private static final String CUT = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    /// For the `^C` that a terminal writes when somebody types it.
    private static final int ROOM = 3;

    private final Console console;
    private final IntSupplier columns;
    private final Supplier<List<String>> content;
    private @Nullable Thread drawing;
    /// How many columns each line takes that is shown.
    private List<Integer> drawn = List.of();

    /// @param columns how many the terminal has now
    /// @param content the lines to draw; empty ones are left out
    LiveBlock(Console console, IntSupplier columns, Supplier<List<String>> content) {
        this.console = console;
        this.columns = columns;
        this.content = content;
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
                    for (String line : content.get()) {
                        if (!line.isEmpty()) {
                            lines.add(console.signs(TerminalWidth.fit(line, wide - ROOM)));
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
}
