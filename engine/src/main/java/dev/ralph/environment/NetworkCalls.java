package dev.ralph.environment;

import dev.ralph.loop.SandboxReport.Contact;
import dev.ralph.process.PlainText;
import dev.ralph.proxy.ProxyDecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Whom a program called, or tried to: every call counts, each kind is told once, and no program can make the list
/// long.
final class NetworkCalls implements Consumer<ProxyDecision> {
    private static final int MOST = 64;
    private static final int LONGEST = 200;
    private static final Kind OTHERS = new Kind("other hosts", null);
    private static final Kind OTHERS_REFUSED = new Kind("other hosts", "there were too many to name them");

    private final Map<Kind, Contact> kinds = new LinkedHashMap<>();
    private final Consumer<String> called;
    private final Consumer<String> turnedAway;

    private record Kind(String host, @Nullable String refused) {}

    /// @param called     hears of the first call of each kind that was let through
    /// @param turnedAway hears of the first of each kind that was not
    NetworkCalls(Consumer<String> called, Consumer<String> turnedAway) {
        this.called = called;
        this.turnedAway = turnedAway;
    }

    @Override
    public void accept(ProxyDecision decision) {
        Kind kind = new Kind(
                decision.target() == null
                        ? "a request without a host"
                        : plain(decision.target().toString()),
                decision.refused() == null ? null : plain(decision.refused()));
        if (count(kind, decision)) {
            String host = "network: " + kind.host();
            if (kind.refused() == null) {
                called.accept(host + " was called");
            } else {
                turnedAway.accept(host + " " + words(kind));
            }
        }
    }

    private static String words(Kind kind) {
        return "was refused: " + kind.refused();
    }

    /// Whether it is the first of its kind.
    private synchronized boolean count(Kind given, ProxyDecision decision) {
        boolean known = kinds.containsKey(given);
        Kind kind = known || kinds.size() < MOST ? given : given.refused() == null ? OTHERS : OTHERS_REFUSED;
        boolean first = !kinds.containsKey(kind);
        Contact before = kinds.getOrDefault(kind, new Contact(kind.host(), kind.refused(), 0, 0, 0));
        kinds.put(
                kind,
                new Contact(
                        kind.host(),
                        kind.refused(),
                        before.times() + 1,
                        before.sent() + decision.sent(),
                        before.received() + decision.received()));
        return first;
    }

    synchronized List<Contact> list() {
        return new ArrayList<>(kinds.values());
    }

    /// What a program wrote is harmless and short.
    private static String plain(String text) {
        String plain = PlainText.of(text).replace('\n', ' ');
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
    }
}
