package dev.ralph.wording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "5s, PT5S",
        "10m, PT10M",
        "2h, PT2H",
        "1d, P1D",
        "1m30s, PT1M30S",
        "1d2h3m4s5ms, P1DT2H3M4.005S",
        "0s, PT0S",
        "0ms, PT0S",
        "1.5s, PT1.5S",
        "0.001s, PT0.001S",
        "1.25h, PT75M",
        "007s, PT7S",
        "365d, P365D"
    })
    void durations_are_read(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'', an empty text is not a duration",
        "-5s, '''-5s'' is negative'",
        "5, '''5'' has no unit after 5; the units are ms, s, m, h or d, as in 5s'",
        "0, has no unit",
        "14400, 'as in 14400s, which is 4h'",
        "14400000, 'as in 14400000ms, which is 4h'",
        "99999999999999999999, has no unit",
        "1m30, has no unit after 30",
        "5x, has the unknown unit 'x'; the units are ms",
        "5 s, unknown unit ' s'",
        "5S, unknown unit 'S'",
        "5µs, unknown unit",
        "s, is not a duration",
        "off, is not a duration",
        "+5s, is not a duration",
        "1m1m, repeats or reorders units",
        "30s1m, repeats or reorders units",
        ".5s, which is not a number",
        "5.s, which is not a number",
        "1.2.3s, which is not a number",
        "0.5ms, finer than a millisecond",
        "1.0001s, finer than a millisecond",
        "366d, is longer than 365d",
        "365d1ms, is longer than 365d",
        "8761h, is longer than 365d",
        "99999999999999999999999999999d, is longer than 365d",
        "9223372036854775807ms, is longer than 365d",
    })
    void what_is_no_sensible_duration_is_refused_with_a_reason(String text, String reason) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason.replace("'''", "'"));
    }

    @Test
    void a_text_too_long_for_any_duration_is_not_repeated_in_the_message() {
        assertThatThrownBy(() -> DurationText.parse("1".repeat(100_000) + "s"))
                .hasMessage("a text of 100001 characters is not a duration");
    }

    @ParameterizedTest
    @CsvSource({
        "PT5M, 5m0s",
        "PT1S, 1s",
        "PT1.5S, 1.5s",
        "PT0.5S, 500ms",
        "PT1H, 1h0m0s",
        "PT0S, 0s",
        "P1D, 24h0m0s",
        "PT1H0M0.001S, 1h0m0.001s",
        "PT10.000000001S, 10.000000001s",
        "PT0.0015S, 1.5ms",
        "PT0.000002S, 2µs",
        "PT0.000000007S, 7ns",
        "PT-1.5S, -1.5s",
        "PT-0.5S, -500ms"
    })
    void durations_are_shown_as_go_shows_them(Duration duration, String expected) {
        assertThat(DurationText.format(duration)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT5M, 5m", "PT1M30S, 1m30s", "P1D, 1d", "PT0S, 0s", "PT1.5S, 1s500ms", "PT0.25S, 250ms"})
    void the_brief_text_leaves_out_what_is_zero(Duration duration, String expected) {
        assertThat(DurationText.brief(duration)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void both_texts_are_read_back_as_the_same_duration(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            long limit = 1L << random.nextInt(1, 34);
            Duration duration = Duration.ofMillis(random.nextLong(limit));
            assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
            assertThat(DurationText.parse(DurationText.brief(duration))).isEqualTo(duration);
        }
    }
}
