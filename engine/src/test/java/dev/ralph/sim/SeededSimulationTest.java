package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.store.JournalEntry;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The heart and the runner in a world full of crashes, from a seed.
class SeededSimulationTest {
    private static final int LOOPS = Boolean.getBoolean("ralph.soak") ? 5_000_000 : 15_000;
    /// Every change of the code moves the rare windows to other seeds, so the search goes on until each was met.
    private static final int MOST_LOOPS = Math.max(600_000, LOOPS);

    private final Set<Arrow> visited = new HashSet<>();
    private final Set<Class<?>> decisions = new HashSet<>();
    private final Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    private long transitions;
    private long crashes;

    @Test
    void loops_with_crashes_anywhere_keep_every_promise_and_visit_every_transition() throws Exception {
        RareSeeds seeds = new RareSeeds("loop");
        long began = System.nanoTime();
        long cpuBegan = cpu();
        Set<Arrow> legal = LegalTransitions.ofTheHeart();
        long loops = 0;
        while (loops < LOOPS || (loops < MOST_LOOPS && !visited.containsAll(legal))) {
            long seed = seeds.at(loops++);
            SimHistory history = Simulation.history(seed, SimParts.REAL);
            List<PromiseChecks.Broken> broken = PromiseChecks.broken(history);
            if (!broken.isEmpty()) {
                fail(new PromiseBroken(broken, history).getMessage());
            }
            crashes += history.count(SimFact.Crashed.class);
            int before = visited.size();
            walk(history.entries());
            if (loops > LOOPS && visited.size() > before) {
                seeds.met(seed);
            }
        }
        System.out.printf(
                "simulated %,d loops: %,d transitions (%d different), %,d crashes, %.1f s (%.1f s of processor time)%n",
                loops,
                transitions,
                visited.size(),
                crashes,
                (System.nanoTime() - began) / 1e9,
                (cpu() - cpuBegan) / 1e9);
        seeds.end();
        legal.removeAll(visited);
        assertThat(new TreeSet<>(legal))
                .as("legal transitions that no simulation visited")
                .isEmpty();
        assertThat(decisions).as("decisions taken").containsExactlyInAnyOrder(Decision.class.getPermittedSubclasses());
        assertThat(outcomes).as("outcomes reached").containsExactlyInAnyOrder(Outcome.values());
    }

    @Test
    void the_same_seed_gives_the_same_history() {
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(Simulation.history(seed, SimParts.REAL)).isEqualTo(Simulation.history(seed, SimParts.REAL));
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void walk(List<JournalEntry<Event>> entries) {
        LoopState state = LoopState.begin((Event.LoopStarted) entries.getFirst().event());
        decisions.add(state.decision().getClass());
        for (JournalEntry<Event> entry : entries.subList(1, entries.size())) {
            LoopState next = state.after(entry.event());
            visited.add(Arrow.of(state, entry.event(), next));
            decisions.add(next.decision().getClass());
            if (entry.event() instanceof Event.LoopEnded ended) {
                outcomes.add(ended.outcome());
            }
            state = next;
            transitions++;
        }
    }
}
