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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real agent program fails at a task of a spec, corrects the spec, and does the task again, confined as usual;
/// `curl` follows the events.
@Timeout(300)
class RealAgentHealTest {
    private static final String CORRECTED = """
            The task does not say where the total goes.

            <correction>
            Summary: say which file holds the total

            - [ ] 2.3 Write the total
              - Write it into total.txt
              - _Requirements: 1.1_
            </correction>
            """;

    @TempDir
    Path base;

    @Test
    void claude_corrects_the_spec_and_does_the_task_again_and_curl_hears_of_it() throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        assumeTrue(here.program(RealAgent.CLAUDE.program()).isPresent(), () -> here.missing("claude"));
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write(".kiro/specs/cart/requirements.md", """
                # Requirements Document

                ### Requirement 1: Totals

                #### Acceptance Criteria

                1. WHEN items are in the cart, THE System SHALL sum their prices
                """);
        project.write(".kiro/specs/cart/design.md", """
                # Design Document

                **Property 1: The total is the sum**
                _For any_ cart, the total equals the sum of its prices
                **Validates: Requirements 1.1**
                """);
        project.write(".kiro/specs/cart/tasks.md", """
                # Implementation Plan

                - [ ] 2.3 Write the total
                  - _Requirements: 1.1_
                """);
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback model = server.play(ModelScript.builder()
                    .steps(
                            ModelStep.shell("echo 3 > sum.txt").saying("I write the total."),
                            ModelStep.text("It is done."),
                            ModelStep.text(CORRECTED),
                            ModelStep.shell("mv sum.txt total.txt").saying("I move the total."),
                            ModelStep.text("Now it is done."))
                    .folder(project.folder())
                    .build());
            project.write(".ralph/config.yaml", """
                    agents: [claude]
                    checks: ["test -e total.txt || { echo 'FAIL: no total.txt'; exit 1; }"]
                    allow: ["127.0.0.1:PORT"]
                    """.replace("PORT", String.valueOf(server.port())));
            project.commit("spec");
            Map<String, String> environment = new HashMap<>(RealAgent.CLAUDE.settle(
                    Files.createDirectories(base.resolve("home")), model.url(), RealAgent.Manner.AS_IT_IS));
            environment.put("XDG_STATE_HOME", project.state().toString());

            String heard = heard(project, environment);

            assertThat(heard)
                    .containsSubsequence(
                            "event: ralph_loop_activated",
                            "event: ralph_loop_resumed",
                            "Updated tasks.md Task 2.3: say which file holds the total",
                            "event: execution_completed");
            assertThat(heard).contains("\"taskId\":\"2.3\"");
            assertThat(model.turns().get(2).text().replace("\\n", "\n"))
                    .contains("Error: \n```")
                    .contains("\n. Task: \n```\n2.3 Write the total\n```\n. Current spec: \n```")
                    .contains("\n```\n. Suggest correction.");
        }
        assertThat(project.path("total.txt")).hasContent("3");
        assertThat(project.path(".kiro/specs/cart/tasks.md")).content().contains("- [x] 2.3 Write the total");
        assertThat(project.path("DEVLOG.md")).content().contains("**Attempt**: 1 of 3  \n**Status**: ✅ Resolved");
        assertThat(project.git("log", "-1", "--format=%s")).isEqualTo("cart 2.3 Write the total\n");
        assertThat(project.status()).isEmpty();
    }

    /// What curl prints while `ralph heal` runs beside `ralph serve`.
    private String heard(GitProject project, Map<String, String> environment) throws Exception {
        Path events = base.resolve("events.txt");
        Process server = start(project, environment, base.resolve("serve.txt"), "serve", "--json");
        Process curl = null;
        try {
            Map<String, ?> address = JsonText.object(firstLine(base.resolve("serve.txt"), server));
            curl = new ProcessBuilder(
                            "curl",
                            "-sN",
                            "-H",
                            "Authorization: Bearer " + address.get("token"),
                            address.get("address") + "/events?since=0")
                    .redirectOutput(events.toFile())
                    .start();
            Shell.Said said = Shell.other(
                    project.folder(),
                    environment,
                    Shell.java(Main.class.getName(), "--dir", project.folder().toString(), "heal", "cart"));
            assertThat(said.code()).as(said.out() + said.err()).isZero();
            while (!Files.readString(events, StandardCharsets.UTF_8).contains("event: execution_completed")) {
                assertThat(curl.isAlive()).isTrue();
                Thread.sleep(100);
            }
            return Files.readString(events);
        } finally {
            if (curl != null) {
                curl.destroy();
            }
            server.destroy();
            server.waitFor();
        }
    }

    private static String firstLine(Path file, Process writer) throws Exception {
        while (true) {
            List<String> lines = Files.readAllLines(file);
            if (!lines.isEmpty()) {
                return lines.getFirst();
            }
            assertThat(writer.isAlive()).isTrue();
            Thread.sleep(50);
        }
    }

    private static Process start(GitProject project, Map<String, String> environment, Path out, String... words)
            throws Exception {
        List<String> all = new ArrayList<>(
                Shell.java(Main.class.getName(), "--dir", project.folder().toString()));
        all.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().putAll(environment);
        return builder.directory(project.folder().toFile())
                .redirectOutput(out.toFile())
                .start();
    }
}
