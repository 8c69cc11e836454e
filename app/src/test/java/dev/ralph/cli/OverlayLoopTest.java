package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ralph run --workspace overlay` as a user sees it.
class OverlayLoopTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @TempDir
    Path base;

    private Path project;
    private Shell shell;

    @BeforeEach
    void open() throws Exception {
        project = Files.createDirectory(base.resolve("project"));
        Files.writeString(project.resolve("old"), "old\n");
        shell = new Shell(project);
    }

    private Shell.Said overlay(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "overlay"));
        words.addAll(List.of("--task", "task-001", "--prompt", "Do the thing", "--restart-delay", "10ms"));
        words.addAll(List.of(arguments));
        return shell.ralph(Map.of("XDG_STATE_HOME", base.resolve("state").toString()), words);
    }

    @Test
    void accepted_work_comes_to_the_project_and_the_workspace_goes() throws Exception {
        Shell.Said said =
                overlay("--command", "echo new > new; rm old; " + DONE, "--check", "test -f new && test ! -f old");
        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(project.resolve("new")).hasContent("new");
        assertThat(project.resolve("old")).doesNotExist();
        try (Stream<Path> projects = Files.list(base.resolve("state/ralph/workspaces"))) {
            assertThat(projects).allSatisfy(left -> assertThat(left).isEmptyDirectory());
        }
    }

    @Test
    void attempts_go_on_where_the_last_one_stopped_and_nothing_shows_before_the_end() throws Exception {
        Shell.Said said = overlay(
                "--command",
                "echo x >> count; [ $(wc -l < count) = 3 ] && " + DONE,
                "--check",
                "cp count checked; true");
        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(project.resolve("count")).hasContent("x\nx\nx");
        assertThat(project.resolve("checked")).exists();
    }

    @Test
    void work_that_was_not_accepted_never_shows() throws Exception {
        Shell.Said said =
                overlay("--max-restarts", "2", "--command", "echo bad > bad; rm -f old; " + DONE, "--check", "false");
        assertThat(said.code()).isEqualTo(3);
        assertThat(project.resolve("bad")).doesNotExist();
        assertThat(project.resolve("old")).hasContent("old");
    }

    @Test
    void what_the_user_changed_meanwhile_is_not_overwritten() throws Exception {
        Path task = shell.task("task-001");
        CompletableFuture<Shell.Said> loop = CompletableFuture.supplyAsync(() -> {
            try {
                return overlay(
                        "--command",
                        "echo agent > old; echo other > other; touch \"$TASK_FOLDER/seen\";"
                                + " until [ -e \"$TASK_FOLDER/go\" ]; do sleep 0.05; done; " + DONE);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        Waiting.until(() -> Files.exists(task.resolve("seen")));
        Files.writeString(project.resolve("old"), "user\n");
        Files.createFile(task.resolve("go"));
        Shell.Said said = loop.get(60, TimeUnit.SECONDS);
        assertThat(said.code()).isEqualTo(4);
        assertThat(said.out())
                .contains("BLOCKED")
                .contains("old was changed in the project while the agent worked on it");
        assertThat(project.resolve("old")).hasContent("user");
        assertThat(project.resolve("other")).doesNotExist();
    }

    @Test
    void in_a_repository_accepted_work_becomes_a_commit_and_every_attempt_stays_reachable() throws Exception {
        git("init", "-q", "-b", "main");
        git("add", "old");
        git("-c", "user.name=me", "-c", "user.email=me@example", "commit", "-q", "-m", "first");
        Files.writeString(project.resolve("mine"), "not yours\n");

        Shell.Said said = overlay(
                "--command",
                "echo x >> count; mkdir -p .github/workflows; echo evil > .github/workflows/ci.yml;"
                        + " [ $(wc -l < count) = 2 ] && " + DONE);

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(git("log", "--format=%s", "main")).isEqualTo("Do the thing\nfirst\n");
        assertThat(git("show", "--name-only", "--format=", "main")).isEqualTo("count\n");
        assertThat(git("status", "--porcelain")).contains("?? mine").doesNotContain("count");
        assertThat(git("for-each-ref", "--format=%(refname)", "refs/ralph").lines())
                .hasSize(2);
        assertThat(shell.bus("task-001")).contains("not kept: .github/workflows/ci.yml is protected");
        assertThat(said.err()).contains("not kept: .github/workflows/ci.yml is protected");
    }

    @Test
    void a_confined_agent_writes_nowhere_else_and_sees_no_home() throws Exception {
        Path secret = Files.createDirectory(base.resolve("home")).resolve("secret");
        Files.writeString(secret, "key");
        Path outside = base.resolve("outside");
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "overlay"));
        words.addAll(List.of("--sandbox", "required", "--task", "task-001", "--prompt", "Do the thing"));
        words.addAll(
                List.of("--command", "echo evil > " + outside + "; cat " + secret + " > stolen; id -u > ran; " + DONE));
        Shell.Said said = shell.ralph(
                Map.of(
                        "XDG_STATE_HOME", base.resolve("state").toString(),
                        "HOME", base.resolve("home").toString()),
                words);
        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(outside).doesNotExist();
        assertThat(project.resolve("stolen")).hasContent("");
        assertThat(project.resolve("ran")).exists();
        assertThat(shell.bus("task-001")).contains("sandbox: L");
    }

    @Test
    void scripts_that_the_line_of_an_agent_runs_are_seen_with_what_lies_beside_them() throws Exception {
        Path given = Files.createDirectory(base.resolve("given")).resolve("agent.sh");
        Files.writeString(given, ". ${0%/*}/more.sh\n");
        Files.writeString(given.resolveSibling("more.sh"), "echo given $1 > given\n");
        Path named = Files.createDirectory(base.resolve("named")).resolve("agent");
        Files.writeString(named, "#!/bin/sh\necho named $1 > named\n" + DONE + "\n");
        assertThat(named.toFile().setExecutable(true)).isTrue();

        Shell.Said said = overlay(
                "--sandbox", "required", "--command", "sh -e '" + given + "' coder && ROLE=x " + named + " coder");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(project.resolve("given")).hasContent("given coder");
        assertThat(project.resolve("named")).hasContent("named coder");
    }

    @Test
    void work_that_was_refused_can_be_looked_at_and_the_audit_says_when_it_is_gone() throws Exception {
        overlay("--max-restarts", "2", "--command", "echo bad >> bad; " + DONE, "--check", "false");

        assertThat(shell.ralph("diff", "task-001", "1").out())
                .contains("+++ b/bad")
                .contains("+bad");
        assertThat(shell.ralph("diff", "task-001").out().lines().filter("+bad"::equals))
                .hasSize(2);
        assertThat(shell.ralph("diff", "task-001", "3").err()).contains("has 2 attempts; there is no attempt 3");
        Shell.Said clean = shell.ralph("audit");
        assertThat(clean.out()).contains("clean: the work of 2 attempts is complete");
        assertThat(clean.code()).isZero();

        Path refs = project.resolve(".ralph/conserved.git");
        String ref = git("--git-dir=" + refs, "for-each-ref", "--format=%(refname)")
                .lines()
                .findFirst()
                .orElseThrow();
        git("--git-dir=" + refs, "update-ref", "-d", ref);
        Shell.Said missing = shell.ralph("audit", "--json");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.out()).contains("ended, but nothing is at " + ref);
    }

    private String git(String... arguments) throws Exception {
        List<String> words = new java.util.ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        Shell.Said said = Shell.other(project, Map.of(), words);
        assertThat(said.code()).as(said.err()).isZero();
        return said.out();
    }

    @Test
    void what_root_keeps_in_the_folder_of_another_user_belongs_to_that_one() throws Exception {
        Assumptions.assumeTrue(Shell.isRoot(), "only root can keep work for somebody else");
        GitProject project = GitProject.plain(Files.createDirectory(base.resolve("theirs")));
        project.write("old", "old\n").write("script", "s\n");
        Shell.other(
                base,
                Map.of(),
                List.of("chown", "-R", "65534:65534", project.folder().toString()));

        Shell.Said said = project.run(
                "overlay",
                "--command",
                "echo agent > old; mkdir -p d/e; echo f > d/e/f; ln -s old link; chmod +x script; " + GitProject.DONE);

        assertThat(said.out()).as(said.err()).contains("COMPLETED after 1 attempt");
        assertThat(project.path("old")).hasContent("agent");
        for (String name : List.of("old", "script", "d", "d/e", "d/e/f", "link")) {
            assertThat(Files.readAttributes(project.path(name), "unix:uid,gid", LinkOption.NOFOLLOW_LINKS))
                    .as(name)
                    .isEqualTo(Map.of("uid", 65534, "gid", 65534));
        }
    }

    @Test
    void root_without_the_privilege_to_mount_one_is_told_to_use_a_worktree() throws Exception {
        Assumptions.assumeTrue(Shell.isRoot(), "a plain user mounts overlays in a namespace of its own");
        GitProject project =
                GitProject.of(Files.createDirectory(base.resolve("bound"))).boundByPermissions();

        Shell.Said said = project.run("overlay", "--sandbox", "off", "--command", "echo x > made; " + GitProject.DONE);

        assertThat(said.code()).as(said.out()).isEqualTo(2);
        assertThat(said.err()).contains("no overlay can be mounted in ", "Use --workspace worktree");
        assertThat(project.path(".ralph/tasks/task-001/runs")).doesNotExist();
    }
}
