package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineState;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Flow, pipeline, loop and runner in a world full of crashes, from a seed.
class SeededFlowTest {
    private static final int FLOWS = Boolean.getBoolean("ralph.soak") ? 500_000 : 8_000;
    /// Every change of the code moves the rare windows to other seeds, so the search goes on until each was met.
    private static final int MOST_FLOWS = Math.max(300_000, FLOWS);

    private final Set<Arrow> visited = new HashSet<>();
    private long events;
    private long crashes;

    @Test
    void flows_with_crashes_anywhere_keep_every_promise_and_visit_every_transition() throws Exception {
        RareSeeds seeds = new RareSeeds("flow");
        long began = System.nanoTime();
        long cpuBegan = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Set<Arrow> legal = new HashSet<>(LegalArrows.ofPipelines());
        legal.addAll(LegalArrows.ofFlows());
        long flows = 0;
        while (flows < FLOWS || (flows < MOST_FLOWS && !visited.containsAll(legal))) {
            long seed = seeds.at(flows++);
            FlowHistory history = FlowSimulation.history(seed, FlowParts.REAL);
            FlowPromiseChecks.check(history);
            int before = visited.size();
            history.streams().values().forEach(this::walk);
            if (flows > FLOWS && visited.size() > before) {
                seeds.met(seed);
            }
            crashes += history.facts().stream()
                    .filter(FlowFact.EngineDied.class::isInstance)
                    .count();
        }
        System.out.printf(
                "simulated %,d flows: %,d events (%d different transitions), %,d crashes, %.1f s (%.1f s of processor time)%n",
                flows,
                events,
                visited.size(),
                crashes,
                (System.nanoTime() - began) / 1e9,
                (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBegan) / 1e9);
        seeds.end();
        legal.removeAll(visited);
        assertThat(new TreeSet<>(legal))
                .as("legal transitions that no simulation visited")
                .isEmpty();
    }

    private void walk(List<MachineEvent> stream) {
        events += stream.size();
        List<MachineEvent> rest = stream.subList(1, stream.size());
        switch (stream.getFirst()) {
            case FlowEvent.FlowStarted started ->
                LegalArrows.walk(
                        FlowState.begin(started),
                        rest.stream().map(FlowEvent.class::cast).toList(),
                        LegalArrows::arrows,
                        visited);
            case PipelineEvent.PipelineStarted started ->
                LegalArrows.walk(
                        PipelineState.begin(started),
                        rest.stream().map(PipelineEvent.class::cast).toList(),
                        LegalArrows::arrows,
                        visited);
            default -> {}
        }
    }

    @Test
    void the_same_seed_gives_the_same_history() {
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(FlowSimulation.history(seed, FlowParts.REAL))
                    .isEqualTo(FlowSimulation.history(seed, FlowParts.REAL));
        }
    }
}
