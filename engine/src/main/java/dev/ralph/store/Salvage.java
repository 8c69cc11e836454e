package dev.ralph.store;

import dev.ralph.machine.IllegalEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What can still be read of a damaged journal: every page is looked at by itself, so that damage in one place does
/// not hide what stands in another.
///
/// 1. Looking changes nothing.
/// 2. [#rebuild] keeps everything that was there under another name before it makes a new journal.
/// 3. What is saved of a loop is what its journal began with: entries behind a gap are named, not used.
///
/// @param loops  by the time of their first entry
/// @param losses one line for each thing that cannot be saved
public record Salvage(Path file, List<Loop> loops, List<String> losses) {
    private static final String UNKNOWN = "unknown";
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    /// @param entries from the first on, without gaps
    public record Loop(LoopHead head, List<Entry> entries) {}

    public Salvage {
        loops = List.copyOf(loops);
        losses = List.copyOf(losses);
    }

    /// Looks at a journal that nobody in this process has open.
    ///
    /// @throws JournalUnreadable when the file cannot be read at all
    public static Salvage of(Path file) {
        try {
            Debris debris = Debris.of(file);
            List<Loop> loops = new ArrayList<>();
            List<String> losses = new ArrayList<>(debris.losses());
            for (Map.Entry<String, SortedMap<Long, Entry>> found :
                    debris.entries().entrySet()) {
                LoopHead head = debris.heads().get(found.getKey());
                if (head == null) {
                    losses.add("loop " + found.getKey() + ": its project and task are not known any more");
                    head = new LoopHead(found.getKey(), UNKNOWN, UNKNOWN, UNKNOWN, null);
                }
                Loop loop = beginning(head, found.getValue(), losses);
                if (!loop.entries().isEmpty()) {
                    loops.add(loop);
                }
            }
            for (String loop : debris.heads().keySet()) {
                if (!debris.entries().containsKey(loop)) {
                    losses.add("loop " + loop + ": none of its entries can be read");
                }
            }
            loops.sort(Comparator.comparing(loop -> loop.entries().getFirst().at()));
            return new Salvage(file, loops, losses);
        } catch (IOException e) {
            throw new JournalUnreadable(file, e.toString(), e);
        }
    }

    private static Loop beginning(LoopHead head, SortedMap<Long, Entry> found, List<String> losses) {
        List<Entry> safe = new ArrayList<>();
        Standing standing = Standing.begin(head);
        for (Entry entry : found.values()) {
            if (entry.seq() != standing.seq() + 1) {
                break;
            }
            try {
                standing = standing.after(List.of(entry));
            } catch (IllegalEvent e) {
                losses.add("loop " + head.loop() + ": " + e.getMessage());
                break;
            }
            safe.add(entry);
        }
        int behind = found.size() - safe.size();
        if (behind > 0) {
            losses.add("loop " + head.loop() + ": entry " + (safe.size() + 1) + " is lost; " + behind
                    + " later entries can be read but not used");
        }
        return new Loop(head, safe);
    }

    /// Keeps what is there under a new name, and makes a journal of what can be saved.
    ///
    /// @return where the damaged file was kept
    public Path rebuild() {
        Path fresh = file.resolveSibling(file.getFileName() + ".rebuilt");
        try {
            for (String part : PARTS) {
                Files.deleteIfExists(beside(fresh, part));
            }
            try (Journal journal = SqliteJournal.open(fresh)) {
                for (Loop loop : loops) {
                    journal.begin(loop.head());
                    journal.append(loop.head().loop(), loop.entries());
                }
            }
            Path kept = unusedName();
            for (String part : PARTS) {
                if (Files.exists(beside(file, part))) {
                    Files.copy(beside(file, part), beside(kept, part), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            // From here on until the end a crash leaves the damaged file, never no file: that would be a new journal.
            Files.deleteIfExists(beside(file, "-wal"));
            Files.deleteIfExists(beside(file, "-shm"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            return kept;
        } catch (IOException e) {
            throw new JournalUnwritable(file, "it cannot be rebuilt: " + e, e);
        }
    }

    private Path unusedName() {
        int number = 1;
        while (Files.exists(beside(file, ".damaged-" + number), LinkOption.NOFOLLOW_LINKS)) {
            number++;
        }
        return beside(file, ".damaged-" + number);
    }

    private static Path beside(Path file, String part) {
        return file.resolveSibling(file.getFileName() + part);
    }

    /// How many entries can be saved.
    public int entries() {
        int count = 0;
        for (Loop loop : loops) {
            count += loop.entries().size();
        }
        return count;
    }

    /// One loop, if anything of it can be saved.
    public Optional<Loop> loop(String id) {
        return loops.stream().filter(loop -> loop.head().loop().equals(id)).findFirst();
    }
}
