package dev.ralph.room;

import dev.ralph.disk.LockFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// What prepare commands made, for rooms of later attempts.
///
/// It promises:
/// 1. A result is named after the lines that made it and the contents of all files that they could see. Nobody but our
///    own run of these lines writes it, outside of every project, and no room writes to it.
/// 2. It is there whole or not at all, also when its maker is killed.
/// 3. At most [#MOST] are kept, the last used ones; one that a room uses is not removed.
final class PreparedFiles {
    static final int MOST = 3;

    /// Removing a large result takes seconds; whoever needs longer hangs.
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Path rooms;

    /// @param rooms the folder of a project's rooms
    PreparedFiles(Path rooms) {
        this.rooms = rooms;
    }

    Path folder() {
        return rooms.resolve("prepared");
    }

    private LockFile alone() throws IOException {
        return LockFile.lock(rooms.resolve("prepared.lock"), LONGEST);
    }

    /// Links a result into a room, so that nobody removes it; empty when there is none.
    ///
    /// @param link the link, which the room deletes
    boolean use(String key, Path link) throws IOException {
        try (LockFile _ = alone()) {
            Path result = folder().resolve(key);
            if (!Files.isRegularFile(result.resolve("used"))) {
                return false;
            }
            Files.createSymbolicLink(link, result.resolve("layer"));
            touch(result);
            return true;
        }
    }

    private static void touch(Path result) throws IOException {
        Files.writeString(result.resolve("used"), "1");
    }

    /// Puts a new result in its place, and links it into the room that made it.
    ///
    /// @param draft a folder of that room, with `layer` in it, which holds `tree` and `home`
    void put(String key, Path draft, Path link) throws IOException {
        touch(draft);
        FaultPoint.ROOM_PREPARED.before();
        try (LockFile _ = alone()) {
            Files.createDirectories(folder());
            Path place = folder().resolve(key);
            if (!Files.exists(place.resolve("used"))) {
                TreeRemoval.delete(place); // somebody who died had begun to remove it
                FaultPoint.ROOM_PREPARED.inside();
                Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
            } // else another room was faster
            Files.createSymbolicLink(link, place.resolve("layer"));
            FaultPoint.ROOM_PREPARED.inside();
            removeOld();
            FaultPoint.ROOM_PREPARED.after();
        }
    }

    private void removeOld() throws IOException {
        TreeMap<FileTime, Path> all = new TreeMap<>();
        for (Path result : TreeRemoval.list(folder())) {
            Path used = result.resolve("used");
            if (Files.exists(used)) {
                all.put(Files.getLastModifiedTime(used), result);
            } else {
                remove(result); // somebody who died had begun to remove it
            }
        }
        while (all.size() > MOST) {
            Path oldest = all.pollFirstEntry().getValue();
            if (!isUsed(oldest)) {
                remove(oldest);
            }
        }
    }

    /// What is removed first makes it none.
    private static void remove(Path result) throws IOException {
        Files.deleteIfExists(result.resolve("used"));
        TreeRemoval.delete(result);
    }

    private boolean isUsed(Path result) throws IOException {
        for (Path room : TreeRemoval.list(rooms)) {
            Path link = room.resolve("prepared");
            if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(result)) {
                return true;
            }
        }
        return false;
    }

    /// Removes those that no room has used since.
    ///
    /// @return those that are gone, or would be
    List<Path> removeUnused(FileTime since, ProjectCleanRooms.Removal way) throws IOException {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (LockFile _ = alone()) {
            List<Path> gone = new ArrayList<>();
            for (Path result : TreeRemoval.list(folder())) {
                Path used = result.resolve("used");
                boolean old =
                        !Files.exists(used) || Files.getLastModifiedTime(used).compareTo(since) < 0;
                if (old && !isUsed(result)) {
                    gone.add(result);
                    if (way == ProjectCleanRooms.Removal.REALLY) {
                        remove(result);
                    }
                }
            }
            return gone;
        }
    }
}
