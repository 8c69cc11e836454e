package dev.ralph.process;

import java.util.function.Consumer;

/// Follows one output file: by events while it grows slowly, by looking now and then while it is flooded.
///
/// On the watch's thread only, except [#lastGrowth] and [#capture].
final class OutputFollower {
    private static final long POLL = 8_000_000;
    private static final long POLL_WITHOUT_EVENTS = 100_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final OutputCapture capture;
    private final ProcessWatch watch;
    private final Consumer<OutputCapture.Look> noticed;
    private int watched = -1;
    private long lookAt = NEVER;
    private boolean ended;
    private volatile long lastGrowth = Long.MIN_VALUE;

    OutputFollower(OutputCapture capture, ProcessWatch watch, Consumer<OutputCapture.Look> noticed) {
        this.capture = capture;
        this.watch = watch;
        this.noticed = noticed;
    }

    OutputCapture capture() {
        return capture;
    }

    long lastGrowth() {
        return lastGrowth;
    }

    void begin() {
        if (!ended) {
            watched = watch.watchFile(capture.fd(), () -> look(watch.now()));
            if (watched < 0) { // no events to be had, for example too many watches: look now and then
                lookAgainAt(watch.now() + POLL_WITHOUT_EVENTS);
            }
            look(watch.now()); // a flood sets an earlier time itself
        }
    }

    void look(long now) {
        if (ended) {
            return;
        }
        OutputCapture.Look seen = capture.look();
        if (seen == OutputCapture.Look.NOTHING_NEW) {
            return;
        }
        lastGrowth = now;
        if (seen == OutputCapture.Look.FLOOD && watched >= 0) {
            watch.unwatchFile(watched);
            watched = -1;
            lookAgainAt(now + POLL);
        }
        noticed.accept(seen);
    }

    private void lookAgainAt(long when) {
        lookAt = when;
        watch.hasten(when);
    }

    /// Looks if it is time to; returns the next time.
    long due(long now) {
        if (ended || now < lookAt) {
            return ended ? NEVER : lookAt;
        }
        lookAt = now + POLL; // also when this look fails
        long before = capture.counted();
        look(now);
        if (capture.counted() - before < OutputCapture.FLOOD_BYTES) {
            lookAt = NEVER;
            begin();
        }
        return ended ? NEVER : lookAt;
    }

    OutputCapture end() {
        ended = true;
        watch.unwatchFile(watched);
        return capture;
    }
}
