package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnittestLinesTest {
    private static final TestTally PASSED = new TestTally(1, 0, 0, 0);
    private static final TestTally FAILED = new TestTally(0, 1, 0, 0);
    private static final TestTally ERRORED = new TestTally(0, 0, 1, 0);
    private static final TestTally SKIPPED = new TestTally(0, 0, 0, 1);

    @TempDir
    Path folder;

    private TestRun read(String printed) throws IOException {
        return UnittestLines.of(Files.writeString(folder.resolve("stderr"), printed));
    }

    @Test
    void each_test_is_as_its_line_ends() throws IOException {
        TestRun run = read("""
            test_doc (tests.test_a.ATest.test_doc)
            What it is for. ... ok
            test_error (tests.test_a.ATest.test_error) ... ERROR
            test_expected (tests.test_a.ATest.test_expected) ... expected failure
            test_fail (tests.test_a.ATest.test_fail) ... FAIL
            test_old (tests.test_a.ATest) ... ok
            test_prints (tests.test_a.ATest.test_prints) ... one
            ok?
            ok
            test_skip (tests.test_a.ATest.test_skip) ... skipped 'later'
            test_sub (tests.test_a.ATest.test_sub) ...\s
              test_sub (tests.test_a.ATest.test_sub) (i=1) ... FAIL
              test_sub (tests.test_a.ATest.test_sub) (i=2) ... FAIL
            test_unexpected (tests.test_a.ATest.test_unexpected) ... unexpected success
            ERROR
            tests.test_b (unittest.loader._FailedTest.tests.test_b) ... ERROR

            ======================================================================
            ERROR: test_error (tests.test_a.ATest.test_error)
            ----------------------------------------------------------------------
            ok
            """);

        assertThat(run.tests())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry(new TestId("tests.test_a.ATest", "test_doc"), PASSED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_error"), ERRORED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_expected"), SKIPPED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_fail"), FAILED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_old"), PASSED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_prints"), PASSED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_skip"), SKIPPED),
                        Map.entry(new TestId("tests.test_a.ATest", "test_sub"), new TestTally(0, 2, 0, 0)),
                        Map.entry(new TestId("tests.test_a.ATest", "test_unexpected"), FAILED),
                        Map.entry(new TestId("unittest.loader._FailedTest", "tests.test_b"), ERRORED)));
        assertThat(run.read()).isEqualTo(1);
    }

    @Test
    void a_test_that_did_not_end_is_none() throws IOException {
        assertThat(read("test_a (test_a.A.test_a) ... ok\ntest_b (test_a.A.test_b) ... Ran 2 tests in 1s\n\nOK\n")
                        .tests())
                .containsOnlyKeys(new TestId("test_a.A", "test_a"));
        assertThat(read("Ran 3 tests in 0.001s\n\nOK\n")).isEqualTo(TestRun.NONE);
    }
}
