package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.fault.FaultPoint;
import dev.ralph.workspace.WorkspacePlayer.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process is ended at every lasting step of everything one does to a workspace: what is found then is what was
/// before that act or what is after it, and the act can be done again.
class KilledWorkspaceTest {
    private static final Map<String, String> BEFORE = Map.of("changed", "user\n", "gone", "gone\n");
    private static final Map<String, String> AFTER = Map.of("changed", "agent\n", "new/file", "new\n");
    private static final Set<String> PARTS = Set.of("lower", "upper", "merged", "work", "opened", "said");
    private static final String WORK = "echo agent > changed; rm gone; mkdir new; echo new > new/file";
    private static final int STRIDE = Boolean.getBoolean("ralph.soak") ? 1 : 2;

    @TempDir
    Path scratch;

    @Test
    void what_is_done_to_an_overlay_is_done_whole_or_not_at_all() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        diesEverywhere((project, home) -> new RealOverlay(project, home).work(WORK));
    }

    /// Makes a workspace in which an agent has worked.
    private interface Making {
        void make(Path project, Path home) throws Exception;
    }

    private void diesEverywhere(Making making) throws Exception {
        Set<FaultPoint> killedAt = EnumSet.noneOf(FaultPoint.class);
        boolean killed = true;
        for (int at = 1; killed; at += STRIDE) {
            Path world = Files.createDirectory(scratch.resolve("at-" + at));
            killed = diesAt(at, world, making, killedAt);
        }
        assertThat(killedAt)
                .contains(
                        FaultPoint.WORKSPACE_OPEN,
                        FaultPoint.LAYER_SWAP,
                        FaultPoint.KEEP_COMMIT,
                        FaultPoint.KEEP_END,
                        FaultPoint.WORKSPACE_REMOVE);
    }

    private static boolean diesAt(int at, Path world, Making making, Set<FaultPoint> killedAt) throws Exception {
        Path project = Files.createDirectory(world.resolve("project"));
        for (Map.Entry<String, String> file : BEFORE.entrySet()) {
            Files.writeString(project.resolve(file.getKey()), file.getValue());
        }
        Path home = world.resolve("loop-1");
        making.make(project, home);
        boolean killed = play(at, world);
        String where = killed ? Files.readString(world.resolve("where")) : "nowhere";
        Act act = Act.valueOf(Files.readString(world.resolve("act")));
        if (killed) {
            killedAt.add(FaultPoint.valueOf(where.split(" ")[1]));
            check(act, project, home, act + ", killed " + where);
        }
        for (Act left : EnumSet.range(act, Act.REMOVE)) {
            WorkspacePlayer.perform(left, project, home);
        }
        assertThat(files(project)).as(where).isEqualTo(AFTER);
        assertThat(names(world)).as(where).doesNotContain("loop-1", "loop-1.gone");
        return killed;
    }

    private static void check(Act act, Path project, Path home, String where) throws IOException {
        ProjectOverlay workspace = WorkspacePlayer.open(project, home);
        assertThat(PARTS).as(where).containsAll(names(home));
        List<String> changes =
                workspace.changes().changes().stream().map(PathChange::toString).toList();
        List<String> all = List.of("M changed", "D gone", "A new/", "A new/file");
        List<String> none = List.of();
        switch (act) {
            case OPEN, TAKE -> assertThat(changes).as(where).isEqualTo(all);
            case KEEP, REMOVE -> {
                assertThat(changes).as(where).isIn(all, none);
                assertThat(files(project)).as(where).isEqualTo(changes.equals(all) ? BEFORE : AFTER);
            }
        }
        if (act.compareTo(Act.KEEP) < 0) {
            assertThat(files(project)).as(where).isEqualTo(BEFORE);
        }
    }

    private static boolean play(int at, Path world) throws IOException, InterruptedException {
        int code = Overlays.java(
                List.of(
                        "-Dralph.fault.hook=" + Halting.class.getName(),
                        "-Dralph.test.halt=" + at,
                        "-Dralph.test.where=" + world.resolve("where")),
                WorkspacePlayer.class,
                world.resolve("project").toString(),
                world.resolve("loop-1").toString(),
                world.resolve("act").toString());
        assertThat(code).as("at " + at).isIn(0, Halting.HALTED);
        return code == Halting.HALTED;
    }

    private static Set<String> names(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }

    private static Map<String, String> files(Path project) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(project)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                found.put(project.relativize(file).toString(), Files.readString(file));
            }
        }
        return found;
    }
}
