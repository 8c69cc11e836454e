package dev.ralph.sim;

import dev.ralph.flow.FlowPlan;
import dev.ralph.machine.MachineEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that happened in one simulated flow, and what the journal says in the end.
///
/// @param reproduction one line of Java that plays it again
/// @param trouble      why the simulation was given up before the flow had ended, null when it was not
record FlowHistory(
        FlowPlan plan,
        List<FlowFact> facts,
        Map<String, List<MachineEvent>> streams,
        String reproduction,
        @Nullable String trouble) {}
