package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What can still be read of a damaged journal: every page is looked at by itself, so that damage in one place does
/// not hide what stands in another.
///
/// 1. Looking changes nothing.
/// 2. [#rebuild] keeps everything that was there under another name before it makes a new journal.
/// 3. What is saved of a stream is what it began with: entries behind a gap are named, not used.
///
/// @param types   of what is kept in it
/// @param streams in the order they began
/// @param losses  one line for each thing that cannot be saved
public record RecoveredJournal(Path file, List<StreamType<?, ?>> types, List<Saved> streams, List<String> losses) {
    private static final String UNKNOWN = "unknown";
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    /// @param entries from the first on, without gaps
    record Saved(StreamHead head, List<JournalEntry<?>> entries) {}

    public RecoveredJournal {
        types = List.copyOf(types);
        streams = List.copyOf(streams);
        losses = List.copyOf(losses);
    }

    /// Looks at a journal that nobody in this process has open.
    ///
    /// @param more what is kept in it besides loops
    /// @throws JournalUnreadable when the file cannot be read at all
    public static RecoveredJournal of(Path file, StreamType<?, ?>... more) {
        try {
            RecoveredRows debris = RecoveredRows.of(file);
            List<StreamType<?, ?>> types = StreamType.with(more);
            List<Saved> streams = new ArrayList<>();
            List<String> losses = new ArrayList<>(debris.losses());
            debris.rows().entrySet().stream()
                    .sorted(Comparator.comparingLong(
                            found -> found.getValue().firstEntry().getValue().position()))
                    .forEach(found -> {
                        String id = found.getKey();
                        Collection<RecoveredRows.Row> rows = found.getValue().values();
                        StreamType<?, ?> type = type(debris.heads().get(id), rows, types);
                        StreamHead head = debris.heads().get(id);
                        if (head == null) {
                            losses.add("loop " + id + ": its project and task are lost");
                            head = new StreamHead(id, type.kind(), null, UNKNOWN, UNKNOWN, null, UNKNOWN);
                        }
                        Saved saved = beginning(head, type, found.getValue(), losses);
                        if (!saved.entries().isEmpty()) {
                            streams.add(saved);
                        }
                    });
            for (String stream : debris.heads().keySet()) {
                if (!debris.rows().containsKey(stream)) {
                    losses.add("loop " + stream + ": none of its entries can be read");
                }
            }
            return new RecoveredJournal(file, types, streams, losses);
        } catch (IOException e) {
            throw new JournalUnreadable(file, e.toString(), e);
        }
    }

    /// Where a stream's own row is lost, the names of its events tell what it is.
    private static StreamType<?, ?> type(
            @Nullable StreamHead head, Collection<RecoveredRows.Row> rows, List<StreamType<?, ?>> types) {
        return types.stream()
                .filter(type -> head != null
                        ? type.kind() == head.kind()
                        : rows.stream().allMatch(row -> type.has(row.type())))
                .findFirst()
                .orElse(StreamType.LOOP);
    }

    private static Saved beginning(
            StreamHead head, StreamType<?, ?> type, SortedMap<Long, RecoveredRows.Row> found, List<String> losses) {
        List<JournalEntry<?>> safe = new ArrayList<>();
        LoopProgress standing = LoopProgress.begin(head, type);
        for (RecoveredRows.Row row : found.values()) {
            if (row.seq() != standing.seq() + 1) {
                break;
            }
            try {
                JournalEntry<?> entry = row.entry(type);
                standing = standing.after(entry);
                safe.add(entry);
            } catch (InvalidJson e) {
                losses.add("entry " + row.seq() + " of loop " + head.id() + " " + e.what());
                break;
            } catch (IllegalStateException | IllegalArgumentException e) {
                losses.add("loop " + head.id() + ": " + e.getMessage());
                break;
            }
        }
        int behind = found.tailMap(safe.size() + 2L).size();
        if (behind > 0) {
            losses.add("loop " + head.id() + ": entry " + (safe.size() + 1) + " is lost; " + behind
                    + " later entries can be read but not used");
        }
        return new Saved(head, safe);
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
            try (SqliteJournal journal = SqliteJournal.open(fresh, types)) {
                rebuilt().forEach(journal::restore);
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

    /// A loop may have lost its end to the damage. It must not stand in the way of the one that was begun after it.
    private List<Saved> rebuilt() {
        Set<List<@Nullable Object>> open = new HashSet<>();
        List<Saved> rebuilt = new ArrayList<>();
        for (Saved saved : streams.reversed()) {
            StreamHead head = saved.head();
            boolean isFirst = head.kind() != StreamHead.Kind.LOOP
                    || LoopProgress.begin(head, StreamType.LOOP)
                            .after(saved.entries())
                            .summary()
                            .ended()
                    || open.add(Arrays.asList(head.project(), head.task(), head.role()));
            rebuilt.addFirst(isFirst ? saved : new Saved(head.in("salvaged-" + head.id()), saved.entries()));
        }
        return rebuilt;
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
        for (Saved stream : streams) {
            count += stream.entries().size();
        }
        return count;
    }

    /// One stream, if anything of it can be saved.
    public Optional<Saved> stream(String id) {
        return streams.stream().filter(stream -> stream.head().id().equals(id)).findFirst();
    }
}
