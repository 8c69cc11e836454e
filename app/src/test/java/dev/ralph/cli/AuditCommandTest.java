package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ralph audit` says so when something is lost, and `ralph gc` is the only one that may.
class AuditCommandTest {
    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void work() throws Exception {
        project = GitProject.of(base);
        project.run("worktree", "--max-restarts", "2", "--command", "echo a line of work >> work");
        assertThat(project.ralph("audit").out()).as("control").contains("clean: the work of 2 attempts");
    }

    private String ref(int attempt) throws Exception {
        return "refs/ralph/" + project.loop() + "/" + attempt;
    }

    private void assertTrouble(String words) throws Exception {
        Shell.Said said = project.ralph("audit");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).contains(words).doesNotContain("clean");
    }

    @Test
    void a_ref_that_somebody_deleted_is_missed() throws Exception {
        String ref = ref(1);
        project.git("update-ref", "-d", ref);
        assertTrouble("attempt 1 of " + project.loop() + " ended, but nothing is at " + ref);
    }

    @Test
    void a_ref_that_somebody_moved_is_noticed() throws Exception {
        String ref = ref(1);
        project.git("update-ref", ref, "HEAD");
        assertTrouble(ref + " is " + project.git("rev-parse", "HEAD").strip());
    }

    @Test
    void a_forged_commit_with_the_right_trailers_is_noticed() throws Exception {
        String ref = ref(1);
        String forged = project.git(
                        "commit-tree",
                        "HEAD^{tree}",
                        "-m",
                        "Ralph\n\nRalph-Loop: " + project.loop() + "\nRalph-Attempt: 1")
                .strip();
        project.git("update-ref", ref, forged);
        assertTrouble("was saved as ");
    }

    @Test
    void a_missing_object_is_noticed() throws Exception {
        Files.delete(object("work"));
        assertTrouble("objects of saved attempts are missing or damaged");
    }

    @Test
    void a_file_that_was_tampered_with_is_noticed() throws Exception {
        Path object = object("work");
        Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-r--r--"));
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(other)) {
            out.write("blob 15\0a line of murk\n".getBytes(StandardCharsets.US_ASCII));
        }
        Files.write(object, other.toByteArray());
        assertTrouble("objects of saved attempts are missing or damaged");
    }

    private Path object(String file) throws Exception {
        String id = project.git("rev-parse", ref(1) + ":" + file).strip();
        return project.path(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2));
    }

    @Test
    void a_repository_that_is_gone_is_a_loss() throws Exception {
        Files.move(project.path(".git"), base.resolve("moved"));
        Shell.Said said = project.ralph("audit", "--json");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).contains("\"clean\":false").contains("nothing is at ");
    }

    @Test
    void gc_removes_attempts_and_workspaces_only_when_asked_and_the_audit_knows_it() throws Exception {
        assertThat(project.git("branch", "--format=%(refname)")).isEqualTo("refs/heads/main\n");
        project.ralph("gc", "--older-than", "0s");
        assertThat(project.attempts()).containsExactly("1", "2");

        Shell.Said dry = project.ralph("gc", "--older-than", "0s", "--attempts", "--dry-run");
        assertThat(dry.out()).contains("attempt " + ref(1), "attempt " + ref(2), "workspace " + project.state());
        assertThat(project.attempts()).containsExactly("1", "2");
        String first = ref(1);
        Shell.Said real = project.ralph("gc", "--older-than", "0s", "--attempts");

        assertThat(real.code()).as(real.err()).isZero();
        assertThat(real.out()).contains("attempt " + first, "workspace " + project.state());
        assertThat(project.attempts()).isEmpty();
        assertThat(project.git("branch", "--format=%(refname)")).isEqualTo("refs/heads/main\n");
        assertThat(project.git("worktree", "list").lines()).hasSize(1);
        assertThat(project.ralph("audit").out()).contains("clean: the work of 0 attempts");
        assertThat(project.ralph("rewind", "task-001", "1").err()).contains("`ralph gc` removed it");
    }

    @Test
    void young_attempts_and_refs_of_others_stay() throws Exception {
        project.git("update-ref", "refs/ralph/notes", "HEAD");
        project.ralph("gc", "--attempts");
        assertThat(project.attempts()).contains("1", "2");
        project.ralph("gc", "--older-than", "0s", "--attempts");
        assertThat(project.git("for-each-ref", "--format=%(refname)", "refs/ralph"))
                .isEqualTo("refs/ralph/notes\n");
    }

    @Test
    void a_damaged_object_of_the_users_own_history_is_no_loss_of_an_attempt() throws Exception {
        project.write("mine", "of no attempt\n");
        project.git("add", "mine");
        String blob = project.git("rev-parse", ":mine").strip();
        Files.delete(project.path(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2)));
        assertThat(GitProject.tryGit(project.folder(), "fsck", "--full").code())
                .as("git itself complains")
                .isNotZero();

        assertThat(project.ralph("audit").out()).startsWith("clean: the work of 2 attempts is complete; ");
    }

    @Test
    void a_file_of_the_users_that_an_attempt_left_as_it_was_is_missed_too() throws Exception {
        Files.delete(object("old"));
        assertTrouble("objects of saved attempts are missing or damaged");
    }

    @Test
    void troubles_are_counted_and_say_in_words_what_can_be_done() throws Exception {
        project.git("update-ref", "-d", ref(1));
        assertThat(project.ralph("audit").out())
                .contains("\n1 trouble in the work of 2 attempts: ")
                .contains("backup")
                .doesNotContain("docs/");
    }

    @Test
    void an_attempt_that_an_engine_lost_belongs_to_it() throws Exception {
        Path scratch = Files.createDirectory(base.resolve("other"));
        GitProject lost = GitProject.of(scratch).asProgram();
        String once = "echo x >> count; [ $(wc -l < count) = 1 ] && kill -9 $PPID && sleep 5; " + GitProject.DONE;
        lost.run("worktree", "--containment", "group", "--command", once);
        lost.ralph("resume", "task-001");
        assertThat(lost.attempts()).containsExactly("1", "2");
        assertThat(lost.ralph("audit").out()).startsWith("clean: the work of 2 attempts is complete; ");
        assertThat(lost.ralph("status", "task-001").out())
                .containsPattern("\n1 +\\S+ +program +L0 +lost")
                .containsPattern("\n2 +\\S+ +program +L0 +exited 0");

        lost.git("update-ref", "-d", "refs/ralph/" + lost.loop() + "/1");
        assertThat(lost.ralph("audit").code()).isEqualTo(1);
    }
}
