package dev.ralph.agent;

import dev.ralph.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What an attempt wants of an agent.
///
/// @param runFolder   where files for this attempt may be put
/// @param session     the session to continue, null for a fresh one
/// @param model       null for the agent's own choice
/// @param root        whether it will run as root
/// @param extra       the user's own arguments
/// @param environment what Ralph itself and the loop would give it; each kind passes on what it needs of it
/// @param passed      names of it that the user wants to be passed on as well
/// @param tools       the program that serves Ralph's own tools over MCP if its argument is `mcp`, null for none
/// @param allowed     the only tools of its own that it may use, by its own names; null for all
/// @param denied      those it may not use
public record AttemptRequest(
        Path runFolder,
        @Nullable String session,
        @Nullable String model,
        boolean root,
        List<String> extra,
        Map<String, String> environment,
        List<String> passed,
        @Nullable String tools,
        @Nullable List<String> allowed,
        List<String> denied) {

    public AttemptRequest {
        if (session != null && !SafeWord.is(session)) {
            throw new IllegalArgumentException("'" + session + "' cannot be the id of a session: letters, digits and"
                    + " . _ - : / @ + only, beginning with a letter or digit");
        }
        if (model != null
                && (model.isBlank() || model.startsWith("-") || model.chars().anyMatch(c -> c < ' '))) {
            throw new IllegalArgumentException("'" + model + "' cannot be the name of a model");
        }
        extra = List.copyOf(extra);
        environment = Map.copyOf(environment);
        passed = List.copyOf(passed);
        allowed = allowed == null ? null : List.copyOf(allowed);
        denied = List.copyOf(denied);
    }

    /// Without Ralph's tools, and with all of the agent's own.
    public AttemptRequest(
            Path runFolder,
            @Nullable String session,
            @Nullable String model,
            boolean root,
            List<String> extra,
            Map<String, String> environment,
            List<String> passed) {
        this(runFolder, session, model, root, extra, environment, passed, null, null, List.of());
    }

    /// What the tools' program has to know of the attempt; agents do not pass all on that they have.
    Map<String, String> toolVariables() {
        Map<String, String> needed = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith("RALPH_INSIDE_")
                    || name.equals("RALPH_MAY_REJECT")
                    || name.startsWith("JRUN_")
                    || name.endsWith("JAVA_HOME")) {
                needed.put(name, value);
            }
        });
        return needed;
    }

    /// The file that names the tools' server in the form that most agents understand; nothing where there are none.
    ///
    /// @param more what else one of them wants to know of a server
    Map<Path, String> toolFile(Map<String, Object> more) {
        if (tools == null) {
            return Map.of();
        }
        Map<String, @Nullable Object> server = new TreeMap<>(more);
        server.put("command", tools);
        server.put("args", List.of("mcp"));
        server.put("env", toolVariables());
        String text = JsonText.of(Map.of("mcpServers", Map.of("ralph", server)));
        return Map.of(runFolder.resolve("mcp-servers.json"), text);
    }
}
