package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DialectsTest {
    @Test
    void surefire_with_tests_that_were_tried_again() throws Exception {
        TestRun run = Sample.SUREFIRE.run();
        assertThat(Sample.words(run))
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
        assertThat(Sample.words(Sample.GRADLE.run()))
                .isEqualTo(Map.of(
                        "shop.CartTest > addsUp()", "failed",
                        "shop.CartTest > later()", "skipped",
                        "shop.CartTest > [1] a", "passed",
                        "shop.CartTest > [2] b", "passed"));
    }

    @Test
    void pytest_with_a_module_that_cannot_be_loaded_and_a_failure_that_is_expected() throws Exception {
        assertThat(Sample.words(Sample.PYTEST.run()))
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
        assertThat(Sample.words(Sample.JEST.run()))
                .isEqualTo(Map.of(
                        "cart is empty at first > cart is empty at first", "passed",
                        "cart adds up > cart adds up", "failed",
                        "cart later > cart later", "skipped"));
    }

    @Test
    void go_junit_with_a_package_that_does_not_compile() throws Exception {
        assertThat(Sample.words(Sample.GO_JUNIT.run()))
                .isEqualTo(Map.of(
                        "example.org/shop/cart > TestEmpty", "passed",
                        "example.org/shop/cart > TestAdds", "failed",
                        "example.org/shop/cart > TestLater", "skipped",
                        "example.org/shop/till > [build failed]", "errored"));
    }

    @Test
    void node_names_suites_by_nesting_and_announces_failures() throws Exception {
        assertThat(Sample.words(Sample.NODE_XML.run()))
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
        assertThat(Sample.words(Sample.NODE_TAP.run()))
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
        assertThat(Sample.words(Sample.TAP14.run()))
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
        assertThat(Sample.words(Sample.GO_JSON.run()))
                .isEqualTo(Map.of(
                        "example.org/shop/cart > TestEmpty", "passed",
                        "example.org/shop/cart > TestAdds", "failed",
                        "example.org/shop/cart > TestAdds/two", "failed",
                        "example.org/shop/cart > TestLater", "skipped",
                        "example.org/shop/cart > TestPanics", "errored",
                        "example.org/shop/till > (package)", "errored"));
    }
}
