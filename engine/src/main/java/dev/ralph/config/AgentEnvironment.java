package dev.ralph.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which variables of Ralph's own environment an agent sees.
///
/// @param pass the only names passed on, or null for all of them
/// @param unset names taken away, also from those passed
public record AgentEnvironment(@Nullable List<String> pass, List<String> unset) {
    public static final AgentEnvironment ALL = new AgentEnvironment(null, List.of());

    public AgentEnvironment {
        pass = pass == null ? null : List.copyOf(pass);
        unset = List.copyOf(unset);
    }

    /// What is left of the given environment for a program that gets nothing but what is passed.
    public Map<String, String> from(Map<String, String> parent) {
        Map<String, String> passed = all(parent);
        if (pass != null) {
            passed.keySet().retainAll(pass);
        }
        return passed;
    }

    /// The given environment without what no agent shall see.
    public Map<String, String> all(Map<String, String> parent) {
        Map<String, String> left = new LinkedHashMap<>(parent);
        for (String name : unset) {
            left.remove(name);
        }
        return left;
    }
}
