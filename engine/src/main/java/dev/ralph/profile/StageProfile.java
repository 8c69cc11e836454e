package dev.ralph.profile;

import dev.ralph.backlog.BacklogFiles;
import dev.ralph.backlog.ListedTasks;
import dev.ralph.budget.Grant;
import dev.ralph.config.ConfiguredStage;
import dev.ralph.config.Profile;
import dev.ralph.config.PromptInput;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.TrackerSettings;
import dev.ralph.environment.SecretFilter;
import dev.ralph.flow.FlowPlan;
import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.stage.ExecutionLog;
import dev.ralph.stage.StageMetadata;
import dev.ralph.stage.StagePrompt;
import dev.ralph.stage.StageTasks;
import dev.ralph.store.Projection;
import dev.ralph.tracker.TrackerSync;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The tasks of a list through the stages of specification 003: coder, reviewer, tester and qa, each until its promise
/// is believed, several tasks at a time.
public final class StageProfile implements Profile {
    @Override
    public String name() {
        return "stage";
    }

    @Override
    public String summary() {
        return "the tasks of tasks.jsonl through coder, reviewer, tester and qa, several at a time";
    }

    @Override
    public boolean findsSettings() {
        return true;
    }

    @Override
    public boolean isUsualIn(Path project, Settings settings) {
        return settings.maybe(SettingKeys.STAGES) != null
                && BacklogFiles.of(project, settings.maybe(SettingKeys.LIST_FOLDER))
                        .exist();
    }

    /// A promise is what counts; who only looks at the work of others changes nothing.
    @Override
    public Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(TaskProfile.CONFINED);
        all.put("workspace", "worktree");
        all.put("keep", "commit");
        all.put("completion_promise", ConfiguredStage.PROMISE);
        all.put("promise_place", "own-line");
        all.put("signals", "wait-marker");
        all.put("require_work", "off");
        all.put("timeout", "1h");
        all.put("max_time", "8h");
        all.put("max_cost", "20");
        all.put("max_run_time", "1d");
        all.put("max_run_cost", "120"); // six tasks at once, each with what it may use
        all.put("breaker", "5");
        all.put("parallelism", "6");
        return all;
    }

    @Override
    public Map<String, String> flags() {
        return Map.of("max_restarts", "max-iterations", "parallelism", "max-parallel");
    }

    @Override
    public String command(String flow) {
        return "ralph stage run";
    }

    @Override
    public boolean hasStages() {
        return true;
    }

    @Override
    public String otherFile() {
        return ".specflow/config.yaml";
    }

    @Override
    public @Nullable String needsAgent(Settings settings) {
        for (ConfiguredStage stage : ConfiguredStage.of(settings)) {
            if (stage.needsAgent()) {
                return ConfiguredStage.withoutAgent(stage.role()) + "; ";
            }
        }
        return null;
    }

    @Override
    public List<AgentCommand> agents(Settings settings) {
        ConfiguredStage first = ConfiguredStage.of(settings).getFirst();
        return first.needsAgent() ? List.of() : first.agents();
    }

    @Override
    public Wording wording() {
        return _ -> StageTasks.EXHAUSTED;
    }

    @Override
    public String prompt(PromptInput input) {
        return StagePrompt.of(input);
    }

    @Override
    public List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
        return paths.head().isStage()
                ? List.of(new ExecutionLog(paths, wording(), complaints), new StageMetadata(paths, complaints))
                : List.of();
    }

    @Override
    public Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment) {
        if (settings.value(SettingKeys.KEEP) == Policy.Keep.BRANCH) {
            throw new RequestRefused("every task has a branch of its own until it is merged: leave --keep branch out,"
                    + " or open pull requests with --integrate pull-request");
        }
        List<ConfiguredStage> stages = ConfiguredStage.of(settings);
        BacklogFiles files = BacklogFiles.of(project, settings.maybe(SettingKeys.LIST_FOLDER));
        TrackerSettings tracker = settings.maybe(SettingKeys.TRACKER);
        UnaryOperator<String> scrubber = SecretFilter.cleaning(environment, settings.value(SettingKeys.SECRETS));
        return Optional.of(new TaskFlow(
                plan(settings, tracker != null),
                new StageTasks(
                        new ListedTasks(files, committing(settings, project), scrubber, InstantSource.system()),
                        stages,
                        wording()::of,
                        settings.value(SettingKeys.ADAPTIVE_LIMITS),
                        tracker == null ? null : TrackerSync.ofRun(tracker, files, environment, scrubber),
                        settings.value(SettingKeys.ONLY),
                        file -> ListCommit.isCommitted(project, file))));
    }

    /// A pull request has the work alone, so nothing is committed below it; and who checks out another branch while
    /// tasks are worked on gets no commit there.
    private static ListedTasks.Committing committing(Settings settings, Path project) {
        if (settings.value(SettingKeys.INTEGRATE) == FlowPlan.Step.PULL_REQUEST) {
            return (_, _, _) -> {};
        }
        String begun = branch(project);
        return (paths, message, key) ->
                ListCommit.of(project, now -> Objects.equals(now.branch(), begun), paths, message, key);
    }

    private static @Nullable String branch(Path project) {
        try {
            Repository repository = Repository.at(project).orElse(null);
            return repository == null ? null : repository.head().branch();
        } catch (IOException unreadable) { // who begins to work says why
            return null;
        }
    }

    private static FlowPlan plan(Settings settings, boolean tracked) {
        List<FlowPlan.Step> steps = new ArrayList<>(List.of(settings.value(SettingKeys.INTEGRATE)));
        if (steps.contains(FlowPlan.Step.INTEGRATE)) {
            steps.add(FlowPlan.Step.BRANCH);
        }
        if (tracked) {
            steps.add(FlowPlan.Step.SYNC);
        }
        return new FlowPlan(
                settings.value(SettingKeys.MAX_TASKS),
                settings.value(SettingKeys.PARALLELISM),
                settings.value(SettingKeys.MAX_TRIES),
                new Grant(settings.maybe(SettingKeys.MAX_RUN_COST), null, settings.maybe(SettingKeys.MAX_RUN_TIME)),
                new Grant(settings.maybe(SettingKeys.MAX_COST), null, settings.maybe(SettingKeys.MAX_TIME)),
                settings.value(SettingKeys.ON_FAILURE),
                steps);
    }
}
