package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a run over a list shows on a terminal while it works, and what it asks of the machine.
@Timeout(180)
class BacklogOnThisMachineTest extends WithBacklog {

    private List<String> program(String... more) {
        List<String> words =
                Shell.quickJava(Main.class.getName(), "--dir", project.folder().toString());
        words.addAll(List.of(more));
        return words;
    }

    private Shell.Said said(List<String> words) throws Exception {
        return Shell.other(
                base, Map.of("XDG_STATE_HOME", project.state().toString(), "TERM", "xterm", "COLUMNS", "160"), words);
    }

    @Test
    void task_iteration_recent_actions_spend_and_what_agents_use_are_shown_while_it_works() throws Exception {
        project.write("agent.sh", COUNTED + STREAM + "sleep 3\n[ $n = 2 ] || exit 0\n" + WORKS);
        tasks(create("RALPH-001", ""));
        List<String> words = program(words("worktree", "--stream", "claude"));

        Shell.Said said = said(List.of(
                "script",
                "-qec",
                String.join(" ", words.stream().map(ShellWord::of).toList()),
                "/dev/null"));

        assertThat(said.code()).as(said.out()).isZero();
        assertThat(said.out())
                .contains("RALPH-001 · iteration 1 of 10", "RALPH-001 · iteration 2 of 10")
                .containsPattern("RALPH-001 · iteration 1 of 10 [^\\n]*made")
                .containsPattern("RALPH-001 · iteration 2 of 10 [^\\n]*\\$0\\.25")
                .contains("make all")
                .containsPattern("cpu \\d+ % · memory \\d+ MB · \\d+ processes");
    }

    @Test
    void confined_in_an_overlay_is_the_default_and_a_machine_that_cannot_do_it_is_told_before_a_task_begins()
            throws Exception {
        tasks(create("RALPH-001", ""), create("RALPH-002", ""));
        String id = Shell.isRoot() ? "0" : "1000";
        List<String> words = new ArrayList<>(List.of("bwrap", "--unshare-user", "--disable-userns", "--uid", id));
        words.addAll(List.of("--gid", id, "--cap-drop", "ALL", "--dev-bind", "/", "/", "--proc", "/proc", "--"));
        words.addAll(program("run", "--", "sh", "agent.sh"));

        Shell.Said refused = said(words);

        assertThat(refused.code()).as(refused.out() + refused.err()).isNotZero();
        assertThat(refused.out() + refused.err())
                .contains("no overlay can be mounted")
                .contains("Use --workspace worktree");
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"))).containsOnly("pending");
        assertThat(project.status()).isEmpty();

        Shell.Said confined = said(program("run", "--", "sh", "agent.sh"));

        assertThat(confined.code()).as(confined.out() + confined.err()).isZero();
        assertThat(confined.out()).doesNotContain("NOT CONFINED");
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"))).containsOnly("done");
    }
}
