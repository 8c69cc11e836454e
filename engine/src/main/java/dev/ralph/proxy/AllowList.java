package dev.ralph.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Decides who may be called. A name is resolved once, and the address that was judged is the one that is called.
public final class AllowList {
    private final List<HostRule> rules;
    private final Resolver resolver;

    /// How names become addresses.
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    public AllowList(List<HostRule> rules) {
        this(rules, InetAddress::getAllByName);
    }

    public AllowList(List<HostRule> rules, Resolver resolver) {
        this.rules = List.copyOf(rules);
        this.resolver = resolver;
    }

    /// The address to call.
    ///
    /// @throws Refused with the reason when it may not be called
    /// @throws UnknownHostException when there is no such host
    InetAddress allowed(ProxyTarget target) throws IOException {
        List<HostRule> covering =
                rules.stream().filter(rule -> rule.covers(target)).toList();
        if (covering.isEmpty()) {
            throw new Refused("not on the allow-list");
        }
        for (InetAddress address : resolver.resolve(target.host())) {
            if (AddressRanges.isPublic(address) || covering.stream().anyMatch(rule -> rule.names(address))) {
                return address;
            }
        }
        throw new Refused("its name leads to an address of this machine or a private network, which no rule names");
    }

    /// Who is called may not be called.
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }
}
