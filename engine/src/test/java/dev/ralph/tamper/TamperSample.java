package dev.ralph.tamper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A change of some project, and the rules it must be refused by, read from a table.
///
/// A table holds texts (`@@ name path`) and samples (`== title => rules`, `-` for none). A sample's files: `~ name` is
/// a text edited by the lines that follow (`old => new`, or `old ==> new` where the old one has arrows of its own),
/// `- name` a text deleted, `+ path` a new file, `< path` and `> path` a file before and after; `$ line` is a check.
/// In edits `∅` is nothing, `␍` a carriage return, `␤` the line separator of Unicode, `␠` a byte order mark.
record TamperSample(String title, List<FileChange> changes, List<String> checks, Set<String> refusedBy) {

    /// Ids of all rules that found something and would not let the claim stand.
    Set<String> refusals() {
        Set<String> found = new TreeSet<>();
        for (TamperFinding finding : findings()) {
            if (finding.rule().standard().compareTo(Measure.WARN) > 0) {
                found.add(finding.rule().id());
            }
        }
        return found;
    }

    List<TamperFinding> findings() {
        Map<String, String> before = new HashMap<>();
        changes.forEach(change -> before.put(change.path(), change.textBefore()));
        before.values().removeIf(String::isEmpty);
        List<CheckFiles.Command> commands =
                checks.stream().map(line -> new CheckFiles.Command(line, "")).toList();
        CheckFiles files = CheckFiles.of(commands, new CheckFiles.Before() {
            @Override
            public boolean holds(String path) {
                return before.containsKey(path);
            }

            @Override
            public @Nullable String text(String path) {
                return before.get(path);
            }
        });
        return TamperGuard.look(changes, files);
    }

    @Override
    public String toString() {
        return title;
    }

    static List<TamperSample> table(String resource) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TamperSample.class.getResourceAsStream("/tamper/" + resource), resource)) {
            return new Reader().read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static final class Reader {
        private record Base(String path, StringBuilder text) {}

        private final Map<String, Base> bases = new HashMap<>();
        private final List<TamperSample> samples = new ArrayList<>();
        private @Nullable String title;
        private Set<String> rules = new TreeSet<>();
        private Map<String, @Nullable StringBuilder> before = new LinkedHashMap<>();
        private Map<String, @Nullable StringBuilder> after = new LinkedHashMap<>();
        private List<String> checks = new ArrayList<>();
        private @Nullable StringBuilder open;
        private @Nullable StringBuilder edited;

        List<TamperSample> read(String table) {
            for (String line : table.split("\n", -1)) {
                boolean command = line.matches("(?:==|@@|[~+<>$-]) .*");
                if (!command || !take(line)) {
                    text(line);
                }
            }
            finish();
            return samples;
        }

        private boolean take(String line) {
            String rest = line.substring(2).strip();
            switch (line.charAt(0)) {
                case '@' -> base(rest);
                case '=' -> begin(rest);
                case '~' -> {
                    Base base = Objects.requireNonNull(bases.get(rest), "no text " + rest);
                    before.put(base.path(), new StringBuilder(base.text()));
                    edited = new StringBuilder(base.text());
                    after.put(base.path(), edited);
                    open = null;
                }
                case '-' -> {
                    Base base = Objects.requireNonNull(bases.get(rest), "no text " + rest);
                    before.put(base.path(), base.text());
                    after.put(base.path(), null);
                    open = null;
                    edited = null;
                }
                case '+' -> begin(rest, after);
                case '>' -> begin(rest, after);
                case '<' -> begin(rest, before);
                case '$' -> checks.add(rest);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void base(String rest) {
            finish();
            String[] words = rest.split(" ");
            open = new StringBuilder();
            bases.put(words[0], new Base(words[1], open));
        }

        private void begin(String rest) {
            finish();
            int arrow = rest.lastIndexOf("=>");
            title = rest.substring(0, arrow).strip();
            String ids = rest.substring(arrow + 2).strip();
            rules = ids.equals("-") ? new TreeSet<>() : new TreeSet<>(List.of(ids.split(" ")));
        }

        private void begin(String path, Map<String, @Nullable StringBuilder> side) {
            open = new StringBuilder();
            edited = null;
            side.put(path, open);
        }

        private void text(String line) {
            String sign = line.contains(" ==> ") ? " ==> " : " => ";
            int arrow = line.indexOf(sign);
            if (open != null) {
                open.append(line).append('\n');
            } else if (edited != null && arrow > 0) {
                String old = unescaped(line.substring(0, arrow));
                int at = edited.indexOf(old);
                if (at < 0) {
                    throw new IllegalArgumentException(title + ": no `" + old + "` in\n" + edited);
                }
                edited.replace(at, at + old.length(), unescaped(line.substring(arrow + sign.length())));
            }
        }

        private static String unescaped(String text) {
            return text.replace("\\n", "\n")
                    .replace("\\t", "\t")
                    .replace("∅", "")
                    .replace('␍', '\r')
                    .replace('␤', '\u2028')
                    .replace('␠', '\uFEFF');
        }

        private void finish() {
            if (title != null) {
                List<FileChange> changes = new ArrayList<>();
                Set<String> paths = new TreeSet<>(before.keySet());
                paths.addAll(after.keySet());
                for (String path : paths) {
                    changes.add(new FileChange(path, content(before.get(path)), content(after.get(path))));
                }
                samples.add(new TamperSample(title, changes, checks, rules));
            }
            title = null;
            before = new LinkedHashMap<>();
            after = new LinkedHashMap<>();
            checks = new ArrayList<>();
            open = null;
            edited = null;
        }

        private static @Nullable FileContent content(@Nullable StringBuilder text) {
            return text == null ? null : new FileContent.Text(text.toString());
        }
    }
}
