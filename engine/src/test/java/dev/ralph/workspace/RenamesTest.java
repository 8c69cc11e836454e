package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenamesTest {
    @TempDir
    Path scratch;

    @Test
    void moved_files_and_folders_are_known_by_their_content() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        SampleProject project = SampleProject.plain(scratch.resolve("p"));
        project.write("one", "1\n");
        project.write("dir/x", "same\n");
        project.write("dir/y", "same\n");
        project.write("dir/changed", "before\n");
        project.write("empty", "");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work(
                "mv one two; cp -r dir moved; rm -r dir; echo after > moved/changed; mv empty void; echo 1 > three");

        try (UpperLayer upper = overlay.upper()) {
            assertThat(overlay.delta(upper)
                            .renames(project.folder(), overlay.folder().resolve("upper")))
                    .extracting(Rename::toString)
                    .containsExactly("R dir/x -> moved/x", "R dir/y -> moved/y", "R one -> three");
        }
    }
}
