package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What an import brings, and where from.
///
/// @param module its last part, without an extension: a test may move and name the same by another path
/// @param from   all of it
record Imported(Language language, String module, String from, Set<String> names) {
    private static final Set<String> KEYWORDS = Set.of(
            "import", "from", "as", "const", "let", "var", "require", "type", "default", "use", "package", "static",
            "export", "await", "mod", "crate", "super", "self");
    private static final Pattern FRAMEWORK = Pattern.compile(
            "(?:org\\.(?:junit|assertj|hamcrest|testng|mockito|opentest4j|spockframework)|junit\\.framework|com\\.google\\.common\\.truth|kotlin\\.test|io\\.kotest)\\b.*");
    private static final Pattern FAKE =
            Pattern.compile("(?:.*[._])?(?:tests?|fakes?|stubs?|mocks?|dummy|dummies)(?:[._].*)?");

    static Imported of(Statement statement) {
        List<String> words = statement.words();
        Set<String> names = words.stream()
                .filter(word -> Statement.isName(word) && !KEYWORDS.contains(word))
                .collect(Collectors.toSet());
        return switch (statement.language()) {
            case SCRIPT -> {
                List<String> paths =
                        words.stream().filter(word -> word.charAt(0) == '"').toList();
                String path = paths.isEmpty() ? "" : paths.getLast().replace("\"", "");
                yield new Imported(Language.SCRIPT, last(path), path, names);
            }
            case PYTHON -> {
                boolean from = words.getFirst().equals("from") && words.contains("import");
                List<String> parts = from ? words.subList(1, words.indexOf("import")) : List.of();
                String module = parts.isEmpty() || !Statement.isName(parts.getLast()) ? "" : parts.getLast();
                yield new Imported(Language.PYTHON, module, String.join("", parts), names);
            }
            case JAVA -> {
                String path =
                        words.stream().filter(word -> !KEYWORDS.contains(word)).collect(Collectors.joining());
                yield new Imported(Language.JAVA, words.getLast(), path, names);
            }
            case GO, RUST, SHELL, OTHER -> new Imported(statement.language(), "", "", names);
        };
    }

    private static String last(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.replaceFirst("\\.(?:[cm]?[jt]sx?)$", "");
    }

    /// Whether a name that the one brings comes from elsewhere now.
    ///
    /// @param file that imports it
    boolean isReplacedBy(Imported other, String file) {
        return switch (language) {
            case JAVA ->
                module.equals(other.module)
                        && FRAMEWORK.matcher(from).matches()
                        && !FRAMEWORK.matcher(other.from).matches();
            case SCRIPT ->
                (sharesName(other) && !module.equals(other.module))
                        || (!Collections.disjoint(names, other.names)
                                && !isOfTests(from, file)
                                && isOfTests(other.from, file));
            case PYTHON ->
                (sharesName(other) && !module.equals(other.module))
                        || (!Collections.disjoint(names, other.names)
                                && !FAKE.matcher(from).matches()
                                && FAKE.matcher(other.from).matches());
            case GO, RUST, SHELL, OTHER -> false;
        };
    }

    /// Whether a path that begins with a dot leads to a folder of tests.
    private static boolean isOfTests(String path, String file) {
        if (!path.startsWith(".")) {
            return false;
        }
        Deque<String> parts = new ArrayDeque<>(List.of(file.split("/")));
        parts.pollLast();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.equals(".")) {
                parts.addLast(part);
            }
        }
        return TestPaths.isTest(String.join("/", parts) + (path.matches(".*\\.[cm]?[jt]sx?") ? "" : ".js"));
    }

    private boolean sharesName(Imported other) {
        return names.stream()
                        .anyMatch(name ->
                                !name.equals(module) && other.names.contains(name) && !name.equals(other.module))
                || (names.contains(module) && other.names.contains(module) && !module.equals(other.module));
    }
}
