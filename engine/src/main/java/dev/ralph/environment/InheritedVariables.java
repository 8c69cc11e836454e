package dev.ralph.environment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What agents inherit of Ralph's own environment.
///
/// @param all  what there is to inherit
/// @param pass names that somebody asked to pass on, null when nobody did; a program gets only these, a known agent
/// gets them on top of what it needs
/// @param hidden values that nobody inherits, and that are taken out of what programs print
public record InheritedVariables(
        Map<String, String> all, @Nullable List<String> pass, List<String> hidden) {
    public InheritedVariables {
        all = Map.copyOf(all);
        pass = pass == null ? null : List.copyOf(pass);
        hidden = List.copyOf(hidden);
    }

    public static InheritedVariables of(Map<String, String> all) {
        return new InheritedVariables(all, null, List.of());
    }

    public Map<String, String> ofProgram() {
        List<String> only = pass;
        if (only == null) {
            return all;
        }
        Map<String, String> passed = new HashMap<>(all);
        passed.keySet().retainAll(only);
        return passed;
    }

    /// What a known agent gets besides what it needs.
    public List<String> more() {
        List<String> names = pass;
        return names == null ? List.of() : names;
    }
}
