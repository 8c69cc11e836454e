package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What ends a task of the list and a run over it: limits, failures, and what proves a task.
@Timeout(180)
class BacklogLimitsTest extends WithBacklog {

    @Test
    void the_limits_of_a_task_and_of_a_run_are_those_of_the_document_unless_somebody_sets_others() throws Exception {
        tasks(create("RALPH-001", ""));

        List<String> shown = project.ralph("config", "show").out().lines().toList();

        assertThat(shown)
                .contains("profile: backlog")
                .contains("max_restarts: 10", "max_time: 30m", "max_cost: 5")
                .contains("max_tasks: 50", "max_run_time: 4h", "max_run_cost: 50")
                .contains("parallelism: 1", "on_failure: continue")
                .contains("workspace: overlay", "sandbox: required");
        assertThat(project.ralph("run", "--dry-run", "--", "sh", "agent.sh").out())
                .contains("an overlay on your files", "10 attempts, 30m, $5");
    }

    @ParameterizedTest
    @CsvSource({"--max-restarts, 2, used all 2 iterations", "--max-time, 4s, 4s", "--max-cost, 0.4, $0.40"})
    void a_task_at_its_limit_is_logged_and_blocked_with_the_reason_and_the_next_one_is_taken(
            String flag, String limit, String reason) throws Exception {
        project.write("agent.sh", STREAM + """
                if [ "$RALPH_TASK_ID" = RALPH-001 ]; then echo x >> made-RALPH-001; sleep $SLEEP; exit 0; fi
                """.replace("$SLEEP", flag.equals("--max-time") ? "60" : "0") + WORKS);
        tasks(create("RALPH-001", ",\"priority\":1"), create("RALPH-002", ""));

        Shell.Said run = run("--stream", "claude", "--breaker", "off", flag, limit);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(lines("progress.jsonl", "status_change"))
                .filteredOn(line -> "blocked".equals(line.get("to")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("taskId", "RALPH-001")
                        .containsEntry("from", "in_progress")
                        .hasEntrySatisfying(
                                "reason", why -> assertThat((String) why).contains(reason)));
        assertThat(lines("progress.jsonl", "iteration").getFirst())
                .containsEntry("taskId", "RALPH-001")
                .containsKeys("result", "cost", "taskCostSoFar");
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains(reason);
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(status("RALPH-002")).isEqualTo("done");
        assertThat(project.path("made-RALPH-001")).doesNotExist();
    }

    @Test
    void a_limit_of_the_run_ends_it_with_3_and_what_was_not_begun_stays_pending() throws Exception {
        project.write("agent.sh", "sleep 1.5\n" + WORKS);
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = run("--max-run-time", "1s");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(status("RALPH-001")).as("cut off").isEqualTo("blocked");
        assertThat(status("RALPH-003")).isEqualTo("pending");
        assertThat(project.path("made-RALPH-003")).doesNotExist();
    }

    @Test
    void dollars_of_a_run_are_a_limit_of_agents_that_say_what_they_use() throws Exception {
        Path bin = Files.createDirectory(base.resolve("bin"));
        Path claude = Files.writeString(bin.resolve("claude"), "#!/bin/sh\n" + STREAM + WORKS);
        assertThat(claude.toFile().setExecutable(true)).isTrue();
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));
        List<String> words = new ArrayList<>(List.of("run", "--agent", "claude", "--workspace", "worktree"));
        words.addAll(List.of("--sandbox", "off", "--network", "open", "--containment", "group"));
        words.addAll(List.of("--max-run-cost", "0.25"));

        Shell.Said run = project.shell()
                .ralph(
                        Map.of(
                                "PATH",
                                bin + ":/usr/bin:/bin",
                                "HOME",
                                base.resolve("home").toString(),
                                "XDG_STATE_HOME",
                                project.state().toString()),
                        words);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(status("RALPH-003")).isEqualTo("pending");
        assertThat(project.path("made-RALPH-003")).doesNotExist();
    }

    @Test
    void what_a_task_cost_so_far_counts_its_earlier_tries() throws Exception {
        project.write("agent.sh", STREAM + "exit 3\n");
        tasks(create("RALPH-001", ""));

        Shell.Said run = run("--stream", "claude", "--on-failure", "retry", "--breaker", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(lines("progress.jsonl", "iteration"))
                .extracting(line -> line.get("cost") + " of " + line.get("taskCostSoFar"))
                .containsExactly("0.25 of 0.25", "0.25 of 0.50", "0.25 of 0.75");
    }

    @Test
    void an_agent_that_nobody_can_price_switches_no_limit_in_dollars_off() throws Exception {
        project.write(".git/review.sh", "cat > /dev/null\n" + STREAM); // which says neither yes nor no
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = run(
                "--check",
                "{\"type\":\"review\",\"command\":\"sh " + project.path(".git/review.sh") + "\",\"stream\":\"claude\"}",
                "--max-run-cost",
                "0.7");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out()).contains("cost limit ($0.70) reached");
        assertThat(status("RALPH-003")).isEqualTo("pending");
        project.ralph("task", "unblock", "RALPH-001");
        Shell.Said unpriced = run("--max-run-cost", "0.01");
        assertThat(unpriced.code()).as("what has no price uses nothing").isZero();
    }

    @Test
    void dollars_of_a_run_count_for_any_program_whose_stream_states_them() throws Exception {
        project.write("agent.sh", STREAM + WORKS);
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = run("--stream", "claude", "--max-run-cost", "0.4");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(List.of(status("RALPH-001"), status("RALPH-003"))).containsExactly("done", "pending");
    }

    @ParameterizedTest
    @CsvSource({"3, 0, done", "2, 3, pending"})
    void a_run_that_may_take_so_many_tasks_ends_with_3_only_where_one_more_was_ready(int most, int code, String last)
            throws Exception {
        tasks(create("RALPH-001", ""), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = run("--max-tasks", String.valueOf(most));

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        assertThat(status("RALPH-003")).isEqualTo(last);
    }

    @ParameterizedTest
    @CsvSource({"2, 3, pending", "3, 4, done"})
    void a_run_at_its_limit_says_so_even_if_a_task_failed(int most, int code, String last) throws Exception {
        tasks(
                create("RALPH-001", ",\"priority\":1,\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}"),
                create("RALPH-002", ""),
                create("RALPH-003", ""));

        Shell.Said run = run("--max-tasks", String.valueOf(most), "--max-restarts", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        assertThat(run.out() + run.err()).contains(code == 3 ? "task limit (2) reached" : "1 task failed");
        assertThat(status("RALPH-003")).isEqualTo(last);
    }

    @ParameterizedTest
    @CsvSource({"exit 7, exit code 7", "exit 42, exit code 42", "exit 0, "})
    void an_agent_gets_every_iteration_its_task_has(String ending, @Nullable String error) throws Exception {
        project.write("agent.sh", ending + "\n");
        tasks(create("RALPH-001", ""));

        Shell.Said run = run("--max-restarts", "5");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains("used all 5 iterations");
        assertThat(lines("progress.jsonl", "iteration"))
                .hasSize(5)
                .allSatisfy(line -> assertThat(String.valueOf(line.get("result")))
                        .startsWith(error == null ? "{status=continue" : "{status=failed, error=" + error));
    }

    @Test
    void the_limits_of_a_task_hold_over_all_its_tries() throws Exception {
        project.write("agent.sh", "exit 3\n");
        tasks(create("RALPH-001", ""));

        Shell.Said run = run("--on-failure", "retry", "--max-tries", "9", "--breaker", "2", "--max-restarts", "5");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(lines("progress.jsonl", "iteration")).hasSize(5);
        assertThat(lines("progress.jsonl", "status_change"))
                .filteredOn(line -> "blocked".equals(line.get("to")))
                .extracting(line -> line.get("reason"))
                .containsExactly("used all 5 iterations in 3 tries");
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(run.out()).contains("used all 5 iterations in 3 tries");
    }

    @ParameterizedTest
    @CsvSource({"continue, 1, done", "stop, 1, pending", "retry, 3, done"})
    void after_a_failed_task_comes_the_next_one_the_end_or_another_try(String what, int tries, String other)
            throws Exception {
        project.write(
                "agent.sh",
                "echo $RALPH_TASK_ID >> \"$RALPH_INSIDE_FOLDER/../tried\"\n[ $RALPH_TASK_ID = RALPH-001 ] && exit 3\n"
                        + WORKS);
        tasks(create("RALPH-001", ",\"priority\":1"), create("RALPH-002", ""));

        Shell.Said run = run("--breaker", "1", "--on-failure", what);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(Files.readAllLines(base.resolve("tried")))
                .filteredOn("RALPH-001"::equals)
                .hasSize(tries);
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(status("RALPH-002")).isEqualTo(other);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"file_exists\",\"path\":\"./result\"}",
                "{\"type\":\"test_passing\",\"command\":\"grep -q good result\"}",
                "{\"type\":\"validate\",\"script\":\"./validate.sh\"}"
            })
    void what_a_task_is_complete_by_is_looked_at_after_every_iteration(String completion) throws Exception {
        project.write("agent.sh", COUNTED + "echo more >> made; [ $n -lt 2 ] || echo good > result\n");
        project.write("validate.sh", "#!/bin/sh\ntest \"$RALPH_TASK_ID\" = RALPH-001 && cat result\n");
        assertThat(project.path("validate.sh").toFile().setExecutable(true)).isTrue();
        tasks(create("RALPH-001", ",\"completion\":" + completion));

        Shell.Said run = run("--max-restarts", "3");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(Files.readAllLines(project.path("made")))
                .as("nobody declared it done")
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"file_exists\",\"path\":\"result\"} | [result]",
                "{\"type\":\"validate\",\"script\":\"./validate.sh\"} | [one, two]"
            })
    void what_the_completion_of_a_task_names_are_its_artifacts(String completion, String artifacts) throws Exception {
        project.write("agent.sh", "echo good > result\n");
        project.write("validate.sh", "#!/bin/sh\necho one; echo two\n");
        tasks(create("RALPH-001", ",\"completion\":" + completion));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(lines("progress.jsonl", "iteration"))
                .singleElement()
                .extracting(line -> String.valueOf(line.get("result")))
                .isEqualTo("{status=complete, artifacts=" + artifacts + "}");
        assertThat(lines("learning.jsonl", "task_completed").getFirst())
                .as("without the files of Ralph itself")
                .containsEntry("filesChanged", 1L)
                .containsEntry("linesChanged", 1L);
    }

    @Test
    void a_limit_of_a_task_beyond_that_of_the_run_is_said() throws Exception {
        project.write("ralph.json", "{\"loop\": {\"maxTimePerTask\": 300000}}");
        tasks(create("RALPH-001", ""));

        assertThat(run().err()).contains("max_time of one task is more than max_run_time of the whole run");
    }

    @Test
    void where_nothing_would_prove_a_task_the_plan_says_so() throws Exception {
        project.git("rm", "-q", "Makefile");
        tasks(create("RALPH-001", ""));

        assertThat(run("--dry-run").out())
                .contains("none found: only tasks with a completion of their own can be proven", "--check off")
                .doesNotContain("is believed");
    }

    @Test
    void what_an_agent_declares_is_verified() throws Exception {
        project.write("agent.sh", COUNTED + "[ $n -lt 2 ] || echo good > result\ntouch \"$TASK_FOLDER/DONE\"\n");
        tasks(create("RALPH-001", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"result\"}"));

        Shell.Said run = run("--max-restarts", "3");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<Map<String, @Nullable Object>> iterations = lines("progress.jsonl", "iteration");
        assertThat(iterations).hasSize(2);
        assertThat(String.valueOf(iterations.getFirst().get("result"))).startsWith("{status=continue, reason=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void a_task_that_failed_leaves_the_branch_as_it_was_and_its_evidence_where_it_can_be_read(String workspace)
            throws Exception {
        project.write("agent.sh", COUNTED + """
                echo "trying for the $n. time"; echo $n > junk; rm -f old; [ $n = 2 ] && exit 3
                touch "$TASK_FOLDER/DONE"
                """);
        tasks(never("RALPH-001"));
        String before = project.git("rev-parse", "HEAD").strip();

        Shell.Said run = project.ralph(words(workspace, "--max-restarts", "2"));

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(project.git("diff", "--name-only", before, "HEAD").lines())
                .as("only what is said about it")
                .containsExactly("learning.jsonl", "progress.jsonl", "tasks.jsonl");
        assertThat(subjects().getFirst()).isEqualTo("RALPH-001: Make RALPH-001 (blocked)");
        assertThat(project.status()).isEmpty();
        assertThat(project.path("old")).hasContent("old");
        assertThat(project.attempts()).contains("1", "2");
        assertThat(project.at("2", "junk")).isEqualTo("2\n");
        assertThat(project.ralph("logs", "RALPH-001", "--attempt", "1").out()).contains("trying for the 1. time");
        assertThat(project.ralph("diff", "RALPH-001").out()).contains("junk");
        assertThat(lines("learning.jsonl", "task_completed"))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("success", false)
                        .containsEntry("reason", "attempts_used")
                        .containsKey("blockers"));
        assertThat(project.git("show", "HEAD:progress.jsonl")).contains("\"error\":\"exit code 3\"");
    }

    @Test
    void one_commit_holds_the_work_the_list_its_history_and_what_was_learned() throws Exception {
        tasks(create("RALPH-001", ""));
        String before = project.git("rev-parse", "HEAD").strip();

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.git("rev-list", before + "..HEAD").lines()).hasSize(1);
        assertThat(project.git("show", "--format=%s", "--name-only", "HEAD").lines())
                .containsExactly(
                        "RALPH-001: Make RALPH-001",
                        "",
                        "learning.jsonl",
                        "made-RALPH-001",
                        "progress.jsonl",
                        "tasks.jsonl");
        assertThat(project.git("show", "HEAD:learning.jsonl"))
                .contains("\"type\":\"task_completed\",\"taskId\":\"RALPH-001\"");
        assertThat(project.git("show", "HEAD:tasks.jsonl")).contains("\"status\":\"done\"");
        assertThat(project.git("show", "HEAD:progress.jsonl")).contains("\"to\":\"done\"", "\"status\":\"complete\"");
    }

    @Test
    void tasks_come_one_at_a_time_unless_somebody_wants_more_and_dependent_ones_wait_even_then() throws Exception {
        String meets = """
                touch "$B/at-$RALPH_TASK_ID"
                i=0; while [ $(ls "$B" | grep -c '^at-') -lt 2 ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
                """;
        project.write(
                "agent.sh",
                "B=$RALPH_INSIDE_FOLDER/..; echo $RALPH_TASK_ID $(pwd) >> \"$B/places\"\n"
                        + """
                test ! -e "$B/busy" || touch "$B/overlap"
                touch "$B/busy"
                case $RALPH_TASK_ID in
                RALPH-003) test -e made-RALPH-001 && test -e made-RALPH-002 || exit 3;;
                *) [ ! -e "$B/together" ] || { MEETS };;
                esac
                rm -f "$B/busy"
                """.replace("MEETS", meets.replace("\n", "\n  ")) + WORKS);
        String[] list = {
            create("RALPH-001", ""),
            create("RALPH-002", ""),
            create("RALPH-003", ",\"blockedBy\":[\"RALPH-001\",\"RALPH-002\"],\"priority\":9")
        };
        tasks(list);

        Shell.Said alone = run("--max-restarts", "1");
        assertThat(alone.code()).as(alone.out() + alone.err()).isZero();
        assertThat(base.resolve("overlap")).doesNotExist();

        Files.createFile(base.resolve("together"));
        Files.delete(base.resolve("places"));
        project.git("rm", "-q", "made-RALPH-001", "made-RALPH-002", "made-RALPH-003");
        tasks(list);
        Shell.Said together = run("--parallelism", "3", "--max-restarts", "1");
        assertThat(together.code()).as(together.out() + together.err()).isZero();
        assertThat(Files.readAllLines(base.resolve("places")))
                .as("a workspace each")
                .hasSize(3)
                .extracting(line -> line.substring(line.indexOf(' ')))
                .doesNotHaveDuplicates();
        assertThat(project.git("ls-files", "made-*").lines()).hasSize(3);
    }

    @Test
    void tasks_that_collide_all_end_as_they_would_one_by_one_and_nothing_false_is_written_of_them() throws Exception {
        project.write("agent.sh", """
                touch "$RALPH_INSIDE_FOLDER/../at-$RALPH_TASK_ID"; i=0
                while [ $(ls "$RALPH_INSIDE_FOLDER/.." | grep -c '^at-') -lt 5 ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
                echo $RALPH_TASK_ID >> log; touch "$TASK_FOLDER/DONE"
                """);
        String[] list = new String[5];
        for (int task = 1; task <= 5; task++) {
            list[task - 1] = create("RALPH-00" + task, "");
        }
        tasks(list);

        Shell.Said run = run("--parallelism", "5");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(Files.readAllLines(project.path("log"))).hasSize(5).doesNotHaveDuplicates();
        assertThat(lines("progress.jsonl", "status_change"))
                .filteredOn(line -> "done".equals(line.get("to")))
                .extracting(line -> line.get("taskId"))
                .hasSize(5)
                .doesNotHaveDuplicates();
        assertThat(lines("learning.jsonl", "task_completed"))
                .extracting(line -> line.get("taskId"))
                .hasSize(5)
                .doesNotHaveDuplicates();
        assertThat(subjects()).filteredOn(line -> line.startsWith("RALPH-")).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void work_that_collides_is_done_again_with_the_conflict_in_its_prompt(String workspace) throws Exception {
        project.write("shared", "begin\n").write("agent.sh", """
                touch "%1$s/at-$RALPH_TASK_ID"; i=0
                while [ $(ls "%1$s" | grep -c '^at-') -lt 2 ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
                grep -q conflict "$RUN_FOLDER/prompt.md" && cp "$RUN_FOLDER/prompt.md" "%1$s/prompt"
                echo "by $RALPH_TASK_ID" > shared; touch "$TASK_FOLDER/DONE"
                """.formatted(base));
        tasks(create("RALPH-001", ""), create("RALPH-002", ""));

        Shell.Said run = project.ralph(words(workspace, "--parallelism", "2"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(base.resolve("prompt"))
                .content()
                .contains("the work does not merge with what is on the branch now", "conflict in shared")
                .contains("> <<<<<<< on the branch now\n> by RALPH-00", "> =======\n> by RALPH-00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--max-time | 1800 | has no unit",
                "--max-run-time | 14400000 | has no unit",
                "--max-cost | 5h | ",
                "--max-tasks | 4h | a whole number",
                "--max-restarts | $5 | "
            })
    void a_limit_in_the_wrong_unit_is_refused_before_anything_is_done(String flag, String value, @Nullable String words)
            throws Exception {
        tasks(create("RALPH-001", ""));

        Shell.Said run = run(flag, value);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err()).contains(flag, value, words == null ? "" : words);
        assertThat(status("RALPH-001")).isEqualTo("pending");
    }
}
