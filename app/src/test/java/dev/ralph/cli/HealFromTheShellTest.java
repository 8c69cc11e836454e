package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Profile `heal` from outside: the tasks of a spec, worked on and corrected by shell scripts.
@Timeout(300)
@SuppressWarnings("StringConcatToTextBlock") // a script is a line
class HealFromTheShellTest extends WithSpec {
    /// Does what it should once its prompt says how.
    private static final String KNOWS_HOW = """
            cat > BASE/prompt
            echo x >> BASE/executions
            if grep -q 'Zod' BASE/prompt; then touch made; fi
            """;
    private static final String NOT_MADE = """
            test -e made || { echo 'AssertionError: expected made'; exit 1; }
            """;

    private static final String CORRECTED = """
            - [ ] 2.3 Implement validation
              - Use Zod schema for type safety
              - Return structured error messages
              - Handle edge case: empty strings
              - _Requirements: 1.1_
            """;

    private void fails(String said) throws Exception {
        script("test.sh", "test -e made && exit 0\ncat <<'END'\n" + said + "END\nexit 1\n");
    }

    private int executions() throws Exception {
        return Files.readAllLines(base.resolve("executions")).size();
    }

    private String prompt() throws Exception {
        return Files.readString(base.resolve("prompt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "in-place"})
    void a_task_that_fails_is_corrected_done_again_and_committed_with_its_box_and_its_history(String workspace)
            throws Exception {
        if (workspace.equals("overlay")) {
            overlay();
        }
        script("agent.sh", KNOWS_HOW);
        script("test.sh", NOT_MADE);
        answers(correction("say how", CORRECTED));

        Shell.Said said = heal("accounts");

        assertCode(0, said);
        assertThat(said.lines())
                .containsSubsequence(
                        "accounts-2.3: failed (test failure): AssertionError: expected made",
                        "accounts-2.3: Updated tasks.md Task 2.3: say how",
                        "COMPLETED: 1 task is done");
        assertThat(subjects().getFirst()).isEqualTo("accounts 2.3 Implement validation");
        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .containsExactly(SPEC + "tasks.md", "DEVLOG.md", "made");
        assertThat(read(SPEC + "tasks.md")).isEqualTo("# Implementation Plan\n\n" + CORRECTED.replace("[ ]", "[x]"));
        assertThat(read(SPEC + "design.md")).isEqualTo(DESIGN);
        assertThat(read(SPEC + "requirements.md")).isEqualTo(REQUIREMENTS);
        assertThat(backups()).singleElement().satisfies(backup -> {
            assertThat(backup.getFileName().toString()).matches("tasks-\\d{8}T\\d{9}Z\\.md");
            assertThat(backup).hasContent(TASKS);
        });
        assertThat(devlog())
                .matches("(?s)# Development Log\n\n## Self-Healing Events\n\n### Self-Healing Event #1\n\n"
                        + "\\*\\*Date\\*\\*: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  \n.*")
                .endsWith("""
                          \s
                        **Task**: 2.3 Implement validation \s
                        **Error**: AssertionError: expected made \s
                        **Root Cause**: Implementation incorrect \s
                        **Correction**: Updated tasks.md Task 2.3: say how \s
                        **Attempt**: 1 of 3 \s
                        **Status**: ✅ Resolved
                        """.substring(4));
        assertThat(project.path(".kiro/state/orchestrator-state.json")).doesNotExist();
        assertThat(project.path(SPEC + ".tasks.tmp")).doesNotExist();
        assertThat(project.status()).isEmpty();
        assertThat(executions()).isEqualTo(2);
        assertCode(0, project.ralph("audit"));
    }

    /// A clean room has what the corrector wrote, and so has the worker, whatever it made of the document before.
    /// Says what `answer` is, in which MARK stands for the line's beginning; what it is asked is kept.
    private void classifier(String answer) throws Exception {
        project.write(
                ".ralph/config.yaml",
                PLAIN.replace("sh corrector.sh}", "sh corrector.sh}, classifier: {command: sh classifier.sh}"));
        script("classifier.sh", """
                cat > BASE/classified
                mark=$(grep -o '^ *<failure [0-9-]*>' BASE/classified | tail -1 | sed 's/^ *//')
                echo "ANSWER" | sed "s/MARK/$mark/"
                """.replace("ANSWER", answer));
        answers("nothing to correct");
    }

    @ParameterizedTest
    @CsvSource({
        "MARKruntime_error: Edge case missed</failure>, requirements.md, runtime_error, classifier",
        "<failure 1>runtime_error: Edge case missed</failure>, tasks.md, test_failure, recognisers",
        "MARKruntime_error: Missing types</failure>, tasks.md, test_failure, recognisers"
    })
    void a_classifier_is_asked_what_no_recogniser_knows_and_only_the_form_it_was_asked_for_counts(
            String answer, String document, String type, String by) throws Exception {
        classifier(answer);
        script(
                "test.sh",
                "echo '<failure 1>test_failure: Property too strict</failure>'; echo it went wrong; exit 1\n");

        assertCode(4, heal());

        assertThat(asked(1)).startsWith("Correct " + document + " because task 2.3 failed");
        assertThat(Files.readString(base.resolve("classified")))
                .contains("```\n<failure 1>test_failure: Property too strict</failure>\nit went wrong\n");
        assertThat(logged("failure_unclear")).hasSize(1);
        assertThat(logged("task_failed").getFirst().get("context"))
                .hasFieldOrPropertyWithValue("errorType", type)
                .hasFieldOrPropertyWithValue("classifiedBy", by);
    }

    @Test
    void a_classifier_is_not_asked_what_a_recogniser_knows() throws Exception {
        classifier("MARKruntime_error: Edge case missed</failure>");
        script("test.sh", "echo 'src/A.java:1: error: cannot find symbol'; echo '1 error'; exit 1\n");

        assertCode(4, heal());

        assertThat(base.resolve("classified")).doesNotExist();
        assertThat(logged("task_failed").getFirst().get("context"))
                .hasFieldOrPropertyWithValue("errorType", "compilation_error");
    }

    @Test
    void checks_and_worker_see_a_corrected_document_although_it_is_not_committed_yet() throws Exception {
        overlay();
        script("agent.sh", """
                grep 'in cents' .kiro/specs/accounts/design.md >> BASE/seen
                echo 'mine' >> .kiro/specs/accounts/design.md
                touch made
                """);
        script("test.sh", """
                grep -q 'in cents' .kiro/specs/accounts/design.md && exit 0
                echo 'Service.java:3: error: cannot find symbol'
                echo '1 error'
                exit 1
                """);
        answers(correction(
                "name the unit", "## Components and Interfaces\n\nThere is a service. Prices are in cents.\n"));

        Shell.Said said = heal();

        assertCode(0, said);
        assertThat(corrections()).isEqualTo(1);
        assertThat(base.resolve("seen")).hasContent("There is a service. Prices are in cents.");
        assertThat(read(SPEC + "design.md")).isEqualTo(DESIGN.replace("service.", "service. Prices are in cents."));
        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .containsExactly(SPEC + "design.md", SPEC + "tasks.md", "DEVLOG.md", "made");
        assertThat(project.status()).isEmpty();
        assertCode(0, project.ralph("audit"));
    }

    @Test
    void what_a_person_edits_before_the_answer_is_in_the_tree_that_is_checked() throws Exception {
        overlay();
        script("agent.sh", "touch made\n");
        project.write("settings", "unit: none\n");
        script("test.sh", "grep -q cents settings || { echo 'AssertionError: no unit'; exit 1; }\n");
        for (int number = 1; number <= 3; number++) {
            answer(number, bullet(number));
        }
        assertCode(4, heal());
        project.write("settings", "unit: cents\n");

        assertCode(0, project.ralph("answer", "accounts-2.3", "See settings"));
        assertCode(0, project.ralph("resume"));

        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .contains("made");
        assertThat(project.status()).isEqualTo(" M settings\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_person_may_change_in_place_the_script_of_a_check_before_the_answer(boolean committed) throws Exception {
        script("agent.sh", "cat > BASE/prompt\ngrep -q 'Way 4' BASE/prompt && touch made\ntrue\n");
        script("test.sh", "echo 'AssertionError: wrong'; exit 1\n");
        for (int number = 1; number <= 4; number++) {
            answer(number, bullet(number));
        }
        assertCode(4, heal());
        script("test.sh", "test -e made || { echo 'AssertionError: expected made'; exit 1; }\n");
        if (committed) {
            project.git("commit", "-qm", "the test was wrong", "test.sh");
        }

        assertCode(0, project.ralph("answer", "accounts-2.3", "The test was wrong"));
        assertCode(0, project.ralph("resume"));

        assertThat(read(SPEC + "tasks.md")).contains("- [x] 2.3", "Way 4");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void what_an_agent_made_in_place_of_the_script_of_a_check_is_refused_also_after_the_answer() throws Exception {
        script("agent.sh", "echo true > test.sh\n");
        script("test.sh", "echo 'AssertionError: wrong'; exit 1\n");
        for (int number = 1; number <= 3; number++) {
            answer(number, bullet(number));
        }
        assertCode(4, heal());

        assertCode(0, project.ralph("answer", "accounts-2.3", "Go on"));
        Shell.Said said = project.ralph("resume");

        assertCode(4, said);
        assertThat(said.out()).contains("check `sh test.sh` was not run: test.sh was changed since the loop began");
        assertThat(read(SPEC + "tasks.md")).contains("- [ ] 2.3");
    }

    @Test
    void the_log_has_the_documented_keys_when_a_correction_is_applied_and_tells_the_rest_of_the_run() throws Exception {
        script("agent.sh", KNOWS_HOW);
        script("test.sh", NOT_MADE);
        answers(correction("say how", CORRECTED));

        assertCode(0, heal());

        assertThat(logged("ralph_loop_activated")).singleElement().satisfies(line -> {
            assertThat(line.keySet())
                    .containsExactly(
                            "timestamp",
                            "eventType",
                            "taskId",
                            "errorType",
                            "targetFile",
                            "attemptNumber",
                            "correction",
                            "success");
            assertThat(String.valueOf(line.get("timestamp")))
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
            assertThat(line)
                    .containsEntry("taskId", "2.3")
                    .containsEntry("errorType", "test_failure")
                    .containsEntry("targetFile", "tasks.md")
                    .containsEntry("attemptNumber", 1L)
                    .containsEntry("correction", "Updated Task 2.3: say how")
                    .containsEntry("success", true);
        });
        for (String type : List.of(
                "execution_started",
                "task_started",
                "task_failed",
                "spec_updated",
                "ralph_loop_resumed",
                "task_completed",
                "execution_completed")) {
            assertThat(logged(type)).as(type).hasSize(1);
        }
        assertThat(logged("task_failed").getFirst().get("context"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("errorType", "test_failure")
                .containsEntry("rootCause", "Implementation incorrect")
                .containsEntry("candidates", List.of("Property too strict", "Implementation incorrect"))
                .containsEntry("taskDescription", "2.3 Implement validation")
                .containsEntry("linkedTo", List.of("Requirement 1.1"))
                .containsEntry("failedTest", null)
                .containsEntry("counterexample", null)
                .containsKeys("stackTrace", "location", "confidence");
        assertThat(logged("test_run").stream().map(line -> line.get("message")))
                .containsExactly("a check failed", "every check passed");
        assertThat(logged("test_run").getFirst().get("context"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("passed", false)
                .extractingByKey("checks", InstanceOfAssertFactories.LIST)
                .contains(Map.of("check", "sh test.sh", "exitCode", 1L, "passed", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "src/price.ts(3,18): error TS2304: Cannot find name 'Price'.|compilation_error|Design incomplete|Missing types",
                "Uncaught exception: RangeError: quantity 0 is out of range|runtime_error|Requirements ambiguous"
                        + "|Edge case missed",
                "Error: Cannot find module './money'|missing_dependency|Tasks out of order|Prerequisite skipped",
                ".kiro/specs/accounts/design.md:9: parse error: the table has no end|invalid_spec|Spec syntax error"
                        + "|Malformed markdown"
            })
    void both_causes_of_a_type_are_logged_and_the_one_that_is_taken(String said, String type, String one, String other)
            throws Exception {
        fails(said + "\n");
        script("agent.sh", "true\n");
        answers("no idea\n");

        assertCode(4, heal());

        assertThat(logged("task_failed").getFirst().get("context"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("errorType", type)
                .containsEntry("candidates", List.of(one, other))
                .extractingByKey("rootCause")
                .isIn(one, other);
        assertThat(asked(1)).containsAnyOf("Likely cause: " + one, "Likely cause: " + other);
    }

    /// The check itself says that all is well: only that a test is worse than before speaks against it.
    @Test
    void a_task_that_breaks_a_test_that_passed_before_is_not_healed() throws Exception {
        overlay();
        project.write(
                ".ralph/config.yaml",
                read(".ralph/config.yaml")
                        .replace(
                                "checks: [sh test.sh]",
                                "checks: [{type: command, command: sh test.sh, reports: ['out/*.xml']}]"));
        project.write("names", "pass\n");
        project.write(".gitignore", "out/\n");
        script("test.sh", """
                mkdir -p out
                [ $(cat names) = pass ] || failure='<failure message="lost"/>'
                echo "<testsuite><testcase classname='suite' name='names'>$failure</testcase></testsuite>" > out/report.xml
                test -e made || { echo 'AssertionError: expected made'; exit 1; }
                """);
        script("agent.sh", """
                cat > BASE/prompt
                if grep -q Zod BASE/prompt; then touch made; fi
                if grep -q 'Keep names' BASE/prompt; then echo pass > names; else echo fail > names; fi
                """);
        String zod = "- [ ] 2.3 Implement validation\n  - Use Zod\n  - _Requirements: 1.1_\n";
        answer(1, correction("say how", zod));
        answer(2, correction("keep names", zod.replace("Zod\n", "Zod\n  - Keep names\n")));

        assertCode(0, heal());

        assertThat(asked(2)).contains("1 test passed before and now fails").contains("suite > names");
        assertThat(devlog())
                .containsSubsequence(
                        "**Attempt**: 1 of 3  \n**Status**: ❌ Failed again\n",
                        "**Attempt**: 2 of 3  \n**Status**: ✅ Resolved\n");
        assertThat(read("names")).isEqualTo("pass\n");
        assertThat(read(SPEC + "tasks.md")).contains("- [x] 2.3");
    }

    @Test
    void time_does_not_run_backwards_in_the_log_of_an_escalation() throws Exception {
        script("test.sh", NOT_MADE);
        script("agent.sh", "true\n");
        answers("I do not know.\n");

        assertCode(4, heal());

        List<String> times = logged(null).stream()
                .map(line -> String.valueOf(line.get("timestamp")))
                .toList();
        assertThat(times).isSorted();
        assertThat(logged("ralph_loop_exhausted")).hasSize(1);
        assertThat(project.ralph("task", "list", "--json").out())
                .contains("\"text\":\"accounts 2.3 Implement validation\"");
    }

    /// Example 1 of the specification, and its error word for word.
    @Test
    void a_property_test_with_a_counterexample_has_the_property_of_the_design_refined() throws Exception {
        fails("""
                Property test failed: Property 5 - Input validation
                Counterexample: { email: "", password: "test123" }
                Expected: validation error
                Actual: accepted
                """);
        script("agent.sh", "grep -q 'non-empty and match email regex' && touch made\ntrue\n");
        tasks("- [ ] 2.3 Implement validation\n  - _Requirements: 1.2_\n");
        answers(correction("what is not empty", """
                Property 5: All user inputs must be validated for correct format

                - Email must be non-empty and match email regex
                - Password must be non-empty and at least 8 characters

                **Validates: Requirements 1.2**
                """));

        assertCode(0, heal());

        assertThat(read(SPEC + "design.md")).isEqualTo(DESIGN.replace("""
                correct format

                **Validates: Requirements 1.2**
                """, """
                correct format

                - Email must be non-empty and match email regex
                - Password must be non-empty and at least 8 characters

                **Validates: Requirements 1.2**
                """));
        assertThat(logged("ralph_loop_activated").getFirst())
                .containsEntry("errorType", "test_failure")
                .containsEntry("targetFile", "design.md");
        assertThat(backups().getFirst().getFileName().toString()).startsWith("design-");
        assertThat(asked(1))
                .contains("{ email: \"\", password: \"test123\" }")
                .contains("decide whether the property is universally true")
                .contains("or whether it needs refinement");
        assertThat(devlog()).contains("**Status**: ✅ Resolved").doesNotContain("asks for less");
    }

    /// Example 2 of the specification, and its error word for word.
    @Test
    void a_function_that_is_missing_becomes_tasks_below_the_one_that_needs_it() throws Exception {
        fails("""
                Runtime error: Cannot read property 'validate' of undefined
                at UserService.createUser (user-service.ts:45)
                """);
        script("agent.sh", "cat > BASE/prompt\ngrep -qF '2.3.1 Implement' BASE/prompt && touch made\ntrue\n");
        tasks("- [ ] 2.3 Implement user creation\n");
        answers(correction("the function comes first", """
                - [ ] 2.3 Implement user creation
                  - [ ] 2.3.1 Implement validation function
                  - [ ] 2.3.2 Implement user creation logic
                """));

        assertCode(0, heal());

        assertThat(logged("ralph_loop_activated").getFirst())
                .containsEntry("errorType", "runtime_error")
                .containsEntry("targetFile", "tasks.md");
        assertThat(prompt()).contains("Do the tasks below it first, in their order.");
        assertThat(read(SPEC + "tasks.md")).isEqualTo("""
                - [x] 2.3 Implement user creation
                  - [x] 2.3.1 Implement validation function
                  - [x] 2.3.2 Implement user creation logic
                """);
    }

    /// The special case: no requirement asks for it yet.
    @Test
    void a_function_that_no_requirement_asks_for_becomes_a_criterion() throws Exception {
        fails("""
                Runtime error: Cannot read property 'validate' of undefined
                at UserService.createUser (user-service.ts:45)
                """);
        script("agent.sh", "grep -q 'validate every field' && touch made\ntrue\n");
        tasks("- [ ] 2.3 Implement user creation\n  - _Requirements: 2.2_\n");
        String corrected = """
                ### Requirement 2: Names

                #### Acceptance Criteria

                1. THE System SHALL keep the name
                2. THE System SHALL validate every field
                """;
        answers(correction("ask for validation", corrected));

        assertCode(0, heal());

        assertThat(asked(1)).contains("What to do: add the missing functionality as a new acceptance criterion.");
        assertThat(logged("ralph_loop_activated").getFirst())
                .containsEntry("errorType", "runtime_error")
                .containsEntry("targetFile", "requirements.md");
        assertThat(read(SPEC + "requirements.md")).endsWith(corrected);
        assertThat(read(SPEC + "tasks.md")).startsWith("- [x] 2.3");
    }

    @Test
    void a_nested_task_keeps_its_indentation_when_it_is_corrected() throws Exception {
        String tasks = """
                - [ ] 2. Accounts
                  - _Requirements: 1.2_
                  - [ ] 2.3 Implement validation
                    - Refuse what is empty
                """;
        script("agent.sh", KNOWS_HOW);
        script("test.sh", NOT_MADE);
        tasks(tasks);
        answers(correction("say how", "- [ ] 2.3 Implement validation\n  - Refuse what is empty\n  - Use Zod\n"));

        assertCode(0, heal());

        assertThat(asked(1)).contains("```\n- [ ] 2.3 Implement validation\n  - Refuse what is empty\n```");
        assertThat(prompt())
                .contains("\n> accounts 2.3 Implement validation\n")
                .contains("> ### Requirement 1: Accounts")
                .contains("> Property 5: ");
        assertThat(read(SPEC + "tasks.md")).isEqualTo((tasks + "    - Use Zod\n").replace("[ ]", "[x]"));
    }

    @Test
    void a_place_in_a_room_is_told_as_the_file_of_the_project() throws Exception {
        script("agent.sh", "true\n");
        project.write("src/rates.py", "def rate(l):\n    return l[3]\n");
        fails("""
                Traceback (most recent call last):
                  File "/somewhere/room/src/rates.py", line 2, in rate
                    return l[3]
                IndexError: list index out of range
                """);
        answers("nothing to correct");

        assertCode(4, heal());

        assertThat(logged("task_failed").getFirst().get("context"))
                .hasFieldOrPropertyWithValue("location", "src/rates.py:2:rate");
        assertThat(devlog()).contains("Error: IndexError: list index out of range\nAt: src/rates.py:2:rate\n");
    }

    @Test
    void corrector_and_worker_are_told_what_failed_where_and_what_was_printed() throws Exception {
        fails("""
                src/app/Order.java:7: error: cannot find symbol
                        Price total;
                        ^
                  symbol:   class Price
                  location: class Order
                1 error
                """);
        script("agent.sh", "cat > BASE/prompt\ngrep -q 'Price: cents' BASE/prompt && touch made\ntrue\n");
        answers(correction("add the type", "## Components and Interfaces\n\nThere is a service. Price: cents.\n"));

        assertCode(0, heal());

        assertThat(asked(1))
                .contains("cannot find symbol\nsymbol: class Price\nlocation: class Order\nAt: src/app/Order.java:7\n")
                .contains("What was printed, around the error:\n```\nsrc/app/Order.java:7: error: cannot find symbol\n"
                        + "        Price total;\n");
        assertThat(prompt())
                .contains("Updated design.md section 'Components and Interfaces': add the type")
                .contains("## How it failed the last time\n\n> cannot find symbol\n> symbol: class Price\n")
                .contains(">         Price total;\n");
    }

    /// The correction pattern for test failures.
    /// As `node --test` prints it: nothing but the name of the test says what it shows.
    @ParameterizedTest
    @CsvSource({"Property 5: inputs are validated, design.md", "Property 77: of nothing, tasks.md"})
    void a_test_that_is_named_after_a_property_of_the_design_shows_that_property(String test, String document)
            throws Exception {
        script("agent.sh", "true\n");
        fails("✖ " + test + " (1.2ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\nℹ fail 1\n");
        answers("no idea\n");

        assertCode(4, heal());

        assertThat(asked(1)).contains(" of " + document + " and nothing else");
    }

    @Test
    void a_property_gets_an_exception_which_everybody_is_told() throws Exception {
        fails("Property test failed: Property 5\nCounterexample: \"admin\"\n");
        script("agent.sh", "grep -q 'trusted admin inputs' && touch made\ntrue\n");
        tasks("- [ ] 2.3 Implement validation\n  - _Requirements: 1.2_\n");
        project.write(SPEC + "design.md", """
                # Design Document

                Property 5: All user inputs must be validated

                **Validates: Requirements 1.2**
                """);
        answers(correction("exclude trusted admins", """
                Property 5: All user inputs must be validated, except for trusted admin inputs

                **Validates: Requirements 1.2**
                """));

        Shell.Said said = heal();

        assertCode(0, said);
        assertThat(read(SPEC + "design.md"))
                .contains("\nProperty 5: All user inputs must be validated, except for trusted admin inputs\n");
        assertThat(devlog())
                .contains("Updated design.md Property 5: exclude trusted admins (asks for less than before");
        assertThat(String.valueOf(logged("ralph_loop_activated").getFirst().get("correction")))
                .contains("asks for less than before");
        assertThat(said.out()).contains("asks for less than before");
    }

    /// The correction pattern for missing functionality.
    @Test
    void a_numbered_requirement_gets_bullets() throws Exception {
        fails("Uncaught exception: RangeError: password of length 3\n    at createAccount (accounts.js:12)\n");
        script("agent.sh", "grep -q 'at least 8 characters' && touch made\ntrue\n");
        project.write(SPEC + "requirements.md", """
                # Requirements Document

                ### Requirement 1: Accounts

                #### Acceptance Criteria

                1. User can create account
                """);
        project.write(SPEC + "design.md", "# Design Document\n");
        answers(correction("what an account needs", """
                ### Requirement 1: Accounts

                #### Acceptance Criteria

                1. User can create account
                   - Email must be unique
                   - Password must be at least 8 characters
                """));

        assertCode(0, heal());

        assertThat(logged("ralph_loop_activated").getFirst())
                .containsEntry("errorType", "runtime_error")
                .containsEntry("targetFile", "requirements.md");
        assertThat(read(SPEC + "requirements.md")).endsWith("""
                1. User can create account
                   - Email must be unique
                   - Password must be at least 8 characters
                """);
    }

    private static String bullet(int number) {
        return correction(
                "try " + number, "- [ ] 2.3 Implement validation\n  - Way " + number + "\n  - _Requirements: 1.1_\n");
    }

    @Test
    void after_three_corrections_a_person_is_asked_and_the_answer_goes_on() throws Exception {
        script("agent.sh", KNOWS_HOW + "grep -q 'Write made' BASE/prompt && touch made\ntrue\n");
        script("test.sh", NOT_MADE);
        for (int number = 1; number <= 3; number++) {
            answer(number, bullet(number));
        }

        Shell.Said said = heal();

        assertCode(4, said);
        assertThat(executions()).as("three corrections are four executions").isEqualTo(4);
        assertThat(corrections()).isEqualTo(3);
        assertThat(said.out())
                .contains("asks: Unable to auto-correct after 3 attempts: 2.3 Implement validation")
                .contains("Answer: ralph answer accounts-2.3 \"...\", then ralph heal accounts");
        assertThat(devlog())
                .contains("**Attempt**: 3 of 3  \n**Status**: ❌ Failed again\n")
                .contains("""
                        ### Self-Healing Event #4 - ESCALATION REQUIRED

                        **Task**: 2.3 \s
                        **Error**: AssertionError: expected made \s
                        **Attempts**: 3 of 3 exhausted \s
                        **Status**: ⚠️ Human intervention required \s
                        **Context**:\s""")
                .containsSubsequence(
                        "Tried: Task 2.3: try 1", "Tried: Task 2.3: try 3", "AssertionError: expected made");
        assertThat(logged("ralph_loop_exhausted")).singleElement().satisfies(line -> {
            assertThat(line)
                    .containsEntry("taskId", "2.3")
                    .containsEntry("message", "Unable to auto-correct after 3 attempts");
            assertThat(line.get("context"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("requiresHuman", true);
        });
        assertThat(read(SPEC + "tasks.md")).contains("- [ ] 2.3").doesNotContain("[-]");
        assertThat(read(".kiro/state/orchestrator-state.json")).contains("\"ralphLoopAttempts\":{\"2.3\":3}");
        assertThat(project.status()).as("what was corrected is committed").isEmpty();
        assertThat(project.ralph("inbox").out()).contains("accounts-2.3", "ralph heal accounts");
        assertThat(project.ralph("status", "--json").out())
                .contains("\"state\":\"parked\",\"outcome\":null,\"reason\":null,\"message\":\"Unable to auto-correct")
                .doesNotContain("completed");
        assertThat(project.ralph("task", "list", "--json").out()).contains("\"state\":\"parked\"");

        assertCode(0, project.ralph("answer", "accounts-2.3", "Write made"));
        assertCode(0, again("accounts"));

        assertThat(read(SPEC + "tasks.md")).contains("- [x] 2.3");
        assertThat(project.path(".kiro/state/orchestrator-state.json")).doesNotExist();
        assertCode(0, project.ralph("audit"));
    }

    /// @param execution the one that waits until it is ended
    private void waitsIn(int execution) throws Exception {
        script("agent.sh", KNOWS_HOW + """
                if [ $(wc -l < BASE/executions) = EXECUTION ]; then
                    touch BASE/stop
                    while [ -e BASE/stop ]; do sleep 0.1; done
                fi
                """.replace("EXECUTION", String.valueOf(execution)));
        script("test.sh", NOT_MADE);
        for (int number = 1; number <= 6; number++) {
            answer(number, bullet(number));
        }
    }

    private Shell.Said endedWhileItWaits(Callable<Shell.Said> run, String command, String what) throws Exception {
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Shell.Said> said = threads.submit(run);
            Waiting.until(() -> Files.exists(base.resolve("stop")));
            assertCode(0, project.ralph(command, what));
            return said.get();
        } finally {
            Files.deleteIfExists(base.resolve("stop"));
        }
    }

    @Test
    void the_three_corrections_of_an_answer_are_left_also_where_the_run_is_stopped() throws Exception {
        waitsIn(5);
        assertCode(4, heal());
        assertCode(0, project.ralph("answer", "accounts-2.3", "Think"));

        assertCode(6, endedWhileItWaits(this::again, "stop", "heal-accounts"));

        assertThat(read(".kiro/state/orchestrator-state.json")).contains("\"ralphLoopAttempts\":{\"2.3\":0}");
        assertCode(4, again());
        assertThat(corrections()).isEqualTo(6);
        assertThat(logged("ralph_loop_activated").stream().map(line -> line.get("attemptNumber")))
                .containsExactlyInAnyOrder(1L, 2L, 3L, 1L, 2L, 3L);
    }

    @Test
    void a_correction_whose_task_is_cancelled_is_in_the_history() throws Exception {
        waitsIn(2);

        Shell.Said said = endedWhileItWaits(this::heal, "cancel", "accounts-2.3");

        assertThat(devlog())
                .as(said.out())
                .contains(
                        "**Correction**: Updated tasks.md Task 2.3: try 1  \n",
                        "**Attempt**: 1 of 3  \n**Status**: ❌ Cancelled before it was done again\n");
    }

    /// Who runs it is stopped while the task is done for the second time.
    @Test
    void a_run_that_was_stopped_after_one_correction_has_two_left() throws Exception {
        waitsIn(2);

        assertCode(6, endedWhileItWaits(this::heal, "stop", "heal-accounts"));

        assertThat(read(".kiro/state/orchestrator-state.json")).contains("\"ralphLoopAttempts\":{\"2.3\":1}");

        assertCode(4, again("accounts"));

        assertThat(corrections()).isEqualTo(3);
        assertThat(logged("ralph_loop_activated").stream().map(line -> line.get("attemptNumber")))
                .containsExactly(1L, 2L, 3L);
        assertThat(devlog()).contains("#4 - ESCALATION REQUIRED").doesNotContain("Event #5");
    }

    @Test
    void a_checkpoint_waits_for_a_person() throws Exception {
        tasks("- [ ] 1. Begin\n  - _Requirements: 1.1_\n- [ ] 2. Checkpoint - look at it\n- [ ] 3. End\n"
                + "  - _Requirements: 1.1_\n");
        script("agent.sh", "cat > BASE/prompt\necho \"$JRUN_TASK_ID\" >> made\n");

        Shell.Said said = heal();

        assertCode(4, said);
        assertThat(said.out()).contains("asks: Checkpoint 2 Checkpoint - look at it");
        assertThat(read(SPEC + "tasks.md"))
                .contains("- [x] 1.")
                .contains("- [ ] 3.")
                .doesNotContain("[x] 2.");
        assertCode(0, project.ralph("answer", "accounts-2", "It looks well"));

        assertCode(0, again("accounts"));

        assertThat(read(SPEC + "tasks.md")).contains("- [x] 1.", "- [x] 2.", "- [x] 3.");
        assertThat(read("made")).isEqualTo("accounts-1\naccounts-2\naccounts-3\n");
    }

    @Test
    void optional_tasks_are_skipped_until_somebody_asks_for_them() throws Exception {
        tasks("- [ ] 1. Begin\n  - [ ] 1.1 Needed\n  - [ ]* 1.2 Wanted\n  - [ ]\\* 1.3 Liked\n- [ ]* 2. More\n");
        script("agent.sh", "echo \"$JRUN_TASK_ID\" >> made\n");

        assertCode(0, heal());

        assertThat(read("made")).isEqualTo("accounts-1.1\n");
        assertThat(read(SPEC + "tasks.md"))
                .isEqualTo(
                        "- [x] 1. Begin\n  - [x] 1.1 Needed\n  - [ ]* 1.2 Wanted\n  - [ ]\\* 1.3 Liked\n- [ ]* 2. More\n");

        assertCode(0, again("--optional-tasks", "on"));

        assertThat(read("made")).isEqualTo("accounts-1.1\naccounts-1.2\naccounts-1.3\naccounts-2\n");
        assertThat(read(SPEC + "tasks.md")).doesNotContain("[ ]");
    }

    @Test
    void tasks_are_done_in_their_order_those_below_another_first_one_at_a_time() throws Exception {
        tasks("""
                - [ ] 1. One
                  - [ ] 1.1 Below
                    - [ ] 1.1.1 Deepest
                  - [x] 1.2 Done before
                - [?] 2. Unknown mark
                - [~] 3. Queued
                - [-] 4. In progress when somebody died
                """);
        script("agent.sh", """
                echo "$JRUN_TASK_ID $(grep -c '\\[-\\]' .kiro/specs/accounts/tasks.md)" >> made
                """);

        assertCode(0, heal());

        assertThat(read("made")).isEqualTo("accounts-1.1.1 1\naccounts-2 1\naccounts-3 1\naccounts-4 1\n");
        assertThat(read(SPEC + "tasks.md")).isEqualTo("""
                - [x] 1. One
                  - [x] 1.1 Below
                    - [x] 1.1.1 Deepest
                  - [x] 1.2 Done before
                - [x] 2. Unknown mark
                - [x] 3. Queued
                - [x] 4. In progress when somebody died
                """);
        assertThat(subjects()).startsWith("accounts 4 In progress when somebody died", "accounts 3 Queued");
    }

    @Test
    void the_prompt_says_that_the_marked_task_is_the_agents_own_and_quotes_what_belongs_to_it() throws Exception {
        script("agent.sh", KNOWS_HOW + "touch made\n");
        tasks("- [ ] 2.3 Implement validation\n  - _Requirements: 1.2_\n");

        assertCode(0, heal());

        assertThat(prompt())
                .contains("It is marked [-] in tasks.md because you are the one who works on it.")
                .contains("> - [-] 2.3 Implement validation")
                .contains("> ### Requirement 1: Accounts")
                .contains("> Property 5: All user inputs must be validated for correct format")
                .doesNotContain("Property 6");
    }

    @Test
    void the_state_file_has_the_documented_keys_while_a_task_is_worked_on() throws Exception {
        tasks("- [x] 1. Done\n- [ ] 2. Now\n- [ ]* 3. Later\n  - [ ] 3.1 Below\n");
        script("agent.sh", "cp .kiro/state/orchestrator-state.json BASE/state.json\ntouch made\n");

        assertCode(0, heal());

        Map<String, ?> state = JsonText.object(Files.readString(base.resolve("state.json")));
        assertThat(state.keySet())
                .startsWith(
                        "currentSpec",
                        "currentTask",
                        "executionStartTime",
                        "ralphLoopAttempts",
                        "completedTasks",
                        "skippedTasks");
        assertThat(state.get("currentSpec")).isEqualTo("accounts");
        assertThat(state.get("currentTask")).isEqualTo("2");
        assertThat(state.get("completedTasks")).isEqualTo(List.of("1"));
        assertThat(state.get("skippedTasks")).isEqualTo(List.of("3", "3.1"));
    }
}
