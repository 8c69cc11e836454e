package dev.ralph.config;

import dev.ralph.loop.Policy.AgentCommand;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// Looked for when the first one is asked for: most commands need none.
final class KnownProfiles {
    static final List<Profile> ALL = ServiceLoader.load(Profile.class, Profile.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(profile -> !profile.usualFor().contains(AgentCommand.Kind.PROGRAM)))
            .toList();

    private KnownProfiles() {}
}
