package dev.ralph.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.Asked;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.Performance;
import dev.ralph.testkit.RealAgents;
import dev.ralph.testkit.Script;
import dev.ralph.testkit.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every real agent program does with the scripted server. One class per agent runs it.
abstract class RealAgentContract {
    static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String PROMPT = "Please do the task.";

    /// What an agent does when its account has reached a limit that resets in an hour.
    enum AtLimit {
        /// It says so and ends.
        ENDS,
        /// It waits for the hour to pass, and prints nothing.
        WAITS
    }

    private final RealAgent agent;
    private final AtLimit atLimit;
    private final ModelServer server = ModelServer.start();

    @TempDir
    Path folder = Path.of("");

    RealAgentContract(RealAgent agent, AtLimit atLimit) {
        this.agent = agent;
        this.atLimit = atLimit;
    }

    static void assumeInstalled(RealAgent agent) {
        RealAgents agents = RealAgents.here();
        Assumptions.assumeTrue(agents.program(agent.program()).isPresent(), agents.missing(agent.program()));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void it_says_what_the_model_says() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Desk.Turn turn = desk.turn(server.play(Scene.HELLO.script()), PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(turn.stdout()).contains("Hello from the scripted model.");
        }
    }

    @Test
    void it_runs_commands_writes_files_and_prints_the_promise() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Performance performance = server.play(Scene.TOOLS.script());
            Desk.Turn turn = desk.turn(performance, PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(desk.project.resolve("shell.txt")).hasContent("from-shell\n");
            assertThat(desk.project.resolve("written.txt")).hasContent("from the write tool\n");
            assertThat(turn.stdout()).contains("<promise>DONE</promise>");
            assertThat(performance.turns()).extracting(Asked::step).containsExactly(1, 2, 3);
            assertThat(performance.turns().getFirst().userTexts()).anyMatch(text -> text.contains(PROMPT));
            assertThat(performance.turns().getLast().text()).contains("hello-out");
        }
    }

    @Test
    void a_resumed_session_has_its_history() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Performance performance =
                    server.play(Script.of(Step.text("The first answer."), Step.text("The second answer.")));
            Desk.Turn first = desk.turn(performance, PROMPT, LIMIT);
            Desk.Turn second = desk.turn(performance, "And now go on.", first.session(), Map.of(), LIMIT);

            assertThat(second.exit()).as("%s", second).isZero();
            assertThat(second.stdout()).contains("The second answer.");
            assertThat(second.session()).isEqualTo(first.session());
            Asked last = performance.turns().getLast();
            assertThat(last.text()).contains("The first answer.");
            assertThat(last.userTexts())
                    .anyMatch(text -> text.contains(PROMPT))
                    .anyMatch(text -> text.contains("And now go on."));
        }
    }

    @Test
    void it_tries_again_after_a_429() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Performance performance = server.play(Scene.E429_ONCE.script());
            Desk.Turn turn = desk.turn(performance, PROMPT, LIMIT);

            assertThat(turn.exit()).as("%s", turn).isZero();
            assertThat(turn.stdout()).contains("Recovered.");
            assertThat(performance.turnCount()).isEqualTo(2);
        }
    }

    @Test
    void a_usage_limit_is_asked_about_once() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Performance performance = server.play(Scene.USAGE_LIMIT.script());
            Process process = desk.start(performance, PROMPT, null, Map.of());
            assertThat(performance.awaitTurns(1, LIMIT)).isTrue();

            switch (atLimit) {
                case ENDS -> {
                    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();
                    assertThat(process.exitValue()).isNotZero();
                    assertThat(desk.output()).containsAnyOf("429", "usage limit", "quota");
                }
                case WAITS -> {
                    assertThat(process.waitFor(8, TimeUnit.SECONDS)).isFalse();
                    assertThat(desk.output()).doesNotContain("429");
                }
            }
            assertThat(performance.turnCount()).isEqualTo(1);
        }
    }

    @Test
    void a_hanging_model_hangs_it_and_killing_leaves_nothing() throws Exception {
        try (Desk desk = new Desk(agent, folder)) {
            Performance performance = server.play(Scene.HANG.script());
            Process process = desk.start(performance, PROMPT, null, Map.of());
            assertThat(performance.awaitTurns(1, LIMIT)).isTrue();

            assertThat(process.isAlive()).isTrue();
            assertThat(desk.processes()).isNotEmpty();
            desk.end();

            assertThat(process.waitFor()).isNotZero();
            assertThat(desk.processes()).isEmpty();
        }
    }
}
