package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeepDeathTest {
    private static final int STRIDE = Boolean.getBoolean("ralph.soak") ? 1 : 4;

    @TempDir
    Path base;

    @Test
    void killed_anywhere_the_folder_is_as_before_or_as_after_and_the_next_one_finishes() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        List<String> seen = new ArrayList<>();
        boolean died = true;
        for (int visit = 1; died; visit += STRIDE) {
            Path world = base.resolve("at-" + visit);
            Overlays.play(world, 7, 1);
            died = diesAt(world.resolve("7"), visit, seen);
            TreeRemoval.delete(world);
        }
        assertThat(seen).contains("before", "after").hasSizeGreaterThan(8);
    }

    private static boolean diesAt(Path world, int visit, List<String> seen) throws IOException, InterruptedException {
        int code = Overlays.java(
                List.of("-Dralph.fault.hook=" + Halting.class.getName(), "-Dralph.test.halt=" + visit),
                KeepProcess.class,
                world.toString());
        assertThat(code).isIn(0, Halting.HALTED);
        List<Conflict> left = KeepProcess.at(world).recover();
        assertThat(left).isEmpty();
        List<String> now = Manifest.of(world.resolve("lower"));
        boolean isBefore = now.equals(Files.readAllLines(world.resolve("before")));
        if (!isBefore) {
            assertThat(now).as("halted at visit " + visit).isEqualTo(Files.readAllLines(world.resolve("shown")));
        }
        seen.add(isBefore ? "before" : "after");
        assertThat(KeepProcess.keep(world))
                .as("a second try, after visit " + visit)
                .isEmpty();
        assertThat(Manifest.of(world.resolve("lower"))).isEqualTo(Files.readAllLines(world.resolve("shown")));
        return code == Halting.HALTED;
    }
}
