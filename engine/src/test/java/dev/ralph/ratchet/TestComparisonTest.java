package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestComparisonTest {
    /// "C.name passed" and so on.
    private static TestRun run(String... lines) throws BrokenReport {
        TestRun.Builder run = new TestRun.Builder();
        TestRun.Builder report = new TestRun.Builder();
        for (String line : lines) {
            int blank = line.lastIndexOf(' ');
            report.add(
                    new TestId("C", line.substring(0, blank)),
                    TestOutcome.valueOf(line.substring(blank + 1).toUpperCase(java.util.Locale.ROOT)));
        }
        run.add(report);
        return run.build();
    }

    /// One test, by suite and name.
    private static TestRun one(String suite, String name, TestOutcome outcome) throws BrokenReport {
        TestRun.Builder run = new TestRun.Builder();
        TestRun.Builder report = new TestRun.Builder();
        report.add(new TestId(suite, name), outcome);
        run.add(report);
        return run.build();
    }

    private static TestComparison compare(TestRun before, TestRun after) {
        return TestComparison.of(List.of(before), List.of(after));
    }

    private static Map<TestChange, Integer> counts(TestRun before, TestRun after) {
        return compare(before, after).counts();
    }

    @Test
    void all_as_before_passes_and_says_nothing() throws Exception {
        TestComparison same = compare(run("a passed", "b skipped"), run("a passed", "b skipped"));
        assertThat(same.passed()).isTrue();
        assertThat(same.changes()).isEmpty();
    }

    @Test
    void a_test_that_passed_and_fails_vanishes_or_is_skipped_blocks() throws Exception {
        TestComparison worse =
                compare(run("a passed", "b passed", "c passed", "d passed"), run("a failed", "b errored", "c skipped"));
        assertThat(worse.refusal()).hasValue("""
                        2 tests passed before and now fail: C > a (passed → failed); C > b (passed → errored)
                        1 test vanished, and a renamed one counts as vanished: C > d (passed → absent)
                        1 test ran before and now is skipped: C > c (passed → skipped)""");
    }

    @Test
    void a_failing_test_may_not_be_taken_away_either() throws Exception {
        assertThat(counts(run("a failed", "b failed", "z passed"), run("b skipped", "z passed")))
                .isEqualTo(Map.of(TestChange.VANISHED, 1, TestChange.SKIPPED, 1));
    }

    @Test
    void a_file_that_could_not_be_read_is_repaired_when_tests_of_it_pass() throws Exception {
        TestRun pytest = one("pytest", "tests.test_calc", TestOutcome.ERRORED);
        assertThat(counts(pytest, one("tests.test_calc", "test_add", TestOutcome.PASSED)))
                .isEqualTo(Map.of(TestChange.FIXED, 1, TestChange.ADDED, 1));
        assertThat(compare(pytest, one("tests.test_other", "test_add", TestOutcome.PASSED))
                        .passed())
                .isFalse();
        assertThat(compare(pytest, one("tests.test_calc", "test_add", TestOutcome.SKIPPED))
                        .passed())
                .isFalse();
        assertThat(compare(
                                one("unittest.loader._FailedTest", "test_calc", TestOutcome.ERRORED),
                                one("test_calc.CalcTest", "test_add", TestOutcome.PASSED))
                        .passed())
                .isTrue();
        TestRun node = one("test", "test/calc.test.mjs", TestOutcome.FAILED);
        assertThat(compare(node, one("test", "adds", TestOutcome.PASSED)).passed())
                .isTrue();
        assertThat(compare(node, one("test", "adds", TestOutcome.SKIPPED)).passed())
                .isFalse();
    }

    @Test
    void old_failures_are_told_and_do_not_block_new_ones_do() throws Exception {
        TestComparison both = compare(
                run("old failed", "fixed failed", "idle skipped", "kind failed"),
                run("old failed", "fixed passed", "idle failed", "new failed", "kind errored"));
        assertThat(both.counts())
                .isEqualTo(Map.of(TestChange.OLD_FAILURE, 2, TestChange.FIXED, 1, TestChange.NEW_FAILURE, 2));
        assertThat(both.refusal())
                .hasValue(
                        "2 tests fail that did not run before: C > idle (skipped → failed); C > new (absent → failed)");
    }

    @Test
    void new_tests_are_welcome_and_one_that_never_ran_is_not_missed() throws Exception {
        TestComparison more = compare(run("a passed", "b skipped"), run("a passed", "c passed", "d skipped"));
        assertThat(more.counts()).isEqualTo(Map.of(TestChange.ADDED, 2));
        assertThat(more.passed()).isTrue();
    }

    @Test
    void a_renamed_test_is_gone_and_what_is_new_is_named_beside_it() throws Exception {
        assertThat(compare(run("adds passed", "z passed"), run("adds_up passed", "z passed"))
                        .refusal())
                .hasValue("1 test vanished, and a renamed one counts as vanished: C > adds (passed → absent). New"
                        + " beside: C > adds_up");
    }

    @Test
    void tests_of_one_name_are_counted() throws Exception {
        TestRun three = run("p passed", "p passed", "p passed");
        assertThat(counts(three, run("p passed", "p passed"))).isEqualTo(Map.of(TestChange.VANISHED, 1));
        assertThat(counts(three, run("p passed", "p passed", "p failed"))).isEqualTo(Map.of(TestChange.BROKE, 1));
        assertThat(counts(three, run("p passed", "p passed", "p skipped"))).isEqualTo(Map.of(TestChange.SKIPPED, 1));
        assertThat(counts(three, run("p passed", "p passed", "p passed", "p passed")))
                .isEqualTo(Map.of(TestChange.ADDED, 1));
        assertThat(counts(three, run("p passed", "p passed", "p passed", "p failed")))
                .isEqualTo(Map.of(TestChange.NEW_FAILURE, 1));
        assertThat(counts(run("p passed", "p failed"), run("p failed", "p failed")))
                .isEqualTo(Map.of(TestChange.BROKE, 1));
    }

    @Test
    void parts_of_names_that_change_from_run_to_run_do_not_matter() throws Exception {
        assertThat(counts(
                        run(
                                "takes(shop.Cart@1b28cdfa) passed",
                                "at 2026-03-01T10:00:00.123Z passed",
                                "id 123e4567-e89b-12d3-a456-426614174000 passed"),
                        run(
                                "takes(shop.Cart@7f31245a) passed",
                                "at 2027-11-30T23:59:59Z passed",
                                "id 00000000-e89b-12d3-a456-426614174fff passed")))
                .isEmpty();
        assertThat(counts(run("mail@feeds passed"), run("mail@feeds passed"))).isEmpty();
    }

    @Test
    void a_failure_that_a_second_run_of_the_same_tree_does_not_show_is_a_flake() throws Exception {
        TestRun before = run("a passed", "b passed");
        TestComparison flaky =
                TestComparison.of(List.of(before), List.of(run("a failed", "b passed"), run("a passed", "b passed")));
        assertThat(flaky.counts()).isEqualTo(Map.of(TestChange.FLAKY, 1));
        assertThat(flaky.passed()).isTrue();
        TestComparison real =
                TestComparison.of(List.of(before), List.of(run("a failed", "b passed"), run("a failed", "b passed")));
        assertThat(real.passed()).isFalse();
    }

    @Test
    void a_test_that_was_flaky_on_the_baseline_may_fail_but_not_go() throws Exception {
        List<TestRun> before = List.of(run("a passed", "z passed"), run("a failed", "z passed"));
        assertThat(TestComparison.of(before, List.of(run("a failed", "z passed")))
                        .passed())
                .isTrue();
        assertThat(TestComparison.of(before, List.of(run("z passed"))).counts())
                .isEqualTo(Map.of(TestChange.VANISHED, 1));
        assertThat(TestComparison.of(before, List.of(run("a skipped", "z passed")))
                        .passed())
                .isFalse();
    }

    @Test
    void a_test_whose_name_comes_and_goes_on_the_baseline_is_not_missed() throws Exception {
        List<TestRun> before = List.of(run("seed 17 passed", "z passed"), run("seed 4 passed", "z passed"));
        TestComparison other = TestComparison.of(before, List.of(run("seed 99 passed", "z passed")));
        assertThat(other.counts()).isEqualTo(Map.of(TestChange.FLAKY, 1, TestChange.ADDED, 1));
    }

    @Test
    void a_skip_is_no_flake_even_if_only_one_run_shows_it() throws Exception {
        assertThat(TestComparison.of(
                                List.of(run("a passed", "z passed")),
                                List.of(run("a skipped", "z passed"), run("a passed", "z passed")))
                        .passed())
                .isFalse();
    }

    @Test
    void a_report_that_cannot_be_read_proves_nothing() {
        TestRun.Builder after = new TestRun.Builder();
        after.broken("target/TEST-a.xml", "it is empty");
        assertThat(compare(TestRun.NONE, after.build()).refusal())
                .hasValue("the test report target/TEST-a.xml is not believed: it is empty");
    }

    @Test
    void no_report_and_no_test_prove_nothing() throws Exception {
        TestRun before = run("a passed", "b passed");
        assertThat(compare(TestRun.NONE, TestRun.NONE).refusal()).hasValue("our run of the check wrote no test report");
        assertThat(compare(before, TestRun.NONE).refusal())
                .hasValue("our run of the check wrote no test report, while 2 tests ran before the work began");
        assertThat(compare(before, run()).refusal()).hasValue("no test ran, while 2 tests ran before the work began");
    }

    @Test
    void without_a_baseline_only_failures_count() throws Exception {
        assertThat(TestComparison.of(List.of(), List.of(run("a passed"))).passed())
                .isTrue();
        assertThat(TestComparison.of(List.of(), List.of(run("a failed"))).passed())
                .isFalse();
    }

    @Test
    void the_table_is_one_line_of_json_and_bounded() throws Exception {
        assertThat(new RatchetTable(compare(run("a passed", "b failed"), run("a failed", "b failed"))).json())
                .isEqualTo(
                        "{\"before\":{\"passed\":1,\"failed\":1,\"errored\":0,\"skipped\":0,\"reports\":1,\"broken_reports\":0},"
                                + "\"after\":{\"passed\":0,\"failed\":2,\"errored\":0,\"skipped\":0,\"reports\":1,\"broken_reports\":0},"
                                + "\"changes\":{\"broke\":1,\"old_failure\":1},"
                                + "\"tests\":[{\"change\":\"broke\",\"suite\":\"C\",\"name\":\"a\",\"before\":\"passed\",\"after\":\"failed\"},"
                                + "{\"change\":\"old_failure\",\"suite\":\"C\",\"name\":\"b\",\"before\":\"failed\",\"after\":\"failed\"}],"
                                + "\"left_out\":0}");
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            many.add("x".repeat(350) + i + " passed");
        }
        RatchetTable table = new RatchetTable(compare(run(many.toArray(String[]::new)), run("z passed")));
        assertThat(table.json())
                .hasSizeLessThan(60_000)
                .contains("\"vanished\":5000")
                .contains("\"left_out\":4941");
        assertThat(table.text()).hasSizeLessThan(60_000);
        assertThat(table.comparison().refusal().orElseThrow()).hasSizeLessThan(6000);
    }

    @Test
    void a_run_that_is_kept_as_text_is_the_same_run() throws Exception {
        for (ReportSample sample : ReportSample.values()) {
            TestRun run = sample.run();
            assertThat(TestRunText.read(TestRunText.of(run))).isEqualTo(run);
        }
        String text = TestRunText.of(ReportSample.SUREFIRE.run());
        for (int end = 0; end < text.length(); end++) {
            String part = text.substring(0, end);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> TestRunText.read(part)))
                    .isInstanceOf(BrokenReport.class);
        }
    }

    @Test
    void what_it_says_of_any_two_runs_agrees_with_their_counts() throws Exception {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            TestRun before = some(random);
            TestRun after = some(random);
            TestComparison comparison = compare(before, after);
            for (TestId test : before.tests().keySet()) {
                TestTally old = before.of(test);
                TestTally now = after.of(test);
                boolean worse = now.ran() < old.ran() || now.bad() > old.bad() || now.passed() < old.passed();
                assertThat(comparison.changes().stream()
                                .anyMatch(found -> found.test().equals(test)
                                        && found.change().blocks()))
                        .as("seed %d, %s: %s, %s", seed, test, old, now)
                        .isEqualTo(worse);
            }
        }
    }

    private static TestRun some(Random random) throws BrokenReport {
        List<String> lines = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            lines.add("t" + random.nextInt(3) + " "
                    + List.of(TestOutcome.PASSED, TestOutcome.FAILED, TestOutcome.ERRORED, TestOutcome.SKIPPED)
                            .get(random.nextInt(4))
                            .word());
        }
        return run(lines.toArray(String[]::new));
    }

    @Test
    void a_long_name_is_not_cut_inside_a_character() {
        for (int length = 380; length < 400; length++) {
            TestId test = new TestId("s", "a".repeat(length) + "\ud83d\ude00".repeat(40));
            byte[] stored = test.name().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            assertThat(new String(stored, java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo(test.name());
        }
    }
}
