package dev.ralph.bench;

import java.io.IOException;
import java.nio.file.Path;

/// Milliseconds that something took.
final class Timed {
    private Timed() {}

    /// A shell line that must succeed.
    static double sh(Path folder, String line) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int code = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(folder.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("`" + line + "` ended with exit code " + code);
        }
        return millis(start);
    }

    /// A path as a word of such a line.
    static String word(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }

    /// @param since what [System#nanoTime] said then
    static double millis(long since) {
        return (System.nanoTime() - since) / 1e6;
    }
}
