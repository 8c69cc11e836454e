package dev.ralph.agent;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The hosts that an agent has to call for its model and its login, as `host:port`.
final class ModelEndpoints {
    private final Map<String, String> environment;
    private final Set<String> hosts = new LinkedHashSet<>();

    ModelEndpoints(Map<String, String> environment) {
        this.environment = environment;
    }

    /// Where one of these variables names an address, that; else the usual ones.
    ModelEndpoints model(List<String> variables, String... usual) {
        List<String> named = new ArrayList<>();
        for (String variable : variables) {
            String host = host(environment.getOrDefault(variable, ""));
            if (!host.isEmpty()) {
                named.add(host);
            }
        }
        hosts.addAll(named.isEmpty() ? List.of(usual) : named);
        return this;
    }

    /// The addresses that settings in JSON give under this name.
    ModelEndpoints named(String key, String settings) {
        Pattern entry = Pattern.compile("\"" + key + "\"\\s*:\\s*\"([^\"]*)\"");
        entry.matcher(settings)
                .results()
                .map(found -> host(found.group(1)))
                .filter(host -> !host.isEmpty())
                .forEach(hosts::add);
        return this;
    }

    /// These, if one of the variables is set.
    ModelEndpoints with(List<String> variables, String... used) {
        if (variables.stream()
                .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty())) {
            hosts.addAll(List.of(used));
        }
        return this;
    }

    ModelEndpoints add(String... always) {
        hosts.addAll(List.of(always));
        return this;
    }

    List<String> list() {
        return List.copyOf(hosts);
    }

    /// Empty where there is no address.
    private static String host(String address) {
        try {
            URI uri = URI.create(address.strip());
            String host = uri.getHost();
            if (host == null) {
                return "";
            }
            int port = uri.getPort() > 0 ? uri.getPort() : "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
            return host + ":" + port;
        } catch (IllegalArgumentException noAddress) {
            return "";
        }
    }
}
