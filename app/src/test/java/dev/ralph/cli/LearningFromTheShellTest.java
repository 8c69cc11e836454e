package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a run of the list leaves for people: what was learned. The agent is a shell script.
@Timeout(180)
class LearningFromTheShellTest {
    private static final String WORKS = """
            id=$(grep -o 'RALPH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1); id=${id%: }
            echo '{"text":"mind the <gap>","timestamp":"2026-01-01T00:00:00Z"}' > "$TASK_FOLDER/remembered.jsonl"
            printf '1\\n2\\n' > "made-$id"
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

    private static String never(String id) {
        return create(id, ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}");
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

    private List<Map<String, @Nullable Object>> learned(String type) throws Exception {
        return Files.readAllLines(project.path("learning.jsonl")).stream()
                .map(JsonText::object)
                .filter(line -> type.equals(line.get("type")))
                .toList();
    }

    @Test
    void how_each_task_ended_is_in_a_file_that_is_committed_with_the_list() throws Exception {
        tasks(create("RALPH-001", ",\"type\":\"bug\""), never("RALPH-002"));

        Shell.Said run = run("--max-restarts", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        Map<String, @Nullable Object> done = learned("task_completed").getFirst();
        assertThat(done)
                .containsEntry("taskId", "RALPH-001")
                .containsEntry("taskType", "bug")
                .containsEntry("iterations", 1L)
                .containsEntry("filesChanged", 1L)
                .containsEntry("linesChanged", 2L)
                .containsEntry("success", true);
        assertThat(learned("task_completed").getLast())
                .containsEntry("iterations", 2L)
                .containsEntry("reason", "attempts_used")
                .containsEntry("blockers", List.of("used all 2 iterations"))
                .containsEntry("success", false);
        assertThat(learned("remembered").getFirst()).containsEntry("text", "mind the <gap>");
        assertThat(project.git("show", "--stat", "--format=", "HEAD")).contains("learning.jsonl");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void what_is_odd_is_shown_once_while_it_runs() throws Exception {
        tasks(never("RALPH-001"), never("RALPH-002"), never("RALPH-003"));

        Shell.Said run = run("--max-restarts", "1");

        String odd = "RALPH-003: used all its iterations, as with 2 tasks before it";
        assertThat(run.err()).containsOnlyOnce(odd);
        assertThat(learned("anomaly_detected"))
                .hasSize(1)
                .first()
                .satisfies(line -> assertThat(line)
                        .containsEntry("anomaly", "failure_mode")
                        .containsEntry("severity", "medium"));
    }

    private static String ended(String id, int iterations, String more) {
        return "{\"type\":\"task_completed\",\"taskId\":\"" + id
                + "\",\"taskType\":\"bug\",\"actual\":60,\"iterations\":" + iterations + more
                + ",\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private void history() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            lines.append(ended("D-" + i, 1 + i % 2, ",\"success\":true"));
        }
        for (int i = 0; i < 3; i++) {
            lines.append(ended("F-" + i, 3, ",\"success\":false,\"reason\":\"no_change\",\"blockers\":[\"x\"]"));
            lines.append("{\"type\":\"remembered\",\"taskId\":\"F-" + i
                    + "\",\"text\":\"use \\u001b[31mtabs\",\"timestamp\":\"t\"}\n");
        }
        project.write("learning.jsonl", lines.toString());
    }

    @Test
    void learn_shows_what_happened_and_proposes_lines_to_type_and_changes_nothing() throws Exception {
        assertThat(project.ralph("learn").out()).isEqualTo("nothing learned yet: no task of the list has ended\n");
        tasks(create("RALPH-001", ""));
        history();
        Files.writeString(project.path("learning.jsonl"), "rubbish\n", StandardOpenOption.APPEND);
        String before = Files.readString(project.path("learning.jsonl"));

        Shell.Said learn = project.ralph("learn");

        assertThat(learn.code()).isZero();
        assertThat(learn.err()).contains("learning.jsonl:13: is not JSON");
        assertThat(learn.out())
                .startsWith("9 tasks ended, 6 of them done\n")
                .contains("bug   9      6     1.5         2     1m")
                .contains("  - nothing changed: 3 tasks, F-0, F-1, F-2\n", "3 tasks: nothing changed")
                .contains("in .ralph/config.yaml:  max_restarts: 3\n", "once:  ralph run --max-restarts 3\n")
                .contains("in .ralph/config.yaml:  max_time: 2m0s\n")
                .contains("in AGENTS.md:  Where something is missing that you need, ask instead of\n    stopping.\n")
                .contains("  - the agents of F-0, F-1, F-2 remembered it\n    in AGENTS.md:  use \ufffd[31mtabs\n")
                .doesNotContain("\u001b");
        assertThat(learn.out().lines()).allMatch(line -> line.length() <= 80);
        JsonContractTest.isValid("learn", project.ralph("learn", "--json").out());
        assertThat(Files.readString(project.path("learning.jsonl"))).isEqualTo(before);
        assertThat(project.path(".ralph/config.yaml")).doesNotExist();
        assertThat(project.path("AGENTS.md")).doesNotExist();
    }

    @Test
    void limits_follow_what_tasks_of_the_type_needed_only_where_that_is_wanted() throws Exception {
        history();
        tasks(
                create("RALPH-001", ",\"type\":\"bug\",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}"),
                never("RALPH-002"));

        run("--max-restarts", "4", "--adaptive-limits", "on");

        assertThat(learned("task_completed").subList(9, 11).stream()
                        .map(line -> line.get("iterations"))
                        .toList())
                .as("bugs need three at most, of other tasks too little is known")
                .isEqualTo(List.of(3L, 4L));
        project.ralph("task", "unblock", "RALPH-001");
        run("--max-restarts", "4");
        assertThat(learned("task_completed").getLast()).containsEntry("iterations", 4L);
    }

    @Test
    void what_was_done_and_then_could_not_be_merged_is_no_success_to_learn_from() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            lines.append("{\"type\":\"task_completed\",\"taskId\":\"RALPH-00" + i
                    + "\",\"actual\":60,\"iterations\":2,\"taskType\":\"bug\",\"success\":true,\"run\":\"p-" + i
                    + "\"}\n");
        }
        project.write("learning.jsonl", lines.toString());
        assertThat(project.ralph("learn").out()).contains("max_restarts: 2", "5 tasks needed at most 2 iterations");

        lines.append("{\"type\":\"task_completed\",\"taskId\":\"RALPH-005\",\"iterations\":2,\"taskType\":\"bug\","
                + "\"success\":false,\"reason\":\"not_integrated\",\"run\":\"p-5\"}\n");
        project.write("learning.jsonl", lines.toString());

        assertThat(project.ralph("learn").out())
                .contains("the work could not be merged: 1 task, RALPH-005")
                .doesNotContain("max_restarts");
    }
}
