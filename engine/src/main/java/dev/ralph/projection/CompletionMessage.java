package dev.ralph.projection;

import dev.ralph.bus.Bus;
import dev.ralph.bus.MessageDraft;
import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Outcome;
import dev.ralph.paths.LoopPaths;
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
public record CompletionMessage(LoopPaths paths, Journal journal, InstantSource clock) {
    private static final String KIND = "task_completion_propagation";
    private static final String STATE_FILE = "TASK-COMPLETE-FACT-PROPAGATION.yaml";

    public void propagate() throws IOException {
        Path state = paths.task().path().resolve(STATE_FILE);
        String key = key();
        if (RunInfo.read(state)
                .flatMap(known -> known.get("key"))
                .filter(key::equals)
                .isPresent()) {
            return;
        }
        Bus bus = Bus.below(paths.layout().state(), paths.layout().projectBus(), clock);
        boolean[] told = {false};
        bus.scan(message -> told[0] |= key.equals(message.meta().get("key")));
        if (!told[0]) {
            bus.post(MessageDraft.of(
                            "FACT",
                            paths.head().project(),
                            "task " + paths.head().task() + " completed")
                    .task(paths.head().task())
                    .meta("kind", KIND)
                    .meta("key", key));
        }
        WholeFile.write(FaultPoint.COMPLETION_STATE, state, new RunInfo(java.util.Map.of("key", key)).text());
    }

    private String key() throws IOException {
        StringBuilder what = new StringBuilder(paths.head().task());
        if (Files.exists(paths.task().done())) {
            what.append('\n')
                    .append(Files.getLastModifiedTime(paths.task().done()).toMillis());
        }
        for (LoopSummary loop : journal.loopsOf(paths.head().task())) {
            List<AttemptSummary> attempts = journal.attempts(loop.head().id());
            if (!attempts.isEmpty()) {
                what.append('\n').append(loop.head().id()).append(' ').append(attempts.size());
                what.append(' ').append(loop.outcome() == null ? Outcome.COMPLETED : loop.outcome());
            }
        }
        return Sha256.of(what.toString()).substring(0, 32);
    }
}
