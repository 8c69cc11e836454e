package dev.ralph.config;

import dev.ralph.loop.Policy.AgentCommand;
import java.util.List;
import java.util.ServiceLoader;

/// Looked for when the first one is asked for: most commands need none.
final class KnownProfiles {
    static final List<Profile> ALL = ServiceLoader.load(Profile.class, Profile.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(KnownProfiles::runsProgramsFirst)
            .toList();

    private KnownProfiles() {}

    /// Not one of the JDK's comparators, which are made at run time.
    private static int runsProgramsFirst(Profile one, Profile other) {
        return Boolean.compare(runsPrograms(other), runsPrograms(one));
    }

    private static boolean runsPrograms(Profile profile) {
        return profile.usualFor().contains(AgentCommand.Kind.PROGRAM);
    }
}
