package dev.ralph.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The namespace made by `unshare`, with a shell as its init; `setpriv` lets it die with the engine.
///
/// The agent must not be pid 1 itself: there a TERM without a handler is ignored, and nobody buries orphans.
final class Unshare implements NamespaceScope.Wrapper {
    private static final String INIT = """
            echo begun >&3
            "$@" 3>&-
            code=$?
            for process in /proc/[0-9]*; do
              [ "$process" = /proc/1 ] || { echo left >&3; break; }
            done
            echo ended >&3
            exit $code
            """;

    private final List<String> prefix = new ArrayList<>();

    Unshare(Path setpriv, Path unshare) {
        prefix.addAll(List.of(setpriv.toString(), "--pdeathsig", "KILL", unshare.toString()));
        if (!SystemCalls.isRoot()) {
            prefix.add("--map-current-user");
        }
        prefix.addAll(List.of("--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--"));
        prefix.addAll(List.of("/bin/sh", "-c", INIT, "ralph-init"));
    }

    @Override
    public List<String> prefix() {
        return prefix;
    }

    /// The shell says when it is there; it is the only child `unshare` has.
    @Override
    public int init(CharSequence report, int outer) {
        List<Integer> children = has(report, "begun\n") ? ProcFiles.children(outer) : List.of();
        return children.isEmpty() ? 0 : children.getFirst();
    }

    @Override
    public boolean agentEnded(CharSequence report) {
        return has(report, "ended\n");
    }

    @Override
    public boolean sawLeak(CharSequence report) {
        return has(report, "left\n");
    }

    /// `unshare` ends after its child; if it ended by itself and the shell had begun, the shell is dead.
    @Override
    public boolean waitsForInit(CharSequence report) {
        return has(report, "begun\n");
    }

    /// The shell says when it ends. Where it was killed, `unshare` wants to die of the same signal, and fails with 1
    /// because nobody may set what KILL does.
    @Override
    public boolean diedUnheard(CharSequence report) {
        return has(report, "begun\n") && !has(report, "ended\n");
    }

    /// All are in the group of the outermost process; `unshare` and its shell ignore TERM there.
    @Override
    public int groupOfAgent(int outer, int init) {
        return outer;
    }

    private static boolean has(CharSequence report, String line) {
        return report.toString().contains(line);
    }
}
