package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which scripts belong to a check, and which are what it looks at.
class CheckScriptsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "./check.sh                              | ./check.sh",
                "ci/verify --fast                        | ci/verify",
                "sh check.sh                             | check.sh",
                "bash -eu scripts/test.sh a b            | scripts/test.sh",
                "/bin/sh ./acceptance                    | ./acceptance",
                "python3 tests/run.py                    | tests/run.py",
                "node ./e2e.mjs                          | ./e2e.mjs",
                "timeout 60s ./run-tests                 | ./run-tests",
                "env A=1 B=2 nice ./smoke.sh             | ./smoke.sh",
                "A=1 ./lint.rb                           | ./lint.rb",
                ". ./ci.sh                               | ./ci.sh",
                "make && ./gate.sh                       | ./gate.sh",
                "cd web; sh ci/all.sh 2> log             | web/ci/all.sh",
                "(cd 'web' && ./check)                   | web/./check",
                "( ./validate )                          | ./validate",
                "! ./assert-none                         | ./assert-none",
                "cd /opt && ./check                      | /opt/./check",
                "(cd web && npm test) && sh check.sh     | check.sh",
                "x=$(cd web; pwd); sh check.sh           | check.sh",
                "bash -c 'sh check.sh'                   | check.sh",
                "sh < check.sh                           | check.sh",
                "sh <check.sh                            | check.sh",
                "if ./check.sh; then true; fi            | ./check.sh",
                "for i in 1 2; do ./check.sh $i; done    | ./check.sh",
                "cd web 2>/dev/null && ./check.sh        | web/./check.sh",
                "cd web > /dev/null; ./check.sh          | web/./check.sh",
                "cd web >/dev/null 2>&1 && ./check.sh    | web/./check.sh",
                "bash -s arg < ci/verify.sh              | ci/verify.sh",
                "bash -es arg <ci/verify.sh              | ci/verify.sh",
                "<check.sh sh 2> /dev/null               | check.sh",
                "sh 2>/dev/null ci/verify.sh             | ci/verify.sh",
                "sh 2>&1 check.sh                        | check.sh",
                "sh check.sh>log                         | check.sh",
                "sh check.sh &> log                      | check.sh",
                "2>&1 ./check.sh >> log                  | ./check.sh",
                "sh check2 <tests/in.txt                 | check2",
                "python3 -s tests/run.py < tests/in.txt  | tests/run.py",
            })
    void a_script_that_checks_something_belongs_to_its_check(String line, String script) {
        assertThat(Check.Command.shell(line).scripts()).containsExactly(script);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "make test",
                "mvn -q verify",
                "npm test",
                "pytest tests/test_login.py",
                "test -s docs/plan.md",
                "./greet.sh | grep Hello",
                "python3 main.py",
                "python3 -m pytest -q",
                "(cd api && .venv/bin/python -m unittest)",
                "node src/index.js --check",
                "sh -c 'echo check'",
                "./specific.d/../run",
                "cat check.sh",
                "grep -q test src/Main.java",
                "<tests/in.txt ./prog",
                "./prog < tests/in.txt > tests/out.txt",
                "sh run.sh 3<tests/in.txt",
                "cat <<check.sh",
                "wc -l < tests/check.sh",
                "true",
            })
    void what_a_command_looks_at_does_not(String line) {
        List<String> scripts = Check.Command.shell(line).scripts();
        assertThat(scripts).allSatisfy(script -> assertThat(script).doesNotContain("greet", "main", "index"));
        if (!line.contains("specific") && !line.contains("-c ")) {
            assertThat(scripts).isEmpty();
        }
    }

    @Test
    void several_commands_have_several_scripts() {
        assertThat(Check.Command.shell("sh a-check.sh && sh b-check.sh || ./c-test")
                        .scripts())
                .containsExactly("a-check.sh", "b-check.sh", "./c-test");
    }

    @Test
    void a_script_lies_in_the_folder_of_its_command() {
        Check there = new Check.Command(
                "./check.sh; /opt/check", 0, null, null, Duration.ofMinutes(1), "web", List.of(), null);
        assertThat(there.scripts()).containsExactly("web/./check.sh", "/opt/check");
    }

    @Test
    void a_command_can_leave_its_scripts_alone() {
        Check open = new Check.Command("./check.sh", 0, null, null, null, null, List.of(), null, false, null);
        assertThat(open.scripts()).isEmpty();
    }

    @Test
    void a_validation_script_always_belongs_to_its_check() {
        assertThat(new Check.Validate("./skills/one.ts").scripts()).containsExactly("./skills/one.ts");
    }

    @Test
    void stages_have_the_scripts_of_all_each_once() {
        MultiStage.Stage one = new MultiStage.Stage("a", Check.Command.shell("./check.sh"), null);
        MultiStage.Stage two = new MultiStage.Stage("b", new Check.Validate("v.sh"), null);
        assertThat(new MultiStage(List.of(one, two, one), true).scripts()).containsExactly("./check.sh", "v.sh");
    }

    @Test
    void tests_of_a_task_have_those_of_their_command() {
        assertThat(new Check.TestPassing("R-1", "sh test.sh").scripts()).containsExactly("test.sh");
        assertThat(new Check.TestPassing("R-1", null).scripts()).isEmpty();
        assertThat(new Check.TestPassing(null, null).title()).isEqualTo("tests of the task pass");
        assertThat(new Check.TestPassing("R-1", null).title()).isEqualTo("tests of R-1 pass");
    }

    @Test
    void what_runs_nothing_has_none() {
        assertThat(List.of(
                        new Check.FileExists("check.sh"),
                        GitFact.CHANGED,
                        GitFact.COMMITTED,
                        GitFact.TREE_CLEAN,
                        new Check.Claim(CheckFields.NONE),
                        new Check.Tamper(CheckFields.NONE),
                        new Check.Ratchet(),
                        new Review(CheckFields.NONE)))
                .allSatisfy(check -> assertThat(check.scripts()).isEmpty());
    }
}
