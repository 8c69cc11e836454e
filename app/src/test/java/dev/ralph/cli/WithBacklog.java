package dev.ralph.cli;

import dev.ralph.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository with a list of tasks, whose agent is the shell script `agent.sh`.
abstract class WithBacklog {
    static final String WORKS = """
            echo "$RALPH_TASK_ID" >> "made-$RALPH_TASK_ID"
            touch "$TASK_FOLDER/DONE"
            """;

    /// Counts the iterations of a task; `n` is 1 in the first.
    static final String COUNTED = """
            n=$(($(cat "$TASK_FOLDER/n" 2> /dev/null || echo 0) + 1))
            echo $n > "$TASK_FOLDER/n"
            """;

    /// The agent tells that it runs `make`, and that it cost a quarter of a dollar.
    static final String STREAM = """
            cat <<'END'
            {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m1","model":"claude-opus-4-5","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make all"}}]},"session_id":"s-1"}
            {"type":"assistant","message":{"id":"m2","model":"claude-opus-4-5","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"made"}}]},"session_id":"s-1"}
            {"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"It is there.","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":1200,"output_tokens":50},"modelUsage":{"claude-opus-4-5":{"inputTokens":1200,"outputTokens":50,"cacheReadInputTokens":300,"cacheCreationInputTokens":0,"costUSD":0.25}}}
            END
            """;

    @TempDir
    Path base;

    GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", WORKS);
        project.commit("tools");
    }

    static String create(String id, String more) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Make " + id + "\",\"status\":\"pending\""
                + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    /// A task that cannot be done.
    static String never(String id) {
        return create(id, ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}");
    }

    void tasks(String... lines) throws Exception {
        project.write("tasks.jsonl", String.join("", lines)).commit("tasks");
    }

    Shell.Said run(String... more) {
        return project.ralph(words("worktree", more));
    }

    static String[] words(String workspace, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", workspace, "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--restart-delay", "10ms"));
        if (!workspace.equals("overlay")) { // which needs namespaces
            words.addAll(List.of("--containment", "group"));
        }
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "agent.sh"));
        return words.toArray(String[]::new);
    }

    /// Where a task stands in the list, by its last line that says so.
    String status(String task) throws Exception {
        return status(project, task);
    }

    static String status(GitProject project, String task) throws Exception {
        String last = "";
        for (String line : Files.readAllLines(project.path("tasks.jsonl"))) {
            if (line.contains("\"id\":\"" + task + "\"") && line.contains("\"status\":\"")) {
                last = line.replaceFirst(".*\"status\":\"([a-z_]*)\".*", "$1");
            }
        }
        return last;
    }

    /// The lines of a type in one of the files beside the list.
    List<Map<String, @Nullable Object>> lines(String file, String type) throws Exception {
        return Files.readAllLines(project.path(file)).stream()
                .map(JsonText::object)
                .filter(line -> type.equals(line.get("type")))
                .toList();
    }

    List<String> subjects() throws Exception {
        return project.git("log", "--format=%s").lines().toList();
    }
}
