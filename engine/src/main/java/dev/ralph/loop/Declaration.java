package dev.ralph.loop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent declares of its attempt by a tool or a command: that it is done, or that it cannot continue.
///
/// @param artifacts what it made, as paths below the workspace
/// @param summary   its own words about that, null where there are none
/// @param blocker   why it cannot continue, null where it is done
public record Declaration(
        List<String> artifacts,
        @Nullable String summary,
        @Nullable String blocker) {
    public static final int MOST_ARTIFACTS = 100;
    public static final int LONGEST = 4000;

    public Declaration {
        artifacts = List.copyOf(artifacts);
        if (artifacts.size() > MOST_ARTIFACTS) {
            throw new IllegalArgumentException(artifacts.size() + " artifacts: name at most " + MOST_ARTIFACTS);
        }
        artifacts.forEach(artifact -> bounded("the name of an artifact", artifact));
        bounded("the summary", summary);
        bounded("the reason", blocker);
    }

    private static void bounded(String what, @Nullable String text) {
        if (text != null && text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    what + " has " + text.length() + " characters: at most " + LONGEST + " are allowed");
        }
    }
}
