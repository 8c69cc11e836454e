package dev.ralph.paths;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes run ids `YYYYMMDD-HHMMSS0000-<pid>-<count>`: sortable by time, unique within a machine.
public final class RunIds {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final long PID = ProcessHandle.current().pid();

    /// What other tools call their runs may be longer than ours.
    static final int LONGEST = 200;

    private RunIds() {}

    public static String next(Instant now) {
        return STAMP.format(now) + "0000-" + PID + "-" + COUNT.incrementAndGet();
    }
}
