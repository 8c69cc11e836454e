package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Profile `stage` from outside: tasks of a list through coder, reviewer, tester and qa, which are shell scripts.
@Timeout(300)
class StageFlowTest {
    private static final String CODER = """
            echo "$JRUN_TASK_ID" >> "made-$JRUN_TASK_ID"
            echo 'I committed the change.'
            echo '<promise>IMPLEMENTATION_COMPLETE</promise>'
            """;
    private static final String REVIEWER = """
            test -e "made-$JRUN_TASK_ID" || exit 1
            echo 'REVIEW PASSED'
            echo '<promise>REVIEW_COMPLETE</promise>'
            """;
    private static final String TESTER = """
            echo 'All tests passed.'
            echo '<promise>TESTS_COMPLETE</promise>'
            """;
    private static final String QA = "echo '<promise>QA_PASSED</promise>'\n";

    /// Counts the attempts of a stage beside its runs; `n` is 1 in the first.
    private static final String COUNTED = """
            n=$(($(cat "$TASK_FOLDER/n" 2> /dev/null || echo 0) + 1))
            echo $n > "$TASK_FOLDER/n"
            """;
    private static final String PLAIN = """
            profile: stage
            sandbox: off
            network: open
            containment: group
            restart_delay: 10ms
            """;
    private static final String STAGES = PLAIN + """
            stages:
              coder: {command: sh coder.sh}
              reviewer: {command: sh reviewer.sh}
              tester: {command: sh tester.sh}
              qa: {command: sh qa.sh}
            """;

    /// Where the other stages have nothing to show.
    private static final String CODER_ALONE = PLAIN + """
            stages:
              coder: {command: sh coder.sh}
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write(".ralph/config.yaml", STAGES);
        scripts(CODER, REVIEWER, TESTER, QA);
        tasks(create("TASK-001", ",\"description\":\"Make it.\""));
    }

    private void scripts(String coder, String reviewer, String tester, String qa) throws Exception {
        project.write("coder.sh", coder)
                .write("reviewer.sh", reviewer)
                .write("tester.sh", tester)
                .write("qa.sh", qa);
        if (!project.status().isEmpty()) {
            project.commit("scripts");
        }
    }

    private static String create(String id, String more) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id + "\",\"status\":\"pending\""
                + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private void tasks(String... lines) throws Exception {
        project.write("tasks.jsonl", String.join("", lines)).commit("tasks");
    }

    private Shell.Said run(String... more) {
        return project.ralph(Stream.concat(Stream.of("run"), Stream.of(more)).toArray(String[]::new));
    }

    private List<String> log(String task) throws IOException {
        return Files.readAllLines(project.path(".ralph/tasks/" + task + "/execution.jsonl"));
    }

    private List<String> logged(String task, String... fields) throws IOException {
        return log(task).stream()
                .map(line -> {
                    StringBuilder values = new StringBuilder();
                    for (String field : fields) {
                        values.append(values.isEmpty() ? "" : " ")
                                .append(line.replaceFirst(".*\"" + field + "\":\"?([^,\"]*).*", "$1"));
                    }
                    return values.toString();
                })
                .toList();
    }

    private String prompt(String task, String stage, int run) throws IOException {
        try (Stream<Path> runs = Files.list(project.path(".ralph/tasks/" + task + "/stages/" + stage + "/runs"))) {
            return Files.readString(runs.sorted().toList().get(run).resolve("prompt.md"));
        }
    }

    private String list() throws IOException {
        return Files.readString(project.path("tasks.jsonl"));
    }

    @Test
    void a_task_passes_four_stages_and_ends_as_one_commit() throws Exception {
        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.git("log", "-1", "--format=%s")).isEqualTo("TASK-001: Make TASK-001\n");
        assertThat(project.path("made-TASK-001")).hasContent("TASK-001");
        assertThat(list()).contains("\"status\":\"done\"");
        assertThat(log("TASK-001").getFirst())
                .matches("\\{\"task_id\":\"TASK-001\",\"stage\":\"coder\",\"ralph_iteration\":1,\"ralph_max\":15,"
                        + "\"promise_found\":true,\"continuing\":false,\"duration_ms\":\\d+,\"verified\":true,"
                        + "\"reason\":\"Promise verified\",\"details\":null,\"cost\":null,\"timeout\":false,.*");
        assertThat(logged("TASK-001", "stage", "ralph_max", "verified"))
                .containsExactly("coder 15 true", "reviewer 5 true", "tester 10 true", "qa 5 true");
        assertThat(Files.readString(project.path(".ralph/tasks/TASK-001/metadata.json")))
                .containsSubsequence("\"ralph\"", "\"stage\"", "\"qa\"", "\"iteration\"", "\"max_iterations\"")
                .containsSubsequence("\"started_at\"", "\"completion_promise\"", "\"QA_PASSED\"");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void the_prompt_has_the_form_of_the_document() throws Exception {
        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(prompt("TASK-001", "coder", 0))
                .startsWith("""
                        ## Task Information
                        - **Task ID**: TASK-001
                        - **Title**: Make TASK-001
                        - **Stage**: Implementation
                        - **Ralph Iteration**: 1/15

                        ## Specification
                        > Make it.
                        """)
                .endsWith("- The loop will continue until genuine completion or max iterations\n");
        assertThat(prompt("TASK-001", "reviewer", 0)).contains("<promise>REVIEW_COMPLETE</promise>", "<rejected>");
        assertThat(prompt("TASK-001", "coder", 0)).doesNotContain("<rejected>");
    }

    @Test
    void a_false_promise_is_refused_with_the_reason_and_the_stage_continues() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE);
        scripts(COUNTED + "[ $n = 1 ] && echo 'TODO: the other half'\n" + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("TASK-001: coder, attempt 1 not accepted: check `claim` failed: "
                        + "Output contains contradictions to promise");
        assertThat(log("TASK-001").getFirst())
                .contains("\"promise_found\":true,\"continuing\":true,")
                .contains("\"verified\":false,\"reason\":\"Output contains contradictions to promise\",")
                .contains("\"details\":\"check `claim` failed: ");
        assertThat(logged("TASK-001", "stage", "ralph_iteration", "verified"))
                .startsWith("coder 1 false", "coder 2 true");
        assertThat(prompt("TASK-001", "coder", 1))
                .contains("- **Ralph Iteration**: 2/15\n", "## Promises That Were Not Accepted\n")
                .contains("> check `claim` failed: Output contains contradictions to promise");
    }

    @Test
    void a_stage_must_say_what_the_document_wants_to_hear() throws Exception {
        scripts(
                CODER,
                COUNTED + "[ $n = 1 ] && { echo '<promise>REVIEW_COMPLETE</promise>'; exit; }\n" + REVIEWER,
                TESTER,
                QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(log("TASK-001").get(1)).contains("\"verified\":false,\"reason\":\"No review approval detected\",");
        assertThat(logged("TASK-001", "stage", "ralph_iteration")).contains("reviewer 2");
    }

    @Test
    void promises_are_trusted_where_nobody_wants_them_verified() throws Exception {
        project.write(".ralph/config.yaml", STAGES + "ralph: {verify_promises: false}\n");
        scripts(
                "echo x > made-TASK-001; echo 'TODO: all'; echo '<promise>IMPLEMENTATION_COMPLETE</promise>'\n",
                "echo '<promise>REVIEW_COMPLETE</promise>'\n",
                "echo '<promise>TESTS_COMPLETE</promise>'\n",
                QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(log("TASK-001"))
                .hasSize(4)
                .allMatch(line -> line.contains("\"verified\":false,\"reason\":\"Promise trusted\","));
    }

    @Test
    void a_promise_that_is_not_alone_in_its_line_or_has_other_letters_does_not_count() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE);
        scripts(COUNTED + """
                        [ $n = 1 ] && { echo x > made; echo 'Done: <promise>IMPLEMENTATION_COMPLETE</promise>'; exit; }
                        [ $n = 2 ] && { echo '<promise>implementation_complete</promise>'; exit; }
                        """ + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage", "promise_found", "verified"))
                .startsWith("coder false false", "coder false false", "coder true true");
        assertThat(log("TASK-001").getFirst()).contains("\"reason\":\"Promise not found or malformed\",\"details\":\"");
    }

    @Test
    void a_rejection_goes_back_to_the_coder_with_its_findings() throws Exception {
        scripts(
                CODER,
                COUNTED + "[ $n = 1 ] && { printf '<rejected>\\nthe name is wrong\\n</rejected>\\n'; exit; }\n"
                        + REVIEWER,
                TESTER,
                QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage"))
                .containsExactly("coder", "reviewer", "coder", "reviewer", "tester", "qa");
        assertThat(prompt("TASK-001", "coder", 1)).contains("> the name is wrong\n");
        assertThat(project.path("made-TASK-001")).content().hasLineCount(2);
    }

    @Test
    void a_disabled_stage_is_a_single_pass_whose_exit_code_decides() throws Exception {
        project.write(".ralph/config.yaml", STAGES + "ralph: {enabled: false, qa: {enabled: true}}\n");
        scripts("echo x > made-TASK-001\n", "exit 0\n", "exit 0\n", QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(prompt("TASK-001", "coder", 0)).doesNotContain("<promise>", "Ralph Iteration");
        assertThat(prompt("TASK-001", "qa", 0)).contains("<promise>QA_PASSED</promise>");
        assertThat(logged("TASK-001", "stage", "ralph_max", "promise_found", "continuing"))
                .containsExactly(
                        "coder 1 false false", "reviewer 1 false false", "tester 1 false false", "qa 5 true false");
    }

    @Test
    void a_disabled_stage_that_fails_sends_the_task_back_to_the_list() throws Exception {
        project.write(".ralph/config.yaml", STAGES + "ralph: {tester: {enabled: false}}\n");
        scripts(CODER, REVIEWER, "exit 3\n", QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(list())
                .contains("\"ralph_failure\":{\"stage\":\"tester\",\"iterations_used\":1,")
                .contains("\"reason\":\"tester: ")
                .doesNotContain("Max iterations reached");
        assertThat(project.path("made-TASK-001")).doesNotExist();
    }

    @Test
    void a_stage_that_uses_all_iterations_leaves_a_task_to_do_with_the_documents_failure() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE + "ralph: {coder: {max_iterations: 2}}\n");
        scripts("echo half > half; echo 'still at it'\n", REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out()).contains("Max iterations reached without completion promise");
        assertThat(logged("TASK-001", "ralph_iteration", "ralph_max", "continuing"))
                .containsExactly("1 2 true", "2 2 false");
        assertThat(list())
                .contains("\"status\":\"pending\"")
                .contains("\"metadata\":{\"ralph_failure\":{\"stage\":\"coder\",\"iterations_used\":2,"
                        + "\"last_output\":\"still at it\\n\","
                        + "\"reason\":\"Max iterations reached without completion promise\"}}");
        assertThat(project.status()).isEmpty();

        scripts(CODER, REVIEWER, TESTER, QA);
        Shell.Said again = run();
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(list().lines().toList().getLast()).contains("\"status\":\"done\"", "\"metadata\":{}");
        assertThat(again.err()).contains("TASK-001 continues with its unfinished work, refs/ralph/");
        assertThat(prompt("TASK-001", "coder", 2))
                .contains("earlier work on this task, not finished, from refs/ralph/");
        assertThat(project.path("half")).hasContent("half");
    }

    @Test
    void the_promise_of_the_last_iteration_counts() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE + "ralph: {coder: {max_iterations: 2}}\n");
        scripts(COUNTED + "[ $n = 1 ] && exit\n" + CODER, REVIEWER, TESTER, QA);

        assertThat(run().code()).isZero();
    }

    @Test
    void a_timeout_is_a_failed_iteration_and_the_stage_continues() throws Exception {
        project.write(
                ".ralph/config.yaml",
                CODER_ALONE.replace("{command: sh coder.sh}", "{command: sh coder.sh, timeout: 1s}"));
        scripts(COUNTED + "[ $n = 1 ] && exec sleep 60\n" + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "ralph_iteration", "continuing", "timeout"))
                .startsWith("1 true true", "2 false false");
    }

    @Test
    void settings_of_the_other_tool_count_and_ours_win() throws Exception {
        project.write(".ralph/config.yaml", STAGES + "ralph: {reviewer: {max_iterations: 2}}\n");
        project.write(".specflow/config.yaml", """
                project: {name: demo}
                ralph:
                  agent_defaults:
                    coder: {max_iterations: 3, completion_promise: CODED}
                    reviewer: {max_iterations: 9}
                """);
        scripts(CODER.replace("IMPLEMENTATION_COMPLETE", "CODED"), REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage", "ralph_max"))
                .containsExactly("coder 3", "reviewer 2", "tester 10", "qa 5");
    }

    @Test
    void unknown_keys_are_errors_with_the_nearest_name() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + "ralph: {coder: {max_iteration: 3}}\nstages: {coder: {agnt: x}}\n");

        Shell.Said run = run();

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("ralph: coder: unknown key 'max_iteration'; did you mean 'max_iterations'?")
                .contains("stages: coder: unknown key 'agnt'; did you mean 'agent'?");
    }

    @Test
    void own_stages_run_where_they_are_written() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + """
                stages:
                  coder: {command: sh coder.sh, prompt: Write it in shell.}
                  lint: {command: "echo '<promise>STAGE_COMPLETE</promise>'"}
                  qa: {command: sh qa.sh}
                """);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage", "ralph_max")).containsExactly("coder 15", "lint 10", "qa 5");
        assertThat(prompt("TASK-001", "coder", 0)).contains("""
                        Write it in shell.

                        ## Completion Requirements

                        When you have GENUINELY completed this stage, output:
                        """);
    }

    @Test
    void checks_of_the_project_have_the_last_word_in_every_stage() throws Exception {
        project.write(".ralph/config.yaml", "checks: ['grep -q fixed made-*']\n" + STAGES);
        scripts(COUNTED + "[ $n = 1 ] || echo fixed >> made-TASK-001\n" + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage", "ralph_iteration", "verified"))
                .containsExactly("coder 1 false", "coder 2 true", "reviewer 1 true", "tester 1 true", "qa 1 true");
    }

    @Test
    void several_tasks_work_at_once_and_one_that_waits_for_another_comes_after_it() throws Exception {
        tasks(
                create("TASK-001", ",\"description\":\"a\""),
                create("TASK-002", ",\"description\":\"b\""),
                create("TASK-003", ",\"description\":\"c\",\"blockedBy\":[\"TASK-002\"]"));
        Path meeting = Files.createDirectory(base.resolve("meeting"));
        scripts("""
                touch '%s'/"$JRUN_TASK_ID"
                i=0; while [ "$JRUN_TASK_ID" != TASK-003 ] && [ $(ls '%s' | wc -l) -lt 2 ] && [ $i -lt 300 ]
                do sleep 0.1; i=$((i + 1)); done
                """.formatted(meeting, meeting) + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<String> subjects = project.git("log", "--format=%s").lines().toList();
        assertThat(subjects).contains("TASK-001: Make TASK-001", "TASK-002: Make TASK-002");
        assertThat(subjects.indexOf("TASK-003: Make TASK-003")).isLessThan(subjects.indexOf("TASK-002: Make TASK-002"));
        assertThat(project.status()).isEmpty();
    }

    @Test
    void a_task_that_is_added_while_another_one_works_gets_a_free_slot_at_once() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + "stages: {coder: {command: sh coder.sh}}\n");
        String added = create("TASK-002", "").strip();
        scripts(
                """
                if [ "$JRUN_TASK_ID" = TASK-001 ]; then
                    echo 'ADDED' >> 'LIST'
                    i=0; while [ ! -e 'MET' ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
                fi
                [ "$JRUN_TASK_ID" = TASK-001 ] || touch 'MET'
                """.replace("ADDED", added)
                                .replace("LIST", project.path("tasks.jsonl").toString())
                                .replace("MET", base.resolve("met").toString())
                        + "[ -e '" + base.resolve("met") + "' ] || exit 1\n"
                        + CODER,
                REVIEWER,
                TESTER,
                QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    @Test
    void only_the_named_tasks_are_worked_on() throws Exception {
        tasks(create("TASK-001", ""), create("TASK-002", ""));

        Shell.Said run = run("--only", "TASK-002");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("task TASK-002 has neither a description nor a spec");
        assertThat(project.path("made-TASK-001")).doesNotExist();
        assertThat(project.path("made-TASK-002")).exists();
        assertThat(run("--only", "TASK-02").err()).contains("no task TASK-02", "did you mean 'TASK-002'?");
    }

    /// A stand-in for `gh` that opens whatever is wanted, and a bare repository as `origin`.
    ///
    /// @return the variables with which it is found
    private Map<String, String> forge() throws Exception {
        Path origin = base.resolve("origin.git");
        project.git("init", "-q", "--bare", origin.toString());
        project.git("remote", "add", "origin", origin.toString());
        Path gh = Files.createDirectory(base.resolve("bin")).resolve("gh");
        Files.writeString(gh, """
                #!/bin/sh
                [ "$2" = list ] && echo '[]' || echo "https://forge.example/$4"
                """);
        assertThat(gh.toFile().setExecutable(true)).isTrue();
        return Map.of(
                "XDG_STATE_HOME", project.state().toString(), "PATH", gh.getParent() + ":" + System.getenv("PATH"));
    }

    @Test
    void a_pull_request_has_the_work_alone_and_no_commit_of_the_list_or_of_the_agents_own() throws Exception {
        Map<String, String> variables = forge();
        project.write(".ralph/config.yaml", PLAIN + "stages: {coder: {command: sh coder.sh}}\nparallelism: 1\n");
        scripts("""
                git config user.name a; git config user.email a@example.org
                echo secret > secret; git add -A; git commit -q -m secret; git rm -q secret
                git commit -q -m 'no secret'
                """ + CODER, REVIEWER, TESTER, QA);
        tasks(create("TASK-001", ",\"description\":\"a\""), create("TASK-002", ",\"description\":\"b\""));
        String before = project.git("rev-parse", "main");

        Shell.Said run = project.shell().ralph(variables, List.of("stage", "run", "--pull-request"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.git("rev-parse", "main")).isEqualTo(before);
        assertThat(list().lines().filter(line -> line.contains("\"status\":\"done\"")))
                .hasSize(2);
        for (String task : List.of("TASK-001", "TASK-002")) {
            assertThat(project.git(
                            "--git-dir=" + base.resolve("origin.git"),
                            "log",
                            "--format=%s",
                            "--name-only",
                            before.strip() + "..task/" + task))
                    .isEqualTo(task + ": Make " + task + "\n\nmade-" + task + "\n");
        }
    }

    /// What a program that only writes down how it is called prints.
    @ParameterizedTest
    @CsvSource({"echo https://forge.example/7, https://forge.example/7", ":, task/TASK-001"})
    void a_stand_in_that_records_its_calls_sees_the_receipts(String prints, String shown) throws Exception {
        Map<String, String> variables = forge();
        Files.writeString(base.resolve("bin/gh"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >> " + base + "/calls\n" + prints);
        project.write(".ralph/config.yaml", CODER_ALONE + "checks: ['true']\n").commit("checks");

        Shell.Said run = project.shell().ralph(variables, List.of("stage", "run", "--pull-request"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(Files.readString(base.resolve("calls")))
                .containsSubsequence(
                        "pr\nlist\n", "pr\ncreate\n--head\ntask/TASK-001\n", "| coder | 1 | `true` | passed |");
        assertThat(project.ralph("stage", "show", "TASK-001").out()).contains("pull request: " + shown + "\n");
        String json = project.ralph("stage", "show", "TASK-001", "--json").out();
        assertThat(json).contains("\"pull_request\":\"" + shown + "\"");
        JsonContractTest.isValid("stage-show", json);
    }

    private static final String WORKFLOW = "mkdir -p .github/workflows; echo 'on: push' > .github/workflows/ci.yml\n";

    @Test
    void a_task_of_which_nothing_may_be_kept_is_not_done() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE);
        scripts(WORKFLOW + "echo 'I committed it.'; echo '<promise>IMPLEMENTATION_COMPLETE</promise>'\n", "", "", "");

        Shell.Said run = run();

        String why = ".github/workflows/ci.yml is protected; review the change and apply it yourself";
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out()).contains("nothing of it may be kept: " + why, "`ralph diff TASK-001` shows it");
        assertThat(list().lines().toList().getLast()).contains("\"status\":\"pending\"", why);
        assertThat(project.ralph("stage", "show", "TASK-001").out()).contains("\nstatus: todo\n", why);
        assertThat(project.ralph("report").out()).containsIgnoringWhitespaces("nothing of it may be kept: " + why);

        Shell.Said asked = project.shell().ralph(forge(), List.of("stage", "run", "--pull-request"));
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(4);
        assertThat(asked.out()).contains("nothing of it may be kept: " + why);
    }

    @Test
    void what_of_the_work_is_not_kept_is_told() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE);
        scripts(WORKFLOW + CODER, "", "", "");

        Shell.Said run = run();

        String why = "not kept: .github/workflows/ci.yml is protected; review the change and apply it yourself";
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("TASK-001: " + why);
        assertThat(project.ralph("stage", "show", "TASK-001").out()).contains(why);
        assertThat(project.ralph("report").out()).containsIgnoringWhitespaces(why);
    }

    @Test
    void an_attempt_knows_its_stage() throws Exception {
        scripts(
                "echo \"$RALPH_STAGE\" >> 'BASE/stages'\n".replace("BASE", base.toString()) + CODER,
                REVIEWER,
                TESTER,
                QA);

        assertThat(run().code()).isZero();
        assertThat(base.resolve("stages")).hasContent("coder");
    }

    @Test
    void the_last_output_of_an_agent_with_a_stream_is_what_it_said() throws Exception {
        project.write(
                ".ralph/config.yaml",
                CODER_ALONE.replace("{command: sh coder.sh}", "{command: sh coder.sh, stream: claude}")
                        + "ralph: {coder: {max_iterations: 1}}\n");
        scripts("""
                echo '{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"still at it"}]},"session_id":"s"}'
                echo '{"type":"result","subtype":"success","is_error":false,"result":"still at it","session_id":"s"}'
                """, REVIEWER, TESTER, QA);

        assertThat(run().code()).isEqualTo(4);
        assertThat(list()).contains("\"last_output\":\"still at it\\n\",");
    }

    @Test
    void what_changes_in_the_project_during_a_run_is_not_told_as_uncommitted() throws Exception {
        project.write(".ralph/config.yaml", CODER_ALONE);
        scripts("touch '" + project.path("meanwhile") + "'\n" + CODER, REVIEWER, TESTER, QA);
        tasks(create("TASK-001", ""), create("TASK-002", ",\"blockedBy\":[\"TASK-001\"]"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).doesNotContain("uncommitted");
    }

    @Test
    void the_list_is_not_committed_to_a_branch_that_somebody_checks_out_meanwhile() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + "stages: {coder: {command: sh coder.sh}}\n");
        scripts("git -C '" + project.folder() + "' switch -q -c other\n" + CODER, REVIEWER, TESTER, QA);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(project.git("rev-parse", "other")).isEqualTo(project.git("rev-parse", "main"));
        assertThat(list()).contains("\"status\":\"pending\"");
    }

    @Test
    void a_specification_that_is_not_committed_is_never_shown_to_an_agent() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + "stages: {coder: {command: sh coder.sh}}\n");
        project.write(".gitignore", ".env\n").write(".env", "KEY=secret\n").write("specs/a.md", "All of it.\n");
        tasks(create("TASK-001", ",\"spec\":\".env\""), create("TASK-002", ",\"spec\":\"specs/a.md\""));

        Shell.Said run = run();

        assertThat(run.err()).contains("task TASK-001 is blocked: its spec .env is not committed");
        assertThat(project.ralph("stage", "show", "TASK-001").out())
                .contains("status: todo\nblocked: its spec .env is not committed");
        assertThat(project.path(".ralph/tasks/TASK-001")).doesNotExist();
        assertThat(prompt("TASK-002", "coder", 0)).contains("All of it.");
    }

    @Test
    void a_ladder_tries_another_agent_after_the_first_one_failed() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + """
                stages:
                  coder:
                    command: "echo 'I give up'"
                    max_iterations: 1
                    escalation:
                      - {command: sh coder.sh}
                """);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .containsOnlyOnce("TASK-001: coder failed: Max iterations reached without completion promise; "
                        + "trying the next agent of its escalation\n");
        assertThat(logged("TASK-001", "stage", "verified")).containsExactly("coder null", "coder true");
    }

    @Test
    void of_candidates_the_first_whose_work_is_verified_counts_and_nothing_of_the_others_is_kept() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + """
                stages:
                  coder:
                    command: "touch first; echo 'I give up'"
                    max_iterations: 1
                    escalation:
                      - candidates:
                          - {command: "touch second; echo 'I cannot'"}
                          - {command: sh coder.sh}
                          - {command: "touch fourth"}
                """);

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(logged("TASK-001", "stage", "verified")).containsExactly("coder null", "coder null", "coder true");
        assertThat(project.path("second")).doesNotExist();
        assertThat(project.path("fourth")).doesNotExist();
        assertThat(project.git("show", "--format=", "--name-only", "HEAD")).doesNotContain("second");
    }

    @Test
    void after_a_failed_task_comes_the_next_one_the_end_or_another_try() throws Exception {
        project.write(".ralph/config.yaml", PLAIN + """
                parallelism: 1
                stages:
                  coder: {command: "echo x >> 'BASE/tries'; echo 'I give up'", max_iterations: 1}
                """.replace("BASE", base.toString()));
        tasks(create("TASK-001", ",\"priority\":9"), create("TASK-002", ""));

        Shell.Said halted = run("--on-failure", "stop");
        assertThat(halted.code()).as(halted.out() + halted.err()).isEqualTo(4);
        assertThat(base.resolve("tries"))
                .content()
                .as("nothing after the first")
                .hasLineCount(1);

        run("--on-failure", "retry", "--max-tries", "2", "--only", "TASK-001");
        assertThat(base.resolve("tries"))
                .content()
                .as("one try more than before")
                .hasLineCount(3);

        run("--on-failure", "continue");
        assertThat(base.resolve("tries")).content().as("both, once").hasLineCount(5);
    }
}
