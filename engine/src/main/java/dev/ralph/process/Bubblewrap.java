package dev.ralph.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The namespace made by bubblewrap: everything as outside, except for the processes one can see and signal.
final class Bubblewrap implements NamespaceHold.Wrapper {
    private final List<String> prefix = new ArrayList<>();

    Bubblewrap(Path program) {
        prefix.add(program.toString());
        prefix.addAll(List.of("--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"));
        if (!Sys.isRoot()) {
            prefix.add("--unshare-user");
        }
        prefix.addAll(List.of("--die-with-parent", "--new-session", "--json-status-fd", "3", "--"));
    }

    @Override
    public List<String> prefix() {
        return prefix;
    }

    @Override
    public int init(CharSequence report, int outer) {
        return number(report.toString(), "\"child-pid\":");
    }

    @Override
    public boolean agentEnded(CharSequence report) {
        return report.toString().contains("\"exit-code\":");
    }

    private static int number(String report, String key) {
        int at = report.indexOf(key);
        int end = at < 0 ? -1 : report.indexOf('\n', at);
        int from = at + key.length();
        if (end < 0) {
            return 0; // not there, or its line is not complete yet
        }
        while (from < end && report.charAt(from) == ' ') {
            from++;
        }
        int to = from;
        while (to < end && Character.isDigit(report.charAt(to))) {
            to++;
        }
        return to == from ? 0 : Integer.parseInt(report.substring(from, to));
    }
}
