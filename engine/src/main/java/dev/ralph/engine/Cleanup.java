package dev.ralph.engine;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusDiscovery;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.StateLayout;
import dev.ralph.room.ProjectCleanRooms;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.CannotOwn;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import dev.ralph.workspace.OldAttempts;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes what ended loops left behind. It promises:
/// 1. Nothing of an open loop is touched, and no journal entry, `TASK.md`, `DONE` or message at all.
/// 2. A loop that could be resumed is cleaned only while this process owns its task, so it cannot begin meanwhile.
/// 3. Whatever interrupts it, doing it again does the rest.
/// 4. What cannot be removed is told and does not keep the rest from being removed.
public final class Cleanup {
    private static final String DESCRIPTION = ".lock.holder";

    private final EngineOptions options;
    private final StateLayout layout;
    private final Leases leases;
    private final JournalView journal;
    private final Instant before;
    private final Set<Choice> choices;
    private final FolderRemoval removal;
    private final List<Item> items = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    public enum Choice {
        /// Loops that ended FAILED, FATAL, BLOCKED or EXHAUSTED stay, however old they are.
        KEEP_FAILED,
        /// Also what is conserved of attempts, and their workspaces: of work that was never kept, the only copies.
        ATTEMPTS,
        /// Nothing is removed, only listed.
        DRY_RUN
    }

    /// Something that was removed or put aside.
    ///
    /// @param freed how many of its bytes are free now: what is put aside still takes its place
    public record Item(String kind, Path path, long bytes, long freed) {
        Item(String kind, Path path, long bytes) {
            this(kind, path, bytes, bytes);
        }
    }

    /// @param remarks  what was left alone for a good reason
    /// @param troubles what could not be removed
    public record Result(List<Item> items, List<String> remarks, List<String> troubles) {
        public Result {
            items = List.copyOf(items);
            remarks = List.copyOf(remarks);
            troubles = List.copyOf(troubles);
        }
    }

    private Cleanup(EngineOptions options, JournalView journal, Instant before, Set<Choice> choices) {
        this.options = options;
        this.layout = options.layout();
        this.leases = StateFolder.leases(layout);
        this.journal = journal;
        this.before = before;
        this.choices = choices;
        this.removal = new FolderRemoval(
                choices.contains(Choice.DRY_RUN) ? FolderRemoval.Way.ONLY_COUNT : FolderRemoval.Way.REALLY);
    }

    /// @param before     what changed since then stays
    /// @param largestBus how large a message bus may be before it is put aside; null for any size
    public static Result of(
            EngineOptions options,
            JournalView journal,
            Instant before,
            Set<Choice> choices,
            @Nullable Long largestBus) {
        Cleanup cleanup = new Cleanup(options, journal, before, choices);
        cleanup.loops();
        if (largestBus != null) {
            cleanup.buses(largestBus);
        }
        cleanup.locks();
        cleanup.rooms();
        return new Result(cleanup.items, cleanup.remarks, cleanup.troubles);
    }

    private void loops() {
        for (LoopSummary loop : journal.loops()) {
            if (!isOld(loop) || isInsideOpenOne(loop)) {
                continue;
            }
            if (loop.head().isJob() || !newestOfItsTask(loop)) {
                clean(loop);
            } else if (removal.way() == FolderRemoval.Way.REALLY) {
                cleanOwned(loop);
            } else if (leases.whoHolds(Leases.key(loop.head())).isEmpty()) {
                clean(loop);
            }
        }
    }

    private boolean isOld(LoopSummary loop) {
        Outcome outcome = loop.outcome();
        return outcome != null
                && loop.updatedAt().isBefore(before)
                && !(choices.contains(Choice.KEEP_FAILED) && isFailure(outcome));
    }

    private static boolean isFailure(Outcome outcome) {
        return switch (outcome) {
            case FAILED, FATAL, BLOCKED, EXHAUSTED -> true;
            case COMPLETED, STOPPED, WAITING, CANCELLED, REJECTED -> false;
        };
    }

    /// An open loop may still wait for the children of its children.
    private boolean isInsideOpenOne(LoopSummary loop) {
        Set<String> seen = new HashSet<>();
        LoopSummary at = loop;
        while (at != null && seen.add(at.head().id())) {
            if (at.open()) {
                return true;
            }
            String parent = at.head().parent();
            at = parent == null ? null : journal.loop(parent).orElse(null);
        }
        return false;
    }

    /// Clean rooms, and results of prepare commands, that nobody has used since: they are made again when they are
    /// needed.
    private void rooms() {
        try {
            ProjectCleanRooms rooms = new ProjectCleanRooms(options.project(), options.rooms());
            FileTime time = FileTime.from(before);
            for (Path unused : rooms.removeUnused(time, ProjectCleanRooms.Removal.ONLY_LIST)) {
                long size = size(unused.resolveSibling(""), String.valueOf(unused.getFileName()));
                items.add(new Item("clean room", unused, size));
            }
            if (removal.way() == FolderRemoval.Way.REALLY) {
                rooms.removeUnused(time, ProjectCleanRooms.Removal.REALLY);
            }
        } catch (IOException unremoved) {
            troubles.add("clean rooms were not removed: " + unremoved.getMessage());
        }
    }

    private boolean newestOfItsTask(LoopSummary loop) {
        return LoopSummary.last(journal.loopsOf(loop.head().task()))
                .filter(newest -> newest.head().equals(loop.head()))
                .isPresent();
    }

    private void cleanOwned(LoopSummary loop) {
        try {
            switch (leases.acquire(Leases.key(loop.head()), me())) {
                case Leases.Lease mine -> {
                    try (mine) {
                        journal.loop(loop.head().id()).filter(this::isOld).ifPresent(this::clean);
                    }
                }
                case Leases.HeldBy held ->
                    remarks.add("task " + loop.head().task() + " is " + held.words() + ": its last loop is left alone");
            }
        } catch (CannotOwn unable) {
            troubles.add(String.valueOf(unable.getMessage()));
        }
    }

    private void clean(LoopSummary loop) {
        StreamHead head = loop.head();
        String id = head.id();
        String role = head.role();
        for (AttemptSummary attempt : journal.attempts(id)) {
            if (role == null || head.isJob()) {
                remove("run", layout.tasks(), head.task(), "runs", attempt.run());
            } else {
                remove("run", layout.tasks(), head.task(), "stages", role, "runs", attempt.run());
            }
        }
        remove("check output", layout.loop(id), "checks");
        remove("requests", layout.requests(id));
        if (choices.contains(Choice.ATTEMPTS)) {
            try {
                clearConserved(id);
            } catch (IOException unable) {
                troubles.add("cannot remove everything saved of loop " + id + ": " + unable.getMessage());
            }
        }
    }

    private void clearConserved(String loop) throws IOException {
        Workspaces workspaces = new Workspaces(options.project(), options.workspaces());
        List<Item> found = new ArrayList<>();
        Path home = workspaces.of(loop);
        if (Files.isDirectory(home)) {
            found.add(new Item("workspace", home, size(workspaces.folder(), loop)));
        }
        OldAttempts attempts = new OldAttempts(workspaces.project());
        List<OldAttempts.Old> listed = attempts.list(Set.of(loop), Instant.MAX);
        listed.forEach(old -> found.add(new Item("attempt", Path.of(old.ref()), 0)));
        if (removal.way() == FolderRemoval.Way.REALLY && !found.isEmpty()) {
            new RemovedAttempts(layout)
                    .add(
                            loop,
                            listed.stream().map(old -> old.attempt().attempt()).toList());
            workspaces.remove(loop);
            attempts.delete(listed);
        }
        items.addAll(found);
    }

    private static long size(Path folder, String name) throws IOException {
        return new FolderRemoval(FolderRemoval.Way.ONLY_COUNT)
                .remove(folder, List.of(name))
                .bytes();
    }

    /// The way begins at the state folder; from there on no link is followed.
    private void remove(String kind, Path folder, String... below) {
        List<String> names = new ArrayList<>();
        if (!folder.equals(layout.state())) {
            layout.state().relativize(folder).forEach(name -> names.add(name.toString()));
        }
        names.addAll(List.of(below));
        Path path = layout.state().resolve(String.join("/", names));
        try {
            FolderRemoval.Gone gone = removal.remove(layout.state(), names);
            if (gone.found()) {
                items.add(new Item(kind, path, gone.bytes()));
            }
        } catch (IOException | DirectoryIteratorException unable) {
            troubles.add("cannot remove all of " + path + ": " + unable);
        }
    }

    /// Puts message buses aside that are larger than that.
    private void buses(long largest) {
        List<Path> buses = new ArrayList<>(List.of(layout.projectBus()));
        if (Files.isDirectory(layout.tasks())) {
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(
                    layout.tasks(), entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
                tasks.forEach(task -> buses.add(task.resolve(BusDiscovery.TASK_BUS)));
            } catch (IOException unreadable) {
                troubles.add("cannot list " + layout.tasks() + ": " + unreadable);
            }
        }
        buses.forEach(bus -> rotate(bus, largest));
    }

    private void rotate(Path file, long largest) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) <= largest) {
                return;
            }
            long size = Files.size(file);
            Optional<Path> archive = removal.way() == FolderRemoval.Way.ONLY_COUNT
                    ? Optional.of(file)
                    : new Bus(file, options.clock()).rotate(largest);
            archive.ifPresent(path -> items.add(new Item("rotated bus", path, size, 0)));
        } catch (IOException unable) {
            troubles.add("cannot put " + file + " aside: " + unable);
        }
    }

    /// A description whose process is gone says nothing; owning the lock for a moment removes it safely.
    private void locks() {
        for (Path description : descriptions()) {
            String name = description.getFileName().toString();
            String key = name.substring(0, name.length() - DESCRIPTION.length());
            if (key.isEmpty() || key.startsWith(".") || leases.whoHolds(key).isPresent()) {
                continue;
            }
            try {
                long size = sizeOf(description);
                if (removal.way() == FolderRemoval.Way.ONLY_COUNT || gaveUp(key)) {
                    items.add(new Item("stale lock description", description, size));
                }
            } catch (IOException | CannotOwn unable) {
                troubles.add("cannot remove " + description + ": " + unable.getMessage());
            }
        }
    }

    /// Nothing for a file that has just gone.
    private static long sizeOf(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        }
    }

    private boolean gaveUp(String key) {
        if (leases.acquire(key, me()) instanceof Leases.Lease mine) {
            mine.close();
            return true;
        }
        return false;
    }

    private List<Path> descriptions() {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(layout.locks())) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(layout.locks(), "*" + DESCRIPTION)) {
                entries.forEach(found::add);
            } catch (IOException unreadable) {
                troubles.add("cannot list " + layout.locks() + ": " + unreadable);
            }
        }
        return found;
    }

    private OwnerProcess me() {
        return OwnerProcess.me(options.clock().instant(), "ralph gc");
    }
}
