package dev.ralph.run;

import dev.ralph.loop.Confines;
import dev.ralph.loop.Custody;
import dev.ralph.proxy.AllowList;
import dev.ralph.proxy.BridgeProgram;
import dev.ralph.proxy.Proxy;
import dev.ralph.proxy.Rule;
import dev.ralph.sandbox.Login;
import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.Tier;
import dev.ralph.sandbox.View;
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
final class Tenancy implements AutoCloseable {
    private static final int PROXY_PORT = 3128;

    private final @Nullable Tier tier;
    private final Confinement.@Nullable Told told;
    private final Contacts contacts;
    private final List<String> notes = new ArrayList<>();
    private Custody custody;
    private @Nullable Login login;
    private @Nullable Proxy proxy;
    private @Nullable Path sockets;
    private Sandbox.@Nullable Enclosed enclosed;
    private boolean closed;

    Tenancy(Tier tier, Confinement.Told told) {
        this.tier = tier;
        this.told = told;
        this.contacts = new Contacts(told::noted, told::warned);
        this.custody = new Custody(tier.level().name(), List.of(), List.of());
    }

    private Tenancy(Custody custody) {
        this.tier = null;
        this.told = null;
        this.contacts = new Contacts(_ -> {}, _ -> {});
        this.custody = custody;
        this.closed = true;
    }

    /// Of a program that is not confined.
    static Tenancy free(Custody custody) {
        return new Tenancy(custody);
    }

    Tier tier() {
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
    Map<String, String> login(Path ours, Guest guest, Path users, Map<String, String> environment) throws IOException {
        String agent = guest.login();
        Map<String, String> inside = new TreeMap<>(environment);
        if (agent != null) {
            login = Login.into(ours, agent, users, environment);
            inside.keySet().removeAll(Login.variables(agent));
        }
        return inside;
    }

    /// @param tools gets what the way to the network needs to see
    View.Network network(Confines.Reach reach, List<String> model, List<Path> tools) throws IOException {
        return switch (reach.network()) {
            case NONE -> new View.Network.None();
            case OPEN -> new View.Network.Open();
            case LISTED -> listed(reach, model, tools);
        };
    }

    private View.Network listed(Confines.Reach reach, List<String> model, List<Path> tools) throws IOException {
        List<Rule> rules = Stream.concat(model.stream(), reach.hosts().stream())
                .map(Rule::parse)
                .distinct()
                .toList();
        note("network: " + (rules.isEmpty() ? "nobody may be called" : "allowed are " + words(rules)));
        AllowList list = new AllowList(rules);
        Long bytes = reach.bytes();
        long most = bytes == null ? Long.MAX_VALUE : bytes;
        if (tier().level() == Tier.Level.L2) {
            Proxy own = Proxy.onLoopback(list, most, contacts);
            proxy = own;
            return new View.Network.Port(own.port());
        }
        Path folder = SocketFolder.make();
        sockets = folder;
        proxy = Proxy.open(SocketFolder.socket(folder), list, most, contacts);
        List<Rule> services = rules.stream().filter(Rule::isLoopback).toList();
        int port = PROXY_PORT;
        while (isTaken(services, port)) {
            port++;
        }
        BridgeProgram bridge = BridgeProgram.of(View.Network.Proxy.INSIDE, port, services);
        tools.addAll(bridge.files());
        return new View.Network.Proxy(SocketFolder.socket(folder), port, bridge.command());
    }

    private static String words(List<Rule> rules) {
        return String.join(", ", rules.stream().map(Rule::toString).toList());
    }

    private static boolean isTaken(List<Rule> services, int port) {
        return services.stream().anyMatch(rule -> rule.port() == port);
    }

    Sandbox.Enclosed enclose(Sandbox sandbox, View view) {
        Sandbox.Enclosed own = sandbox.enclose(view);
        enclosed = own;
        notes.addAll(0, own.notes());
        custody = new Custody(custody.tier(), notes, List.of());
        if (told != null) {
            told.confined(notes);
        }
        return own;
    }

    /// What it was confined to; whom it called once it is closed.
    synchronized Custody custody() {
        return custody;
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
        custody = new Custody(custody.tier(), notes, contacts.list());
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
            warn("sandbox: " + what + " could not be put away: " + Trouble.words(failed));
        }
    }

    private void warn(String words) {
        if (told != null) {
            told.warned(words);
        }
    }
}
