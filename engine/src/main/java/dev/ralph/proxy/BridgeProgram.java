package dev.ralph.proxy;

import java.io.File;
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

    /// With this process's own Java, and the start-up cache that the launcher names.
    ///
    /// @param socket   of the proxy, as it is seen inside
    /// @param services rules that name services on loopback, to be found at the same ports inside
    public static BridgeProgram of(Path socket, int port, List<HostRule> services) {
        Path java = Path.of(System.getProperty("java.home"));
        List<Path> files = new ArrayList<>(List.of(java));
        List<String> words = new ArrayList<>(List.of(
                java.resolve("bin").resolve("java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xint", // it only waits and copies: to make a compiler ready takes longer
                "-Xlog:disable")); // a cache that does not fit would be told on standard output
        String cache = System.getProperty("ralph.bridge");
        String classes = cache == null ? classes().toString() : System.getProperty("java.class.path");
        if (cache != null) { // with the flags that it was made with
            words.addAll(List.of("-XX:AOTCache=" + cache, "--enable-native-access=ALL-UNNAMED"));
            words.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"));
            files.add(Path.of(cache));
        }
        for (String part : classes.split(File.pathSeparator)) {
            files.add(Path.of(part));
        }
        words.addAll(List.of("-cp", classes, Bridge.class.getName(), socket.toString(), Integer.toString(port)));
        services.forEach(rule -> words.add(new ProxyTarget(rule.host(), rule.port()).toString()));
        return new BridgeProgram(words, files);
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
