package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks in a fresh checkout of what would be kept, as a user sees them.
class CleanRoomLoopTest {
    @TempDir
    Path base;

    private GitProject project;
    private int tasks;

    @BeforeEach
    void open() throws Exception {
        project = GitProject.of(base);
        project.write(".gitignore", "ignored/\n.env\n").commit("rules");
    }

    /// One attempt of a new task.
    private Shell.Said once(String workspace, String agent, String... more) {
        return project.once(++tasks, workspace, agent, more);
    }

    /// What the next attempt would have been told.
    private String refusal() throws Exception {
        return project.ralph("receipts", "--json").out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "worktree"})
    void what_is_not_kept_does_not_help_a_check(String workspace) throws Exception {
        Shell.Said said = once(workspace, "mkdir ignored; echo 1 > ignored/x", "--check", "test -f ignored/x");
        assertThat(said.code()).as(said.out()).isEqualTo(3);
        assertThat(refusal())
                .containsPattern("check `test -f ignored/x` failed \\(exit 1\\) in a fresh checkout of [0-9a-f]{12}\\. "
                        + "Not there: ignored/ \\(ignored\\)\\. ")
                .contains("`prepare`")
                .doesNotContain(".ralph/");
        assertThat(once(
                                workspace,
                                "mkdir ignored; echo 1 > ignored/x",
                                "--check",
                                "test -f ignored/x",
                                "--clean-room",
                                "off")
                        .out())
                .contains("COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "auto"})
    void what_is_missing_there_is_named_by_what_it_is_and_nothing_of_ralph_s_own_is(String sandbox) throws Exception {
        project.write("ignored/mine", "m\n").write(".env", "e\n");
        String agent =
                "echo x > ignored/theirs; mkdir -p .github/workflows; echo x > .github/workflows/ci.yml; echo y > y";
        once("overlay", agent, "--tamper", "off", "--sandbox", sandbox, "--check", "false");
        assertThat(refusal())
                .containsPattern(
                        "Not there: \\.env \\(ignored\\), ignored/ \\(ignored\\), \\.github/ \\(not kept\\)\\. ")
                .doesNotContain(".ralph/");
    }

    @Test
    void a_commit_in_place_is_checked_as_it_will_be() throws Exception {
        Shell.Said said = once(
                "in-place",
                "echo .env > .gitignore; echo secret > .env; echo new > new",
                "--keep",
                "commit",
                "--check",
                "test -f new && test ! -e .env && test -z \"$(git status --porcelain new)\"");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.git("show", "--name-only", "--format=", "HEAD")).isEqualTo(".gitignore\nnew\n");
        assertThat(project.ralph("receipts", "--markdown").out())
                .contains(", kept as `" + project.git("rev-parse", "HEAD").strip() + "`, tree `");
    }

    @Test
    void where_nothing_becomes_a_commit_the_folder_is_checked_as_a_commit_of_it_would_be() throws Exception {
        String seen = "test -f new && test ! -e ignored/later && test \"$(git log --format=%s | head -1)\" = rules"
                + " && test \"$(git status --porcelain)\" = '?? new' && echo made > made";
        Shell.Said said = once("in-place", "echo new > new; mkdir ignored; touch ignored/later", "--check", seen);
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.path("made")).doesNotExist();
        assertThat(refusal()).contains("\"room\":\"clean\"");
    }

    @Test
    void in_place_a_check_finds_what_was_ignored_before_and_nothing_that_came_later() throws Exception {
        project.write("ignored/installed", "1\n");
        assertThat(once("in-place", "echo new > new", "--check", "test -f ignored/installed")
                        .out())
                .contains("COMPLETED");
        Shell.Said refused = once(
                "in-place", "echo x > ignored/later; touch flag", "--check", "test ! -e flag || test -f ignored/later");
        assertThat(refused.code()).as(refused.out()).isEqualTo(3);
        assertThat(refusal())
                .contains("passes where the agent worked, yet fails in a fresh checkout of the same work: the work"
                        + " depends on something that will not be there. Not there: ignored/ (ignored, unless it was"
                        + " there before)");
        once("in-place", "echo new > other", "--check", "test -f ignored/installed", "--clean-room", "off");
        assertThat(refusal()).contains("\"room\":\"workspace\"");
    }

    @Test
    void in_place_somebody_is_asked_about_a_check_that_never_passed_in_a_fresh_checkout() throws Exception {
        Shell.Said said = once("in-place", "mkdir ignored; touch ignored/x", "--check", "test -f ignored/x");
        assertThat(said.code()).as(said.out()).isEqualTo(4);
        assertThat(said.out())
                .contains("check `test -f ignored/x` needs a human: it passes where the agent worked, yet fails in a"
                        + " fresh checkout of the same work, as it did before the work. Not there: ignored/ (ignored,")
                .contains("ralph resume task-001 --prepare", "--env-pass", "--clean-room off");
    }

    @Test
    void in_place_a_check_that_passes_runs_once_and_one_that_fails_runs_again_where_the_agent_worked()
            throws Exception {
        Path runs = base.resolve("runs");
        once("in-place", "echo new > new", "--check", "pwd >> " + runs);
        assertThat(runs).content().isEqualTo(project.folder() + "\n");
        once(
                "in-place",
                "echo new > other",
                "--check",
                "ls ignored >> " + runs + " 2>&1; git log -1 --format=%s >> " + runs + "; false");
        assertThat(Files.readAllLines(runs).stream().filter("rules"::equals)).hasSize(2);
    }

    @Test
    void in_place_a_check_finds_nothing_that_came_to_the_home_folder_or_to_temporary_files_meanwhile()
            throws Exception {
        Path early = Files.createTempFile("ralph-early", ".txt");
        Path late = Path.of("/tmp", early.getFileName() + ".late");
        try {
            assertThat(once("in-place", "echo new > new", "--check", "test -f " + early)
                            .out())
                    .contains("COMPLETED");
            Shell.Said said = once("in-place", "echo x > " + late, "--check", "test -f " + late);
            assertThat(said.code()).as(said.out()).isEqualTo(3);
            assertThat(refusal()).contains("files outside the project that came while the agent worked");
        } finally {
            Files.deleteIfExists(early);
            Files.deleteIfExists(late);
        }
    }

    @Test
    void with_the_state_folder_in_the_repository_checks_run_where_the_agent_worked() throws Exception {
        GitProject inside = new GitProject(project.path("."), project.path("state"), List.of());
        Shell.Said said = inside.once(++tasks, "in-place", "echo new > new", "--check", "touch ran");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.path("ran")).exists();
        assertThat(refusal()).contains("\"room\":\"workspace\"");
    }

    @Test
    void when_it_is_on_everywhere_the_last_commit_is_what_counts() throws Exception {
        Shell.Said said = once("in-place", "echo new > new", "--check", "test -f new", "--clean-room", "on");
        assertThat(said.code()).isEqualTo(3);
        assertThat(refusal()).contains("Not there: new (uncommitted)").contains("Commit what belongs");
        assertThat(once(
                                "in-place",
                                "git add new; git -c user.name=A -c user.email=a@b commit -qm new",
                                "--check",
                                "test -f new",
                                "--clean-room",
                                "on")
                        .out())
                .contains("COMPLETED");
    }

    @Test
    void it_needs_a_commit() throws Exception {
        GitProject plain = GitProject.plain(Files.createDirectory(base.resolve("other")));
        Shell.Said said = plain.run("in-place", "--command", "true", "--check", "true", "--clean-room", "on");
        assertThat(said.err()).contains("is not a git repository").contains("--clean-room on");
    }

    @Test
    void checks_share_a_room_which_changes_nothing_of_the_work() throws Exception {
        Shell.Said said = once(
                "overlay",
                "echo new > new",
                "--check",
                "mkdir build; echo b > build/x; echo bad > new",
                "--check",
                "test -f build/x; echo checked > old; rm .git/HEAD");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.path("new")).hasContent("new");
        assertThat(project.path("old")).hasContent("old");
        assertThat(project.path("build")).doesNotExist();
        assertThat(project.git("log", "-1", "--format=%s")).startsWith("Do the thing");
    }

    @Test
    void what_only_a_protected_file_makes_pass_is_refused_as_that_is_not_kept() throws Exception {
        Shell.Said said = once(
                "overlay",
                "mkdir -p .github/workflows; echo x > .github/workflows/ci.yml; echo y > y",
                "--tamper",
                "off",
                "--check",
                "test -f y; test -f .github/workflows/ci.yml");
        assertThat(said.code()).as(said.out()).isEqualTo(3);
    }

    @Test
    void a_check_that_fails_once_is_flaky_and_told() throws Exception {
        Path seen = base.resolve("seen");
        String flaky = "test -e built && { test -e " + seen + " || { touch " + seen + "; echo oops; exit 7; }; }";
        Shell.Said said = once("overlay", "echo new > new", "--check", "touch built", "--check", flaky);
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.ralph("bus", "read", "--task", "task-001").out())
                .contains("flaky: check `" + flaky.substring(0, 20));
        assertThat(refusal()).contains("\"second_run\"");
        Files.delete(seen);
        assertThat(once("overlay", "echo 2 > two", "--check", "touch built", "--check", flaky, "--flaky-retries", "0")
                        .code())
                .isEqualTo(3);
    }

    @Test
    void a_room_is_made_ready_once_for_the_same_inputs() throws Exception {
        Path made = base.resolve("made");
        project.write("package-lock.json", "1\n").commit("lock");
        String[] settings = {
            "--prepare",
            "echo x >> " + made + "; mkdir ignored; cp package-lock.json ignored/dep; test ! -e old",
            "--check",
            "test -f ignored/dep && test -f old"
        };
        for (int task = 1; task <= 2; task++) {
            assertThat(once("overlay", "echo " + task + " > new", settings).out())
                    .contains("COMPLETED");
        }
        assertThat(made).hasContent("x\n");
        assertThat(project.path("ignored")).doesNotExist();
    }

    @Test
    void a_prepare_that_fails_ends_the_loop_before_anybody_works() throws Exception {
        Path worked = base.resolve("worked");
        Shell.Said said = once(
                "overlay",
                "touch " + worked,
                "--prepare",
                "echo first; echo no such package; exit 4",
                "--check",
                "false");
        assertThat(said.code()).as(said.out()).isEqualTo(4);
        assertThat(said.out())
                .contains(
                        "BLOCKED after 0 attempts\n",
                        "BLOCKED: prepare `echo first; echo no such package; exit 4` failed (exit 4)")
                .contains("prepare_inputs", "; its last line: no such package. ", "ralph run --task task-001");
        assertThat(said.err()).contains("prepare printed:\nfirst\nno such package\n");
        assertThat(worked).doesNotExist();

        Shell.Said again = project.once(1, "overlay", "echo new > new", "--prepare", "true", "--check", "true");

        assertThat(again.out()).as(again.err()).contains("COMPLETED");
    }

    @Test
    void when_prepare_fails_on_the_work_the_next_attempt_is_told_why() throws Exception {
        String prepare = "test ! -e package.json || { echo broken package; exit 4; }";
        String agent = "cat \"$RUN_FOLDER/prompt.md\" >> " + base.resolve("prompts") + "; echo {} > package.json; ";
        Shell.Said said = project.run(
                "overlay",
                "--max-restarts",
                "2",
                "--command",
                agent + GitProject.DONE,
                "--prepare",
                prepare,
                "--check",
                "true");
        assertThat(said.code()).as(said.out()).isEqualTo(3);
        assertThat(said.out()).contains("failed (exit 4)").contains("  | broken package\n");
        assertThat(refusal())
                .contains("prepare `" + prepare + "` failed (exit 4)")
                .contains("prepare_inputs");
        assertThat(base.resolve("prompts")).content().contains("\n> broken package\n");
    }

    @Test
    void a_daemon_that_the_agent_left_answers_no_check() throws Exception {
        String serve = "(setsid nohup python3 -u -m http.server 0 --bind 127.0.0.1 > ignored/port 2>&1 &) ; "
                + "for i in $(seq 100); do grep -q port ignored/port && break; sleep 0.1; done; "
                + "sed 's/.*port \\([0-9]*\\).*/\\1/' ignored/port | head -n 1 > port";
        String ask = "test -s port && ! python3 -c \"import urllib.request as u; "
                + "u.urlopen('http://127.0.0.1:' + open('port').read().strip(), timeout=5)\"";
        Shell.Said said = once("in-place", "mkdir -p ignored; " + serve, "--keep", "commit", "--check", ask);
        assertThat(said.out()).as(said.out() + said.err()).contains("COMPLETED");
    }

    @Test
    void what_rooms_keep_goes_with_ralph_gc() throws Exception {
        once("overlay", "echo new > new", "--prepare", "echo p > made", "--check", "test -f made");
        assertThat(project.ralph("gc").out()).doesNotContain("clean room");
        assertThat(project.ralph("gc", "--older-than", "0s", "--dry-run").out()).contains("clean room ");
        assertThat(project.ralph("gc", "--older-than", "0s").out()).contains("clean room ");
        assertThat(project.ralph("gc", "--older-than", "0s").out()).doesNotContain("clean room");
    }

    @Test
    void the_environment_holds_what_programs_need_and_no_more() throws Exception {
        Shell.Said said = once(
                "overlay",
                "echo new > new",
                "--check",
                "test -z \"$SECRET_THING$TASK_FOLDER$JRUN_MESSAGE_BUS\" && test -n \"$PATH$HOME\"");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
    }

    @Test
    void nothing_in_it_tells_who_asks_but_the_mark_by_which_processes_are_found() throws Exception {
        Shell.Said said = once(
                "overlay",
                "echo new > new",
                "--check",
                "test \"$(env | grep -E '^(RALPH|JRUN)_|^CI=|^(TASK|RUN)_FOLDER=' | cut -d= -f1 | grep -v "
                        + "RALPH_AGENT_CACHE)\" = RALPH_RUN_ID"); // that one says where ./check has agents
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
    }

    @Test
    void a_validation_script_is_told_the_task() throws Exception {
        project.write("ci/v.sh", "test \"$RALPH_TASK_ID\" = task-001\n").commit("script");
        Shell.Said said =
                once("overlay", "echo new > new", "--check", "{\"type\":\"validate\",\"script\":\"ci/v.sh\"}");
        assertThat(said.out()).as(said.err()).contains("COMPLETED");
    }

    @Test
    void in_a_sandbox_the_room_has_a_home_and_a_network_of_its_own() throws Exception {
        try (Supervisor supervisor = Supervisor.open(Containment.AUTO, base.resolve("leases"))) {
            assumeTrue(supervisor.givesViews(), "there are no namespaces here");
        }
        String check = "test -f old && test -f new && test -d \"$HOME\" && test \"$(cat $HOME/kept)\" = k"
                + " && echo w > \"$HOME\"/w && echo w > w && test ! -e .ralph && git log -1 --format=%s"
                + " && test \"$(grep -c : /proc/net/dev)\" = 1";
        Shell.Said said = once(
                "overlay",
                "echo new > new; echo bad > \"$HOME/kept\"",
                "--sandbox",
                "auto",
                "--network",
                "none",
                "--prepare",
                "echo k > \"$HOME\"/kept",
                "--check",
                check);
        assertThat(said.out()).as(said.out() + said.err()).contains("COMPLETED");
    }
}
