package dev.ralph.config;

import java.util.List;
import java.util.Map;

/// A bundle of defaults, chosen by its name.
///
/// @param defaults values that differ from those of the table of keys, by the names of their keys, as in a file
public record ProfileChoice(String name, Map<String, String> defaults) {
    /// A fresh agent for every attempt, until DONE exists.
    public static final ProfileChoice RESTART = new ProfileChoice("restart", Map.of());

    /// One conversation that goes on until the promise.
    public static final ProfileChoice SESSION = new ProfileChoice(
            "session",
            Map.of("session", "resume", "completion_promise", "DONE", "restart_delay", "500ms", "breaker", "5"));

    static final List<ProfileChoice> ALL = List.of(RESTART, SESSION);

    public ProfileChoice {
        defaults = Map.copyOf(defaults);
    }
}
