package dev.ralph.store;

import dev.ralph.loop.Caps;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Proof;
import dev.ralph.loop.Talk;
import dev.ralph.signal.PromiseRule;
import dev.ralph.verify.Check;
import dev.ralph.verify.InvalidCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A policy as it is stored. What later releases added is missing in older journals; it has its default then.
final class PolicyForm {
    private PolicyForm() {}

    static void write(JsonFields json, Policy policy) {
        json.open("policy");
        json.text("profile", policy.profile());
        json.text("mode", policy.mode().name());
        json.open("agent");
        agent(json, policy.agent());
        json.close();
        if (policy.agents().size() > 1) {
            json.openList("others");
            for (AgentCommand other : policy.agents().subList(1, policy.agents().size())) {
                json.begin();
                agent(json, other);
                json.close();
            }
            json.closeList();
        }
        limits(json, policy.limits());
        pace(json, policy.pace());
        json.texts("checks", policy.checks());
        json.text("keep", policy.keep().name());
        talk(json, policy.talk());
        ConfinesForm.write(json, policy.confines());
        ProofForm.write(json, policy.proof());
        json.close();
    }

    private static void agent(JsonFields json, AgentCommand agent) {
        json.text("kind", agent.kind().name());
        json.texts("words", agent.words());
        json.text("model", agent.model());
        json.text("stream", agent.stream());
    }

    private static void limits(JsonFields json, Policy.Limits limits) {
        json.open("limits");
        json.number("attempts", limits.attempts());
        json.duration("idle", limits.idle());
        json.duration("wall", limits.wall());
        json.number("keptOutput", limits.keptOutput());
        json.number("sameFailures", limits.sameFailures());
        Caps caps = limits.caps();
        json.open("caps");
        purse(json, "attempt", caps.attempt());
        purse(json, "loop", caps.loop());
        json.duration("busyTime", caps.busyTime());
        json.number("leastFree", caps.leastFree() == null ? 0 : caps.leastFree());
        json.number("sameTrees", caps.sameTrees());
        json.number("limited", caps.limited());
        json.flag("silentCpu", caps.silentCpu());
        json.close();
        json.close();
    }

    private static void purse(JsonFields json, String name, Caps.Purse purse) {
        json.open(name);
        number(json, "tokens", purse.tokens());
        json.decimal("dollars", purse.dollars());
        number(json, "output", purse.output());
        number(json, "disk", purse.disk());
        json.close();
    }

    private static void number(JsonFields json, String name, @Nullable Long value) {
        if (value != null) {
            json.number(name, value);
        }
    }

    private static void pace(JsonFields json, Policy.Pace pace) {
        json.open("pace");
        json.duration("restartDelay", pace.restartDelay());
        json.duration("poll", pace.poll());
        json.duration("childWait", pace.childWait());
        json.duration("grace", pace.grace());
        json.duration("doneGrace", pace.doneGrace());
        json.duration("check", pace.check());
        json.close();
    }

    private static void talk(JsonFields json, Talk talk) {
        json.open("talk");
        json.text("session", talk.session().name());
        json.text("prompts", talk.prompts().name());
        json.flag("mustWork", talk.mustWork());
        PromiseRule promise = talk.promise();
        if (promise != null) {
            json.open("promise");
            json.text("promise", promise.promise());
            json.flag("caseSensitive", promise.caseSensitive());
            json.flag("ownLine", promise.ownLine());
            json.flag("trim", promise.trim());
            json.text("blocked", promise.blocked());
            json.close();
        }
        json.close();
    }

    static Policy read(JsonBody body) {
        List<AgentCommand> agents = new ArrayList<>();
        agents.add(agent(body.child("agent")));
        if (body.has("others")) {
            body.children("others").forEach(other -> agents.add(agent(other)));
        }
        return new Policy(
                body.text("profile"),
                body.constant("mode", Policy.Mode.class),
                agents,
                limits(body.child("limits")),
                pace(body.child("pace")),
                checks(body.texts("checks")),
                body.constant("keep", Policy.Keep.class),
                body.has("talk") ? talk(body.child("talk")) : Talk.NONE,
                body.has("confines") ? ConfinesForm.read(body.child("confines")) : Confines.NONE,
                body.has("proof") ? ProofForm.read(body.child("proof")) : Proof.NONE);
    }

    /// A check this Ralph does not know was written by a newer one.
    private static List<String> checks(List<String> lines) {
        for (String line : lines) {
            try {
                Check.of(line);
            } catch (InvalidCheck unknown) {
                throw UnreadableEvent.newer("it holds a check that this Ralph does not know: " + unknown.getMessage());
            }
        }
        return lines;
    }

    private static AgentCommand agent(JsonBody body) {
        return new AgentCommand(
                body.constant("kind", AgentCommand.Kind.class),
                body.texts("words"),
                body.textOrNull("model"),
                body.has("stream") ? body.text("stream") : AgentCommand.TEXT);
    }

    private static Policy.Limits limits(JsonBody body) {
        return new Policy.Limits(
                body.count("attempts"),
                body.durationOrNull("idle"),
                body.durationOrNull("wall"),
                body.number("keptOutput"),
                body.count("sameFailures"),
                body.has("caps") ? caps(body.child("caps")) : Caps.DEFAULT);
    }

    private static Caps caps(JsonBody body) {
        return new Caps(
                purse(body.child("attempt")),
                purse(body.child("loop")),
                body.durationOrNull("busyTime"),
                leastFree(body),
                body.count("sameTrees"),
                body.count("limited"),
                body.flag("silentCpu"));
    }

    private static @Nullable Long leastFree(JsonBody body) {
        if (!body.has("leastFree")) {
            return Caps.DEFAULT.leastFree();
        }
        return body.number("leastFree") == 0 ? null : body.number("leastFree");
    }

    private static Caps.Purse purse(JsonBody body) {
        return new Caps.Purse(
                numberOrNull(body, "tokens"),
                body.decimalOrNull("dollars"),
                numberOrNull(body, "output"),
                numberOrNull(body, "disk"));
    }

    private static @Nullable Long numberOrNull(JsonBody body, String name) {
        return body.has(name) ? body.number(name) : null;
    }

    private static Policy.Pace pace(JsonBody body) {
        return new Policy.Pace(
                body.duration("restartDelay"),
                body.duration("poll"),
                body.duration("childWait"),
                body.duration("grace"),
                body.duration("doneGrace"),
                body.duration("check"));
    }

    private static Talk talk(JsonBody body) {
        return new Talk(
                body.constant("session", Talk.Session.class),
                body.constant("prompts", Talk.Prompts.class),
                body.has("promise") ? promise(body.child("promise")) : null,
                body.flag("mustWork"));
    }

    private static PromiseRule promise(JsonBody body) {
        return new PromiseRule(
                body.text("promise"),
                body.flag("caseSensitive"),
                body.flag("ownLine"),
                body.flag("trim"),
                body.textOrNull("blocked"));
    }
}
