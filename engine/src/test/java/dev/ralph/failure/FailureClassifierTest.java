package dev.ralph.failure;

import static dev.ralph.failure.FailureType.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples and the matrix of specification 000, and formats of versions and tools that the corpus does not have.
class FailureClassifierTest {

    @Test
    void the_first_example_of_the_specification() {
        Failure failure = read("""
                Property test failed: Property 5 - Input validation
                Counterexample: { email: "", password: "test123" }
                Expected: validation error
                Actual: accepted
                """);

        assertThat(failure.type()).isEqualTo(TEST_FAILURE);
        assertThat(failure.property()).isTrue();
        assertThat(failure.counterexample()).isEqualTo("{ email: \"\", password: \"test123\" }");
        assertThat(failure.location().test()).isEqualTo("Property 5 - Input validation");
        assertThat(failure.cause().words()).isEqualTo("Property too strict");
        assertThat(target(failure)).isEqualTo("design.md");
    }

    @Test
    void the_second_example_of_the_specification() {
        Failure failure = read("""
                Runtime error: Cannot read property 'validate' of undefined
                at UserService.createUser (user-service.ts:45)
                """);

        assertThat(failure.type()).isEqualTo(RUNTIME_ERROR);
        assertThat(failure.missingSymbol()).isTrue();
        assertThat(failure.location()).isEqualTo(new Location("user-service.ts", 45, "UserService.createUser", null));
        assertThat(target(failure)).isEqualTo("tasks.md");
        assertThat(TargetTable.DOCUMENTED.target(failure, false).file()).isEqualTo("requirements.md");
    }

    @Test
    void the_causes_are_those_of_the_matrix() {
        assertThat(List.of(FailureType.values()).subList(0, 5).stream()
                        .map(type ->
                                type.title() + ": " + type.causes().getFirst().words() + ", "
                                        + type.causes().getLast().words()))
                .containsExactly(
                        "Test Failure: Property too strict, Implementation incorrect",
                        "Compilation Error: Design incomplete, Missing types",
                        "Runtime Error: Requirements ambiguous, Edge case missed",
                        "Missing Dependency: Tasks out of order, Prerequisite skipped",
                        "Invalid Spec: Spec syntax error, Malformed markdown");
        assertThat(List.of(FailureType.values()))
                .extracting(FailureType::word)
                .containsExactly(
                        "test_failure",
                        "compilation_error",
                        "runtime_error",
                        "missing_dependency",
                        "invalid_spec",
                        "timeout_error",
                        "resource_error",
                        "unknown_error");
    }

    @Test
    void each_row_of_the_matrix_leads_to_its_document() {
        assertRow("1 test failed: expected 3 but was 4", TEST_FAILURE, "Implementation incorrect", "tasks.md");
        assertRow(
                "src/a.ts(1,2): error TS2304: Cannot find name 'User'.",
                COMPILATION_ERROR,
                "Missing types",
                "design.md");
        assertRow(
                "src/a.ts(1,2): error TS2322: Type 'a' is not assignable to type 'b'.",
                COMPILATION_ERROR,
                "Design incomplete",
                "design.md");
        assertRow("Uncaught exception: list index out of range", RUNTIME_ERROR, "Edge case missed", "requirements.md");
        assertRow(
                "Unhandled exception: order refused by policy",
                RUNTIME_ERROR,
                "Requirements ambiguous",
                "requirements.md");
        assertRow("Error: Cannot find module './validator'", MISSING_DEPENDENCY, "Tasks out of order", "tasks.md");
        assertRow("Error: Cannot find module 'zod'", MISSING_DEPENDENCY, "Prerequisite skipped", "tasks.md");
        assertRow("design.md:12: unknown key in property 3", INVALID_SPEC, "Spec syntax error", "design.md");
        assertRow(
                ".kiro/specs/login/requirements.md:3:1: heading without a number",
                INVALID_SPEC,
                "Malformed markdown",
                "requirements.md");
        assertRow("Invalid spec: no task has a number", INVALID_SPEC, "Spec syntax error", "tasks.md");
        assertRow(
                "Parse error in tasks.md at line 7: malformed checkbox",
                INVALID_SPEC,
                "Malformed markdown",
                "tasks.md");
    }

    @Test
    void a_task_that_took_too_long_is_a_timeout_whatever_it_printed() {
        Failure failure =
                FailureClassifier.classify(new FailureOutput("src/A.java:1: error: ';' expected\n", 143, true));

        assertThat(failure.type()).isEqualTo(TIMEOUT_ERROR);
        assertThat(failure.confidence()).isEqualTo(100);
    }

    @Test
    void what_stands_before_every_line_is_no_part_of_it() {
        Failure failure = read("""
                2026-01-19T13:45:00.123Z FAIL test/cart.test.js
                2026-01-19T13:45:00.124Z   ● adds an item
                2026-01-19T13:45:00.124Z
                2026-01-19T13:45:00.125Z     expect(received).toBe(expected)
                2026-01-19T13:45:00.126Z       at Object.toBe (test/cart.test.js:9:23)
                2026-01-19T13:45:00.127Z Tests:       1 failed, 1 total
                """);

        assertThat(failure.tool()).isEqualTo("jest");
        assertThat(failure.location().line()).isEqualTo(9);
    }

    @Test
    void none_that_is_called_is_missing_and_none_that_is_read_is_a_value() {
        String trace = """
                Traceback (most recent call last):
                  File "/project/app.py", line 7, in create
                    %s
                AttributeError: 'NoneType' object has no attribute 'validate'
                """;

        assertThat(read(trace.formatted("self.validator.validate(user)")).missingSymbol())
                .isTrue();
        assertThat(read(trace.formatted("name = user.validate")).missingSymbol())
                .isFalse();
    }

    @Test
    void java_says_which_collaborator_is_missing() {
        String thrown =
                "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"%s\" because \"%s\" is null\n\tat app.Main.main(Main.java:5)\n";

        assertThat(read(thrown.formatted("app.Checker.check(String)", "this.checker"))
                        .missingSymbol())
                .isTrue();
        assertThat(read(thrown.formatted("String.length()", "<local1>")).missingSymbol())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[ERROR] total(org.sample.OrderTest)  Time elapsed: 0.01 s  <<< FAILURE!\njava.lang.AssertionError: expected:<3> but was:<4>\n\tat org.sample.OrderTest.total(OrderTest.java:12)\n",
                "OrderTest > total() FAILED\n    org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)\n        at app//org.sample.OrderTest.total(OrderTest.java:12)\n\nFAILURE: Build failed with an exception.\n",
                "[ERROR] Failures: \n[ERROR]   OrderTest.total:12 expected: <3> but was: <4>\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n",
            })
    void older_and_newer_forms_of_junit(String text) {
        Failure failure = read(text);

        assertThat(failure.type()).isEqualTo(TEST_FAILURE);
        assertThat(failure.location().test()).isEqualTo("total");
        assertThat(failure.location().file()).endsWith("OrderTest.java");
        assertThat(failure.location().line()).isEqualTo(12);
        assertThat(failure.message()).contains("3", "4");
    }

    @Test
    void junit_started_by_itself() {
        Failure four = read("""
                JUnit version 4.13.2
                .E
                There was 1 failure:
                1) total(org.sample.OrderTest)
                java.lang.AssertionError: expected:<3> but was:<4>
                	at org.junit.Assert.fail(Assert.java:89)
                	at org.sample.OrderTest.total(OrderTest.java:12)

                FAILURES!!!
                Tests run: 1,  Failures: 1
                """);
        Failure six = read("""
                Failures (1):
                  JUnit Jupiter:OrderTest:total()
                    MethodSource [className = 'org.sample.OrderTest', methodName = 'total', methodParameterTypes = '']
                    => org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
                       at org.sample.OrderTest.total(OrderTest.java:12)
                """);

        for (Failure failure : List.of(four, six)) {
            assertPlaced(failure, TEST_FAILURE, "org/sample/OrderTest.java", 12);
            assertThat(failure.location().test()).isEqualTo("total");
        }
    }

    @Test
    void a_failed_assertion_is_a_failed_test_where_the_file_is_a_test() {
        String trace = """
                Traceback (most recent call last):
                  File "/project/%s", line 3, in <module>
                    assert total([1]) == 2
                AssertionError
                """;

        assertThat(read(trace.formatted("test_order.py")).type()).isEqualTo(TEST_FAILURE);
        assertThat(read(trace.formatted("order.py")).type()).isEqualTo(RUNTIME_ERROR);
    }

    @Test
    void a_property_that_holds_does_not_make_another_test_one() {
        Failure failure = read("""
                OrderTest:keeps =
                                              |-----------------------jqwik-----------------------
                tries = 1000                  | # of calls to property
                checks = 1000                 | # of not rejected calls

                [ERROR] org.sample.OrderTest.total -- Time elapsed: 0.01 s <<< FAILURE!
                org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
                	at org.sample.OrderTest.total(OrderTest.java:12)
                """);

        assertThat(failure.property()).isFalse();
        assertThat(failure.tool()).isEqualTo("maven");
    }

    @Test
    void exit_codes_that_tools_around_the_failed_one_pass_on() {
        assertType("step 1\nmake: *** [Makefile:2: step] Error 137\n", RESOURCE_ERROR);
        assertType("step 1\nmake: *** [Makefile:2: step] Error 124\n", TIMEOUT_ERROR);
        assertType("step 1\nmake: *** [Makefile:2: step] Error 139\n", RUNTIME_ERROR);
        assertType("step 1\nmake: *** [Makefile:2: test] Error 1\n", TEST_FAILURE);
        assertType("step 1\nmake: *** [Makefile:2: build] Error 1\n", COMPILATION_ERROR);
    }

    @Test
    void older_forms_of_rust_and_go() {
        assertPlaced(
                read(
                        "thread 'main' panicked at 'index out of bounds: the len is 2 but the index is 5', src/main.rs:7:5\n"),
                RUNTIME_ERROR,
                "src/main.rs",
                7);
        assertPlaced(
                read("# example.com/shop\n./cart.go:9:2: undefined: total\nFAIL\texample.com/shop [build failed]\n"),
                COMPILATION_ERROR,
                "cart.go",
                9);
        assertPlaced(
                read("main.go:4:2: package shop/cart is not in std (/usr/local/go/src/shop/cart)\n"),
                MISSING_DEPENDENCY,
                "main.go",
                4);
    }

    @Test
    void events_of_go_test_in_json() {
        Failure failure = read("""
                {"Time":"2026-01-19T13:45:00Z","Action":"run","Package":"example.com/shop","Test":"TestTotal"}
                {"Time":"2026-01-19T13:45:00Z","Action":"output","Test":"TestTotal","Output":"    cart_test.go:9: got \\"3\\", want 4\\n"}
                {"Time":"2026-01-19T13:45:00Z","Action":"output","Test":"TestTotal","Output":"--- FAIL: TestTotal (0.00s)\\n"}
                {"Time":"2026-01-19T13:45:00Z","Action":"output","Package":"example.com/shop","Output":"FAIL\\n"}
                """);

        assertPlaced(failure, TEST_FAILURE, "cart_test.go", 9);
        assertThat(failure.location().test()).isEqualTo("TestTotal");
        assertThat(failure.message()).isEqualTo("got \"3\", want 4");
    }

    @Test
    void kotlin_under_gradle() {
        assertPlaced(
                read(
                        "e: file:///project/src/Order.kt:5:9 Unresolved reference: total\n\nFAILURE: Build failed with an exception.\n"),
                COMPILATION_ERROR,
                "/project/src/Order.kt",
                5);
    }

    @Test
    void other_tools_by_the_words_that_they_share() {
        assertType(
                "Program.cs(7,13): error CS0103: The name 'total' does not exist in the current context",
                COMPILATION_ERROR);
        assertType(
                "Failures:\n\n  1) Cart adds\n     Failure/Error: expect(cart.size).to eq(1)\n\n       expected: 1\n            got: 0\n\n1 example, 1 failure\n",
                TEST_FAILURE);
        assertType("PHP Fatal error:  Uncaught RuntimeException: no order in /project/a.php:3", RUNTIME_ERROR);
        assertType("ERROR: No matching distribution found for flask==99", MISSING_DEPENDENCY);
        assertType("npm error code E404\nnpm error 404 Not Found - GET left-pad-x\n", MISSING_DEPENDENCY);
        assertType("fork: Cannot allocate memory", RESOURCE_ERROR);
        assertType("the step took too long and was ended", TIMEOUT_ERROR);
        assertType("nothing of note", UNKNOWN_ERROR);
        assertType("Error: connection refused by the store", RUNTIME_ERROR);
        assertType("cp: cannot stat 'dist/app.js': No such file or directory", MISSING_DEPENDENCY);
    }

    @Test
    void words_of_other_kinds_inside_an_assertion_change_nothing() {
        Failure failure = read("""
                FAIL test/mail.test.js
                  ● reports a lost connection

                    expect(received).toBe(expected)

                    Expected: "ETIMEDOUT: timed out after 5 s, Cannot find module, out of memory"
                    Received: ""

                      at Object.toBe (test/mail.test.js:4:20)

                Tests:       1 failed, 1 total
                """);

        assertThat(failure.type()).isEqualTo(TEST_FAILURE);
        assertThat(failure.location().test()).isEqualTo("reports a lost connection");
    }

    @Test
    void python_that_only_compiles() {
        assertPlaced(
                read(
                        "Sorry: IndentationError: expected an indented block after function definition on line 1 (bad.py, line 2)"),
                COMPILATION_ERROR,
                "bad.py",
                2);
        assertPlaced(
                read("Compiling 'src/bad.py'...\n*** Sorry: TabError: inconsistent use of tabs (bad.py, line 7)\n"),
                COMPILATION_ERROR,
                "bad.py",
                7);
    }

    @Test
    void a_test_report_in_xml() {
        Failure failure = read("""
                <?xml version="1.0" encoding="utf-8"?>
                <testsuites>
                	<testcase name="fine" time="0.001544" classname="test"/>
                	<testcase name="Property 1: &quot;x&quot;" time="0.001" classname="test" failure="Expected values">
                		<failure type="testCodeFailure" message="Expected values to be strictly equal:1 !== 2">
                Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:

                1 !== 2

                    at TestContext.&lt;anonymous> (/project/cart.test.js:2:35)
                    at Test.runInAsyncScope (node:async_hooks:206:9) {
                  code: 'ERR_TEST_FAILURE',
                  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

                  1 !== 2

                      at TestContext.&lt;anonymous> (/project/cart.test.js:3:38)
                      at Test.run (node:internal/test_runner/test:796:25) {
                    code: 'ERR_ASSERTION'
                  }
                }
                		</failure>
                	</testcase>
                	<!-- fail 1 -->
                </testsuites>
                """);

        assertPlaced(failure, TEST_FAILURE, "/project/cart.test.js", 3);
        assertThat(failure.location().test()).isEqualTo("Property 1: \"x\"");
        assertThat(failure.message()).isEqualTo("Expected values to be strictly equal:1 !== 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "______ TestCart.test_adds ______\n\n    def test_adds(self):\n>       assert total == 4\nE       assert 3 == 4\n\nt/test_cart.py:13: AssertionError\n",
                "______ TestCart.test_adds ______\nt/test_cart.py:13: in test_adds\n    assert total == 4\nE   assert 3 == 4\n",
                "______ TestCart.test_adds ______\nTraceback (most recent call last):\n  File \"t/test_cart.py\", line 13, in test_adds\n    assert total == 4\nAssertionError: assert 3 == 4\n",
                "E   assert 3 == 4\nt/test_cart.py:13: assert 3 == 4\n",
            })
    void a_failed_assertion_counts_before_what_pytest_could_not_set_up(String failures) {
        Failure failure = read("""
                ==================================== ERRORS ====================================
                _________________________ ERROR at setup of test_uses __________________________
                t/test_cart.py:5: in broken
                    raise RuntimeError("no database")
                E   RuntimeError: no database
                =================================== FAILURES ===================================
                """ + failures + """
                =========================== short test summary info ============================
                FAILED t/test_cart.py::TestCart::test_adds - assert 3 == 4
                ERROR t/test_cart.py::test_uses - RuntimeError: no database
                ===================== 1 failed, 1 passed, 1 error in 0.49s =====================
                """);

        assertPlaced(failure, TEST_FAILURE, "t/test_cart.py", 13);
        assertThat(failure.location().test()).isIn("TestCart.test_adds", "TestCart::test_adds");
        assertThat(failure.message()).contains("3 == 4");
    }

    @Test
    void frames_of_junits_console_have_no_at() {
        Failure failure = read("""
                Failures (1):
                  JUnit Jupiter:OrderTest:total()
                    MethodSource [className = 'org.sample.OrderTest', methodName = 'total', methodParameterTypes = '']
                    => org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
                       org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:38)
                       org.sample.OrderTest.total(OrderTest.java:12)
                       [...]
                """);

        assertPlaced(failure, TEST_FAILURE, "org/sample/OrderTest.java", 12);
    }

    @Test
    void the_first_of_several_failures_of_one_property() {
        Failure failure = read("""
                =================================== FAILURES ===================================
                ___________________________________ TestIt.test_two ____________________________
                  + Exception Group Traceback (most recent call last):
                  |   File "/project/test_h.py", line 4, in test_two
                  |     @given(st.integers())
                  |                    ^^^
                  | ExceptionGroup: Hypothesis found 2 distinct failures. (2 sub-exceptions)
                  +-+---------------- 1 ----------------
                    | Traceback (most recent call last):
                    |   File "/project/test_h.py", line 7, in test_two
                    |     raise ValueError("big")
                    | ValueError: big
                    | Falsifying example: test_two(
                    |     x=101,
                    | )
                    +---------------- 2 ----------------
                    | Traceback (most recent call last):
                    |   File "/project/test_h.py", line 8, in test_two
                    |     assert x > -5
                    | AssertionError: assert -5 > -5
                    | Falsifying example: test_two(
                    |     x=-5,
                    | )
                    +------------------------------------
                =========================== short test summary info ============================
                FAILED test_h.py::TestIt::test_two - ExceptionGroup: Hypothesis found 2 disti...
                """);

        assertPlaced(failure, TEST_FAILURE, "/project/test_h.py", 7);
        assertThat(failure.counterexample()).isEqualTo("x=101");
        assertThat(failure.location().test()).isEqualTo("TestIt.test_two");
    }

    @Test
    void an_assertion_of_older_rust_that_spans_lines() {
        Failure failure = read("""
                running 1 test
                test tests::adds ... FAILED

                failures:

                ---- tests::adds stdout ----
                thread 'tests::adds' panicked at 'assertion failed: `(left == right)`
                  left: `3`,
                 right: `4`', src/lib.rs:10:9
                note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

                test result: FAILED. 0 passed; 1 failed; 0 ignored
                """);

        assertPlaced(failure, TEST_FAILURE, "src/lib.rs", 10);
        assertThat(failure.location().test()).isEqualTo("tests::adds");
        assertThat(failure.message())
                .startsWith("assertion failed: `(left == right)`")
                .contains("left: `3`", "right: `4`");
    }

    @Test
    void tests_have_their_whole_names() {
        assertThat(read("""
                        FAIL test/cart.test.js
                          ● cart › with two items › adds items

                            expect(received).toBe(expected)

                              at Object.toBe (test/cart.test.js:9:23)

                        Tests:       1 failed, 1 total
                        """).location().test()).isEqualTo("cart › with two items › adds items");
        assertThat(read(" FAIL  test/cart.test.ts > cart > adds items\nAssertionError: expected 1 to be 2\n")
                        .location()
                        .test())
                .isEqualTo("cart > adds items");
        assertThat(read("""
                          1 passing (4ms)
                          1 failing

                          1) cart
                               with two items
                                 adds items:
                             AssertionError [ERR_ASSERTION]: 1 == 2
                              at Context.<anonymous> (test/cart.js:9:12)
                        """).location().test()).isEqualTo("cart with two items adds items");
    }

    @Test
    void ruby() {
        assertPlaced(read("""
                        main.rb:3:in 'Integer#/': divided by 0 (ZeroDivisionError)
                        	from main.rb:3:in 'Object#share'
                        	from main.rb:7:in '<main>'
                        """), RUNTIME_ERROR, "main.rb", 3);
        assertPlaced(read("""
                        <internal:/usr/lib/ruby/vendor_ruby/rubygems/core_ext/kernel_require.rb>:37:in `require': cannot load such file -- sinatra (LoadError)
                        	from <internal:/usr/lib/ruby/vendor_ruby/rubygems/core_ext/kernel_require.rb>:37:in `require'
                        	from app.rb:1:in `<main>'
                        """), MISSING_DEPENDENCY, "app.rb", 1);
        assertPlaced(
                read("main.rb:4: syntax error, unexpected end-of-input, expecting `end'\n"),
                COMPILATION_ERROR,
                "main.rb",
                4);
        Failure minitest = read("""
                # Running:

                F

                  1) Failure:
                CartTest#test_adds [test/cart_test.rb:9]:
                Expected: 2
                  Actual: 3

                1 runs, 1 assertions, 1 failures, 0 errors, 0 skips
                """);
        assertPlaced(minitest, TEST_FAILURE, "test/cart_test.rb", 9);
        assertThat(minitest.location().test()).isEqualTo("CartTest#test_adds");
        assertThat(minitest.message()).isEqualTo("Expected: 2\nActual: 3");
        assertPlaced(read("""
                          1) Error:
                        CartTest#test_adds:
                        NoMethodError: undefined method `total' for an instance of Cart
                            /usr/lib/ruby/gems/minitest.rb:3:in `run'
                            test/cart_test.rb:9:in `test_adds'

                        1 runs, 0 assertions, 0 failures, 1 errors, 0 skips
                        """), TEST_FAILURE, "test/cart_test.rb", 9);
        Failure rspec = read("""
                Failures:

                  1) Cart when it is empty adds items
                     Failure/Error: expect(cart.size).to eq(1)

                       expected: 1
                            got: 0

                       (compared using ==)
                     # ./spec/cart_spec.rb:9:in `block (2 levels) in <top (required)>'

                Finished in 0.01 seconds (files took 0.1 seconds to load)
                1 example, 1 failure

                Failed examples:

                rspec ./spec/cart_spec.rb:8 # Cart when it is empty adds items
                """);
        assertPlaced(rspec, TEST_FAILURE, "spec/cart_spec.rb", 9);
        assertThat(rspec.location().test()).isEqualTo("Cart when it is empty adds items");
        assertThat(rspec.message()).isEqualTo("expect(cart.size).to eq(1)\nexpected: 1\ngot: 0");
        assertType("""

                An error occurred while loading ./spec/cart_spec.rb.
                Failure/Error: require 'cart'

                LoadError:
                  cannot load such file -- cart
                # ./spec/cart_spec.rb:1:in `<top (required)>'

                0 examples, 0 failures, 1 error occurred outside of examples
                """, MISSING_DEPENDENCY);
    }

    @Test
    void other_checkers_and_compilers() {
        assertPlaced(read("""
                        /project/src/order.py
                          /project/src/order.py:3:5 - error: "total" is not defined (reportUndefinedVariable)
                        1 error, 0 warnings, 0 informations
                        """), COMPILATION_ERROR, "/project/src/order.py", 3);
        assertType(
                "  /project/a.py:1:8 - error: Import \"flask\" could not be resolved (reportMissingImports)\n",
                MISSING_DEPENDENCY);
        assertPlaced(read("""
                        [info] compiling 1 Scala source to /project/target/classes ...
                        [error] /project/src/main/scala/Order.scala:5:9: not found: value total
                        [error]     val x = total
                        [error]             ^
                        [error] one error found
                        [error] (Compile / compileIncremental) Compilation failed
                        """), COMPILATION_ERROR, "/project/src/main/scala/Order.scala", 5);
        assertPlaced(
                read("[error] -- [E006] Not Found Error: /project/Order.scala:5:9 --------\n[error] 5 |  total\n"),
                COMPILATION_ERROR,
                "/project/Order.scala",
                5);
        assertPlaced(
                read("src/main.c:7:12: Fehler: »total« nicht deklariert (erste Benutzung in dieser Funktion)\n"),
                COMPILATION_ERROR,
                "src/main.c",
                7);
        assertPlaced(
                read("main.c:1:10: schwerwiegender Fehler: shop.h: Datei oder Verzeichnis nicht gefunden\n"),
                MISSING_DEPENDENCY,
                "main.c",
                1);
        assertType("main.c:1:10: erreur: « x » non déclaré\n", COMPILATION_ERROR);
        assertType("main.c:1:10: 错误：‘x’ 未声明\n", COMPILATION_ERROR);
    }

    @Test
    void formatters() {
        assertPlaced(
                read(
                        "Checking formatting...\n[warn] src/a.js\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.\n"),
                COMPILATION_ERROR,
                "src/a.js",
                null);
        assertPlaced(
                read("would reformat src/a.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted.\n"),
                COMPILATION_ERROR,
                "src/a.py",
                null);
        assertPlaced(
                read("Diff in /project/src/main.rs:1:\n-fn main(){println!(\"x\");}\n+fn main() {\n"),
                COMPILATION_ERROR,
                "/project/src/main.rs",
                1);
        assertPlaced(
                read("error: cannot format src/a.py: Cannot parse for target version Python 3.12: 3:8: x = (1,\n"),
                COMPILATION_ERROR,
                "src/a.py",
                3);
    }

    @Test
    void hypothesis_since_it_says_failing_test_case() {
        Failure failure = read("""
                Traceback (most recent call last):
                  File "/project/test_s.py", line 5, in <module>
                    test_n()
                  File "/project/test_s.py", line 3, in test_n
                    def test_n(s):
                \s\s\s\s\s\s\s\s
                  File "/home/me/lib/python3.11/site-packages/hypothesis/core.py", line 2295, in wrapped_test
                    raise the_error_hypothesis_found
                  File "/project/test_s.py", line 4, in test_n
                    assert s == s.strip()
                AssertionError
                Failing test case: test_n(
                    s=' ',
                )
                """);
        Failure machine = read("""
                =================================== FAILURES ===================================
                ________________________________ TestM.runTest _________________________________
                >   def small(self): assert len(self.l) < 3
                E   assert 3 < 3
                E   Failing test case:
                E   state = M()
                E   state.add(n=0)

                test_s.py:9: AssertionError
                ============================== 1 failed in 3.37s ===============================
                """);

        assertPlaced(failure, TEST_FAILURE, "/project/test_s.py", 4);
        assertThat(failure.counterexample()).isEqualTo("s=' '");
        assertThat(target(failure)).isEqualTo("design.md");
        assertPlaced(machine, TEST_FAILURE, "test_s.py", 9);
        assertThat(machine.counterexample()).isEqualTo("state = M() state.add(n=0)");
    }

    @Test
    void a_property_that_ran_out_of_time_is_not_too_strict() {
        assertType("""
                =================================== FAILURES ===================================
                ____________________________________ test_n ____________________________________
                >   @given(st.integers())
                E               hypothesis.errors.DeadlineExceeded: Test took 107.29ms, which exceeds the deadline of 20.00ms.
                E               Failing test case: test_n(
                E                   n=0,
                E               )

                site-packages/hypothesis/core.py:1050: DeadlineExceeded
                ============================== 1 failed in 32.15s ==============================
                """, TIMEOUT_ERROR);
    }

    @Test
    void javac_in_other_languages_and_with_warnings_that_count() {
        assertPlaced(
                read("src/Cart.java:5: Fehler: Symbol nicht gefunden\n        return sum(lines);\n1 Fehler\n"),
                COMPILATION_ERROR,
                "src/Cart.java",
                5);
        assertPlaced(
                read("src/Cart.java:3: エラー: パッケージorg.acmeは存在しません\nimport org.acme.Pay;\nエラー1個\n"),
                MISSING_DEPENDENCY,
                "src/Cart.java",
                3);
        Failure counted = read("""
                src/Old.java:4: warning: [rawtypes] found raw type: List
                 List l = new ArrayList();
                error: warnings found and -Werror specified
                1 error
                1 warning
                """);
        assertPlaced(counted, COMPILATION_ERROR, "src/Old.java", 4);
        assertThat(counted.message()).endsWith("found raw type: List");
    }

    @Test
    void what_surefire_says_in_other_ways() {
        Failure several = read("""
                [ERROR] org.acme.CartTest.adds -- Time elapsed: 0.02 s <<< FAILURE!
                org.opentest4j.AssertionFailedError:\s
                [sum of two]\s
                expected: 5
                 but was: -1
                	at org.acme.CartTest.adds(CartTest.java:6)
                """);
        assertThat(several.message())
                .isEqualTo("org.opentest4j.AssertionFailedError:\n[sum of two]\nexpected: 5\nbut was: -1");
        assertPlaced(
                read("[ERROR] Failures:\n[ERROR]   CartTest.adds:6 expected: <5> but was: <-1>\n"),
                TEST_FAILURE,
                "CartTest.java",
                6);
        assertType("""
                [ERROR] org.acme.CartTest.fast -- Time elapsed: 0.08 s <<< FAILURE!
                org.opentest4j.AssertionFailedError: execution timed out after 50 ms
                	at org.acme.CartTest.fast(CartTest.java:7)
                """, TIMEOUT_ERROR);
    }

    @Test
    void programs_that_go_runs() {
        assertType("2026/01/19 13:45:00 cannot load rates\nexit status 1\n", RUNTIME_ERROR);
        assertPlaced(read("""
                main.go:7: rate -3 is negative
                panic: rate -3 is negative

                goroutine 1 [running]:
                log.Panicf({0x4b, 0x13}, {0xc0, 0x1, 0x1})
                	/usr/local/go/src/log/log.go:392 +0x67
                main.main()
                	/project/main.go:7 +0x45
                exit status 2
                """), RUNTIME_ERROR, "/project/main.go", 7);
        assertPlaced(read("""
                ==================
                WARNING: DATA RACE
                Read at 0x00c000098018 by goroutine 7:
                  main.main.func1()
                      /project/main.go:10 +0x74

                Goroutine 7 (running) created at:
                  main.main()
                      /project/main.go:10 +0x92
                ==================
                Found 1 data race(s)
                exit status 66
                """), RUNTIME_ERROR, "/project/main.go", 10);
        assertType("package acme/a\n\timports acme/b\n\timports acme/a: import cycle not allowed\n", COMPILATION_ERROR);
        Failure fuzz = read("""
                --- FAIL: FuzzRev (0.02s)
                    --- FAIL: FuzzRev (0.00s)
                        a_test.go:9: Rev(Rev("ab")) = "bb"

                    Failing input written to testdata/fuzz/FuzzRev/af69
                FAIL
                """);
        assertPlaced(fuzz, TEST_FAILURE, "a_test.go", 9);
        assertThat(fuzz.counterexample()).isEqualTo("testdata/fuzz/FuzzRev/af69");
    }

    @Test
    void tests_of_other_runners_and_reporters() {
        assertPlaced(read("""
                │  │  │     caught: org.opentest4j.AssertionFailedError: expected: <true> but was: <false>
                │  │  │               	at org.junit.jupiter.api.Assertions.assertTrue(Assertions.java:190)
                │  │  │               	at CartTest.second(CartTest.java:8)
                """), TEST_FAILURE, "CartTest.java", 8);
        assertPlaced(read("""
                JUnit Jupiter > CartTest > second() :: FAILED
                	org.opentest4j.AssertionFailedError: expected: <true> but was: <false>
                		at org.junit.jupiter.api.Assertions.assertTrue(Assertions.java:190)
                		at CartTest.second(CartTest.java:8)
                """), TEST_FAILURE, "CartTest.java", 8);
        assertPlaced(
                read("[ RUN      ] Cart.Adds\nm.cc:7: Failure\nExpected equality of these values:\n  5\n  add(2, 3)\n"),
                TEST_FAILURE,
                "m.cc",
                7);
        Failure tap = read("""
                not ok 1 - test/cart.test.ts # time=13.88ms {
                    not ok 1 - cart # time=11.64ms {
                        not ok 1 - adds # time=11.27ms
                            ---
                            error:
                                message: "expected -1 to be 5"
                            at: "/project/test/cart.test.ts:5:25"
                            ...
                    }
                }
                """);
        assertPlaced(tap, TEST_FAILURE, "/project/test/cart.test.ts", 5);
        assertThat(tap.location().test()).isEqualTo("adds");
        Failure dots = read("""
                X

                Failed tests:

                ✖ adds (2.746155ms)
                  AssertionError [ERR_ASSERTION]: no
                      at TestContext.<anonymous> (/project/test/a.test.js:3:12)
                """);
        assertPlaced(dots, TEST_FAILURE, "/project/test/a.test.js", 3);
        assertThat(dots.location().test()).isEqualTo("adds");
        Failure made =
                read("t.c:5: FAIL: expected 5, got -1\n1 of 4 tests failed\nmake: *** [Makefile:2: check] Error 1\n");
        assertPlaced(made, TEST_FAILURE, "t.c", 5);
        assertThat(made.message()).isEqualTo("t.c:5: FAIL: expected 5, got -1");
        assertThat(read("""
                ______________________________ [doctest] shop.add ______________________________
                002\s
                003     >>> add(2, 3)
                Expected:
                    5
                Got:
                    -1

                /project/shop.py:3: DocTestFailure
                ============================== 1 failed in 8.34s ===============================
                """).message()).isEqualTo("Expected:\n5\nGot:\n-1");
        assertType("No test files found, exiting with code 1\n", TEST_FAILURE);
    }

    @Test
    void other_forms_of_checkers_and_programs() {
        assertPlaced(
                read("src/main.c(4,20): error: use of undeclared identifier 'nn'\n"),
                COMPILATION_ERROR,
                "src/main.c",
                4);
        assertPlaced(read("F401 [*] `os` imported but unused\n --> a.py:2:8\n  |\n"), COMPILATION_ERROR, "a.py", 2);
        assertPlaced(read("""

                /project/src/a.js
                  2:7  warning  'zz' is assigned a value but never used  no-unused-vars

                ✖ 1 problem (0 errors, 1 warning)

                ESLint found too many warnings (maximum: 0).
                """), COMPILATION_ERROR, "/project/src/a.js", 2);
        assertPlaced(read("""
                {"reason":"compiler-artifact","target":{"name":"shop"}}
                {"reason":"compiler-message","message":{"rendered":"error[E0308]: mismatched types\\n --> src/main.rs:3:17\\n  |\\n","level":"error"}}
                """), COMPILATION_ERROR, "src/main.rs", 3);
        assertType(
                "● Validation Error:\n\n  Test environment jest-environment-jsdom cannot be found.\n",
                MISSING_DEPENDENCY);
        assertThat(read("[ERROR] COMPILATION ERROR :\n[ERROR] Source option 5 is no longer supported.\n")
                        .message())
                .isEqualTo("Source option 5 is no longer supported.");
        assertPlaced(read("""
                ==27218== Invalid read of size 4
                ==27218==    at 0x10914B: use (m.c:3)
                ==27218==    by 0x109179: main (m.c:7)
                """), RUNTIME_ERROR, "m.c", 3);
        assertPlaced(read("run.sh: 2: RATES: parameter not set\n"), RUNTIME_ERROR, "run.sh", 2);
        assertPlaced(read("no rate for EUR at a.pl line 3.\n"), RUNTIME_ERROR, "a.pl", 3);
    }

    @ParameterizedTest
    @CsvSource({
        "TEST_FAILURE, Test failure: login",
        "TEST_FAILURE, 'Expected: 5\nActual: 4'",
        "COMPILATION_ERROR, Compilation error",
        "RUNTIME_ERROR, Uncaught exception",
        "RUNTIME_ERROR, UnhandledPromiseRejection: late",
        "MISSING_DEPENDENCY, Missing dependency: zod is not installed",
        "MISSING_DEPENDENCY, Import failed: module auth not found",
        "MISSING_DEPENDENCY, require failed: bcrypt",
        "INVALID_SPEC, Parse error: malformed markdown",
        "INVALID_SPEC, Error parsing spec: unexpected heading level",
        "TIMEOUT_ERROR, Timeout error"
    })
    void the_words_of_the_matrix_are_enough(FailureType type, String said) {
        assertType(said.replace("\\n", "\n") + "\n", type);
    }

    private static void assertRow(String text, FailureType type, String cause, String file) {
        Failure failure = read(text);
        assertThat(failure.type()).as(text).isEqualTo(type);
        assertThat(failure.cause().words()).as(text).isEqualTo(cause);
        assertThat(target(failure)).as(text).isEqualTo(file);
    }

    private static void assertPlaced(Failure failure, FailureType type, @Nullable String file, @Nullable Integer line) {
        assertThat(failure.type()).as(failure.toString()).isEqualTo(type);
        assertThat(failure.location().file()).as(failure.toString()).isEqualTo(file);
        assertThat(failure.location().line()).as(failure.toString()).isEqualTo(line);
    }

    private static void assertType(String text, FailureType type) {
        Failure failure = read(text);
        assertThat(failure.type()).as(text + "\n" + failure).isEqualTo(type);
    }

    private static String target(Failure failure) {
        return TargetTable.DOCUMENTED.target(failure, true).file();
    }

    private static Failure read(String text) {
        return FailureClassifier.classify(new FailureOutput(text, 1, false));
    }
}
