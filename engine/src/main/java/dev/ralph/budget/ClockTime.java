package dev.ralph.budget;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A time by clock and calendar as people write it: `3:52am (UTC)`, `Nov 20th, 2026 5:20 PM`, `Monday at 09:00`.
final class ClockTime {
    /// A time of day that has just passed is not the one of tomorrow: the limit has ended while the agent was busy.
    static final Duration JUST_PASSED = Duration.ofMinutes(10);

    private static final int HALF_A_YEAR = 183;
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final String WEEKDAYS = "montuewedthufrisatsun";
    private static final String MONTH = "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
            + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?\\s{1,2}(\\d{1,2})(?:st|nd|rd|th)?"
            + "(?:,?\\s{1,2}(\\d{4}))?";
    private static final String WEEKDAY =
            "(mon|tue|wed|thu|fri|sat|sun|today|tomorrow)(?:day|sday|nesday|rsday|urday|s|rs)?";
    private static final String CLOCK =
            "(?<![\\d:.])(?:(midnight|noon)|(\\d{1,2})(?::(\\d{2})(?::(\\d{2}))?)?\\s?([ap]\\.?m\\b\\.?)?(?![\\d:%]))";
    private static final Pattern TIME = Pattern.compile(
            "(?:\\b" + WEEKDAY + ",?\\s{1,2}(?:at\\s{1,2})?)?(?:\\b" + MONTH + ",?\\s{1,2}(?:at\\s{1,2})?)?" + CLOCK,
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DATE = Pattern.compile("\\b" + MONTH + "(?![\\d:])", Pattern.CASE_INSENSITIVE);

    private ClockTime() {}

    /// What was found in a text.
    ///
    /// @param start where
    /// @param time  null when what stands there is no time that exists
    /// @param rest  the text behind it, which may name a zone
    record Found(
            int start, @Nullable LocalTime time, @Nullable Day day, String rest) {

        /// The next such time, or null when there is none or it has just passed.
        @Nullable
        Instant next(Instant now, ZoneId local) {
            ZoneId zone = WrittenZone.zone(rest, local);
            if (zone == null || time == null) {
                return null;
            }
            LocalDate today = now.atZone(zone).toLocalDate();
            if (day != null) {
                LocalDate on = day.date(today);
                if (on == null) {
                    return null;
                }
                Instant at = instant(on, time, zone, now);
                return at.isBefore(now) && day.repeats() ? instant(on.plusWeeks(1), time, zone, now) : at;
            }
            for (int days = -1; days <= 2; days++) {
                Instant at = instant(today.plusDays(days), time, zone, now);
                if (at.isAfter(now)) {
                    return at;
                }
                if (at.isAfter(now.minus(JUST_PASSED))) {
                    return null;
                }
            }
            return null;
        }
    }

    /// The first time in a text.
    static @Nullable Found find(String text) {
        Matcher date = DATE.matcher(text);
        int dateStart = date.find() ? date.start() : Integer.MAX_VALUE;
        Matcher time = TIME.matcher(text);
        while (time.find()) {
            if (time.start() > dateStart) {
                break;
            }
            boolean isTime = time.group(5) != null || time.group(7) != null || time.group(9) != null;
            if (isTime) {
                return found(text, time);
            }
        }
        if (dateStart == Integer.MAX_VALUE) {
            return null;
        }
        Day day = new Day(date.group(1), date.group(2), date.group(3), null);
        return new Found(dateStart, LocalTime.MIDNIGHT, day, text.substring(date.end()));
    }

    private static Found found(String text, Matcher time) {
        Day day = null;
        if (time.group(2) != null) {
            day = new Day(time.group(2), time.group(3), time.group(4), null);
        } else if (time.group(1) != null) {
            day = new Day(null, null, null, time.group(1).toLowerCase(Locale.ROOT));
        }
        return new Found(time.start(), clock(time), day, text.substring(time.end()));
    }

    private static @Nullable LocalTime clock(Matcher time) {
        String word = time.group(5);
        if (word != null) {
            return word.equalsIgnoreCase("noon") ? LocalTime.NOON : LocalTime.MIDNIGHT;
        }
        int hour = Integer.parseInt(time.group(6));
        String half = time.group(9);
        if (half != null) {
            if (hour < 1 || hour > 12) {
                return null;
            }
            hour = hour % 12 + (half.toLowerCase(Locale.ROOT).startsWith("p") ? 12 : 0);
        }
        try {
            return LocalTime.of(hour, number(time.group(7)), number(time.group(8)));
        } catch (DateTimeException noSuchTime) {
            return null;
        }
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /// In the hour that a clock shows twice, the first that is still to come. In the hour that it leaves out, as long
    /// after it began as stated.
    private static Instant instant(LocalDate date, LocalTime time, ZoneId zone, Instant now) {
        ZonedDateTime at = ZonedDateTime.of(date, time, zone);
        Instant first = at.toInstant();
        return first.isAfter(now) ? first : at.withLaterOffsetAtOverlap().toInstant();
    }

    /// A day as it was stated: month and day of the month, perhaps with the year, or a word.
    private record Day(
            @Nullable String month,
            @Nullable String dayOfMonth,
            @Nullable String year,
            @Nullable String word) {

        boolean repeats() {
            return word != null && WEEKDAYS.contains(word);
        }

        @Nullable
        LocalDate date(LocalDate today) {
            if (word != null) {
                return switch (word) {
                    case "today" -> today;
                    case "tomorrow" -> today.plusDays(1);
                    default -> today.with(TemporalAdjusters.nextOrSame(DayOfWeek.of(WEEKDAYS.indexOf(word) / 3 + 1)));
                };
            }
            if (month == null || dayOfMonth == null) {
                return null;
            }
            int number = MONTHS.indexOf(month.substring(0, 3).toLowerCase(Locale.ROOT)) / 3 + 1;
            try {
                LocalDate date = LocalDate.of(
                        year == null ? today.getYear() : Integer.parseInt(year), number, Integer.parseInt(dayOfMonth));
                boolean longAgo = year == null && date.isBefore(today.minusDays(HALF_A_YEAR));
                return longAgo ? date.plusYears(1) : date;
            } catch (DateTimeException noSuchDay) {
                return null;
            }
        }
    }
}
