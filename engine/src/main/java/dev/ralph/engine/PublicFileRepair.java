package dev.ralph.engine;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.projection.PostedMessages;
import dev.ralph.projection.PublicFiles;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
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
public record PublicFileRepair(int loops, List<Path> remade, List<String> complaints) {

    public PublicFileRepair {
        remade = List.copyOf(remade);
        complaints = List.copyOf(complaints);
    }

    public static PublicFileRepair of(EngineOptions options, JournalView journal) throws IOException {
        List<Path> remade = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        Set<String> newerKnown = new HashSet<>();
        PostedMessages posted = new PostedMessages(options.clock());
        int loops = 0;
        for (LoopSummary loop : journal.loops()) {
            LoopPaths paths = new LoopPaths(options.layout(), options.project(), loop.head());
            boolean newest = newerKnown.add(loop.head().task());
            if (loop.open() || !Files.isDirectory(paths.task().path())) {
                continue;
            }
            List<JournalEntry<Event>> entries = journal.entries(loop.head().id());
            if (cleaned(paths, entries)) {
                continue;
            }
            loops++;
            Map<Path, @Nullable Object> before = seen(paths, entries);
            new PublicFiles(paths, options.clock(), complaints::add)
                    .repair(newest ? entries : withoutLastCancel(entries), posted);
            Map<Path, @Nullable Object> after = seen(paths, entries);
            after.forEach((file, now) -> {
                Object then = before.get(file);
                if (now != null && !now.equals(then)) {
                    remade.add(file);
                }
            });
        }
        return new PublicFileRepair(loops, remade, complaints);
    }

    private static boolean cleaned(LoopPaths paths, List<JournalEntry<Event>> entries) {
        List<AttemptSummary> attempts = AttemptSummary.of(paths.head().id(), entries);
        return !attempts.isEmpty()
                && attempts.stream()
                        .noneMatch(attempt -> Files.isDirectory(
                                paths.task().run(attempt.run()).path()));
    }

    /// The marker of a cancelled loop must not come back to stop a newer one. One that was resumed has none, and its
    /// entries make sense only together.
    private static List<JournalEntry<Event>> withoutLastCancel(List<JournalEntry<Event>> entries) {
        boolean cancelled =
                entries.getLast().event() instanceof Event.LoopEnded ended && ended.outcome() == Outcome.CANCELLED;
        return cancelled ? entries.subList(0, entries.size() - 1) : entries;
    }

    /// What the files are now: the content of small ones, the size of those that only grow.
    private static Map<Path, @Nullable Object> seen(LoopPaths paths, List<JournalEntry<Event>> entries)
            throws IOException {
        Map<Path, @Nullable Object> seen = new LinkedHashMap<>();
        for (AttemptSummary attempt : AttemptSummary.of(paths.head().id(), entries)) {
            RunFolder folder = paths.task().run(attempt.run());
            seen.put(
                    folder.info(),
                    UnlinkedFiles.has(folder.home(), folder.info()) ? LenientText.read(folder.info()) : null);
            seen.put(folder.output(), Files.exists(folder.output()) ? Files.size(folder.output()) : null);
        }
        Path bus = paths.task().bus();
        seen.put(bus, Files.exists(bus) ? Files.size(bus) : null);
        return seen;
    }
}
