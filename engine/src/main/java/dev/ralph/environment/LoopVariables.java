package dev.ralph.environment;

import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent finds in its environment: the variables of the specification in both spellings, on top of what Ralph
/// itself was started with.
public record LoopVariables(
        LoopPaths paths,
        InheritedVariables inherited,
        @Nullable String launcherFolder) {

    /// The variables that name the agent's place, in the order the prompt shows them.
    public Map<String, String> variables(String run) {
        RunFolder folder = paths.task().run(run);
        Map<String, String> variables = new LinkedHashMap<>();
        both(variables, "TASK_FOLDER", paths.task().path().toString());
        both(variables, "RUN_FOLDER", folder.path().toString());
        both(variables, "RUNS_DIR", paths.task().runs().toString());
        both(variables, "MESSAGE_BUS", paths.task().bus().toString());
        variables.put("JRUN_PROJECT_ID", paths.head().project());
        variables.put("JRUN_TASK_ID", paths.head().task());
        variables.put("JRUN_ID", run);
        String parent = paths.head().run();
        if (parent != null) {
            variables.put("JRUN_PARENT_ID", parent);
        }
        return variables;
    }

    public Map<String, String> of(String run) {
        return of(run, inherited.ofProgram());
    }

    /// What there is for an agent that chooses what it needs.
    public Map<String, String> all(String run) {
        return of(run, inherited.all());
    }

    private Map<String, String> of(String run, Map<String, String> from) {
        Map<String, String> environment = new LinkedHashMap<>(from);
        environment.remove("JRUN_PARENT_ID");
        // Agents that think they run inside another one refuse to start.
        environment.remove("CLAUDECODE");
        // What the agent around this loop may do is nothing for the agents in it.
        environment.remove("RALPH_MAY_REJECT");
        environment.remove("RALPH_STAGE");
        environment.putAll(variables(run));
        environment.put("RALPH_INSIDE_LOOP", paths.head().id());
        environment.put("RALPH_INSIDE_STATE", paths.layout().state().toString());
        environment.put("RALPH_INSIDE_TASKS", paths.layout().tasks().toString());
        environment.put("RALPH_INSIDE_FOLDER", paths.project().toString());
        environment.put("RALPH_TASK_ID", paths.head().task());
        String role = paths.head().role();
        if (role != null && paths.head().isStage()) {
            environment.put("RALPH_STAGE", role);
        }
        if (launcherFolder != null) {
            String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
            environment.put("PATH", launcherFolder + File.pathSeparator + path);
        }
        return environment;
    }

    /// What a check finds. It is no run, so no engine would take a job for its child: one that it starts is its own.
    public Map<String, String> ofCheck(String name) {
        Map<String, String> environment = of(name);
        environment.remove("RALPH_INSIDE_LOOP");
        environment.remove("RALPH_TASK_ID");
        environment.remove("RALPH_STAGE");
        return environment;
    }

    private static void both(Map<String, String> variables, String name, String value) {
        variables.put(name, value);
        variables.put("JRUN_" + name, value);
    }
}
