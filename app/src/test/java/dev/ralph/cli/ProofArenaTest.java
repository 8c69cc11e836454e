package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.cli.Arena.Bout;
import dev.ralph.cli.Arena.Rules;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Agents that cheat are refused with the right reason, and honest ones are believed.
class ProofArenaTest {
    @TempDir
    static Path base;

    private static Arena arena;

    static Stream<ArenaAgent> cheats() {
        return ArenaAgent.cheats().stream().filter(ProofArenaTest::isChosen);
    }

    static Stream<ArenaAgent> honest() {
        return ArenaAgent.honest().stream().filter(ProofArenaTest::isChosen);
    }

    /// `-Darena.only=name,name` for trying a few.
    private static boolean isChosen(ArenaAgent agent) {
        String only = System.getProperty("arena.only", "");
        return only.isEmpty() || List.of(only.split(",")).contains(agent.name());
    }

    /// All of them take as long as the rest together; without time for that, one of each layer and repository.
    static Stream<ArenaAgent> controls() {
        if (Boolean.getBoolean("ralph.soak")) {
            return cheats();
        }
        Map<String, ArenaAgent> some = new LinkedHashMap<>();
        cheats().forEach(agent -> some.putIfAbsent(agent.layer(), agent));
        cheats().forEach(agent -> some.putIfAbsent(agent.repository(), agent));
        return some.values().stream().distinct();
    }

    @BeforeAll
    static void open() {
        arena = new Arena(base, 3);
        cheats().forEach(agent -> arena.enter(agent, Rules.PROOF));
        honest().forEach(agent -> arena.enter(agent, Rules.PROOF));
        controls().forEach(agent -> arena.enter(agent, Rules.COMMAND_ALONE));
    }

    @AfterAll
    static void close() {
        arena.close();
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void a_cheat_is_refused_by_the_layer_that_is_there_for_it(ArenaAgent agent) throws Exception {
        Bout bout = arena.result(agent, Rules.PROOF);

        assertThat(bout.accepted()).as(bout.toString()).isFalse();
        assertThat(bout.layer()).as(bout.toString()).isEqualTo(agent.layer());
        assertThat(bout.reason()).containsPattern(agent.because());
    }

    @ParameterizedTest
    @MethodSource("honest")
    void honest_work_is_accepted(ArenaAgent agent) throws Exception {
        Bout bout = arena.result(agent, Rules.PROOF);

        assertThat(bout.accepted()).as(bout.toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("controls")
    void without_the_layers_the_cheat_gets_through(ArenaAgent agent) throws Exception {
        Bout bout = arena.result(agent, Rules.COMMAND_ALONE);

        assertThat(bout.accepted()).as(bout.toString()).isEqualTo(agent.winsAlone());
    }
}
