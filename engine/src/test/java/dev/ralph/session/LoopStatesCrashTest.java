package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several who write at once, and one who dies while writing.
class LoopStatesCrashTest extends WithSessionFixture {
    @Test
    void a_process_that_dies_while_starting_has_started_nothing() throws Exception {
        fixture.hook.startLoop("older", TASK);
        String older = Files.readString(fixture.stateFile());
        fixture.pass(10);
        fixture.start();
        // The session's own file is written first.
        Files.writeString(fixture.stateFile(), older);

        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
        assertThat(fixture.hook.isLoopActive("older")).isTrue();
        fixture.turn("working");
        assertThat(fixture.host.prompts).isEmpty();
        fixture.pass(10);
        assertThat(fixture.hook.startLoop(SESSION, "Another task")).isTrue();
        assertThat(fixture.state(SESSION).prompt()).isEqualTo("Another task");
    }

    @Test
    void a_process_that_dies_while_clearing_has_cleared_the_loop() throws Exception {
        fixture.hook.startLoop("older", TASK);
        fixture.pass(10);
        fixture.start();
        Path own = folder.resolve(".supercoin/ralph-loop-sessions").resolve(LoopStates.fileName(SESSION));
        String before = Files.readString(own);
        fixture.hook.cancelLoop(SESSION);
        // The documented path is cleared first.
        Files.writeString(own, before);

        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
        assertThat(fixture.newest().sessionId()).isEqualTo("older");
        fixture.hook.cancelLoop("older");
        assertThat(fixture.hook.getState()).isNull();
        assertThat(fixture.hook.isLoopActive(SESSION)).isFalse();
    }

    @Test
    void a_process_that_dies_while_counting_has_counted() throws Exception {
        fixture.start();
        String before = Files.readString(fixture.stateFile());
        fixture.turn("working");
        Files.writeString(fixture.stateFile(), before);
        Files.writeString(fixture.stateFile().resolveSibling("ralph-loop-state.json.new"), "half of a st");

        assertThat(fixture.iteration()).isEqualTo(2);
        fixture.turn("working");
        assertThat(fixture.elsewhere(SESSION).iteration()).isEqualTo(3);
    }

    @Test
    @Timeout(120)
    void many_threads_count_every_iteration_once() throws Exception {
        fixture.start();
        LoopStates states = new LoopStates(folder, RalphLoopConfig.DEFAULT, _ -> {});
        AtomicInteger counted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 25; i++) {
                    if (states.save(SessionFixture.counted(SessionFixture.read(states))) != null) {
                        counted.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(100))).isTrue();
        }
        assertThat(fixture.iteration()).isEqualTo(1 + counted.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "count", "cancel"})
    @Timeout(300)
    void a_process_that_dies_at_any_step_leaves_the_old_state_or_the_new_one(String deed) throws Exception {
        List<String> left = new ArrayList<>();
        boolean died = true;
        for (int step = 1; died; step++) {
            Path place = Files.createDirectory(folder.resolve("step" + step));
            SessionFixture there = new SessionFixture(place);
            there.hook.startLoop("older", TASK);
            there.pass(10);
            there.hook.startLoop(SESSION, TASK);
            String before = seen(place);
            died = dies(place, deed, step);

            assertThat(SessionFixture.loop(
                                    new LoopStates(place, RalphLoopConfig.DEFAULT, line -> {
                                        throw new AssertionError(line.text());
                                    }),
                                    "older")
                            .prompt())
                    .isEqualTo(TASK);
            left.add(seen(place).equals(before) ? "old" : "new");
            assertThat(seen(place)).isIn(before, expected(deed));
            assertThat(dies(place, deed, Integer.MAX_VALUE)).isFalse();
        }
        assertThat(String.join(" ", left)).as("what each step left").matches("(old )+(new )*new");
    }

    private static String expected(String deed) {
        return switch (deed) {
            case "start" -> "1 Another task";
            case "count" -> "2 " + TASK;
            default -> "none";
        };
    }

    private static String seen(Path place) {
        SessionLoop stored = new LoopStates(place, RalphLoopConfig.DEFAULT, line -> {
                    throw new AssertionError(line.text());
                })
                .of(SESSION);
        return stored == null
                ? "none"
                : stored.state().iteration() + " " + stored.state().prompt();
    }

    /// Does one thing in a process of its own; whether it died at the step.
    private static boolean dies(Path place, String deed, int step) throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dralph.fault.hook=" + DiesAt.class.getName(),
                        "-Dralph.test.dies=" + step,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DiesAt.class.getName(),
                        place.toString(),
                        deed)
                .inheritIO()
                .start();
        int code = process.waitFor();
        assertThat(code).isIn(0, DiesAt.DEAD);
        return code == DiesAt.DEAD;
    }

    @Test
    @Timeout(120)
    void a_process_killed_at_any_moment_leaves_a_whole_state() throws Exception {
        for (int round = 0; round < 3; round++) {
            Path place = Files.createDirectory(folder.resolve("round" + round));
            Process process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-Xmx128m",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RestlessLoop.class.getName(),
                            place.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(place.resolve("out.txt").toFile())
                    .start();
            long seen = 0;
            LoopStates states = new LoopStates(place, RalphLoopConfig.DEFAULT, line -> {
                throw new AssertionError(line.text());
            });
            for (int i = 0; i < 20_000 && seen < 60 + 10 * round && process.isAlive(); i++) {
                SessionLoop stored = states.of(SESSION);
                seen = stored == null ? seen : Math.max(seen, stored.state().iteration());
                TimeUnit.MILLISECONDS.sleep(2);
            }
            process.destroyForcibly().waitFor();
            assertThat(seen).as(Files.readString(place.resolve("out.txt"))).isGreaterThanOrEqualTo(60);

            SessionLoop left = SessionFixture.read(states);
            assertThat((long) left.state().iteration()).isGreaterThanOrEqualTo(seen);
            assertThat(states.save(SessionFixture.counted(left)))
                    .as("the dead hold no lock")
                    .isNotNull();
            assertThat(states.clear(left)).isNotNull();
            assertThat(states.all()).isEmpty();
        }
    }
}
