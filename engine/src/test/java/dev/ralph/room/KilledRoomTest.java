package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.fault.FaultPoint;
import dev.ralph.room.CleanRoom.Sight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process is ended at every lasting step of opening, preparing, moving and closing rooms: whoever comes next finds
/// the commit he wants, exactly, and nothing is left over.
class KilledRoomTest {
    private static final int STRIDE = Boolean.getBoolean("ralph.soak") ? 1 : 3;

    @TempDir
    Path scratch;

    @ParameterizedTest
    @EnumSource
    void whoever_is_killed_leaves_nothing_that_the_next_one_would_see(Sight sight) throws Exception {
        RoomRepository repo = RoomRepository.in(scratch.resolve("project"));
        String first =
                repo.file("a", "1\n").file("lock", "1\n").file("gone/x", "x\n").commit();
        repo.git("rm", "-rq", "gone");
        String second =
                repo.file("a", "2\n").file("lock", "2\n").file("new/y", "y\n").commit();
        Set<FaultPoint> killedAt = EnumSet.noneOf(FaultPoint.class);
        boolean killed = true;
        for (int at = 1; killed; at += STRIDE) {
            Path rooms = scratch.resolve("rooms-" + at);
            Path where = scratch.resolve("where-" + at);
            killed = play(at, where, repo.folder(), rooms, sight, first, second);
            String told = killed ? Files.readString(where) : "nowhere";
            if (killed) {
                killedAt.add(FaultPoint.valueOf(told.split(" ")[1]));
            }
            exact(repo, rooms, sight, first, Set.of("a", "lock", "gone/x"), told);
            exact(repo, rooms, sight, second, Set.of("a", "lock", "new/y"), told);
            assertThat(CleanRoom.isLeft(rooms.resolve("1"))).as(told).isFalse();
            assertThat(ProjectCleanRoomsTest.names(rooms))
                    .as(told)
                    .containsOnly("1", "1.lock", "prepared", "prepared.lock");
            assertThat(ProjectCleanRoomsTest.names(rooms.resolve("prepared")))
                    .as(told)
                    .hasSize(2);
        }
        assertThat(killedAt)
                .contains(FaultPoint.ROOM_OPEN, FaultPoint.ROOM_CLOSE, FaultPoint.ROOM_PREPARED)
                .containsAll(sight == Sight.IN_PLACE ? Set.of(FaultPoint.ROOM_BASE) : Set.of());
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(repo.git("for-each-ref")).isEqualTo(second + " commit\trefs/heads/main");
    }

    private static void exact(
            RoomRepository repo, Path rooms, Sight sight, String commit, Set<String> files, String told)
            throws Exception {
        try (CleanRoom room = RoomPlayer.open(repo.folder(), rooms, sight, commit)) {
            Path tree = sight == Sight.IN_PLACE ? rooms.resolve("1/base/tree") : room.top();
            Set<String> wanted = new TreeSet<>(files);
            if (sight == Sight.APART) {
                wanted.add("installed/file");
            } else {
                assertThat(rooms.resolve("1/prepared/tree/installed/file"))
                        .as(told)
                        .hasContent("installed");
                assertThat(rooms.resolve("1/upper")).as(told).isEmptyDirectory();
            }
            assertThat(files(tree)).as(told).isEqualTo(wanted);
            for (String file : files) {
                assertThat(Files.readString(tree.resolve(file)).strip())
                        .as(told)
                        .isEqualTo(repo.git("show", commit + ":" + file));
            }
        }
    }

    private static Set<String> files(Path tree) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> all = Files.walk(tree)) {
            all.filter(Files::isRegularFile)
                    .map(file -> tree.relativize(file).toString())
                    .filter(name -> !name.startsWith(".git/"))
                    .forEach(found::add);
        }
        return found;
    }

    private static boolean play(int at, Path where, Path project, Path rooms, Sight sight, String... commits)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dralph.fault.hook=dev.ralph.workspace.Halting",
                "-Dralph.test.halt=" + at,
                "-Dralph.test.where=" + where,
                "-cp",
                System.getProperty("java.class.path"),
                RoomPlayer.class.getName(),
                project.toString(),
                rooms.toString(),
                sight.name()));
        command.addAll(List.of(commits));
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(code).as("at " + at).isIn(0, 99);
        return code == 99;
    }
}
