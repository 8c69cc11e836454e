package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same task through the command line and through [Ralph] leaves the same receipts, commit and files.
class SameThroughJavaTest {
    private static final String AGENT =
            "echo half >> work; [ -e second ] && echo whole > done.txt; touch second; " + GitProject.DONE;

    @TempDir
    Path base;

    private GitProject typed;
    private GitProject called;

    @BeforeEach
    void two_projects_that_are_the_same() throws Exception {
        typed = project("typed");
        called = project("called");
    }

    private GitProject project(String name) throws Exception {
        GitProject project = GitProject.of(Files.createDirectory(base.resolve(name)));
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("check.sh", "test -f done.txt\n");
        project.write(".ralph/config.yaml", "restart_delay: 10ms\nchecks: [sh check.sh]\n");
        project.write(".gitignore", ".ralph/tasks\n").commit("check");
        return project;
    }

    /// What one check found out, without what differs between any two runs.
    private record Proof(
            int attempt,
            String check,
            boolean passed,
            Fingerprint.Room room,
            @Nullable String tree) {
        static Proof of(Evidence evidence) {
            return new Proof(
                    evidence.claim().attempt(),
                    evidence.check().definition(),
                    evidence.finding().passed(),
                    evidence.environment().room(),
                    evidence.subject().tree());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void it_leaves_the_same(String workspace) throws Exception {
        Shell.Said said = typed.run(
                workspace,
                "--command",
                AGENT,
                "--keep",
                "commit",
                "--max-restarts",
                "3",
                "--check",
                "test -s done.txt");
        assertThat(said.code()).as(said.out() + said.err()).isZero();

        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_STATE_HOME", called.state().toString());
        try (Ralph ralph = Ralph.open(RalphOptions.of(called.folder()).with(environment))) {
            RunningTask.Result result = ralph.start(Task.named("task-001")
                            .text("Do the thing")
                            .command(AGENT)
                            .attempts(3)
                            .check("test -s done.txt")
                            .with("workspace", workspace)
                            .with("keep", "commit"))
                    .await();

            assertThat(result.completed()).as(result.sentence()).isTrue();
            assertThat(result.commit()).contains(called.git("rev-parse", "HEAD").strip());
        }

        List<Proof> proofs = proofs(called);
        assertThat(proofs).isEqualTo(proofs(typed)).hasSizeGreaterThan(3);
        assertThat(proofs).extracting(Proof::passed).contains(true, false);
        assertThat(proofs).extracting(Proof::room).contains(Fingerprint.Room.CLEAN);
        assertThat(commit(called)).isEqualTo(commit(typed));
        assertThat(files(called)).isEqualTo(files(typed));
        assertThat(called.status()).isEqualTo(typed.status());
        assertThat(called.attempts()).isEqualTo(typed.attempts());
    }

    private static List<Proof> proofs(GitProject project) {
        try (Ralph ralph = Ralph.open(project.folder())) {
            return ralph.receipts("task-001").getFirst().receipts().stream()
                    .map(stored -> Proof.of(stored.receipt().evidence()))
                    .toList();
        }
    }

    /// Tree, author and message, with the loop's id left out.
    private static String commit(GitProject project) throws Exception {
        return project.git("log", "-1", "--format=%T%n%an <%ae>%n%B").replace(project.loop(), "LOOP");
    }

    /// Every file of the project, of the task and its runs, by name.
    private static List<String> files(GitProject project) throws IOException {
        try (Stream<Path> found = Files.walk(project.folder())) {
            return found.filter(Files::isRegularFile)
                    .map(file -> project.folder().relativize(file).toString())
                    .filter(name -> !name.startsWith(".git/"))
                    .map(name -> name.replaceAll("\\d{8}-\\d{6,}[-\\w]*", "RUN"))
                    .filter(name -> !name.matches(".*ralph\\.db-.*"))
                    .sorted()
                    .toList();
        }
    }
}
