package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A test that has another place is the same test; one that has another name is not.
class MovedTestsTest {
    /// "suite name standing"
    private static TestRun run(String... lines) throws BrokenReport {
        TestRun.Builder run = new TestRun.Builder();
        TestRun.Builder report = new TestRun.Builder();
        for (String line : lines) {
            String[] words = line.split(" ");
            report.add(
                    new TestId(words[0], words[1]), TestOutcome.valueOf(words[2].toUpperCase(java.util.Locale.ROOT)));
        }
        run.add(report);
        return run.build();
    }

    private static Map<TestChange, Integer> counts(TestRun before, TestRun after) {
        return TestComparison.of(List.of(before), List.of(after)).counts();
    }

    @Test
    void another_package_or_folder_is_no_loss() throws Exception {
        assertThat(counts(
                        run("tests.test_slug a passed", "tests.test_slug b failed"),
                        run("tests.unit.test_slug a passed", "tests.unit.test_slug b passed")))
                .isEqualTo(Map.of(TestChange.FIXED, 1));
        assertThat(counts(run("test/slug.test.js a passed"), run("test/unit/slug.test.js a passed")))
                .isEmpty();
    }

    @Test
    void a_moved_test_may_not_get_worse() throws Exception {
        assertThat(counts(run("a.T x passed"), run("b.T x failed"))).isEqualTo(Map.of(TestChange.BROKE, 1));
        assertThat(counts(run("a.T x passed"), run("b.T x skipped"))).isEqualTo(Map.of(TestChange.SKIPPED, 1));
    }

    @Test
    void another_name_is_a_loss() throws Exception {
        assertThat(counts(run("a.T x passed"), run("a.T y passed")))
                .isEqualTo(Map.of(TestChange.VANISHED, 1, TestChange.ADDED, 1));
        assertThat(counts(run("a.T x passed"), run("a.U x passed")))
                .isEqualTo(Map.of(TestChange.VANISHED, 1, TestChange.ADDED, 1));
    }

    @Test
    void where_several_could_be_meant_nothing_moved() throws Exception {
        assertThat(counts(run("a.T x passed", "b.T x passed"), run("c.T x passed")))
                .isEqualTo(Map.of(TestChange.VANISHED, 2, TestChange.ADDED, 1));
        assertThat(counts(run("a.T x passed"), run("c.T x passed", "d.T x passed")))
                .isEqualTo(Map.of(TestChange.VANISHED, 1, TestChange.ADDED, 2));
    }
}
