package dev.ralph.sandbox;

import dev.ralph.process.Enclosure;
import dev.ralph.process.ProbeCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Confines programs as well as this machine can.
public final class Sandbox {
    private static final Map<Path, SandboxTier> KNOWN = new ConcurrentHashMap<>();
    /// They name sockets of other programs.
    private static final List<String> HIDDEN = List.of("XDG_RUNTIME_DIR", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS");

    private static final AtomicInteger GROUPS = new AtomicInteger();

    private final SandboxTier tier;

    Sandbox(SandboxTier tier) {
        this.tier = tier;
    }

    /// Finds out what works here, once per process and folder.
    ///
    /// @param scratch a folder on the file system on which overlays will lie; created if missing
    /// @throws SandboxRefused when one is required and there is none
    public static Sandbox open(SandboxRequest demand, Path scratch) {
        return open(demand, scratch, ProbeCache.NOTHING);
    }

    /// The same, where what worked since the machine was started is not tried again.
    public static Sandbox open(SandboxRequest demand, Path scratch, ProbeCache tried) {
        SandboxTier tier = demand == SandboxRequest.OFF ? SandboxTier.off() : probed(scratch, tried);
        return demanded(demand, tier);
    }

    static Sandbox demanded(SandboxRequest demand, SandboxTier tier) {
        if (demand == SandboxRequest.REQUIRED && !tier.confines()) {
            throw new SandboxRefused("a sandbox is required and none works here: " + String.join("; ", tier.refused())
                    + ". " + String.join(" ", tier.advice()) + " Without one: --sandbox off.");
        }
        return new Sandbox(tier);
    }

    /// Removes what probes left whose process died.
    public static void sweep(Path scratch) throws IOException {
        ConfinedProbe.sweep(scratch);
    }

    /// What works here, for people to read.
    public static SandboxTier probed(Path scratch) {
        return probed(scratch, ProbeCache.NOTHING);
    }

    public static SandboxTier probed(Path scratch, ProbeCache tried) {
        return KNOWN.computeIfAbsent(scratch.toAbsolutePath(), folder -> {
            Cgroup.sweep();
            return new TierProbe(folder).best(tried);
        });
    }

    /// A program could not be confined: what works here is tried for real by whoever asks next.
    public static void forget(Path scratch, ProbeCache tried) {
        KNOWN.remove(scratch.toAbsolutePath());
        new TierProbe(scratch).forget(tried);
    }

    /// How much a program may use can be bounded here like this, for people to read.
    public static List<String> bounds(SandboxTier tier) {
        ResourceBounds all = new ResourceBounds(Duration.ofHours(1), 1L << 30, 1000, 1L << 40);
        boolean namespaces = tier.level() != SandboxTier.Level.L2;
        Cgroup group = namespaces ? group(all) : null;
        boolean own = namespaces && !RunAsUser.self().isRoot();
        List<String> notes = all.applied(own ? ResourceBounds.Counting.OWN : ResourceBounds.Counting.SHARED, group)
                .notes();
        if (group != null) {
            group.close();
        }
        return notes.isEmpty()
                ? List.of("processor time and file size of each process, memory and processes of all together")
                : notes;
    }

    public SandboxTier tier() {
        return tier;
    }

    /// Arranges what one program gets. Close it when the program's end is proven.
    ///
    /// @throws SandboxRefused when this tier cannot give such a view
    public Enclosed enclose(SandboxView view) {
        return switch (tier.level()) {
            case L1, L3 -> inNamespaces(view);
            case L2 -> byLandlock(view);
            case L0 ->
                new Enclosed(null, Map.of(), tier.banner(), RunAsUser.self().uid(), null);
        };
    }

    private Enclosed inNamespaces(SandboxView view) {
        if (view.overlay() != null && !tier.has(SandboxTier.Feature.OVERLAY)) {
            throw new SandboxRefused("nothing was started, because no overlay can be mounted here. Use a worktree.");
        }
        RunAsUser user = RunAsUser.of(view, tier);
        user.adopt(view);
        List<String> arguments = NamespaceView.arguments(view, user, tier);
        Cgroup group = group(view.bounds());
        ResourceBounds.Counting counting = user.isRoot() ? ResourceBounds.Counting.SHARED : ResourceBounds.Counting.OWN;
        ResourceBounds.Applied bounds = view.bounds().applied(counting, group);
        List<String> before = new ArrayList<>(group == null ? List.of() : group.before());
        before.addAll(user.before());
        List<String> notes = new ArrayList<>(List.of(tier.toString(), "runs as " + user.words()));
        notes.addAll(bounds.notes());
        List<String> inside = new ArrayList<>(BridgeStart.before(view.network()));
        int companions = inside.isEmpty() ? 0 : 1;
        inside.addAll(bounds.words());
        return new Enclosed(
                new Enclosure.Namespaces(view.overlay(), before, arguments, inside, companions),
                variables(view, view.home().inside(), Path.of("/tmp")),
                notes,
                user.uid(),
                group);
    }

    private Enclosed byLandlock(SandboxView view) {
        ResourceBounds.Applied bounds = view.bounds().applied(ResourceBounds.Counting.SHARED, null);
        List<String> notes = new ArrayList<>(List.of(tier.toString()));
        tier.gaps().forEach(gap -> notes.add("not confined: " + gap));
        if (view.network() instanceof SandboxView.Network.Port) {
            notes.add("the port of the proxy can be called on any host, not on this machine alone");
        }
        notes.addAll(bounds.notes());
        Path home = view.home().folder();
        return new Enclosed(
                LandlockView.rules(view, bounds.words()),
                variables(view, home, home),
                notes,
                RunAsUser.self().uid(),
                null);
    }

    private static @Nullable Cgroup group(ResourceBounds bounds) {
        return Cgroup.make(bounds, GROUPS.incrementAndGet()).orElse(null);
    }

    private static Map<String, String> variables(SandboxView view, Path home, Path temporary) {
        String below = home.toString();
        Map<String, String> variables = new TreeMap<>();
        variables.put("HOME", below);
        for (String name : List.of("TMPDIR", "TMP", "TEMP")) {
            variables.put(name, temporary.toString());
        }
        variables.put("XDG_CONFIG_HOME", below + "/.config");
        variables.put("XDG_DATA_HOME", below + "/.local/share");
        variables.put("XDG_STATE_HOME", below + "/.local/state");
        variables.put("XDG_CACHE_HOME", below + "/.cache");
        variables.putAll(ProxyVariables.of(view.network()));
        return variables;
    }

    /// What one program gets.
    public static final class Enclosed implements AutoCloseable {
        private final @Nullable Enclosure enclosure;
        private final Map<String, String> variables;
        private final List<String> notes;
        private final int uid;
        private final @Nullable Cgroup group;

        private Enclosed(
                @Nullable Enclosure enclosure,
                Map<String, String> variables,
                List<String> notes,
                int uid,
                @Nullable Cgroup group) {
            this.enclosure = enclosure;
            this.variables = Map.copyOf(variables);
            this.notes = List.copyOf(notes);
            this.uid = uid;
            this.group = group;
        }

        /// To whom the files belong that the program writes.
        public int uid() {
            return uid;
        }

        /// For the launch; empty without a sandbox.
        public Optional<Enclosure> enclosure() {
            return Optional.ofNullable(enclosure);
        }

        /// `environment` as it is to be inside: variables that name places name those of the view.
        public Map<String, String> environment(Map<String, String> environment) {
            Map<String, String> inside = new TreeMap<>(environment);
            if (enclosure != null) {
                inside.keySet().removeAll(HIDDEN);
                inside.keySet().removeAll(variables.containsKey("HTTP_PROXY") ? ProxyVariables.ALL : List.of());
            }
            inside.putAll(variables);
            String proxy = variables.get("HTTP_PROXY");
            if (enclosure != null && proxy != null) {
                ProxyVariables.tellJava(proxy, inside);
            }
            return inside;
        }

        /// The tier, as whom the program runs, and what could not be bounded: to be recorded with the attempt.
        public List<String> notes() {
            return notes;
        }

        @Override
        public void close() {
            if (group != null) {
                group.close();
            }
        }
    }
}
