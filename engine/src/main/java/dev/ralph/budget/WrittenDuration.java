package dev.ralph.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A length of time as people and providers write it: `12.3s`, `2 hours 30 minutes`, `14h36m7s`.
final class WrittenDuration {
    private static final String PIECE = "(\\d{1,13}(?:\\.\\d{1,9})?)\\s{0,2}"
            + "(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)(?![a-z])";
    private static final Pattern ONE = Pattern.compile("\\s{0,2}(?:,|and)?\\s{0,2}" + PIECE, Pattern.CASE_INSENSITIVE);
    private static final Pattern STATED = Pattern.compile(
            "(?:\\b(?:in|after|for|within|least)\\s{1,3}(?:about |around |approximately |another |~ ?)?"
                    + "|^\\s{0,3}|[:=]\\s{0,3}[\"']?)(?=" + PIECE + ")",
            Pattern.CASE_INSENSITIVE);

    private WrittenDuration() {}

    /// @param start where in the text
    record Found(int start, Duration length) {}

    /// The first length in the text that is said to lie ahead.
    static @Nullable Found find(String text) {
        Matcher stated = STATED.matcher(text);
        while (stated.find()) {
            Duration length = read(text, stated.end(), false);
            if (length != null) {
                return new Found(stated.end(), length);
            }
        }
        return null;
    }

    /// The length the whole text states, or null.
    static @Nullable Duration parse(String text) {
        return read(text.strip(), 0, true);
    }

    private static @Nullable Duration read(String text, int from, boolean whole) {
        Matcher piece = ONE.matcher(text);
        BigDecimal millis = BigDecimal.ZERO;
        int end = from;
        while (piece.region(end, text.length()).lookingAt()) {
            millis = millis.add(new BigDecimal(piece.group(1)).multiply(unit(piece.group(2))));
            end = piece.end();
        }
        if (end == from || (whole && end != text.length())) {
            return null;
        }
        return Duration.ofMillis(millis.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
    }

    private static BigDecimal unit(String word) {
        String unit = word.toLowerCase(Locale.ROOT);
        long millis = 1;
        if (!unit.startsWith("ms") && !unit.startsWith("mil")) {
            millis = switch (unit.charAt(0)) {
                case 's' -> 1_000;
                case 'm' -> 60_000;
                case 'h' -> 3_600_000;
                case 'd' -> 86_400_000;
                default -> 7 * 86_400_000;
            };
        }
        return BigDecimal.valueOf(millis);
    }
}
