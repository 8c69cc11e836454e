package dev.ralph.budget;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The time zone people write behind a clock time: `(UTC)`, `(America/New_York)`, `PT`, `UTC+2`.
final class WrittenZone {
    private static final int LONGEST = 40;
    private static final Pattern IN_BRACKETS = Pattern.compile("^[.,]?\\s{0,2}\\(([^()]{1," + LONGEST + "})\\)");
    private static final Pattern BARE = Pattern.compile(
            "^\\s{1,2}((?:UTC|GMT)[+-]\\d{1,2}(?::?\\d{2})?|[A-Z]{1,5}\\b(?!/)|[A-Z][A-Za-z]{2,20}(?:/[A-Za-z_+-]{2,30}){1,2}"
                    + "|(?:Pacific|Mountain|Central|Eastern)\\b)");

    private WrittenZone() {}

    /// @param rest what stands behind the time
    /// @return null when a zone is stated that does not exist
    static @Nullable ZoneId zone(String rest, ZoneId local) {
        Matcher brackets = IN_BRACKETS.matcher(rest);
        if (brackets.find()) {
            String words = brackets.group(1).strip();
            ZoneId known = known(words);
            return known != null || isMeantAsZone(words) ? known : local;
        }
        Matcher bare = BARE.matcher(rest);
        if (bare.find()) {
            ZoneId known = known(bare.group(1));
            return known != null || bare.group(1).contains("/") ? known : local;
        }
        return local;
    }

    private static @Nullable ZoneId known(String words) {
        String name = words.toUpperCase(Locale.ROOT);
        if (name.endsWith(" TIME")) {
            name = name.substring(0, name.length() - " TIME".length()).strip();
        }
        return switch (name) {
            case "UTC", "GMT", "Z" -> ZoneOffset.UTC;
            case "PT", "PST", "PDT", "PACIFIC" -> ZoneId.of("America/Los_Angeles");
            case "MT", "MST", "MDT", "MOUNTAIN" -> ZoneId.of("America/Denver");
            case "CT", "CST", "CDT", "CENTRAL" -> ZoneId.of("America/Chicago");
            case "ET", "EST", "EDT", "EASTERN" -> ZoneId.of("America/New_York");
            case "CET", "CEST" -> ZoneId.of("Europe/Paris");
            case "BST" -> ZoneId.of("Europe/London");
            case "JST" -> ZoneId.of("Asia/Tokyo");
            case "IST" -> ZoneId.of("Asia/Kolkata");
            default -> byRule(words, name);
        };
    }

    private static @Nullable ZoneId byRule(String words, String name) {
        boolean offset =
                name.startsWith("UTC") || name.startsWith("GMT") || name.startsWith("+") || name.startsWith("-");
        if (!offset && words.indexOf('/') < 0) {
            return null;
        }
        try {
            return ZoneId.of(offset ? name : words);
        } catch (DateTimeException unknown) {
            return null;
        }
    }

    /// `(Europe/Atlantis)` and `(XYZ)` are zones nobody knows; `(5-hour limit)` and `(your time)` are not about zones.
    private static boolean isMeantAsZone(String words) {
        boolean allCapitals = words.length() <= 5 && words.equals(words.toUpperCase(Locale.ROOT));
        return words.indexOf(' ') < 0 && (words.indexOf('/') > 0 || allCapitals);
    }
}
