package dev.ralph.config;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Proof;
import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Rule;
import dev.ralph.verify.Check;
import dev.ralph.verify.Composition;
import dev.ralph.verify.Fields;
import dev.ralph.verify.Review;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
        implements Values {

    public Policy policy() {
        List<AgentCommand> agents = agents();
        AgentFlags.refuseUnused(now, agents);
        Policy kept = old.withAgents(agents).with(old.proof().pinning(pins()));
        boolean checked = now.isFlagged(Keys.CHECKS) || now.isFlagged(Keys.CLAIM) || now.isFlagged(Keys.TAMPER);
        return Policies.made(checked ? kept.withChecks(checks()) : kept, this);
    }

    @Override
    public <T> @Nullable T maybe(Key<T> key) {
        return isSaid(key) && key.isResumable() ? now.maybe(key) : key.of(old);
    }

    /// Whether a flag sets it, or the role that a flag names.
    private boolean isSaid(Key<?> key) {
        return now.isFlagged(key)
                || (now.isFlagged(Keys.ROLE) && now.origin(key).source() == Origin.Source.ROLE);
    }

    private List<AgentCommand> agents() {
        List<AgentCommand> given = Policies.agents(now);
        if (!given.isEmpty() && (isSaid(Keys.AGENT) || isSaid(Keys.COMMAND) || isSaid(Keys.AGENTS))) {
            return given;
        }
        List<AgentCommand> agents = new ArrayList<>(old.agents());
        AgentCommand first = agents.getFirst();
        boolean known = first.kind() == AgentCommand.Kind.KNOWN;
        String model = isSaid(Keys.MODEL) && known ? now.value(Keys.MODEL) : first.model();
        String stream = isSaid(Keys.STREAM) && !known ? now.value(Keys.STREAM) : first.stream();
        agents.set(0, new AgentCommand(first.kind(), first.words(), model, stream));
        return agents;
    }

    /// Where the loop began, and what it fixed then, stays; scripts of a check that is given again are fixed anew,
    /// and so is the configuration where a tamper guard is given that allows to change it.
    private Map<String, String> pins() {
        Map<String, String> pins = new TreeMap<>(old.proof().pins());
        for (String line : given()) {
            Check check = Check.of(line);
            check.scripts().forEach(pins::remove);
            if (check instanceof Review) {
                pins.remove(Proof.TASK);
            }
            if (check instanceof Check.Tamper guard && guard.measures().of(Rule.RALPH_CONFIG) == Measure.ALLOW) {
                pins.remove(Configuration.PROJECT_FILE);
            }
        }
        return pins;
    }

    /// The checks among the flags, `off` among them.
    private List<String> given() {
        return Objects.requireNonNullElse(now.flagged(Keys.CHECKS), List.of());
    }

    private List<String> checks() {
        List<String> asked = given();
        int off = asked.lastIndexOf(Keys.NO_CHECKS);
        List<String> given = reviewed(asked.subList(off + 1, asked.size()));
        boolean anew = off >= 0;
        List<String> kept = new ArrayList<>(anew ? accepted : old.checks());
        if (given.stream().anyMatch(line -> Check.of(line) instanceof Check.Tamper)) {
            kept.removeIf(line -> Check.of(line) instanceof Check.Tamper);
        }
        List<Check> layers = Policies.layers(
                layering(Keys.CLAIM, Check.Claim.class, anew),
                layering(Keys.TAMPER, Check.Tamper.class, anew),
                maybe(Keys.COMPLETION_PROMISE) != null,
                Stream.concat(kept.stream(), given.stream()).toList(),
                project);
        if (!anew) {
            drop(Keys.CLAIM, new Check.Claim(Fields.NONE), layers, kept);
            drop(Keys.TAMPER, new Check.Tamper(Fields.NONE), layers, kept);
        }
        kept.addAll(given);
        return Composition.of(kept, layers);
    }

    /// Whether a layer is there by itself.
    ///
    /// @param anew whether the loop's own checks are dropped, and that layer with them
    private Layering layering(Key<Layering> key, Class<? extends Check> kind, boolean anew) {
        if (now.isFlagged(key)) {
            return now.value(key);
        }
        if (!anew) {
            return Layering.OFF; // what the loop has stays
        }
        if (!meddled) {
            return now.value(key);
        }
        boolean had = old.checks().stream().anyMatch(line -> kind.isInstance(Check.of(line)));
        return had ? Layering.ON : Layering.OFF;
    }

    /// What a flag says there shall not be. A check that the configuration names is there all the same, as in a new
    /// loop; where an agent may have struck it out, so is every one.
    private void drop(Key<Layering> key, Check layer, List<Check> layers, List<String> kept) {
        if (!meddled && now.isFlagged(key) && !layers.contains(layer)) {
            List<String> named = now.value(Keys.CHECKS);
            kept.removeIf(line -> Check.of(line).getClass() == layer.getClass() && !named.contains(line));
        }
    }

    /// A review that names nobody is made by the role `reviewer`, or, where an agent may have said who that is, by
    /// the reviewer of the loop's own review.
    private List<String> reviewed(List<String> given) {
        if (!meddled) {
            return Policies.reviewed(given, now);
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
