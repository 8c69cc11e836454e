package dev.ralph.profile;

import dev.ralph.budget.Grant;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.Profile;
import dev.ralph.config.PromptInput;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.environment.SecretFilter;
import dev.ralph.failure.TargetTable;
import dev.ralph.flow.FlowPlan;
import dev.ralph.heal.HealTasks;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.RequestRefused;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.SpecFolder;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tasks of a spec in `.kiro/specs`, one after the other; when one fails, the document that is to blame is
/// corrected
/// and the task done again: specification 000.
public final class HealProfile implements Profile {
    private static final String FLOW = "heal-";

    @Override
    public String name() {
        return "heal";
    }

    @Override
    public String summary() {
        return "the tasks of a spec one by one; when one fails, the spec is corrected and the task done again";
    }

    @Override
    public boolean findsSettings() {
        return true;
    }

    /// One execution, then the documents are looked at: the specification counts corrections, not attempts.
    @Override
    public Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(TaskProfile.CONFINED);
        all.put("max_restarts", "1");
        all.put("require_work", "off");
        all.put("max_time", "2h");
        all.put("max_cost", "20");
        return all;
    }

    @Override
    public boolean hasSpecs() {
        return true;
    }

    @Override
    public String taskId(String task) {
        return HealTasks.number(task);
    }

    @Override
    public String flowName(Settings settings, Path project) throws IOException {
        return FLOW + feature(settings, project);
    }

    @Override
    public String command(String flow) {
        return "ralph heal" + (flow.startsWith(FLOW) ? " " + flow.substring(FLOW.length()) : "");
    }

    @Override
    public Map<String, String> settingsOf(String flow) {
        return flow.startsWith(FLOW) ? Map.of(SettingKeys.SPEC.name(), flow.substring(FLOW.length())) : Map.of();
    }

    @Override
    public Wording wording() {
        return allowed -> allowed == 1 ? "the task failed" : "failed " + Amount.of(allowed, "time");
    }

    /// Who corrects or classifies reads what it is asked and nothing else; everybody else the usual prompt.
    @Override
    public @Nullable String prompt(PromptInput input) {
        String role = input.head().role();
        if (!HealTasks.CORRECTOR.equals(role) && !HealTasks.CLASSIFIER.equals(role)) {
            return null;
        }
        StringBuilder text = new StringBuilder(input.task());
        input.notes().forEach(note -> text.append('\n').append(note.strip()).append('\n'));
        return text.toString();
    }

    @Override
    public Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment)
            throws IOException {
        if (settings.value(SettingKeys.KEEP) == Policy.Keep.BRANCH) {
            throw new RequestRefused("tasks build on each other; leave --keep branch out");
        }
        SpecFolder folder = new SpecFolder(project, feature(settings, project));
        List<AgentCommand> agents = PolicyFromSettings.agents(settings);
        Settings corrector = Objects.requireNonNullElse(settings.playing(HealTasks.CORRECTOR), settings);
        Settings classifier = settings.playing(HealTasks.CLASSIFIER);
        HealTasks.Rules rules = new HealTasks.Rules(
                executing(settings, BacklogProfile.required(agents), folder),
                correcting(
                        corrector,
                        BacklogProfile.required(PolicyFromSettings.agents(corrector)),
                        PolicyFromSettings.checked(settings),
                        folder),
                classifier == null
                        ? null
                        : correcting(
                                classifier,
                                BacklogProfile.required(PolicyFromSettings.agents(classifier)),
                                List.of(),
                                folder),
                targets(settings.value(SettingKeys.SPEC_TARGETS)),
                settings.value(SettingKeys.WEAKENING),
                settings.value(SettingKeys.OPTIONAL_TASKS),
                BacklogProfile.isProven(settings, agents, project));
        return Optional.of(new TaskFlow(
                plan(settings),
                new HealTasks(
                        folder,
                        rules,
                        (paths, message, key) -> ListCommit.of(project, paths, message, key),
                        SecretFilter.cleaning(environment, settings.value(SettingKeys.SECRETS)),
                        wording()::of,
                        InstantSource.system())));
    }

    private static String feature(Settings settings, Path project) throws IOException {
        String named = settings.maybe(SettingKeys.SPEC);
        if (named != null) {
            new SpecFolder(project, named).require();
            return named;
        }
        List<String> all = SpecFolder.features(project);
        if (all.size() != 1) {
            throw new RequestRefused(
                    all.isEmpty()
                            ? "there is no spec in .kiro/specs: `ralph spec new FEATURE \"what it should do\"`"
                            : "which spec? `ralph heal FEATURE` with one of " + String.join(", ", all));
        }
        return all.getFirst();
    }

    private static TargetTable targets(Map<String, String> documents) {
        documents.forEach((type, file) -> {
            if (SpecFile.of(file).isEmpty()) {
                throw new RequestRefused("spec_targets." + type + ": there is no document '" + file
                        + "' in a spec; use requirements.md, design.md or tasks.md");
            }
        });
        return TargetTable.of(documents);
    }

    private static FlowPlan plan(Settings settings) {
        return new FlowPlan(
                settings.value(SettingKeys.MAX_TASKS),
                1,
                settings.value(SettingKeys.MAX_TRIES),
                new Grant(settings.maybe(SettingKeys.MAX_RUN_COST), null, settings.maybe(SettingKeys.MAX_RUN_TIME)),
                new Grant(settings.maybe(SettingKeys.MAX_COST), null, settings.maybe(SettingKeys.MAX_TIME)),
                FlowPlan.OnFailure.HALT,
                List.of(FlowPlan.Step.INTEGRATE));
    }

    /// Tests decide: that its program has ended is enough to run them.
    private static Policy executing(Settings settings, List<AgentCommand> agents, SpecFolder folder) {
        Policy policy = BacklogProfile.committing(
                PolicyFromSettings.of(settings, Policy.Mode.LOOP, agents, List.of(), folder.project()));
        return guarded(policy.with(policy.conversation().decidedByChecks()), folder);
    }

    /// It says something, once: nothing but that is checked, and nothing that it changes is kept.
    private static Policy correcting(
            Settings settings, List<AgentCommand> agents, List<String> checks, SpecFolder folder) {
        Policy policy = PolicyFromSettings.of(settings, Policy.Mode.ONCE, agents, List.of(), folder.project());
        ConversationPolicy talk = policy.conversation();
        Policy silent = new Policy(
                settings.value(SettingKeys.PROFILE).name(),
                policy.mode(),
                policy.agents(),
                policy.limits(),
                policy.pace(),
                checks,
                policy.keep(),
                policy.onRefusal(),
                new ConversationPolicy(
                        talk.session(), null, false, talk.onQuestion(), talk.signals(), talk.rules(), false),
                policy.confinement(),
                policy.proof());
        return guarded(silent, folder);
    }

    private static Policy guarded(Policy policy, SpecFolder folder) {
        return policy.with(policy.confinement().withOurs(HealTasks.ours(folder)));
    }
}
