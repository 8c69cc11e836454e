package dev.ralph.proxy;

import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One line of an allow-list: `host:port`, `*.host:port`, or a host alone for port 443.
///
/// A wildcard covers names below the host, not the host itself. Addresses of private networks are reached only
/// through a rule that names the host in full, and this machine and its link only through `localhost` or the address
/// itself: the owner of a name must not be able to point there.
public record HostRule(String host, int port, boolean wildcard) {
    private static final int HTTPS = 443;
    private static final int LONGEST_NAME = 253;

    public HostRule {
        if (host.isEmpty() || host.length() > LONGEST_NAME || !host.chars().allMatch(HostRule::isOfAName)) {
            throw new IllegalArgumentException("'" + host + "' is not a host name");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not between 1 and 65535");
        }
        host = normal(host);
    }

    private static boolean isOfAName(int c) {
        return c == '-' || c == '.' || c == '_' || c == ':' || (Character.isLetterOrDigit(c) && c < 128);
    }

    public static HostRule parse(String text) {
        ProxyTarget target = ProxyTarget.parse(text.startsWith("*.") ? text.substring(2) : text, HTTPS);
        return new HostRule(target.host(), target.port(), text.startsWith("*."));
    }

    boolean covers(ProxyTarget target) {
        boolean named = wildcard
                ? target.host().length() > host.length() + 1 && target.host().endsWith("." + host)
                : target.host().equals(host);
        return named && target.port() == port;
    }

    /// Whether an address that is not of the Internet is meant by this rule.
    boolean names(InetAddress address) {
        boolean here = address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress();
        return !wildcard && (!here || isAddress());
    }

    /// Whether it names a service of this machine.
    public boolean isLoopback() {
        return !wildcard && (host.equals("localhost") || host.equals("::1") || host.startsWith("127.")) && isAddress();
    }

    private boolean isAddress() {
        return host.equals("localhost")
                || host.indexOf(':') >= 0
                || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    /// A name without regard to case and the dot of the root.
    static String normal(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /// Not what a record has of its own: its first use makes classes at run time, which an agent's start would wait
    /// for.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostRule rule
                && host.equals(rule.host)
                && port == rule.port
                && wildcard == rule.wildcard;
    }

    @Override
    public int hashCode() {
        return host.hashCode() + port;
    }

    @Override
    public String toString() {
        return (wildcard ? "*." : "") + new ProxyTarget(host, port);
    }
}
