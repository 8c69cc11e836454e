package dev.ralph.room;

import dev.ralph.disk.LockFile;
import dev.ralph.git.Repository;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The clean rooms of one project: folders with numbers, each used by one verdict at a time.
///
/// They promise:
/// 1. A room shows the commit it was opened at, exactly ([RoomCheckout]), and what its prepare command made, or the
///    layer that it was opened with; nothing else of the user's folder, and nothing of a room before it.
/// 2. As many as are wanted can be open at the same time, in this process and in others; none waits for another.
/// 3. Whoever dies with a room open, or while it is opened or closed, leaves nothing that the next one to come does not
///    remove or make good. The user's repository is only read: no ref, index, setting or file of it changes.
/// 4. On the disk there are, besides the rooms in use, at most [#KEPT] checkouts and [PreparedFiles#MOST] results of
/// prepare
///    commands.
public final class ProjectCleanRooms {
    static final int KEPT = 2;

    private static final int MOST = 1000;

    private final Path project;
    private final Path folder;

    /// @param folder a folder of ours outside the project
    public ProjectCleanRooms(Path project, Path folder) {
        this.project = project;
        this.folder = folder;
    }

    /// Runs the lines of a recipe, one after the other.
    public interface Preparer {
        /// @param stage holds only the files that the recipe names; what the lines add to it is kept
        /// @throws PrepareFailed when a line fails
        void prepare(CleanRoom stage, PrepareSteps steps) throws IOException, InterruptedException;
    }

    /// What is to be done with what can go.
    public enum Removal {
        REALLY,
        ONLY_LIST
    }

    public CleanRoom at(String commit, CleanRoom.Sight sight) throws IOException, InterruptedException {
        return at(commit, sight, PrepareSteps.NONE, null, (_, _) -> {});
    }

    /// Opens a room at a commit.
    ///
    /// @param name  what git understands as a commit
    /// @param layer what lies under the checkout where nothing is prepared ([IgnoredFiles#layer]); null for nothing
    public CleanRoom at(String name, CleanRoom.Sight sight, PrepareSteps steps, @Nullable Path layer, Preparer preparer)
            throws IOException, InterruptedException {
        Repository users = Repository.at(project)
                .orElseThrow(
                        () -> new IOException(project + " is not a git repository: nothing can be checked out of it"));
        String commit = users.refs()
                .read(name)
                .orElseThrow(() -> new IOException("there is no commit " + name + " in " + users.top()));
        Path top = users.top().toRealPath();
        if (folder.toAbsolutePath().normalize().startsWith(top)) {
            throw new IOException("clean rooms lie outside the repository, not in " + folder
                    + ": set XDG_STATE_HOME to a folder outside");
        }
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        sweep();
        Place place = place(sight == CleanRoom.Sight.IN_PLACE ? users.commits().tree(commit) : "");
        CleanRoom room = new CleanRoom(
                place.home(),
                place.held(),
                users,
                top.relativize(project.toRealPath()),
                sight,
                commit,
                place.number() > KEPT);
        try {
            room.furnish(steps, layer, new PreparedFiles(folder), preparer);
            return room;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            room.close();
            throw failed;
        }
    }

    private record Place(int number, Path home, LockFile held) {}

    private Path home(int number) {
        return folder.resolve(Integer.toString(number));
    }

    private Path lock(int number) {
        return folder.resolve(number + ".lock");
    }

    /// One that holds the wanted tree already, else the first that is free.
    private Place place(String tree) throws IOException {
        for (int number = 1; number <= KEPT; number++) {
            if (RoomCheckout.lastTree(home(number)).filter(tree::equals).isPresent()) {
                Optional<LockFile> held = LockFile.tryLock(lock(number));
                if (held.isPresent()) {
                    return new Place(number, home(number), held.get());
                }
            }
        }
        for (int number = 1; number <= MOST; number++) {
            Optional<LockFile> held = LockFile.tryLock(lock(number));
            if (held.isPresent()) {
                return new Place(number, home(number), held.get());
            }
        }
        throw new IOException("there are " + MOST + " clean rooms in use in " + folder);
    }

    /// What those left who died.
    private void sweep() throws IOException {
        for (int number : numbers()) {
            boolean tooMany = number > KEPT;
            if (tooMany || CleanRoom.isLeft(home(number))) {
                Optional<LockFile> held = LockFile.tryLock(lock(number));
                if (held.isPresent()) {
                    try (LockFile _ = held.get()) {
                        CleanRoom.sweep(home(number));
                        if (tooMany) {
                            TreeRemoval.delete(home(number));
                        }
                    }
                }
            }
        }
    }

    private List<Integer> numbers() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            for (Path room : TreeRemoval.list(folder)) {
                String name = room.getFileName().toString();
                if (name.matches("[1-9][0-9]{0,3}")) {
                    numbers.add(Integer.parseInt(name));
                }
            }
        }
        return numbers;
    }

    /// Removes rooms that nobody uses, and results of prepare commands that no room has used, since a time.
    ///
    /// @return what is gone, or would be
    public List<Path> removeUnused(FileTime since, Removal way) throws IOException {
        List<Path> gone = new ArrayList<>();
        for (int number : numbers()) {
            Path mark = home(number).resolve("at");
            Path known = Files.exists(mark) ? mark : home(number);
            Optional<LockFile> held = Files.getLastModifiedTime(known).compareTo(since) < 0
                    ? LockFile.tryLock(lock(number))
                    : Optional.empty();
            if (held.isPresent()) {
                try (LockFile _ = held.get()) {
                    gone.add(home(number));
                    if (way == Removal.REALLY) {
                        TreeRemoval.delete(home(number));
                    }
                }
            }
        }
        gone.addAll(new PreparedFiles(folder).removeUnused(since, way));
        return gone;
    }
}
