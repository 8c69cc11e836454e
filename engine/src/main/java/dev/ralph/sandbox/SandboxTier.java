package dev.ralph.sandbox;

import dev.ralph.process.Containment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The sandbox that works on this machine, as it was found by trying.
///
/// @param features what it can do beyond what the level says
/// @param gaps     what it cannot do though one might expect it
/// @param refused  why stronger ones do not work here
/// @param advice   how to get a better one
public record SandboxTier(
        Level level, Set<Feature> features, List<String> gaps, List<String> refused, List<String> advice) {
    /// How a program is confined.
    public enum Level {
        /// User namespaces and bubblewrap: a view of its own.
        L1("namespaces by bubblewrap, as a plain user"),
        /// Landlock: the view everybody has, with most of it denied.
        L2("Landlock, without namespaces"),
        /// Bubblewrap, made by root.
        L3("namespaces by bubblewrap, made by root"),
        /// Nothing.
        L0("none");

        private final String words;

        Level(String words) {
            this.words = words;
        }
    }

    /// What not every machine offers.
    public enum Feature {
        /// An overlay can be mounted.
        OVERLAY,
        /// Programs inside can be kept from making namespaces of their own.
        NO_NESTING,
        /// Root can start programs as the owner of the project.
        OTHER_USER
    }

    private static final String RULE = "!".repeat(78);

    public SandboxTier {
        features = Set.copyOf(features);
        gaps = List.copyOf(gaps);
        refused = List.copyOf(refused);
        advice = List.copyOf(advice);
    }

    /// No sandbox, because the user does not want one.
    public static SandboxTier off() {
        return new SandboxTier(
                Level.L0, EnumSet.noneOf(Feature.class), List.of(), List.of("it was switched off"), List.of());
    }

    /// The same with one more feature.
    SandboxTier with(Feature more) {
        Set<Feature> all = EnumSet.of(more);
        all.addAll(features);
        return new SandboxTier(level, all, gaps, refused, advice);
    }

    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    public boolean confines() {
        return level != Level.L0;
    }

    /// The containment that the supervisor of such programs needs: Landlock forbids the making of namespaces.
    public Containment containment() {
        return switch (level) {
            case L1, L3 -> Containment.NAMESPACE;
            case L2 -> Containment.SUBREAPER;
            case L0 -> Containment.AUTO;
        };
    }

    /// What a user must not overlook; empty where there is a sandbox.
    public List<String> banner() {
        return confines()
                ? List.of()
                : List.of(
                        RULE,
                        "NO SANDBOX: the agent can read, change and delete whatever you can, use your",
                        "keys and logins, and reach the network. (" + String.join("; ", refused) + ")",
                        RULE);
    }

    /// One fact per line, for `ralph doctor`.
    public List<String> explained() {
        List<String> lines = new ArrayList<>();
        lines.add(level + ": " + level.words);
        if (confines()) {
            lines.add(has(Feature.OVERLAY) ? "workspace: overlay" : "workspace: no overlay can be mounted");
        }
        gaps.forEach(gap -> lines.add("not confined: " + gap));
        refused.forEach(reason -> lines.add("not available: " + reason));
        advice.forEach(help -> lines.add("better: " + help));
        return lines;
    }

    @Override
    public String toString() {
        return level + " (" + level.words + ")";
    }
}
