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
import dev.ralph.environment.SecretFilter;
import dev.ralph.flow.FlowPlan;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.store.Projection;
import dev.ralph.tracker.TrackerSync;
import dev.ralph.verify.CheckOrder;
import dev.ralph.wording.Wording;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The tasks of a list, one after the other, each within limits, proven and committed.
public final class BacklogProfile implements Profile {
    private static final Map<String, String> LOOP_NAMES = Map.of(
            "maxIterationsPerTask", "max_restarts",
            "maxTimePerTask", "max_time",
            "maxCostPerTask", "max_cost",
            "maxTasksPerRun", "max_tasks",
            "maxTimePerRun", "max_run_time",
            "maxCostPerRun", "max_run_cost",
            "onFailure", "on_failure",
            "maxRetries", "max_tries",
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
        return BacklogFiles.of(project, settings.maybe(SettingKeys.LIST_FOLDER)).exist()
                || settings.maybe(SettingKeys.TRACKER) != null;
    }

    @Override
    public Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(TaskProfile.CONFINED);
        all.put("on_refusal", "discard-failed");
        all.remove("breaker"); // a task has its iterations
        all.put("signals", "done, wait-message, wait-marker"); // every exit code but 0 is a failed iteration
        return all;
    }

    /// As specification 004 has them, and `maxRetries` of its program.
    @Override
    public Map<String, String> loopNames() {
        return LOOP_NAMES;
    }

    @Override
    public String command(String flow) {
        return "ralph run";
    }

    @Override
    public Wording wording() {
        return Words.ONLY;
    }

    @Override
    public List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
        return List.of(new IterationLines(paths, wording(), complaints));
    }

    @Override
    public Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment) {
        if (settings.value(SettingKeys.KEEP) == Policy.Keep.BRANCH) {
            throw new RequestRefused("tasks build on each other; leave --keep branch out");
        }
        BacklogFiles files = BacklogFiles.of(project, settings.maybe(SettingKeys.LIST_FOLDER));
        List<AgentCommand> agents = PolicyFromSettings.agents(settings);
        FlowPlan.OnFailure onFailure = settings.value(SettingKeys.ON_FAILURE);
        TrackerSettings tracker = settings.maybe(SettingKeys.TRACKER);
        Integer iterations = settings.value(SettingKeys.MAX_RESTARTS);
        FlowPlan plan = new FlowPlan(
                settings.value(SettingKeys.MAX_TASKS),
                settings.value(SettingKeys.PARALLELISM),
                settings.value(SettingKeys.MAX_TRIES),
                new Grant(settings.maybe(SettingKeys.MAX_RUN_COST), null, settings.maybe(SettingKeys.MAX_RUN_TIME)),
                new Grant(
                        settings.maybe(SettingKeys.MAX_COST),
                        null,
                        settings.maybe(SettingKeys.MAX_TIME),
                        iterations == 0 ? null : iterations), // with 0 no agent runs, and each task is blocked
                onFailure,
                tracker == null
                        ? List.of(FlowPlan.Step.INTEGRATE)
                        : List.of(FlowPlan.Step.INTEGRATE, FlowPlan.Step.SYNC));
        UnaryOperator<String> scrubber = SecretFilter.cleaning(environment, settings.value(SettingKeys.SECRETS));
        BacklogTasks tasks = new BacklogTasks(
                files,
                checks -> committing(
                        PolicyFromSettings.of(settings, Policy.Mode.LOOP, required(agents), checks, project)),
                wording()::of,
                (paths, message, key) -> ListCommit.of(project, paths, message, key),
                scrubber,
                isProven(settings, agents, project),
                file -> ListCommit.isCommitted(project, file),
                settings.value(SettingKeys.ADAPTIVE_LIMITS),
                tracker == null ? null : TrackerSync.ofRun(tracker, files, environment, scrubber),
                InstantSource.system());
        tasks.only(settings.value(SettingKeys.ONLY));
        return Optional.of(new TaskFlow(plan, tasks));
    }

    /// In place, too, every task ends as a commit: one that fails goes back to it.
    static Policy committing(Policy policy) {
        return policy.confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE
                ? policy.with(Policy.Keep.COMMIT)
                : policy;
    }

    /// Whoever wants no checks says so.
    static boolean isProven(Settings settings, List<AgentCommand> agents, Path project) {
        return settings.origin(SettingKeys.CHECKS).source() != ValueOrigin.Source.DEFAULT
                || agents.isEmpty()
                || CheckOrder.proves(PolicyFromSettings.of(settings, Policy.Mode.LOOP, agents, List.of(), project)
                        .checks());
    }

    static List<AgentCommand> required(List<AgentCommand> agents) {
        if (agents.isEmpty()) {
            throw new RequestRefused("No agent. Use --agent NAME or -- PROGRAM");
        }
        return agents;
    }

    private enum Words implements Wording {
        ONLY;

        @Override
        public String attemptsUsed(int allowed) {
            return Wording.usedAll(allowed, "iteration");
        }

        /// A task of a list has one stage, so that its name says nothing.
        @Override
        public String of(PipelineReason reason) {
            return reason instanceof PipelineReason.StageFailed failed ? of(failed.reason()) : Wording.super.of(reason);
        }
    }
}
