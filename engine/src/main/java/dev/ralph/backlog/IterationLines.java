package dev.ralph.backlog;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A line of `progress.jsonl` for each iteration of a task, made from the journal: one that a crash kept from being
/// written is written when the loop goes on, and none is written twice.
public final class IterationLines implements Projection {
    private final LoopPaths paths;
    private @Nullable Path file;
    private final Iterations iterations;
    private final Consumer<String> complaints;
    private final List<Iterations.Ended> due = new ArrayList<>();
    private @Nullable Set<Long> written;
    /// What earlier loops of the task cost, null where nobody knows.
    private @Nullable BigDecimal earlier = BigDecimal.ZERO;
    private @Nullable LoopState state;
    private long seen;

    public IterationLines(LoopPaths paths, Wording wording, Consumer<String> complaints) {
        this.paths = paths;
        this.iterations = new Iterations(wording);
        this.complaints = complaints;
    }

    @Override
    public void follow(JournalEntry<Event> entry) {
        if (entry.seq() <= seen) { // the first one may be told twice
            return;
        }
        seen = entry.seq();
        LoopState last = state;
        LoopState now = last == null ? LoopState.begin((Event.LoopStarted) entry.event()) : last.after(entry.event());
        state = now;
        if (last == null) {
            file = file(now.policy());
        }
        iterations.after(entry.event(), now, entry.at()).ifPresent(due::add);
    }

    @Override
    public void show(LoopState now) {
        Path to = file;
        if (due.isEmpty() || to == null) {
            return;
        }
        try {
            Set<Long> known = written == null ? known(to) : written;
            written = known;
            for (Iterations.Ended one : due) {
                if (!known.contains((long) one.attempt())) {
                    JsonLinesFile.append(to, line(one));
                    known.add((long) one.attempt());
                }
            }
            due.clear();
        } catch (IOException unwritable) {
            complaints.accept(to + " cannot be written: " + FileErrorText.words(unwritable));
        }
    }

    /// Beside the list: the first one that its flow called Ralph's own.
    private Path file(Policy policy) {
        for (String ours : policy.confinement().ours()) {
            Path one = paths.project().resolve(ours);
            if (one.endsWith("progress.jsonl")) {
                return one;
            }
        }
        return paths.project().resolve("progress.jsonl");
    }

    private Set<Long> known(Path file) throws IOException {
        Set<Long> known = new HashSet<>();
        for (Map<String, @Nullable Object> line : JsonLinesFile.last(file)) {
            if (paths.head().id().equals(line.get("loop")) && line.get("attempt") instanceof Long attempt) {
                known.add(attempt);
            } else if ("iteration".equals(line.get("type"))
                    && paths.head().task().equals(line.get("taskId"))
                    && known.isEmpty()) {
                earlier = dollars(line.get("taskCostSoFar"));
            }
        }
        return known;
    }

    private static @Nullable BigDecimal dollars(@Nullable Object value) {
        return switch (value) {
            case BigDecimal dollars -> dollars;
            case Long dollars -> BigDecimal.valueOf(dollars);
            case null, default -> null;
        };
    }

    private @Nullable BigDecimal soFar(Iterations.Ended one) {
        BigDecimal before = earlier;
        BigDecimal own = one.costSoFar();
        return before == null || own == null ? null : before.add(own);
    }

    private Map<String, @Nullable Object> line(Iterations.Ended one) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("type", "iteration");
        line.put("taskId", paths.head().task());
        line.put("iteration", (long) one.number());
        line.put("result", one.result().fields());
        line.put("cost", one.cost());
        line.put("taskCostSoFar", soFar(one));
        line.put("loop", paths.head().id());
        line.put("attempt", (long) one.attempt());
        line.put("timestamp", one.at().toString());
        return line;
    }
}
