package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The loop of specification 002 around an agent, as somebody types it: the state file, the notices, the prompts.
@Timeout(120)
class SessionProfileTest {
    private static final String OTHERS = """
            {
              "active": true,
              "iteration": 3,
              "maxIterations": 100,
              "completionPromise": "DONE",
              "startedAt": "2026-01-02T03:04:05.678Z",
              "prompt": "Something else",
              "sessionId": "ses_other"
            }""";

    /// Copies the state once it says the iteration that this is, because the agent runs before it is counted.
    private static final String LOOK = """
            n=$(ls "$RUNS_DIR" | wc -l)
            i=0
            until grep -q '"iteration": '$n, .supercoin/ralph-loop-state.json 2>/dev/null || [ $i = 400 ]; do
              sleep 0.05; i=$((i + 1))
            done
            cp .supercoin/ralph-loop-state.json SCRATCH/seen-$n
            """;

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void begin() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
    }

    @Test
    void a_quiet_program_that_works_gets_all_its_turns() {
        TypedCommand run = type(
                "run",
                "--profile",
                "session",
                "--prompt",
                "Count",
                "--task",
                "t",
                "--restart-delay",
                "0s",
                "--containment",
                "group",
                "--max-iterations",
                "7",
                "--",
                "sh",
                "-c",
                "echo x >> turns; [ $(wc -l < turns) -lt 7 ] || echo '<promise>DONE</promise>'");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("COMPLETED after 7 attempts").doesNotContain("without saying or doing anything");
    }

    @Test
    void the_same_failure_ends_no_conversation_before_its_turns_are_used() {
        TypedCommand run = type(
                "run",
                "--profile",
                "session",
                "--prompt",
                "Fail",
                "--task",
                "t",
                "--restart-delay",
                "0s",
                "--recovery-delay",
                "0s",
                "--containment",
                "group",
                "--max-iterations",
                "7",
                "--",
                "false");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out()).contains("after 7 attempts");
    }

    @Test
    void the_state_lies_at_the_documented_path_while_the_loop_runs_and_is_gone_afterwards() throws Exception {
        agent(LOOK + promisesInRun(2));

        TypedCommand run = run(
                "Fix 100% of it: $& $1 {{PROMPT}} {{MAX}}",
                "--max-iterations", "25", "--description", "the nightly fix");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        String loop = run.out().split(" · loop ")[1].split(" ")[0];
        assertThat(seen(1)).matches("""
                \\{
                  "active": true,
                  "iteration": 1,
                  "maxIterations": 25,
                  "completionPromise": "ALL_FIXED",
                  "startedAt": "20..-..-..T..:..:..\\....Z",
                  "prompt": "Fix 100% of it: \\$& \\$1 \\{\\{PROMPT}} \\{\\{MAX}}",
                  "sessionId": "LOOP",
                  "description": "the nightly fix"
                }""".replace("LOOP", loop));
        assertThat(seen(2)).contains("\"iteration\": 2,", "\"lastIterationAt\": \"20", "\"sessionId\": \"s-1\"");
        assertThat(state()).doesNotExist();
        assertThat(prompt(2))
                .startsWith("[RALPH LOOP - ITERATION 2/25]\n\nYour previous attempt")
                .endsWith("Original task:\nFix 100% of it: $& $1 {{PROMPT}} {{MAX}}");
    }

    @Test
    void git_does_not_see_it_and_it_is_no_work() throws Exception {
        Repository.init(project);
        agent(LOOK + "git add -A; git -c user.name=a -c user.email=a@localhost commit -qm agents\n"
                + "echo $n >work.txt\n" + promisesInRun(2));

        TypedCommand run = run("Fix it", "--keep", "commit");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        Repository repository = Repository.at(project).orElseThrow();
        assertThat(repository.changes()).isEmpty();
        assertThat(tracked()).contains("work.txt").doesNotContain("supercoin");
    }

    @Test
    void an_agent_that_changes_nothing_is_stopped_though_the_state_changes() throws Exception {
        Repository.init(project);
        Files.writeString(project.resolve("a.txt"), "a");
        agent(said("still thinking"));

        TypedCommand run = run("Fix it", "--breaker", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out()).contains("Ralph Loop Stopped: 2 attempts in a row changed nothing");
    }

    @Test
    void the_loop_of_another_session_stays_where_it_is() throws Exception {
        Files.createDirectories(state().getParent());
        Files.writeString(state(), OTHERS);
        agent(promisesInRun(2));

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(state()).hasContent(OTHERS);
        assertThat(run.err())
                .containsOnlyOnce("this loop is not shown at " + state() + ": the loop of session ses_other is there");
    }

    @Test
    void what_is_no_state_stays_where_it_is_and_the_loop_goes_on() throws Exception {
        agent(promisesInRun(2));
        Files.createDirectories(state().getParent());
        for (String damaged : List.of("", "{\"active\": tr", "[]", "\u0000".repeat(9 << 20))) {
            Files.writeString(state(), damaged);

            TypedCommand run = run("Fix it", "--task", "t" + damaged.length());

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(Files.readString(state())).isEqualTo(damaged);
            assertThat(run.err())
                    .contains("this loop is not shown at", "is not the state of a loop; correct it or move it away");
        }
    }

    @Test
    void nothing_is_written_through_a_link() throws Exception {
        agent(promisesInRun(2));
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createSymbolicLink(project.resolve(".supercoin"), elsewhere);

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains(".supercoin is a link; remove it");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void whoever_deletes_the_state_cancels_the_loop() throws Exception {
        agent(LOOK + "rm .supercoin/ralph-loop-state.json\n" + said("not yet") + "sleep 60\n");

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(6);
        assertThat(run.out())
                .contains("Stop requested by the deletion of " + state())
                .contains("Ralph Loop Cancelled: Stopped at iteration 1");
        assertThat(state()).doesNotExist();
    }

    @Test
    void an_editor_that_saves_by_deleting_first_cancels_nothing() throws Exception {
        agent(LOOK + "mv .supercoin/ralph-loop-state.json SCRATCH/moved; touch TOUCHED\n"
                + "sleep 0.1; mv SCRATCH/moved .supercoin/ralph-loop-state.json\n" + promisesInRun(2));

        TypedCommand run = run("Fix it", "--poll-interval", "20ms");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    @Test
    void whoever_sets_the_state_inactive_cancels_the_loop() throws Exception {
        agent(LOOK + edit("\"active\": true", "\"active\": false") + said("not yet") + "sleep 60\n");

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(6);
        assertThat(run.out()).contains("Stop requested by active: false in " + state());
        assertThat(state()).doesNotExist();
    }

    @Test
    void another_limit_in_the_state_is_the_limit_from_then_on() throws Exception {
        agent(LOOK + "[ $n != 1 ] || " + edit("\"maxIterations\": 100", "\"maxIterations\": 2") + said("not yet"));

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out())
                .contains("2 attempts allowed until <promise>ALL_FIXED</promise>, changed by " + state())
                .contains("Ralph Loop: Iteration 2/2")
                .contains("Max iterations (2) reached without completion");
        assertThat(seen(2)).contains("\"maxIterations\": 2,");
        assertThat(prompt(2)).startsWith("[RALPH LOOP - ITERATION 2/2]");
    }

    @Test
    void another_promise_in_the_state_is_the_promise_from_then_on() throws Exception {
        agent(LOOK + "[ $n != 1 ] || " + edit("ALL_FIXED", "SHIPPED") + "if [ $n = 3 ]; then\n"
                + said("<promise>SHIPPED</promise>") + "else\n" + said("<promise>FIXED</promise>") + "fi\n");

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("Task completed after 3 iteration(s)");
        assertThat(prompt(3)).contains("output: <promise>SHIPPED</promise>");
    }

    @Test
    void what_makes_no_sense_in_the_state_is_told_and_changes_nothing() throws Exception {
        agent(LOOK + "[ $n != 1 ] || " + edit("\"maxIterations\": 100", "\"maxIterations\": 0")
                + "[ $n != 1 ] || sleep 2\n" + "[ $n != 1 ] || "
                + edit("\"maxIterations\": 0", "\"maxIterations\": 100") + promisesInRun(2));

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("maxIterations is 0; a loop needs a finite limit of at least 1");
    }

    @Test
    void the_state_lies_in_another_folder_where_one_is_given() throws Exception {
        agent(LOOK.replace(".supercoin", "there") + promisesInRun(2));

        TypedCommand run = run("Fix it", "--state-dir", project.resolve("there").toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(seen(2)).contains("\"iteration\": 2,");
        assertThat(state()).doesNotExist();
        assertThat(project.resolve("there/ralph-loop-state.json")).doesNotExist();
    }

    private static String edit(String from, String to) {
        return "sed -i 's/" + from + "/" + to + "/' .supercoin/ralph-loop-state.json\n";
    }

    @Test
    void a_program_that_cannot_be_started_is_no_iteration() throws Exception {
        agent(promisesInRun(1));

        TypedCommand run = run("Fix it", "--agent", "codex");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).contains("Ralph Loop Stopped: ");
        assertThat(state()).doesNotExist();
    }

    @Test
    void an_agent_that_takes_the_place_of_a_missing_one_is_given_the_task_and_no_continuation() throws Exception {
        agent(promisesInRun(2));

        TypedCommand run = run("Fix it", "--agent", "codex,claude");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(prompt(2)).isEqualTo("Fix it");
        assertThat(run.out())
                .doesNotContain("Iteration 1/100")
                .contains("Ralph Loop Complete!: Task completed after 1 iteration(s)");
    }

    @Test
    void a_promise_with_the_characters_of_patterns_means_itself() throws Exception {
        agent("if [ $(ls \"$RUNS_DIR\" | wc -l) = 1 ]; then\n" + said("<promise>aXb+</promise>") + "else\n"
                + said("<promise>a.b+(c|d)*[$]</promise>") + "fi\n");

        TypedCommand run = run("Fix it", "--completion-promise", "a.b+(c|d)*[$]");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("Ralph Loop Complete!: Task completed after 2 iteration(s)");
    }

    @Test
    void with_a_fresh_session_every_iteration_begins_a_new_conversation() throws Exception {
        agent("echo \"$*\" >>SCRATCH/asked\n" + promisesInRun(2));

        assertThat(run("Fix it", "--session", "fresh").code()).isZero();
        assertThat(folder.resolve("asked")).content().doesNotContain("--resume").hasLineCount(2);
        assertThat(prompt(2)).startsWith("[RALPH LOOP - ITERATION 2/100]");

        assertThat(run("Fix it", "--task", "kept").code()).isZero();
        assertThat(folder.resolve("asked")).content().contains("--resume s-1");
    }

    @Test
    void after_an_error_the_session_is_given_time_to_recover() throws Exception {
        agent("date +%s%N >>SCRATCH/starts\nif [ $(ls \"$RUNS_DIR\" | wc -l) = 1 ]; then exit 3; fi\n"
                + promisesInRun(2));

        TypedCommand run = run("Fix it", "--recovery-delay", "2s");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<Long> starts = Files.readAllLines(folder.resolve("starts")).stream()
                .map(Long::valueOf)
                .toList();
        assertThat(starts.get(1) - starts.get(0)).isGreaterThan(2_000_000_000L);
        assertThat(type("config", "show", "--profile", "session").out()).containsPattern("recovery_delay: +5s");
    }

    @Test
    void a_deleted_session_takes_its_loop_with_it() throws Exception {
        agent("case \"$*\" in *--resume*) echo 'No conversation found with session ID: s-1' >&2; exit 1;; esac\n"
                + promisesInRun(9));

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(6);
        assertThat(run.out()).contains("Ralph Loop Cancelled: Stopped at iteration 2");
        assertThat(type("status", "--task", "t").out()).contains("cancelled by the deletion of session s-1");
        assertThat(state()).doesNotExist();
    }

    @Test
    void where_loops_are_disabled_none_is_started() throws Exception {
        agent(promisesInRun(1));
        Files.createDirectories(project.resolve(".ralph"));
        Path config = Files.writeString(project.resolve(".ralph/config.yaml"), "enabled: off\n");

        TypedCommand run = run("Fix it");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("loops are disabled: enabled is off (project " + config + ":1)");
        assertThat(run("Fix it", "--enabled", "on").code()).isZero();
    }

    @Test
    void cancelling_where_no_loop_runs_says_so_in_the_words_of_the_document() throws Exception {
        agent(promisesInRun(1));
        assertThat(type("cancel").code())
                .as("in profile restart it is a mistake")
                .isEqualTo(2);
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "profile: session\n");

        TypedCommand before = type("cancel");
        run("Fix it");
        TypedCommand after = type("cancel", "t");

        assertThat(List.of(before.code(), after.code())).containsExactly(0, 0);
        assertThat(List.of(before.out(), after.out()))
                .containsOnly("No Active Loop: No Ralph Loop is currently running\n");
        assertThat(type("cancel", "--json").out())
                .isEqualTo("{\"title\":\"No Active Loop\",\"message\":\"No Ralph Loop is currently running\"}\n");
    }

    @Test
    void notices_are_events_of_their_own() throws Exception {
        agent(promisesInRun(2));

        TypedCommand run = run("Fix it", "--max-iterations", "25", "--json");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        JsonContractTest.isValid("run", run.out());
        assertThat(run.out()
                        .lines()
                        .filter(line -> line.contains("\"type\":\"notice\""))
                        .map(line -> line.substring(line.indexOf("\"event\""))))
                .containsExactly(
                        "\"event\":{\"title\":\"Ralph Loop Started\",\"message\":\"Max 25 iterations. Complete with"
                                + " <promise>ALL_FIXED</promise>\",\"variant\":\"info\",\"duration\":3000}}",
                        "\"event\":{\"title\":\"Ralph Loop\",\"message\":\"Iteration 2/25\",\"variant\":\"info\","
                                + "\"duration\":2000}}",
                        "\"event\":{\"title\":\"Ralph Loop Complete!\",\"message\":\"Task completed after 2"
                                + " iteration(s)\",\"variant\":\"success\",\"duration\":5000}}");
        String bus = type("bus", "read", "--task", "t", "--type", "NOTICE").out();
        assertThat(bus)
                .contains(
                        "Ralph Loop Started: Max 25 iterations. Complete with <promise>ALL_FIXED</promise>",
                        "Ralph Loop: Iteration 2/25",
                        "Ralph Loop Complete!: Task completed after 2 iteration(s)");
        assertThat(type("bus", "read", "--task", "t", "--type", "NOTICE", "--json")
                        .out())
                .contains("\"variant\":\"success\"", "\"duration\":\"5000\"", "\"title\":\"Ralph Loop Complete!\"");
    }

    private Path state() {
        return project.resolve(".supercoin/ralph-loop-state.json");
    }

    private String seen(int run) throws IOException {
        return Files.readString(folder.resolve("seen-" + run));
    }

    private String prompt(int run) throws IOException {
        try (Stream<Path> runs = Files.list(project.resolve(".ralph/tasks/t/runs"))) {
            return Files.readString(runs.sorted().toList().get(run - 1).resolve("prompt.md"));
        }
    }

    private String tracked() throws Exception {
        Process git =
                new ProcessBuilder("git", "-C", project.toString(), "ls-tree", "-r", "--name-only", "HEAD").start();
        return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String promisesInRun(int run) {
        return "if [ $(ls \"$RUNS_DIR\" | wc -l) = " + run + " ]; then\n" + said("<promise>all_fixed</promise>")
                + "else\n" + said("not yet") + "fi\n";
    }

    private static String said(String words) {
        return """
                cat <<'END'
                {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
                {"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]},"session_id":"s-1"}
                {"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"WORDS"}]},"session_id":"s-1"}
                {"type":"result","subtype":"success","is_error":false,"result":"WORDS","session_id":"s-1"}
                END
                """.replace("WORDS", words);
    }

    private void agent(String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path program =
                Files.writeString(bin.resolve("claude"), "#!/bin/sh\n" + script.replace("SCRATCH", folder.toString()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private TypedCommand run(String prompt, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--prompt", prompt, "--restart-delay", "0s"));
        words.addAll(List.of("--profile", "session", "--containment", "group"));
        List<String> given = List.of(more);
        words.addAll(given.contains("--agent") ? List.of() : List.of("--agent", "claude"));
        words.addAll(given.contains("--task") ? List.of() : List.of("--task", "t"));
        words.addAll(given.contains("--completion-promise") ? List.of() : List.of("--completion-promise", "ALL_FIXED"));
        words.addAll(given);
        return type(words.toArray(String[]::new));
    }

    private TypedCommand type(String... words) {
        return TypedCommand.in(project, Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"), words);
    }
}
