package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the public files of loops that have ended say what the journal implies. A loop that runs writes its own, and
/// one that was interrupted is put right when it is resumed.
///
/// 1. What is right already stays as it is.
/// 2. A task whose folder is gone, and a loop all of whose runs are gone, stay gone: somebody, or `ralph gc`, wanted it
///    so.
///
/// @param loops      how many loops were looked at
/// @param remade     files that were missing or said something else
/// @param complaints files that cannot be written
public record Repairs(int loops, List<Path> remade, List<String> complaints) {

    public Repairs {
        remade = List.copyOf(remade);
        complaints = List.copyOf(complaints);
    }

    public static Repairs of(Setup setup, JournalView journal) throws IOException {
        List<Path> remade = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        Set<String> newerKnown = new HashSet<>();
        Told told = new Told(setup.clock());
        int loops = 0;
        for (LoopSummary loop : journal.loops()) {
            Site site = new Site(setup.layout(), setup.project(), loop.head());
            boolean newest = newerKnown.add(loop.head().task());
            if (loop.open() || !Files.isDirectory(site.task().path())) {
                continue;
            }
            List<Entry<Event>> entries = journal.entries(loop.head().id());
            if (cleaned(site, entries)) {
                continue;
            }
            loops++;
            Map<Path, @Nullable Object> before = seen(site, entries);
            new PublicFiles(site, setup.clock(), complaints::add)
                    .repair(newest ? entries : withoutLastCancel(entries), told);
            Map<Path, @Nullable Object> after = seen(site, entries);
            after.forEach((file, now) -> {
                Object then = before.get(file);
                if (now != null && !now.equals(then)) {
                    remade.add(file);
                }
            });
        }
        return new Repairs(loops, remade, complaints);
    }

    private static boolean cleaned(Site site, List<Entry<Event>> entries) {
        List<AttemptSummary> attempts = AttemptSummary.of(site.head().id(), entries);
        return !attempts.isEmpty()
                && attempts.stream()
                        .noneMatch(attempt ->
                                Files.isDirectory(site.task().run(attempt.run()).path()));
    }

    /// The marker of a cancelled loop must not come back to stop a newer one. One that was resumed has none, and its
    /// entries make sense only together.
    private static List<Entry<Event>> withoutLastCancel(List<Entry<Event>> entries) {
        boolean cancelled =
                entries.getLast().event() instanceof Event.LoopEnded ended && ended.outcome() == Outcome.CANCELLED;
        return cancelled ? entries.subList(0, entries.size() - 1) : entries;
    }

    /// What the files are now: the content of small ones, the size of those that only grow.
    private static Map<Path, @Nullable Object> seen(Site site, List<Entry<Event>> entries) throws IOException {
        Map<Path, @Nullable Object> seen = new LinkedHashMap<>();
        for (AttemptSummary attempt : AttemptSummary.of(site.head().id(), entries)) {
            RunFolder folder = site.task().run(attempt.run());
            seen.put(folder.info(), Files.exists(folder.info()) ? LenientText.read(folder.info()) : null);
            seen.put(folder.output(), Files.exists(folder.output()) ? Files.size(folder.output()) : null);
        }
        Path bus = site.task().bus();
        seen.put(bus, Files.exists(bus) ? Files.size(bus) : null);
        return seen;
    }
}
