package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportGlobTest {
    @ParameterizedTest
    @CsvSource({
        "out/*.xml, out/a.xml, true",
        "out/*.xml, out/deep/a.xml, false",
        "./out/a.xml, out/a.xml, true",
        "out/, out/a.xml, true",
        "**/TEST-*.xml, TEST-a.xml, true",
        "**/TEST-*.xml, a/b/TEST-a.xml, true",
        "**/target/**/a.xml, target/a.xml, true",
        "**/TEST-*.xml, a/b/other.xml, false"
    })
    void a_pattern_means_what_people_mean(String pattern, Path file, boolean matches) {
        assertThat(new ReportGlob(pattern).matches(file)).isEqualTo(matches);
        assertThat(new ReportGlob(" " + pattern + " ")).hasToString(pattern);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "/etc/*.xml", "../*.xml", "a/../b.xml", "a\0b", "[a", "{a"})
    void what_is_no_pattern_of_the_project_is_refused(String pattern) {
        assertThatThrownBy(() -> new ReportGlob(pattern)).isInstanceOf(InvalidCheck.class);
        assertThatThrownBy(() -> new Check.Command("make", 0, null, null, null, null, List.of(pattern), null))
                .isInstanceOf(InvalidCheck.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001})
    void a_pattern_has_an_end(int length) {
        String pattern = "a".repeat(length);
        if (length <= 1000) {
            assertThat(new ReportGlob(pattern).matches(Path.of(pattern))).isTrue();
        } else {
            assertThatThrownBy(() -> new ReportGlob(pattern)).hasMessageContaining("too long");
        }
    }
}
