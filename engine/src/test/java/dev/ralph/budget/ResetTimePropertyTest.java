package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Clock times in every zone, around every change of clocks of a year.
class ResetTimePropertyTest {
    private static final Instant YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private final Random random = new Random(42);
    private final List<ZoneId> zones = new TreeSet<>(ZoneId.getAvailableZoneIds())
            .stream().filter(zone -> zone.indexOf('/') > 0).map(ZoneId::of).toList();

    @Test
    void in_any_zone_it_is_the_next_such_time_or_one_that_has_just_passed() {
        for (int i = 0; i < 2_000; i++) {
            ZoneId zone = zones.get(random.nextInt(zones.size()));
            Instant now = YEAR.plusSeconds(random.nextInt(365 * 86_400));
            check(zone, now, LocalTime.ofSecondOfDay(random.nextInt(1440) * 60L));
        }
    }

    @Test
    void around_every_change_of_the_clocks_too() {
        for (ZoneId zone : zones) {
            ZoneOffsetTransition change = zone.getRules().nextTransition(YEAR);
            if (change == null || change.getInstant().isAfter(YEAR.plus(Duration.ofDays(365)))) {
                continue;
            }
            for (int i = 0; i < 10; i++) {
                Instant now = change.getInstant().plusSeconds(random.nextInt(-86_400, 7_200));
                LocalTime time = change.getDateTimeBefore()
                        .plusMinutes(random.nextInt(-90, 90))
                        .toLocalTime()
                        .withSecond(0)
                        .withNano(0);
                check(zone, now, time);
            }
        }
    }

    @Test
    void every_way_to_write_a_time_of_day_means_the_same() {
        ZoneId zone = ZoneId.of("Asia/Kolkata");
        for (int i = 0; i < 2_000; i++) {
            Instant now = YEAR.plusSeconds(random.nextInt(365 * 86_400));
            LocalTime time = LocalTime.ofSecondOfDay(random.nextInt(1440) * 60L);
            ResetTime reset = new ResetTime(now, zone);
            Optional<Instant> expected = reset.inWords("resets " + written(time, 0) + " (Asia/Kolkata)");
            for (int style = 1; style < 5; style++) {
                assertThat(reset.inWords("Limit. Try again at " + written(time, style) + "."))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void whatever_is_said_the_answer_lies_ahead_and_not_too_far() {
        List<String> pieces = List.of(
                "resets",
                "reset",
                "try again",
                "retry-after:",
                "in",
                "at",
                "on",
                "3",
                "12",
                "59",
                ":",
                "am",
                "pm",
                "(",
                ")",
                "UTC",
                "Nov",
                "Feb 29",
                "Fri, 20 Nov 2026 07:28:00 GMT",
                "2026",
                "2026-11-15T",
                "1794751200",
                "99999999999",
                "h",
                "m",
                "s",
                "ms",
                "days",
                ".",
                ",",
                "-",
                "+",
                "Z",
                "Monday",
                "tomorrow",
                "midnight",
                "Europe/Berlin",
                "Ω",
                "\n",
                "\"",
                "|");
        ZoneId zone = ZoneId.of("America/St_Johns");
        for (int i = 0; i < 10_000; i++) {
            StringBuilder words = new StringBuilder("reset");
            for (int piece = 0; piece < 1 + random.nextInt(8); piece++) {
                words.append(random.nextInt(3) == 0 ? "" : " ").append(pieces.get(random.nextInt(pieces.size())));
            }
            Instant now = YEAR.plusSeconds(random.nextInt(365 * 86_400));
            Optional<Instant> time = new ResetTime(now, zone).inWords(words.toString());
            assertThat(time.orElse(now.plusSeconds(1)))
                    .as(words.toString())
                    .isAfter(now)
                    .isBeforeOrEqualTo(now.plus(ResetTime.FURTHEST));
        }
    }

    private static void check(ZoneId zone, Instant now, LocalTime time) {
        String words = "You've hit your limit · resets " + written(time, 0) + " (" + zone.getId() + ")";
        Optional<Instant> found = new ResetTime(now, ZoneId.of("UTC")).inWords(words);
        if (found.isEmpty()) {
            assertThat(hasJustPassed(zone, now, time))
                    .as("%s at %s", words, now)
                    .isTrue();
            return;
        }
        Instant at = found.get();
        assertThat(at).as("%s at %s", words, now).isAfter(now).isBeforeOrEqualTo(now.plus(Duration.ofHours(49)));
        ZonedDateTime local = at.atZone(zone);
        boolean leftOut =
                ZonedDateTime.of(local.toLocalDate(), time, zone).toInstant().equals(at)
                        || ZonedDateTime.of(local.toLocalDate().minusDays(1), time, zone)
                                .toInstant()
                                .equals(at);
        assertThat(local.toLocalTime().equals(time) || leftOut)
                .as("%s at %s", words, now)
                .isTrue();
        for (Instant sooner = now.plusSeconds(60 - Math.floorMod(now.getEpochSecond(), 60L));
                sooner.isBefore(at);
                sooner = sooner.plusSeconds(60)) {
            assertThat(sooner.atZone(zone).toLocalTime())
                    .as("%s at %s", words, now)
                    .isNotEqualTo(time);
        }
    }

    private static boolean hasJustPassed(ZoneId zone, Instant now, LocalTime time) {
        LocalDate today = now.atZone(zone).toLocalDate();
        for (int days = -1; days <= 1; days++) {
            ZonedDateTime at = ZonedDateTime.of(today.plusDays(days), time, zone);
            for (Instant one :
                    new Instant[] {at.toInstant(), at.withLaterOffsetAtOverlap().toInstant()}) {
                if (!one.isAfter(now) && one.isAfter(now.minus(ClockTime.JUST_PASSED))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String written(LocalTime time, int style) {
        int hour = time.getHour() % 12 == 0 ? 12 : time.getHour() % 12;
        String minutes = ":" + (time.getMinute() < 10 ? "0" : "") + time.getMinute();
        String half = time.getHour() < 12 ? "am" : "pm";
        return switch (style) {
            case 0 -> hour + minutes + half;
            case 1 -> hour + minutes + " " + half.toUpperCase(java.util.Locale.ROOT);
            case 2 -> (time.getHour() < 10 ? "0" : "") + time.getHour() + minutes;
            case 3 -> hour + minutes + " " + half.charAt(0) + "." + half.charAt(1) + ".";
            default -> time.getHour() + minutes + ":00";
        };
    }
}
