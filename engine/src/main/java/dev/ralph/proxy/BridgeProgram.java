package dev.ralph.proxy;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/// How the bridge is started as a program of its own.
///
/// @param command program and arguments
/// @param files   what it needs to see
public record BridgeProgram(List<String> command, List<Path> files) {
    public BridgeProgram {
        command = List.copyOf(command);
        files = List.copyOf(files);
    }

    /// With this process's own Java.
    ///
    /// @param socket   of the proxy, as it is seen inside
    /// @param services rules that name services on loopback, to be found at the same ports inside
    public static BridgeProgram of(Path socket, int port, List<HostRule> services) {
        Path java = Path.of(System.getProperty("java.home"));
        Path classes = classes();
        List<String> words = new ArrayList<>(List.of(
                java.resolve("bin").resolve("java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                classes.toString(),
                Bridge.class.getName(),
                socket.toString(),
                Integer.toString(port)));
        services.forEach(rule -> words.add(new ProxyTarget(rule.host(), rule.port()).toString()));
        return new BridgeProgram(words, List.of(java, classes));
    }

    private static Path classes() {
        CodeSource source = Bridge.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IllegalStateException("it is not known where Ralph's own classes lie");
        }
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException odd) {
            throw new IllegalStateException("Ralph's own classes lie at " + source.getLocation(), odd);
        }
    }
}
