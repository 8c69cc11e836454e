package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reviewers run no longer than the loop's agents may, and a human decides whether they get more.
class ReviewTimeTest {
    private static final String APPROVAL =
            "echo \"<verdict id=\\\"$(sed -n 's/.*<verdict id=.\\([0-9a-f]*\\).>approve.*/\\1/p')\\\">approve</verdict>\"\n";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_reviewer_that_is_slow_at_first() throws Exception {
        project = GitProject.of(base);
        Files.writeString(
                project.path(".git/review.sh"),
                "echo asked >> .git/asked; if [ -e .git/slow ]; then exec sleep 600; fi; " + APPROVAL);
        Files.writeString(project.path(".git/slow"), "");
    }

    private Shell.Said run(String... more) {
        String[] words = new String[4 + more.length];
        words[0] = "--max-time";
        words[1] = "10s";
        words[2] = "--command";
        words[3] = "echo work >> made; " + GitProject.DONE;
        System.arraycopy(more, 0, words, 4, more.length);
        return project.run("in-place", words);
    }

    @Test
    void the_limit_in_a_review_asks_a_human_and_the_same_review_is_made_once_it_is_raised() throws Exception {
        Shell.Said said = run("--check", "{\"type\":\"review\",\"command\":\"sh .git/review.sh\"}");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out())
                .contains(
                        "BLOCKED after 1 attempt\n",
                        "BLOCKED: the reviewer did not answer in time, as the loop's agents may run no"
                                + " longer (--max-time); raise that with `ralph resume`");
        assertThat(project.path(".git/asked")).hasContent("asked\n");

        Shell.Said same = project.ralph("resume", "--task", "task-001");
        assertThat(same.code()).as(same.out() + same.err()).isEqualTo(4);
        assertThat(same.out()).contains("the reviewer is not asked: time limit");
        assertThat(project.path(".git/asked")).hasContent("asked\n");

        Files.delete(project.path(".git/slow"));
        Shell.Said more = project.ralph("resume", "--task", "task-001", "--max-time", "60s");
        assertThat(more.out()).as(more.err()).contains("COMPLETED after 1 attempt");
        assertThat(project.path("made")).hasContent("work\n");
    }
}
