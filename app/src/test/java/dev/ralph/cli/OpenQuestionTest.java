package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work that a human is to be asked about: whatever an agent could still be told is found first.
class OpenQuestionTest {
    private static final String ASKED_ABOUT = "sed -i 's/== 4/== 0/' tests/sum.snap; ";
    private static final String RUNNER = """
            mkdir -p out
            { echo '<testsuite name="t">'
              for f in $1/*; do echo "<testcase classname='$1' name='$(basename "$f")'/>"; done
              echo '</testsuite>'; } > out/$1.xml
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_with_an_assertion_and_two_suites() throws Exception {
        project = GitProject.of(base);
        project.write("tests/sum.snap", "from app import add\n\n\ndef test_adds():\n    assert add(2, 2) == 4\n");
        project.write("suite.sh", RUNNER)
                .write("unit/adds", "")
                .write("unit/sorts", "")
                .write("slow/starts", "");
        project.write(".gitignore", "out/\n.ralph/\n");
        project.commit("tests");
    }

    private Shell.Said run(String checks, String agent) throws Exception {
        project.write(".ralph/config.yaml", "keep: commit\nchecks:\n" + checks);
        return project.run(
                "in-place",
                "--max-restarts",
                "1",
                "--containment",
                "group",
                "--command",
                ASKED_ABOUT + agent + GitProject.DONE);
    }

    private static String suite(String name) {
        return "  - {type: command, command: \"sh suite.sh " + name + "\", reports: [\"out/" + name
                + ".xml\"], pinned: false}\n";
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    @Test
    void a_test_that_vanished_is_told_to_the_agent() throws Exception {
        Shell.Said said = run(suite("unit"), "rm unit/adds; ");

        assertThat(said.code()).as(all(said)).isEqualTo(3);
        assertThat(all(said)).contains("unit > adds (passed → absent)", "The tamper guard needs a human");
    }

    @Test
    void each_command_is_compared_with_its_own_tests_before_the_work() throws Exception {
        Shell.Said said = run(suite("unit") + suite("slow"), "");

        assertThat(said.code()).as(all(said)).isEqualTo(4);
        assertThat(all(said)).contains("(all other checks passed)").doesNotContain("vanish");
    }

    private static String stages(String... checks) {
        String stages = Stream.of(checks).map(check -> "    - " + check + "\n").collect(Collectors.joining());
        return "  - type: multi_stage\n    stages:\n" + stages;
    }

    private static final String REVIEW = "{name: look, check: '{\"type\":\"review\",\"command\":\"touch asked\"}'}";

    @Test
    void a_check_of_several_stages_is_made_as_far_as_nobody_is_paid_for_it() throws Exception {
        Shell.Said said = run(stages("{name: words, check: grep -q better old}", REVIEW), "");

        assertThat(said.code()).as(all(said)).isEqualTo(3);
        assertThat(all(said)).contains("failed (exit 1)", "The tamper guard needs a human");
        assertThat(project.path("asked")).doesNotExist();
    }

    @Test
    void stages_before_a_review_that_pass_leave_the_question_to_a_human() throws Exception {
        Shell.Said said = run(stages("{name: words, check: grep -q old old}", REVIEW), "");

        assertThat(said.code()).as(all(said)).isEqualTo(4);
        assertThat(all(said)).contains("the tamper guard needs a human");
        assertThat(project.path("asked")).doesNotExist();
    }

    @Test
    void a_second_question_does_not_drop_the_first() throws Exception {
        String guards = "  - {type: tamper, ci-config: allow}\n  - {type: tamper, snapshot-changed: allow}\n";
        String ci = "mkdir -p .github/workflows; echo 'on: push' > .github/workflows/ci.yml; ";

        Shell.Said asked = run(guards, ci);
        assertThat(asked.code()).as(all(asked)).isEqualTo(4);
        assertThat(asked.out()).contains("(snapshot-changed)", "(ci-config)");

        project.git("checkout", "-q", ".");
        project.git("clean", "-fdq");
        Shell.Said refused = run(guards + "  - grep -q better old\n", ci);
        assertThat(refused.code()).as(all(refused)).isEqualTo(3);
        assertThat(refused.out()).contains("(snapshot-changed)", "(ci-config)");
    }

    @Test
    void the_named_command_answers_where_the_guard_stands_in_the_configuration() throws Exception {
        Shell.Said asked = run("  - grep -q old old\n  - {type: tamper, ci-config: allow}\n", "");
        assertThat(asked.code()).as(all(asked)).isEqualTo(4);
        Matcher answer =
                Pattern.compile("ralph resume (\\S+) --check '([^']+)'").matcher(asked.out());
        assertThat(answer.find()).as(asked.out()).isTrue();

        Shell.Said answered = project.ralph("resume", answer.group(1), "--check", answer.group(2));
        assertThat(answered.code()).as(all(answered)).isZero();
    }

    @Test
    void the_guard_that_is_there_by_itself_goes_by_its_option() throws Exception {
        assertThat(run("  - grep -q old old\n", "").code()).isEqualTo(4);
        Shell.Said without = project.ralph("resume", "task-001", "--tamper", "off");
        assertThat(without.code()).as(all(without)).isZero();
    }

    @Test
    void a_guard_of_the_configuration_stays_with_what_it_says() throws Exception {
        String guard = "  - grep -q old old\n  - {type: tamper, ci-config: allow}\n";
        assertThat(run(guard, "").code()).isEqualTo(4);
        for (String option : List.of("on", "off")) {
            Shell.Said asked = project.ralph("resume", "task-001", "--tamper", option);
            assertThat(asked.code()).as(all(asked)).isEqualTo(4);
            assertThat(asked.out())
                    .contains("{\"type\":\"tamper\",\"ci-config\":\"allow\",\"snapshot-changed\":\"allow\"}");
        }
    }
}
