package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Agents in small real repositories whose check is one line, with everything else as it is by default but the rules
/// about what was edited: what is found is found by running. Each agent is a script in `app/src/test/experiments`.
class ExperimentsTest {
    private static final Path AGENTS =
            Path.of(System.getProperty("ralph.repository", "..")).resolve("app/src/test/experiments");
    private static final Pattern HEAD = Pattern.compile("# ([a-z]+): (.*)");
    private static final Map<String, String> CHECKS = Map.of(
            "pytest", "python3 -m pytest -q -p no:cacheprovider",
            "unittest", "python3 -m unittest discover -s tests -t .",
            "node", "node --test test/",
            "make", "make -s test");

    @TempDir
    static Path base;

    private static final Map<Case, Future<Shell.Said>> RUNS = new ConcurrentHashMap<>();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    /// @param heads what the lines at its top say
    record Case(String name, String workspace, Path script, Map<String, String> heads) {
        String head(String key, String otherwise) {
            return heads.getOrDefault(key, otherwise);
        }

        @Override
        public String toString() {
            return name + " (" + workspace + ")";
        }
    }

    /// `-Dexperiments.only=name,name` for trying a few.
    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        List<String> only = List.of(System.getProperty("experiments.only", "").split(","));
        List<String> workspaces =
                Boolean.getBoolean("ralph.soak") ? List.of("in-place", "overlay") : List.of("in-place");
        for (String kind : List.of("cheats", "honest")) {
            try (Stream<Path> scripts = Files.list(AGENTS.resolve(kind))) {
                for (Path script : scripts.sorted().toList()) {
                    Map<String, String> heads = Files.readAllLines(script).stream()
                            .map(HEAD::matcher)
                            .filter(Matcher::matches)
                            .collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
                    String name =
                            kind + "/" + String.valueOf(script.getFileName()).replace(".sh", "");
                    workspaces.forEach(workspace -> cases.add(new Case(name, workspace, script, heads)));
                }
            }
        }
        if (!only.equals(List.of(""))) {
            return cases.stream().filter(one -> only.stream().anyMatch(one.name()::endsWith));
        }
        return Boolean.getBoolean("ralph.soak") ? cases.stream() : some(cases);
    }

    /// Without time for all of them, one of each kind, repository and verdict.
    private static Stream<Case> some(List<Case> cases) {
        Map<String, Case> some = new LinkedHashMap<>();
        cases.stream()
                .filter(one -> !one.heads().containsKey("only"))
                .forEach(one -> some.putIfAbsent(
                        one.name().split("/")[0] + one.head("repository", "") + one.head("verdict", ""), one));
        return some.values().stream();
    }

    @BeforeAll
    static void begin() throws IOException {
        cases().forEach(one -> RUNS.put(one, POOL.submit(() -> run(one))));
    }

    @AfterAll
    static void end() {
        POOL.shutdownNow();
    }

    private static Shell.Said run(Case one) throws Exception {
        Path place = Files.createDirectories(base.resolve(one.workspace()).resolve(one.name()));
        GitProject project = GitProject.of(place);
        String repository = one.head("repository", "");
        Path template = AGENTS.resolve("repositories").resolve(repository);
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                project.write(template.relativize(file).toString(), Files.readString(file));
            }
        }
        project.write(".gitignore", ".ralph/\n__pycache__/\n*.pyc\n");
        if (one.heads().containsKey("before")) {
            Shell.Said made = Shell.other(
                    project.folder(),
                    Map.of("EXPERIMENTS", AGENTS.toAbsolutePath().toString()),
                    List.of("sh", "-c", one.head("before", "")));
            assertThat(made.code()).as(made.err()).isZero();
        }
        project.commit("the project");
        Path agent = place.resolve("agent.sh");
        Files.writeString(agent, "set -e\n" + Files.readString(one.script()) + "\n" + GitProject.DONE + "\n");
        List<String> words = new ArrayList<>(List.of("--tamper", "off", "--claim", "off", "--max-restarts", "1"));
        words.addAll(List.of("--containment", one.workspace().equals("overlay") ? "auto" : "group"));
        words.addAll(List.of("--command", "sh " + agent));
        words.addAll(List.of("--check", one.head("check", CHECKS.getOrDefault(repository, ""))));
        if (one.heads().containsKey("also")) {
            words.addAll(List.of("--check", one.head("also", "")));
        }
        if (!one.head("settings", "").isEmpty()) {
            words.addAll(List.of(one.head("settings", "").split(" ")));
        }
        return project.run(one.workspace(), words.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void each_agent_gets_its_verdict(Case one) throws Exception {
        Shell.Said said = Objects.requireNonNull(RUNS.get(one)).get();
        String all = said.out() + said.err();
        String verdict = one.head("verdict", "");

        if (verdict.equals("accepted")) {
            assertThat(said.code()).as(all).isZero();
            assertThat(all).contains("COMPLETED");
        } else {
            assertThat(said.code()).as(all).isNotZero();
        }
        if (verdict.startsWith("asked by ")) {
            assertThat(all).contains("BLOCKED: " + verdict.substring("asked by ".length()) + " need");
        }
        if (verdict.startsWith("refused by ")) {
            assertThat(all).contains("but `" + verdict.substring("refused by ".length()) + "` failed");
        }
        assertThat(all).containsPattern(one.head("reason", ""));
    }

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
                "printf 'def add(a, b):\\n    return a + b\\n' > lib/right.py; echo 'from lib.right import add' > calc.py");

        assertThat(honest.code()).as(honest.out() + honest.err()).isZero();
        assertThat(weaker.code()).as(weaker.out() + weaker.err()).isEqualTo(4);
        assertThat(own.code()).as(own.out() + own.err()).isNotZero();
        assertThat(own.out() + own.err()).contains("the work depends on something that will not be there");
    }

    @Test
    void reports_are_asked_for_in_a_sandbox_too() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("sandbox")));
        project.write("calc.py", "def one():\n    return 1\n\n\ndef two():\n    return 1\n");
        project.write(
                "test_calc.py",
                "from calc import one, two\n\n\ndef test_one():\n    assert one() == 1\n\n\ndef test_two():\n    assert two() == 2\n");
        project.write(".gitignore", ".ralph/\n__pycache__/\n");
        project.commit("the project");

        Shell.Said said = project.once(
                1,
                "overlay",
                "printf 'class Any(int):\\n    def __eq__(self, other):\\n        return True\\n\\n\\ndef one():\\n    return"
                        + " 1\\n\\n\\ndef two():\\n    return Any(1)\\n' > calc.py",
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
    void who_wants_none_gets_none() throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve("none")));
        project.write("tests/test_a.sh", "true\n");
        project.commit("the project");

        Shell.Said said =
                project.once(1, "in-place", "echo 1 > a", "--experiments", "off", "--check", "sh tests/test_a.sh");

        assertThat(said.out() + said.err()).doesNotContain("sabotage").contains("COMPLETED");
    }
}
