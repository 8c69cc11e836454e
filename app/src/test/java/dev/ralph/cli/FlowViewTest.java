package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
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

    private GitProject project() throws Exception {
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        return project;
    }

    /// One task in a list, and an agent that works on it.
    private GitProject list(String agent) throws Exception {
        GitProject project = project();
        project.write("agent.sh", agent);
        project.write(
                "tasks.jsonl",
                "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\",\"title\":\"Wait\",\"status\":\"pending\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
        project.commit("tasks");
        return project;
    }

    private static List<String> ralph(GitProject project, String... words) {
        List<String> all =
                Shell.quickJava(Main.class.getName(), "--dir", project.folder().toString());
        all.addAll(List.of(words));
        return all;
    }

    private static List<String> run(GitProject project, String... more) {
        List<String> words = ralph(project, "run", "--check", "off", "--workspace", "worktree", "--sandbox", "off");
        words.addAll(List.of("--network", "open", "--containment", "group"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "agent.sh"));
        return words;
    }

    private Shell.Said inTerminal(GitProject project, List<String> words) throws Exception {
        return Shell.other(
                base,
                Map.of("XDG_STATE_HOME", project.state().toString(), "TERM", "xterm", "COLUMNS", "120"),
                List.of(
                        "script",
                        "-qec",
                        String.join(" ", words.stream().map(ShellWord::of).toList()),
                        "/dev/null"));
    }

    @Test
    void what_each_task_is_at_and_what_agents_use_is_shown() throws Exception {
        GitProject project = list("echo looking around; sleep 4; touch \"$TASK_FOLDER/DONE\"\n");

        Shell.Said said = inTerminal(project, run(project, "-v"));

        assertThat(said.out())
                .contains("RALPH-001 · iteration 1 of 10", "RALPH-001  looking around", "looking around")
                .containsPattern("cpu \\d+ % · memory \\d+ MB · \\d+ processes")
                .contains("COMPLETED");
    }

    @Test
    void quiet_shows_the_lines_at_the_bottom_and_the_end_alone() throws Exception {
        GitProject project = list("echo looking around; sleep 2; touch \"$TASK_FOLDER/DONE\"\n");

        Shell.Said flow = inTerminal(project, run(project, "-q"));
        List<String> loop = ralph(project, "run", "-q", "--task", "t", "--prompt", "x", "--profile", "restart");
        loop.addAll(List.of("--containment", "group", "--", "sh", "agent.sh"));
        Shell.Said said = inTerminal(project, loop);

        assertThat(flow.out())
                .contains("RALPH-001 · iteration 1 of 10", "COMPLETED", "What happened")
                .doesNotContain(": coder", ", attempt 1", "looking around");
        assertThat(said.out())
                .contains("attempt 1 of ", " after 1 attempt", "What happened")
                .doesNotContain("Starting agent");
    }

    @Test
    void a_run_over_a_list_is_followed_from_elsewhere_and_ends_with_what_became_of_each_task() throws Exception {
        Path enough = base.resolve("enough");
        GitProject project = list("echo looking around; echo new >new; while ! test -e '" + enough
                + "'; do sleep 0.05; done; touch \"$TASK_FOLDER/DONE\"\n");
        Path log = base.resolve("run.txt");
        ProcessBuilder builder = new ProcessBuilder(run(project))
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("XDG_STATE_HOME", project.state().toString());
        Process runs = builder.start();
        Waiting.until(() -> Files.readString(log).contains("attempt 1"));
        Path shown = base.resolve("attached.txt");
        builder.command(ralph(project, "attach", "-v")).redirectOutput(shown.toFile());
        Process attached = builder.start();

        Waiting.until(() -> Files.readString(shown).contains("RALPH-001  looking around"));
        Files.createFile(enough);

        assertThat(runs.waitFor()).as(Files.readString(log)).isZero();
        assertThat(attached.waitFor()).as(Files.readString(shown)).isZero();
        String commit = project.git("log", "-1", "--format=%h", "--abbrev=10", "--", "new")
                .strip();
        for (Path each : List.of(log, shown)) {
            assertThat(Files.readString(each))
                    .contains(
                            "run ",
                            "COMPLETED: ",
                            "What happened\n  RALPH-001  done in 1 attempt",
                            "commit " + commit + ", ",
                            "  cost        ",
                            "Details: ralph report");
        }
        Shell.Said json = project.ralph("attach", "RALPH-001", "--json");
        assertThat(json.code()).isZero();
        JsonContractTest.isValid("run", json.out());
        assertThat(json.out().lines().reduce((_, last) -> last).orElseThrow())
                .contains("\"kind\":\"flow\"", "\"outcome\":\"completed\"")
                .contains("\"tasks\":[{\"task\":\"RALPH-001\",\"outcome\":\"completed\",");
    }
}
