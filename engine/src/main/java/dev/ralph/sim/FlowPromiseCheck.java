package dev.ralph.sim;

import dev.ralph.machine.MachineEvent;
import org.jspecify.annotations.Nullable;

/// Watches one simulated flow for one thing that every flow promises.
abstract class FlowPromiseCheck {
    private @Nullable String broken;

    /// What is promised, in one sentence.
    abstract String words();

    void saw(FlowFact fact) {
        if (fact instanceof FlowFact.Wrote wrote) {
            wrote(wrote.stream(), wrote.event(), wrote.append());
        }
    }

    /// An event became durable; `append` counts transactions.
    void wrote(String stream, MachineEvent event, long append) {}

    /// Nothing more will happen.
    void end(FlowHistory history) {}

    final void breaks(String how) {
        if (broken == null) {
            broken = how;
        }
    }

    final @Nullable String broken() {
        return broken;
    }

    final String name() {
        return getClass().getSimpleName();
    }
}
