package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.process.ProofOfEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Agents that take too long, and what they leave behind.
class TimeoutTest extends InScratchProject {
    @Test
    void silence_beyond_the_idle_limit_is_a_failed_attempt_that_is_tried_again() throws Exception {
        ScratchLoop.Ended result = project.loop(
                        COUNT + "[ $(wc -l < count) = 2 ] && " + DONE + "[ -e \"$TASK_FOLDER/DONE\" ] || sleep 300")
                .set(SettingKeys.IDLE_TIMEOUT, Duration.ofMillis(1500))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(project.told()).contains("WARNING agent failed on restart #0: agent timeout: no output for 1.5s");
        assertThat(project.info(0).get("status")).contains("failed");
        assertThat(project.info(0).get("error_summary")).contains("agent timeout: no output for 1.5s");
    }

    @Test
    void output_that_flows_keeps_an_agent_alive_beyond_the_idle_limit() throws Exception {
        ScratchLoop.Ended result = project.loop("for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 0.4; done; " + DONE)
                .set(SettingKeys.IDLE_TIMEOUT, Duration.ofSeconds(3))
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void the_wall_limit_counts_also_while_output_flows() throws Exception {
        ScratchLoop.Ended result = project.loop("while true; do echo x; sleep 0.1; done")
                .set(SettingKeys.TIMEOUT, Duration.ofSeconds(1))
                .maxRestarts(1)
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.info(0).get("error_summary")).contains("agent timeout: ran longer than 1s");
    }

    @Test
    void after_a_timeout_nothing_of_the_agent_is_left_even_if_it_ignores_the_polite_signal() throws Exception {
        project.loop("trap '' TERM; (trap '' TERM; echo $$ > shell; sleep 60 & echo $! > child; wait) & sleep 60")
                .set(SettingKeys.TIMEOUT, Duration.ofSeconds(1))
                .set(SettingKeys.GRACE, Duration.ofMillis(300))
                .maxRestarts(1)
                .run();

        assertGone("child");
        assertGone("shell");
    }

    @Test
    void that_its_time_is_over_is_journaled_while_the_agent_still_lives() throws Exception {
        List<Boolean> alive = new CopyOnWriteArrayList<>();

        project.loop("trap '' TERM; echo $$ > shell; while true; do sleep 0.1; done")
                .set(SettingKeys.TIMEOUT, Duration.ofSeconds(1))
                .set(SettingKeys.GRACE, Duration.ofSeconds(2))
                .maxRestarts(1)
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.AttemptTimedOut late) {
                        assertThat(late.failure())
                                .isEqualTo(new AttemptFailure.TimedOut(
                                        AttemptFailure.Timer.ATTEMPT, Duration.ofSeconds(1)));
                        alive.add(ScratchProject.alive(pid("shell")));
                    }
                })
                .run();

        assertThat(alive).containsExactly(true);
        assertGone("shell");
    }

    @Test
    void after_a_normal_end_the_rest_of_the_process_group_is_ended_too() throws Exception {
        project.loop("sleep 60 & echo $! > child; " + DONE).run();

        assertGone("child");
    }

    @Test
    void what_is_left_after_a_normal_end_is_not_given_the_whole_grace_once_it_is_gone() throws Exception {
        Instant before = Instant.now();

        project.loop("sleep 60 & " + DONE)
                .set(SettingKeys.GRACE, Duration.ofSeconds(60))
                .run();

        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void the_end_of_an_attempt_is_reported_when_all_are_gone_and_with_the_proof_of_it() throws Exception {
        List<String> proofs = new CopyOnWriteArrayList<>();

        project.loop("trap '' TERM; (trap '' TERM; sleep 60 & echo $! > child; wait) & sleep 60")
                .set(SettingKeys.TIMEOUT, Duration.ofSeconds(1))
                .set(SettingKeys.GRACE, Duration.ofMillis(300))
                .maxRestarts(1)
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.AttemptEnded ended) {
                        assertGone("child");
                        proofs.add(ended.report().proof());
                    }
                })
                .run();

        assertThat(proofs).containsExactly(ProofOfEnd.BEST_EFFORT.name());
    }

    @Test
    void an_agent_leads_a_process_group_and_session_of_its_own() throws Exception {
        project.loop("read -r stat < /proc/$$/stat; set -- ${stat##*) }; echo $$ $3 $4 > groups; " + DONE)
                .run();

        String[] groups = Files.readString(folder.resolve("groups")).strip().split(" ");
        assertThat(groups).hasSize(3).containsOnly(groups[0]);
        assertThat(project.info(0).get("pgid")).contains(groups[0]);
    }

    @Test
    void an_agent_that_takes_too_long_is_asked_politely_first_and_may_clean_up() throws Exception {
        project.loop("trap 'sleep 0.3; touch cleaned; exit 0' TERM; while true; do sleep 0.05; done")
                .set(SettingKeys.TIMEOUT, Duration.ofSeconds(1))
                .set(SettingKeys.GRACE, Duration.ofSeconds(20))
                .maxRestarts(1)
                .run();

        assertThat(folder.resolve("cleaned")).exists();
        assertThat(project.info(0).get("status")).contains("failed");
    }

    private void assertGone(String file) {
        assertThat(ScratchProject.alive(pid(file))).isFalse();
    }

    private long pid(String file) {
        try {
            return Long.parseLong(Files.readString(folder.resolve(file)).strip());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
