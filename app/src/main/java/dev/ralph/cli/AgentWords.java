package dev.ralph.cli;

import dev.ralph.agent.StreamFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Shows what an agent says and does while it runs, a readable line each, as `ralph logs -f` does.
final class AgentWords {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Consumer<List<String>> lines;
    private @Nullable Thread reading;
    private volatile boolean over;

    /// @param lines hears what came since the last time, without anything that could control a terminal
    AgentWords(Consumer<List<String>> lines) {
        this.lines = lines;
    }

    /// @param output the file that the agent prints to, which need not be there yet
    void begin(Path output, StreamFormat format) {
        end();
        over = false;
        reading = Thread.ofPlatform().daemon().name("ralph-words").start(() -> read(output, format));
    }

    /// Returns when everything that was printed has been shown.
    void end() {
        Thread thread = reading;
        if (thread != null) {
            over = true;
            try {
                thread.join(PATIENCE);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            reading = null;
        }
    }

    private void read(Path output, StreamFormat format) {
        ByteArrayOutputStream pending = new ByteArrayOutputStream();
        PrintStream shown = new PrintStream(pending, false, StandardCharsets.UTF_8);
        LogSink sink = LogSink.readable(shown, format);
        LogFile file = null;
        try {
            while (true) {
                boolean last = over; // looked at before the file is read: what was there by then is read
                file = file == null ? LogFile.open(output, LogFile.Zeros.LEFT_OUT) : file;
                if (file != null) {
                    file.copyTo(sink);
                }
                if (last) {
                    sink.end();
                }
                tell(pending, last);
                if (last) {
                    return;
                }
                Thread.sleep(LOOK);
            }
        } catch (IOException unreadable) {
            lines.accept(List.of("(its output cannot be shown: " + unreadable.getMessage() + ")"));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            close(file);
        }
    }

    /// Whole lines only, until the last of them.
    private void tell(ByteArrayOutputStream pending, boolean all) {
        String text = pending.toString(StandardCharsets.UTF_8);
        int end = all ? text.length() : text.lastIndexOf('\n') + 1;
        if (end > 0) {
            lines.accept(text.substring(0, end).lines().toList());
            pending.reset();
            pending.writeBytes(text.substring(end).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void close(@Nullable LogFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException stays) {
            return; // it was only read
        }
    }
}
