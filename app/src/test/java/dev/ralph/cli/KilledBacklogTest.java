package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.SelfKill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run over a task list is killed with SIGKILL on its way, and run again: nothing is lost, nothing is there twice, in
/// every kind of workspace, and with a tracker. In a soak it is killed at every step.
@Timeout(7200)
class KilledBacklogTest {
    private static final int SOME = 2;
    private static final Pattern LASTING = Pattern.compile(
            "LIST_LINE|KEEP_|COMMIT_TREE|UPDATE_REF|JOURNAL_COMMIT.*(Picked|Opened|Ended|Integrated|Recorded)");

    private static final String TASKS = """
            {"op":"create","task":{"id":"RALPH-001","title":"Make it","status":"pending","priority":2},"timestamp":"2026-01-01T00:00:00Z"}
            {"op":"create","task":{"id":"RALPH-002","title":"Fail","status":"pending","completion":{"type":"file_exists","path":"never"}},"timestamp":"2026-01-01T00:00:00Z"}
            """;
    private static final String AGENT = """
            echo "$RALPH_TASK_ID" > "made-$RALPH_TASK_ID"
            touch "$TASK_FOLDER/DONE"
            """;

    @TempDir
    Path base;

    private GitProject project(String name, boolean tracked) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", AGENT);
        if (tracked) {
            project.write(".ralph/config.yaml", "tracker: {type: file, path: issues.jsonl, label: '*'}\n");
            project.write("issues.jsonl", "{\"id\":\"7\",\"title\":\"Make it, too\",\"body\":\"\"}\n");
        }
        project.write("tasks.jsonl", TASKS).commit("tasks");
        return project;
    }

    /// @param kill the visit at which it dies, empty for none
    private Shell.Said run(GitProject project, String workspace, String kill) throws Exception {
        Path beside = project.folder().resolveSibling("visits");
        List<String> words = Shell.quickJava(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.visits=" + beside,
                "-Dralph.fault.kill=" + kill,
                "-Dralph.fault.once=" + beside.resolveSibling("once"),
                Main.class.getName(),
                "--dir",
                project.folder().toString());
        words.addAll(List.of("run", "--workspace", workspace, "--sandbox", "off", "--network", "open"));
        words.addAll(List.of("--restart-delay", "10ms", "--max-restarts", "2"));
        if (!workspace.equals("overlay")) { // which needs namespaces
            words.addAll(List.of("--containment", "group"));
        }
        words.addAll(List.of("--", "sh", "agent.sh"));
        return Shell.other(base, Map.of("XDG_STATE_HOME", project.state().toString()), words);
    }

    @ParameterizedTest
    @CsvSource({"worktree, false", "overlay, false", "in-place, false", "worktree, true"})
    void a_run_killed_anywhere_loses_nothing_and_does_nothing_twice(String workspace, boolean tracked)
            throws Exception {
        GitProject whole = project("whole", tracked);
        Shell.Said first = run(whole, workspace, "");
        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(4);
        assertWhole(whole, tracked, "without a death");
        Deaths.at(Files.readAllLines(whole.folder().resolveSibling("visits")), LASTING, SOME, 4, (visit, number) -> {
            GitProject project = project("death-" + number, tracked);
            String where = "killed at " + visit;
            run(project, workspace, visit);
            assertThat(project.folder().resolveSibling("once")).as(where).exists();

            Shell.Said again = run(project, workspace, "");
            Shell.Said last = again.code() == 4 ? again : run(project, workspace, "");

            assertThat(last.code())
                    .as(where + again.out() + again.err() + last.out() + last.err())
                    .isEqualTo(4);
            assertWhole(project, tracked, where);
        });
    }

    private static void assertWhole(GitProject project, boolean tracked, String where) throws Exception {
        if (tracked) {
            assertThat(project.git("log", "--format=%s").lines().filter(subject -> subject.startsWith("FILE-7")))
                    .as(where)
                    .containsExactly("FILE-7: Make it, too");
            assertThat(Files.readAllLines(project.path("issues.jsonl")).stream()
                            .filter(line -> line.contains("\"state\":\"closed\"")))
                    .as(where)
                    .hasSize(1);
        }
        assertThat(project.git("log", "--format=%s").lines().filter(subject -> subject.startsWith("RALPH-001")))
                .as(where)
                .containsExactly("RALPH-001: Make it");
        assertThat(project.git("log", "--format=%s").lines().filter(subject -> subject.startsWith("RALPH-002")))
                .as(where)
                .containsExactly("RALPH-002: Fail (blocked)");
        assertThat(Files.readString(project.path("made-RALPH-001"))).as(where).isEqualTo("RALPH-001\n");
        assertThat(project.path("made-RALPH-002")).as(where).doesNotExist();
        assertThat(changes(project, "tasks.jsonl", "\"status\":"))
                .as(where)
                .containsExactlyInAnyOrder(
                        "RALPH-001 in_progress", "RALPH-001 done", "RALPH-002 in_progress", "RALPH-002 blocked");
        assertThat(changes(project, "progress.jsonl", "\"to\":"))
                .as(where)
                .containsExactlyInAnyOrder(
                        "RALPH-001 in_progress", "RALPH-001 done", "RALPH-002 in_progress", "RALPH-002 blocked");
        assertThat(changes(project, "learning.jsonl", "\"type\":"))
                .as(where)
                .containsOnlyOnce("RALPH-001 task_completed", "RALPH-002 task_completed");
        assertThat(project.git(
                        "show",
                        project.git("log", "--format=%H", "--grep", "^RALPH-001")
                                        .strip() + ":tasks.jsonl"))
                .as(where + ": one commit holds work and list")
                .contains("\"status\":\"done\"");
        assertThat(project.status()).as(where).isEmpty();
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(where + ": " + audit.out()).isZero();
    }

    /// Of each line that changes something, the task and the word after a key.
    private static List<String> changes(GitProject project, String file, String key) throws Exception {
        return Files.readAllLines(project.path(file)).stream()
                .filter(line -> line.contains("RALPH-00") && line.contains(key))
                .filter(line -> !line.contains("\"op\":\"create\""))
                .map(line -> line.replaceFirst(".*(RALPH-\\d+)\".*", "$1") + " "
                        + line.replaceFirst(".*" + key + "\"([a-z_]*)\".*", "$1"))
                .toList();
    }
}
