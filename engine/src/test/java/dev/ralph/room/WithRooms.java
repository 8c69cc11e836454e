package dev.ralph.room;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.room.CleanRoom.Sight;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project with rooms, and programs that look at them.
abstract class WithRooms {
    @TempDir
    Path scratch;

    RoomPrograms programs;
    RoomRepository repo;
    ProjectCleanRooms rooms;

    @BeforeEach
    void open() throws Exception {
        programs = new RoomPrograms(scratch);
        repo = RoomRepository.in(scratch.resolve("a project, with: odd name"));
        rooms = new ProjectCleanRooms(repo.folder(), scratch.resolve("rooms"));
    }

    @AfterEach
    void close() {
        programs.close();
    }

    void assume(Sight sight) {
        assumeTrue(sight == Sight.APART || programs.giveViews(), "overlays cannot be mounted here");
    }
}
