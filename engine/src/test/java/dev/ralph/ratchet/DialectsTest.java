package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DialectsTest {
    @Test
    void surefire_with_tests_that_were_tried_again() throws Exception {
        TestRun run = ReportSample.SUREFIRE.run();
        assertThat(ReportSample.words(run))
                .isEqualTo(Map.of(
                        "shop.CartTest > breaks", "errored",
                        "shop.CartTest > is_empty_at_first", "passed",
                        "shop.CartTest > adds_up", "failed",
                        "shop.CartTest > flaky", "passed",
                        "shop.CartTest > later", "skipped",
                        "shop.CartTest > takes(String)[1]", "passed",
                        "shop.CartTest > takes(String)[2]", "passed",
                        "shop.CartTest > takes(String)[3]", "passed",
                        "shop.CartTest$Inner > nested", "passed"));
        assertThat(run.flaky()).containsExactly(new TestId("shop.CartTest", "flaky"));
    }

    @Test
    void gradle_and_what_a_test_printed_is_no_test() throws Exception {
        assertThat(ReportSample.words(ReportSample.GRADLE.run()))
                .isEqualTo(Map.of(
                        "shop.CartTest > addsUp()", "failed",
                        "shop.CartTest > later()", "skipped",
                        "shop.CartTest > [1] a", "passed",
                        "shop.CartTest > [2] b", "passed"));
    }

    @Test
    void pytest_with_a_module_that_cannot_be_loaded_and_a_failure_that_is_expected() throws Exception {
        assertThat(ReportSample.words(ReportSample.PYTEST.run()))
                .containsEntry("pytest > tests.test_broken", "errored")
                .containsEntry("tests.test_a > test_p[1]", "passed")
                .containsEntry("tests.test_a > test_p[2]", "failed")
                .containsEntry("tests.test_a.TestK > test_s", "skipped")
                .containsEntry("tests.test_a.TestK > test_xf", "skipped")
                .containsEntry("tests.test_a > test_teardown", "errored")
                .containsEntry("tests.test_a > test_both", "1 failed, 1 errored")
                .hasSize(11);
    }

    @Test
    void jest() throws Exception {
        assertThat(ReportSample.words(ReportSample.JEST.run()))
                .isEqualTo(Map.of(
                        "cart is empty at first > cart is empty at first", "passed",
                        "cart adds up > cart adds up", "failed",
                        "cart later > cart later", "skipped"));
    }

    @Test
    void go_junit_with_a_package_that_does_not_compile() throws Exception {
        assertThat(ReportSample.words(ReportSample.GO_JUNIT.run()))
                .isEqualTo(Map.of(
                        "example.org/shop/cart > TestEmpty", "passed",
                        "example.org/shop/cart > TestAdds", "failed",
                        "example.org/shop/cart > TestLater", "skipped",
                        "example.org/shop/till > [build failed]", "errored"));
    }

    @Test
    void node_names_suites_by_nesting_and_announces_failures() throws Exception {
        assertThat(ReportSample.words(ReportSample.NODE_XML.run()))
                .isEqualTo(Map.of(
                        "calc > adds", "passed",
                        "calc > fails ?[31mred", "failed",
                        "calc > deep > same", "2 passed",
                        "skipped", "skipped",
                        "todo", "skipped",
                        "top <&&quot;> > sub", "passed",
                        "top b", "passed"));
    }

    @Test
    void node_as_tap() throws Exception {
        assertThat(ReportSample.words(ReportSample.NODE_TAP.run()))
                .isEqualTo(Map.of(
                        "report.tap > calc > adds", "passed",
                        "report.tap > calc > fails [31mred", "failed",
                        "report.tap > calc > deep > same", "2 passed",
                        "report.tap > skipped", "skipped",
                        "report.tap > todo", "skipped",
                        "report.tap > top <&\"> > sub", "passed",
                        "report.tap > top b", "passed"));
    }

    @Test
    void tap_14_with_subtests_details_and_a_test_without_a_name() throws Exception {
        assertThat(ReportSample.words(ReportSample.TAP14.run()))
                .isEqualTo(Map.of(
                        "report.tap > cart > is empty at first", "passed",
                        "report.tap > cart > adds up", "failed",
                        "report.tap > cart > inner > nested # with a hash", "passed",
                        "report.tap > later", "skipped",
                        "report.tap > some day", "skipped",
                        "report.tap > test 4", "passed"));
    }

    @Test
    void go_with_a_panic_and_a_package_that_does_not_compile() throws Exception {
        assertThat(ReportSample.words(ReportSample.GO_JSON.run()))
                .isEqualTo(Map.of(
                        "example.org/shop/cart > TestEmpty", "passed",
                        "example.org/shop/cart > TestAdds", "failed",
                        "example.org/shop/cart > TestAdds/two", "failed",
                        "example.org/shop/cart > TestLater", "skipped",
                        "example.org/shop/cart > TestPanics", "errored",
                        "example.org/shop/till > (package)", "errored"));
    }

    @Test
    void a_class_that_surefire_skipped_or_could_not_begin_has_no_test_of_a_name() throws Exception {
        String text = """
                <testsuite name="shop.CartTest" tests="2">
                  <testcase name="" classname="shop.CartTest" time="0.0"><skipped message="later"/></testcase>
                  <testcase name="" classname="shop.TillTest" time="0.0"><error message="no database"/></testcase>
                </testsuite>
                """;
        assertThat(ReportSample.words(ReportSample.read(text)))
                .isEqualTo(Map.of("shop.CartTest > (class)", "skipped", "shop.TillTest > (class)", "errored"));
    }

    @Test
    void tap_with_times_and_with_subtests_between_braces() throws Exception {
        String text = """
                TAP version 14
                ok 1 - test/cart.js # time=123.4ms {
                    # Subtest: adds
                        ok 1 - two # time=0.2ms
                        not ok 2 - three
                        1..2
                    not ok 1 - adds # time=3.1ms

                    ok 2 - inner {
                        ok 1 - nested # SKIP later
                        1..1
                    }

                    1..2
                }

                ok 2 - opens a {
                ok 3 - some day # TODO # time=1s
                1..3
                # time=200ms
                """;
        assertThat(ReportSample.words(ReportSample.read(text)))
                .isEqualTo(Map.of(
                        "report.tap > test/cart.js > adds > two", "passed",
                        "report.tap > test/cart.js > adds > three", "failed",
                        "report.tap > test/cart.js > inner > nested", "skipped",
                        "report.tap > opens a {", "passed",
                        "report.tap > some day", "skipped"));
    }

    @Test
    void tap_whose_first_subtest_has_subtests_itself() throws Exception {
        String text = """
                # Subtest: cart
                    # Subtest: deep
                        # Subtest: same
                        ok 1 - same
                        1..1
                    ok 1 - deep
                    1..1
                ok 1 - cart
                1..1
                """;
        assertThat(ReportSample.words(ReportSample.read(text)))
                .isEqualTo(Map.of("report.tap > cart > deep > same", "passed"));
    }

    @Test
    void tap_with_a_brace_before_the_time_or_behind_the_details() throws Exception {
        String text = """
                TAP version 14
                ok 1 - cart { # time=12ms
                    ok 1 - adds
                    ok 2 - till # time=3ms
                      ---
                      at: till.js
                      ...
                    {
                        ok 1 - opens
                        not ok 2 - shuts
                        1..2
                    }
                    1..2
                }
                not ok 2 - stock
                  ---
                  at: stock.js
                  ...

                {
                    # Subtest: counts
                        ok 1 - one
                        1..1
                    ok 1 - counts
                    1..1
                }
                ok 3 - prints
                {
                    "what": "it found"
                }
                ok 4 - last { # time=1ms
                1..4
                """;
        assertThat(ReportSample.words(ReportSample.read(text)))
                .isEqualTo(Map.of(
                        "report.tap > cart > adds", "passed",
                        "report.tap > cart > till > opens", "passed",
                        "report.tap > cart > till > shuts", "failed",
                        "report.tap > stock", "failed",
                        "report.tap > stock > counts > one", "passed",
                        "report.tap > prints", "passed",
                        "report.tap > last {", "passed"));
    }
}
