package dev.ralph.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurveyTest {
    @TempDir
    Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private TestSuite only() throws IOException {
        Survey survey = Survey.of(root);
        assertThat(survey.suites()).hasSize(1);
        return survey.suites().getFirst();
    }

    private List<String> commands() throws IOException {
        return Survey.of(root).suites().stream()
                .map(suite -> suite.folder() + ": " + suite.command())
                .toList();
    }

    @Test
    void nothing_in_an_empty_folder() throws Exception {
        assertThat(Survey.of(root)).isEqualTo(new Survey(List.of(), List.of()));
    }

    @Test
    void maven_with_modules_that_are_run_from_above() throws Exception {
        file("pom.xml", "<project><modules><module>core</module><module>app/pom.xml</module></modules></project>");
        file("core/pom.xml", "<project/>");
        file("app/pom.xml", "<project/>");
        file("tools/pom.xml", "<project/>");
        assertThat(commands()).containsExactly(": mvn -B -ntp test", "tools: mvn -B -ntp test");
    }

    @Test
    void mavens_wrapper_and_failsafe() throws Exception {
        file("pom.xml", "<project><artifactId>maven-failsafe-plugin</artifactId></project>");
        file("mvnw", "#!/bin/sh\n");
        assertThat(only())
                .isEqualTo(new TestSuite(
                        "Maven",
                        "",
                        "sh ./mvnw -B -ntp verify",
                        List.of("**/target/surefire-reports/TEST-*.xml", "**/target/failsafe-reports/TEST-*.xml"),
                        null,
                        "pom.xml, mvnw, which uses the Failsafe plugin",
                        null));
        assertThat(root.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        assertThat(only().command()).isEqualTo("./mvnw -B -ntp verify");
    }

    @Test
    void gradle_runs_its_tests_again_in_the_way_its_version_knows() throws Exception {
        file("settings.gradle.kts", "include(\"core\")");
        file("core/build.gradle.kts", "");
        file("gradlew", "");
        assertThat(only().command()).isEqualTo("sh ./gradlew --no-daemon --console=plain --continue test --rerun");
        file("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://example.org/gradle-7.5.1-bin.zip");
        assertThat(only().command()).endsWith(" cleanTest test --no-build-cache");
        file("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://example.org/gradle-8.0-bin.zip");
        assertThat(only().command()).endsWith(" test --rerun");
        assertThat(only().reports()).containsExactly("**/build/test-results/**/*.xml");
    }

    @ParameterizedTest
    @CsvSource({
        "package-lock.json, npm, npm ci",
        "npm-shrinkwrap.json, npm, npm ci",
        "pnpm-lock.yaml, pnpm, pnpm install --frozen-lockfile",
        "yarn.lock, yarn, yarn install --frozen-lockfile",
        "bun.lock, bun run, bun install --frozen-lockfile",
        "README, npm, if [ -e package-lock.json ]; then npm ci; else npm install --no-package-lock; fi"
    })
    void the_lock_file_tells_the_package_manager(String lock, String program, String prepare) throws Exception {
        file("package.json", "{\"scripts\":{\"test\":\"tap\"},\"devDependencies\":{\"tap\":\"1\"}}");
        file(lock, "");
        assertThat(only().command()).isEqualTo("CI=1 " + program + " test");
        assertThat(only().prepare()).isEqualTo(prepare);
        assertThat(only().reports()).isEmpty();
    }

    @Test
    void so_does_the_package_itself() throws Exception {
        file("package.json", "{\"packageManager\":\"yarn@4.1.0\",\"scripts\":{\"test\":\"x\"}}");
        assertThat(only().prepare()).isEqualTo("yarn install --immutable");
        file("package.json", "{\"packageManager\":\"pnpm@9\",\"scripts\":{\"test\":\"x\"}}");
        assertThat(only().command()).isEqualTo("CI=1 pnpm test");
    }

    @Test
    void test_runners_of_node_are_asked_for_a_report() throws Exception {
        file("package.json", "{\"scripts\":{\"test\":\"node --test test/\"}}");
        assertThat(only().command())
                .isEqualTo("mkdir -p .ralph-reports && NODE_OPTIONS=\"--test-reporter=spec"
                        + " --test-reporter-destination=stdout --test-reporter=junit"
                        + " --test-reporter-destination=.ralph-reports/node.xml\" npm test");
        assertThat(only().reports()).containsExactly(".ralph-reports/node.xml");
        assertThat(only().prepare()).startsWith("if [ -e package-lock.json ]");
        file("package.json", "{\"scripts\":{\"test\":\"vitest run\"}}");
        assertThat(only().command()).contains("npm test -- --reporter=default --reporter=junit");
        file("package.json", "{\"scripts\":{\"test\":\"mocha\"}}");
        assertThat(only().command()).contains("npm test -- --reporter xunit");
        file("package.json", "{\"scripts\":{\"test\":\"jest\"},\"devDependencies\":{\"jest-junit\":\"16\"}}");
        assertThat(only().command()).contains("JEST_JUNIT_OUTPUT_NAME=jest.xml npm test -- --reporters=default");
        file("package.json", "{\"scripts\":{\"test\":\"jest\"}}");
        assertThat(only().command()).isEqualTo("CI=1 npm test");
        assertThat(only().advice()).contains("jest-junit");
        file(
                "package.json",
                "{\"scripts\":{\"test\":\"eslint . && jest\"},\"devDependencies\":{\"jest-junit\":\"1\"}}");
        assertThat(only().command()).isEqualTo("CI=1 npm test");
    }

    @Test
    void the_test_script_that_npm_init_writes_is_refused() throws Exception {
        file("package.json", "{\"scripts\":{\"test\":\"echo \\\"Error: no test specified\\\" && exit 1\"}}");
        assertThat(Survey.of(root).suites()).isEmpty();
        assertThat(Survey.of(root).notes())
                .singleElement()
                .asString()
                .contains("which always fails; not used as a check");
    }

    @Test
    void a_broken_package_is_told() throws Exception {
        file("web/package.json", "{\"scripts\":");
        assertThat(Survey.of(root).notes()).containsExactly("web/package.json is not a JSON object; skipped");
    }

    @Test
    void workspaces_are_their_roots_business() throws Exception {
        file("package.json", "{\"workspaces\":[\"packages/*\"],\"scripts\":{\"test\":\"npm test -ws\"}}");
        file("packages/a/package.json", "{\"scripts\":{\"test\":\"node --test\"}}");
        assertThat(commands()).containsExactly(": CI=1 npm test");
        file("package.json", "{\"workspaces\":[\"packages/*\"]}");
        assertThat(commands()).singleElement().asString().startsWith("packages/a: ");
    }

    @Test
    void pytest_by_tests_that_only_it_runs() throws Exception {
        file("tests/test_old.py", "import unittest\n\nclass Sums(unittest.TestCase):\n    def test_adds(self): pass\n");
        file("tests/helper.py", "def test_nothing(): pass\n");
        file("examples/test_it.py", "def test_it(): pass\n");
        assertThat(commands()).containsExactly(": python3 -m unittest discover -s tests");
        file("tests/test_sum.py", "from app import add\n\ndef test_adds():\n    assert add(2, 2) == 4\n");
        assertThat(only().command())
                .isEqualTo("python3 -m pytest -q -p no:cacheprovider --junitxml=.ralph-reports/pytest.xml");
        assertThat(only().why()).isEqualTo("tests/test_sum.py, which only pytest runs");
    }

    @Test
    void unittest_where_nothing_else_runs_its_test_cases() throws Exception {
        String test = "from unittest import TestCase\n\nclass Sums(TestCase):\n    def test_adds(self): pass\n";
        file("test_sums.py", test);
        assertThat(commands()).containsExactly(": python3 -m unittest");
        Files.delete(root.resolve("test_sums.py"));
        file("tests/test_sums.py", test);
        assertThat(commands()).containsExactly(": python3 -m unittest discover -s tests");
        file("tests/__init__.py", "");
        assertThat(commands()).containsExactly(": python3 -m unittest");
        file("pytest.ini", "[pytest]\n");
        assertThat(only().tool()).isEqualTo("pytest");
    }

    /// They are read once, not for every folder.
    @Test
    @Timeout(20)
    void many_folders_below_many_tests_are_no_matter() throws Exception {
        String many = "import unittest\n" + "    def test_x(self): pass\n".repeat(1400);
        for (int i = 10; i < 55; i++) {
            file("tests/test_" + i + ".py", many);
        }
        file("tests/test_z.py", "def test_adds():\n    assert True\n");
        for (int i = 0; i < 1500; i++) {
            Files.createDirectories(root.resolve("src/package" + i));
        }

        assertThat(only().why()).isEqualTo("tests/test_z.py, which only pytest runs");
    }

    @Test
    void pytest_by_its_configuration_or_by_what_is_needed() throws Exception {
        file("pyproject.toml", "[tool.pytest.ini_options]\n");
        assertThat(only().command())
                .isEqualTo("python3 -m pytest -q -p no:cacheprovider --junitxml=.ralph-reports/pytest.xml");
        file("uv.lock", "");
        assertThat(only().command()).startsWith("uv run --frozen pytest ");
        assertThat(only().prepare()).isEqualTo("uv sync --frozen");
        Files.delete(root.resolve("uv.lock"));
        file("pyproject.toml", "[project]\ndependencies = []\n");
        assertThat(Survey.of(root).suites()).isEmpty();
        file("requirements.txt", "flask\npytest==8\n");
        assertThat(only().prepare()).isNull();
        Files.createDirectories(root.resolve(".venv"));
        assertThat(only().command()).startsWith(".venv/bin/python -m pytest ");
        assertThat(only().prepare()).isEqualTo("python3 -m venv .venv && .venv/bin/pip install -q -r requirements.txt");
    }

    @Test
    void cargo_with_and_without_reports() throws Exception {
        file("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n");
        file("Cargo.lock", "");
        file("a/Cargo.toml", "[package]\n");
        assertThat(commands()).containsExactly(": cargo test --no-fail-fast --workspace --locked");
        assertThat(only().advice()).contains("nextest");
        file(".config/nextest.toml", "[profile.ci.junit]\npath = \"junit.xml\"\n");
        assertThat(only().reports()).containsExactly("target/nextest/ci/*.xml");
    }

    @Test
    void go_prints_its_events_into_a_file() throws Exception {
        file("go.mod", "module example.org/shop\n");
        assertThat(only().command())
                .isEqualTo("mkdir -p .ralph-reports && go test -json ./... > .ralph-reports/go.json");
    }

    @Test
    void make_where_nothing_else_says_how() throws Exception {
        file("Makefile", "test := x\nall: build\n");
        assertThat(Survey.of(root).suites()).isEmpty();
        file("Makefile", "all: build\n\ncheck: all\n\t./run\n");
        assertThat(only().command()).isEqualTo("make check");
        file("Makefile", "test: all\ncheck: all\n");
        assertThat(only().command()).isEqualTo("make test");
        file("go.mod", "module x\n");
        assertThat(commands()).singleElement().asString().contains("go test");
    }

    @Test
    void a_repository_of_several_kinds_has_several_checks() throws Exception {
        file("backend/pom.xml", "<project/>");
        file("web/app/package.json", "{\"scripts\":{\"test\":\"vitest\"}}");
        file("tools/go.mod", "module x\n");
        file("web/node_modules/x/package.json", "{\"scripts\":{\"test\":\"x\"}}");
        file("backend/target/x/pom.xml", "<project/>");
        assertThat(Survey.of(root).suites())
                .extracting(TestSuite::folder)
                .containsExactly("backend", "tools", "web/app");
    }

    @Test
    void a_wide_repository_is_looked_at_in_bounded_time() throws Exception {
        for (int i = 0; i < 60; i++) {
            file("m" + i + "/go.mod", "module x\n");
        }
        Survey survey = Survey.of(root);
        assertThat(survey.suites()).hasSize(20);
        assertThat(survey.notes()).containsExactly("only the first 20 test suites are listed");
    }
}
