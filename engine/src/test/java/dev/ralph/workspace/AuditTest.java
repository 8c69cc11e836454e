package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git.
class AuditTest {
    private static final AttemptRef FIRST = new AttemptRef("loop-1", 1);
    private static final AttemptRef SECOND = new AttemptRef("loop-1", 2);
    private static final AttemptRef OTHER = new AttemptRef("loop-2", 1);

    @TempDir
    Path scratch;

    SampleProject project;

    @BeforeEach
    void conserve() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        for (AttemptRef attempt : List.of(FIRST, SECOND, OTHER)) {
            Conservation conservation = Conservation.of(project.folder());
            conservation.states(project.path(".ralph/tmp")).before(attempt);
            project.write("a", attempt + "\n");
            conservation.states(project.path(".ralph/tmp")).inPlace(attempt);
        }
    }

    @Test
    void attempts_that_are_all_there_make_a_clean_audit() throws Exception {
        assertThat(audit(FIRST, SECOND, OTHER)).isEqualTo(new Audit.Report(3, List.of()));
    }

    @Test
    void an_attempt_without_its_ref_is_found() throws Exception {
        project.git("update-ref", "-d", SECOND.name());

        assertThat(audit(FIRST, SECOND).troubles())
                .containsExactly("attempt 2 of loop-1 ended, but nothing is at refs/ralph/loop-1/2");
    }

    @Test
    void a_ref_that_somebody_moved_is_found() throws Exception {
        project.git("update-ref", SECOND.name(), FIRST.name());

        assertThat(audit(FIRST, SECOND).troubles()).singleElement().asString().contains("it was moved");
    }

    @Test
    void a_lost_object_is_found() throws Exception {
        String blob = project.git("rev-parse", FIRST.name() + ":a");
        Files.delete(project.path(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2)));

        assertThat(audit(FIRST).troubles())
                .singleElement()
                .asString()
                .contains("missing")
                .contains(blob);
        assertThat(audit(OTHER).isClean()).as("it does not belong to that one").isTrue();
    }

    @Test
    void what_keeping_left_behind_is_found() throws Exception {
        Path workspace = Files.createDirectory(scratch.resolve("w"));
        Files.createFile(workspace.resolve("keep.staging"));
        project.write("deep/.ralph-loop-1-1-0", "staged");

        Audit.Report report = Audit.of(project.folder(), List.of(), List.of(workspace));

        assertThat(report.troubles()).hasSize(2);
        assertThat(report.troubles().toString()).contains("keep.staging").contains("deep/.ralph-loop-1-1-0");
    }

    @Test
    void old_attempts_of_ended_loops_go_and_nothing_else() throws Exception {
        project.git("branch", "refs-ralph-loop-1");
        project.git("update-ref", "refs/ralph/loop-1/notes", "HEAD");
        OldAttempts old = new OldAttempts(project.folder());
        Instant later = Instant.now().plusSeconds(60);
        assertThat(old.list(Set.of(), later)).isEmpty();
        assertThat(old.list(Set.of("loop-1"), Instant.now().minusSeconds(3600))).isEmpty();

        List<OldAttempts.Old> listed = old.list(Set.of("loop-1"), later);
        assertThat(listed)
                .extracting(OldAttempts.Old::ref)
                .containsExactly(FIRST.name(), FIRST.before(), SECOND.name());
        assertThat(audit(FIRST, SECOND).isClean()).as("listing deletes nothing").isTrue();
        project.git("update-ref", SECOND.name(), "HEAD"); // somebody moves it between looking and deleting

        assertThat(old.delete(listed)).extracting(OldAttempts.Old::ref).containsExactly(FIRST.name(), FIRST.before());
        assertThat(project.git("for-each-ref", "--format=%(refname)", "refs/").lines())
                .containsExactly(
                        "refs/heads/main",
                        "refs/heads/refs-ralph-loop-1",
                        "refs/ralph/loop-1/2",
                        "refs/ralph/loop-1/notes",
                        "refs/ralph/loop-2/1",
                        "refs/ralph/loop-2/1-before");
        assertThat(audit(OTHER).isClean()).isTrue();
    }

    @Test
    void attempts_of_a_folder_without_a_repository_are_audited_and_collected_too() throws Exception {
        project = SampleProject.plain(scratch.resolve("plain"));
        project.write("a", "a\n");
        Conservation.of(project.folder()).states(project.path(".ralph/tmp")).inPlace(FIRST);

        assertThat(audit(FIRST).isClean()).isTrue();
        assertThat(audit(SECOND).isClean()).isFalse();
        OldAttempts old = new OldAttempts(project.folder());
        assertThat(old.delete(old.list(Set.of("loop-1"), Instant.now().plusSeconds(60))))
                .hasSize(1);
        assertThat(audit(FIRST).isClean()).isFalse();
    }

    private Audit.Report audit(AttemptRef... ended) throws Exception {
        List<Audit.Ended> all =
                Stream.of(ended).map(attempt -> new Audit.Ended(attempt, null)).toList();
        return Audit.of(project.folder(), all, List.of());
    }
}
