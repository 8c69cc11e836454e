package dev.ralph.profile;

import dev.ralph.backlog.BacklogFiles;
import dev.ralph.backlog.BacklogTasks;
import dev.ralph.backlog.IterationLines;
import dev.ralph.budget.Grant;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.TrackerSettings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.TaskReason;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.store.Projection;
import dev.ralph.tracker.TrackerSync;
import dev.ralph.verify.CheckOrder;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The tasks of a list, one after the other, each within limits, proven and committed.
public final class BacklogProfile implements Profile {
    private static final int TRIES = 3;
    private static final Map<String, String> LOOP_NAMES = Map.of(
            "maxIterationsPerTask", "max_restarts",
            "maxTimePerTask", "max_time",
            "maxCostPerTask", "max_cost",
            "maxTasksPerRun", "max_tasks",
            "maxTimePerRun", "max_run_time",
            "maxCostPerRun", "max_run_cost",
            "onFailure", "on_failure",
            "parallelism", "parallelism");

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public String summary() {
        return "the tasks of tasks.jsonl one by one, confined, proven, committed";
    }

    @Override
    public boolean findsSettings() {
        return true;
    }

    @Override
    public boolean isUsualIn(Path project, Settings settings) {
        return BacklogFiles.of(project).exist() || settings.maybe(SettingKeys.TRACKER) != null;
    }

    @Override
    public Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(TaskProfile.CONFINED);
        all.put("on_refusal", "discard-failed");
        return all;
    }

    /// As specification 004 has them.
    @Override
    public Map<String, String> loopNames() {
        return LOOP_NAMES;
    }

    @Override
    public Wording wording() {
        return allowed -> "every iteration was used (" + Amount.of(allowed, "iteration") + ")";
    }

    @Override
    public List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
        return List.of(new IterationLines(paths, wording(), complaints));
    }

    @Override
    public Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment) {
        if (settings.value(SettingKeys.KEEP) == Policy.Keep.BRANCH) {
            throw new RequestRefused("the tasks of a list build on each other, so their work cannot stay on branches of"
                    + " its own: leave --keep branch out");
        }
        BacklogFiles files = BacklogFiles.of(project);
        List<AgentCommand> agents = PolicyFromSettings.agents(settings);
        boolean priced = agents.stream().allMatch(agent -> agent.kind() == AgentCommand.Kind.KNOWN);
        BigDecimal most = settings.maybe(SettingKeys.MAX_RUN_COST);
        FlowPlan.OnFailure onFailure = settings.value(SettingKeys.ON_FAILURE);
        TrackerSettings tracker = settings.maybe(SettingKeys.TRACKER);
        FlowPlan plan = new FlowPlan(
                settings.value(SettingKeys.MAX_TASKS),
                settings.value(SettingKeys.PARALLELISM),
                TRIES,
                new Grant(priced ? most : null, null, settings.maybe(SettingKeys.MAX_RUN_TIME)),
                new Grant(
                        priced ? settings.maybe(SettingKeys.MAX_COST) : null,
                        null,
                        settings.maybe(SettingKeys.MAX_TIME)),
                onFailure,
                tracker == null
                        ? List.of(FlowPlan.Step.INTEGRATE)
                        : List.of(FlowPlan.Step.INTEGRATE, FlowPlan.Step.SYNC));
        BacklogTasks tasks = new BacklogTasks(
                files,
                checks -> PolicyFromSettings.of(settings, Policy.Mode.LOOP, required(agents), checks, project),
                this::words,
                (paths, message, key) -> commit(project, paths, message, key),
                isProven(settings, agents, project),
                settings.value(SettingKeys.ADAPTIVE_LIMITS),
                tracker == null ? null : TrackerSync.ofRun(tracker, project, environment),
                InstantSource.system());
        return Optional.of(new TaskFlow(plan, tasks));
    }

    /// Whoever wants no checks says so.
    private static boolean isProven(Settings settings, List<AgentCommand> agents, Path project) {
        return settings.origin(SettingKeys.CHECKS).source() != ValueOrigin.Source.DEFAULT
                || agents.isEmpty()
                || CheckOrder.proves(PolicyFromSettings.of(settings, Policy.Mode.LOOP, agents, List.of(), project)
                        .checks());
    }

    private static List<AgentCommand> required(List<AgentCommand> agents) {
        if (agents.isEmpty()) {
            throw new RequestRefused("there is no agent: name one with --agent, or give a program after --");
        }
        return agents;
    }

    private String words(TaskReason reason) {
        return switch (reason) {
            case TaskReason.Done _ -> "done";
            case TaskReason.PipelineFailed failed -> wording().of(failed.reason());
            case TaskReason.ConflictsUsed used ->
                "its work could not be merged in " + Amount.of(used.tries(), "try", "tries");
            case TaskReason.NotIntegrated not -> "its work was not merged: " + not.words();
            case TaskReason.NotAfforded _ -> "the limit of the run was reached before it began";
            case TaskReason.FlowStopped _ -> "the run was stopped";
        };
    }

    /// Only these files, whatever else is changed or staged.
    private static void commit(Path project, List<Path> paths, String message, String key) throws IOException {
        Repository repository = Repository.at(project)
                .orElseThrow(() -> new IOException(project + " is not a git repository any more"));
        Path folder = Files.createTempDirectory("ralph-index-");
        try {
            GitHead on = repository.head();
            String head = on.commit();
            String before = head == null
                    ? repository.commits().emptyTree()
                    : repository.commits().tree(head);
            String tree = repository.treeWith(before, paths, folder.resolve("index"));
            repository.commitTree(tree, on, message, Map.of("Ralph-Record", key));
        } finally {
            Files.deleteIfExists(folder);
        }
    }
}
