package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What waits for a person, of single tasks and of the list.
@Timeout(180)
class InboxTest {
    private static final String ASKS = """
            id=$(grep -o 'RALPH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1); id=${id%: }
            if [ "$id" = RALPH-001 ] && ! grep -q '> The second' "$RUN_FOLDER/prompt.md"; then
              printf 'Which \\033[31mtable?\\n' > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"; exit 0
            fi
            echo "$id" > "made-$id"; touch "$TASK_FOLDER/DONE"
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", ASKS);
        project.commit("tools");
    }

    private static String create(String id, String more) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id + "\",\"status\":\"pending\""
                + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private Shell.Said run(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "overlay", "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--restart-delay", "10ms"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "agent.sh"));
        return project.ralph(words.toArray(String[]::new));
    }

    private List<Map<?, ?>> items() throws Exception {
        Shell.Said said = project.ralph("inbox", "--json");
        JsonContractTest.isValid("inbox", said.out());
        return ((List<?>) Objects.requireNonNull(JsonText.parse(said.out())))
                .stream().<Map<?, ?>>map(item -> (Map<?, ?>) item).toList();
    }

    @Test
    void a_task_of_the_list_that_asks_is_answered_by_its_id_and_done_by_the_next_run() throws Exception {
        assertThat(project.ralph("inbox").out()).isEqualTo("nothing waits for you\n");
        project.write("tasks.jsonl", create("RALPH-001", ",\"priority\":9") + create("RALPH-002", ""))
                .commit("tasks");

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(project.path("made-RALPH-002")).as("the other went on").exists();
        String page = project.ralph("inbox").out();
        assertThat(page)
                .startsWith("RALPH-001 asks, ")
                .contains("\n    Which table?\n")
                .endsWith("  $ ralph answer RALPH-001 \"...\"\n  $ ralph run\n");
        assertThat(items()).hasSize(1);

        Shell.Said answered = project.ralph("answer", "RALPH-001", "The second");
        assertThat(answered.code()).as(answered.err()).isZero();
        assertThat(answered.out()).endsWith(" of task RALPH-001; continue it: ralph run\n");
        assertThat(project.ralph("inbox").out())
                .startsWith("backlog waits, ")
                .endsWith("    answered; not running\n  $ ralph run\n");
        Shell.Said again = run();
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(project.ralph("inbox").out()).isEqualTo("nothing waits for you\n");
        assertThat(project.path("made-RALPH-001")).exists();
    }

    @Test
    void a_run_that_meets_an_earlier_question_shows_it_and_says_who_continues_after_the_answer() throws Exception {
        project.write("tasks.jsonl", create("RALPH-001", "")).commit("tasks");
        assertThat(run().code()).isEqualTo(4);

        Shell.Said again = run();
        assertThat(again.code()).as(again.out() + again.err()).isEqualTo(4);
        assertThat(again.out())
                .contains("RALPH-001  asks: Which table?", "Answer: ralph answer RALPH-001 \"...\"")
                .doesNotContain("not finished");

        project.ralph("answer", "RALPH-001", "The second");
        Shell.Said other = project.ralph(
                "run", "--workspace", "overlay", "--sandbox", "off", "--network", "open", "--", "sh", "other.sh");
        assertThat(other.code()).as(other.out() + other.err()).isZero();
        assertThat(other.err()).contains("RALPH-001 continues with the agent that asked: sh agent.sh");
    }

    @Test
    void people_elsewhere_hear_once_of_a_question_a_failed_task_and_the_end_of_the_run() throws Exception {
        project.write(
                        "tasks.jsonl",
                        create("RALPH-001", ",\"priority\":9")
                                + create("RALPH-002", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}")
                                + create("RALPH-003", ""))
                .commit("tasks");
        Path told = base.resolve("told");
        Path program = Files.writeString(
                base.resolve("tell"),
                "#!/bin/sh\necho \"$RALPH_NOTIFY_EVENT $RALPH_NOTIFY_TASK $RALPH_NOTIFY_OUTCOME\" >> '" + told + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        String[] notify = {"--max-restarts", "2", "--notify-command", program.toString()};

        Shell.Said run = run(notify);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(told).content().isEqualTo("question RALPH-001 WAITING\nended RALPH-002 EXHAUSTED\n");

        assertThat(run(notify).code()).isEqualTo(4);
        assertThat(told).content().as("nothing is new").hasLineCount(2);

        assertThat(project.ralph("answer", "RALPH-001", "The second").code()).isZero();
        run(notify);
        assertThat(told)
                .content()
                .endsWith("EXHAUSTED\nended backlog BLOCKED\n")
                .hasLineCount(3);
    }

    @Test
    void what_is_blocked_says_why_and_what_to_type_the_newest_last() throws Exception {
        project.write(
                        "tasks.jsonl",
                        create("RALPH-003", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}"))
                .commit("tasks");
        run("--max-restarts", "1");
        project.ralph("run", "--task", "poor", "--prompt", "x", "--max-restarts", "1", "--command", "exit 3");
        project.ralph("run", "--task", "good", "--prompt", "x", "--command", GitProject.DONE);

        List<Map<?, ?>> items = items();

        assertThat(items.stream().map(item -> item.get("task") + " " + item.get("kind")))
                .containsExactly("RALPH-003 blocked", "poor blocked");
        assertThat(items.getFirst().get("commands")).isEqualTo(List.of("ralph task unblock RALPH-003", "ralph run"));
        assertThat(items.getLast().get("commands")).isEqualTo(List.of("ralph resume poor --max-restarts 2"));
        assertThat(project.ralph("inbox").out()).contains("RALPH-003 is blocked, ", "used its only iteration");

        assertThat(project.ralph("task", "unblock", "RALPH-003").code()).isZero();
        assertThat(items().stream().map(item -> String.valueOf(item.get("task"))))
                .doesNotContain("RALPH-003");
    }
}
