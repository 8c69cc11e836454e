package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine is ended at steps that last, in a soak at every one: what the user finds is old or new, never half.
class KilledKeepTest {
    private static final Map<String, String> FILES =
            Map.of("a", "a\n", "gone", "g\n", "old/f", "f\n", "thing", "t\n", "staged", "s\n", "edited", "e\n");

    private static final int STRIDE = Boolean.getBoolean("ralph.soak") ? 1 : 2;

    @TempDir
    Path scratch;

    @Test
    void keeping_an_overlay_killed_at_every_step_is_finished_or_taken_back() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        List<String> steps = new ArrayList<>();
        for (int at = 1; ; at += STRIDE) {
            SampleProject project = dirty(at);
            RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w" + at));
            String head = project.git("rev-parse", "HEAD");
            new TreeRecord(overlay.folder().resolve("base"))
                    .write(new TreeRecord.Opened(KeepPlayer.head(project.folder()), project.path(".git")));
            List<String> before = files(project);
            overlay.work("echo agent > a; rm gone; rm -r old; rm thing; mkdir thing; echo i > thing/i; echo n > new");
            boolean killed = play("overlay", at, project, overlay.folder());
            String where = where(at);
            steps.add(where);

            new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard()).recover();

            boolean isNew = !project.git("rev-parse", "HEAD").equals(head);
            assertThat(project.status()).as(where).isEqualTo(" M edited\nM  staged\n?? mine");
            if (isNew) {
                assertNew(project, where);
            } else {
                assertThat(files(project)).as(where).isEqualTo(before);
            }
            assertThat(KeepPlayer.overlay(project.folder(), overlay.folder()))
                    .as(where)
                    .isInstanceOf(KeepResult.Done.class);
            assertNew(project, where);
            assertThat(project.git("rev-list", "--count", "HEAD")).as(where).isEqualTo("2");
            assertAudit(project, overlay.folder(), where);
            if (!killed) {
                break;
            }
        }
        assertThat(steps).anyMatch(step -> step.contains("KEEP_REF"));
        assertThat(steps).anyMatch(step -> step.contains("KEEP_INDEX"));
        assertThat(steps).hasSizeGreaterThan(20 / STRIDE);
    }

    @Test
    void work_in_a_worktree_killed_at_every_step_is_done_once() throws Exception {
        for (int at = 1; ; at += STRIDE) {
            SampleProject project = dirty(at);
            Path folder = Files.createDirectory(scratch.resolve("w" + at));
            boolean killed = play("worktree", at, project, folder);
            String where = where(at);

            if (killed) {
                assertThat(play("worktree", 0, project, folder)).as(where).isFalse();
            }

            assertThat(project.status()).as(where).isEqualTo(" M edited\nM  staged\n?? mine");
            assertThat(project.read("a")).as(where).isEqualTo("agent\n");
            assertThat(project.git("rev-list", "--count", "HEAD")).as(where).isEqualTo("2");
            assertThat(project.git("worktree", "list").lines()).as(where).hasSize(1);
            assertThat(project.git("branch", "--list", "ralph/*")).as(where).isEmpty();
            assertAudit(project, folder, where);
            if (!killed) {
                break;
            }
        }
    }

    @Test
    void work_in_place_killed_at_every_step_is_conserved_all_the_same() throws Exception {
        for (int at = 1; ; at += STRIDE) {
            SampleProject project = dirty(at);
            Path folder = Files.createDirectory(scratch.resolve("w" + at));
            boolean killed = play("in-place", at, project, folder);
            String where = where(at);

            Conserved conserved =
                    Conservation.of(project.folder()).states(folder).inPlace(KeepPlayer.ATTEMPT);

            String a = project.read("a").strip();
            assertThat(project.git("show", conserved.commit() + ":a")).as(where).isEqualTo(a);
            assertThat(project.git("show", conserved.commit() + ":mine"))
                    .as(where)
                    .isEqualTo("untracked");
            assertThat(project.status()).as(where).contains("M  staged\n?? mine");
            assertAudit(project, folder, where);
            if (!killed) {
                break;
            }
        }
    }

    @Test
    void collecting_old_attempts_killed_at_every_step_leaves_the_others_whole() throws Exception {
        for (int at = 1; ; at += STRIDE) {
            SampleProject project = dirty(at);
            Path folder = Files.createDirectory(scratch.resolve("w" + at));
            AttemptRef stays = new AttemptRef("loop-2", 1);
            for (AttemptRef attempt : List.of(KeepPlayer.ATTEMPT, new AttemptRef("loop-1", 2), stays)) {
                Conservation.of(project.folder()).states(folder).inPlace(attempt);
            }
            boolean killed = play("gc", at, project, folder);
            play("gc", 0, project, folder);

            assertThat(project.git("for-each-ref", "--format=%(refname)", "refs/ralph/"))
                    .isEqualTo(stays.name());
            assertThat(Audit.of(project.folder(), List.of(new Audit.Ended(stays, null)), List.of(folder))
                            .troubles())
                    .as(where(at))
                    .isEmpty();
            if (!killed) {
                break;
            }
        }
    }

    /// With something staged, something edited and something untracked of the user's own.
    private SampleProject dirty(int at) throws Exception {
        SampleProject project = SampleProject.repository(scratch.resolve("p" + at), FILES);
        project.write("staged", "by the user\n");
        project.git("add", "staged");
        project.write("edited", "by the user\n");
        project.write("mine", "untracked\n");
        return project;
    }

    private static void assertNew(SampleProject project, String where) throws Exception {
        assertThat(project.read("a")).as(where).isEqualTo("agent\n");
        assertThat(project.read("thing/i")).as(where).isEqualTo("i\n");
        assertThat(project.path("old")).as(where).doesNotExist();
        assertThat(project.git("diff", "--name-status", "HEAD^", "HEAD").lines())
                .as(where)
                .containsExactlyInAnyOrder("M\ta", "D\tgone", "A\tnew", "D\told/f", "D\tthing", "A\tthing/i");
        assertThat(project.status()).as(where).isEqualTo(" M edited\nM  staged\n?? mine");
    }

    private static void assertAudit(SampleProject project, Path folder, String where) throws IOException {
        assertThat(Audit.of(project.folder(), List.of(new Audit.Ended(KeepPlayer.ATTEMPT, null)), List.of(folder))
                        .troubles())
                .as(where)
                .isEmpty();
    }

    private static List<String> files(SampleProject project) throws IOException {
        return Manifest.of(project.folder()).stream()
                .filter(line -> !line.startsWith(".git/"))
                .toList();
    }

    private String where(int at) throws IOException {
        Path file = scratch.resolve("where" + at);
        return Files.exists(file) ? Files.readString(file) : "nowhere";
    }

    /// @param at 0 for no kill
    /// @return whether it was killed
    private boolean play(String what, int at, SampleProject project, Path folder) throws Exception {
        int code = Overlays.java(
                List.of(
                        "-Dralph.fault.hook=" + Halting.class.getName(),
                        "-Dralph.test.halt=" + at,
                        "-Dralph.test.where=" + scratch.resolve("where" + at)),
                KeepPlayer.class,
                what,
                project.folder().toString(),
                folder.toString());
        assertThat(code).as(what + " at " + at).isIn(0, Halting.HALTED);
        return code == Halting.HALTED;
    }
}
