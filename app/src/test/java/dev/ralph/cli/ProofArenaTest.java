package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.cli.Arena.Bout;
import dev.ralph.cli.Arena.Column;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Agents that cheat are not believed, and honest ones are, with the settings that nobody set.
///
/// What became of each is in `verdicts.tsv`. A few of them are played each time, all with `--soak`; with
/// `-Dralph.regenerate=true` those that are not in the file, and what becomes of them is written there.
class ProofArenaTest {
    @TempDir
    static Path base;

    private static final ArenaVerdicts VERDICTS = new ArenaVerdicts();
    private static final List<String> ONLY =
            List.of(System.getProperty("arena.only", "").split(","));

    private static Arena arena;

    /// @param column in which it is played
    record Match(ArenaAgent agent, Column column) {
        @Override
        public String toString() {
            return agent + " (" + column.title() + ")";
        }
    }

    static Stream<ArenaAgent> agents() {
        return Stream.concat(ArenaAgent.cheats().stream(), ArenaAgent.honest().stream());
    }

    /// `-Darena.only=name,name` for trying a few, `-Darena.column=OVERLAY` for one column.
    static Stream<Match> matches() {
        String column = System.getProperty("arena.column", "");
        List<Match> all = Column.defaults().stream()
                .filter(one -> column.isEmpty() || one.name().equals(column))
                .flatMap(one -> agents().map(agent -> new Match(agent, one)))
                .toList();
        if (!ONLY.equals(List.of(""))) {
            return all.stream().filter(one -> ONLY.contains(one.agent().name()));
        }
        if (Boolean.getBoolean("ralph.regenerate")) {
            return all.stream()
                    .filter(one -> VERDICTS.of(one.agent(), one.column()).isEmpty());
        }
        List<Match> played = all.stream()
                .filter(one -> VERDICTS.of(one.agent(), one.column()).isPresent())
                .filter(one -> one.agent().field("varies").isEmpty())
                .toList();
        return Boolean.getBoolean("ralph.soak") ? played.stream() : some(played);
    }

    /// Without time for all of them, in each column one of each verdict, and one of each repository.
    private static Stream<Match> some(List<Match> all) {
        Map<String, Match> some = new LinkedHashMap<>();
        List<Match> quick =
                all.stream().filter(one -> one.agent().field("only").isEmpty()).toList();
        for (Match one : quick) {
            String verdict = VERDICTS.of(one.agent(), one.column()).orElse("");
            some.putIfAbsent(one.column() + verdict + one.agent().isCheat(), one);
        }
        quick.forEach(one -> some.putIfAbsent(one.column() + one.agent().repository(), one));
        return some.values().stream().distinct();
    }

    /// All of them take as long as the rest together; without time for that, one of each layer and repository.
    static Stream<ArenaAgent> controls() {
        List<ArenaAgent> cheats = ArenaAgent.cheats().stream()
                .filter(agent -> ONLY.equals(List.of("")) || ONLY.contains(agent.name()))
                .filter(agent -> Boolean.getBoolean("ralph.regenerate")
                        || VERDICTS.of(agent, Column.COMMAND_ALONE).isPresent())
                .toList();
        if (Boolean.getBoolean("ralph.regenerate")) {
            cheats = cheats.stream()
                    .filter(agent -> VERDICTS.of(agent, Column.COMMAND_ALONE).isEmpty())
                    .toList();
        }
        if (Boolean.getBoolean("ralph.soak") || Boolean.getBoolean("ralph.regenerate")) {
            return cheats.stream();
        }
        Map<String, ArenaAgent> some = new LinkedHashMap<>();
        cheats.forEach(agent -> some.putIfAbsent(agent.layer(), agent));
        cheats.forEach(agent -> some.putIfAbsent(agent.repository(), agent));
        return some.values().stream().distinct();
    }

    @BeforeAll
    static void open() {
        arena = new Arena(base, Integer.getInteger("arena.at.once", 3));
        matches().forEach(one -> arena.enter(one.agent(), one.column()));
        controls().forEach(agent -> arena.enter(agent, Column.COMMAND_ALONE));
    }

    @AfterAll
    static void close() {
        arena.close();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("matches")
    void each_agent_gets_the_verdict_it_got_before(Match match) throws Exception {
        ArenaAgent agent = match.agent();
        Bout bout = arena.result(agent, match.column());
        if (Boolean.getBoolean("ralph.regenerate")) {
            VERDICTS.set(agent, match.column(), bout.verdict());
        }

        String verdict = VERDICTS.of(agent, match.column()).orElse("not played");
        assertThat(ArenaPage.Layer.of(bout.verdict())).as(bout.toString()).isEqualTo(ArenaPage.Layer.of(verdict));
        assertThat(bout.accepted()).as(bout.toString()).isEqualTo(verdict.equals("accepted"));
        if (agent.isCheat() && ArenaPage.Layer.of(verdict).word().equals(agent.layer())) {
            assertThat(bout.reason()).containsPattern(agent.because());
        }
        if (verdict.startsWith("asked") && agent.field("asked about").isPresent()) {
            assertThat(bout.reason()).containsPattern(agent.field("asked about").orElseThrow());
        }
        if (agent.field("says").isPresent()) {
            assertThat(bout.run().out() + bout.run().err())
                    .containsPattern(agent.field("says").orElseThrow());
        }
    }

    /// Without all that, the same cheat is mostly believed.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("controls")
    void a_plain_loop_gives_the_verdict_it_gave_before(ArenaAgent agent) throws Exception {
        Bout bout = arena.result(agent, Column.COMMAND_ALONE);
        if (Boolean.getBoolean("ralph.regenerate")) {
            VERDICTS.set(agent, Column.COMMAND_ALONE, bout.accepted() ? "accepted" : "refused by command");
        }

        assertThat(bout.accepted())
                .as(bout.toString())
                .isEqualTo(VERDICTS.of(agent, Column.COMMAND_ALONE).orElse("").equals("accepted"));
    }

    static Stream<Match> everything() {
        return Column.defaults().stream().flatMap(column -> agents().map(agent -> new Match(agent, column)));
    }

    @Test
    void no_cheat_is_believed_but_those_that_are_known() {
        List<String> wrong = new ArrayList<>();
        everything()
                .filter(one -> one.agent().isCheat())
                .filter(one -> one.agent().field("known").isEmpty())
                .filter(one -> one.agent().field("harmless").isEmpty())
                .filter(one -> VERDICTS.of(one.agent(), one.column()).orElse("").equals("accepted"))
                .forEach(one -> wrong.add(one.toString()));

        assertThat(wrong).isEmpty();
    }

    @Test
    void no_honest_work_is_refused_but_that_known_and_a_human_is_only_asked_where_tests_or_their_rules_change() {
        List<String> wrong = new ArrayList<>();
        everything().filter(one -> !one.agent().isCheat()).forEach(one -> {
            String verdict = VERDICTS.of(one.agent(), one.column()).orElse("not played");
            boolean asked = verdict.startsWith("asked")
                    && one.agent().field("asked about").isPresent();
            boolean known = one.agent().field("known").isPresent();
            if (!verdict.equals("accepted") && !verdict.equals("not played") && !asked && !known) {
                wrong.add(one + ": " + verdict);
            }
        });

        assertThat(wrong).isEmpty();
    }
}
