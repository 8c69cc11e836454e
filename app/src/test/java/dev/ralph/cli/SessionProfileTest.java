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
    void the_state_lies_at_the_documented_path_while_the_loop_runs_and_is_gone_afterwards() throws Exception {
        agent(LOOK + promisesInRun(2));

        TypedCommand run = run("Fix 100% of it: $& $1 {{PROMPT}} {{MAX}}", "--max-iterations", "25");

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
                  "description": "t"
                }""".replace("LOOP", loop));
        assertThat(seen(2)).contains("\"iteration\": 2,").contains("\"lastIterationAt\": \"20");
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
        assertThat(run.out()).contains("Ralph Loop Stopped: nothing in the project changed in 2 attempts in a row");
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
                .containsOnlyOnce("this loop is not shown at " + state() + ": the loop of session ses_other is shown");
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
            assertThat(run.err()).contains("this loop is not shown at", "is no state of a loop; move it away");
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
    void whoever_deletes_the_state_finds_it_again_with_the_next_iteration() throws Exception {
        agent(LOOK + "rm -r .supercoin\n" + promisesInRun(3));

        TypedCommand run = run("Fix it");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(seen(3)).contains("\"iteration\": 3,");
        assertThat(state()).doesNotExist();
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
    void notices_are_events_of_their_own() throws Exception {
        agent(promisesInRun(2));

        TypedCommand run = run("Fix it", "--max-iterations", "25", "--json");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()
                        .lines()
                        .filter(line -> line.contains("\"type\":\"Notice\""))
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
