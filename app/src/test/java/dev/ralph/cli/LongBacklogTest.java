package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A list with dependencies, failures, limits, questions and a conflict, worked through one by one and several at once:
/// the same tasks are proven. Twelve tasks; in a soak thirty.
@Timeout(1800)
class LongBacklogTest {
    private static final int TASKS = Boolean.getBoolean("ralph.soak") ? 30 : 12;

    /// By the number of its task: every seventh fails, every fifth asks first, the third and the fourth change the same
    /// line, at the same time where there is a place to meet, and the others just work.
    private static final String AGENT = """
            n=${RALPH_TASK_ID#RALPH-}; n=$((1$n - 1000))
            if [ $((n % 7)) -eq 0 ]; then echo "no luck" >&2; exit 3; fi
            if [ $((n % 5)) -eq 0 ] && ! grep -q '> Green' "$RUN_FOLDER/prompt.md"; then
              ralph ask "Which colour?"; exit 0
            fi
            if [ $n -eq 3 ] && [ -n "$MEETING" ]; then
              i=0; while [ ! -e "$MEETING" ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i + 1)); done
            fi
            if [ $n -eq 3 ] || [ $n -eq 4 ]; then echo "$(cat shared) $n" > shared; fi
            if [ $n -eq 4 ] && [ -n "$MEETING" ]; then touch "$MEETING"; fi
            echo "$RALPH_TASK_ID" > "made-$RALPH_TASK_ID"
            ralph complete --artifact "made-$RALPH_TASK_ID"
            """;

    @TempDir
    Path base;

    private Map<String, String> done(String name, String parallelism) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n")
                .write("agent.sh", AGENT)
                .write("shared", "begin\n");
        Path bin = Files.createDirectories(base.resolve(name).resolve("bin"));
        Path ralph = Files.writeString(
                bin.resolve("ralph"),
                "#!/bin/sh\nexec "
                        + String.join(
                                " ",
                                Shell.quickJava(Main.class.getName()).stream()
                                        .map(ShellWord::of)
                                        .toList())
                        + " \"$@\"\n");
        assertThat(ralph.toFile().setExecutable(true)).isTrue();
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= TASKS; i++) {
            String id = String.format("RALPH-%03d", i);
            String blocked = i % 4 == 0 ? ",\"blockedBy\":[\"" + String.format("RALPH-%03d", i - 2) + "\"]" : "";
            lines.append("{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Task " + i
                    + "\",\"status\":\"pending\"" + blocked + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
        }
        project.write("tasks.jsonl", lines.toString()).commit("tasks");
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "overlay", "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--restart-delay", "10ms", "--max-restarts", "2"));
        words.addAll(List.of("--parallelism", parallelism, "--", "sh", "agent.sh"));
        boolean several = !parallelism.equals("1");
        Map<String, String> environment = Map.of(
                "XDG_STATE_HOME",
                project.state().toString(),
                "PATH",
                bin + ":" + System.getenv("PATH"),
                "MEETING",
                several ? base.resolve("fourth").toString() : "");
        Shell.Said first = project.shell().ralph(environment, words);
        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(4);
        for (int i = 5; i <= TASKS; i += 5) {
            if (isDone(i)) {
                Shell.Said answered = project.ralph("answer", String.format("RALPH-%03d", i), "Green");
                assertThat(answered.code()).as(answered.err() + first.out()).isZero();
            }
        }
        Shell.Said second = project.shell().ralph(environment, words);
        assertThat(second.code()).as(second.out() + second.err()).isEqualTo(4);

        assertThat((first.out() + second.out()).contains("merge conflict"))
                .as("a conflict: " + first.out() + second.out())
                .isEqualTo(several);

        Map<String, String> states = new TreeMap<>();
        for (String line : Files.readAllLines(project.path("tasks.jsonl"))) {
            if (line.contains("\"op\":\"update\"")) {
                states.put(
                        line.replaceFirst(".*\"id\":\"(RALPH-\\d+)\".*", "$1"),
                        line.replaceFirst(".*\"status\":\"([a-z_]*)\".*", "$1"));
            }
        }
        Map<String, Long> commits = new LinkedHashMap<>();
        project.git("log", "--format=%s").lines().forEach(subject -> commits.merge(subject, 1L, Long::sum));
        assertThat(commits.values()).as("one commit for each: " + commits).containsOnly(1L);
        assertThat(project.path("shared")).content().contains("3").contains("4");
        assertThat(project.status()).isEmpty();
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(audit.out()).isZero();
        return states;
    }

    @Test
    void one_by_one_and_several_at_once_the_same_tasks_are_proven() throws Exception {
        Map<String, String> one = done("one", "1");
        Map<String, String> several = done("several", "3");

        assertThat(several).isEqualTo(one);
        assertThat(one).containsEntry("RALPH-001", "done").containsEntry("RALPH-007", "blocked");
        assertThat(one).containsEntry("RALPH-005", "done").containsEntry("RALPH-010", "done");
        long wanted =
                IntStream.rangeClosed(1, TASKS).filter(LongBacklogTest::isDone).count();
        assertThat(one.values().stream().filter("done"::equals).count()).isEqualTo(wanted);
    }

    private static boolean isDone(int task) {
        return task % 7 != 0 && (task % 4 != 0 || isDone(task - 2));
    }
}
