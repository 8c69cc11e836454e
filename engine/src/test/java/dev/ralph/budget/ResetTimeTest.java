package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResetTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final ResetTime reset = new ResetTime(NOW, BERLIN);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "You've hit your limit · resets 3:52am (UTC) | 2026-11-16T03:52:00Z",
                "You've hit your limit · resets 3pm (America/New_York) | 2026-11-15T20:00:00Z",
                "5-hour limit reached ∙ resets 7pm | 2026-11-15T18:00:00Z",
                "You've hit your weekly limit · resets Nov 20, 3pm (UTC) | 2026-11-20T15:00:00Z",
                "resets Nov 20 at 9am (Europe/Berlin) | 2026-11-20T08:00:00Z",
                "You've hit your usage limit. Upgrade to Pro or try again at 5:20 AM. | 2026-11-16T04:20:00Z",
                "You've hit your usage limit. Try again at 17:20. | 2026-11-15T16:20:00Z",
                "or try again at Nov 20th, 2026 5:20 PM. | 2026-11-20T16:20:00Z",
                "Try again in 2 days 3 hours 5 minutes. | 2026-11-17T15:05:00Z",
                "Rate limit reached for gpt-5 on tokens per min. Please try again in 12.3s. Visit … | 2026-11-15T12:00:12.300Z",
                "Please try again in 6m0s. | 2026-11-15T12:06:00Z",
                "Please try again in 28ms. | 2026-11-15T12:00:00.028Z",
                "Your quota will reset after 14h36m7s. | 2026-11-16T02:36:07Z",
                "Please retry in 45.2s. | 2026-11-15T12:00:45.200Z",
                "{\"retryDelay\": \"34s\"} | 2026-11-15T12:00:34Z",
                "retry-after: 3600 | 2026-11-15T13:00:00Z",
                "{\"retry-after\":\"120\"} | 2026-11-15T12:02:00Z",
                "HTTP 429, retry after 30 seconds | 2026-11-15T12:00:30Z",
                "Please wait 5 minutes before the next request | 2026-11-15T12:05:00Z",
                "{\"resetsAt\":1794751200,\"rateLimitType\":\"five_hour\"} | 2026-11-15T14:00:00Z",
                "\"reset_at\": 1794751200000 | 2026-11-15T14:00:00Z",
                "quota resets at 2026-11-16T00:00:00Z | 2026-11-16T00:00:00Z",
                "quota resets at 2026-11-16T00:00:00+02:00 | 2026-11-15T22:00:00Z",
                "quota resets on 2026-11-16 09:30 UTC | 2026-11-16T09:30:00Z",
                "usage limits. You will regain access on 2026-12-01 at 00:00 UTC. | 2026-12-01T00:00:00Z",
                "Try again at 2026-11-16 09:30 | 2026-11-16T08:30:00Z",
                "The daily quota resets at midnight Pacific time | 2026-11-16T08:00:00Z",
                "limit resets Monday at 9:00 (UTC) | 2026-11-16T09:00:00Z",
                "limit resets Sunday at 11:00 (UTC) | 2026-11-22T11:00:00Z",
                "resets tomorrow at 8am (UTC) | 2026-11-16T08:00:00Z",
                "Your credits reset on December 1 (UTC) | 2026-12-01T00:00:00Z",
                "resets 11pm PT | 2026-11-16T07:00:00Z",
                "resets 11pm IST | 2026-11-15T17:30:00Z",
                "resets at 2026-11-16T09:30:00Z, in 21 hours and 30 minutes or so, see 1794999999 | 2026-11-16T09:30:00Z",
                "resets at 2026-11-16T09:30:00Z (1794999999) | 2026-11-16T09:30:00Z",
                "resets 3pm (UTC+2) | 2026-11-15T13:00:00Z",
                "resets 12am (UTC) | 2026-11-16T00:00:00Z",
                "resets 12pm (Asia/Tokyo) | 2026-11-16T03:00:00Z",
                "resets 3:52 a.m. (UTC) | 2026-11-16T03:52:00Z",
                "resets 7pm (your time) | 2026-11-15T18:00:00Z",
                "Your 5 hour limit: try again later, it resets 4pm (UTC) | 2026-11-15T16:00:00Z",
            })
    void a_stated_time_is_found(String words, Instant expected) {
        assertThat(reset.inWords(words)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no limit at all",
                "Request failed with status 429",
                "error at line 12:34 in ratelimit.py",
                "read ECONNRESET 127.0.0.1:443",
                "connection reset by peer (10.0.0.1:8443)",
                "resets 25:00 (UTC)",
                "resets 13pm (UTC)",
                "resets 0am (UTC)",
                "resets 3:75am",
                "resets 3pm (Europe/Atlantis)",
                "resets 3pm (XYZ)",
                "resets Feb 30, 3pm",
                "resets at 2026-13-45T00:00:00Z",
                "resets at 2020-01-01T00:00:00Z",
                "resets at 2036-01-01T00:00:00Z",
                "reset_at: 1000000001",
                "reset_at: 2999999999",
                "retry-after: 0",
                "retry-after: 9999999",
                "try again in 0s",
                "try again in 400 days",
                "try again in 99999999999999999999999 hours",
                "try again in 9999999999999 hours",
                "Nov 20, 3pm is when the meeting is",
                "resets Jan 3, 2027 at 3pm",
                "retry 3 of 5",
                "try again later",
                "resets 5%",
            })
    void what_states_no_time_or_an_absurd_one_is_refused(String words) {
        assertThat(reset.inWords(words)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry-after | 3600 | 2026-11-15T13:00:00Z",
                "Retry-After | 1.5 | 2026-11-15T12:00:01.500Z",
                "retry-after | Sun, 15 Nov 2026 12:30:00 GMT | 2026-11-15T12:30:00Z",
                "retry-after | Fri, 20 Nov 2026 07:28:00 GMT | 2026-11-20T07:28:00Z",
                "x-ratelimit-reset-tokens | 6m0s | 2026-11-15T12:06:00Z",
                "x-ratelimit-reset-requests | 120ms | 2026-11-15T12:00:00.120Z",
                "x-ratelimit-reset | 1794751200 | 2026-11-15T14:00:00Z",
                "x-ratelimit-reset | 1794751200000 | 2026-11-15T14:00:00Z",
                "anthropic-ratelimit-unified-reset | 1794751200 | 2026-11-15T14:00:00Z",
                "anthropic-ratelimit-tokens-reset | 2026-11-15T12:01:00Z | 2026-11-15T12:01:00Z",
            })
    void a_header_states_it(String name, String value, Instant expected) {
        assertThat(reset.inWords(name + ": " + value)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-5", "soon", "0", "1.2.3", "99999999999999999999", "Sun, 99 Nov 2026 12:30:00 GMT", "1e9"})
    void a_header_without_a_sane_time_is_refused(String value) {
        assertThat(reset.inWords("retry-after: " + value)).isEmpty();
    }

    @Test
    void epochs_are_seconds_or_milliseconds_and_must_lie_ahead() {
        long then = NOW.plusSeconds(60).getEpochSecond();

        assertThat(reset.atEpoch(then)).contains(NOW.plusSeconds(60));
        assertThat(reset.atEpoch(then * 1000 + 5)).contains(NOW.plusSeconds(60).plusMillis(5));
        assertThat(reset.atEpoch(NOW.getEpochSecond())).isEmpty();
        assertThat(reset.atEpoch(0)).isEmpty();
        assertThat(reset.atEpoch(-1)).isEmpty();
        assertThat(reset.atEpoch(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void a_zone_that_does_not_exist_refuses_the_time_with_and_without_brackets() {
        assertThat(reset.inWords("resets 3pm (Europe/Atlantis)")).isEmpty();
        assertThat(reset.inWords("resets 3pm Europe/Atlantis")).isEmpty();
        assertThat(reset.inWords("resets 3pm Europe/Lisbon")).contains(Instant.parse("2026-11-15T15:00:00Z"));
    }

    @Test
    void a_bare_number_behind_a_bar_is_found_too() {
        assertThat(reset.inWords("Claude AI usage limit reached|1794751200"))
                .contains(Instant.parse("2026-11-15T14:00:00Z"));
    }

    @Test
    void a_time_of_day_that_has_just_passed_is_over_and_not_tomorrow() {
        assertThat(reset.inWords("resets 11:55am (UTC)")).isEmpty();
        assertThat(reset.inWords("resets 12pm (UTC)")).isEmpty();
        assertThat(reset.inWords("resets 11:49am (UTC)")).contains(Instant.parse("2026-11-16T11:49:00Z"));
        assertThat(new ResetTime(Instant.parse("2026-11-15T00:02:00Z"), BERLIN).inWords("resets 11:58pm (UTC)"))
                .isEmpty();
    }

    @Test
    void a_date_without_a_year_around_new_year_is_the_near_one() {
        ResetTime late = new ResetTime(Instant.parse("2026-12-30T12:00:00Z"), BERLIN);

        assertThat(late.inWords("resets Jan 2, 3pm (UTC)")).contains(Instant.parse("2027-01-02T15:00:00Z"));
        assertThat(late.inWords("resets Dec 29, 3pm (UTC)")).isEmpty();
    }

    @Test
    void a_huge_text_is_read_in_no_time() {
        String noise = "retry reset 1:2 in 3 at (".repeat(100_000);
        long started = System.nanoTime();

        Optional<Instant> found = reset.inWords(noise);

        assertThat(found).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }
}
