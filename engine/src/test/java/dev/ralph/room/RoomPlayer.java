package dev.ralph.room;

import dev.ralph.room.CleanRoom.Sight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Opens and closes rooms, in a process of its own, which a test kills half-way.
final class RoomPlayer {
    static final PrepareSteps RECIPE = PrepareSteps.of(List.of("install"), List.of("lock"), "");

    private RoomPlayer() {}

    /// @param arguments the project, the folder of rooms, how it is seen, and commits
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path project = Path.of(arguments[0]);
        Path rooms = Path.of(arguments[1]);
        Sight sight = Sight.valueOf(arguments[2]);
        for (String commit : List.of(arguments).subList(3, arguments.length)) {
            try (CleanRoom room = open(project, rooms, sight, commit)) {
                room.ready();
                write(rooms, sight, "built");
            }
        }
    }

    static CleanRoom open(Path project, Path rooms, Sight sight, String commit)
            throws IOException, InterruptedException {
        return new ProjectCleanRooms(project, rooms)
                .at(commit, sight, RECIPE, null, (_, _) -> write(rooms, sight, "installed"));
    }

    /// As a program in the room would, where no overlay need be mounted for it.
    private static void write(Path rooms, Sight sight, String name) throws IOException {
        Path tree = rooms.resolve(sight == Sight.IN_PLACE ? "1/upper/tree" : "1/copy/tree");
        Files.createDirectories(tree.resolve(name));
        Files.writeString(tree.resolve(name).resolve("file"), name + "\n");
    }
}
