package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a run over a list shows while it works, in a real terminal.
@Timeout(180)
class FlowViewTest {
    @TempDir
    Path base;

    @Test
    void what_each_task_is_at_and_what_agents_use_is_shown() throws Exception {
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("agent.sh", "echo looking around; sleep 4; touch \"$TASK_FOLDER/DONE\"\n");
        project.write(
                "tasks.jsonl",
                "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\",\"title\":\"Wait\",\"status\":\"pending\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
        project.commit("tasks");
        List<String> words =
                Shell.quickJava(Main.class.getName(), "--dir", project.folder().toString());
        words.addAll(List.of("run", "-v", "--check", "off", "--workspace", "worktree", "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--containment", "group", "--", "sh", "agent.sh"));

        Shell.Said said = Shell.other(
                base,
                Map.of("XDG_STATE_HOME", project.state().toString(), "TERM", "xterm", "COLUMNS", "120"),
                List.of(
                        "script",
                        "-qec",
                        String.join(" ", words.stream().map(ShellWord::of).toList()),
                        "/dev/null"));

        assertThat(said.out())
                .contains("RALPH-001 · iteration 1 of 10", "RALPH-001  looking around", "looking around")
                .containsPattern("cpu \\d+ % · memory \\d+ MB · \\d+ processes")
                .contains("COMPLETED");
    }
}
