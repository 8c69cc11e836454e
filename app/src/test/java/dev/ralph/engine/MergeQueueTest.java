package dev.ralph.engine;

import static dev.ralph.engine.TwoTasks.PROMISE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowPlan.Step;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.ConversationPolicy.Session;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.process.Containment;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.workspace.AttemptRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What passed its stages on its way to the branch, with real processes, git and checks in clean rooms.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MergeQueueTest {
    private static final String LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    private static final List<Step> MERGE = List.of(Step.BRANCH, Step.INTEGRATE);
    private static final List<Step> PULL_REQUEST = List.of(Step.BRANCH, Step.INTEGRATE, Step.PULL_REQUEST);

    @TempDir
    Path base;

    Path folder;
    List<FlowEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void make() throws Exception {
        folder = Files.createDirectory(base.resolve("project"));
        git("init", "-q", "-b", "main");
        git("config", "user.name", "A User");
        git("config", "user.email", "user@example.org");
        Files.writeString(folder.resolve(".gitignore"), "count\noutcomes\n");
        Files.writeString(folder.resolve("lines.txt"), LINES);
        commit("first");
    }

    private void commit(String message) throws Exception {
        git("add", "-A");
        git("commit", "-q", "-m", message);
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
        return said.strip();
    }

    private EngineOptions options(String path) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_STATE_HOME", base.resolve("state").toString());
        environment.put("PATH", path);
        return new EngineOptions(
                StateLayout.inProject(folder),
                folder,
                new ProjectId("scratch"),
                Containment.GROUP,
                environment,
                null,
                Duration.ofSeconds(1),
                InstantSource.system());
    }

    private EngineOptions options() {
        return options(base.resolve("bin") + ":" + System.getenv("PATH"));
    }

    private static FlowPlan plan(int tries, List<Step> steps) {
        Grant all = Grant.UNBOUNDED;
        return new FlowPlan(10, 4, tries, all, all, FlowPlan.OnFailure.CONTINUE, steps);
    }

    private @Nullable FlowReason run(int tries, List<Step> steps, FlowTasks tasks) throws Exception {
        try (Engine engine = Engine.open(options(), null)) {
            ActiveFlow flow = engine.startFlow("all", "skeleton", plan(tries, steps), tasks);
            flow.listen((_, entry, _) -> {
                if (entry.event() instanceof FlowEvent event) {
                    events.add(event);
                }
            });
            return flow.run().end();
        }
    }

    private <E extends FlowEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// Tasks in worktrees.
    private Tasks tasks(Map<String, String> coders, String check) {
        return new Tasks(
                new TwoTasks(folder, Map.of(), coders, PROMISE).in(Workspace.WORKTREE), check, "", _ -> {}, List.of());
    }

    private interface Completing {
        void of(String task) throws IOException;
    }

    /// @param check  of the stages, empty for none
    /// @param role   the only stage that has it, empty where all have
    /// @param ladder lines of further tries of the coder, the last of which begins anew
    private record Tasks(TwoTasks real, String check, String role, Completing listener, List<String> ladder)
            implements FlowTasks {
        Tasks reviewed(String review) {
            return new Tasks(
                    new TwoTasks(
                            real.folder(), real.after(), real.coders(), review, real.onQuestion(), real.workspace()),
                    check,
                    role,
                    listener,
                    ladder);
        }

        Tasks completing(Completing heard) {
            return new Tasks(real, check, role, heard, ladder);
        }

        Tasks climbing(String... lines) {
            return new Tasks(real, check, role, listener, List.of(lines));
        }

        Tasks checkedBy(String only) {
            return new Tasks(real, check, only, listener, ladder);
        }

        @Override
        public FlowEvent pick(List<String> inFlight) throws IOException {
            return real.pick(inFlight);
        }

        @Override
        public PipelinePlan plan(String task) {
            PipelinePlan plan = real.plan(task);
            List<PipelinePlan.Stage> stages = plan.stages().stream()
                    .map(stage -> new PipelinePlan.Stage(
                            stage.role(),
                            checked(stage.role(), stage.policy()),
                            stage.rejection(),
                            stage.rejection() == null ? rungs() : List.of(),
                            stage.rejection() == null && !ladder.isEmpty() ? List.of(ladder.size()) : List.of()))
                    .toList();
            return new PipelinePlan(stages, plan.correction(), plan.usedUp());
        }

        private List<Policy> rungs() {
            return ladder.stream()
                    .map(line ->
                            checked("coder", TwoTasks.policy(line).with(ConfinementPolicy.NONE.with(real.workspace()))))
                    .toList();
        }

        private Policy checked(String stage, Policy policy) {
            boolean has = !check.isEmpty() && (role.isEmpty() || role.equals(stage));
            return policy.with(new ConversationPolicy(Session.FRESH, PromiseRule.stage("DONE"), false))
                    .with(new ProofBasis(null, null, Map.of(), ProofBasis.Room.AUTO, null))
                    .withChecks(has ? List.of(check) : List.of());
        }

        @Override
        public String text(String task, String role) {
            return real.text(task, role);
        }

        @Override
        public String title(String task) {
            return task + ": do " + task;
        }

        @Override
        public List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
            listener.of(task);
            return List.of();
        }

        @Override
        public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
            return real.record(task, reason, facts);
        }
    }

    private static String until(Path file) {
        return "until [ -e " + file + " ]; do sleep 0.05; done; ";
    }

    private static void await(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private String prompt(String task, int run) throws IOException {
        try (Stream<Path> runs = Files.list(StateLayout.inProject(folder)
                .task(new TaskId(task))
                .stage("coder")
                .runs())) {
            return Files.readString(runs.sorted().toList().get(run).resolve("prompt.md"));
        }
    }

    private void expectNothingLeft() throws Exception {
        assertThat(git("branch", "--format=%(refname:short)")).isEqualTo("main");
        assertThat(git("status", "--porcelain", "--", ".", ":(exclude).ralph")).isEmpty();
        assertThat(workspaces()).isEmpty();
    }

    private List<Path> workspaces() throws IOException {
        try (Stream<Path> left = Files.walk(base.resolve("state/ralph/workspaces"), 2)) {
            return left.skip(2).toList();
        }
    }

    /// All have passed their stages when the first of them is merged.
    private Tasks together(Map<String, String> coders, String check) {
        Path first = base.resolve("first");
        return tasks(coders, check)
                .reviewed("[ \"$JRUN_TASK_ID\" = a ] || " + until(first) + PROMISE)
                .completing(task -> {
                    if (!Files.exists(first)) {
                        Files.createFile(first);
                        await(() -> ended() == coders.size());
                    }
                });
    }

    private long ended() {
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            return journal.streams(StreamQuery.ALL).stream()
                    .filter(stream -> stream.head().kind() == StreamHead.Kind.PIPELINE)
                    .filter(StreamSummary::ended)
                    .count();
        }
    }

    @Test
    void work_on_one_file_is_merged_where_the_branch_moved_and_checked_again_as_merged() throws Exception {
        Path seen = base.resolve("seen");
        Tasks tasks = together(
                Map.of("a", "sed -i s/1/one/ lines.txt; " + PROMISE, "b", "sed -i s/9/nine/ lines.txt; " + PROMISE),
                "tr '\\n' ' ' < lines.txt >> " + seen + "; echo >> " + seen);

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(2));

        assertThat(git("log", "--format=%s", "main")).isEqualTo("b: do b\na: do a\nfirst");
        assertThat(folder.resolve("lines.txt"))
                .hasContent(LINES.replace("1", "one").replace("9", "nine"));
        assertThat(Files.readAllLines(seen))
                .filteredOn("one 2 3 4 5 6 7 8 nine "::equals)
                .hasSize(1);
        expectNothingLeft();
    }

    /// The coder of `b` finds what it did before, between marks.
    private static final String RESOLVES =
            "if grep -q '^<<<<<<<' lines.txt; then sed -i '/^[<=>]\\{7\\}/d' lines.txt; else ";

    @Test
    void a_conflict_goes_back_to_the_coder_whose_tree_has_both_versions() throws Exception {
        Path works = base.resolve("b.works");
        Path merged = folder.resolve("outcomes");
        Tasks tasks = tasks(
                Map.of(
                        "a", until(works) + "sed -i s/5/a/ lines.txt; " + PROMISE,
                        "b",
                                RESOLVES + "sed -i s/5/b/ lines.txt; echo new > new.txt; touch " + works + "; "
                                        + until(merged) + "fi; " + PROMISE),
                "! grep -q '^<<<<<<<' lines.txt");

        assertThat(run(2, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(2));

        FlowEvent.Conflicted conflict = events(FlowEvent.Conflicted.class).getFirst();
        assertThat(conflict.findings().getFirst())
                .contains("does not merge with what is on the branch now", "lines.txt");
        assertThat(conflict.findings().get(1))
                .contains("lines.txt, line 5:\n<<<<<<< on the branch now\na\n=======\nb\n");
        assertThat(conflict.findings().getLast()).contains("the earlier work is commit ", "git diff ");
        assertThat(prompt("b", 0)).doesNotContain("earlier work");
        assertThat(prompt("b", 1))
                .contains("> <<<<<<< on the branch now\n> a\n> =======\n> b\n")
                .contains("from the branch task/b, is in your working tree", "resolve all of them: lines.txt");
        assertThat(folder.resolve("lines.txt")).hasContent(LINES.replace("5", "a\nb"));
        assertThat(folder.resolve("new.txt")).hasContent("new");
        assertThat(git("log", "--format=%s", "main")).isEqualTo("b: do b\na: do a\nfirst");
        expectNothingLeft();
    }

    @Test
    void work_that_still_has_the_marks_of_a_conflict_goes_back_once_more() throws Exception {
        Path works = base.resolve("b.works");
        Path seen = base.resolve("b.seen");
        Tasks tasks = tasks(
                Map.of(
                        "a", until(works) + "sed -i s/5/a/ lines.txt; " + PROMISE,
                        "b",
                                "if grep -q '^<<<<<<<' lines.txt; then if [ -e " + seen
                                        + " ]; then sed -i '/^[<=>]\\{7\\}/d' lines.txt; fi; touch " + seen
                                        + "; else sed -i s/5/b/ lines.txt; touch " + works + "; "
                                        + until(folder.resolve("outcomes")) + "fi; " + PROMISE),
                "");

        assertThat(run(3, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(2));

        assertThat(events(FlowEvent.Conflicted.class))
                .hasSize(2)
                .last()
                .satisfies(conflict -> assertThat(conflict.findings().getFirst())
                        .isEqualTo("these files still have the marks of a merge; resolve all of them: lines.txt"));
        assertThat(prompt("b", 2)).contains("> these files still have the marks of a merge");
        assertThat(folder.resolve("lines.txt")).hasContent(LINES.replace("5", "a\nb"));
        assertThat(git("log", "--format=%s", "main")).isEqualTo("b: do b\na: do a\nfirst");
    }

    @Test
    void what_a_later_stage_changed_is_checked_again_with_the_checks_of_the_stage_before() throws Exception {
        Path told = base.resolve("told");
        Tasks tasks = tasks(Map.of("a", "echo fine > a.txt; " + PROMISE), "grep -q fine a.txt")
                .reviewed("[ -e " + told + " ] || echo broken > a.txt; touch " + told + "; " + PROMISE)
                .checkedBy("coder");

        assertThat(run(2, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(1));

        assertThat(events(FlowEvent.Conflicted.class))
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.findings().getFirst())
                        .contains("check `", "grep -q fine a.txt", "does not pass"));
        assertThat(git("show", "main:a.txt")).isEqualTo("fine");
    }

    @Test
    void a_pull_request_is_not_opened_for_what_a_later_stage_broke() throws Exception {
        forge();
        Tasks tasks = tasks(Map.of("a", "echo fine > a.txt; " + PROMISE), "grep -q fine a.txt")
                .reviewed("echo broken > a.txt; " + PROMISE)
                .checkedBy("coder");

        assertThat(run(1, PULL_REQUEST, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(events(FlowEvent.Conflicted.class)).hasSize(1);
        assertThat(base.resolve("calls")).doesNotExist();
    }

    @Test
    void a_task_is_marked_as_done_only_when_what_came_of_the_merge_is_checked() throws Exception {
        Path first = base.resolve("first");
        Path completed = base.resolve("completed");
        Tasks tasks = together(
                        Map.of("a", "touch a.txt; " + PROMISE, "b", "touch b.txt; " + PROMISE),
                        "! [ -e a.txt ] || ! [ -e b.txt ]")
                .completing(task -> {
                    Files.writeString(completed, task + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    if (!Files.exists(first)) {
                        Files.createFile(first);
                        await(() -> ended() == 2);
                    }
                });

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(completed).hasContent("a");
    }

    @Test
    void a_stop_ends_the_checks_of_what_is_being_merged_and_the_work_stays_on_its_branch() throws Exception {
        Path checks = base.resolve("checks");
        Tasks tasks = together(
                Map.of("a", "touch a.txt; " + PROMISE, "b", "touch b.txt; " + PROMISE),
                "! [ -e a.txt ] || ! [ -e b.txt ] || { touch " + checks + "; " + until(base.resolve("never")) + "}");
        try (Engine engine = Engine.open(options(), null)) {
            ActiveFlow flow = engine.startFlow("all", "skeleton", plan(1, MERGE), tasks);
            Thread stopper = Thread.ofVirtual().start(() -> {
                await(() -> Files.exists(checks));
                flow.stop(StopKind.STOP, "the test");
            });

            assertThat(flow.run().end()).isInstanceOf(FlowReason.StoppedBy.class);
            stopper.join();
        }
        assertThat(tasks.real().outcomes()).isEqualTo(Map.of("a", "COMPLETED", "b", "STOPPED"));
        assertThat(git("log", "--format=%s", "main")).isEqualTo("a: do a\nfirst");
        assertThat(git("show", "--format=%s", "--name-only", "task/b")).isEqualTo("b: do b\n\nb.txt");
    }

    /// Each writes a file of its own; the branch moves to the first of them, and the others wait.
    private Tasks waiting(String check) {
        Map<String, String> coders = new HashMap<>();
        for (String task : List.of("a", "b", "c", "d")) {
            coders.put(task, "echo > " + task + ".txt; " + PROMISE);
        }
        return together(coders, "echo *.txt >> " + base.resolve("seen") + "; " + check);
    }

    /// As the checks of merged work saw it.
    private List<String> merged() throws IOException {
        return Files.readAllLines(base.resolve("seen")).stream()
                .filter(line -> line.startsWith("a.txt ") && !line.equals("a.txt lines.txt"))
                .toList();
    }

    @Test
    void those_that_wait_are_merged_together_and_checked_once() throws Exception {
        assertThat(run(1, MERGE, waiting("true"))).isEqualTo(new FlowReason.AllDone(4));

        assertThat(merged()).containsExactly("a.txt b.txt c.txt d.txt lines.txt");
        assertThat(git("log", "--format=%s", "main")).isEqualTo("d: do d\nc: do c\nb: do b\na: do a\nfirst");
        assertThat(events(FlowEvent.Integrated.class))
                .extracting(merged -> merged.task() + " " + merged.commit())
                .containsExactly(
                        "a " + git("rev-parse", "main~3"),
                        "b " + git("rev-parse", "main~2"),
                        "c " + git("rev-parse", "main~1"),
                        "d " + git("rev-parse", "main"));
        expectNothingLeft();
    }

    @Test
    void what_breaks_those_that_wait_is_found_and_goes_back_alone() throws Exception {
        Tasks tasks = waiting("! [ -e c.txt ] || ! [ -e a.txt ]");

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(merged().stream().distinct())
                .containsExactly(
                        "a.txt b.txt c.txt d.txt lines.txt",
                        "a.txt b.txt lines.txt",
                        "a.txt b.txt c.txt lines.txt",
                        "a.txt b.txt d.txt lines.txt");
        assertThat(tasks.real().outcomes())
                .isEqualTo(Map.of("a", "COMPLETED", "b", "COMPLETED", "c", "BLOCKED", "d", "COMPLETED"));
        assertThat(git("log", "--format=%s", "main")).isEqualTo("d: do d\nb: do b\na: do a\nfirst");
        assertThat(events(FlowEvent.Conflicted.class))
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.findings().getFirst())
                        .contains("on top of what is on the branch now, check `", "does not pass"));
        assertThat(git("show", "--format=%s", "--name-only", "task/c"))
                .as("its work stays")
                .isEqualTo("c: do c\n\nc.txt");
    }

    @Test
    void a_task_whose_branch_belongs_to_somebody_else_is_not_begun_and_the_others_are() throws Exception {
        git("branch", "task/a");
        Tasks tasks = tasks(Map.of("a", "touch a.txt; " + PROMISE, "b", "touch b.txt; " + PROMISE), "");

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(events(FlowEvent.TaskRefused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.words())
                        .contains("branch task/a exists and is not Ralph's", "git branch -m task/a"));
        assertThat(tasks.real().outcomes()).isEqualTo(Map.of("a", "BLOCKED", "b", "COMPLETED"));
        assertThat(git("rev-parse", "task/a")).isEqualTo(git("rev-parse", "main~"));
        assertThat(StateLayout.inProject(folder).task(new TaskId("a")).path()).doesNotExist();
    }

    @Test
    void what_the_user_has_not_committed_is_said_once_and_the_next_run_continues_with_the_work() throws Exception {
        String once =
                "if [ -e new.txt ]; then echo again >> new.txt; else echo first > new.txt; echo x >> lines.txt; fi; ";
        Tasks tasks = tasks(Map.of("a", once + PROMISE), "");
        Files.writeString(folder.resolve("lines.txt"), "the user's\n");

        assertThat(run(3, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        FlowEvent.IntegrationFailed failed =
                events(FlowEvent.IntegrationFailed.class).getFirst();
        assertThat(failed.words())
                .contains("lines.txt has uncommitted changes of yours", "git stash", "`git merge task/a`");
        assertThat(failed.work()).isEqualTo("task/a");
        assertThat(git("show", "task/a:new.txt")).isEqualTo("first");
        assertThat(workspaces()).as("its work is reachable").isEmpty();
        assertThat(folder.resolve("lines.txt")).hasContent("the user's");
        git("checkout", "-q", "lines.txt");
        Files.delete(folder.resolve("outcomes"));
        assertThat(run(3, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(1));

        assertThat(git("show", "main:new.txt")).isEqualTo("first\nagain");
        assertThat(git("log", "--format=%s", "main")).isEqualTo("a: do a\nfirst");
        assertThat(prompt("a", 1)).contains("earlier work on this task, from the branch task/a", "continue with it");
        expectNothingLeft();
    }

    @Test
    void a_task_that_was_stopped_continues_with_its_work_when_it_is_run_again() throws Exception {
        Path works = base.resolve("works");
        Tasks tasks = tasks(
                Map.of(
                        "a",
                        "if [ -e half.txt ]; then echo whole >> half.txt; else echo half > half.txt; touch " + works
                                + "; " + until(base.resolve("never")) + "fi; " + PROMISE),
                "");
        try (Engine engine = Engine.open(options(), null)) {
            ActiveFlow flow = engine.startFlow("all", "skeleton", plan(1, MERGE), tasks);
            Thread stopper = Thread.ofVirtual().start(() -> {
                await(() -> Files.exists(works));
                flow.stop(StopKind.STOP, "the test");
            });
            assertThat(flow.run().end()).isInstanceOf(FlowReason.StoppedBy.class);
            stopper.join();
        }
        assertThat(workspaces()).isEmpty();
        Files.delete(folder.resolve("outcomes"));

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(1));

        assertThat(git("show", "main:half.txt")).isEqualTo("half\nwhole");
        assertThat(prompt("a", 1))
                .contains("earlier work on this task, not finished, from refs/ralph/")
                .contains("is in your working tree, not committed, on top of what is on the branch now; continue with");
        expectNothingLeft();
    }

    @Test
    void where_another_branch_is_checked_out_by_then_nothing_is_merged_and_nothing_is_lost() throws Exception {
        Tasks tasks = tasks(
                Map.of("a", "echo > a.txt; git -C " + folder + " switch -q -c other; " + PROMISE), "test -e a.txt");

        assertThat(run(3, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(events(FlowEvent.IntegrationFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.words()).contains("had main at ", "has other at "));
        assertThat(git("rev-parse", "main", "other").lines().distinct()).hasSize(1);
        assertThat(git("show", "--format=%s", "--name-only", "task/a")).isEqualTo("a: do a\n\na.txt");
        assertThat(workspaces()).isEmpty();
    }

    @Test
    void where_the_branch_is_protected_by_a_lock_nothing_is_merged_and_nothing_is_lost() throws Exception {
        Path lock = folder.resolve(".git/refs/heads/main.lock");
        Tasks tasks = tasks(Map.of("a", "echo > a.txt; touch " + lock + "; " + PROMISE), "test -e a.txt");
        String before = git("rev-parse", "main");

        assertThat(run(3, MERGE, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(events(FlowEvent.IntegrationFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.words()).contains("main"));
        assertThat(git("rev-parse", "main")).isEqualTo(before);
        assertThat(git("show", "--format=%s", "--name-only", "task/a")).isEqualTo("a: do a\n\na.txt");
        assertThat(workspaces()).isEmpty();
    }

    /// A stand-in for `gh` that writes down how it is called, and a bare repository as `origin`. There is a pull
    /// request
    /// from a fork whose branch has the same name.
    private void forge() throws Exception {
        git("init", "-q", "--bare", base.resolve("origin.git").toString());
        git("remote", "add", "origin", base.resolve("origin.git").toString());
        Path gh = Files.createDirectory(base.resolve("bin")).resolve("gh");
        Files.writeString(gh, """
                #!/bin/sh
                echo "$*" | head -n 1 >> BASE/calls
                pr=BASE/pr-$(echo "$4" | tr / -)
                case "$1 $2" in
                "pr list")
                    printf '[{"url":"https://forge.example/fork","state":"OPEN","isCrossRepository":true}'
                    [ ! -e $pr ] || printf ',{"url":"%s","state":"OPEN","isCrossRepository":false}' "$(cat $pr)"
                    echo ']' ;;
                "pr create") echo "https://forge.example/$4" > $pr; echo Creating; cat $pr; shift 9; echo "$1" > $pr.body ;;
                *) echo "unknown" >&2; exit 1 ;;
                esac
                """.replace("BASE", base.toString()));
        assertThat(gh.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void a_pull_request_has_the_branch_and_the_receipts_and_merges_nothing() throws Exception {
        forge();
        Tasks tasks = tasks(Map.of("a", "echo a > a.txt; " + PROMISE, "b", PROMISE), "echo fine");

        assertThat(run(1, PULL_REQUEST, tasks)).isEqualTo(new FlowReason.AllDone(2));

        assertThat(git("log", "--format=%s", "main")).isEqualTo("first");
        assertThat(git("--git-dir=" + base.resolve("origin.git"), "for-each-ref", "--format=%(refname) %(subject)"))
                .isEqualTo("refs/heads/task/a a: do a");
        assertThat(git("rev-parse", "task/a")).isNotEqualTo(git("rev-parse", "main"));
        assertThat(events(FlowEvent.Integrated.class))
                .containsExactlyInAnyOrder(
                        new FlowEvent.Integrated("a", null, "https://forge.example/task/a", null),
                        new FlowEvent.Integrated("b", null));
        assertThat(base.resolve("calls")).hasContent("""
                        pr list --head task/a --state all --limit 1000 --json url,state,headRefOid,isCrossRepository
                        pr create --head task/a --base main --title a: do a --body Made by Ralph for task `a`.
                        """);
        assertThat(base.resolve("pr-task-a.body"))
                .content()
                .contains("Made by Ralph for task `a`")
                .containsPattern("\\| coder \\| 1 \\| `.*echo fine.*` \\| passed \\| [0-9a-f]{10} \\| [0-9a-f]{10} \\|")
                .contains("| reviewer | 1 | ");
        assertThat(workspaces()).isEmpty();
    }

    @Test
    void a_pull_request_that_is_there_counts_and_a_branch_of_somebody_else_is_left_alone() throws Exception {
        forge();
        Files.writeString(base.resolve("pr-task-a"), "https://forge.example/9\n");
        git("push", "-q", "origin", "main:task/b");
        Tasks tasks = tasks(Map.of("a", "touch a.txt; " + PROMISE, "b", "touch b.txt; " + PROMISE), "");

        assertThat(run(1, PULL_REQUEST, tasks)).isEqualTo(new FlowReason.TasksFailed(1));

        assertThat(events(FlowEvent.Integrated.class))
                .containsExactly(new FlowEvent.Integrated("a", null, "https://forge.example/9", null));
        assertThat(events(FlowEvent.IntegrationFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.words())
                        .contains("`origin` has a branch task/b that Ralph did not push", "git push origin --delete"));
        assertThat(git("ls-remote", "origin", "refs/heads/task/b")).startsWith(git("rev-parse", "main"));
        assertThat(Files.readAllLines(base.resolve("calls"))).noneMatch(call -> call.startsWith("pr create"));
    }

    @Test
    void an_interrupted_run_that_merges_does_not_continue_as_one_that_opens_pull_requests() throws Exception {
        forge();
        Tasks tasks = tasks(Map.of("a", "touch a.txt; " + PROMISE), "");
        try (Engine engine = Engine.open(options(), null)) {
            engine.startFlow("all", "skeleton", plan(1, MERGE), tasks).close();
        }

        assertThatThrownBy(() -> run(1, PULL_REQUEST, tasks))
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("merges its tasks: continue it without --pull-request")
                .hasMessageContaining("`ralph stop --task all`");
        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(1));
    }

    @Test
    void without_a_remote_or_gh_a_pull_request_is_refused_before_anything_begins() throws Exception {
        Tasks tasks = tasks(Map.of("a", PROMISE), "");
        assertThatThrownBy(() -> run(1, PULL_REQUEST, tasks))
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("no remote `origin`")
                .hasMessageContaining("git remote add origin");
        git("remote", "add", "origin", base.toString());
        try (Engine engine = Engine.open(options(base.resolve("bin").toString()), null)) {
            assertThatThrownBy(() -> engine.startFlow("all", "skeleton", plan(1, PULL_REQUEST), tasks))
                    .isInstanceOf(RequestRefused.class)
                    .hasMessageContaining("`gh` is not on the PATH")
                    .hasMessageContaining("leave out --pull-request");
        }
        assertThat(git("branch", "--format=%(refname:short)")).isEqualTo("main");
    }

    @Test
    void a_try_that_begins_anew_has_nothing_of_what_failed_before_it() throws Exception {
        Tasks tasks = tasks(Map.of("a", "echo first >> left; exit 1"), "")
                .climbing(
                        "grep -q first left || exit 9; echo second >> left; exit 1",
                        "[ -e left ] || { echo > made; " + PROMISE + "}");

        assertThat(run(1, MERGE, tasks)).isEqualTo(new FlowReason.AllDone(1));

        assertThat(git("show", "--format=", "--name-only", "main").lines()).containsExactlyInAnyOrder("made");
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            LoopSummary second = journal.loops().reversed().get(1);
            AttemptRef last = new AttemptRef(second.head().id(), second.attempts());
            assertThat(git("show", last.name() + ":left")).isEqualTo("first\nfirst\nfirst\nsecond\nsecond\nsecond");
        }
        expectNothingLeft();
    }

    @Test
    void a_workspace_whose_work_is_not_reachable_is_not_swept_away() throws Exception {
        run(1, MERGE, tasks(Map.of("a", "touch a.txt; " + PROMISE), ""));
        String pipeline;
        AttemptRef last;
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            pipeline = journal.streams(StreamQuery.ALL).stream()
                    .map(StreamSummary::head)
                    .filter(head -> head.kind() == StreamHead.Kind.PIPELINE)
                    .findFirst()
                    .orElseThrow()
                    .id();
            LoopSummary loop = journal.loops(StreamQuery.below(pipeline)).getFirst();
            last = new AttemptRef(loop.head().id(), loop.attempts());
        }
        Path left = options().workspaces().resolve(pipeline);
        Files.createDirectories(left.resolve("tree"));
        String commit = git("rev-parse", last.name());
        git("update-ref", "-d", last.name());
        Engine.open(options(), null).close();
        assertThat(left).exists();

        git("update-ref", last.name(), commit);
        Engine.open(options(), null).close();

        assertThat(left).doesNotExist();
    }
}
