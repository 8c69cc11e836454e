package dev.ralph.cli;

import dev.ralph.config.AgentKeys;
import dev.ralph.config.Effective;
import dev.ralph.config.Key;
import dev.ralph.config.Origin;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Proof;
import dev.ralph.loop.Talk;
import dev.ralph.run.Rulebook;
import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Rule;
import dev.ralph.verify.Check;
import dev.ralph.verify.Review;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The policy a loop was started with, changed only where a flag of `ralph resume` says so.
///
/// @param fresh what the settings of today would make of it
record ResumedPolicy(Policy old, Policy fresh, Effective now, Invocation invocation) {

    /// @param project  where the loop began
    /// @param accepted checks that came with the task
    static Policy of(Policy old, Effective now, Invocation invocation, Path project, List<String> accepted) {
        List<Policy.AgentCommand> agents = agents(old, now, invocation);
        AgentFlags.refuseIdle(invocation, agents);
        ResumedChecks checks = new ResumedChecks(old.checks(), now, invocation, isMeddled(old, project));
        return Policies.sensible(new ResumedPolicy(
                        old, Policies.of(now.settings(), old.mode(), agents, project, accepted), now, invocation)
                .changed(checks, accepted, project));
    }

    private static boolean isMeddled(Policy old, Path project) {
        try {
            return new Rulebook(project).isChanged(old.proof());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Policy.AgentCommand> agents(Policy old, Effective now, Invocation invocation) {
        List<Policy.AgentCommand> given = Policies.agents(now.settings());
        boolean another = !invocation.rest().isEmpty()
                || says(AgentKeys.COMMAND, now, invocation)
                || says(AgentKeys.AGENTS, now, invocation);
        if (another && !given.isEmpty()) {
            return given;
        }
        List<Policy.AgentCommand> agents = new ArrayList<>(old.agents());
        Policy.AgentCommand first = agents.getFirst();
        boolean known = first.kind() == Policy.AgentCommand.Kind.KNOWN;
        String model = says(AgentKeys.MODEL, now, invocation) && known ? now.value(AgentKeys.MODEL) : first.model();
        String stream =
                says(AgentKeys.STREAM, now, invocation) && !known ? now.value(AgentKeys.STREAM) : first.stream();
        agents.set(0, new Policy.AgentCommand(first.kind(), first.words(), model, stream));
        return agents;
    }

    /// Whether a flag sets it, or the role that a flag names.
    private static boolean says(Key<?> key, Effective now, Invocation invocation) {
        boolean role = invocation.has(AgentKeys.ROLE.flag()) && now.origin(key).source() == Origin.Source.ROLE;
        return role || invocation.has(key.flag());
    }

    private Policy changed(ResumedChecks checks, List<String> accepted, Path project) {
        return new Policy(
                old.profile(),
                old.mode(),
                fresh.agents(),
                limits(),
                pace(),
                invocation.has("check") || invocation.has("claim") || invocation.has("tamper")
                        ? checks.lines(accepted, talk().promise() != null, project)
                        : old.checks(),
                by("keep").keep(),
                talk(),
                confines(),
                proof());
    }

    /// All but the workspace, in which work may lie already.
    private Confines confines() {
        return new Confines(
                old.confines().workspace(),
                in("sandbox").sandbox(),
                new Confines.Reach(
                        in("network").reach().network(),
                        in("allow").reach().hosts(),
                        in("max-network").reach().bytes()),
                new Confines.Sight(
                        in("tools").sight().tools(), in("secrets").sight().secrets()),
                new Confines.Bounds(
                        in("max-cpu").bounds().cpu(),
                        in("max-memory").bounds().memory(),
                        in("max-processes").bounds().processes(),
                        in("max-file-size").bounds().fileSize()));
    }

    private Confines in(String flag) {
        return by(flag).confines();
    }

    private Policy by(String flag) {
        return invocation.has(flag) ? fresh : old;
    }

    /// Not every command has it.
    private boolean isGiven(String option) {
        return invocation.knows(option) && invocation.has(option);
    }

    private Policy.Limits limits() {
        return new Policy.Limits(
                (isGiven(SettingOptions.MAX_ITERATIONS) ? fresh : by("max-restarts"))
                        .limits()
                        .attempts(),
                by("idle-timeout").limits().idle(),
                by("timeout").limits().wall(),
                by("output-limit").limits().keptOutput(),
                by("breaker").limits().sameFailures(),
                caps());
    }

    private Caps caps() {
        return new Caps(
                new Caps.Purse(
                        capsBy("max-attempt-tokens").attempt().tokens(),
                        capsBy("max-attempt-cost").attempt().dollars(),
                        capsBy("max-attempt-output").attempt().output(),
                        capsBy("max-attempt-disk").attempt().disk()),
                new Caps.Purse(
                        capsBy("max-tokens").loop().tokens(),
                        capsBy("max-cost").loop().dollars(),
                        capsBy("max-output").loop().output(),
                        capsBy("max-disk").loop().disk()),
                capsBy("max-time").busyTime(),
                capsBy("min-free-disk").leastFree(),
                capsBy("breaker").sameTrees(),
                old.limits().caps().limited(),
                old.limits().caps().silentCpu());
    }

    private Caps capsBy(String flag) {
        return by(flag).limits().caps();
    }

    private Policy.Pace pace() {
        return new Policy.Pace(
                by("restart-delay").pace().restartDelay(),
                by("poll-interval").pace().poll(),
                by("wait-timeout").pace().childWait(),
                by("grace").pace().grace(),
                by("done-grace").pace().doneGrace(),
                by("check-timeout").pace().check());
    }

    private Talk talk() {
        boolean promise = invocation.has("completion-promise") || invocation.has("blocked-promise");
        return new Talk(
                (says(AgentKeys.SESSION, now, invocation) ? fresh : old).talk().session(),
                old.talk().prompts(),
                (promise ? fresh : old).talk().promise(),
                by("require-work").talk().mustWork());
    }

    /// Where the loop began, and what it fixed then, stays; scripts of a check that is given again are fixed anew,
    /// and so is the configuration where a tamper guard is given that allows to change it.
    private Proof proof() {
        Proof before = old.proof();
        Map<String, String> pins = new TreeMap<>(before.pins());
        for (String line : invocation.all("check")) {
            Check check = Check.of(line);
            check.scripts().forEach(pins::remove);
            if (check instanceof Review) {
                pins.remove(Proof.TASK);
            }
            if (check instanceof Check.Tamper guard && guard.measures().of(Rule.RALPH_CONFIG) == Measure.ALLOW) {
                pins.remove(Rulebook.FILE);
            }
        }
        return new Proof(
                before.baseline(),
                before.branch(),
                pins,
                by("clean-room").proof().room(),
                by("prepare").proof().prepare(),
                new Proof.Care(
                        by("prepare-inputs").proof().care().inputs(),
                        by("prepare-network").proof().care().network(),
                        by("flaky-retries").proof().care().retries()));
    }
}
