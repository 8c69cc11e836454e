package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Several runs over one list: what people do to it in between, and what each run leaves behind.
@Timeout(180)
class BacklogRunsTest extends WithBacklog {
    private static final String ASKS = """
            if [ "$RALPH_TASK_ID" = RALPH-001 ] && ! grep -q '> Green' "$RUN_FOLDER/prompt.md"; then
              echo begun >> begun
              echo "Which colour?" > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"
              exit 0
            fi
            """ + WORKS;

    private Shell.Said inPlace(String... more) {
        return project.ralph(words("in-place", more));
    }

    @Test
    void while_a_task_waits_for_an_answer_a_new_run_takes_what_was_added_and_its_own_limits() throws Exception {
        project.write("agent.sh", ASKS);
        tasks(create("RALPH-001", ""));
        Shell.Said first = run("--max-tasks", "1");
        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(4);
        assertThat(project.status()).as("a run leaves nothing uncommitted").isEmpty();
        assertThat(project.ralph("task", "add", "Make it, too").code()).isZero();
        assertThat(project.ralph("task", "add", "And this").code()).isZero();

        Shell.Said second = run("--max-tasks", "1");

        assertThat(second.code()).as(second.out() + second.err()).isEqualTo(4);
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"), status("RALPH-003")))
                .containsExactly("in_progress", "done", "pending");
        Shell.Said third = run("--max-tasks", "5");
        assertThat(third.code()).as(third.out() + third.err()).isEqualTo(4);
        assertThat(status("RALPH-003")).isEqualTo("done");

        assertThat(project.ralph("answer", "RALPH-001", "Green").code()).isZero();
        Shell.Said last = run();
        assertThat(last.code()).as(last.out() + last.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(project.status()).isEmpty();
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void what_was_tried_before_a_run_was_killed_is_counted_at_its_end() throws Exception {
        project.write("agent.sh", COUNTED + "if [ $n = 1 ]; then kill -9 $PPID; sleep 5; fi\n" + WORKS);
        tasks(create("RALPH-001", ""));
        project.asProgram().ralph(words("worktree"));

        Shell.Said again = run();

        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("RALPH-001  done in 2 attempts");
    }

    @Test
    void in_place_every_task_ends_as_a_commit_and_one_that_fails_goes_back_to_the_last() throws Exception {
        project.write("agent.sh", """
                case $RALPH_TASK_ID in
                RALPH-001) echo x >> wip; rm -f old; git add wip;;
                *) test -e wip && exit 3; echo "$RALPH_TASK_ID" > "made-$RALPH_TASK_ID"; touch "$TASK_FOLDER/DONE";;
                esac
                """);
        tasks(never("RALPH-001"), create("RALPH-002", ""));

        Shell.Said run = inPlace("--max-restarts", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"))).containsExactly("blocked", "done");
        assertThat(subjects())
                .containsSubsequence("RALPH-002: Make RALPH-002", "RALPH-001: Make RALPH-001 (blocked)", "tasks");
        assertThat(project.path("wip")).doesNotExist();
        assertThat(project.path("old")).hasContent("old\n");
        assertThat(project.path("made-RALPH-002")).exists();
        assertThat(project.status()).isEmpty();
        String refs = project.git("for-each-ref", "--format=%(refname)", "refs/ralph");
        assertThat(refs.lines().map(this::files)).as("what it did stays").anyMatch(files -> files.contains("wip"));
    }

    private String files(String ref) {
        try {
            return project.git("ls-tree", "--name-only", ref);
        } catch (Exception unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    @Test
    void in_place_a_run_does_not_begin_on_uncommitted_changes_and_says_what_to_do() throws Exception {
        tasks(create("RALPH-001", ""));
        project.write("mine", "not committed\n").write("old", "changed\n");

        Shell.Said run = inPlace();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out() + run.err()).contains("uncommitted changes (").contains("Commit or stash them");
        assertThat(project.path("mine")).hasContent("not committed\n");
        assertThat(project.path("made-RALPH-001")).doesNotExist();
        assertThat(status("RALPH-001")).as("it is the next one again").isEqualTo("in_progress");
        project.commit("mine");

        Shell.Said again = inPlace();
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
    }

    @Test
    void in_place_no_task_begins_while_another_waits_for_an_answer() throws Exception {
        project.write("agent.sh", ASKS);
        tasks(create("RALPH-001", ""), create("RALPH-002", ""));

        Shell.Said first = inPlace();

        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(4);
        assertThat(status("RALPH-002")).isEqualTo("pending");
        assertThat(project.path("begun")).as("its work so far").exists();
        assertThat(project.ralph("answer", "RALPH-001", "Green").code()).isZero();
        Shell.Said second = inPlace();
        assertThat(second.code()).as(second.out() + second.err()).isZero();
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"))).containsOnly("done");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void the_first_task_that_is_added_begins_a_list() throws Exception {
        Shell.Said added = project.ralph("task", "add", "Sort the list");
        assertThat(added.code()).as(added.err()).isZero();
        assertThat(added.out()).isEqualTo("RALPH-001: pending, priority 0, Sort the list\n");

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(subjects().getFirst()).isEqualTo("RALPH-001: Sort the list");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_list_in_the_folder_state_is_found_and_its_histories_lie_beside_it() throws Exception {
        project.write("state/tasks.jsonl", create("RALPH-001", "")).commit("tasks");

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .contains("made-RALPH-001", "state/tasks.jsonl", "state/progress.jsonl", "state/learning.jsonl");
        assertThat(project.path("state/tasks.jsonl")).content().contains("\"status\":\"done\"");
        assertThat(project.path("tasks.jsonl")).doesNotExist();
        assertThat(project.path("progress.jsonl")).doesNotExist();
        assertThat(project.status()).isEmpty();
    }

    @Test
    void the_files_of_the_list_can_lie_elsewhere() throws Exception {
        project.write(".ralph/config.yaml", "list_folder: planning\n");
        assertThat(project.ralph("task", "add", "Sort the list", "--priority", "2")
                        .code())
                .isZero();
        assertThat(project.path("planning/tasks.jsonl")).exists();

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(Files.readString(project.path("planning/tasks.jsonl"))).contains("\"status\":\"done\"");
        assertThat(Files.readString(project.path("planning/progress.jsonl")))
                .contains("\"type\":\"iteration\"", "\"type\":\"status_change\"");
        assertThat(project.path("planning/learning.jsonl")).exists();
        assertThat(project.path("tasks.jsonl")).doesNotExist();
        assertThat(project.path("progress.jsonl")).doesNotExist();
        assertThat(project.git("show", "--format=", "--name-only", "HEAD").lines())
                .contains("made-RALPH-001", "planning/tasks.jsonl", "planning/progress.jsonl");

        project.write(".ralph/config.yaml", "list_folder: ../planning\n");
        assertThat(project.ralph("task", "list").err()).contains("list_folder: ../planning is not in the project");
    }

    @Test
    void a_task_that_nobody_can_begin_is_committed_reported_and_told_like_others_that_are_blocked() throws Exception {
        project.write(".ralph/config.yaml", "hooks: {onTaskEnd: cat >> ../heard}\n");
        Path told = base.resolve("told");
        Path tell = Files.writeString(
                base.resolve("tell.sh"),
                "#!/bin/sh\necho \"$RALPH_NOTIFY_TASK $RALPH_NOTIFY_OUTCOME\" >> " + told + "\n");
        assertThat(tell.toFile().setExecutable(true)).isTrue();
        tasks(create("../evil", ""), create("RALPH-001", ",\"completion\":{\"type\":\"shell\",\"command\":\"true\"}"));

        Shell.Said run = run("--notify-command", tell.toString());

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(subjects()).contains("RALPH-001: Make RALPH-001 (blocked)", "../evil: Make ../evil (blocked)");
        assertThat(project.git("show", "HEAD:tasks.jsonl")).contains("its completion has the type 'shell'");
        assertThat(project.status()).isEmpty();
        assertThat(Files.readAllLines(project.path("../heard")))
                .hasSize(2)
                .allMatch(line -> line.endsWith("\"success\":false}"));
        assertThat(Files.readAllLines(told)).contains("RALPH-001 BLOCKED", "../evil BLOCKED");
        assertThat(project.ralph("report").out()).contains("RALPH-001", "its completion has the type 'shell'");
    }

    @Test
    void a_task_that_is_tried_again_is_told_why_it_failed_and_gets_three_tries() throws Exception {
        Path seen = base.resolve("prompts");
        project.write("agent.sh", "cat \"$RUN_FOLDER/prompt.md\" >> " + seen + "\nexit 3\n");
        tasks(create("RALPH-001", ""));

        Shell.Said run = run("--on-failure", "retry", "--breaker", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        String prompts = Files.readString(seen);
        assertThat(prompts.split("Earlier work on this task was sent back or failed", -1))
                .as("three prompts, two of them after a failure: " + prompts)
                .hasSize(3);
        assertThat(prompts).contains("> the same failure 1 time: exit code 3");
        assertThat(status("RALPH-001")).isEqualTo("blocked");
    }

    @Test
    void a_task_gets_as_many_tries_as_the_setting_says() throws Exception {
        Path tries = base.resolve("tries");
        project.write("agent.sh", "echo x >> " + tries + "\nexit 3\n");
        tasks(create("RALPH-001", ""));

        Shell.Said run = run("--on-failure", "retry", "--max-tries", "2", "--breaker", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(Files.readAllLines(tries)).hasSize(2);
    }

    @Test
    void what_is_posted_to_a_task_of_the_list_is_on_its_one_bus() throws Exception {
        Path said = base.resolve("bus");
        project.write("agent.sh", "printf '%s' \"$MESSAGE_BUS\" > " + said + "\n" + WORKS);
        tasks(create("RALPH-001", ""));
        assertThat(run().code()).isZero();

        Shell.Said posted = project.ralph("bus", "post", "--task", "RALPH-001", "from outside");

        assertThat(posted.code()).as(posted.err()).isZero();
        assertThat(Path.of(Files.readString(said))).content().contains("from outside");
        assertThat(project.ralph("bus", "read", "--task", "RALPH-001").out()).contains("from outside", "RUN_START");
    }

    @Test
    void the_list_shows_priorities_and_has_the_names_of_its_file() throws Exception {
        tasks(create("RALPH-001", ",\"priority\":7"), create("RALPH-002", ""));

        assertThat(project.ralph("task", "list").out().lines())
                .containsExactly(
                        "TASK       STATE    PRIORITY  CHECKS  TEXT",
                        "RALPH-001  pending  7         0       Make RALPH-001",
                        "RALPH-002  pending  0         0       Make RALPH-002");
        String json = project.ralph("task", "list", "--json").out();
        JsonContractTest.isValid("task-list", json);
        assertThat(JsonText.object("{\"all\":" + json + "}").toString())
                .contains("priority=7", "id=RALPH-001", "title=Make RALPH-001", "status=pending");
    }

    @Test
    void what_a_tracker_was_told_after_the_last_task_is_committed_too() throws Exception {
        project.write(".ralph/config.yaml", "tracker: {type: file, path: issues.jsonl, label: '*'}\n");
        project.write("issues.jsonl", "{\"id\":\"7\",\"title\":\"Make it\",\"body\":\"\"}\n")
                .commit("issues");

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("FILE-7")).isEqualTo("done");
        assertThat(project.status()).isEmpty();
        assertThat(project.git("show", "HEAD:issues.jsonl")).contains("closed");
        assertThat(project.git("show", "HEAD:tracker-ops.jsonl")).isNotEmpty();
    }
}
