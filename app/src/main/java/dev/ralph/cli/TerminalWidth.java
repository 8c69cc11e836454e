package dev.ralph.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// How many columns the terminal has; asked again now and then, since people resize it.
final class TerminalWidth {
    private static final int USUAL = 80;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

    private static int columns;
    private static long asked;

    private TerminalWidth() {}

    static synchronized int columns() {
        long now = System.nanoTime();
        if (columns == 0 || now - asked > FRESH) {
            columns = ask();
            asked = now;
        }
        return columns;
    }

    private static int ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int found = size.length == 2 ? Integer.parseInt(size[1]) : USUAL;
            return found > 0 ? found : USUAL;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
    }
}
