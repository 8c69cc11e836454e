package dev.ralph.sandbox;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The variables by which programs find their proxy.
final class ProxyVariables {
    private static final List<String> THROUGH =
            List.of("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy");

    /// All that have to do with it: those of the user do not hold inside.
    static final List<String> ALL = List.of("""
            HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
            NODE_USE_ENV_PROXY""".split("\\s+"));

    private ProxyVariables() {}

    /// Build tools of Java know no variable for a proxy, only properties.
    static void tellJava(String proxy, Map<String, String> environment) {
        String host = URI.create(proxy).getHost();
        int port = URI.create(proxy).getPort();
        StringBuilder flags = new StringBuilder("-Daether.connector.http.useSystemProperties=true");
        for (String scheme : List.of("http", "https")) {
            flags.append(" -D").append(scheme).append(".proxyHost=").append(host);
            flags.append(" -D").append(scheme).append(".proxyPort=").append(port);
        }
        for (String name : List.of("MAVEN_OPTS", "GRADLE_OPTS")) {
            environment.merge(name, flags.toString(), (own, more) -> own + " " + more);
        }
    }

    /// Empty where there is none.
    static Map<String, String> of(SandboxView.Network network) {
        int port = switch (network) {
            case SandboxView.Network.None _, SandboxView.Network.Open _ -> 0;
            case SandboxView.Network.Proxy proxy -> proxy.port();
            case SandboxView.Network.Port own -> own.port();
        };
        Map<String, String> variables = new TreeMap<>();
        if (port > 0) {
            THROUGH.forEach(name -> variables.put(name, "http://127.0.0.1:" + port));
            variables.put("NODE_USE_ENV_PROXY", "1"); // without it Node's own fetch does not care
        }
        return variables;
    }
}
