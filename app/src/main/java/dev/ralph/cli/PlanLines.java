package dev.ralph.cli;

import dev.ralph.Plan;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.ValueOrigin;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Caps;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.EventFields;
import dev.ralph.verify.Check;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What would be run, in five lines, before anything is.
final class PlanLines {
    private PlanLines() {}

    static void show(Console console, Plan plan, Optional<SandboxTier> sandbox) {
        show(console, plan, sandbox, null);
    }

    /// @param unready why no agent is ready; null where one is
    static void show(Console console, Plan plan, Optional<SandboxTier> sandbox, @Nullable String unready) {
        Policy policy = plan.policy();
        if (console.json()) {
            json(console, plan, sandbox, unready);
            return;
        }
        line(console, "agent", unready == null ? agent(plan) : "none; " + unready);
        line(console, "checks", checks(plan));
        line(console, "place", place(plan, sandbox));
        if (!plan.found().wanted().isEmpty()) {
            String wanted = String.join(",", plan.found().wanted());
            line(console, "refused", wanted + ", which this project asks for. Allow: --allow " + wanted);
        }
        line(console, "limits", limits(policy));
        line(console, "change", "--agent, --check, --sandbox, --max-time, ...: ralph run --help");
    }

    private static void json(Console console, Plan plan, Optional<SandboxTier> sandbox, @Nullable String unready) {
        Policy policy = plan.policy();
        ConfinementPolicy confinement = policy.confinement();
        Caps caps = policy.limits().caps();
        console.object(json -> {
            json.field("type", "plan");
            json.objects("agents", unready == null ? policy.agents() : List.of(), agent -> {
                json.field("name", agent.words().getFirst());
                json.field("model", agent.model());
            });
            if (unready != null) {
                json.field("unready", unready);
            }
            json.arrayField(
                    "checks", () -> policy.checks().forEach(line -> json.raw(JsonText.of(EventFields.check(line)))));
            json.field("clean_room", plan.usesCleanRoom());
            json.field("prepare", policy.proof().prepare());
            json.code("workspace", confinement.workspace());
            json.field("sandbox", sandbox.map(tier -> tier.level().name()).orElse(null));
            json.code("network", confinement.reach().network());
            json.texts("hosts", confinement.reach().hosts());
            json.field("max_attempts", policy.limits().attempts());
            json.number(
                    "max_seconds",
                    caps.busyTime() == null
                            ? null
                            : BigDecimal.valueOf(caps.busyTime().toSeconds()));
            json.number("max_dollars", caps.loop().dollars());
        });
    }

    private static void line(Console console, String name, String text) {
        console.say(console.bold(name + " ".repeat(8 - name.length())) + Console.harmless(text));
    }

    private static String agent(Plan plan) {
        AgentCommand first = plan.policy().agents().getFirst();
        String name = first.words().getFirst();
        boolean known = first.kind() == AgentCommand.Kind.KNOWN;
        String model = first.model() != null ? " with " + first.model() : known ? " with its default model" : "";
        List<String> next = plan.policy().agents().stream()
                .skip(1)
                .map(agent -> agent.words().getFirst())
                .toList();
        return name
                + model
                + (next.isEmpty() ? "" : ", then " + String.join(", ", next))
                + (plan.found().others().isEmpty()
                        ? ""
                        : "; also available: " + String.join(", ", plan.found().others()) + " (--agent "
                                + plan.found().others().getFirst() + ")");
    }

    private static String checks(Plan plan) {
        Policy policy = plan.policy();
        if (policy.checks().isEmpty()) {
            boolean listed = plan.settings().value(SettingKeys.PROFILE).findsSettings()
                    && plan.settings().origin(SettingKeys.CHECKS).source() == ValueOrigin.Source.DEFAULT;
            return listed
                    ? "none found: only tasks with a completion of their own can be proven"
                    : "none: nothing verifies the work";
        }
        String titles =
                policy.checks().stream().map(line -> Check.of(line).title()).collect(Collectors.joining(", "));
        return titles + (plan.usesCleanRoom() ? ", in a fresh checkout" : "");
    }

    private static String place(Plan plan, Optional<SandboxTier> sandbox) {
        ConfinementPolicy confinement = plan.policy().confinement();
        ValueOrigin chosen = plan.settings().origin(SettingKeys.WORKSPACE);
        List<String> parts = new ArrayList<>();
        parts.add(
                switch (confinement.workspace()) {
                    case IN_PLACE -> "your files, in place";
                    case WORKTREE ->
                        "a worktree" + (chosen.source() == ValueOrigin.Source.FOUND ? ", " + chosen.where() : "");
                    case OVERLAY -> "an overlay on your files";
                });
        parts.add(sandbox.map(tier -> "sandbox " + tier.level()).orElse("no sandbox"));
        parts.add(
                switch (confinement.reach().network()) {
                    case NONE -> "no network";
                    case OPEN -> "open network";
                    case LISTED ->
                        "network: its model"
                                + confinement.reach().hosts().stream()
                                        .map(host -> ", " + host)
                                        .collect(Collectors.joining());
                });
        return String.join("; ", parts);
    }

    private static String limits(Policy policy) {
        List<String> parts = new ArrayList<>();
        parts.add(Amount.of(policy.limits().attempts(), "attempt"));
        Caps caps = policy.limits().caps();
        if (caps.busyTime() != null) {
            parts.add(DurationText.brief(caps.busyTime()));
        }
        if (caps.loop().dollars() != null) {
            parts.add("$" + caps.loop().dollars().toPlainString());
        }
        return String.join(", ", parts);
    }
}
