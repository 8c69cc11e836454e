package dev.ralph.budget;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the time at which a provider's limit ends, where the provider or the agent states it.
///
/// 1. What is found lies in the future, and not further away than the longest quota lasts; anything else is refused,
///    so that a caller falls back to [Backoff] instead of waiting for ever or not at all.
/// 2. A clock time without a date is the next one in its zone; without a zone it is the zone of this machine. A zone
///    that is stated and not understood refuses the time.
/// 3. Only words after "reset", "try again", "retry" and the like are read: a message may hold other times.
///
/// @param now  the present
/// @param zone of clock times that come without one
public record ResetTime(Instant now, ZoneId zone) {
    static final Duration FURTHEST = Duration.ofDays(32);
    private static final int LONGEST_TEXT = 8_192;
    private static final int WINDOW = 160;
    private static final long EPOCH_FROM = 1_000_000_000L;
    private static final long EPOCH_MILLIS_FROM = 1_000_000_000_000L;

    /// From the surest to the vaguest.
    private static final List<Pattern> CUES = List.of(
            cue("reset|limit reached\\||regain access"),
            cue("retry[-_ ]?after|retry[-_ ]?delay|try again|retry|available again"),
            cue("wait|available|until|come back"));

    private static final Pattern ISO = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})(?:T| | at )(\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?(?![\\d:])",
            Pattern.CASE_INSENSITIVE);
    /// As in the header `retry-after`: `Fri, 20 Nov 2026 07:28:00 GMT`.
    private static final Pattern HTTP_DATE = Pattern.compile(
            "\\b[a-z]{3}, \\d{1,2} [a-z]{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern EPOCH = Pattern.compile("(?<![\\d.])([12]\\d{9}|[12]\\d{12})(?![\\d.:-])");
    private static final Pattern BARE_SECONDS = Pattern.compile(
            "^[\"']?\\s*[:=]\\s*[\"']?(\\d{1,7}(?:\\.\\d{1,9})?)(?![\\d.:-])[\"']?\\s*(?:$|[,;})\\]\\n])");

    /// The time stated in the words of an error. Long texts are read up to a bound.
    public Optional<Instant> inWords(String words) {
        String text = words.length() <= LONGEST_TEXT ? words : words.substring(0, LONGEST_TEXT);
        for (Pattern cue : CUES) {
            Matcher matcher = cue.matcher(text);
            while (matcher.find()) {
                int end = Math.min(text.length(), matcher.end() + WINDOW);
                Instant found = after(text.substring(matcher.end(), end));
                if (found != null) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }

    /// A time as seconds or milliseconds since 1970.
    Optional<Instant> atEpoch(long number) {
        if (number >= EPOCH_MILLIS_FROM) {
            return sane(Instant.ofEpochMilli(number));
        }
        return number >= EPOCH_FROM ? sane(Instant.ofEpochSecond(number)) : Optional.empty();
    }

    /// The first time stated in the words behind a cue.
    private @Nullable Instant after(String words) {
        Matcher bare = BARE_SECONDS.matcher(words);
        if (bare.find()) {
            return sane(later(WrittenDuration.parse(bare.group(1) + "s"))).orElse(null);
        }
        int first = Integer.MAX_VALUE;
        Instant found = null;
        Matcher iso = ISO.matcher(words);
        if (iso.find()) {
            first = iso.start();
            found = iso(iso);
        }
        Matcher date = HTTP_DATE.matcher(words);
        if (date.find() && date.start() < first) {
            first = date.start();
            found = httpDate(date.group());
        }
        Matcher epoch = EPOCH.matcher(words);
        if (epoch.find() && epoch.start() < first) {
            first = epoch.start();
            found = atEpoch(Long.parseLong(epoch.group(1))).orElse(null);
        }
        WrittenDuration.Found span = WrittenDuration.find(words);
        if (span != null && span.start() < first) {
            first = span.start();
            found = later(span.length());
        }
        ClockTime.Found clock = ClockTime.find(words);
        if (clock != null && clock.start() < first) {
            found = clock.next(now, zone);
        }
        return sane(found).orElse(null);
    }

    private @Nullable Instant iso(Matcher iso) {
        try {
            LocalDateTime local = LocalDateTime.parse(iso.group(1) + "T" + iso.group(2));
            String stated = iso.group(3);
            return local.atZone(stated == null ? zone : ZoneId.of(stated.toUpperCase(Locale.ROOT)))
                    .toInstant();
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    private static @Nullable Instant httpDate(String text) {
        try {
            return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    private @Nullable Instant later(@Nullable Duration span) {
        return span == null || span.compareTo(FURTHEST) > 0 ? null : now.plus(span);
    }

    private Optional<Instant> sane(@Nullable Instant time) {
        if (time == null || !time.isAfter(now) || time.isAfter(now.plus(FURTHEST))) {
            return Optional.empty();
        }
        return Optional.of(time);
    }

    private static Pattern cue(String words) {
        return Pattern.compile("(?:" + words + ")", Pattern.CASE_INSENSITIVE);
    }
}
