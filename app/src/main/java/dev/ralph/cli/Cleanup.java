package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.bus.Bus;
import dev.ralph.bus.BusDiscovery;
import dev.ralph.engine.JobHandover;
import dev.ralph.paths.StateLayout;
import dev.ralph.room.ProjectCleanRooms;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.CannotOwn;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Removes what ended loops left behind. It promises:
/// 1. Nothing of an open loop is touched, and no journal entry, `TASK.md`, `DONE` or message at all.
/// 2. A loop that could be resumed is cleaned only while this process owns its task, so it cannot begin meanwhile.
/// 3. Whatever interrupts it, doing it again does the rest.
/// 4. What cannot be removed is told and does not keep the rest from being removed.
final class Cleanup {
    private static final String DESCRIPTION = ".lock.holder";

    private final StateLayout layout;
    private final Leases leases;
    private final JournalView journal;
    private final OldLoops old;
    private final FolderRemoval removal;
    private final @Nullable ConservedWork conservedWork;
    private final List<Item> items = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    /// Something that was removed or put aside.
    /// @param freed how many of its bytes are free now: what is put aside still takes its place
    record Item(String kind, Path path, long bytes, long freed) {
        Item(String kind, Path path, long bytes) {
            this(kind, path, bytes, bytes);
        }
    }

    /// @param conservedWork null when what is conserved stays
    Cleanup(
            Ralph ralph,
            JournalView journal,
            OldLoops old,
            FolderRemoval removal,
            @Nullable ConservedWork conservedWork) {
        this.layout = ralph.layout();
        this.leases = ralph.leases();
        this.journal = journal;
        this.old = old;
        this.removal = removal;
        this.conservedWork = conservedWork;
    }

    List<Item> items() {
        return items;
    }

    /// What was left alone for a good reason.
    List<String> remarks() {
        return remarks;
    }

    List<String> troubles() {
        return troubles;
    }

    void loops() {
        for (LoopSummary loop : old.list()) {
            if (JobHandover.isJob(loop) || !newestOfItsTask(loop)) {
                clean(loop);
            } else if (removal.way() == FolderRemoval.Way.REALLY) {
                cleanOwned(loop);
            } else if (leases.whoHolds(Leases.key(loop.head())).isEmpty()) {
                clean(loop);
            }
        }
    }

    /// Clean rooms, and results of prepare commands, that nobody has used since: they are made again when they are
    /// needed.
    void rooms(ProjectCleanRooms rooms, Instant since) {
        try {
            FileTime time = FileTime.from(since);
            for (Path unused : rooms.removeUnused(time, ProjectCleanRooms.Removal.ONLY_LIST)) {
                FolderRemoval.Gone size = new FolderRemoval(FolderRemoval.Way.ONLY_COUNT)
                        .remove(unused.resolveSibling(""), List.of(String.valueOf(unused.getFileName())));
                items.add(new Item("clean room", unused, size.bytes()));
            }
            if (removal.way() == FolderRemoval.Way.REALLY) {
                rooms.removeUnused(time, ProjectCleanRooms.Removal.REALLY);
            }
        } catch (IOException unremoved) {
            troubles.add("clean rooms were not removed: " + unremoved.getMessage());
        }
    }

    private boolean newestOfItsTask(LoopSummary loop) {
        return JobHandover.last(journal.loopsOf(loop.head().task()))
                .filter(newest -> newest.head().equals(loop.head()))
                .isPresent();
    }

    private void cleanOwned(LoopSummary loop) {
        try {
            switch (leases.acquire(Leases.key(loop.head()), me())) {
                case Leases.Lease mine -> {
                    try (mine) {
                        journal.loop(loop.head().id()).filter(old::isOld).ifPresent(this::clean);
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
        String id = loop.head().id();
        for (AttemptSummary attempt : journal.attempts(id)) {
            remove("run", layout.tasks(), loop.head().task(), "runs", attempt.run());
        }
        remove("check output", layout.loop(id), "checks");
        remove("requests", layout.requests(id));
        if (conservedWork != null) {
            try {
                items.addAll(conservedWork.clear(id, removal.way()));
            } catch (IOException unable) {
                troubles.add("cannot remove all that is conserved of loop " + id + ": " + unable.getMessage());
            }
        }
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
    void buses(long largest) {
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
                    : new Bus(file, InstantSource.system()).rotate(largest);
            archive.ifPresent(path -> items.add(new Item("rotated bus", path, size, 0)));
        } catch (IOException unable) {
            troubles.add("cannot put " + file + " aside: " + unable);
        }
    }

    /// A description whose process is gone says nothing; owning the lock for a moment removes it safely.
    void locks() {
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

    private static OwnerProcess me() {
        return OwnerProcess.me(Instant.now(), "ralph gc");
    }
}
