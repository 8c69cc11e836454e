package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTextTest {
    @ParameterizedTest
    @CsvSource({
        "0B, 0",
        "4096B, 4096",
        "512k, 524288",
        "512K, 524288",
        "512kB, 512000",
        "1KiB, 1024",
        "64MB, 64000000",
        "64mb, 64000000",
        "64M, 67108864",
        "1GiB, 1073741824",
        "2TB, 2000000000000",
        "1024TiB, 1125899906842624"
    })
    void sizes_are_read(String text, long bytes) {
        assertThat(ByteText.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a size",
        "-1MB, is negative",
        "64, has no unit; the units are B",
        "MB, is not a size",
        "1.5MB, has an unknown unit",
        "1 MB, has an unknown unit",
        "1PB, has an unknown unit",
        "1MBB, has an unknown unit",
        "1025TiB, is more than 1024TiB",
        "99999999999999999999B, is more than 1024TiB",
        "9999999999999999999TiB, is more than 1024TiB"
    })
    void what_is_no_sensible_size_is_refused_with_a_reason(String text, String reason) {
        assertThatThrownBy(() -> ByteText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({"0, 0B", "1, 1B", "64000000, 64MB", "67108864, 64MiB", "1073741824, 1GiB", "1500, 1500B", "4096, 4KiB"})
    void sizes_are_shown_as_briefly_as_exactness_allows(long bytes, String expected) {
        assertThat(ByteText.format(bytes)).isEqualTo(expected);
    }

    @Test
    void the_text_is_read_back_as_the_same_size() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long size = random.nextLong(1L << random.nextInt(1, 50));
            assertThat(ByteText.parse(ByteText.format(size))).isEqualTo(size);
        }
    }
}
