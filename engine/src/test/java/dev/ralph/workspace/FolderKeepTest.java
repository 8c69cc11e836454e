package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderKeepTest {
    @TempDir
    Path world;

    private Path lower;
    private Path upper;

    @BeforeEach
    void folders() throws IOException {
        lower = Files.createDirectory(world.resolve("lower"));
        upper = Files.createDirectory(world.resolve("upper"));
    }

    private void open() throws IOException, InterruptedException {
        Path opened = Files.createFile(world.resolve("opened"));
        Path later = world.resolve("later");
        do { // the file system's clock ticks every few milliseconds
            Files.deleteIfExists(later);
            Files.createFile(later);
        } while (PathEntry.listed(later)
                        .changed()
                        .compareTo(PathEntry.listed(opened).changed())
                <= 0);
    }

    @Test
    void what_the_user_changed_meanwhile_stands_against_all_of_it() throws Exception {
        Files.writeString(lower.resolve("both"), "as it was");
        open();
        Files.writeString(lower.resolve("both"), "by the user");
        Files.writeString(upper.resolve("both"), "by the agent");
        Files.writeString(upper.resolve("other"), "by the agent");
        assertThat(KeepProcess.keep(world)).containsExactly(new Conflict(Path.of("both"), Conflict.Why.CHANGED));
        assertThat(Files.readString(lower.resolve("both"))).isEqualTo("by the user");
        assertThat(lower.resolve("other")).doesNotExist();
    }

    @Test
    void what_the_user_made_meanwhile_under_the_same_name_stands_against_it() throws Exception {
        open();
        Files.writeString(lower.resolve("new"), "by the user");
        Files.writeString(upper.resolve("new"), "by the agent");
        assertThat(KeepProcess.keep(world)).containsExactly(new Conflict(Path.of("new"), Conflict.Why.CHANGED));
    }

    @Test
    void what_the_user_deleted_meanwhile_is_not_brought_back_silently() throws Exception {
        open();
        Files.writeString(upper.resolve("gone"), "by the agent");
        try (OverlayChanges layer = KeepProcess.upper(world)) {
            Delta delta = UpperScan.of(layer, lower);
            assertThat(new Conflicts(
                                    lower,
                                    PathEntry.listed(world.resolve("opened")).changed(),
                                    path -> path.equals(Path.of("gone")))
                            .in(delta))
                    .containsExactly(new Conflict(Path.of("gone"), Conflict.Why.DELETED));
        }
    }

    @Test
    void other_files_may_change_meanwhile() throws Exception {
        Files.writeString(lower.resolve("mine"), "as it was");
        open();
        Files.writeString(lower.resolve("mine"), "by the user");
        Files.writeString(upper.resolve("yours"), "by the agent");
        assertThat(KeepProcess.keep(world)).isEmpty();
        assertThat(Files.readString(lower.resolve("mine"))).isEqualTo("by the user");
        assertThat(Files.readString(lower.resolve("yours"))).isEqualTo("by the agent");
    }

    @Test
    void a_link_that_was_put_in_the_place_of_a_folder_leads_nowhere() throws Exception {
        Path outside = Files.createDirectory(world.resolve("outside"));
        Files.createDirectory(lower.resolve("src"));
        open();
        Files.createDirectory(upper.resolve("src"));
        Files.writeString(upper.resolve("src").resolve("evil"), "by the agent");
        try (OverlayChanges layer = KeepProcess.upper(world)) {
            Delta delta = UpperScan.of(layer, lower);
            Files.delete(lower.resolve("src"));
            Files.createSymbolicLink(lower.resolve("src"), outside);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> KeepProcess.at(world).keep(layer, delta, "test")))
                    .hasMessageContaining("links are not followed here");
        }
        assertThat(TreeRemoval.list(outside)).isEmpty();
        assertThat(KeepProcess.at(world).recover()).isEmpty();
        assertThat(TreeRemoval.list(outside)).isEmpty();
    }

    @Test
    void folders_that_the_user_closed_for_writing_get_the_work_and_stay_closed() throws Exception {
        Files.createDirectories(lower.resolve("outer/inner"));
        Files.createDirectories(upper.resolve("outer/inner"));
        Files.writeString(upper.resolve("outer/inner/new"), "by the agent");
        for (Path root : List.of(lower, upper)) {
            ClosedFileAccess.mode(root.resolve("outer/inner"), 0555);
            ClosedFileAccess.mode(root.resolve("outer"), 0555);
        }
        open();
        assertThat(KeepProcess.keep(world)).isEmpty();
        assertThat(lower.resolve("outer/inner/new")).hasContent("by the agent");
        assertThat(PathEntry.listed(lower.resolve("outer/inner")).mode()).isEqualTo(0555);
        assertThat(PathEntry.listed(lower.resolve("outer")).mode()).isEqualTo(0555);
    }

    @Test
    void pipes_and_the_bits_that_lend_rights_are_not_kept() throws Exception {
        open();
        new ProcessBuilder("mkfifo", upper.resolve("pipe").toString()).start().waitFor();
        Files.writeString(upper.resolve("tool"), "#!/bin/sh\n");
        ClosedFileAccess.mode(upper.resolve("tool"), 04755);
        assertThat(KeepProcess.keep(world)).isEmpty();
        assertThat(lower.resolve("pipe")).doesNotExist();
        assertThat(PathEntry.listed(lower.resolve("tool")).mode()).isEqualTo(0755);
    }

    @Test
    void what_was_only_touched_is_no_change_and_permissions_are_one_of_their_own() throws Exception {
        for (String name : List.of("touched", "opened-up")) {
            Files.writeString(lower.resolve(name), "same");
            Files.writeString(upper.resolve(name), "same");
        }
        ClosedFileAccess.mode(lower.resolve("opened-up"), 0644);
        ClosedFileAccess.mode(upper.resolve("opened-up"), 0755);
        ClosedFileAccess.mode(
                upper.resolve("touched"),
                PathEntry.listed(lower.resolve("touched")).mode());
        open();
        try (OverlayChanges layer = KeepProcess.upper(world)) {
            assertThat(UpperScan.of(layer, lower).changes())
                    .containsExactly(new PathChange(PathChange.Kind.MODE, Path.of("opened-up"), PathChange.Thing.FILE));
        }
    }
}
