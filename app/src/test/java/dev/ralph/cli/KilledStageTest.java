package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.SelfKill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run over stages is killed with SIGKILL in all of them, and run again: nothing is lost, nothing is there twice.
@Timeout(7200)
class KilledStageTest {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");
    private static final int SIGKILL = 128 + 9;
    private static final int SOME = 1;
    private static final Pattern ANY = Pattern.compile("");

    /// Where agents and checks kill the run: at work, with everything said, and while what they said is verified.
    private static final List<String> DEATHS = SOAK
            ? List.of(
                    "coder works",
                    "coder spoke",
                    "reviewer works",
                    "reviewer spoke",
                    "tester works",
                    "tester spoke",
                    "qa works",
                    "qa spoke",
                    "check 1",
                    "check 3",
                    "check 5",
                    "check 7",
                    "check 9")
            : List.of("coder spoke", "reviewer works", "check 4", "tester works", "qa works");

    /// And while the work is merged, in the order of the steps: a later run passes only those that are left.
    private static final List<String> MERGING = SOAK
            ? List.of("after TASK_BRANCH task/TASK-001#1", "after KEEP_REF#1", "after KEEP_COMMIT#1")
            : List.of("after JOURNAL_COMMIT WorkKept#1", "after KEEP_REF#1");

    private static final String TASK = """
            {"op":"create","task":{"id":"TASK-001","title":"Make it","description":"Make it.","status":"pending"},"timestamp":"2026-01-01T00:00:00Z"}
            """;

    /// Kills the run once where the test wants it, and waits to be ended.
    private static final String DIE = """
            die() {
                if grep -qxF "$1" 'BASE/deaths'; then
                    grep -vxF "$1" 'BASE/deaths' > 'BASE/left'
                    mv 'BASE/left' 'BASE/deaths'
                    kill -9 "$(cat 'BASE/pid')"
                    sleep 60
                fi
            }
            """;
    private static final String AGENT = DIE + """
            die "$1 works"
            case $1 in
                coder)
                    echo first > made
                    [ -e 'BASE/rejected' ] && echo again >> made
                    echo 'I committed it.'
                    echo '<promise>IMPLEMENTATION_COMPLETE</promise>' ;;
                reviewer)
                    if grep -q again made; then
                        echo 'REVIEW PASSED'
                        echo '<promise>REVIEW_COMPLETE</promise>'
                    else
                        touch 'BASE/rejected' scratch
                        printf '<rejected>\\nonce more\\n</rejected>\\n'
                    fi ;;
                tester)
                    echo 'All tests passed.'
                    echo '<promise>TESTS_COMPLETE</promise>' ;;
                qa) echo '<promise>QA_PASSED</promise>' ;;
            esac
            die "$1 spoke"
            """;
    private static final String CHECK = DIE + """
            n=$(($(cat 'BASE/checked' 2> /dev/null || echo 0) + 1))
            echo $n > 'BASE/checked'
            die "check $n"
            test -e made
            """;
    private static final String CONFIGURATION = """
            sandbox: off
            network: open
            containment: group
            restart_delay: 10ms
            checks: [sh check.sh]
            stages:
              coder: {command: sh agent.sh coder}
              reviewer: {command: sh agent.sh reviewer}
              tester: {command: sh agent.sh tester}
              qa: {command: sh agent.sh qa}
            """;

    @TempDir
    Path base;

    private GitProject project(String name, List<String> deaths) throws Exception {
        Path beside = Files.createDirectories(base.resolve(name));
        GitProject project = GitProject.of(beside);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("agent.sh", AGENT.replace("BASE", beside.toString()));
        project.write("check.sh", CHECK.replace("BASE", beside.toString()));
        project.write(".ralph/config.yaml", CONFIGURATION);
        project.write("tasks.jsonl", TASK).commit("tasks");
        Files.write(beside.resolve("deaths"), deaths);
        return project;
    }

    /// @param kill the visit of a fault point at which it dies, once; empty for none
    private Shell.Said run(GitProject project, String kill) throws Exception {
        Path beside = project.folder().resolveSibling("");
        List<String> words = new ArrayList<>(List.of("sh", "-c", "echo $$ > \"$0\"; exec \"$@\""));
        words.add(beside.resolve("pid").toString());
        words.addAll(Shell.quickJava(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.visits=" + beside.resolve("visits"),
                "-Dralph.fault.kill=" + kill,
                "-Dralph.fault.once=" + once(project, kill),
                Main.class.getName(),
                "--dir",
                project.folder().toString(),
                "stage",
                "run"));
        return Shell.other(base, Map.of("XDG_STATE_HOME", project.state().toString()), words);
    }

    /// Is there when the run has died at a visit.
    private static Path once(GitProject project, String kill) {
        return project.folder().resolveSibling("once-" + kill.replaceAll("[^A-Za-z0-9]", "-"));
    }

    @Test
    void a_run_that_is_killed_in_every_stage_ends_as_if_it_was_not() throws Exception {
        GitProject project = project("stages", DEATHS);
        Shell.Said said = run(project, MERGING.getFirst());
        for (String merging : MERGING) {
            while (said.code() == SIGKILL && !Files.exists(once(project, merging))) {
                said = run(project, merging);
            }
        }
        while (said.code() == SIGKILL) {
            said = run(project, "");
        }

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(project.folder().resolveSibling("deaths")).isEmptyFile();
        assertThat(MERGING)
                .allSatisfy(merging -> assertThat(once(project, merging)).exists());
        assertWhole(project, "killed in every stage");
    }

    @Test
    void a_run_that_is_killed_anywhere_ends_as_if_it_was_not() throws Exception {
        GitProject whole = project("whole", List.of());
        Shell.Said first = run(whole, "");
        assertThat(first.code()).as(first.out() + first.err()).isZero();
        assertWhole(whole, "without a death");
        Deaths.at(Files.readAllLines(whole.folder().resolveSibling("visits")), ANY, SOME, 1, (visit, number) -> {
            GitProject project = project("death-" + number, List.of());
            run(project, visit);
            assertThat(once(project, visit)).as(visit).exists();

            Shell.Said again = run(project, "");

            assertThat(again.code()).as(visit + again.out() + again.err()).isZero();
            assertWhole(project, visit);
        });
    }

    private static void assertWhole(GitProject project, String where) throws Exception {
        assertThat(project.git("log", "--format=%s")).as(where).isEqualTo("TASK-001: Make it\ntasks\nfirst\n");
        assertThat(project.path("made")).as(where).hasContent("first\nagain");
        assertThat(project.path("scratch")).as(where).doesNotExist();
        assertThat(words(project.path("tasks.jsonl"), "\"status\":\""))
                .as(where)
                .containsExactly("pending", "in_progress", "done");
        assertThat(words(project.path("learning.jsonl"), "\"type\":\""))
                .as(where)
                .containsOnlyOnce("task_completed");
        assertThat(Files.readAllLines(project.path(".ralph/tasks/TASK-001/execution.jsonl")).stream()
                        .map(line -> line.replaceFirst(".*\"loop\":\"([^\"]*)\",\"attempt\":(\\d+),.*", "$1 $2")))
                .as(where + ": one line for each attempt")
                .doesNotHaveDuplicates();
        assertThat(project.git("branch", "--list", "task/*")).as(where).isEmpty();
        assertThat(project.status()).as(where).isEmpty();
        try (Stream<Path> left = Files.walk(project.state().resolve("ralph/workspaces"), 2)) {
            assertThat(left.skip(2)).as(where + ": workspaces").isEmpty();
        }
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(where + ": " + audit.out()).isZero();
    }

    /// What follows this key in each line of a file that has it.
    private static List<String> words(Path file, String key) throws Exception {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains(key))
                .map(line -> line.replaceFirst(".*?" + key + "([^\"]*)\".*", "$1"))
                .toList();
    }
}
