package dev.ralph.environment;

import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.SandboxReport;
import dev.ralph.paths.FileErrorText;
import dev.ralph.proxy.AllowList;
import dev.ralph.proxy.BridgeProgram;
import dev.ralph.proxy.HostRule;
import dev.ralph.proxy.Proxy;
import dev.ralph.sandbox.PrivateLogin;
import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.sandbox.SandboxView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What one confined program has of its own while it runs: a login, a way to the network, a place in the machine.
///
/// 1. When it is closed, nothing of it is left but a refreshed login in the user's own place.
/// 2. Closing it twice, or by several threads, is closing it once.
final class ConfinedProgram implements AutoCloseable {
    private static final int PROXY_PORT = 3128;

    private final @Nullable SandboxTier tier;
    private final Confinement.@Nullable SandboxListener told;
    private final NetworkCalls contacts;
    private final List<String> notes = new ArrayList<>();
    private SandboxReport sandboxReport;
    private @Nullable PrivateLogin login;
    private @Nullable Proxy proxy;
    private @Nullable Path sockets;
    private Sandbox.@Nullable Enclosed enclosed;
    private boolean closed;

    ConfinedProgram(SandboxTier tier, Confinement.SandboxListener told) {
        this.tier = tier;
        this.told = told;
        this.contacts = new NetworkCalls(told::noted, told::warned);
        this.sandboxReport = new SandboxReport(tier.level().name(), List.of(), List.of());
    }

    private ConfinedProgram(SandboxReport sandboxReport) {
        this.tier = null;
        this.told = null;
        this.contacts = new NetworkCalls(_ -> {}, _ -> {});
        this.sandboxReport = sandboxReport;
        this.closed = true;
    }

    /// Of a program that is not confined.
    static ConfinedProgram free(SandboxReport sandboxReport) {
        return new ConfinedProgram(sandboxReport);
    }

    SandboxTier tier() {
        if (tier == null) {
            throw new IllegalStateException("a program that is not confined has no tier");
        }
        return tier;
    }

    void note(String words) {
        notes.add(words);
    }

    /// Copies the agent's login into the private home.
    ///
    /// @return the environment without what names another place for it
    Map<String, String> login(Path ours, ProgramToConfine program, Path users, Map<String, String> environment)
            throws IOException {
        String agent = program.login();
        Map<String, String> inside = new TreeMap<>(environment);
        if (agent != null) {
            login = PrivateLogin.into(ours, agent, users, environment);
            inside.keySet().removeAll(PrivateLogin.variables(agent));
        }
        return inside;
    }

    /// @param tools gets what the way to the network needs to see
    SandboxView.Network network(ConfinementPolicy.Reach reach, List<String> model, List<Path> tools)
            throws IOException {
        return switch (reach.network()) {
            case NONE -> new SandboxView.Network.None();
            case OPEN -> new SandboxView.Network.Open();
            case LISTED -> listed(reach, model, tools);
        };
    }

    private SandboxView.Network listed(ConfinementPolicy.Reach reach, List<String> model, List<Path> tools)
            throws IOException {
        List<HostRule> rules = Stream.concat(model.stream(), reach.hosts().stream())
                .map(HostRule::parse)
                .distinct()
                .toList();
        note("network: " + (rules.isEmpty() ? "no host is allowed" : "allowed are " + words(rules)));
        AllowList list = new AllowList(rules);
        Long bytes = reach.bytes();
        long most = bytes == null ? Long.MAX_VALUE : bytes;
        if (tier().level() == SandboxTier.Level.L2) {
            Proxy own = Proxy.onLoopback(list, most, contacts);
            proxy = own;
            return new SandboxView.Network.Port(own.port());
        }
        Path folder = SocketFolder.make();
        sockets = folder;
        proxy = Proxy.open(SocketFolder.socket(folder), list, most, contacts);
        List<HostRule> services = rules.stream().filter(HostRule::isLoopback).toList();
        int port = PROXY_PORT;
        while (isTaken(services, port)) {
            port++;
        }
        BridgeProgram bridge = BridgeProgram.of(SandboxView.Network.Proxy.INSIDE, port, services);
        tools.addAll(bridge.files());
        return new SandboxView.Network.Proxy(SocketFolder.socket(folder), port, bridge.command());
    }

    private static String words(List<HostRule> rules) {
        return String.join(", ", rules.stream().map(HostRule::toString).toList());
    }

    private static boolean isTaken(List<HostRule> services, int port) {
        return services.stream().anyMatch(rule -> rule.port() == port);
    }

    Sandbox.Enclosed enclose(Sandbox sandbox, SandboxView view) {
        Sandbox.Enclosed own = sandbox.enclose(view);
        enclosed = own;
        notes.addAll(0, own.notes());
        sandboxReport = new SandboxReport(sandboxReport.tier(), notes, List.of());
        if (told != null) {
            told.confined(notes);
        }
        return own;
    }

    /// What it was confined to; whom it called once it is closed.
    synchronized SandboxReport sandboxReport() {
        return sandboxReport;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        attempt("the proxy", () -> {
            if (proxy != null) {
                proxy.close();
            }
            if (sockets != null) {
                Files.deleteIfExists(sockets);
            }
        });
        attempt("the agent's login", this::returnLogin);
        if (enclosed != null) {
            enclosed.close();
        }
        sandboxReport = new SandboxReport(sandboxReport.tier(), notes, contacts.list());
    }

    private void returnLogin() throws IOException {
        if (login != null && enclosed != null) {
            for (String refused : login.takeBack(enclosed.uid())) {
                note(refused);
                warn(refused);
            }
            login.forget();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void attempt(String what, Work work) {
        try {
            work.run();
        } catch (IOException failed) {
            warn("sandbox: " + what + " could not be put away: " + FileErrorText.words(failed));
        }
    }

    private void warn(String words) {
        if (told != null) {
            told.warned(words);
        }
    }
}
