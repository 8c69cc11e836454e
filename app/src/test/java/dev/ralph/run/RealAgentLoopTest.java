package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Report;
import dev.ralph.loop.Testimony;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.Performance;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.Script;
import dev.ralph.testkit.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The real agent programs, each driven by Ralph end to end against the scripted model. Those that are not installed
/// are skipped: `./check --real-agents` installs them.
class RealAgentLoopTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final ModelServer server = ModelServer.start();
    private final List<Report> reports = new ArrayList<>();
    private Path project;

    @BeforeEach
    void project() throws Exception {
        project = Files.createDirectories(folder.resolve("project"));
        for (String[] command : new String[][] {{"init", "-q"}, {"commit", "-q", "--allow-empty", "-m", "begin"}}) {
            List<String> git = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@localhost"));
            git.addAll(List.of(command));
            assertThat(new ProcessBuilder(git)
                            .directory(project.toFile())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void it_works_and_its_promise_completes_the_loop(ScriptedLogin agent) throws Exception {
        Performance model = server.play(Script.builder()
                .steps(
                        Step.shell("echo from-shell > shell.txt").saying("I run a command."),
                        Step.write("written.txt", "from the write tool\n"),
                        Step.text("All done. <promise>DONE</promise>"))
                .folder(project)
                .build());

        RalphLoop.Result result =
                loop(agent, model).completionPromise("DONE").build().run();

        assertThat(result.outcome()).as("%s %s", result, reports).isEqualTo(Outcome.COMPLETED);
        assertThat(project.resolve("shell.txt")).hasContent("from-shell");
        assertThat(project.resolve("written.txt")).hasContent("from the write tool");
        Testimony said = testimony(0);
        assertThat(said.agent()).isEqualTo(agent.agent());
        assertThat(said.session()).isNotBlank();
        assertThat(said.actions()).isPositive();
        if (agent != ScriptedLogin.COPILOT) {
            assertThat(said.spent().tokens().total()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_next_attempt_goes_on_with_the_conversation(ScriptedLogin agent) throws Exception {
        Performance model = server.play(Script.of(
                Step.text("The first answer."),
                Step.shell("echo again > again.txt"),
                Step.text("<promise>DONE</promise>")));

        RalphLoop.Result result = loop(agent, model)
                .resumeSession()
                .completionPromise("DONE")
                .build()
                .run();

        assertThat(result.outcome()).as("%s %s", result, reports).isEqualTo(Outcome.COMPLETED);
        assertThat(reports).hasSize(2);
        assertThat(testimony(1).session()).isEqualTo(testimony(0).session());
        assertThat(model.turns().getLast().text()).contains("The first answer.");
    }

    @ParameterizedTest
    @EnumSource
    void a_429_that_passes_does_no_harm(ScriptedLogin agent) throws Exception {
        Performance model = server.play(Script.of(
                Step.error(429, Map.of("retry-after", "1")),
                Step.shell("echo x > x.txt"),
                Step.text("<promise>DONE</promise>")));

        assertThat(loop(agent, model).completionPromise("DONE").build().run().outcome())
                .as("%s", reports)
                .isEqualTo(Outcome.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource
    void a_model_that_never_answers_is_given_up_and_asked_again(ScriptedLogin agent) throws Exception {
        Performance model =
                server.play(Script.of(Step.hang(), Step.shell("echo x > x.txt"), Step.text("<promise>DONE</promise>")));

        RalphLoop.Result result = loop(agent, model)
                .idleTimeout(Duration.ofSeconds(20))
                .completionPromise("DONE")
                .build()
                .run();

        assertThat(result.outcome()).as("%s %s", result, reports).isEqualTo(Outcome.COMPLETED);
        assertThat(reports.getFirst().ended()).isEqualTo(Report.Ended.HUNG);
    }

    @ParameterizedTest
    @EnumSource(
            value = ScriptedLogin.class,
            names = {"CLAUDE", "CODEX", "GEMINI", "QWEN", "COPILOT"})
    void one_without_a_login_is_told_so(ScriptedLogin agent) throws Exception {
        Performance model = server.play(Script.of(Step.error(401).forever()));

        RalphLoop.Result result = loop(agent, model)
                .completionPromise("DONE")
                .maxRestarts(2)
                .build()
                .run();

        assertThat(result.outcome()).as("%s %s", result, reports).isEqualTo(Outcome.FATAL);
        assertThat(result.reason()).contains(agent.agent() + " has no valid login");
    }

    @ParameterizedTest
    @EnumSource
    void stopped_in_its_middle_it_leaves_nothing_running(ScriptedLogin agent) throws Exception {
        Performance model = server.play(Script.of(Step.shell("echo $$ > pid; tail -f /dev/null")));
        RalphLoop loop = loop(agent, model).completionPromise("DONE").build();
        Thread running = Thread.ofPlatform().start(() -> {
            try {
                loop.run();
            } catch (IOException ended) {
                throw new UncheckedIOException(ended);
            }
        });
        Path pid = project.resolve("pid");
        long deadline = System.nanoTime() + LONG.toNanos();
        while ((!Files.exists(pid) || Files.size(pid) == 0) && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        assertThat(pid).as("the agent began its command").exists();

        running.interrupt();
        running.join(LONG);

        assertThat(running.isAlive()).isFalse();
        assertThat(Living.of(folder)).isEmpty();
    }

    private RalphLoopBuilder loop(ScriptedLogin agent, Performance model) throws IOException {
        RealAgents here = RealAgents.here();
        assumeTrue(here.program(agent.agent()).isPresent(), () -> here.missing(agent.agent()));
        Path home = Files.createDirectories(folder.resolve("home"));
        for (Map.Entry<String, String> file : agent.files().entrySet()) {
            Path path = home.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Map<String, String> environment = new HashMap<>(agent.environment(model.url()));
        environment.put("HOME", home.toString());
        environment.put("PATH", here.pathFor(agent.agent()));
        return RalphLoop.inProject(project)
                .projectTask("real", "task-1")
                .prompt("Do what is to be done.")
                .environment(environment)
                .restartDelay(Duration.ofMillis(100))
                .pollInterval(Duration.ofMillis(200))
                .idleTimeout(LONG)
                .maxRestarts(3)
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.AttemptEnded ended) {
                        reports.add(ended.report());
                    }
                })
                .knownAgent(agent.agent(), agent.arguments(model.url()).toArray(String[]::new));
    }

    private Testimony testimony(int attempt) {
        return Objects.requireNonNull(
                reports.get(attempt).testimony(), () -> "nobody listened: " + reports.get(attempt));
    }
}
