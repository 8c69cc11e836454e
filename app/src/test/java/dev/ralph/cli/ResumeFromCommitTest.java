package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The state of a run over a list is in git: whoever has one of its commits, and nothing else, can continue there.
@Timeout(300)
class ResumeFromCommitTest extends WithBacklog {
    private static final List<String> TASKS = List.of("RALPH-001", "RALPH-002", "RALPH-003");

    /// Of a run over three tasks, the one it began with first.
    private List<String> commits() throws Exception {
        tasks(
                create("RALPH-001", ",\"priority\":3"),
                create("RALPH-002", ",\"priority\":2"),
                create("RALPH-003", ",\"priority\":1"));
        Shell.Said run = run();
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<String> all =
                new ArrayList<>(List.of(project.git("rev-parse", "HEAD~3").strip()));
        project.git("rev-list", "--reverse", "HEAD~3..HEAD").lines().forEach(all::add);
        assertThat(all).hasSize(4);
        return all;
    }

    /// @param done how many of the tasks were done there
    private static void continues(GitProject there, int done) throws Exception {
        assertThat(TASKS.stream().filter(task -> Files.exists(there.path("made-" + task))))
                .containsExactlyElementsOf(TASKS.subList(0, done));

        Shell.Said run = there.ralph(words("worktree"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        for (String task : TASKS) {
            assertThat(status(there, task)).isEqualTo("done");
            assertThat(there.path("made-" + task)).hasContent(task);
        }
        assertThat(there.git("log", "--reverse", "--format=%s", "HEAD~" + (3 - done) + "..")
                        .lines())
                .containsExactlyElementsOf(TASKS.subList(done, 3).stream()
                        .map(task -> task + ": Make " + task)
                        .toList());
        assertThat(there.status()).isEmpty();
        assertThat(Files.readString(there.path("learning.jsonl")).lines())
                .filteredOn(line -> line.contains("\"task_completed\""))
                .hasSize(3);
    }

    @Test
    void a_clone_at_any_commit_continues_with_the_tasks_that_were_not_done_there() throws Exception {
        List<String> commits = commits();
        for (int done = 0; done < commits.size(); done++) {
            Path folder = base.resolve("clone-" + done);
            GitProject.gitIn(base, "clone", "-q", project.folder().toString(), folder.toString());
            GitProject clone = new GitProject(folder, base.resolve("state-" + done));
            clone.git("config", "user.name", "A User");
            clone.git("config", "user.email", "user@example.org");
            clone.git("checkout", "-q", "-B", "main", commits.get(done));

            continues(clone, done);
        }
    }

    @Test
    void the_same_repository_put_back_to_any_commit_continues_there() throws Exception {
        List<String> commits = commits();
        for (int done = 0; done < commits.size(); done++) {
            project.git("reset", "-q", "--hard", commits.get(done));

            continues(project, done);
        }
    }
}
