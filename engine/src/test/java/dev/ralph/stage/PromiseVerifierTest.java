package dev.ralph.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The reasons of specification 003, to the letter.
class PromiseVerifierTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "coder    | I committed the change.           | true  | Promise verified",
                "coder    | All is written.                   | false | No commit detected in coder output",
                "coder    | No commit was necessary.          | false | No commit detected in coder output",
                "tester   | 12 tests passed.                  | true  | Promise verified",
                "tester   | TESTS PASSED                      | true  | Promise verified",
                "tester   | I wrote some tests.               | false | No passing tests detected",
                "reviewer | REVIEW PASSED                     | true  | Promise verified",
                "reviewer | Approved.                         | true  | Promise verified",
                "reviewer | I looked at everything.           | false | No review approval detected",
                "qa       | It works.                         | true  | Promise verified",
                "lint     | It works.                         | true  | Promise verified",
                "qa       | TODO: handle empty names          | false | Output contains contradictions to promise",
                "qa       | I still need to write the parser. | false | Output contains contradictions to promise",
                "qa       | Two tests fail.                   | false | Output contains contradictions to promise",
            })
    void what_is_said_beside_a_promise_decides(String stage, String words, boolean valid, String reason) {
        PromiseVerifier.Verification found =
                new PromiseVerifier().verify("X_DONE", words + "\n\n<promise>X_DONE</promise>\n", stage);

        assertThat(found.valid()).as(found.details().toString()).isEqualTo(valid);
        assertThat(found.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"nothing", "<promise>x_done</promise>", "I say <promise>X_DONE</promise>", "<promise>X_DONE"})
    void a_promise_that_is_missing_or_malformed_is_none(String output) {
        assertThat(new PromiseVerifier().verify("X_DONE", output, null).reason())
                .isEqualTo("Promise not found or malformed");
    }
}
