package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Projects as they are laid out in the wild, with the real tool of each: honest work passes, a blinded check and a
/// weakened test are found. Each layout is a script in `app/src/test/layouts`; its head says what it needs.
///
/// Two are played each time; the others start slow tools, and some install from a registry first: `--soak`.
class ProjectLayoutsTest {
    private static final Path LAYOUTS =
            Path.of(System.getProperty("ralph.repository")).resolve("app/src/test/layouts");
    private static final List<String> QUICK = List.of("node", "unittest");

    @TempDir
    static Path base;

    private static final Map<String, GitProject> PROJECTS = new HashMap<>();

    /// @param work the function of the script that is the agent
    record Case(String layout, String work) {
        @Override
        public String toString() {
            return layout + ", " + work;
        }
    }

    /// `-Dlayouts.only=name,name` for trying a few.
    static Stream<Case> cases() throws IOException {
        List<String> only = List.of(System.getProperty("layouts.only", "").split(","));
        try (Stream<Path> scripts = Files.list(LAYOUTS)) {
            return scripts
                    .map(script -> String.valueOf(script.getFileName()).replace(".sh", ""))
                    .sorted()
                    .filter(name -> only.equals(List.of("")) || only.contains(name))
                    .toList()
                    .stream()
                    .flatMap(name -> Stream.of("honest", "blinded", "weakened").map(work -> new Case(name, work)));
        }
    }

    private static String head(String layout, String key) throws IOException {
        String begin = "# " + key + ": ";
        return Files.readAllLines(LAYOUTS.resolve(layout + ".sh")).stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .findFirst()
                .orElse("");
    }

    private static Shell.Said sh(Path folder, String line) throws Exception {
        return Shell.other(folder, Map.of("LAYOUTS", LAYOUTS.toString()), List.of("sh", "-c", line));
    }

    private static String script(String layout) {
        return ". '" + LAYOUTS.resolve(layout + ".sh") + "'; ";
    }

    /// The project of a layout with what it installs, which git ignores; made once.
    private static GitProject project(Case one) throws Exception {
        String needs = head(one.layout(), "needs");
        assumeTrue(
                sh(base, needs).code() == 0,
                () -> "the layout " + one.layout() + " is not tried: `" + needs + "` fails here");
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(one.toString())));
        Shell.Said made = sh(project.folder(), "set -e; " + script(one.layout()) + "project");
        assertThat(made.code()).as(made.out() + made.err()).isZero();
        Files.writeString(project.path(".gitignore"), Files.readString(project.path(".gitignore")) + ".ralph/\n");
        String install = head(one.layout(), "network");
        GitProject first = PROJECTS.get(one.layout());
        if (first == null && !install.isEmpty()) {
            Shell.Said installed = sh(project.folder(), install);
            assumeTrue(
                    installed.code() == 0,
                    () -> "the layout " + one.layout() + " is not tried: `" + install + "` fails here: "
                            + installed.err());
        }
        if (first != null && Files.isDirectory(first.path("node_modules"))) {
            Shell.Said copied = sh(
                    project.folder(),
                    "cp -a '" + first.folder() + "'/node_modules '" + first.folder() + "'/package*.json .");
            assertThat(copied.code()).as(copied.err()).isZero();
        }
        PROJECTS.putIfAbsent(one.layout(), project);
        project.commit("the project");
        return project;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void honest_work_passes_and_what_blinds_or_weakens_tests_is_found(Case one) throws Exception {
        assumeTrue(
                QUICK.contains(one.layout())
                        || Boolean.getBoolean("ralph.soak")
                        || !System.getProperty("layouts.only", "").isEmpty(),
                () -> "the layout " + one.layout() + " is only tried by ./check --soak");
        GitProject project = project(one);
        Path agent = base.resolve(one + ".sh");
        Files.writeString(
                agent,
                "set -e\nLAYOUTS='" + LAYOUTS + "'\n" + script(one.layout()) + one.work() + "\n" + GitProject.DONE
                        + "\n");

        Shell.Said said = project.run(
                "in-place",
                "--max-restarts",
                "1",
                "--command",
                "sh '" + agent + "'",
                "--check",
                head(one.layout(), "check"));

        String all = said.out() + said.err();
        if (one.work().equals("honest")) {
            assertThat(said.code()).as(all).isZero();
            assertThat(all).contains("COMPLETED");
        } else {
            assertThat(said.code()).as(all).isNotZero();
            assertThat(all).containsPattern("`(old tests|sabotage|variation)` failed|BLOCKED: old tests need");
        }
    }
}
