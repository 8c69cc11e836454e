package dev.ralph.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
public record AttemptRequest(
        Path runFolder,
        @Nullable String session,
        @Nullable String model,
        boolean root,
        List<String> extra,
        Map<String, String> environment,
        List<String> passed) {

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
    }
}
