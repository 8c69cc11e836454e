package dev.ralph.cli;

import dev.ralph.loop.Outcome;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.time.Duration;
import java.util.Optional;

/// Waits for a job that another engine runs.
record JobWait(Console console, StateLayout layout) {
    private static final Duration LOOK = Duration.ofMillis(200);

    int until(String loop) throws InterruptedException {
        console.say("job " + loop + " handed to the engine that runs this agent");
        try (JournalView journal = SqliteJournal.view(layout.journal())) {
            while (true) {
                Optional<LoopSummary> job = journal.loop(loop);
                Outcome outcome = job.map(LoopSummary::outcome).orElse(null);
                if (outcome != null) {
                    String reason = job.map(StatusCommand::why).orElse("");
                    console.fact(outcome + ": " + reason, "loop", loop, "outcome", outcome.name(), "reason", reason);
                    return outcome.exitCode();
                }
                Thread.sleep(LOOK);
            }
        }
    }
}
