package dev.ralph.builtin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A program that an action starts: its output is bounded, and it does not outlive its time.
record ChildProgram(Path folder, Map<String, String> environment) {
    /// A program that has ended may have left others behind that hold its output.
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /// @param code the exit code; -1 when its time was over
    record Ended(int code, String out, String err) {}

    static void endAll() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    Ended run(List<String> command, String input, Duration time) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        BoundedText out = new BoundedText(process.getInputStream());
        BoundedText err = new BoundedText(process.getErrorStream());
        Thread feeding = Thread.startVirtualThread(() -> feed(process.getOutputStream(), input));
        boolean ended = process.waitFor(time);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        feeding.join(LAST_WORDS);
        String printed = out.text();
        return new Ended(ended ? process.exitValue() : -1, printed, err.text());
    }

    private static void feed(OutputStream into, String input) {
        try (into) {
            into.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            return; // it need not read it
        }
    }

    /// The beginning and the end of what a stream holds.
    private static final class BoundedText {
        private static final int HALF = 16_000;

        private final byte[] first = new byte[HALF];
        private final byte[] last = new byte[HALF];
        private long total;
        private final Thread reading;

        BoundedText(InputStream from) {
            reading = Thread.startVirtualThread(() -> read(from));
        }

        private void read(InputStream from) {
            byte[] some = new byte[8192];
            try (from) {
                for (int n = from.read(some); n >= 0; n = from.read(some)) {
                    take(some, n);
                }
            } catch (IOException closed) {
                return; // what came is all there is
            }
        }

        private synchronized void take(byte[] some, int count) {
            for (int i = 0; i < count; i++, total++) {
                if (total < HALF) {
                    first[(int) total] = some[i];
                } else {
                    last[(int) (total % HALF)] = some[i];
                }
            }
        }

        String text() throws InterruptedException {
            reading.join(LAST_WORDS);
            synchronized (this) {
                String beginning = new String(first, 0, (int) Math.min(total, HALF), StandardCharsets.UTF_8);
                if (total <= HALF) {
                    return beginning;
                }
                long left = total - HALF;
                byte[] end = new byte[(int) Math.min(left, HALF)];
                for (int i = 0; i < end.length; i++) {
                    end[i] = last[(int) ((total - end.length + i) % HALF)];
                }
                String gap = left > HALF ? "\n[" + (left - HALF) + " bytes left out]\n" : "";
                return beginning + gap + new String(end, StandardCharsets.UTF_8);
            }
        }
    }
}
