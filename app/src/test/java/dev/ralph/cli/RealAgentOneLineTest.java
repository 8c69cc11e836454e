package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// `ralph "..."` and no other word, in repositories that nobody configured, with the real agent programs. One plays in
/// every run, the others with `./check --real-agents`.
class RealAgentOneLineTest {
    private static final String WORDS = "Make add add";

    @TempDir
    Path folder;

    /// A repository whose one test fails.
    enum Project {
        NODE,
        PYTEST,
        UNITTEST,
        MAVEN,
        MAKE;

        String wrong() {
            return switch (this) {
                case NODE -> "sum.js";
                case PYTEST, UNITTEST -> "calc.py";
                case MAVEN -> "src/main/java/Calc.java";
                case MAKE -> "add.sh";
            };
        }

        Map<String, String> files() {
            return switch (this) {
                case NODE ->
                    Map.of("package.json", """
                            {"name": "sum", "version": "1.0.0", "scripts": {"test": "node --test"}}
                            """, wrong(), "exports.add = (a, b) => a - b;\n", "sum.test.js", """
                            const test = require("node:test");
                            const assert = require("node:assert");
                            test("adds", () => assert.strictEqual(require("./sum").add(2, 3), 5));
                            """);
                case PYTEST ->
                    Map.of(
                            "pytest.ini",
                            "[pytest]\n",
                            wrong(),
                            "def add(a, b):\n    return a - b\n",
                            "test_calc.py",
                            "from calc import add\n\n\ndef test_adds():\n    assert add(2, 3) == 5\n");
                case UNITTEST -> Map.of(wrong(), "def add(a, b):\n    return a - b\n", "test_calc.py", """
                            import unittest
                            from calc import add

                            class AddTest(unittest.TestCase):
                                def test_adds(self):
                                    self.assertEqual(add(2, 3), 5)
                            """);
                case MAVEN -> Map.of("pom.xml", """
                            <project xmlns="http://maven.apache.org/POM/4.0.0">
                              <modelVersion>4.0.0</modelVersion>
                              <groupId>g</groupId>
                              <artifactId>calc</artifactId>
                              <version>1</version>
                              <properties>
                                <maven.compiler.source>17</maven.compiler.source>
                                <maven.compiler.target>17</maven.compiler.target>
                                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                              </properties>
                              <dependencies>
                                <dependency>
                                  <groupId>junit</groupId>
                                  <artifactId>junit</artifactId>
                                  <version>4.13.2</version>
                                  <scope>test</scope>
                                </dependency>
                              </dependencies>
                            </project>
                            """, wrong(), """
                            class Calc {
                                static int add(int a, int b) {
                                    return a - b;
                                }
                            }
                            """, "src/test/java/CalcTest.java", """
                            public class CalcTest {
                                @org.junit.Test
                                public void adds() {
                                    org.junit.Assert.assertEquals(5, Calc.add(2, 3));
                                }
                            }
                            """);
                case MAKE ->
                    Map.of(
                            "Makefile",
                            "test:\n\t@test \"$$(sh add.sh 2 3)\" = 5\n",
                            wrong(),
                            "a=$1; b=$2; echo $(( a - b ))\n");
            };
        }

        String correction() {
            return "sed -i 's/a - b/a + b/' " + wrong() + " && touch \"$TASK_FOLDER/DONE\"";
        }
    }

    /// Codex is told of another model in its settings only, which the sandbox keeps from it; Gemini takes a minute to
    /// give
    /// up the hosts that it may not call.
    static Stream<Arguments> pairs() {
        return Stream.of(RealAgent.CLAUDE, RealAgent.OPENCODE, RealAgent.QWEN, RealAgent.COPILOT)
                .flatMap(agent -> Stream.of(Project.values()).map(project -> Arguments.of(agent, project)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void one_line_ends_with_one_proven_commit(RealAgent agent, Project kind) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(
                (agent == RealAgent.CLAUDE && kind == Project.NODE) || Boolean.getBoolean("ralph.real-agents"),
                "only with ./check --real-agents; without it one program plays in one repository");
        Path project = repository(kind);
        Path home = Files.createDirectories(folder.resolve("no-home"));
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.builder()
                    .steps(
                            ModelStep.shell("ls").saying("I look first."),
                            ModelStep.shell(kind.correction()).saying("I correct it."),
                            ModelStep.text("It adds now."))
                    .folder(project)
                    .build());
            Map<String, String> environment = new HashMap<>(agent.settle(home, model.url(), RealAgent.Manner.AS_IT_IS));
            environment.putAll(Map.of("GIT_AUTHOR_NAME", "me", "GIT_AUTHOR_EMAIL", "me@example.com"));
            environment.putAll(Map.of("GIT_COMMITTER_NAME", "me", "GIT_COMMITTER_EMAIL", "me@example.com"));

            TypedCommand run = TypedCommand.anywhere(folder, environment, "--dir", project.toString(), WORDS);

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(git(project, "log", "--format=%s")).as(run.out()).isEqualTo(WORDS + "\nfirst\n");
            assertThat(git(project, "status", "--porcelain")).isEmpty();
            assertThat(run.out()).contains("Baseline: ", "fails (exit ", "COMPLETED after 1 attempt");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "OPENCODE", "QWEN", "COPILOT"})
    void an_agent_that_only_chats_costs_three_attempts(RealAgent agent) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        Path project = repository(Project.MAKE);
        Path home = Files.createDirectories(folder.resolve("no-home"));
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.builder()
                    .steps(ModelStep.text("What shall I do?").forever())
                    .folder(project)
                    .build());

            TypedCommand run = TypedCommand.anywhere(
                    folder,
                    agent.settle(home, model.url(), RealAgent.Manner.AS_IT_IS),
                    "--dir",
                    project.toString(),
                    WORDS);

            assertThat(run.out())
                    .as(run.err())
                    .contains("WAITING after 3 attempts", "The agent's last words: What shall I do?");
        }
    }

    private Path repository(Project kind) throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        for (Map.Entry<String, String> file : kind.files().entrySet()) {
            Path path = project.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue());
        }
        Files.writeString(project.resolve(".gitignore"), "__pycache__/\n.pytest_cache/\ntarget/\n");
        git(project, "init", "-q", "-b", "main");
        git(project, "add", "-A");
        git(project, "commit", "-q", "-m", "first");
        return project;
    }

    private static String git(Path project, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.com"));
        line.addAll(List.of(words));
        return Shell.other(project, Map.of(), line).out();
    }
}
