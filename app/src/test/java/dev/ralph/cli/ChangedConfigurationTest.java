package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loops that go on when `.ralph/config.yaml` is not what it was when they began: an agent may have written it, or
/// their user.
class ChangedConfigurationTest {
    private static final String ANOTHER = ".ralph/config.yaml is not what it was when the loop began";
    private static final String WEAKER = "printf 'checks: [\"true\"]\\ntamper: off\\n' > .ralph/config.yaml";
    private static final String ALLOWED = "{\"type\":\"tamper\",\"ralph-config\":\"allow\"}";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void aProjectWithAConfiguration() throws Exception {
        project = GitProject.of(base);
        project.write(".ralph/config.yaml", "checks:\n  - test -e made\n");
    }

    /// The agent rewrites the configuration and kills its engine; afterwards it says that it is done.
    private GitProject killed() {
        GitProject program = project.asProgram();
        program.run("in-place", killing());
        assertThat(project.path("count")).exists();
        return program;
    }

    private static String[] killing() {
        return new String[] {
            "--containment",
            "group",
            "--max-restarts",
            "2",
            "--command",
            "echo x >> count; " + GitProject.DONE + "; [ $(wc -l < count) = 1 ] && " + WEAKER
                    + " && kill -9 $PPID && sleep 5; true"
        };
    }

    @Test
    void an_agent_that_writes_other_checks_and_kills_its_engine_is_held_against_the_loops_own_when_it_is_run_again() {
        Shell.Said said = killed().run("in-place", killing());

        assertThat(said.out() + said.err()).contains("`test -e made` failed").doesNotContain("COMPLETED");
        assertThat(said.err()).contains(ANOTHER);
    }

    @Test
    void a_prompt_that_is_not_used_hides_no_change_of_the_configuration() throws Exception {
        GitProject program = killed();
        program.write("made", "x\n");
        String[] words = {"run", "--task", "task-001", "--prompt", "Something else", "--command", GitProject.DONE};
        Shell.Said said = program.ralph(words);

        assertThat(said.err()).contains(ANOTHER).contains("the given prompt is not used");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("(ralph-config)");
    }

    @Test
    void what_is_given_to_run_counts_where_the_configuration_does_not() throws Exception {
        GitProject program = killed();
        program.write("made", "x\n");
        Shell.Said said = program.ralph(
                "run", "--task", "task-001", "--check", "test -e more", "--max-iterations", "1", "--command", "true");

        assertThat(said.out() + said.err()).contains("`test -e more` failed");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
    }

    @Test
    void a_script_that_an_agent_rewrote_is_not_fixed_anew_by_the_same_command() throws Exception {
        project.write("check.sh", "test -e made\n");
        project.commit("a check");
        GitProject program = project.asProgram();
        String agent = "echo x >> count; " + GitProject.DONE + "; [ $(wc -l < count) = 1 ] && " + WEAKER
                + " && echo true > check.sh && touch made && kill -9 $PPID && sleep 5; true";
        String[] words = {
            "--containment",
            "group",
            "--max-restarts",
            "2",
            "--check",
            "sh check.sh",
            "--check",
            "{\"type\":\"tamper\",\"check-script\":\"allow\"}",
            "--command",
            agent
        };
        program.run("in-place", words);
        Shell.Said said = program.run("in-place", words);

        assertThat(said.out() + said.err()).contains("check.sh was changed since the loop began");
        assertThat(said.code()).isEqualTo(3);
    }

    @Test
    void an_engine_that_was_killed_and_is_resumed_asks_too() throws Exception {
        GitProject program = killed();
        program.write("made", "x\n");

        assertThat(program.ralph("resume", "task-001").code()).isEqualTo(4);
        assertThat(program.ralph("resume", "task-001").code()).isEqualTo(4);
    }

    @Test
    void a_user_who_changed_it_is_told_the_command_that_says_so_and_that_the_loop_keeps_its_settings()
            throws Exception {
        String guard = "{\"type\":\"tamper\",\"build-file\":\"block\"}";
        project.run("in-place", "--max-restarts", "1", "--check", guard, "--command", "true");
        project.write(".ralph/config.yaml", "checks:\n  - test -e made\nmax_restarts: 9\n");
        Shell.Said told = project.ralph("resume", "task-001", "--max-restarts", "2");
        Matcher command =
                Pattern.compile("ralph resume (\\S+) --check '([^']+)'").matcher(told.err());

        assertThat(told.err()).contains(ANOTHER);
        assertThat(command.find()).as(told.err()).isTrue();
        assertThat(command.group(2))
                .isEqualTo("{\"type\":\"tamper\",\"build-file\":\"block\",\"ralph-config\":\"allow\"}");

        Shell.Said answered = project.ralph("resume", command.group(1), "--check", command.group(2));
        assertThat(answered.err())
                .contains(ANOTHER
                        + ", and you said that the change is yours; the loop keeps its own checks, limits and agents")
                .doesNotContain("--check");
        assertThat(answered.code()).as("not nine attempts: " + answered.out()).isEqualTo(3);

        String agent = "touch made; " + GitProject.DONE;
        Shell.Said more = project.ralph("resume", "task-001", "--max-restarts", "3", "--command", agent);
        assertThat(more.code()).as(more.out() + more.err()).isZero();
        assertThat(more.err()).doesNotContain(ANOTHER);
    }

    @Test
    void a_change_that_is_the_users_is_told_once() throws Exception {
        project.run("in-place", "--max-restarts", "1", "--command", "true");
        project.write(".ralph/config.yaml", "checks:\n  - test -e made\nmax_restarts: 9\n");
        assertThat(project.ralph("resume", "task-001", "--max-restarts", "2", "--check", ALLOWED)
                        .err())
                .contains(ANOTHER);
        assertThat(project.ralph("resume", "task-001", "--max-restarts", "3").err())
                .doesNotContain(ANOTHER);
    }

    @Test
    void a_loop_whose_configuration_was_put_back_asks_nobody() throws Exception {
        Shell.Said said = project.run(
                "in-place", "--max-restarts", "1", "--command", "touch made; " + WEAKER + "; " + GitProject.DONE);
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);

        project.write(".ralph/config.yaml", "checks:\n  - test -e made\n");
        Shell.Said resumed = project.ralph("resume", "task-001", "--max-restarts", "2", "--command", GitProject.DONE);
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.err()).doesNotContain(ANOTHER);
    }

    @Test
    void a_new_loop_after_one_that_ended_with_the_question_tells_what_it_is_checked_by() {
        String agent = "touch made; " + WEAKER + "; " + GitProject.DONE;
        assertThat(project.run("in-place", "--max-restarts", "1", "--command", agent)
                        .code())
                .isEqualTo(4);
        String told = ".ralph/config.yaml is not what it was when the last loop of this task began";

        assertThat(project.run("in-place", "--command", agent).err()).contains(told);
        assertThat(project.run("in-place", "--command", agent).err()).doesNotContain(told);
    }
}
