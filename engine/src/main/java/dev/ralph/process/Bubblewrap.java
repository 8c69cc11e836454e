package dev.ralph.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The namespace made by bubblewrap: everything as outside, except for the processes one can see and signal.
final class Bubblewrap implements NamespaceScope.Wrapper {
    private static final List<String> LIFE =
            List.of("--unshare-pid", "--die-with-parent", "--new-session", "--json-status-fd", "3", "--");

    private static final String TRIAL = "namespace";

    private final String program;
    private final ProbeCache tried;
    private final List<String> prefix = new ArrayList<>();

    Bubblewrap(Path program, ProbeCache tried) {
        this.program = program.toString();
        this.tried = tried;
        prefix.add(this.program);
        prefix.addAll(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!SystemCalls.isRoot()) {
            prefix.add("--unshare-user");
        }
        prefix.addAll(LIFE);
    }

    @Override
    public List<String> prefix() {
        return prefix;
    }

    @Override
    public Optional<List<String>> prefix(Enclosure.Namespaces view, Path directory) {
        List<String> words = new ArrayList<>(view.outside());
        words.add(program);
        words.addAll(view.arguments());
        words.addAll(List.of("--unsetenv", "OLDPWD"));
        if (!view.arguments().contains("--chdir")) {
            words.addAll(List.of("--chdir", directory.toString()));
        }
        words.addAll(LIFE);
        words.addAll(view.inside());
        return Optional.of(words);
    }

    @Override
    public boolean hasWorked() {
        return tried.hasWorked(TRIAL, List.of(Path.of(program)));
    }

    @Override
    public void works() {
        tried.remember(TRIAL, List.of(Path.of(program)));
    }

    @Override
    public void failed() {
        tried.forget(TRIAL);
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
