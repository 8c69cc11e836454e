package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.RunningTask;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.SandboxReport;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.ScriptPlayback;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The real agent programs inside the sandbox, on an overlay: their model is on loopback outside, and reached
/// because it is named. One plays in every run, the others with `./check --real-agents`.
class RealAgentSandboxTest {
    private static final ModelStep PROMISE = ModelStep.text("All done. <promise>DONE</promise>");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void it_works_in_the_sandbox_and_what_it_did_comes_to_the_project(RealAgent agent) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.program()).isPresent(), () -> here.missing(agent.program()));
        assumeTrue(
                agent == RealAgent.CLAUDE || Boolean.getBoolean("ralph.real-agents"),
                "only with ./check --real-agents; without it one program plays");
        try (RealAgentFixture stage = new RealAgentFixture(folder, agent)) {
            Path outside = folder.resolve("outside.txt");
            ScriptPlayback model = stage.model(
                    ModelStep.shell("echo from-shell > shell.txt; echo escaped > " + outside)
                            .saying("I run a command."),
                    ModelStep.write("written.txt", "from the write tool\n"),
                    PROMISE);
            String host = model.url().getHost() + ":" + model.url().getPort();

            RunningTask.Result result = stage.run(stage.task(model)
                    .with(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY)
                    .with(SettingKeys.SANDBOX, ConfinementPolicy.Sandbox.REQUIRED)
                    .with(SettingKeys.NETWORK, ConfinementPolicy.Network.LISTED)
                    .with(SettingKeys.ALLOW, List.of(host)));

            assertThat(result.outcome()).as("%s %s", result, stage.reports).isEqualTo(Outcome.COMPLETED);
            assertThat(stage.project.resolve("shell.txt")).hasContent("from-shell");
            assertThat(stage.project.resolve("written.txt")).hasContent("from the write tool");
            assertThat(outside).doesNotExist();
            SandboxReport sandboxReport =
                    Objects.requireNonNull(stage.reports.getFirst().sandbox());
            assertThat(sandboxReport.tier()).isIn("L1", "L3");
            assertThat(sandboxReport.contacts())
                    .filteredOn(contact -> contact.refused() == null)
                    .extracting(SandboxReport.Contact::host)
                    .containsExactly(host);
        }
    }
}
