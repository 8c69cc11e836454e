package dev.ralph.cli;

import dev.ralph.store.AttemptSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows the output of a loop's runs, one after the other, until no process runs the loop any more.
///
/// @param only a single run, which is not left for the next one
record LogFollow(LoopWatch watch, Console console, boolean only, Function<String, Path> files, Sinks sinks) {

    /// Makes the sink for a run.
    @FunctionalInterface
    interface Sinks {
        LogSink of(String run, int attempt);
    }

    /// @param first the attempt to begin with; null to wait for the first one
    void from(@Nullable AttemptSummary first, Duration pause) throws IOException, InterruptedException {
        AttemptSummary now = first;
        while (now == null) {
            LoopWatch.Look look = watch.look();
            now = look.attempts().isEmpty() ? null : look.attempts().getFirst();
            if (now == null && !look.alive()) {
                return;
            }
            if (now == null) {
                Thread.sleep(pause);
            }
        }
        while (now != null) {
            console.warn("attempt " + now.attempt() + ", run " + now.run());
            AttemptSummary next = showAll(now, pause);
            now = only ? null : next;
        }
    }

    /// Shows one run to its end; returns the one after it, or null when there is none and will be none.
    private @Nullable AttemptSummary showAll(AttemptSummary now, Duration pause)
            throws IOException, InterruptedException {
        LogSink sink = sinks.of(now.run(), now.attempt());
        LogFile file = null;
        try {
            while (true) {
                // Looked at before the file is read: what had ended by then is read to its end.
                LoopWatch.Look look = watch.look();
                AttemptSummary next = after(now, look.attempts());
                file = file == null ? LogFile.open(files.apply(now.run()), LogFile.Zeros.LEFT_OUT) : file;
                if (file != null) {
                    file.copyTo(sink);
                }
                boolean over = next != null || !look.alive() || (only && hasEnded(now, look.attempts()));
                if (over || sink.unheard()) {
                    sink.end();
                    return sink.unheard() ? null : next;
                }
                Thread.sleep(pause);
            }
        } finally {
            if (file != null) {
                file.close();
            }
        }
    }

    private static boolean hasEnded(AttemptSummary now, List<AttemptSummary> attempts) {
        return attempts.stream().anyMatch(a -> a.attempt() == now.attempt() && a.endedAt() != null);
    }

    private static @Nullable AttemptSummary after(AttemptSummary now, List<AttemptSummary> attempts) {
        for (AttemptSummary attempt : attempts) {
            if (attempt.attempt() > now.attempt()) {
                return attempt;
            }
        }
        return null;
    }
}
