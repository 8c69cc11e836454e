package dev.ralph.profile;

import dev.ralph.config.Profile;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.wording.Wording;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// One task from one line: what nobody configured is found, the agent is confined, its work is proven, and it ends as
/// one commit.
public final class TaskProfile implements Profile {

    /// One task: an agent that is confined, within limits, and asks rather than goes on for nothing.
    static final Map<String, String> CONFINED = Map.ofEntries(
            Map.entry("workspace", "overlay"),
            Map.entry("sandbox", "required"),
            Map.entry("network", "allow-list"),
            Map.entry("max_restarts", "10"),
            Map.entry("max_time", "30m"),
            Map.entry("max_cost", "5"),
            Map.entry("breaker", "3"),
            Map.entry("on_question", "park"),
            Map.entry("agent_tools", "on"));

    @Override
    public String name() {
        return "task";
    }

    @Override
    public String summary() {
        return "one task, confined and proven, until one commit holds it";
    }

    @Override
    public Set<AgentCommand.Kind> usualFor() {
        return Set.of(AgentCommand.Kind.KNOWN);
    }

    @Override
    public boolean findsSettings() {
        return true;
    }

    @Override
    public boolean mustChange() {
        return true;
    }

    @Override
    public Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(CONFINED);
        all.put("try_checks", "on");
        return all;
    }

    @Override
    public Wording wording() {
        return new Wording() {
            @Override
            public String attemptsUsed(int allowed) {
                return Wording.usedAll(allowed, "attempt");
            }

            @Override
            public String stamp() {
                return "HH:mm:ss ";
            }
        };
    }
}
