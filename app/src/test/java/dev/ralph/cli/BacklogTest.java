package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `ralph run` without a text, in a repository with a list of tasks. The agent is a shell script that reads its prompt.
@Timeout(180)
class BacklogTest {
    private static final String WORKS = """
            id=$(grep -o 'RALPH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1)
            id=${id%: }
            echo "$id" >> "made-$id"
            touch "$TASK_FOLDER/DONE"
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", WORKS);
        project.commit("tools");
    }

    private static String create(String id, String more) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id + "\",\"status\":\"pending\""
                + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private void tasks(String... lines) throws Exception {
        project.write("tasks.jsonl", String.join("", lines)).commit("tasks");
    }

    private Shell.Said run(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "worktree", "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--restart-delay", "10ms", "--containment", "group"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "agent.sh"));
        return project.ralph(words.toArray(String[]::new));
    }

    private List<String> subjects() throws Exception {
        return project.git("log", "--format=%s").lines().toList();
    }

    private String status(String task) throws Exception {
        String last = "";
        for (String line : Files.readAllLines(project.path("tasks.jsonl"))) {
            if (line.contains("\"id\":\"" + task + "\"") && line.contains("\"status\":\"")) {
                last = line.replaceFirst(".*\"status\":\"([a-z_]*)\".*", "$1");
            }
        }
        return last;
    }

    @Test
    void tasks_are_done_one_by_one_in_their_order_and_committed_with_their_ids() throws Exception {
        tasks(
                create("RALPH-001", ",\"blockedBy\":[\"RALPH-002\"],\"priority\":9"),
                create("RALPH-002", ""),
                create("RALPH-003", ",\"priority\":5"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(subjects())
                .containsExactly(
                        "RALPH-001: Make RALPH-001",
                        "RALPH-002: Make RALPH-002",
                        "RALPH-003: Make RALPH-003",
                        "tasks",
                        "tools",
                        "first");
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"), status("RALPH-003")))
                .containsOnly("done");
        assertThat(project.status()).isEmpty();
        assertThat(Files.readAllLines(project.path("progress.jsonl"))).hasSize(9);

        Shell.Said again = run();
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(subjects()).as("nothing is left to do").hasSize(6);

        project.ralph("task", "unblock", "RALPH-002");
        Shell.Said reopened = run();
        assertThat(reopened.code()).as(reopened.out() + reopened.err()).isZero();
        assertThat(status("RALPH-002")).isEqualTo("done");
        assertThat(subjects().getFirst()).isEqualTo("RALPH-002: Make RALPH-002");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_task_that_uses_up_its_iterations_is_blocked_with_the_reason_and_the_next_one_is_taken() throws Exception {
        tasks(
                create("RALPH-001", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"},\"priority\":1"),
                create("RALPH-002", ",\"completion\":{\"path\":\"made-RALPH-002\",\"type\":\"file_exists\"}"));

        Shell.Said run = run("--max-restarts", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains("used all 2 iterations");
        assertThat(status("RALPH-002")).isEqualTo("done");
        assertThat(project.path("made-RALPH-001"))
                .as("what it did is not on the branch")
                .doesNotExist();
        assertThat(project.path("made-RALPH-002")).exists();
    }

    @Test
    void one_commit_holds_the_work_the_list_and_the_history() throws Exception {
        tasks(create("RALPH-001", ""));

        assertThat(run().code()).isZero();

        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .contains("made-RALPH-001", "tasks.jsonl", "progress.jsonl");
        assertThat(project.git("show", "HEAD:tasks.jsonl")).contains("\"status\":\"done\"");
        assertThat(project.git("show", "HEAD^:tasks.jsonl")).doesNotContain("\"status\":\"done\"");
    }

    @Test
    void what_an_agent_writes_to_the_list_is_not_kept() throws Exception {
        project.write(
                "agent.sh",
                "echo '{\"op\":\"update\",\"id\":\"RALPH-002\",\"changes\":{\"status\":\"done\"}}'"
                        + " | tee -a tasks.jsonl >> learning.jsonl\n" + WORKS);
        tasks(create("RALPH-001", ""), create("RALPH-002", ",\"status\":\"blocked\""));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(project.git("show", "HEAD:tasks.jsonl")).doesNotContain("\"changes\":{\"status\":\"done\"}}");
        assertThat(Files.readString(project.path("tasks.jsonl"))).doesNotContain("\"changes\":{\"status\":\"done\"}}");
        assertThat(project.path("made-RALPH-001")).exists();
    }

    @Test
    void a_criterion_that_holds_completes_a_task_that_nobody_declares_done() throws Exception {
        project.write("agent.sh", "echo more >> made; test $(wc -l < made) -lt 2 || echo yes > result\n");
        tasks(create("RALPH-001", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"result\"}"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(Files.readAllLines(project.path("made")))
                .as("what the first iteration left is there in the second")
                .hasSize(2);
    }

    @Test
    void what_a_failed_iteration_left_is_thrown_away_and_the_next_one_is_told() throws Exception {
        project.write(
                "agent.sh",
                "test -e wrong && touch both\n"
                        + "case $(cat \"$RUN_FOLDER/../../seen\" 2> /dev/null) in '') echo 1 > \"$RUN_FOLDER/../../seen\"; echo x > wrong; exit 3;; esac\n"
                        + WORKS);
        tasks(create("RALPH-001", ""));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.path("made-RALPH-001")).exists();
        assertThat(project.path("wrong")).doesNotExist();
        assertThat(project.path("both")).doesNotExist();
    }

    @Test
    void each_iteration_is_a_line_of_progress_with_its_result() throws Exception {
        project.write(
                "agent.sh",
                "n=$(cat \"$TASK_FOLDER/n\" 2> /dev/null || echo 0); echo $((n + 1)) > \"$TASK_FOLDER/n\"\n"
                        + "case $n in 0) exit 0;; 1) echo 'no luck' >&2; exit 3;; esac\n"
                        + "grep -q 'failed, and what it changed was thrown away' \"$RUN_FOLDER/prompt.md\" || exit 4\n"
                        + "grep -q '^> exit code 3' \"$RUN_FOLDER/prompt.md\" || exit 5\n"
                        + "grep -q '^> no luck' \"$RUN_FOLDER/prompt.md\" || exit 6\n"
                        + WORKS);
        tasks(create("RALPH-001", ""));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<String> lines = Files.readAllLines(project.path("progress.jsonl")).stream()
                .filter(line -> line.contains("\"type\":\"iteration\""))
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .contains("\"taskId\":\"RALPH-001\",\"iteration\":1,\"result\":{\"status\":\"continue\",\"reason\":");
        assertThat(lines.get(1)).contains("\"iteration\":2,\"result\":{\"status\":\"failed\",\"error\":");
        assertThat(lines.get(2))
                .contains("\"iteration\":3,\"result\":{\"status\":\"complete\",\"artifacts\":[]}")
                .contains("\"cost\":", "\"taskCostSoFar\":", "\"timestamp\":");
        assertThat(project.git("show", "HEAD:progress.jsonl")).contains("\"status\":\"complete\"");
    }

    @Test
    void hooks_are_called_with_what_happened_and_one_that_fails_breaks_nothing() throws Exception {
        project.write(".ralph/config.yaml", """
                hooks:
                  onTaskStart: cat >> ../heard
                  onIterationStart: cat >> ../heard
                  onIterationEnd: cat >> ../heard; exit 7
                  onTaskEnd: cat >> ../heard
                """);
        tasks(create("RALPH-001", ""));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("hook onIterationEnd ended with exit code 7");
        List<String> heard = Files.readAllLines(project.path("../heard"));
        assertThat(heard).hasSize(4);
        assertThat(heard.get(0)).startsWith("{\"hook\":\"onTaskStart\",\"task\":{\"id\":\"RALPH-001\"");
        assertThat(heard.get(1)).startsWith("{\"hook\":\"onIterationStart\"").contains("\"iteration\":1");
        assertThat(heard.get(2))
                .startsWith("{\"hook\":\"onIterationEnd\"")
                .contains("\"iteration\":1,\"result\":{\"status\":\"complete\",\"artifacts\":[]}");
        assertThat(heard.get(3)).startsWith("{\"hook\":\"onTaskEnd\"").endsWith("\"success\":true}");
    }

    @Test
    void a_dry_run_says_what_would_be_done_in_which_order_and_does_nothing() throws Exception {
        tasks(
                create("RALPH-001", ",\"blockedBy\":[\"RALPH-002\"],\"priority\":9"),
                create("RALPH-002", ""),
                create("RALPH-003", ",\"status\":\"blocked\",\"reason\":\"no server\""),
                create("RALPH-004", ",\"blockedBy\":[\"RALPH-003\"]"),
                create("RALPH-005", ",\"completion\":{\"type\":\"file_exits\"}"));
        String before = Files.readString(project.path("tasks.jsonl"));

        Shell.Said said = run("--dry-run");

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out())
                .containsSubsequence(
                        "agent ",
                        "checks ",
                        "1. RALPH-002: Make RALPH-002",
                        "2. RALPH-001: Make RALPH-001",
                        "not now: 3 tasks",
                        "RALPH-003: Make RALPH-003 (blocked: no server)",
                        "RALPH-004: Make RALPH-004 (waits for RALPH-003)",
                        "RALPH-005: Make RALPH-005 (would be blocked: its completion has the type");
        JsonContractTest.isValid("run", run("--dry-run", "--json").out());
        assertThat(Files.readString(project.path("tasks.jsonl"))).isEqualTo(before);
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_task_that_nothing_would_prove_is_blocked_unless_somebody_wants_it_so() throws Exception {
        project.git("rm", "-q", "Makefile");
        tasks(create("RALPH-001", ""));

        assertThat(run().code()).isEqualTo(4);
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains("nothing would prove it");

        project.ralph("task", "unblock", "RALPH-001");
        Shell.Said run = run("--check", "off");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
    }

    @Test
    void a_task_is_added_to_the_list_and_shown_with_its_iterations() throws Exception {
        tasks(create("RALPH-007", ",\"status\":\"done\""));

        Shell.Said added =
                project.ralph("task", "add", "Sort the list", "--priority", "3", "--accept", "test -e made-RALPH-008");
        assertThat(added.code()).as(added.err()).isZero();
        assertThat(added.out()).contains("RALPH-008: pending, priority 3, Sort the list");
        assertThat(project.ralph("task", "show", "RALPH-008").out())
                .contains("Sort the list", "not started yet. Start it: ralph run");

        Shell.Said run = run();
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        Shell.Said shown = project.ralph("task", "show", "RALPH-008", "--json");
        assertThat(shown.out())
                .contains("\"iterations\":[{\"number\":1,\"taskState\":{\"id\":\"RALPH-008\"")
                .contains("\"result\":{\"status\":\"complete\",\"artifacts\":[]}")
                .contains("\"filesystemDelta\":[{\"path\":\"made-RALPH-008\",\"change\":\"added\"}]");
        assertThat(project.git(
                        "rev-parse",
                        shown.out().replaceFirst("(?s).*?\"filesystemState\":\"([0-9a-f]*)\".*", "$1") + "^{tree}"))
                .isEqualTo(project.git("rev-parse", "HEAD~1^{tree}"));
    }

    @Test
    void lines_that_cannot_be_used_are_named_and_the_others_count() throws Exception {
        tasks(
                "<<<<<<< ours\n",
                create("RALPH-001", ",\"blockedBy\":[\"RALPH-001\"]"),
                create("RALPH-002", ""),
                "{\"op\":\"upd\r\n");

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(status("RALPH-002")).isEqualTo("done");
        assertThat(run.err())
                .contains("tasks.jsonl:1: left over from a merge conflict; remove it")
                .contains("tasks.jsonl:2: RALPH-001 waits for itself")
                .contains("tasks.jsonl:4: ");
    }

    @Test
    void a_run_takes_no_more_tasks_than_it_may() throws Exception {
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = run("--max-tasks", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out().lines()).contains("NOT CONFINED: the agent works with all your rights");
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"), status("RALPH-003")))
                .containsExactly("done", "done", "pending");
    }

    @Test
    void limits_are_also_read_from_ralph_json_and_its_mistakes_are_said() throws Exception {
        project.write("ralph.json", "{\"loop\": {\"maxTasksPerRun\": 1, \"maxTimePerTask\": 600}}");
        tasks(create("RALPH-001", ""), create("RALPH-002", ""));

        Shell.Said shown = project.ralph("config", "show", "--origin");
        assertThat(shown.out())
                .contains("max_tasks: 1  # project " + project.path("ralph.json"))
                .contains("max_time: 10m  # project " + project.path("ralph.json"));

        Shell.Said run = run();
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(status("RALPH-002")).isEqualTo("pending");

        project.write("ralph.json", "{\"loop\": {\"maxTimePerTask\": 1800000}}");
        assertThat(run().err()).contains("If you meant milliseconds, write 1800");
        assertThat(project.ralph("config", "check").code()).isEqualTo(2);
    }

    @Test
    void a_task_that_nobody_can_work_on_is_blocked_and_said_why() throws Exception {
        tasks(
                create("../evil", ""),
                create("RALPH-001", ",\"completion\":{\"type\":\"shell\",\"command\":\"true\"}"),
                create("RALPH-002", ""));

        Shell.Said run = run();

        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(status("../evil")).isEqualTo("blocked");
        assertThat(Files.readString(project.path("tasks.jsonl")))
                .contains("its completion has the type 'shell'", "its id cannot be the name of a folder");
        assertThat(status("RALPH-002")).as(run.out() + run.err()).isEqualTo("done");
    }

    @Test
    void independent_tasks_work_at_the_same_time_where_that_is_allowed() throws Exception {
        project.write("agent.sh", """
                id=$(grep -o 'RALPH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1); id=${id%: }
                touch "$MEETING/$id"
                i=0; while [ $(ls "$MEETING" | wc -l) -lt 2 ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
                [ $i -lt 300 ] && echo "$id" > "made-$id" && touch "$TASK_FOLDER/DONE"
                """);
        tasks(create("RALPH-001", ""), create("RALPH-002", ""));
        Path meeting = Files.createDirectory(base.resolve("meeting"));

        Shell.Said run = new Shell(project.folder())
                .ralph(
                        Map.of(
                                "MEETING",
                                meeting.toString(),
                                "XDG_STATE_HOME",
                                base.resolve("state").toString()),
                        List.of(
                                "run",
                                "--workspace",
                                "worktree",
                                "--sandbox",
                                "off",
                                "--network",
                                "open",
                                "--parallelism",
                                "2",
                                "--",
                                "sh",
                                "agent.sh"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.path("made-RALPH-001")).exists();
        assertThat(project.path("made-RALPH-002")).exists();
        assertThat(project.status()).isEmpty();
    }

    @Test
    void the_index_of_the_project_is_in_the_prompt() throws Exception {
        project.write("AGENTS.md", "Use tabs.\n").write("implementation-plan.md", "Phase 1\n");
        project.write("agent.sh", """
                grep -q '> Use tabs' "$RUN_FOLDER/prompt.md" && grep -q '> Phase 1' "$RUN_FOLDER/prompt.md" || exit 1
                echo x > made && touch "$TASK_FOLDER/DONE"
                """);
        tasks(create("RALPH-001", ",\"description\":\"More about it.\""));

        Shell.Said run = run("--max-restarts", "1");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    @Test
    void the_list_can_be_changed_by_commands() throws Exception {
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        assertThat(project.ralph("task", "edit", "RALPH-003", "--priority", "9", "--blocked-by", "RALPH-002")
                        .out())
                .isEqualTo("RALPH-003: pending, priority 9, Make RALPH-003\n");
        assertThat(project.ralph("task", "block", "RALPH-001", "--reason", "later")
                        .out())
                .startsWith("RALPH-001: blocked");
        assertThat(project.ralph("task", "done", "RALPH-002").code()).isZero();
        JsonContractTest.isValid(
                "task-edit",
                project.ralph("task", "edit", "RALPH-003", "--title", "Make RALPH-003", "--json")
                        .out());
        assertThat(project.ralph("task", "edit", "RALPH-009", "--priority", "1").err())
                .contains("no task RALPH-009");
        assertThat(project.ralph("task", "edit", "RALPH-003", "--priority", "high")
                        .err())
                .contains("expected a whole number");
        assertThat(project.ralph("task", "list").out()).contains("RALPH-001  blocked", "Make RALPH-003");

        Shell.Said run = run();
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(project.path("made-RALPH-003")).exists();
        assertThat(project.path("made-RALPH-001")).doesNotExist();
        assertThat(project.ralph("task", "unblock", "RALPH-001").out()).startsWith("RALPH-001: pending");
    }

    @Test
    void a_checklist_is_imported_once_and_worked_through() throws Exception {
        project.write("TODO.md", "# Phase 1: Begin\n\n- [ ] First thing\n  - [ ] A part of it\n- [x] Old thing\n");

        Shell.Said first = project.ralph("task", "import", "TODO.md");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("tasks.jsonl: 4 added, 0 changed, 0 unchanged");
        JsonContractTest.isValid(
                "task-import",
                project.ralph("task", "import", "TODO.md", "--json").out());
        project.write(
                "TODO.md",
                "# Phase 1: Begin\n\n- [ ] First thing\n  - [x] A part of it\n- [x] Old thing\n- [ ] More\n");
        assertThat(project.ralph("task", "import", "TODO.md").out())
                .contains("tasks.jsonl: 1 added, 1 changed, 3 unchanged");
        project.commit("tasks");

        Shell.Said run = run();
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(subjects()).contains("RALPH-002: First thing", "RALPH-005: More");
    }
}
