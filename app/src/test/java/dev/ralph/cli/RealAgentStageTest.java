package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.json.JsonText;
import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two real agent programs in the stages of one task, confined as usual: what one writes the other reviews.
@Timeout(300)
class RealAgentStageTest {
    private static final String PROMISE = "I committed it.\n<promise>IMPLEMENTATION_COMPLETE</promise>";

    @TempDir
    Path base;

    private static ScriptPlayback play(ModelServer server, GitProject project, ModelStep... steps) {
        return server.play(
                ModelScript.builder().steps(steps).folder(project.folder()).build());
    }

    @Test
    void what_codex_rejects_claude_does_again_and_what_it_accepts_is_committed() throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        for (RealAgent agent : List.of(RealAgent.CLAUDE, RealAgent.CODEX)) {
            assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        }
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback coder = play(
                    server,
                    project,
                    ModelStep.shell("echo 1 > made; git add -A; git commit -q -m 'Make it'")
                            .saying("I make it."),
                    ModelStep.text(PROMISE),
                    ModelStep.shell("echo 2 >> made; git add -A; git commit -q -m 'Make more'")
                            .saying("I make more of it."),
                    ModelStep.text(PROMISE));
            ScriptPlayback reviewer = play(
                    server,
                    project,
                    ModelStep.shell("cat made; echo mine > scratch").saying("I look at it."),
                    ModelStep.text("It is too short.\n<rejected>\nmade has one line only\n</rejected>"),
                    ModelStep.shell("cat made").saying("I look again."),
                    ModelStep.text("REVIEW PASSED\n<promise>REVIEW_COMPLETE</promise>"));
            project.write(".ralph/config.yaml", """
                    checks: [grep -q 1 made]
                    allow: ["127.0.0.1:PORT"]
                    stages:
                      coder: {agent: claude}
                      reviewer: {agent: codex, agent_args: ARGUMENTS}
                    """.replace("PORT", String.valueOf(server.port()))
                    .replace("ARGUMENTS", JsonText.of(RealAgent.CODEX.arguments(reviewer.url()))));
            project.write("tasks.jsonl", """
                            {"op":"create","task":{"id":"TASK-001","title":"Make it","description":"Make it.","status":"pending"},"timestamp":"2026-01-01T00:00:00Z"}
                            """).commit("tasks");

            Shell.Said said = Shell.other(
                    project.folder(),
                    environment(project, coder, reviewer),
                    Shell.java(Main.class.getName(), "--dir", project.folder().toString(), "stage", "run"));

            assertThat(said.code()).as(said.out() + said.err()).isZero();
            assertThat(said.out()).contains("TASK-001: sent back: made has one line only");
            assertThat(coder.turns().getLast().text()).contains("made has one line only");
        }
        assertThat(project.path("made")).hasContent("1\n2");
        assertThat(project.path("scratch")).doesNotExist();
        assertThat(project.git("log", "-1", "--format=%s")).isEqualTo("TASK-001: Make it\n");
        assertThat(project.status()).isEmpty();
        assertThat(Files.readAllLines(project.path(".ralph/tasks/TASK-001/execution.jsonl")))
                .extracting(line -> line.replaceFirst(".*\"stage\":\"([a-z]*)\".*", "$1"))
                .containsExactly("coder", "reviewer", "coder", "reviewer");
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(audit.out()).isZero();
    }

    /// Both find their programs and their models.
    private Map<String, String> environment(GitProject project, ScriptPlayback coder, ScriptPlayback reviewer)
            throws Exception {
        Path home = Files.createDirectories(base.resolve("home"));
        Map<String, String> all =
                new HashMap<>(RealAgent.CODEX.settle(home, reviewer.url(), RealAgent.Manner.AS_IT_IS));
        String codex = all.get("PATH");
        all.putAll(RealAgent.CLAUDE.settle(home, coder.url(), RealAgent.Manner.AS_IT_IS));
        all.put("PATH", all.get("PATH") + ":" + codex);
        all.put("XDG_STATE_HOME", project.state().toString());
        return all;
    }
}
