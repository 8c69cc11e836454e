package dev.ralph.sim;

import dev.ralph.machine.MachineEvent;

/// Watches one simulated flow for one thing that every flow promises.
abstract class FlowPromiseCheck extends Promise {
    FlowPromiseCheck(String words) {
        super(words);
    }

    void saw(FlowFact fact) {
        if (fact instanceof FlowFact.Wrote wrote) {
            wrote(wrote.stream(), wrote.event(), wrote.append());
        }
    }

    /// An event became durable; `append` counts transactions.
    void wrote(String stream, MachineEvent event, long append) {}

    /// Nothing more will happen.
    void end(FlowHistory history) {}
}
