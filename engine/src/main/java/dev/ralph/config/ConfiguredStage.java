package dev.ralph.config;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.RequestRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One stage that a task passes, as the settings have it: those of the key `stages`, else the four of specification
/// 003, with what the key `ralph` says of them.
///
/// @param role     its name
/// @param settings that hold for it
/// @param loops    whether it is run until its promise; else it is run once, and its exit code decides
/// @param verified whether what it says beside its promise is looked at
/// @param prompt   its own, null for the usual one
/// @param ladder   settings for each further try after it failed
/// @param anew     which of these, from 1, have nothing of what was tried before them
public record ConfiguredStage(
        String role,
        Settings settings,
        boolean loops,
        boolean verified,
        @Nullable String prompt,
        List<Settings> ladder,
        List<Integer> anew) {
    /// What a stage promises that says nothing else.
    public static final String PROMISE = "STAGE_COMPLETE";

    private static final int ITERATIONS = 10;
    private static final Map<String, RalphSettings.OfStage> TABLE = Map.of(
            "coder", new RalphSettings.OfStage(null, 15, "IMPLEMENTATION_COMPLETE"),
            "reviewer", new RalphSettings.OfStage(null, 5, "REVIEW_COMPLETE"),
            "tester", new RalphSettings.OfStage(null, 10, "TESTS_COMPLETE"),
            "qa", new RalphSettings.OfStage(null, 5, "QA_PASSED"));

    public ConfiguredStage {
        ladder = List.copyOf(ladder);
        anew = List.copyOf(anew);
    }

    /// In the order in which a task passes them.
    public static List<ConfiguredStage> of(Settings settings) {
        StageSettings said = settings.maybe(SettingKeys.STAGES);
        RalphSettings ralph = Objects.requireNonNullElse(settings.maybe(SettingKeys.RALPH), RalphSettings.NONE);
        List<String> roles = said == null ? StageSettings.USUAL : said.order();
        return roles.stream()
                .map(role -> of(settings, role, said == null ? StageSettings.One.NOTHING : said.of(role), ralph))
                .toList();
    }

    private static ConfiguredStage of(Settings settings, String role, StageSettings.One stage, RalphSettings ralph) {
        RalphSettings.OfStage own = ralph.of(role);
        RalphSettings.OfStage usual = TABLE.getOrDefault(role, RalphSettings.OfStage.NONE);
        boolean loops = !Boolean.FALSE.equals(or(stage.enabled(), or(own.enabled(), ralph.enabled())));
        boolean verified = !Boolean.FALSE.equals(ralph.verify());
        ConfigLayer layer = new ConfigLayer();
        Integer iterations = or(own.iterations(), or(usual.iterations(), ralph.iterations()));
        meant(layer, role, SettingKeys.MAX_RESTARTS, iterations == null ? ITERATIONS : iterations);
        String promise = or(own.promise(), usual.promise());
        meant(layer, role, SettingKeys.COMPLETION_PROMISE, promise == null ? PROMISE : promise);
        layer.entries().putAll(StageSettings.layer(role, stage.lines()).entries());
        if (!loops) { // nobody looks for a promise; the exit code counts
            meant(layer, role, SettingKeys.COMPLETION_PROMISE, null);
            meant(layer, role, SettingKeys.SIGNALS, List.of("done", "wait-marker"));
        }
        if (!verified) {
            meant(layer, role, SettingKeys.CLAIM, ProofChoice.OFF);
        }
        Settings staged = settings.staged(layer);
        List<Settings> ladder = stage.ladder().stream()
                .map(rung -> staged.staged(StageSettings.layer(role, rung)))
                .toList();
        boolean looked = verified && loops && staged.value(SettingKeys.CLAIM) != ProofChoice.OFF;
        return new ConfiguredStage(role, staged, loops, looked, stage.prompt(), ladder, stage.anew());
    }

    private static <T> @Nullable T or(@Nullable T one, @Nullable T other) {
        return one == null ? other : one;
    }

    private static void meant(ConfigLayer layer, String role, SettingKey<?> key, @Nullable Object value) {
        ValueOrigin origin = new ValueOrigin(ValueOrigin.Source.ROLE, role);
        layer.put(key, new WrittenValue.Meant(value), origin, "stage " + role);
    }

    /// The promise, null where it is run once.
    public @Nullable String promise() {
        return loops ? settings.maybe(SettingKeys.COMPLETION_PROMISE) : null;
    }

    public int iterations() {
        return loops ? settings.value(SettingKeys.MAX_RESTARTS) : 1;
    }

    /// Whether it names no agent of its own.
    public boolean needsAgent() {
        return PolicyFromSettings.agents(settings).isEmpty();
    }

    /// Who works in it.
    ///
    /// @throws RequestRefused where nobody does
    public List<AgentCommand> agents() {
        return agents(settings);
    }

    private List<AgentCommand> agents(Settings of) {
        List<AgentCommand> agents = PolicyFromSettings.agents(of);
        if (agents.isEmpty()) {
            throw new RequestRefused(withoutAgent(role));
        }
        return agents;
    }

    /// What to do about a stage that has no agent.
    public static String withoutAgent(String role) {
        return "stage " + role + " has no agent: write `stages: {" + role + ": {agent: claude}}` or {command: '…'}, or"
                + " `agents: [claude]` for all stages, into " + Configuration.PROJECT_FILE;
    }

    /// The policy of its loop.
    ///
    /// @param accepted checks besides those of the settings
    public Policy policy(List<String> accepted, Path project) {
        return policy(settings, accepted, project);
    }

    /// Those of its further tries.
    public List<Policy> ladder(List<String> accepted, Path project) {
        return ladder.stream().map(rung -> policy(rung, accepted, project)).toList();
    }

    private Policy policy(Settings of, List<String> accepted, Path project) {
        Policy.Mode mode = loops ? Policy.Mode.LOOP : Policy.Mode.ONCE;
        Policy made = PolicyFromSettings.of(of, mode, agents(of), accepted, project);
        String profile = of.value(SettingKeys.PROFILE).name();
        return new Policy(
                profile,
                made.mode(),
                made.agents(),
                made.limits(),
                made.pace(),
                made.checks(),
                made.keep(),
                made.onRefusal(),
                made.conversation(),
                made.confinement(),
                made.proof());
    }

    /// What looks like a mistake in them, but stops nothing.
    public static List<String> oddities(List<ConfiguredStage> stages) {
        Map<String, String> promises = new LinkedHashMap<>();
        List<String> odd = new ArrayList<>();
        for (ConfiguredStage stage : stages) {
            String promise = stage.promise();
            String other = promise == null ? null : promises.putIfAbsent(promise, stage.role());
            if (other != null) {
                odd.add("stages " + other + " and " + stage.role() + " have the same promise, " + promise
                        + ": give each its own with completion_promise");
            }
        }
        List<String> unpriced = stages.stream()
                .filter(stage -> PolicyFromSettings.agents(stage.settings).stream()
                        .anyMatch(agent -> agent.kind() != AgentCommand.Kind.KNOWN))
                .map(ConfiguredStage::role)
                .toList();
        if (!unpriced.isEmpty() && unpriced.size() < stages.size()) {
            odd.add("cost unknown for: " + String.join(", ", unpriced)
                    + "; max_cost and max_run_cost apply only to the other stages");
        }
        return odd;
    }
}
