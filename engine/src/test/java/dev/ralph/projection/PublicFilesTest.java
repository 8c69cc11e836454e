package dev.ralph.projection;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.bus.BusMessage;
import dev.ralph.engine.InScratchProject;
import dev.ralph.engine.ScratchProject;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.environment.LoopVariables;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What agents, people and other tools find in the files.
class PublicFilesTest extends InScratchProject {
    private static final String SECOND = "[ $(wc -l < count) = 2 ] && ";

    @Test
    void the_bus_tells_a_whole_loop_in_the_words_of_the_specification() throws Exception {
        project.loop(COUNT + SECOND + DONE + "[ -e \"$TASK_FOLDER/DONE\" ]").run();

        List<RunFolder> runs = project.runs();
        assertThat(project.told())
                .containsExactly(
                        "INFO starting root agent (restart #0)",
                        "RUN_START run started: " + runs.get(0).path(),
                        "RUN_CRASH run ended: exit code 1 (general failure)",
                        "WARNING agent failed on restart #0: exit code 1 (general failure)",
                        "INFO starting root agent (restart #1)",
                        "RUN_START run started: " + runs.get(1).path(),
                        "RUN_STOP run stopped with exit code 0",
                        "INFO task completed (DONE marker present, no active children)");
        assertThat(project.bus())
                .allSatisfy(message -> assertThat(List.of(message.project(), String.valueOf(message.task())))
                        .containsExactly("scratch", ScratchProject.TASK));
    }

    @Test
    void the_start_of_a_run_precedes_its_end_and_both_name_it() throws Exception {
        project.loop(DONE).run();

        List<String> types = project.bus().stream()
                .filter(message -> message.type().startsWith("RUN_"))
                .map(message -> message.type() + " " + message.run())
                .toList();
        String run = project.runs().getFirst().path().getFileName().toString();
        assertThat(types).containsExactly("RUN_START " + run, "RUN_STOP " + run);
    }

    @Test
    void a_crash_carries_exit_code_folder_output_path_and_the_end_of_stderr() throws Exception {
        project.loop("for i in $(seq 1 60); do echo line $i >&2; done; exit 7")
                .maxRestarts(1)
                .run();

        BusMessage crash = project.bus().stream()
                .filter(message -> message.type().equals("RUN_CRASH"))
                .findFirst()
                .orElseThrow();
        RunFolder run = project.runs().getFirst();
        assertThat(crash.body())
                .contains("exit code: 7")
                .contains("folder: " + run.path())
                .contains("output: " + run.output())
                .contains("\nline 11\n")
                .contains("\nline 60")
                .doesNotContain("\nline 10\n");
    }

    @Test
    void completion_is_told_to_the_project_once_however_often_the_task_is_run() throws Exception {
        project.loop(DONE).run();
        project.loop(DONE).run();

        assertThat(project.projectBus()).hasSize(1);
        BusMessage fact = project.projectBus().getFirst();
        assertThat(fact.type()).isEqualTo("FACT");
        assertThat(fact.task()).isEqualTo(ScratchProject.TASK);
        assertThat(fact.meta()).containsEntry("kind", "task_completion_propagation");
        assertThat(project.task().path().resolve("TASK-COMPLETE-FACT-PROPAGATION.yaml"))
                .exists();
    }

    @Test
    void a_project_bus_that_cannot_be_written_does_not_take_the_success_away() throws Exception {
        Files.createDirectories(project.layout().projectBus());

        ScratchLoop.Ended result = project.loop(DONE).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.told()).anyMatch(line -> line.startsWith("WARNING completion was not propagated"));
    }

    @Test
    void run_info_has_the_keys_other_tools_read() throws Exception {
        project.loop(COUNT + SECOND + DONE + "echo out; [ -e \"$TASK_FOLDER/DONE\" ] || exit 9")
                .run();

        List<RunFolder> runs = project.runs();
        RunInfo first = project.info(0);
        assertThat(first.values().keySet())
                .containsExactly(
                        "version",
                        "run_id",
                        "project_id",
                        "task_id",
                        "agent",
                        "process_ownership",
                        "pid",
                        "pgid",
                        "start_time",
                        "end_time",
                        "exit_code",
                        "status",
                        "cwd",
                        "prompt_path",
                        "output_path",
                        "stdout_path",
                        "stderr_path",
                        "commandline",
                        "sandbox",
                        "error_summary");
        Map<String, String> values = new TreeMap<>(first.values());
        assertThat(values)
                .containsEntry("version", "1")
                .containsEntry("run_id", runs.get(0).path().getFileName().toString())
                .containsEntry("project_id", "scratch")
                .containsEntry("task_id", ScratchProject.TASK)
                .containsEntry("agent", "sh")
                .containsEntry("exit_code", "9")
                .containsEntry("status", "failed")
                .containsEntry("sandbox", "L0")
                .containsEntry("error_summary", "exit code 9")
                .containsEntry("cwd", folder.toString())
                .containsEntry("prompt_path", runs.get(0).prompt().toString())
                .containsEntry("output_path", runs.get(0).output().toString())
                .containsEntry("stdout_path", runs.get(0).stdout().toString())
                .containsEntry("stderr_path", runs.get(0).stderr().toString());
        assertThat(first.number("pid")).isPositive().isEqualTo(first.number("pgid"));
        RunInfo second = project.info(1);
        assertThat(second.get("previous_run_id"))
                .contains(runs.get(0).path().getFileName().toString());
        assertThat(second.get("status")).contains("completed");
        assertThat(second.get("error_summary")).isEmpty();
    }

    @Test
    void while_an_agent_runs_its_run_info_says_so() throws Exception {
        project.loop("while ! grep -q '^pid: [1-9]' \"$RUN_FOLDER/run-info.yaml\"; do sleep 0.02; done; "
                        + "cp \"$RUN_FOLDER/run-info.yaml\" meanwhile.yaml; " + DONE)
                .run();

        RunInfo meanwhile = RunInfo.read(folder.resolve("meanwhile.yaml")).orElseThrow();
        assertThat(meanwhile.get("status")).contains("running");
        assertThat(meanwhile.number("exit_code")).isEqualTo(-1);
        assertThat(meanwhile.get("end_time")).contains(RunInfo.NO_TIME);
        assertThat(meanwhile.ended()).isFalse();
    }

    @Test
    void the_agent_finds_both_families_of_variables() throws Exception {
        project.loop("env > environment; " + DONE)
                .environment(Map.of("PATH", System.getenv("PATH"), "CLAUDECODE", "1", "JRUN_PARENT_ID", "stale"))
                .run();

        RunFolder run = project.runs().getFirst();
        List<String> environment = Files.readAllLines(folder.resolve("environment"));
        for (String family : List.of("", "JRUN_")) {
            assertThat(environment)
                    .contains(
                            family + "TASK_FOLDER=" + project.task().path(),
                            family + "RUN_FOLDER=" + run.path(),
                            family + "RUNS_DIR=" + project.task().runs(),
                            family + "MESSAGE_BUS=" + project.task().bus());
        }
        assertThat(environment)
                .contains(
                        "JRUN_PROJECT_ID=scratch",
                        "JRUN_TASK_ID=" + ScratchProject.TASK,
                        "JRUN_ID=" + run.path().getFileName())
                .noneMatch(line -> line.startsWith("CLAUDECODE=") || line.startsWith("JRUN_PARENT_ID="));
    }

    @Test
    void the_folder_of_the_launcher_comes_first_on_the_path_of_the_agent() {
        LoopPaths paths = new LoopPaths(
                project.layout(), folder, StreamHead.loop("loop-1", "scratch", ScratchProject.TASK, "restart"));

        Map<String, String> environment = new LoopVariables(
                        paths, InheritedVariables.of(Map.of("PATH", "/usr/bin:/bin")), "/opt/ralph")
                .of("run-1");

        assertThat(environment).containsEntry("PATH", "/opt/ralph:/usr/bin:/bin");
    }

    @Test
    void the_prompt_is_on_stdin_and_in_prompt_md_and_from_the_second_attempt_says_continue() throws Exception {
        project.loop(COUNT + "cat > stdin-$(wc -l < count); " + SECOND + DONE).run();

        List<RunFolder> runs = project.runs();
        String first = project.read(folder.resolve("stdin-1"));
        String second = project.read(folder.resolve("stdin-2"));
        assertThat(first)
                .isEqualTo(project.read(runs.get(0).prompt()))
                .contains("TASK_FOLDER=" + project.task().path())
                .contains("JRUN_ID=" + runs.get(0).path().getFileName())
                .contains("Write output.md to " + runs.get(0).output())
                .contains("create the file " + project.task().done())
                .endsWith("\n---\n\nDo the thing")
                .doesNotContain("Continue working");
        assertThat(second)
                .isEqualTo(project.read(runs.get(1).prompt()))
                .endsWith("\n---\n\nContinue working on the following:\n\nDo the thing");
    }

    @Test
    void task_md_is_written_when_missing_and_never_overwritten() throws Exception {
        project.loop(DONE).prompt("first").run();
        assertThat(project.read(project.task().taskFile())).isEqualTo("first");
        Files.delete(project.task().done());
        List<String> warnings = new java.util.concurrent.CopyOnWriteArrayList<>();

        project.loop("cat > stdin; " + DONE)
                .prompt("second")
                .warnings(warnings::add)
                .run();

        assertThat(project.read(project.task().taskFile())).isEqualTo("first");
        assertThat(project.read(folder.resolve("stdin"))).endsWith("first");
        assertThat(warnings).hasSize(1).first().asString().contains("never overwritten");
    }

    @Test
    void a_task_without_any_text_is_refused_with_what_to_do() {
        ScratchLoop loop = new ScratchLoop(folder, folder.getFileName().toString(), "task-001").command("true");

        org.assertj.core.api.Assertions.assertThatThrownBy(loop::run)
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("has no text")
                .hasMessageContaining("TASK.md");
    }

    @Test
    void every_run_has_an_output_md_its_own_or_what_it_printed() throws Exception {
        project.loop(COUNT + "echo printed; " + SECOND + "{ echo mine > \"$RUN_FOLDER/output.md\"; " + DONE + "}")
                .run();

        List<RunFolder> runs = project.runs();
        assertThat(project.read(runs.get(0).output())).isEqualTo("printed\n");
        assertThat(project.read(runs.get(1).output())).isEqualTo("mine\n");
        assertThat(project.read(runs.get(1).stdout())).isEqualTo("printed\n");
    }

    @Test
    void the_layout_below_a_shared_root_is_that_of_the_specification() throws Exception {
        Path root = folder.resolve("run-agent");
        project.loop("echo \"$TASK_FOLDER\" > where; " + DONE).root(root).run();

        Path task = root.resolve("scratch").resolve(ScratchProject.TASK);
        assertThat(project.read(folder.resolve("where")).strip()).isEqualTo(task.toString());
        assertThat(task.resolve("DONE")).exists();
        assertThat(task.resolve("TASK.md")).exists();
        assertThat(task.resolve("TASK-MESSAGE-BUS.md")).exists();
        assertThat(root.resolve("scratch/PROJECT-MESSAGE-BUS.md")).exists();
        assertThat(root.resolve("scratch/PROJECT-ROOT.txt")).hasContent(folder.toString());
    }
}
