package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files that the checks depend on by name, as they were before anybody began: scripts that decide, files that are
/// only named, targets of `make` and scripts of `npm`.
///
/// A program that a check tries out is what the work is about, so not every file that a check starts is a script of the
/// check: it is one when it is called like one, when it is read into one, or when a shell script is all the check is.
///
/// @param shadows files that were not there and that a check would take for what it asks for: a build file that comes
///                before the one that was there, or a file by which `make` thinks that a target is done
public record CheckFiles(Set<String> scripts, Set<String> inputs, Set<String> targets, Set<String> shadows) {
    public static final CheckFiles NONE = new CheckFiles(Set.of(), Set.of(), Set.of(), Set.of());

    private static final int MOST_SCRIPTS = 100;
    private static final int MOST_TEXT = 200_000;
    private static final Pattern SEPARATOR = Pattern.compile("[\\s;|&()<>`\"'{}]|\\$\\(|=");
    private static final Pattern CHECKING = Pattern.compile(
            "(?:.*[-_./])?(?:check|checks|test|tests|verify|verification|validate|validation|accept|acceptance|ci|lint|smoke|assert|spec|gate|proof|prove)(?:[-_.].*|\\d*)?"
                    + "|(?:run|do|my|all)(?:check|test|verify).*|.*(?:_test|test|check|verify)\\.\\w+");
    private static final Pattern NAMED_TARGET =
            Pattern.compile("(?:^|[\\s;&|(])(?:g?make|just|task|rake)((?:\\s+[\\w./:=-]+)*)");
    private static final Pattern NAMED_SCRIPT = Pattern.compile(
            "(?:^|[\\s;&|(])(?:npm|pnpm|yarn|bun)\\s+(?:run(?:-script)?\\s+)?(?:-\\S+\\s+)*([\\w:.-]+)");
    private static final List<List<String>> RIVALS = List.of(
            List.of("GNUmakefile", "makefile", "Makefile"),
            List.of("build.gradle", "build.gradle.kts"),
            List.of("settings.gradle", "settings.gradle.kts"),
            List.of("deno.json", "deno.jsonc"));
    private static final Set<String> SOURCING = Set.of(".", "source");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "ksh", "dash");

    public CheckFiles {
        scripts = Set.copyOf(scripts);
        inputs = Set.copyOf(inputs);
        targets = Set.copyOf(targets);
        shadows = Set.copyOf(shadows);
    }

    /// A line for the shell that a check runs.
    ///
    /// @param folder where, from the project's folder, empty for that one
    public record Command(String line, String folder) {
        public Command {
            folder = folder.isEmpty() || folder.endsWith("/") ? folder : folder + "/";
        }
    }

    /// The project before anybody began.
    public interface Before {
        boolean holds(String path);

        /// Null when it holds no such file, or none that can be looked into.
        @Nullable
        String text(String path);
    }

    public static CheckFiles of(List<Command> commands, Before before) {
        Search search = new Search(before);
        commands.forEach(search::command);
        search.follow();
        commands.forEach(command -> search.shadows(command.folder()));
        return new CheckFiles(search.scripts, search.inputs, search.targets, search.shadows);
    }

    boolean names(String path) {
        return scripts.contains(path) || inputs.contains(path);
    }

    private static final class Search {
        private final Before before;
        private final Set<String> scripts = new HashSet<>();
        private final Set<String> inputs = new HashSet<>();
        private final Set<String> targets = new HashSet<>();
        private final Set<String> made = new HashSet<>();
        private final Set<String> shadows = new HashSet<>();
        private final Set<String> asked = new HashSet<>();
        private final Deque<String> unread = new ArrayDeque<>();

        Search(Before before) {
            this.before = before;
        }

        void command(Command command) {
            String line = command.line();
            boolean single = !Pattern.compile("[|;&<>`$=]").matcher(line).find() && !line.contains("[");
            look(line, command.folder(), single);
            Matcher make = NAMED_TARGET.matcher(line);
            while (make.find()) {
                targets.add("");
                for (String word : make.group(1).strip().split("\\s+")) {
                    targets.add(word);
                    made.add(word);
                }
            }
            Matcher npm = NAMED_SCRIPT.matcher(line);
            while (npm.find()) {
                String script = npm.group(1).equals("t") ? "test" : npm.group(1);
                targets.addAll(Set.of(script, "pre" + script, "post" + script));
            }
        }

        void follow() {
            for (int read = 0; read < MOST_SCRIPTS && !unread.isEmpty(); read++) {
                String path = unread.removeFirst();
                String text = before.text(path);
                String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/') + 1) : "";
                if (text != null && text.length() <= MOST_TEXT && isShell(path, text)) {
                    text.lines()
                            .filter(line -> !line.strip().startsWith("#"))
                            .forEach(line -> look(line, folder, false));
                }
            }
        }

        /// Of build files of several names a tool reads the first one only.
        void shadows(String folder) {
            for (List<String> names : RIVALS) {
                List<String> free = new ArrayList<>();
                for (String name : names) {
                    if (before.holds(folder + name)) {
                        shadows.addAll(free);
                        break;
                    }
                    free.add(folder + name);
                }
            }
            for (String target : made) {
                boolean plain = !target.isEmpty() && !target.startsWith("-") && !target.contains("=");
                if (plain && !before.holds(folder + target)) {
                    shadows.add(folder + target);
                }
            }
        }

        private static boolean isShell(String path, String text) {
            return path.endsWith(".sh") || path.endsWith(".bash") || path.endsWith(".bats") || text.startsWith("#!");
        }

        /// @param single whether the script is all there is, so that its exit code decides
        private void look(String line, String folder, boolean single) {
            String previous = "";
            for (String word : SEPARATOR.split(line)) {
                String path = found(word, folder);
                if (path != null) {
                    boolean sourced = SOURCING.contains(previous);
                    boolean shell = path.endsWith(".sh") || SHELLS.contains(previous) || word.startsWith("./");
                    if (sourced || isChecking(path) || (single && shell)) {
                        if (scripts.add(path)) {
                            unread.addLast(path);
                        }
                    } else {
                        inputs.add(path);
                    }
                }
                previous = word.isEmpty() || word.startsWith("-") ? previous : word;
            }
        }

        private static boolean isChecking(String path) {
            String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
            return CHECKING.matcher(name).matches();
        }

        /// The file of the project that a word names, null when it names none.
        private @Nullable String found(String word, String folder) {
            String plain = word.strip();
            while (plain.startsWith("./")) {
                plain = plain.substring(2);
            }
            if (plain.isEmpty() || plain.length() > 300 || plain.startsWith("-") || plain.contains("..")) {
                return null;
            }
            String tail = plain.startsWith("$") && plain.contains("/")
                    ? plain.substring(plain.indexOf('/') + 1)
                    : plain.startsWith("/") ? plain.substring(1) : plain;
            for (String candidate : List.of(tail, folder + tail)) {
                boolean likely = !candidate.isEmpty() && (asked.size() < 5000 || asked.contains(candidate));
                if (likely) {
                    asked.add(candidate);
                    if (before.holds(candidate)) {
                        return candidate;
                    }
                }
            }
            return null;
        }
    }
}
