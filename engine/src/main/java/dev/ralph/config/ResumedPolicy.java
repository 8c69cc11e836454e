package dev.ralph.config;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.ProofBasis;
import dev.ralph.tamper.Measure;
import dev.ralph.tamper.TamperRule;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.CheckOrder;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.Review;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The policy a loop was started with, changed only where a flag says so. Other layers had their say when it began;
/// and where an agent may have rewritten the project's configuration since, not even what that says of the checks that
/// are there by default, or of reviewers, counts.
///
/// @param now      the settings of today
/// @param accepted checks that came with the task
/// @param project  where the loop began
/// @param meddled  whether the project's configuration is not what it was when the loop began
public record ResumedPolicy(Policy old, Settings now, List<String> accepted, Path project, boolean meddled)
        implements KeyValues {

    public Policy policy() {
        PolicyFromSettings.refuseDisabled(now);
        List<AgentCommand> agents = agents();
        AgentFlags.refuseUnused(now, agents);
        Policy kept = old.withAgents(agents).with(old.proof().pinning(pins()));
        boolean checked = now.isFlagged(SettingKeys.CHECKS)
                || now.isFlagged(SettingKeys.CLAIM)
                || now.isFlagged(SettingKeys.TAMPER)
                || isExperimentFlagged();
        return PolicyFromSettings.made(checked ? kept.withChecks(checks()) : kept, this);
    }

    @Override
    public <T> @Nullable T maybe(SettingKey<T> key) {
        return isSaid(key) && key.isResumable() ? now.maybe(key) : key.of(old);
    }

    /// Whether a flag sets it, or the role that a flag names.
    private boolean isSaid(SettingKey<?> key) {
        return now.isFlagged(key)
                || (now.isFlagged(SettingKeys.ROLE) && now.origin(key).source() == ValueOrigin.Source.ROLE);
    }

    private List<AgentCommand> agents() {
        List<AgentCommand> given = PolicyFromSettings.agents(now);
        if (!given.isEmpty()
                && (isSaid(SettingKeys.AGENT) || isSaid(SettingKeys.COMMAND) || isSaid(SettingKeys.AGENTS))) {
            return given;
        }
        List<AgentCommand> agents = new ArrayList<>(old.agents());
        AgentCommand first = agents.getFirst();
        boolean known = first.kind() == AgentCommand.Kind.KNOWN;
        String model = isSaid(SettingKeys.MODEL) && known ? now.value(SettingKeys.MODEL) : first.model();
        String stream = isSaid(SettingKeys.STREAM) && !known ? now.value(SettingKeys.STREAM) : first.stream();
        agents.set(
                0,
                new AgentCommand(
                        first.kind(), first.words(), model, stream, first.allowedTools(), first.deniedTools()));
        return isSaid(SettingKeys.ALLOW_TOOLS) || isSaid(SettingKeys.DENY_TOOLS)
                ? PolicyFromSettings.limited(
                        agents,
                        isSaid(SettingKeys.ALLOW_TOOLS) ? now.maybe(SettingKeys.ALLOW_TOOLS) : first.allowedTools(),
                        isSaid(SettingKeys.DENY_TOOLS) ? now.maybe(SettingKeys.DENY_TOOLS) : first.deniedTools())
                : agents;
    }

    /// Where the loop began, and what it fixed then, stays; scripts of a check that is given again are fixed anew,
    /// and so is the configuration where a tamper guard is given that allows to change it.
    private Map<String, String> pins() {
        Map<String, String> pins = new TreeMap<>(old.proof().pins());
        for (String line : given()) {
            Check check = Check.of(line);
            check.scripts().forEach(pins::remove);
            if (check instanceof Review) {
                pins.remove(ProofBasis.TASK);
            }
            if (check instanceof Check.Tamper guard && guard.measures().of(TamperRule.RALPH_CONFIG) == Measure.ALLOW) {
                pins.remove(Configuration.PROJECT_FILE);
            }
        }
        return pins;
    }

    /// The checks among the flags, `off` among them.
    private List<String> given() {
        return Objects.requireNonNullElse(now.flagged(SettingKeys.CHECKS), List.of());
    }

    private List<String> checks() {
        List<String> asked = given();
        int off = asked.lastIndexOf(SettingKeys.NO_CHECKS);
        List<String> given = reviewed(asked.subList(off + 1, asked.size()));
        boolean anew = off >= 0;
        List<String> kept = new ArrayList<>(anew ? accepted : old.checks());
        if (given.stream().anyMatch(line -> Check.of(line) instanceof Check.Tamper)) {
            kept.removeIf(line -> Check.of(line) instanceof Check.Tamper);
        }
        List<Check> layers = PolicyFromSettings.layers(
                layering(SettingKeys.CLAIM, Check.Claim.class, anew),
                now.isFlagged(SettingKeys.READER) ? now.maybe(SettingKeys.READER) : null,
                layering(SettingKeys.TAMPER, Check.Tamper.class, anew),
                maybe(SettingKeys.COMPLETION_PROMISE) != null,
                Stream.concat(kept.stream(), given.stream()).toList(),
                project);
        if (!anew) {
            drop(SettingKeys.CLAIM, new Check.Claim(CheckFields.NONE), layers, kept);
            drop(SettingKeys.TAMPER, new Check.Tamper(CheckFields.NONE), layers, kept);
        }
        Set<String> replaced = given.stream()
                .map(Check::of)
                .filter(Experiment.class::isInstance)
                .map(check -> check.type().name())
                .collect(Collectors.toSet());
        kept.removeIf(line -> replaced.contains(Check.of(line).type().name()));
        layers.addAll(experiments(anew, kept));
        kept.addAll(given);
        return CheckOrder.of(kept, layers);
    }

    private boolean isExperimentFlagged() {
        return now.isFlagged(SettingKeys.EXPERIMENTS)
                || now.isFlagged(SettingKeys.OLD_TESTS)
                || now.isFlagged(SettingKeys.TESTS_MAY_CHANGE);
    }

    /// What flags say of experiments, besides what the loop began with.
    private List<Check> experiments(boolean anew, List<String> kept) {
        Experiment before = old.checks().stream()
                .map(Check::of)
                .filter(check -> check instanceof Experiment found && found.kind() == Experiment.Kind.OLD_TESTS)
                .map(Experiment.class::cast)
                .findFirst()
                .orElse(null);
        ProofChoice had = before == null ? ProofChoice.OFF : before.always() ? ProofChoice.ON : ProofChoice.AUTO;
        ProofChoice choice = now.isFlagged(SettingKeys.EXPERIMENTS) ? now.value(SettingKeys.EXPERIMENTS) : had;
        if (!anew && !isExperimentFlagged()) {
            return List.of(); // what the loop has stays
        }
        kept.removeIf(line -> Check.of(line) instanceof Experiment);
        Measure measure = now.isFlagged(SettingKeys.OLD_TESTS) || before == null
                ? now.value(SettingKeys.OLD_TESTS)
                : before.measure();
        List<String> mayChange = new ArrayList<>(before == null ? List.of() : before.mayChange());
        if (now.isFlagged(SettingKeys.TESTS_MAY_CHANGE)) {
            mayChange.addAll(now.value(SettingKeys.TESTS_MAY_CHANGE));
        }
        return choice == ProofChoice.OFF
                ? List.of()
                : PolicyFromSettings.experiments(
                        choice, measure, mayChange.stream().distinct().toList());
    }

    /// Whether a layer is there by itself.
    ///
    /// @param anew whether the loop's own checks are dropped, and that layer with them
    private ProofChoice layering(SettingKey<ProofChoice> key, Class<? extends Check> kind, boolean anew) {
        if (now.isFlagged(key)) {
            return now.value(key);
        }
        if (!anew) {
            return ProofChoice.OFF; // what the loop has stays
        }
        if (!meddled) {
            return now.value(key);
        }
        boolean had = old.checks().stream().anyMatch(line -> kind.isInstance(Check.of(line)));
        return had ? ProofChoice.ON : ProofChoice.OFF;
    }

    /// What a flag says there shall not be. A check that the configuration names is there all the same, as in a new
    /// loop; where an agent may have struck it out, so is every one.
    private void drop(SettingKey<ProofChoice> key, Check layer, List<Check> layers, List<String> kept) {
        if (!meddled && now.isFlagged(key) && !layers.contains(layer)) {
            List<String> named = now.value(SettingKeys.CHECKS);
            kept.removeIf(line -> Check.of(line).getClass() == layer.getClass() && !named.contains(line));
        }
    }

    /// A review that names nobody is made by the role `reviewer`, or, where an agent may have said who that is, by
    /// the reviewer of the loop's own review.
    private List<String> reviewed(List<String> given) {
        if (!meddled) {
            return PolicyFromSettings.reviewed(given, now);
        }
        for (String own : old.checks()) {
            if (Check.of(own) instanceof Review before) {
                return given.stream()
                        .map(line -> Check.of(line) instanceof Review review
                                ? review.or(before.reviewer()).line()
                                : line)
                        .toList();
            }
        }
        return given;
    }
}
