package dev.ralph.sandbox;

import java.util.List;
import java.util.stream.Collectors;

/// Starts the bridge to the proxy inside, before the program.
///
/// The bridge is a child of the namespace's init, not of the program, which therefore does not see it when it waits
/// for its own children; and it ignores what asks the program to end, so that this can still say goodbye by network.
final class BridgeStart {
    private static final String SCRIPT = """
            ( trap '' HUP INT TERM; eval "exec $1" < /dev/null & ) | { read -r said && [ "$said" = listening ]; } || {
              echo "ralph: the bridge to the sandbox's proxy did not start" >&2; exit 125; }
            shift && exec "$@"
            """;

    private BridgeStart() {}

    /// What stands before the program; nothing without a proxy.
    static List<String> before(SandboxView.Network network) {
        if (!(network instanceof SandboxView.Network.Proxy proxy)) {
            return List.of();
        }
        String line = proxy.bridge().stream().map(BridgeStart::quoted).collect(Collectors.joining(" "));
        return List.of("/bin/sh", "-c", SCRIPT, "ralph-bridge", "/usr/bin/env -i " + line);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
