package dev.ralph.engine;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.Hold;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.StateLayout;
import dev.ralph.process.Containment;
import dev.ralph.store.Requests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Runs the flow of a scenario in a folder, from wherever it stands, and prints why it ended.
public final class FlowProgram {
    static final String FLOW = "both";

    /// Tokens of all tasks together; agents that say nothing of what they use count as having used all they may.
    static final long TOKENS = 9000;

    private static final String LOG = "echo \"$JRUN_TASK_ID $JRUN_ID\" >> ran; ";
    private static final String REJECTS_ONCE =
            "[ -e looked ] || { touch looked; printf '<rejected>\\nwrong name\\n</rejected>\\n'; }; ";

    private static final String ASKS_ONCE = "[ -e asked-$JRUN_TASK_ID ] || { touch asked-$JRUN_TASK_ID;"
            + " echo 'Which database?' > \"$JRUN_TASK_FOLDER/WAIT_WITHOUT_RESTART\"; exit; }; ";

    /// Both find what the other left, in files that nobody commits.
    private static final String DRAFTS = "if [ -e draft-$JRUN_TASK_ID ]; then echo again >> draft-$JRUN_TASK_ID;"
            + " else echo first > draft-$JRUN_TASK_ID; fi; ";

    private static final String WANTS_MORE = "grep -q first draft-$JRUN_TASK_ID || exit 1;"
            + " grep -q again draft-$JRUN_TASK_ID || printf '<rejected>\\nonce more\\n</rejected>\\n'; ";

    /// Each begins before the other is merged, if both are there; `@` is the folder of the project.
    private static final String BOTH =
            "sed -i s/^$JRUN_TASK_ID\\$/$JRUN_TASK_ID-$JRUN_TASK_ID/ both; touch @/$JRUN_TASK_ID.works;"
                    + " n=0; until [ -e @/a.works -a -e @/b.works ] || [ $n = 100 ]; do sleep 0.05; n=$((n+1)); done; ";

    @SuppressWarnings("ImmutableEnumChecker") // maps made by Map.of, records
    enum Scenario {
        REJECTED_ONCE(Map.of("b", "a"), "", REJECTS_ONCE, new FlowReason.AllDone(2)),
        ASKED(Map.of(), ASKS_ONCE, "", new FlowReason.AllDone(2)),
        OVERLAY(Map.of("b", "a"), DRAFTS, WANTS_MORE, new FlowReason.AllDone(2)),
        WORKTREE(Map.of("b", "a"), DRAFTS, WANTS_MORE, new FlowReason.AllDone(2)),
        /// Both at once, on one file: who is second is merged.
        PARALLEL(Map.of(), DRAFTS + BOTH, WANTS_MORE, new FlowReason.AllDone(2)),
        PULL_REQUEST(Map.of("b", "a"), DRAFTS, WANTS_MORE, new FlowReason.AllDone(2)),
        PAUSED(Map.of("b", "a"), "touch $JRUN_TASK_ID.works; ", "", new FlowReason.AllDone(2)),
        FAILED(Map.of("b", "a"), "exit 1; ", "", new FlowReason.TasksFailed(1)),
        STOPPED(Map.of(), "touch $JRUN_TASK_ID.works; sleep 60; ", "", new FlowReason.StoppedBy(StopKind.STOP, "a"));

        private final Map<String, String> after;
        private final String coder;
        private final String reviewer;
        final FlowReason end;

        Scenario(Map<String, String> after, String coder, String reviewer, FlowReason end) {
            this.after = after;
            this.coder = coder;
            this.reviewer = reviewer;
            this.end = end;
        }

        FlowPlan plan() {
            Grant all = this == FAILED || this == STOPPED ? new Grant(null, TOKENS, null) : Grant.UNBOUNDED;
            List<FlowPlan.Step> steps = switch (this) {
                case OVERLAY -> List.of(FlowPlan.Step.INTEGRATE);
                case WORKTREE, PARALLEL -> List.of(FlowPlan.Step.BRANCH, FlowPlan.Step.INTEGRATE);
                case PULL_REQUEST -> List.of(FlowPlan.Step.PULL_REQUEST);
                case REJECTED_ONCE, ASKED, PAUSED, FAILED, STOPPED -> List.of();
            };
            return new FlowPlan(10, 2, 1, all, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, steps);
        }

        Workspace workspace() {
            return switch (this) {
                case OVERLAY -> Workspace.OVERLAY;
                case WORKTREE, PARALLEL, PULL_REQUEST -> Workspace.WORKTREE;
                case REJECTED_ONCE, ASKED, PAUSED, FAILED, STOPPED -> Workspace.IN_PLACE;
            };
        }

        TwoTasks tasks(Path folder) {
            String coders = (LOG + coder + TwoTasks.PROMISE).replace("@", folder.toString());
            TwoTasks tasks =
                    new TwoTasks(folder, after, Map.of("a", coders, "b", coders), LOG + reviewer + TwoTasks.PROMISE);
            return this == ASKED ? tasks.parking() : tasks.in(workspace());
        }
    }

    private FlowProgram() {}

    public static void main(String[] words) throws Exception {
        Path folder = Path.of(words[0]);
        Scenario scenario = Scenario.valueOf(words[1]);
        Containment containment = scenario == Scenario.OVERLAY ? Containment.AUTO : Containment.GROUP;
        try (Engine engine = Engine.open(options(folder, containment), null)) {
            ActiveFlow flow = engine.startFlow(FLOW, "skeleton", scenario.plan(), scenario.tasks(folder));
            if (scenario == Scenario.STOPPED) {
                Thread.ofPlatform().daemon().start(() -> stop(flow, folder));
            }
            if (scenario == Scenario.PAUSED) {
                Thread.ofPlatform().daemon().start(() -> pause(flow, folder));
            }
            FlowState state = flow.run();
            while (state.end() == null) {
                engine.questions().open().forEach(asked -> engine.questions().answer(asked.id(), "SQLite", "ann"));
                state = engine.startFlow(FLOW, "skeleton", scenario.plan(), scenario.tasks(folder))
                        .run();
            }
            System.out.println(state.end());
        }
    }

    static EngineOptions options(Path folder) {
        return options(folder, Containment.GROUP);
    }

    /// Overlays need namespaces.
    private static EngineOptions options(Path folder, Containment containment) {
        return new EngineOptions(
                StateLayout.inProject(folder),
                folder,
                new ProjectId("scratch"),
                containment,
                System.getenv(),
                null,
                Duration.ofSeconds(1),
                InstantSource.system());
    }

    private static void stop(ActiveFlow flow, Path folder) {
        await(() -> Files.exists(folder.resolve("a.works")) && Files.exists(folder.resolve("b.works")));
        flow.stop(StopKind.STOP, "a");
    }

    /// Holds the flow once, until nothing of it works, and releases it; after a kill it goes on where that ended.
    private static void pause(ActiveFlow flow, Path folder) {
        await(() -> Files.exists(folder.resolve("a.works")));
        Requests requests = StateFolder.requests(StateLayout.inProject(folder));
        String id = flow.head().id();
        try {
            if (flow.state().hold().equals(Hold.OFF)) {
                requests.send(id, Requests.Kind.HOLD, "ann");
            }
            await(() -> !flow.state().hold().equals(Hold.OFF) && flow.state().heard());
            requests.send(id, Requests.Kind.RELEASE, "ann");
        } catch (IOException unsent) {
            throw new UncheckedIOException(unsent);
        }
    }

    private static void await(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            LockSupport.parkNanos(10_000_000);
        }
    }
}
