package dev.ralph.config;

import dev.ralph.loop.Talk;
import java.util.List;
import java.util.Map;

/// A bundle of defaults, chosen by its name.
///
/// @param defaults values that differ from those of the table of keys, by the names of their keys, as in a file
/// @param prompts  what an attempt after the first is told
public record Profile(String name, Map<String, String> defaults, Talk.Prompts prompts) {
    /// A fresh agent for every attempt, until DONE exists.
    public static final Profile RESTART = new Profile("restart", Map.of(), Talk.Prompts.RESTART);

    /// One conversation that goes on until the promise.
    public static final Profile SESSION = new Profile(
            "session",
            Map.of("session", "resume", "completion_promise", "DONE", "restart_delay", "500ms", "breaker", "5"),
            Talk.Prompts.CONTINUATION);

    static final List<Profile> ALL = List.of(RESTART, SESSION);

    public Profile {
        defaults = Map.copyOf(defaults);
    }
}
