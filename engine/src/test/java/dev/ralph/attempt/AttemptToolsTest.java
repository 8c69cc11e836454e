package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Declaration;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents leave in the task's folder, and what of it is believed.
class AttemptToolsTest {
    @TempDir
    Path folder;

    private TaskFolder task;
    private RunFolder run;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void attempt() throws Exception {
        task = new TaskFolder(folder.resolve("tasks/fix"));
        run = task.run("run-1");
        Files.createDirectories(run.path());
        environment.putAll(Map.of(
                "RALPH_INSIDE_LOOP", "loop-1",
                "RALPH_INSIDE_FOLDER", folder.toString(),
                "JRUN_TASK_FOLDER", task.path().toString(),
                "JRUN_RUN_FOLDER", run.path().toString(),
                "JRUN_PROJECT_ID", "project",
                "JRUN_TASK_ID", "fix",
                "JRUN_ID", "run-1"));
    }

    private AttemptTools tools() {
        return AttemptTools.of(environment, folder, InstantSource.system()).orElseThrow();
    }

    @Test
    void a_program_without_one_of_the_variables_or_of_an_attempt_that_is_gone_has_no_tools() throws Exception {
        for (String name : List.copyOf(environment.keySet())) {
            String value = environment.remove(name);
            assertThat(AttemptTools.of(environment, folder, InstantSource.system()))
                    .as(name)
                    .isEmpty();
            environment.put(name, value);
        }
        Files.delete(run.path());
        assertThat(AttemptTools.of(environment, folder, InstantSource.system())).isEmpty();
    }

    @Test
    void who_is_done_after_all_is_not_blocked() throws Exception {
        tools().blocked("No key");
        assertThat(AttemptTools.blocked(run)).isEqualTo(new Declaration(List.of(), null, "No key"));

        tools().complete(List.of(), null);
        assertThat(AttemptTools.blocked(run)).isNull();
        assertThat(AttemptTools.done(task)).isEqualTo(new Declaration(List.of(), null, null));
    }

    @Test
    void notes_are_bounded_in_length_and_number() throws Exception {
        assertThatThrownBy(() -> tools().remember(" "))
                .isInstanceOf(RequestRefused.class)
                .hasMessage("the note is empty");
        assertThatThrownBy(() -> tools().remember("x".repeat(1001)))
                .hasMessage("the note has 1001 characters: at most 1000 are allowed");
        for (int note = 1; note <= 200; note++) {
            tools().remember("note " + note);
        }
        assertThatThrownBy(() -> tools().remember("one more")).hasMessageContaining("limit of 200 notes reached");
        assertThat(AttemptTools.remembered(task)).hasSize(200).endsWith("note 200");
    }

    @Test
    void findings_are_appended_one_a_line_and_bounded_in_length_and_number() throws Exception {
        environment.put("RALPH_MAY_REJECT", "1");
        tools().reject(" The name\nis  wrong ");
        assertThat(AttemptTools.rejected(run)).containsExactly("The name is wrong");
        assertThat(run.rejected()).hasContent("The name is wrong\n");

        assertThatThrownBy(() -> tools().reject("\n"))
                .isInstanceOf(RequestRefused.class)
                .hasMessage("the finding is empty");
        assertThatThrownBy(() -> tools().reject("x".repeat(501)))
                .hasMessage("the finding has 501 characters: at most 500 are allowed");
        for (int finding = 2; finding <= 20; finding++) {
            tools().reject("finding " + finding);
        }
        assertThatThrownBy(() -> tools().reject("one more")).hasMessageContaining("limit of 20 findings reached");
        assertThat(AttemptTools.rejected(run)).hasSize(20).endsWith("finding 20");
    }

    @Test
    void nothing_is_sent_back_from_where_that_is_not_allowed() {
        for (String allowed : List.of("", "0", "true")) {
            environment.put("RALPH_MAY_REJECT", allowed);
            assertThat(tools().mayReject()).isFalse();
            assertThatThrownBy(() -> tools().reject("wrong"))
                    .isInstanceOf(RequestRefused.class)
                    .hasMessageContaining("this stage cannot send work back");
        }
        assertThat(run.rejected()).doesNotExist();
    }

    @Test
    void findings_that_somebody_else_wrote_are_plain_lines_within_the_same_bounds() throws Exception {
        Files.writeString(run.rejected(), "\n\u001b[31mred\r\n  \n" + "y".repeat(5000) + "\n" + "more\n".repeat(30));

        assertThat(AttemptTools.rejected(run))
                .hasSize(20)
                .startsWith("red", "y".repeat(499) + "…", "more")
                .endsWith("more");
    }

    @Test
    void what_is_no_note_is_passed_over_and_a_note_is_one_plain_line() throws Exception {
        Files.writeString(task.remembered(), """
                nonsense
                {"text":7}
                {"text":"first\\n---\\n\\u001b[31msecond"}
                [1]
                {"text":"%s"}
                {"text":"torn
                """.formatted("y".repeat(5000)));

        assertThat(AttemptTools.remembered(task)).containsExactly("first --- second", "y".repeat(999) + "…");
    }

    @Test
    void a_link_in_the_place_of_a_file_is_not_followed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "{\"text\":\"secret\"}\n");
        Files.createSymbolicLink(task.remembered(), secret);
        Files.createSymbolicLink(run.blocked(), secret);
        Files.createSymbolicLink(task.done(), secret);
        Files.createSymbolicLink(run.rejected(), secret);

        assertThat(AttemptTools.remembered(task)).isEmpty();
        assertThat(AttemptTools.blocked(run)).isNull();
        assertThat(AttemptTools.done(task)).isNull();
        assertThat(AttemptTools.rejected(run)).isEmpty();
    }

    @Test
    void artifacts_in_a_file_that_somebody_else_wrote_are_believed_only_below_the_workspace() throws Exception {
        Files.writeString(
                task.done(),
                "{\"artifacts\":[\"/etc/passwd\",\"../up\",\"a/../b\",\"ok/file\"],\"summary\":null,\"blocker\":\"no\"}");

        assertThat(AttemptTools.done(task)).isEqualTo(new Declaration(List.of("ok/file"), null, null));
        Files.writeString(task.done(), "{\"artifacts\":[" + "\"x\",".repeat(200) + "\"x\"]}");
        assertThat(AttemptTools.done(task)).isNull();
        Files.writeString(task.done(), "");
        assertThat(AttemptTools.done(task)).isNull();
    }
}
