package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.verify.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Loops whose checks report on their tests, from outside: nothing that passed may fail, vanish or be skipped.
class RatchetLoopTest {
    /// Stands for a test runner: each file in `t` is a test whose content says how it ends. It ends well whatever they
    /// say, as a build does that ignores failures.
    private static final String RUNNER = """
            #!/bin/sh
            mkdir -p out
            { echo '<testsuite name="t">'
              for f in t/*; do
                echo "<testcase classname='suite' name='$(basename "$f")'>"
                case "$(cat "$f")" in
                  pass) ;;
                  fail) echo '<failure message="no"/>' ;;
                  skip) echo '<skipped/>' ;;
                  flaky) echo x >> "$FLAKES"; [ "$(wc -l < "$FLAKES")" != 1 ] || echo '<failure/>' ;;
                esac
                echo '</testcase>'
              done
              echo '</testsuite>'; } > out/report.xml
            if [ -e strict ] && grep -q '<failure' out/report.xml; then exit 1; fi
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_with_three_tests() throws Exception {
        project = GitProject.of(base);
        project.write("run-tests", RUNNER);
        project.write("t/adds", "pass").write("t/sorts", "pass").write("t/old", "fail");
        project.write(".gitignore", "out/\n.ralph/\n");
        configure("sh run-tests", "");
        project.commit("tests");
    }

    private void configure(String command, String more) throws Exception {
        project.write(
                ".ralph/config.yaml",
                "keep: commit\nchecks:\n  - type: command\n    command: \"" + command
                        + "\"\n    reports: [\"out/*.xml\"]\n    pinned: false\n" + more);
    }

    private Shell.Said agent(String line) {
        return project.run(
                "in-place",
                "--tamper",
                "off",
                "--max-restarts",
                "1",
                "--containment",
                "group",
                "--command",
                line + "; " + GitProject.DONE);
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    @Test
    void honest_work_with_a_new_test_is_accepted() {
        Shell.Said run = agent("echo pass > t/greets; echo work > work.txt");
        assertThat(run.code()).as(all(run)).isZero();
        assertThat(project.path(".ralph-reports")).doesNotExist();
    }

    @Test
    void a_pull_request_is_told_the_sandbox_of_the_tests_not_that_of_a_look_at_their_reports() {
        Shell.Said run = project.once(1, "overlay", "echo work > work.txt", "--sandbox", "required");
        assertThat(run.out()).as(all(run)).contains("COMPLETED");

        String page = project.ralph("receipts", "--markdown").out();

        assertThat(page).contains("| no command |").containsPattern(", sandbox `L[13]`\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo fail > t/adds|1 test passed before and now fails: |suite > adds (passed → failed)",
                "rm t/adds|1 test vanished|suite > adds (passed → absent)",
                "echo skip > t/adds|1 test ran before and now is skipped:|suite > adds (passed → skipped)",
                "rm t/old|1 test vanished|suite > old (failed → absent)",
                "mv t/adds t/adds_up|New beside: suite > adds_up|suite > adds (passed → absent)",
                "echo fail > t/new|1 test fails that did not run before:|suite > new (absent → failed)",
                "rm t/*|The tests are not as good as before|vanish",
                "echo 'exit 0' > run-tests|wrote no test report, while 3 tests ran|The tests are not as good as before",
                "echo 'mkdir -p out; echo \"<testsuite><testcase name=\" > out/a.xml' > run-tests|out/a.xml is not believed|XML",
            })
    void a_test_that_is_lost_refuses_the_work(String cheat) {
        String[] parts = cheat.split("\\|");
        Shell.Said run = agent("echo work > work.txt; " + parts[0]);
        assertThat(run.code()).as(all(run)).isNotZero();
        assertThat(all(run)).contains(parts[1]).contains(parts[2]);
    }

    @Test
    void a_report_that_comes_with_the_work_is_tampering() {
        Shell.Said run =
                agent("mkdir -p out; echo '<testsuite><testcase classname=\"suite\" name=\"adds\"/></testsuite>'"
                        + " > out/fake.xml; rm t/adds; sed -i /out/d .gitignore");
        assertThat(run.code()).isNotZero();
        assertThat(all(run)).contains("The work contains test reports (out/fake.xml)");
    }

    @Test
    void a_report_that_only_lies_about_or_is_printed_does_not_count() {
        Shell.Said run =
                agent("mkdir -p out; echo '<testsuite><testcase classname=\"suite\" name=\"adds\"/></testsuite>'"
                        + " | tee out/fake.xml; rm t/adds; touch -d 2099-01-01 out/fake.xml");
        assertThat(run.code()).isNotZero();
        assertThat(all(run)).contains("suite > adds (passed → absent)");
    }

    @Test
    void where_the_command_fails_old_failures_are_told_from_new_ones() throws Exception {
        project.write("strict", "").commit("strict");
        Shell.Said run = agent("echo fail > t/adds; echo work > work.txt");
        assertThat(run.code()).isNotZero();
        assertThat(all(run))
                .contains("failed (exit 1)")
                .contains("suite > adds (passed → failed)")
                .contains("these tests failed before the work began, and still do: suite > old");
    }

    @Test
    void a_test_that_a_second_run_of_the_same_tree_does_not_show_failing_is_a_flake() throws Exception {
        project.write("strict", "").write("t/old", "pass").commit("strict");
        configure("FLAKES=" + base.resolve("flakes") + " sh run-tests", "");
        Shell.Said run = agent("printf flaky > t/adds; echo work > work.txt");
        assertThat(run.code()).as(all(run)).isZero();
        assertThat(all(run)).contains("flaky test: suite > adds");
    }

    @Test
    void the_baseline_is_run_once_for_many_attempts() throws Exception {
        configure("echo run >> " + base.resolve("runs") + "; sh run-tests", "");
        Shell.Said run = project.run(
                "in-place",
                "--max-restarts",
                "3",
                "--containment",
                "group",
                "--command",
                "echo x >> work.txt; echo skip > t/adds; " + GitProject.DONE);
        assertThat(run.code()).isNotZero();
        assertThat(Files.readAllLines(base.resolve("runs"))).hasSize(3 + 1);
    }

    /// Its reader could not read what this one reads.
    @Test
    void what_an_earlier_reader_remembered_is_measured_again() throws Exception {
        String check =
                "{\"type\":\"command\",\"command\":\"sh run-tests\",\"reports\":[\"out/*.xml\"],\"pinned\":false}";
        String head = project.git("rev-parse", "HEAD").strip();
        List<String> key = List.of(
                "1", head, project.folder().toString(), "null", Check.of(check).line(), "");
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(String.join("\n", key).getBytes(StandardCharsets.UTF_8));
        String place =
                "project-" + Integer.toHexString(project.folder().toString().hashCode());
        Path baselines = Files.createDirectories(
                project.state().resolve("ralph/rooms").resolve(place).resolve("baselines"));
        Path remembered = baselines.resolve(HexFormat.of().formatHex(hash, 0, 16) + "-1.json");
        Files.writeString(remembered, "[1,0,[],[\"out/report.xml\",\"nobody can read it\"]]\n");

        Shell.Said run = agent("rm t/adds; echo work > work.txt");
        assertThat(run.code()).as(all(run)).isNotZero();
        assertThat(all(run)).contains("suite > adds (passed → absent)");
    }

    @Test
    void the_table_is_in_the_receipt() throws Exception {
        assertThat(agent("echo pass > t/greets; echo work > work.txt").code()).isZero();
        try (Stream<Path> files = Files.walk(project.path(".ralph/loops"))) {
            List<String> receipts = new ArrayList<>();
            for (Path file : files.filter(one -> one.toString().endsWith("receipts.jsonl"))
                    .toList()) {
                receipts.addAll(Files.readAllLines(file));
            }
            assertThat(receipts)
                    .anySatisfy(receipt -> assertThat(receipt)
                            .contains("\"tests\":{\"after\":{", "\"name\":\"greets\"", "\"change\":\"added\""));
        }
    }

    @Test
    void without_a_clean_room_only_what_the_run_wrote_counts() throws Exception {
        configure("sh run-tests", "clean_room: off\n");
        Shell.Said run =
                agent("mkdir -p out; echo '<testsuite><testcase classname=\"suite\" name=\"adds\"/></testsuite>'"
                        + " > out/fake.xml; rm t/adds; echo work > work.txt");
        assertThat(run.code()).as(all(run)).isNotZero();
        assertThat(all(run)).contains("suite > adds (passed → absent)");
    }
}
