package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A different agent or model for each role, as somebody types it; and flags about the agent that it would not notice.
class RolesFromTheShellTest extends WithAgentPrograms {
    private static final String PROMISED = """
            cat >/dev/null
            cat <<'END'
            {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]},"session_id":"s-1"}
            {"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"WORDS"}]},"session_id":"s-1"}
            {"type":"result","subtype":"success","is_error":false,"result":"WORDS","session_id":"s-1"}
            END
            """;

    @BeforeEach
    void project() throws IOException {
        install("claude", "echo \"claude $*\" >>asked\n" + PROMISED.replace("WORDS", "<promise>DONE</promise>"));
        install("reviewer", "echo reviewer >>asked; touch \"$TASK_FOLDER/DONE\"");
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), """
                profile: restart
                agents: claude
                model: opus
                completion_promise: DONE
                restart_delay: 0s
                containment: group
                max_restarts: 3
                roles:
                  coder: {model: haiku}
                  reviewer: {command: reviewer}
                  tester: {agent: 'claude:sonnet', session: resume}
                """);
    }

    @Test
    void each_role_has_the_agent_and_the_model_of_the_configuration() throws Exception {
        assertThat(start("run", "a", "--role", "coder").code()).isZero();
        assertThat(start("run", "b", "--role", "reviewer").code()).isZero();
        assertThat(start("job", "c", "--role", "tester").code()).isZero();
        assertThat(start("run", "d").code()).isZero();

        List<String> asked = asked();
        assertThat(asked).hasSize(4);
        assertThat(asked.get(0)).contains("--model haiku");
        assertThat(asked.get(1)).isEqualTo("reviewer");
        assertThat(asked.get(2)).contains("--model sonnet");
        assertThat(asked.get(3)).contains("--model opus");
    }

    @Test
    void a_flag_wins_over_the_role() throws Exception {
        assertThat(start("run", "a", "--role", "tester", "--model", "flash").code())
                .isZero();
        assertThat(start("run", "b", "--role", "reviewer", "--agent", "claude").code())
                .isZero();
        assertThat(start("run", "c", "--role", "coder", "--command", "reviewer").code())
                .isZero();

        assertThat(asked().get(0)).contains("--model flash").doesNotContain("sonnet");
        assertThat(asked().get(1)).startsWith("claude ");
        assertThat(asked().get(2)).isEqualTo("reviewer");
    }

    @Test
    void an_unknown_role_is_refused_before_anything_starts() {
        TypedCommand run = start("run", "t", "--role", "reviewr");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--role: there is no role 'reviewr'; did you mean 'reviewer'?");
        assertThat(folder.resolve("asked")).doesNotExist();
        assertThat(folder.resolve(".ralph/tasks")).doesNotExist();
    }

    @Test
    void config_show_says_what_a_role_changes() {
        assertThat(type("config", "show", "--role", "coder", "--origin").out())
                .contains(
                        "model: haiku  # role coder at ", "role: coder  # flag --role", "agents: [claude]  # project");
        assertThat(type("config", "show").out())
                .contains("roles: {coder: {model: haiku}, reviewer: {command: reviewer}, tester: {agent:"
                        + " ['claude:sonnet'], session: resume}}");
    }

    @Test
    void a_loop_can_be_resumed_in_another_role_or_with_another_model() throws Exception {
        install("claude", "echo \"claude $*\" >>asked\n" + PROMISED.replace("WORDS", "not yet"));
        assertThat(start("run", "t", "--max-restarts", "1").code()).isEqualTo(3);

        assertThat(resume("--model", "flash", "--max-restarts", "2").code()).isEqualTo(3);
        assertThat(resume("--role", "tester", "--max-restarts", "3").code()).isEqualTo(3);
        assertThat(resume("--role", "reviewer", "--max-restarts", "4").code()).isZero();

        List<String> asked = asked();
        assertThat(asked).hasSize(4);
        assertThat(asked.get(1)).contains("--model flash").doesNotContain("--resume");
        assertThat(asked.get(2)).contains("--model sonnet");
        assertThat(asked.get(3)).isEqualTo("reviewer");
    }

    @Test
    void a_flag_that_the_agent_would_never_notice_is_refused_with_what_to_do() throws Exception {
        refused(
                "reviewer takes no --model; pass the model in the program's own arguments, or use a known agent",
                "--model",
                "opus",
                "--",
                "reviewer");
        refused("a shell line takes no --model", "--model", "opus", "--command", "reviewer");
        refused("rehearsal takes no --model; remove it", "--agent", "rehearsal", "--model", "opus", "--", "story.txt");
        refused("reviewer cannot resume a conversation", "--session", "resume", "--", "reviewer");
        refused(
                "builtin cannot resume a conversation; remove --session resume",
                "--agent",
                "builtin",
                "--session",
                "resume");
        refused("--stream works only with -- PROGRAM or --command; remove it for claude", "--stream", "codex");
        refused("--agent claude:opus already names a model", "--agent", "claude:opus", "--model", "x");
        assertThat(folder.resolve("asked")).doesNotExist();

        assertThat(start("run", "b", "--session", "fresh", "--", "reviewer").code())
                .isZero();
        assertThat(start("run", "c", "--role", "reviewer", "--stream", "text").code())
                .isZero();
    }

    @Test
    void in_the_configuration_such_a_setting_waits_for_an_agent_it_means_something_to() throws Exception {
        Files.writeString(folder.resolve(".ralph/config.yaml"), "command: reviewer\nmodel: opus\nsession: resume\n");
        assertThat(start("run", "a").code()).isZero();
        Files.writeString(
                folder.resolve(".ralph/config.yaml"),
                "profile: restart\nagents: claude\nstream: codex\ncompletion_promise: DONE\nmax_restarts: 2\n");
        assertThat(start("run", "b").code()).isZero();
    }

    private void refused(String words, String... flags) {
        TypedCommand run = start("run", "t", flags);
        assertThat(run.code()).as(run.out()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }

    private TypedCommand resume(String... more) {
        return typed(List.of("resume", "--task", "t"), more);
    }

    private TypedCommand start(String command, String task, String... more) {
        return typed(List.of(command, "--task", task, "--prompt", "do it"), more);
    }

    private TypedCommand typed(List<String> first, String... more) {
        List<String> words = new ArrayList<>(first);
        words.addAll(List.of(more));
        return type(words.toArray(String[]::new));
    }

    private List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked"));
    }
}
