package dev.ralph.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the loop writes into the program's log.
///
/// @param text begins with `[ralph-loop]`
/// @param details in the order in which they are to be shown
public record LogLine(Level level, String text, Map<String, Object> details) {
    public enum Level {
        INFO,
        WARN,
        ERROR
    }

    public LogLine {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    static LogLine info(String text, Object... namesAndValues) {
        return of(Level.INFO, text, namesAndValues);
    }

    static LogLine warn(String text) {
        return of(Level.WARN, text);
    }

    static LogLine error(String text, Object... namesAndValues) {
        return of(Level.ERROR, text, namesAndValues);
    }

    private static LogLine of(Level level, String text, Object... namesAndValues) {
        Map<String, Object> details = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            details.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return new LogLine(level, "[" + RalphLoopHook.NAME + "] " + text, details);
    }
}
