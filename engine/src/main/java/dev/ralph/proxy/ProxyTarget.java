package dev.ralph.proxy;

/// Where somebody wants to go.
public record ProxyTarget(String host, int port) {
    public ProxyTarget {
        host = HostRule.normal(host);
    }

    /// `host`, `host:port` or `[address]:port`.
    static ProxyTarget parse(String text, int usual) {
        int colon = text.lastIndexOf(':');
        boolean bare = text.startsWith("[") ? colon < text.indexOf(']') : colon < 0;
        String host = bare ? text : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("'" + text + "' is not a host and port: an address needs brackets");
        }
        try {
            return new ProxyTarget(host, bare ? usual : Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("'" + text + "' has no port that is a number", noNumber);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
