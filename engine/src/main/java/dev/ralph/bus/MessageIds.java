package dev.ralph.bus;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.concurrent.atomic.AtomicLong;

/// Message ids: `MSG-20260223-191710-184887000-PID67946-0001`.
///
/// The last number counts the messages of this process and never starts again (past 9999 it grows a digit), so ids of
/// one process differ whatever the clock does; between processes the pid tells them apart, and between two lives of a
/// pid, or two containers, the nanosecond does.
final class MessageIds {
    private static final AtomicLong SEQUENCE = new AtomicLong();
    private static final long PID = ProcessHandle.current().pid();

    private MessageIds() {}

    static String next(Instant at) {
        StringBuilder id = new StringBuilder(48).append("MSG-").append(Timestamps.compact(at));
        Timestamps.digits(id.append('-'), at.get(ChronoField.NANO_OF_SECOND), 9);
        Timestamps.digits(id.append("-PID"), PID, 5);
        return Timestamps.digits(id.append('-'), SEQUENCE.incrementAndGet(), 4).toString();
    }
}
