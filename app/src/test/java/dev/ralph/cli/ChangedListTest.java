package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A list of tasks, and the repository around it, that somebody changes before or while a run works on it.
@Timeout(300)
class ChangedListTest extends WithBacklog {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");

    /// The agent of the first task waits until somebody has done something.
    private static final String WAITS = """
            B="$RALPH_INSIDE_FOLDER/.."
            if [ "$RALPH_TASK_ID" = RALPH-001 ]; then
              touch "$B/begun"
              i=0; while [ ! -e "$B/go" ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i + 1)); done
            fi
            """ + WORKS;

    private interface Change {
        void make() throws Exception;
    }

    /// A run in which something happens while the agent of the first task works.
    private Shell.Said meanwhile(Change change, String... more) throws Exception {
        CompletableFuture<Shell.Said> running = CompletableFuture.supplyAsync(() -> run(more));
        try {
            Waiting.until(() -> Files.exists(base.resolve("begun")));
            change.make();
        } finally {
            Files.createFile(base.resolve("go"));
        }
        return running.get(200, TimeUnit.SECONDS);
    }

    private void edit(String from, String to) throws Exception {
        String text = Files.readString(project.path("tasks.jsonl"));
        assertThat(text).contains(from);
        Path draft = Files.writeString(project.path("tasks.jsonl.swp"), text.replace(from, to));
        Files.move(draft, project.path("tasks.jsonl"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void an_edit_counts_from_the_next_task_on() throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"), create("RALPH-002", ""), create("RALPH-003", ""));

        Shell.Said run = meanwhile(() -> {
            edit("Make RALPH-002", "Make it better");
            edit("\"id\":\"RALPH-003\",", "\"id\":\"RALPH-003\",\"priority\":5,");
            Files.writeString(
                    project.path("tasks.jsonl"), create("RALPH-004", ",\"priority\":7"), StandardOpenOption.APPEND);
        });

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(subjects().subList(0, 4))
                .containsExactly(
                        "RALPH-002: Make it better",
                        "RALPH-003: Make RALPH-003",
                        "RALPH-004: Make RALPH-004",
                        "RALPH-001: Make RALPH-001");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void where_the_list_is_cut_off_the_task_at_work_is_done_and_the_others_are_gone() throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"), create("RALPH-002", ""));

        Shell.Said run = meanwhile(() -> Files.writeString(
                project.path("tasks.jsonl"),
                create("RALPH-001", "") + create("RALPH-002", "").substring(0, 40)));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(project.path("made-RALPH-001")).exists();
        assertThat(project.path("made-RALPH-002")).doesNotExist();
        assertThat(subjects().getFirst()).isEqualTo("RALPH-001: Make RALPH-001");
        assertThat(run.err()).contains("tasks.jsonl:2: ");
    }

    @Test
    void where_the_list_is_empty_or_was_moved_away_the_work_is_conserved_and_a_new_list_is_worked_on()
            throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"), create("RALPH-002", ""));

        Shell.Said run = meanwhile(() -> {
            Files.move(project.path("tasks.jsonl"), base.resolve("tasks.jsonl.1"));
            project.write("tasks.jsonl", create("RALPH-005", ""));
        });

        assertThat(run.err())
                .contains("task RALPH-001 is not in ")
                .contains("ralph diff RALPH-001")
                .doesNotContain("Exception");
        assertThat(project.ralph("diff", "RALPH-001").out()).contains("made-RALPH-001");
        assertThat(status("RALPH-005")).as(run.out() + run.err()).isEqualTo("done");
        assertThat(project.path("made-RALPH-002")).doesNotExist();
        assertThat(Files.readString(base.resolve("tasks.jsonl.1"))).contains("\"status\":\"in_progress\"");
    }

    @Test
    void the_marks_of_a_merge_conflict_are_named_and_the_lines_of_both_sides_count() throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"));

        Shell.Said run = meanwhile(() -> Files.writeString(
                project.path("tasks.jsonl"),
                "<<<<<<< HEAD\n" + create("RALPH-002", "") + "=======\n" + create("RALPH-003", "") + ">>>>>>> other\n",
                StandardOpenOption.APPEND));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"), status("RALPH-003")))
                .containsOnly("done");
        assertThat(run.err())
                .contains("tasks.jsonl:3: left over from a merge conflict; remove it")
                .contains("tasks.jsonl:5: left over from a merge conflict");
    }

    @Test
    void where_a_merge_stopped_in_the_list_nothing_is_committed_or_begun_until_it_is_finished() throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"));
        project.git("checkout", "-q", "-b", "other");
        project.write("tasks.jsonl", create("RALPH-001", ",\"priority\":8") + create("RALPH-002", ""))
                .commit("theirs");
        project.git("checkout", "-q", "main");

        Shell.Said run = meanwhile(() -> {
            project.write("tasks.jsonl", create("RALPH-001", ",\"priority\":7") + create("RALPH-003", ""));
            project.git("commit", "-q", "-am", "mine");
            assertThat(GitProject.tryGit(project.folder(), "merge", "other").code())
                    .isNotZero();
        });

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.out() + run.err())
                .contains("(MERGE_HEAD). Finish or abort it")
                .doesNotContain("Exception");
        assertThat(project.git("rev-parse", "MERGE_HEAD")).isEqualTo(project.git("rev-parse", "other"));
        assertThat(project.git("ls-files", "--unmerged", "tasks.jsonl"))
                .as("still to be resolved")
                .isNotEmpty();
        assertThat(subjects().getFirst()).as("nothing is committed meanwhile").isEqualTo("mine");
        assertThat(project.ralph("diff", "RALPH-001").out()).contains("made-RALPH-001");

        Path list = project.path("tasks.jsonl");
        Files.write(
                list,
                Files.readAllLines(list).stream()
                        .filter(line -> line.startsWith("{"))
                        .toList());
        project.commit("merged");
        assertThat(project.ralph("task", "unblock", "RALPH-001").code()).isZero();
        Shell.Said again = run();
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(List.of(status("RALPH-001"), status("RALPH-002"), status("RALPH-003")))
                .containsOnly("done");
        assertThat(project.path("made-RALPH-001")).hasContent("RALPH-001");
    }

    @Test
    void a_list_with_windows_line_ends_is_worked_through() throws Exception {
        tasks((create("RALPH-001", ",\"blockedBy\":[\"RALPH-002\"]") + create("RALPH-002", "")).replace("\n", "\r\n"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).doesNotContain("tasks.jsonl:");
        assertThat(subjects().subList(0, 2)).containsExactly("RALPH-001: Make RALPH-001", "RALPH-002: Make RALPH-002");
        assertThat(project.git("show", "HEAD:tasks.jsonl")).contains("\r\n{\"op\":\"create\"");
    }

    @Test
    void of_two_programs_over_one_list_the_second_names_the_first_and_nothing_is_done_twice() throws Exception {
        project.write("agent.sh", WAITS);
        tasks(create("RALPH-001", ",\"priority\":9"), create("RALPH-002", ""));
        List<String> words =
                Shell.quickJava(Main.class.getName(), "--dir", project.folder().toString());
        words.addAll(List.of(words("worktree")));
        Map<String, String> state = Map.of("XDG_STATE_HOME", project.state().toString());
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("said").toFile());
        builder.environment().putAll(state);
        Process first = builder.start();
        Shell.Said second;
        try {
            Waiting.until(() -> Files.exists(base.resolve("begun")));
            second = Shell.other(base, state, words);
        } finally {
            Files.createFile(base.resolve("go"));
            assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(second.code()).isNotZero();
        assertThat(second.err()).contains("held by process " + first.pid());
        assertThat(first.exitValue()).as(Files.readString(base.resolve("said"))).isZero();
        assertThat(project.path("made-RALPH-001")).hasContent("RALPH-001");
        assertThat(project.path("made-RALPH-002")).hasContent("RALPH-002");
        assertThat(subjects().subList(0, 2)).containsExactly("RALPH-002: Make RALPH-002", "RALPH-001: Make RALPH-001");
        assertThat(lines("progress.jsonl", "iteration")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void what_its_user_has_not_committed_stays_so_and_is_in_no_commit(String workspace) throws Exception {
        project.write("edited", "e\n").write("deleted", "d\n").commit("more");
        project.write("edited", "mine\n").write("untracked", "mine\n").write("staged", "mine\n");
        Files.delete(project.path("deleted"));
        project.git("add", "staged");
        project.write("tasks.jsonl", create("RALPH-001", "") + create("RALPH-002", ""));

        Shell.Said run = project.ralph(words(workspace));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).containsOnlyOnce("uncommitted: deleted, edited, staged, untracked\n");
        assertThat(project.status()).isEqualTo(" D deleted\n M edited\nA  staged\n?? untracked\n");
        assertThat(project.path("edited")).hasContent("mine");
        assertThat(project.git("log", "--format=", "--name-only", "HEAD~2..").lines())
                .containsOnly("made-RALPH-001", "made-RALPH-002", "learning.jsonl", "progress.jsonl", "tasks.jsonl");
    }

    @Test
    void a_change_of_its_users_that_a_task_touches_too_is_left_alone_and_only_that_task_waits() throws Exception {
        project.write("edited", "e\n").write("agent.sh", """
                if [ "$RALPH_TASK_ID" = RALPH-001 ]; then echo agent >> edited; fi
                """ + WORKS);
        tasks(create("RALPH-001", ",\"priority\":9"), create("RALPH-002", ""));
        project.write("edited", "mine\n");

        Shell.Said run = run("--max-restarts", "2");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(project.path("edited")).hasContent("mine");
        assertThat(status("RALPH-001")).isEqualTo("blocked");
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains("edited", "git stash");
        assertThat(status("RALPH-002")).isEqualTo("done");
        assertThat(project.path("made-RALPH-001")).doesNotExist();
        assertThat(project.status()).isEqualTo(" M edited\n");
    }

    @Test
    void a_large_list_is_worked_on_in_bounded_time() throws Exception {
        int size = SOAK ? 1_000_000 : 20_000;
        try (BufferedWriter out = Files.newBufferedWriter(project.path("tasks.jsonl"))) {
            for (int i = 1; i < size; i++) {
                out.write(create("T-" + i, i % 3 == 0 ? ",\"blockedBy\":[\"T-" + (i - 1) + "\"]" : ""));
            }
            out.write(create("RALPH-001", ",\"priority\":1"));
        }
        project.commit("tasks");
        List<String> words =
                Shell.java(Main.class.getName(), "--dir", project.folder().toString());
        words.set(words.indexOf("-Xmx256m"), SOAK ? "-Xmx3g" : "-Xmx256m");
        words.addAll(List.of(words("worktree", "--max-tasks", "1")));
        long begun = System.nanoTime();

        Shell.Said run =
                Shell.other(base, Map.of("XDG_STATE_HOME", project.state().toString()), words);

        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(seconds).isLessThan(SOAK ? 240 : 60);
        assertThat(status("RALPH-001")).isEqualTo("done");
        assertThat(Files.readAllLines(project.path("tasks.jsonl"))).hasSize(size + 2);
    }
}
