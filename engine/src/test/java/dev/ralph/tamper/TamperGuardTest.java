package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TamperGuardTest {
    static List<TamperSample> samples() throws IOException {
        List<TamperSample> all = new ArrayList<>();
        for (String table : List.of("files", "settings", "checks", "steered")) {
            all.addAll(TamperSample.table(table + ".txt"));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_change_is_refused_by_these_rules_and_no_other(TamperSample sample) {
        assertThat(sample.refusals()).as("%s", sample.findings()).isEqualTo(sample.refusedBy());
    }
}
