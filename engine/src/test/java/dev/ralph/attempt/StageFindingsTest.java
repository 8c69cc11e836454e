package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.AgentEvent;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageFindingsTest {
    private static final Policy POLICY = Policy.of(AgentCommand.program("agent"));
    private static final Policy REJECTING = POLICY.with(POLICY.conversation().rejecting());

    @TempDir
    Path folder;

    @Test
    void each_line_of_a_block_is_a_finding() {
        assertThat(StageFindings.in("looked at it\n<rejected>\n  no test for 0\n\nname is wrong\n</rejected>\nbye"))
                .containsExactly("no test for 0", "name is wrong");
    }

    @Test
    void the_last_block_counts() {
        assertThat(StageFindings.in("<rejected>\nold\n</rejected>\n<rejected>\nnew\n</rejected>"))
                .containsExactly("new");
    }

    @Test
    void tags_that_do_not_stand_alone_reject_nothing() {
        assertThat(List.of("I would print <rejected>\nx\n</rejected> here", "</rejected>", "all is well"))
                .allSatisfy(words -> assertThat(StageFindings.in(words)).isEmpty());
    }

    @Test
    void a_block_that_is_not_closed_rejects_up_to_the_end() {
        assertThat(StageFindings.in("<rejected>\nold\n</rejected>\nand\n<rejected>\nno test for 0\nslow"))
                .containsExactly("no test for 0", "slow");
        assertThat(StageFindings.in("<rejected>")).containsExactly("rejected, without a reason");
    }

    @Test
    void an_empty_block_rejects_all_the_same() {
        assertThat(StageFindings.in("<rejected>\n</rejected>")).containsExactly("rejected, without a reason");
    }

    @Test
    void what_an_agent_prints_without_end_is_cut_and_nothing_in_it_steers_a_terminal() {
        List<String> findings =
                StageFindings.in("<rejected>\n" + ("x".repeat(10_000) + "\n").repeat(1000) + "</rejected>");

        assertThat(findings).hasSize(20).allMatch(finding -> finding.length() == 500);
        assertThat(StageFindings.in("<rejected>\n\u001b[2Jgone\u0007\n</rejected>"))
                .containsExactly("gone\ufffd");
    }

    @Test
    void what_was_named_comes_before_what_was_printed_and_each_once() throws Exception {
        RunFolder run = new RunFolder(folder);
        Files.writeString(run.rejected(), "no test for 0\nname is wrong\n");

        assertThat(StageFindings.of(REJECTING, run, List.of("name is wrong", "it is slow")))
                .containsExactly("no test for 0", "name is wrong", "it is slow");
        assertThat(StageFindings.of(POLICY, run, List.of("it is slow"))).isEmpty();
    }

    @Test
    void who_names_and_prints_nothing_sends_nothing_back() throws Exception {
        RunFolder run = new RunFolder(folder);
        assertThat(StageFindings.of(REJECTING, run, List.of())).isEmpty();
        Files.createDirectory(run.rejected());

        assertThat(StageFindings.of(REJECTING, run, List.of())).isEmpty();
    }

    @Test
    void a_block_counts_wherever_in_the_attempt_it_was_printed() {
        AgentText said = new AgentText(PromptEcho.NONE);
        said.accept(new AgentEvent.Text("<rejected>\nearly\n</rejected>", false));
        said.accept(new AgentEvent.ToolCall("1", "read", "file"));
        assertThat(said.words()).isEqualTo("<rejected>\nearly\n</rejected>\n");
        said.accept(new AgentEvent.Text("All is ", false));
        said.accept(new AgentEvent.Text("well", true));

        assertThat(said.words()).isEqualTo("All is well\n");
        assertThat(StageFindings.in(said.all())).containsExactly("early");
    }

    @Test
    void a_block_that_is_printed_with_the_prompt_is_no_word_of_the_agent() {
        AgentText said = new AgentText(new PromptEcho("As an example:\n<rejected>\nwrong\n</rejected>\nGo on"));
        for (String line : "As an example:\n<rejected>\nwrong\n</rejected>\nGo on".split("\n")) {
            said.accept(new AgentEvent.Text(line + "\n", false));
        }
        assertThat(StageFindings.in(said.all())).isEmpty();
        for (String line : "I see this:\n<rejected>\nno test\n</rejected>".split("\n")) {
            said.accept(new AgentEvent.Text(line + "\n", false));
        }

        assertThat(StageFindings.in(said.all())).containsExactly("no test");
    }
}
