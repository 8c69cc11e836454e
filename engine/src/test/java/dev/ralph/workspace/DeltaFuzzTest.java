package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaFuzzTest {
    private static final int TREES = Boolean.getBoolean("ralph.soak") ? 1000 : 60;

    @TempDir
    Path base;

    @Test
    void what_is_kept_is_exactly_what_the_overlay_showed_and_nothing_changes_before() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        Overlays.play(base, 0, TREES, "closed");
        int changed = 0;
        for (long seed = 0; seed < TREES; seed++) {
            Path world = base.resolve(Long.toString(seed));
            changed += check(world);
            TreeRemoval.delete(world);
        }
        assertThat(changed).isGreaterThan(TREES * 10);
    }

    private static int check(Path world) throws IOException {
        Path lower = world.resolve("lower");
        assertThat(world.resolve("played")).exists();
        assertUntouched(world, "before keeping");
        int changes;
        try (OverlayChanges upper = OverlayChanges.read(world.resolve("upper"), world.resolve("closed"))) {
            Delta delta = UpperScan.of(upper, lower);
            assertUntouched(world, "after looking");
            FolderKeep keep = new FolderKeep(
                    lower,
                    new PlanFile(world),
                    PathEntry.listed(world.resolve("opened")).changed());
            assertThat(keep.keep(upper, delta, "fuzz")).isEmpty();
            changes = delta.changes().size();
        }
        assertThat(Manifest.difference(lines(world, "shown"), Manifest.of(lower)))
                .as("after keeping, " + world)
                .isEmpty();
        try (Stream<Path> left = Files.list(world)) {
            assertThat(left.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith("keep") || name.equals("closed")))
                    .isEmpty();
        }
        return changes;
    }

    private static void assertUntouched(Path world, String when) throws IOException {
        List<String> now = Manifest.untouched(world.resolve("lower"));
        assertThat(Manifest.difference(lines(world, "untouched"), now))
                .as(when + ", " + world)
                .isEmpty();
    }

    private static List<String> lines(Path world, String name) throws IOException {
        return new ArrayList<>(Files.readAllLines(world.resolve(name)));
    }
}
