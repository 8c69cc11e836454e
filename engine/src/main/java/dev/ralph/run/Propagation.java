package dev.ralph.run;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Draft;
import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Outcome;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Tells the project's bus, once, that a task is completed. The key says what was completed: telling it again
/// after a crash, or in a second loop that found everything done, changes nothing.
record Propagation(Site site, Journal journal, InstantSource clock) {
    private static final String KIND = "task_completion_propagation";
    private static final String STATE_FILE = "TASK-COMPLETE-FACT-PROPAGATION.yaml";

    void propagate() throws IOException {
        Path state = site.task().path().resolve(STATE_FILE);
        String key = key();
        if (RunInfo.read(state)
                .flatMap(known -> known.get("key"))
                .filter(key::equals)
                .isPresent()) {
            return;
        }
        Bus bus = Bus.below(site.layout().state(), site.layout().projectBus(), clock);
        boolean[] told = {false};
        bus.scan(message -> told[0] |= key.equals(message.meta().get("key")));
        if (!told[0]) {
            bus.post(Draft.of(
                            "FACT", site.head().project(), "task " + site.head().task() + " completed")
                    .task(site.head().task())
                    .meta("kind", KIND)
                    .meta("key", key));
        }
        WholeFile.write(FaultPoint.COMPLETION_STATE, state, new RunInfo(java.util.Map.of("key", key)).text());
    }

    private String key() throws IOException {
        StringBuilder what = new StringBuilder(site.head().task());
        if (Files.exists(site.task().done())) {
            what.append('\n')
                    .append(Files.getLastModifiedTime(site.task().done()).toMillis());
        }
        for (LoopSummary loop : journal.loopsOf(site.head().task())) {
            List<AttemptSummary> attempts = journal.attempts(loop.head().id());
            if (!attempts.isEmpty()) {
                what.append('\n').append(loop.head().id()).append(' ').append(attempts.size());
                what.append(' ').append(loop.outcome() == null ? Outcome.COMPLETED : loop.outcome());
            }
        }
        return Sha256.of(what.toString()).substring(0, 32);
    }
}
