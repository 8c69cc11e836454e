package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What experiments need and say; agents that meet them are in the arena (ProofArenaTest).
class ExperimentsTest {
    private static final Map<String, String> CHECKS = Map.of(
            "pytest", "python3 -m pytest -q -p no:cacheprovider",
            "unittest", "python3 -m unittest discover -s tests -t .");

    @TempDir
    static Path base;

    @Test
    void who_is_asked_says_which_tests_may_change() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("asked")));
        project.write("calc.py", "def name(word):\n    return word.lower()\n");
        project.write(
                "test_calc.py", "from calc import name\n\n\ndef test_name():\n    assert name('Anna') == 'anna'\n");
        project.write(".gitignore", ".ralph/\n__pycache__/\n");
        project.commit("the project");

        Shell.Said asked = project.once(
                1,
                "in-place",
                "sed -i s/lower/upper/ calc.py; sed -i s/\\'anna/\\'ANNA/ test_calc.py",
                "--tamper",
                "off",
                "--check",
                CHECKS.getOrDefault("pytest", ""));
        Shell.Said resumed = project.ralph("resume", "task-001", "--tests-may-change", "test_calc.py");

        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(4);
        assertThat(asked.out() + asked.err())
                .contains("test_calc > test_name")
                .contains("ralph resume task-001 --tests-may-change 'test_calc.py'");
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
    }

    /// @param work what the agent does
    private static Shell.Said besideAnIgnoredLibrary(String name, String work) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.write(".gitignore", ".ralph/\n__pycache__/\nlib/\n");
        project.write("calc.py", "def add(a, b):\n    return a - b\n");
        project.write("tests/test_calc.py", """
            import unittest
            from lib.pad import pad
            from calc import add


            class CalcTest(unittest.TestCase):
                def test_add(self):
                    self.assertEqual(pad(str(add(2, 3))), ' 5')
            """);
        project.write("tests/__init__.py", "").write("lib/pad.py", "def pad(text):\n    return ' ' + text\n");
        project.commit("the project");
        return project.once(1, "in-place", work, "--tamper", "off", "--check", CHECKS.getOrDefault("unittest", ""));
    }

    @Test
    void in_place_a_check_finds_the_ignored_files_that_were_there_before_the_agent_and_no_others() throws Exception {
        Shell.Said honest = besideAnIgnoredLibrary("library", "sed -i 's/a - b/a + b/' calc.py");
        Shell.Said weaker = besideAnIgnoredLibrary("library-weaker", "sed -i \"s/' 5'/' -1'/\" tests/test_calc.py");
        Shell.Said own = besideAnIgnoredLibrary(
                "library-own",
                "printf 'def add(a, b):\\n"
                        + "    return a + b\\n"
                        + "' > lib/right.py; echo 'from lib.right import add' > calc.py");

        assertThat(honest.code()).as(honest.out() + honest.err()).isZero();
        assertThat(weaker.code()).as(weaker.out() + weaker.err()).isEqualTo(4);
        assertThat(own.code()).as(own.out() + own.err()).isNotZero();
        assertThat(own.out() + own.err()).contains("it fails in a fresh checkout of the same work");
    }

    /// With tests of their user's that are not committed: a new one, and an old one that was edited.
    ///
    /// @param work what the agent does
    private static Shell.Said onUncommittedTests(String name, String work, String... more) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.write(".gitignore", ".ralph/\n__pycache__/\n");
        project.write("calc.py", "def add(a, b):\n    return a - b\n\n\ndef name(word):\n    return word.lower()\n");
        project.write(
                "test_name.py", "from calc import name\n\n\ndef test_name():\n    assert name('Anna') == 'anna'\n");
        project.commit("the project");
        project.write(
                "test_name.py", "from calc import name\n\n\ndef test_name():\n    assert name('Anna') == 'ANNA'\n");
        project.write("test_add.py", "from calc import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n");
        List<String> words = new ArrayList<>(List.of(more));
        words.addAll(List.of("--check", CHECKS.getOrDefault("pytest", "")));
        return project.once(1, "in-place", work, words.toArray(String[]::new));
    }

    @Test
    void in_place_the_work_is_compared_with_what_its_user_had_not_committed() throws Exception {
        String upper = "sed -i s/lower/upper/ calc.py; ";
        Shell.Said weaker = onUncommittedTests("their-test-weaker", upper + "sed -i 's/== 5/== -1/' test_add.py");
        Shell.Said honest = onUncommittedTests("their-test", upper + "sed -i 's/a - b/a + b/' calc.py");
        Shell.Said committed = onUncommittedTests(
                "their-test-committed",
                upper
                        + "sed -i 's/a - b/a + b/' calc.py; git add -A; git -c user.name=a -c user.email=a@b commit"
                        + " -qm work",
                "--check",
                "{\"type\":\"committed\"}");

        assertThat(weaker.code()).as(weaker.out() + weaker.err()).isEqualTo(4);
        assertThat(weaker.out() + weaker.err()).contains("The work changed test_add.py");
        assertThat(honest.code()).as(honest.out() + honest.err()).isZero();
        assertThat(committed.code()).as(committed.out() + committed.err()).isZero();
    }

    @Test
    void a_test_file_that_may_change_may_be_deleted_with_what_it_tests() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("deleted")));
        project.write("calc.py", "def add(a, b):\n    return a + b\n\n\ndef old():\n    return 1\n");
        project.write("test_add.py", "from calc import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n");
        project.write("test_old.py", "from calc import old\n\n\ndef test_old():\n    assert old() == 1\n");
        project.write(".gitignore", ".ralph/\n__pycache__/\n");
        project.commit("the project");

        Shell.Said said = project.once(
                1,
                "in-place",
                "rm test_old.py; sed -i '/def old/,$d' calc.py",
                "--tests-may-change",
                "test_old.py",
                "--check",
                CHECKS.getOrDefault("pytest", ""));

        assertThat(said.code()).as(said.out() + said.err()).isZero();
    }

    /// With two files of tests, of which the check writes reports.
    private static GitProject ofReportedTests(String name) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.write("calc.py", "def add(a, b):\n    return a + b\n\n\ndef old():\n    return 1\n");
        project.write("test_add.py", "from calc import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n");
        project.write("test_old.py", "from calc import old\n\n\ndef test_old():\n    assert old() == 1\n");
        project.write(".gitignore", ".ralph/\n__pycache__/\n.ralph-reports/\n");
        project.write(
                ".ralph/config.yaml",
                "checks:\n  - type: command\n    command: " + CHECKS.get("pytest")
                        + " --junitxml=.ralph-reports/tests.xml\n    reports: [\".ralph-reports/*.xml\"]\n");
        project.commit("the project");
        return project;
    }

    @Test
    void a_reported_test_that_is_gone_is_asked_about_where_its_file_was_changed() throws Exception {
        GitProject project = ofReportedTests("reported");
        Shell.Said asked = project.once(1, "in-place", "rm test_old.py; sed -i '/def old/,$d' calc.py");
        Shell.Said resumed = project.ralph("resume", "task-001", "--tests-may-change", "test_old.py");
        Shell.Said renamed =
                ofReportedTests("renamed").once(1, "in-place", "sed -i 's/def test_old/def test_one/' test_old.py");
        Shell.Said blocked = ofReportedTests("blocked")
                .once(
                        1,
                        "in-place",
                        "rm test_old.py; sed -i '/def old/,$d' calc.py",
                        "--tamper",
                        "off",
                        "--old-tests",
                        "block");

        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(4);
        assertThat(asked.out() + asked.err()).contains("ralph resume task-001 --tests-may-change 'test_old.py'");
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(renamed.code()).as(renamed.out() + renamed.err()).isZero();
        assertThat(blocked.code()).as(blocked.out() + blocked.err()).isNotIn(0, 4);
    }

    @Test
    void a_reported_test_that_is_gone_is_refused_where_its_file_is_as_it_was() throws Exception {
        String left = "echo 'collect_ignore = [\"test_add.py\"]' > conftest.py";
        Shell.Said alone = ofReportedTests("left-out").once(1, "in-place", left);
        Shell.Said beside = ofReportedTests("left-out-beside")
                .once(1, "in-place", left + "; sed -i 's/def test_old/def test_one/' test_old.py");
        Shell.Said without = ofReportedTests("no-replay")
                .once(1, "in-place", "sed -i 's/def test_old/def test_one/' test_old.py", "--experiments", "off");

        for (Shell.Said said : List.of(alone, beside, without)) {
            assertThat(said.code()).as(said.out() + said.err()).isNotIn(0, 4);
            assertThat(said.out() + said.err()).contains("1 test vanished");
        }
    }

    @Test
    void who_lacks_what_the_work_installed_asks() throws Exception {
        Shell.Said said = besideAnIgnoredLibrary(
                "library-new",
                "sed -i 's/a - b/a + b/' calc.py; echo 'from lib.plus import x' >> calc.py; echo 'x = 1' > lib/plus.py;"
                        + " echo plus >> requirements.txt");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out() + said.err())
                .contains("the work changed what is installed, requirements.txt")
                .contains("--clean-room off");
    }

    @Test
    void who_verifies_again_is_told_of_the_runs_that_are_remembered() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("verified")));
        project.write("calc.sh", "echo $(($1 - $2))\n").write(".gitignore", ".ralph/\n");
        project.write("tests/test_add.sh", "[ \"$(sh calc.sh 2 3)\" = 5 ]\n");
        project.commit("the project");
        Shell.Said run =
                project.once(1, "overlay", "echo 'echo $(($1 + $2))' > calc.sh", "--check", "sh tests/test_add.sh");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<Path> remembered = remembered(project);

        Shell.Said again = project.ralph("verify", "task-001");
        List<Path> then = remembered(project);
        for (Path file : remembered) {
            Files.delete(file);
        }
        Shell.Said anew = project.ralph("verify", "task-001");

        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("`sabotage`").doesNotContain("not repeated  `sabotage`");
        assertThat(then).containsExactlyElementsOf(remembered);
        assertThat(anew.code()).as(anew.out() + anew.err()).isZero();
        assertThat(remembered(project)).isNotEmpty();
    }

    private static List<Path> remembered(GitProject project) throws IOException {
        try (Stream<Path> files = Files.walk(project.state().resolve("ralph").resolve("rooms"))) {
            return files.filter(file -> file.toString().matches(".*/experiments/[0-9a-f]+-\\d\\.txt"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void reports_are_asked_for_in_a_sandbox_too() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("sandbox")));
        project.write("calc.py", "def one():\n    return 1\n\n\ndef two():\n    return 1\n");
        project.write("test_calc.py", """
            from calc import one, two


            def test_one():
                assert one() == 1


            def test_two():
                assert two() == 2
            """);
        project.write(".gitignore", ".ralph/\n__pycache__/\n");
        project.commit("the project");

        Shell.Said said = project.once(
                1,
                "overlay",
                "printf 'class Any(int):\\n"
                        + "    def __eq__(self, other):\\n"
                        + "        return True\\n"
                        + "\\n"
                        + "\\n"
                        + "def one():\\n"
                        + "    return 1\\n"
                        + "\\n"
                        + "\\n"
                        + "def two():\\n"
                        + "    return Any(1)\\n"
                        + "' > calc.py",
                "--containment",
                "auto",
                "--sandbox",
                "auto",
                "--tamper",
                "off",
                "--check",
                CHECKS.getOrDefault("pytest", ""));

        assertThat(said.out() + said.err())
                .containsIgnoringCase("test test_calc > test_two, which failed before the work, passes now");
    }

    @Test
    void where_rooms_would_lie_in_the_repository_experiments_are_left_out() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("inside")));
        GitProject inside = new GitProject(project.folder(), project.path("state"));
        project.write("tests/test_a.sh", "true\n").write(".gitignore", ".ralph/\nstate/\n");
        project.commit("the project");

        Shell.Said said = inside.once(1, "in-place", "echo 1 > a", "--check", "sh tests/test_a.sh");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out())
                .contains("Sabotage skipped: clean rooms would lie in the repository")
                .doesNotContain("`sabotage` passed", "`sabotage` in ");
    }

    @Test
    void who_wants_none_gets_none() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("none")));
        project.write("tests/test_a.sh", "true\n");
        project.commit("the project");

        Shell.Said said =
                project.once(1, "in-place", "echo 1 > a", "--experiments", "off", "--check", "sh tests/test_a.sh");

        assertThat(said.out() + said.err()).doesNotContain("sabotage").contains("COMPLETED");
    }
}
