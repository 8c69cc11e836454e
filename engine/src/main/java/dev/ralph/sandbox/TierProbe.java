package dev.ralph.sandbox;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.ContainmentUnavailable;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Landlock;
import dev.ralph.process.ProbeCache;
import dev.ralph.sandbox.SandboxTier.Feature;
import dev.ralph.sandbox.SandboxTier.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the best tier by really confining a program that tries what an agent does.
final class TierProbe {
    private static final int NOBODY = 65534;
    private static final List<Set<Feature>> NAMESPACES = List.of(
            EnumSet.of(Feature.OVERLAY, Feature.NO_NESTING),
            EnumSet.of(Feature.OVERLAY),
            EnumSet.of(Feature.NO_NESTING),
            EnumSet.noneOf(Feature.class));

    private final Path scratch;
    private final boolean root = RunAsUser.self().isRoot();
    private final @Nullable Path bubblewrap = Enclosure.Namespaces.program();
    private final List<String> refused = new ArrayList<>();
    private boolean overlayRefused;
    private boolean namespacesRefused;

    TierProbe(Path scratch) {
        this.scratch = scratch;
    }

    /// The best that there is; it is not tried again where it has worked.
    SandboxTier best(ProbeCache tried) {
        SandboxTier whole = whole();
        if (bubblewrap != null && tried.hasWorked(trial(), programs())) {
            return whole;
        }
        SandboxTier best = best();
        if (best.equals(whole)) { // what lacks something may lack it no more the next time
            tried.remember(trial(), programs());
        }
        return best;
    }

    void forget(ProbeCache tried) {
        tried.forget(trial());
    }

    /// Whether an overlay can be mounted depends on the file system.
    private String trial() {
        Path there = scratch.toAbsolutePath();
        while (!Files.exists(there)) {
            there = there.resolve("..").normalize();
        }
        try {
            return "sandbox-" + Files.getAttribute(there, "unix:dev");
        } catch (IOException gone) {
            return "sandbox";
        }
    }

    private List<Path> programs() {
        List<Path> programs = new ArrayList<>();
        if (bubblewrap != null) {
            programs.add(bubblewrap);
        }
        Path setpriv = root ? RunAsUser.setpriv() : null;
        if (setpriv != null) {
            programs.add(setpriv);
        }
        return programs;
    }

    private SandboxTier whole() {
        SandboxTier tier = namespaces(NAMESPACES.getFirst());
        return root ? tier.with(Feature.OTHER_USER) : tier;
    }

    SandboxTier best() {
        SandboxTier tier = namespaces();
        tier = tier != null ? tier : landlock();
        return tier != null
                ? tier
                : new SandboxTier(Level.L0, EnumSet.noneOf(Feature.class), List.of(), refused, advice(Level.L0));
    }

    private @Nullable SandboxTier namespaces() {
        if (bubblewrap == null) {
            refused.add("namespaces: bwrap is not installed");
            return null;
        }
        try (ConfinedProbe trial = new ConfinedProbe(scratch, Containment.NAMESPACE)) {
            for (Set<Feature> features : NAMESPACES) {
                SandboxTier tier = namespaces(features);
                String trouble = trouble(trial, tier, features.contains(Feature.OVERLAY));
                if (trouble == null) {
                    return root ? asOtherUser(trial, tier) : tier;
                }
                refused.add("bubblewrap " + features + ": " + trouble);
                overlayRefused |= features.contains(Feature.OVERLAY);
            }
        } catch (ContainmentUnavailable | IOException | CannotStart none) {
            refused.add("namespaces: " + none.getMessage());
        }
        namespacesRefused = true;
        return null;
    }

    private SandboxTier namespaces(Set<Feature> features) {
        List<String> gaps = new ArrayList<>();
        if (!features.contains(Feature.NO_NESTING)) {
            gaps.add("programs inside can make namespaces of their own");
        }
        Level level = root ? Level.L3 : Level.L1;
        List<String> advice = features.equals(NAMESPACES.getFirst()) && !root ? List.of() : advice(level);
        return new SandboxTier(level, features, gaps, refused, advice);
    }

    private static @Nullable String trouble(ConfinedProbe trial, SandboxTier tier, boolean overlay)
            throws IOException, CannotStart {
        SandboxView view = trial.view();
        try (Sandbox.Enclosed enclosed = new Sandbox(tier).enclose(overlay ? view.over(trial.overlay()) : view)) {
            return trial.run(enclosed.enclosure().orElseThrow());
        } catch (SandboxRefused refused) {
            return refused.getMessage();
        }
    }

    /// Whether root can start programs as somebody else, who has to be able to make the namespaces himself.
    private SandboxTier asOtherUser(ConfinedProbe trial, SandboxTier tier) throws IOException, CannotStart {
        RunAsUser nobody = new RunAsUser(NOBODY, NOBODY, "nobody");
        String id = Integer.toString(NOBODY);
        List<String> arguments = List.of(
                "--unshare-user", "--uid", id, "--gid", id, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc");
        String trouble = RunAsUser.setpriv() == null
                ? "'setpriv' of util-linux is missing"
                : trial.runs(new Enclosure.Namespaces(null, nobody.before(), arguments, List.of()));
        if (trouble == null) {
            return tier.with(Feature.OTHER_USER);
        }
        List<String> gaps = new ArrayList<>(tier.gaps());
        gaps.add("agents keep uid 0, also where the project belongs to another user: " + trouble);
        return new SandboxTier(tier.level(), tier.features(), gaps, tier.refused(), tier.advice());
    }

    private @Nullable SandboxTier landlock() {
        int abi = Landlock.abi();
        if (abi == 0) {
            refused.add("Landlock: this kernel has none, or it is switched off");
            return null;
        }
        try (ConfinedProbe trial = new ConfinedProbe(scratch, Containment.GROUP)) {
            List<String> gaps = new ArrayList<>(Landlock.gaps(abi));
            gaps.add("unix sockets with a path can be connected to, and UDP is not confined");
            gaps.add("other processes can be seen, but neither signalled nor read");
            SandboxTier tier =
                    new SandboxTier(Level.L2, EnumSet.noneOf(Feature.class), gaps, refused, advice(Level.L2));
            String trouble = trouble(trial, tier, false);
            if (trouble == null) {
                return tier;
            }
            refused.add("Landlock: " + trouble);
        } catch (ContainmentUnavailable | IOException | CannotStart none) {
            refused.add("Landlock: " + none.getMessage());
        }
        return null;
    }

    private List<String> advice(Level level) {
        if (level == Level.L3) {
            return List.of("Start Ralph as a plain user: agents of root are confined less firmly.");
        }
        if (bubblewrap == null) { // whether anything else is in the way shows once it is
            return List.of("Install bubblewrap 0.8 or newer: apt install bubblewrap.");
        }
        List<String> advice = new ArrayList<>();
        if (namespacesRefused) {
            advice.add("Allow user namespaces: on Ubuntu with an AppArmor profile for bwrap, or with 'sysctl"
                    + " kernel.apparmor_restrict_unprivileged_userns=0'; elsewhere with 'sysctl"
                    + " kernel.unprivileged_userns_clone=1'; in a container with a seccomp profile that lets 'unshare'"
                    + " and 'mount' pass.");
        }
        if (overlayRefused) {
            advice.add("Overlays for users need Linux 5.11 or newer and a file system with user attributes, such as"
                    + " ext4, xfs or btrfs.");
        }
        return advice;
    }
}
