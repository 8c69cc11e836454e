package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledRewindTest {
    private static final AttemptRef NEXT = new AttemptRef(KeepPlayer.ATTEMPT.loop(), 2);

    @TempDir
    Path base;

    @Test
    void killed_anywhere_the_project_is_what_it_was_or_what_it_was_to_be_and_nothing_is_lost() throws Exception {
        List<String> seen = new ArrayList<>();
        boolean died = true;
        for (int visit = 1; died; visit++) {
            Path world = Files.createDirectory(base.resolve("at-" + visit));
            SampleProject project = spoiled(world);
            died = diesAt(project, world, visit, seen);
            TreeRemoval.delete(world);
        }
        assertThat(seen).contains("before", "after").hasSizeGreaterThan(10);
    }

    /// An attempt has ended, and then somebody changed, deleted and added files.
    private static SampleProject spoiled(Path world) throws Exception {
        SampleProject project = SampleProject.repository(world.resolve("project"), Map.of("a", "a\n", "d/one", "1\n"));
        project.write("made", "by the attempt\n");
        Conservation conservation = Conservation.of(project.folder());
        conservation.states(world.resolve("scratch")).inPlace(KeepPlayer.ATTEMPT);
        project.write("a", "spoiled\n");
        project.write("new/file", "the user's\n");
        Files.delete(project.path("made"));
        Files.delete(project.path("d/one"));
        Files.delete(project.path("d"));
        project.write("d", "a file now\n");
        return project;
    }

    private static boolean diesAt(SampleProject project, Path world, int visit, List<String> seen) throws Exception {
        Path scratch = world.resolve("scratch");
        int code = Overlays.java(
                List.of("-Dralph.fault.hook=" + Halting.class.getName(), "-Dralph.test.halt=" + visit),
                KeepPlayer.class,
                "rewind",
                project.folder().toString(),
                scratch.toString());
        assertThat(code).isIn(0, Halting.HALTED);

        new InPlaceStates(project.folder(), scratch, InPlaceStates.Where.REPOSITORIES).before(NEXT);

        boolean isBefore = project.read("a").equals("spoiled\n");
        if (isBefore) {
            assertThat(project.path("made")).as("halted at visit " + visit).doesNotExist();
            assertThat(project.read("d")).isEqualTo("a file now\n");
            assertThat(project.read("new/file")).isEqualTo("the user's\n");
        } else {
            assertRewound(project);
            assertThat(project.git("show", KeepPlayer.ATTEMPT.aside(1) + ":new/file"))
                    .isEqualTo("the user's");
        }
        seen.add(isBefore ? "before" : "after");
        assertThat(project.git("ls-files", "--others", "--", ".ralph-*")).isEmpty();
        assertThat(KeepPlayer.rewind(project.folder(), scratch).against()).isEmpty();
        assertRewound(project);
        return code == Halting.HALTED;
    }

    private static void assertRewound(SampleProject project) throws Exception {
        assertThat(project.read("a")).isEqualTo("a\n");
        assertThat(project.read("made")).isEqualTo("by the attempt\n");
        assertThat(project.read("d/one")).isEqualTo("1\n");
        assertThat(project.path("new/file")).doesNotExist();
        assertThat(project.git("diff", "--cached", "--name-only")).isEmpty();
    }
}
